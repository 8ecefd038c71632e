"""The commands of whoever keeps a house: no traceback for anybody, and every sentence says what is wrong with what."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pioche.client import Client
from pioche.house import export, maintenance_commands
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.workers import cluster
from tests.house.durability.test_copies import wreck
from tests.house.durability.test_recovery import filled
from tests.house.running import Running, run

ORDINARY = ("setpriv", "--bounding-set", "-all", "--inh-caps", "-all")  # root without what makes it more than others


def command(*arguments: object, **env: str) -> tuple[int, str]:
    """The command line, given by an ordinary user."""
    nobody = ORDINARY if os.geteuid() == 0 and shutil.which("setpriv") else ()
    done = subprocess.run(
        [*nobody, sys.executable, "-m", "pioche", *map(str, arguments)],
        capture_output=True, text=True, timeout=60, check=False, env={**os.environ, **env},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


# -- what is not for everybody ----------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [("doctor",), ("backup", "copy.db"), ("export", "matches")], ids=lambda asked: asked[0])
def test_what_one_may_not_read_is_said(tmp_path: Path, asked: tuple[str, ...]) -> None:
    name, *goal = asked
    (private := tmp_path / "private").mkdir()
    path = filled(private / "house.db")
    arguments = (name, *(tmp_path / one for one in goal), "--data", path)
    private.chmod(0o555)
    try:
        code, said = command(*arguments)
        assert code == 2
        assert said.startswith(
            f"{path} is in a folder you may not write to, and can’t be read there while the server is stopped."
        )
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
        path.chmod(0o600 if os.geteuid() == 0 else 0)
        assert command(*arguments) == (
            2,
            f"You may not read {path}. Run the command as the user who owns it: sudo -u USER pioche …\n",
        )
        if os.geteuid() == 0:
            os.chown(private, 65534, 65534)
        private.chmod(0o700 if os.geteuid() == 0 else 0)
        assert command(*arguments)[1].startswith(f"You may not read {path}.")
    finally:
        private.chmod(0o700)


@pytest.mark.parametrize("name", ["backup", "export"])
def test_where_one_may_not_write_is_said(tmp_path: Path, name: str) -> None:
    path = filled(tmp_path / "house.db")
    (shut := tmp_path / "shut").mkdir(mode=0o555)
    code, said = command(name, shut / "goal", "--data", path)
    assert code == 2
    assert said == f"You may not write to {shut / 'goal'}. Name another place, or run the command as a user who may.\n"


def test_a_file_is_no_folder_for_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = filled(tmp_path / "house.db")
    (file := tmp_path / "file").write_text("mine")
    for goal in (file, file / "below"):
        assert export.main(goal, path) == 2
        assert capsys.readouterr().err == f"{goal} is a file, or inside one. Name a folder.\n"
    assert file.read_text() == "mine"
    (noise := tmp_path / "noise.db").write_bytes(b"noise" * 5000)
    assert export.main(tmp_path / "matches", noise) == 2
    assert capsys.readouterr().err.startswith(f"{noise} is damaged")
    assert not (tmp_path / "matches").exists()


def test_records_are_their_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match in play is written with its keys."""
    house = Running(tmp_path, "--tempo", "0", "--loose", "1000")

    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            await alice.make("pairs", more={"start": True, "sit": 0})

    seen: list[int] = []
    real = Path.replace

    def replace(self: Path, goal: Path) -> Path:
        seen.append(stat.S_IMODE(self.stat().st_mode))
        return real(self, goal)

    try:
        run(play())
        monkeypatch.setattr(Path, "replace", replace)
        old = os.umask(0)
        try:
            assert export.main(tmp_path / "matches", house.data, unfinished=True) == 0
        finally:
            os.umask(old)
    finally:
        house.stop()
    (record,) = (tmp_path / "matches").iterdir()
    assert '"secret"' in record.read_text()
    assert seen == [0o600]
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "matches").stat().st_mode) == 0o700


# -- addresses --------------------------------------------------------------------------------------------------


WRONG = {
    "mysql://x": "--store, or PIOCHE_STORE, takes the",
    "postgresql://u:%zz@h/x": "--store, or PIOCHE_STORE, takes the",
    "postgresql://u:pa@ss@127.0.0.1:1/x": "The address of the database contains two @",
    "postgresql://u:pa/ss@127.0.0.1:1/x": "The password in the address of the database contains a /",
    "postgresql://u:12/ss@127.0.0.1:1/x": "The password in the address of the database contains a /",
}


@pytest.mark.parametrize("address", WRONG)
@pytest.mark.parametrize("asked", [("doctor",), ("export", "matches")], ids=lambda asked: asked[0])
def test_an_address_that_is_none_is_said_and_no_password_shown(tmp_path: Path, address: str, asked: tuple[str, ...]) -> None:
    pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")
    name, *goal = asked
    code, said = command(name, *(tmp_path / one for one in goal), PIOCHE_STORE=address)
    assert code == 2
    assert "ss@" not in said
    assert "zz" not in said
    assert said.startswith(WRONG[address])


def test_an_address_is_shown_by_its_machine_and_name_alone() -> None:
    pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")
    assert cluster.shown("postgresql://u:pa@ss@127.0.0.1/house") == "PostgreSQL house (127.0.0.1)"


def test_a_file_named_on_the_command_line_counts_more_than_the_environment(tmp_path: Path) -> None:
    path = filled(tmp_path / "house.db")
    code, said = command("doctor", "--data", path, PIOCHE_STORE="mysql://x")
    assert code == 0
    assert str(path) in said
    code, said = command("doctor", "--data", path, "--store", "postgresql://x")
    assert (code, said) == (2, "--data names a file and --store a database. Give one of them.\n")


# -- the doctor -------------------------------------------------------------------------------------------------


def bigger(path: Path) -> Path:
    """Tables that fill many pages, and are in the list of tables, too."""
    filled(path, tables=12, entries=200)
    store = SQLiteStore(path)
    store.open()
    assert store.db is not None
    store.db.execute("INSERT INTO tables SELECT DISTINCT code, 'pairs', '', 0, 'open', 0, 0, '', x'' FROM entries")
    store.close()
    return path


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_doctor_goes_on_where_pages_are_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    path = bigger(tmp_path / "house.db")
    wreck(path, "entries")
    assert maintenance_commands.doctor(path, lang) == 2
    told = capsys.readouterr()
    assert {"en": "12 tables with 2", "fr": "12 tables et 2"}[lang] in told.out
    assert {"en": "1 table is damaged: table", "fr": "1 table est endommagée\N{NO-BREAK SPACE}: table"}[lang] in told.err
    assert {"en": "Pages of ", "fr": "Des pages de "}[lang] in told.err
    assert "malformed" not in told.out + told.err
    assert {"en": "damaged one back", "fr": "celle-ci"}[lang] in told.err
    assert ("0,3\N{NO-BREAK SPACE}Mo" if lang == "fr" else "0.3 MB") in told.out


@pytest.mark.parametrize("what", ["tables", "lobby", "people"])
def test_the_doctor_counts_what_other_pages_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    path = bigger(tmp_path / "house.db")
    wreck(path, what)
    assert maintenance_commands.doctor(path) == 2
    told = capsys.readouterr()
    assert "12 tables with 2400 entries" in told.out
    assert ("Indexes of " if what == "lobby" else "Pages of ") in told.err
