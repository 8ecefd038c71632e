"""The file of a tournament survives whatever happens to the process that writes it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from pioche.errors import PiocheError
from pioche.terminal.tournament import ledger
from pioche.terminal.tournament.ledger import Ledger, create, opened
from pioche.tournament import Tournament
from tests.terminal.running import environment, pioche

# The real command, in a process that is killed in the middle of its first write to the file.
TORN = """
import os, signal, sys
whole = os.write
def torn(fd, data):
    whole(fd, bytes(data)[: max(1, len(data) * {part} // 100)])
    os.kill(os.getpid(), signal.SIGKILL)
os.write = torn
from pioche.terminal.cli import main
sys.exit(main(sys.argv[1:]))
"""


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tournament.jsonl"
    create(path, Tournament("agnes", seed=3))
    with opened(path, "en") as found:
        found.t.register("Alice")
    return path


@pytest.mark.parametrize("part", [1, 40, 90])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_killed_in_the_middle_of_a_write(file: Path, part: int, lang: str) -> None:
    before = file.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", TORN.format(part=part), "tournament", "add", "Éloïse"], cwd=file.parent, env=environment(file.parent),
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL
    assert done.stdout == b""  # nothing was acknowledged
    torn = file.read_bytes()
    assert torn.startswith(before)
    assert len(torn) > len(before)
    again = pioche("tournament", "add", "Bob", "--lang", lang, state=file.parent)
    assert again.returncode == 0
    assert ("répétez" if lang == "fr" else "repeat") in again.stderr
    assert [entry.get("name") for entry in lines(file)] == [None, "Alice", "Bob"]
    assert Tournament.replay(lines(file)).entrants[1].name == "Bob"


def test_killed_at_any_moment_nothing_acknowledged_is_lost(file: Path) -> None:
    rng = Random(1)
    acknowledged = ["Alice"]
    for number in range(12):
        name = f"P{number}"
        process = subprocess.Popen(
            [sys.executable, "-m", "pioche", "tournament", "add", name, "--lang", "en"], cwd=file.parent,
            env=environment(file.parent), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=rng.uniform(0.05, 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
        if b"added" in said:
            acknowledged.append(name)
    with opened(file, "en") as found:
        names = [one.name for one in found.t.entrants]
    assert [name for name in acknowledged if name not in names] == []
    assert len(set(names)) == len(names)


def test_many_commands_at_once_come_one_after_the_other(file: Path) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "pioche", "tournament", "add", f"P{number}"], cwd=file.parent, env=environment(file.parent),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        for number in range(4)
    ]  # fmt: skip
    for process in started:
        _, said = process.communicate(timeout=90)
        assert (process.returncode, said) == (0, b"")
    found = lines(file)
    assert sorted(str(entry["name"]) for entry in found[1:]) == ["Alice", "P0", "P1", "P2", "P3"]
    assert [entry["n"] for entry in found] == list(range(1, 7))


def test_a_file_in_use_is_refused_after_a_while(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LOCK_TIMEOUT_SECONDS", 0.2)
    with Ledger(file, "en"):
        before = time.monotonic()
        with pytest.raises(PiocheError, match="Another command"), Ledger(file, "en"):
            pass
        assert time.monotonic() - before < 5
    with Ledger(file, "en"):
        pass


def test_a_file_that_is_there_is_never_overwritten(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(PiocheError):
        create(file, Tournament("agnes"))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_full_disk_leaves_the_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, whole = file.read_bytes(), os.write

    def full(fd: int, data: bytes) -> int:
        whole(fd, bytes(data)[:5])
        raise OSError(28, "No space left on device")

    with Ledger(file, "en") as found:
        found.t.register("Bob")
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(PiocheError, match="No space"):
            found.commit()
    assert file.read_bytes() == before


def test_a_damaged_line_in_the_middle_is_refused(file: Path) -> None:
    damaged = file.read_bytes().replace(b'"create"', b'"cre\nate"')
    file.write_bytes(damaged)
    with pytest.raises(PiocheError, match="line 1"), Ledger(file, "en"):
        pass
    assert file.read_bytes() == damaged


def test_a_whole_last_line_without_its_end_is_kept(file: Path) -> None:
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    with opened(file, "en") as found:
        assert [one.name for one in found.t.entrants] == ["Alice"]
        found.t.register("Bob")
    assert len(lines(file)) == 3
