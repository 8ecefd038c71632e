"""Copies in a folder: which of them go, what is said of a damaged one, and what is wrong with the place they are to go."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from pioche.house import maintenance_commands
from pioche.house.operations.metrics import counts
from pioche.house.stores import backup, recovery
from pioche.house.stores.damage import damage
from pioche.house.stores.nightly import NightlyCopies
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import StoreFailed
from tests.house.durability.test_recovery import filled

WRONG = "house-2026-13-45-996199.db"  # a name like ours, but no date


def at(written: str) -> float:
    return time.mktime(time.strptime(written, "%Y-%m-%d %H:%M"))


def edit(path: Path) -> None:
    """One body of one table."""
    with sqlite3.connect(path) as file:
        file.execute("UPDATE entries SET body = 'edited' WHERE code = 'table1' AND n = 7")
    file.close()


def wreck(path: Path, table: str) -> None:
    """One page of this table or index, in the middle of the file."""
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = file.execute(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path", (table,)
        ).fetchall()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    file.close()
    with path.open("r+b") as raw:
        raw.seek((pages[len(pages) // 2][0] - 1) * size)
        raw.write(b"\x77" * size)


# -- dates ----------------------------------------------------------------------------------------------------


def test_a_date_in_the_future_ends_no_copies(tmp_path: Path) -> None:
    copies = NightlyCopies(filled(tmp_path / "house.db"))
    copies.folder.mkdir()
    (copies.folder / "house-2031-01-01-000000.db").write_bytes(b"made by a clock that was wrong")
    (copies.folder / WRONG).write_bytes(b"not ours")
    for day in range(10, 20):
        assert copies.copy_if_due(at(f"2026-03-{day} 12:00"))
    names = [one.name for one in backup.copies(copies.folder, at("2026-03-19 13:00"))]
    assert [name[6:16] for name in names] == [f"2026-03-{day}" for day in range(13, 20)]
    assert (copies.folder / WRONG).exists()


def test_the_copy_just_made_never_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = filled(tmp_path / "house.db"), tmp_path / "copies"
    folder.mkdir()
    for name in ("house-2031-01-01-000000.db", "house-2031-01-02-000000.db", WRONG):
        (folder / name).write_bytes(b"not a house")
    for keep in (2, 1):
        assert maintenance_commands.make_copy(folder, path, keep=keep) == 0
        assert (made := Path(capsys.readouterr().out.rpartition(" to ")[2].strip()[:-1])).exists()
        assert len(backup.copies(folder)) == keep
        assert backup.copies(folder)[-1] == made
    assert (folder / WRONG).exists()


def test_of_copies_with_dates_nobody_believes_the_file_tells_which_is_older(tmp_path: Path) -> None:
    now = at("2026-03-10 12:00")
    for name, written in (("2040", now - 500), ("2050", now - 900), ("2060", at("2033-01-01 00:00"))):
        (tmp_path / f"house-{name}-01-01-000000.db").touch()
        os.utime(tmp_path / f"house-{name}-01-01-000000.db", (written, written))
    (tmp_path / "house-2026-03-10-115500.db").touch()
    assert [one.name[6:10] for one in backup.copies(tmp_path, now)] == ["2060", "2050", "2040", "2026"]


def test_a_copy_that_was_opened_is_a_house_and_stays(tmp_path: Path) -> None:
    """Somebody went back to a copy by opening it where it lies."""
    path, folder = filled(tmp_path / "house.db"), tmp_path / "copies"
    opened = backup.copy_into(path, folder, now=1_700_000_000).path
    with closing(SQLiteStore(opened)) as house:
        house.open()
        for day in range(1, 5):
            made = backup.copy_into(opened, folder, kept=2, now=1_700_000_000 + day * 86_400)
        assert opened.exists()
        assert len(backup.copies(folder)) == 2
    assert maintenance_commands.restore(folder, path) == 0
    assert backup.copies(folder)[-1] == made.path


WRITES_ON = """
import sqlite3, sys, time
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("PRAGMA synchronous=OFF")
until, n = time.monotonic() + 20, 0
while time.monotonic() < until:
    file.execute("UPDATE people SET made = made + 1 WHERE id = 'busy'")
    if not n:
        print("begun", flush=True)
    n += 1
"""


def test_a_house_that_is_written_to_all_the_while_is_copied(tmp_path: Path) -> None:
    """SQLite begins a copy again from the first page when something was written in between, unless it copies one moment."""
    path = filled(tmp_path / "house.db")
    with closing(sqlite3.connect(path)) as file:  # more than is copied in one step
        file.execute(
            "INSERT INTO people VALUES ('busy', '', '', '', '', 0), ('large', ?, '', '', '', 0)", ("x" * 60_000_000,)
        )
        file.commit()
    with closing(SQLiteStore(path)) as house:
        house.open()
        with subprocess.Popen([sys.executable, "-c", WRITES_ON, str(path)], stdout=subprocess.PIPE, text=True) as writing:
            assert writing.stdout is not None
            assert writing.stdout.readline() == "begun\n"
            made = backup.copy(path, tmp_path / "copy.db")
            still = writing.poll() is None
            writing.kill()
        assert house.db is not None
        written = "SELECT made FROM people WHERE id = 'busy'"
        (last,) = house.db.execute(written).fetchone()
    with closing(sqlite3.connect(made.path)) as file:
        (copied,) = file.execute(written).fetchone()
    assert still, "it waited until nobody wrote any more"
    assert last > copied + 20, "all the while somebody wrote"
    assert not made.damage
    assert recovery.check_health(made.path).entries == 120


# -- damage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("harm", [edit, lambda path: wreck(path, "entries")], ids=["an entry", "a page"])
def test_a_whole_copy_is_never_replaced_by_damaged_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: object
) -> None:
    path, folder = filled(tmp_path / "house.db", entries=300), tmp_path / "copies"
    for day in range(3):
        whole = backup.copy_into(path, folder, kept=3, now=1_700_000_000 + day * 86_400).path
    assert callable(harm)
    harm(path)
    for day in range(5, 10):
        made = backup.copy_into(path, folder, kept=2, now=1_700_000_000 + day * 86_400)
        assert made.damage.codes == ("table1",)
        assert made.path.exists()
    assert maintenance_commands.make_copy(folder, path, keep=2) == 2
    told = capsys.readouterr()
    assert "3 tables copied" in told.out
    assert "The copy is damaged because the data file is: 1 table in it can’t be read (table1)." in told.err
    assert backup.copies(folder)[0] == whole
    assert len(backup.copies(folder)) == 3, "the last two, and the last that is whole"
    assert maintenance_commands.restore(folder, path) == 2
    assert recovery.check_health(whole).whole
    assert maintenance_commands.restore(whole, path) == 0
    assert maintenance_commands.make_copy(folder, path, "fr", keep=2) == 0
    assert whole not in backup.copies(folder), "a later one is whole"
    assert len(backup.copies(folder)) == 2


def test_a_damaged_copy_of_the_night_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    copies = NightlyCopies(filled(tmp_path / "house.db"))
    assert copies.copy_if_due(at("2026-03-01 12:00"))
    assert not caplog.records
    edit(copies.path)
    for day in range(2, 12):
        assert copies.copy_if_due(at(f"2026-03-{day:02} 12:00"))
    lines = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(lines) == 10
    assert lines[0].getMessage() == "the copy of the night is damaged: pioche doctor says more"
    assert lines[0].table == "table1"  # type: ignore[attr-defined]
    assert counts.copy_damage._value.get() == 1
    there = backup.copies(copies.folder, at("2026-03-12 12:00"))
    assert [bool(damage(one)) for one in there] == [False, *[True] * 7]


def test_a_house_that_is_none_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_bytes(b"noise" * 5000)
    with pytest.raises(StoreFailed):
        backup.copy(tmp_path / "house.db", tmp_path / "copy.db")
    assert not NightlyCopies(tmp_path / "house.db").copy_if_due()
    assert not list(tmp_path.rglob("*.part"))


# -- places ---------------------------------------------------------------------------------------------------


def test_what_is_wrong_with_the_place_of_a_copy_is_said_of_that_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = filled(tmp_path / "house.db")
    (file := tmp_path / "file").write_text("mine")
    said = {}
    for name, goal, keep in (
        ("missing", tmp_path / "missing" / "copy.db", 0),
        ("keep", file, 3),
        ("exists", file, 0),
        ("below", file / "copies", 3),
    ):
        assert maintenance_commands.make_copy(goal, path, "en", keep=keep) == 2
        said[name] = capsys.readouterr().err.replace(str(tmp_path), "")
    assert said["missing"] == "The folder /missing doesn’t exist. Create it first, or name another place.\n"
    assert said["keep"] == "/file is a file, but --keep counts the copies in a folder. Name a folder, or leave out --keep.\n"
    assert said["exists"] == "/file already exists. Name another file.\n"
    assert said["below"].startswith("/file/copies can’t be written")
    assert file.read_text() == "mine"
    assert not list(tmp_path.rglob("*.part"))


def test_a_folder_may_be_new(tmp_path: Path) -> None:
    path = filled(tmp_path / "house.db")
    assert maintenance_commands.make_copy(f"{tmp_path}/new/", path) == 0
    assert len(backup.copies(tmp_path / "new")) == 1
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_what_is_wrong_with_the_house_is_said_of_the_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(b"noise" * 5000)
    assert maintenance_commands.make_copy(tmp_path / "copy.db", path) == 2
    assert capsys.readouterr().err.startswith(f"{path} is damaged, or isn’t a Pioche data file")
    assert maintenance_commands.make_copy(tmp_path / "copy.db", tmp_path) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path} is a folder")


def test_a_full_disk_is_that_of_the_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A real disk of its own with room for nothing."""
    path, small = filled(tmp_path / "house.db", tables=30, entries=300), tmp_path / "small"
    small.mkdir()
    if os.system(f"mount -t tmpfs -o size=64k none {small} 2>/dev/null"):
        pytest.skip("no disk can be mounted here")
    try:
        assert maintenance_commands.make_copy(small / "copy.db", path) == 2
        said = capsys.readouterr().err
        assert said == f"The disk is full: no room for {small / 'copy.db'}. Free some space, or name another place for it.\n"
        assert not list(small.iterdir())
    finally:
        os.system(f"umount {small}")


def test_a_copy_of_a_copy_is_one(tmp_path: Path) -> None:
    path = filled(tmp_path / "house.db")
    first = backup.copy(path, tmp_path / "first.db")
    shutil.copyfile(first.path, tmp_path / "by-hand.db")
    assert not backup.copy(tmp_path / "by-hand.db", tmp_path / "second.db").damage
