"""The first start on machines of every kind: a sentence for each thing that is missing, and no traceback."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pioche.house import first_start
from pioche.house.stores import sqlite
from pioche.text.plain_letters import nearest

PIOCHE = [sys.executable, "-m", "pioche"]
# no IPv4 at all: a network of its own with nothing but ::1
ONLY_SIX = "ip link set lo up && ip addr del 127.0.0.1/8 dev lo && exec"


def plain(**more: str) -> dict[str, str]:
    """An environment without display, browser or locale."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "HOME", "VIRTUAL_ENV")}
    return kept | more


def opened(command: list[str], env: dict[str, str], lines: int = 4) -> list[str]:
    """The first lines of a house, which is then closed."""
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        assert process.stdout
        return [process.stdout.readline().rstrip() for _ in range(lines)]
    finally:
        process.terminate()
        said = process.communicate(timeout=60)[1]
        assert "Traceback" not in said, said


def house(tmp_path: Path, *arguments: str) -> list[str]:
    return [*PIOCHE, "serve", "--port", "0", "--data", str(tmp_path / "house.db"), "--no-backups", *arguments]


def test_without_a_display_the_address_is_told_and_nothing_takes_the_terminal(tmp_path: Path) -> None:
    said = opened([*house(tmp_path), "--lang", "fr"], plain(), 5)
    assert any("navigateur graphique" in line and "http://127.0.0.1:" in line for line in said), said


def test_no_browser_asked_for_none_missed(tmp_path: Path) -> None:
    said = opened([*house(tmp_path, "--no-browser"), "--lang", "en"], plain())
    assert not any("graphical browser" in line for line in said)


def test_a_browser_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import webbrowser

    monkeypatch.setattr(webbrowser, "open", lambda page: False)
    assert not first_start.show("http://127.0.0.1:1/", {"DISPLAY": ":0"}, "linux")
    assert not first_start.show("http://127.0.0.1:1/", {}, "win32")
    monkeypatch.setattr(webbrowser, "open", lambda page: True)
    assert first_start.show("http://127.0.0.1:1/", {"WAYLAND_DISPLAY": "w"}, "linux")
    assert not first_start.show("http://127.0.0.1:1/", {}, "linux")


def test_a_port_that_is_taken_is_told_with_another(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [*PIOCHE, "--port", str(port), "--data", str(tmp_path / "h.db"), "--lang", "en"]
        done = subprocess.run(command, env=plain(), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert f"Port {port} is taken" in done.stderr
    assert f"--port {port + 1}" in done.stderr


@pytest.mark.parametrize("command", [["serve", "--port", "0", "--no-browser"], ["doctor"]])
def test_where_nothing_can_be_written_one_sentence_says_so(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    place = tmp_path / "file" / "house.db"  # not even root may write below a file
    done = subprocess.run(
        [*PIOCHE, *command, "--data", str(place), "--lang", "fr"],
        env=plain(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert str(place) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_instead_of_a_file_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PIOCHE, "--no-browser", "--data", str(tmp_path), "--lang", "en"],
        env=plain(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert f"{tmp_path} is a folder. Name a file in it: --data {tmp_path}/house.db." in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_one_may_not_write_is_told_without_the_systems_words(tmp_path: Path) -> None:
    """As a file of somebody else: root may write everywhere, so the store is asked itself."""
    assert sqlite.failure(PermissionError(13, "Permission denied")).problem == "forbidden"
    file = tmp_path / "house.db"
    command = [*PIOCHE, "--no-browser", "--port", "0", "--data", str(file), "--lang", "fr"]
    if os.geteuid() == 0:
        return
    tmp_path.chmod(0o500)
    done = subprocess.run(command, env=plain(), capture_output=True, text=True, check=False, timeout=60)
    tmp_path.chmod(0o700)
    assert (done.returncode, "Errno" in done.stderr) == (2, False)
    assert "Vous n’avez pas le droit d’écrire" in done.stderr


@pytest.mark.skipif(
    not (shutil.which("unshare") and shutil.which("ip")), reason="no unshare or ip here: apt-get install util-linux iproute2"
)
@pytest.mark.parametrize("arguments", [(), ("--lan",)])
def test_on_a_machine_without_ipv4_the_house_opens_on_ipv6(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    try_ = subprocess.run(["unshare", "-rn", "sh", "-c", f"{ONLY_SIX} true"], capture_output=True, check=False, timeout=30)
    if try_.returncode:
        pytest.skip("this machine lets nobody make a network of their own")
    words = " ".join([*house(tmp_path, "--no-browser", *arguments), "--lang", "en"])
    said = opened(["unshare", "-rn", "sh", "-c", f"{ONLY_SIX} {words}"], plain(), 2)
    assert re.search(r"http://\[::1\]:\d+/", "\n".join(said)), said


def test_addresses_for_a_browser() -> None:
    assert first_start.address("0.0.0.0", 8421) == "http://127.0.0.1:8421/"
    assert first_start.address("::", 8421) == "http://[::1]:8421/"
    assert first_start.address("fd00::7", 1) == "http://[fd00::7]:1/"
    assert first_start.usable("203.0.113.7") == "203.0.113.7"  # nobody else's address is exchanged


def test_an_ancient_terminal_gets_letters_it_has() -> None:
    env = plain(TERM="dumb", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    done = subprocess.run([*PIOCHE, "rules", "agnes", "--lang", "fr"], env=env, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
    said = done.stdout.decode("ascii")
    assert "Kh" in said or "roi de coeur" in said
    assert "\x1b" not in said
    assert " ?" not in said.replace("? ", "").replace(" ?\n", "").split("Le but")[0]
    assert [nearest(letter) for letter in "♠é’«œ\u202f─"] == ["s", "e", "'", '"', "oe", " ", "-"]


def test_a_network_code_is_left_out_where_it_cannot_be_drawn(tmp_path: Path) -> None:
    said = opened([*house(tmp_path, "--no-browser", "--lan"), "--lang", "en"], plain(TERM="dumb"), 3)
    assert any("On this network" in line for line in said)
    assert not any("Scan" in line for line in said)
