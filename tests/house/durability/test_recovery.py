"""A copy goes back in one command, a damaged house is told as such, and nobody else reads its files."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pioche.client import Client
from pioche.house import maintenance_commands, serve
from pioche.house.protocol.messages import Settings
from pioche.house.stores import backup, recovery, sqlite
from pioche.house.stores.house_file import companions
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import Problem, StoreDamaged, StoreFailed
from pioche.house.tables import journal as j
from tests.house.running import SERVE, Running, run


def filled(path: Path, tables: int = 3, entries: int = 40) -> Path:
    """A closed house with some journals."""
    store = SQLiteStore(path)
    store.open()
    store.begin()
    for k in range(tables):
        opened = j.Opened(code=f"table{k}", game="pairs", preset="", options={"seats": 2}, settings=Settings())
        people = [j.Joined(person=f"person {n}", name=f"P{n}") for n in range(1, entries)]
        store.append(f"table{k}", 0, [j.write(entry) for entry in (opened, *people)])
    store.commit()
    store.close()
    return path


def open_to_others(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode) & 0o077


# -- nobody else reads --------------------------------------------------------------------------------------


def test_every_file_of_a_playing_house_is_its_owners_alone(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "1000")

    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            await alice.make("pairs", more={"start": True, "sit": 0})

    try:
        run(play())
        files = list(tmp_path.glob("house.db*"))
        assert {path.name for path in files} >= {"house.db", "house.db-wal", "house.db-shm"}
        assert [path.name for path in files if open_to_others(path)] == []
    finally:
        house.stop()


def test_files_left_open_by_an_older_version_are_closed(tmp_path: Path) -> None:
    path = filled(tmp_path / "house.db")
    path.chmod(0o644)
    store = SQLiteStore(path)
    store.open()
    store.begin()
    store.append("later", 0, [b"x"])
    store.commit()
    assert [one.name for one in (path, *companions(path)) if one.exists() and open_to_others(one)] == []
    store.close()


def test_a_copy_is_its_owners_from_the_first_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = filled(tmp_path / "house.db")
    seen: list[int] = []
    real = Path.replace

    def replace(self: Path, goal: Path) -> Path:
        seen.append(open_to_others(self))
        return real(self, goal)

    monkeypatch.setattr(Path, "replace", replace)
    backup.copy(path, tmp_path / "copy.db")
    assert seen == [0]
    assert open_to_others(tmp_path / "copy.db") == 0


# -- one house to a file ------------------------------------------------------------------------------------


def test_a_second_house_on_the_same_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    house = Running(tmp_path, "--loose", "1000")
    try:
        second = [sys.executable, *SERVE, "--no-browser", "--port", "0", "--data", str(house.data)]
        done = subprocess.run(second, capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("Another server is using ")
        house.kill()
        house.start()  # a house that was killed leaves no lock behind
    finally:
        house.stop()


def test_a_house_that_is_open_is_not_restored_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = filled(tmp_path / "house.db")
    backup.copy(path, tmp_path / "copy.db")
    store = SQLiteStore(path)
    store.open()
    try:
        assert maintenance_commands.restore(tmp_path / "copy.db", path, "fr") == 2
        assert capsys.readouterr().err.startswith("Un autre serveur utilise ")
        with pytest.raises(StoreFailed) as no:
            SQLiteStore(path).open()
        assert no.value.problem is Problem.IN_USE
    finally:
        store.close()


# -- restore ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left_over", ["-wal", "-shm", "-journal"])
def test_what_a_dead_house_left_beside_its_file_is_moved_aside(tmp_path: Path, left_over: str) -> None:
    """Beside another file it would destroy it."""
    path = filled(tmp_path / "house.db")
    backup.copy(path, tmp_path / "copy.db")
    later = SQLiteStore(path)
    later.open()
    later.begin()
    later.append("table0", 40, [b"after the copy"] * 200)
    later.commit()
    torn = {one.name: one.read_bytes() for one in (path, *companions(path)) if one.exists()}
    later.close()
    for name, data in torn.items():  # as if the machine had died
        (tmp_path / name).write_bytes(data)
    (tmp_path / f"house.db{left_over}").write_bytes(torn["house.db-wal"])

    aside = recovery.put_back(tmp_path / "copy.db", path)

    assert path in [path.with_name(one.name.partition(".before")[0]) for one in aside]
    assert {one.name.rpartition("-")[2] for one in aside} >= {left_over.removeprefix("-")}
    found = recovery.check_health(path)
    assert found.whole
    assert (found.tables, found.entries, found.epoch) == (3, 120, 2)


def test_a_damaged_copy_is_not_put_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = filled(tmp_path / "house.db"), tmp_path / "copy.db"
    shutil.copyfile(path, copy)
    with sqlite3.connect(copy) as file:
        file.execute("UPDATE entries SET body = 'edited' WHERE code = 'table1' AND n = 7")
    assert maintenance_commands.restore(copy, path) == 2
    assert "1 table can’t be read (table1)" in capsys.readouterr().err
    assert recovery.check_health(path).whole
    (tmp_path / "noise.db").write_bytes(b"noise" * 5000)
    with pytest.raises(StoreDamaged):
        recovery.put_back(tmp_path / "noise.db", path)
    assert recovery.check_health(path).entries == 120


def test_the_latest_copy_of_a_folder_goes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = filled(tmp_path / "house.db"), tmp_path / "copies"
    for day in range(10):
        backup.copy_into(path, folder, kept=3, now=1_800_000_000 + day * 86_400)
    (folder / "mine.txt").write_text("not a copy")
    kept = backup.copies(folder)
    assert len(kept) == 3
    path.unlink()
    assert maintenance_commands.restore(folder, path) == 0
    assert str(kept[-1]) in capsys.readouterr().out
    assert recovery.check_health(path).entries == 120
    assert (folder / "mine.txt").exists()


def test_a_copy_made_by_hand_deletes_none(tmp_path: Path) -> None:
    """Into the folder in which a timer keeps fourteen, without saying how many."""
    path, folder = filled(tmp_path / "house.db"), tmp_path / "copies"
    for day in range(14):
        backup.copy_into(path, folder, kept=14, now=1_700_000_000 + day * 86_400)
    assert maintenance_commands.make_copy(folder, path) == 0
    assert len(backup.copies(folder)) == 15


def test_any_sign_may_stand_in_the_name_of_a_folder(tmp_path: Path) -> None:
    """In the address of a file some of them mean something else."""
    folder = tmp_path / "100% #1 ? été"
    folder.mkdir()
    path = filled(folder / "house.db")
    backup.copy(path, folder / "copy.db")
    assert recovery.check_health(folder / "copy.db").entries == recovery.check_health(path).entries == 120
    recovery.put_back(folder / "copy.db", path)
    assert recovery.check_health(path).entries == 120
    assert [one.name for one in tmp_path.iterdir()] == [folder.name]


# -- what is wrong is said ----------------------------------------------------------------------------------


def test_the_doctor_tells_what_there_is_and_names_what_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = filled(tmp_path / "house.db")
    assert maintenance_commands.doctor(path) == 0
    assert "It contains 3 tables with 120 entries" in capsys.readouterr().out
    with sqlite3.connect(path) as file:
        file.execute("UPDATE entries SET chain = x'00' WHERE code = 'table2' AND n = 3")
    assert maintenance_commands.doctor(path, "fr") == 2
    assert "1 table est endommagée\N{NO-BREAK SPACE}: table2" in capsys.readouterr().err


def newer(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE house SET value = '99' WHERE name = 'version'")


def noise(path: Path) -> None:
    path.write_bytes(b"this is not a database" * 500)


@pytest.mark.parametrize(
    ("spoil", "problem", "words"),
    [(newer, Problem.NEWER, "a newer Pioche"), (noise, Problem.DAMAGED, "is damaged, or isn’t a Pioche data file")],
)
def test_each_trouble_has_its_own_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: object, problem: Problem, words: str
) -> None:
    path = filled(tmp_path / "house.db")
    assert callable(spoil)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(StoreFailed) as no:
        SQLiteStore(path).open()
    assert no.value.problem is problem
    assert path.read_bytes() == before, "it is left as it was"
    assert maintenance_commands.doctor(path) == 2
    assert words in capsys.readouterr().err
    done = subprocess.run(
        [sys.executable, *SERVE, "--no-browser", "--port", "0", "--data", str(path)],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert words in done.stderr


def test_a_copy_that_cannot_go_back_is_named_and_the_house_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = filled(tmp_path / "house.db")
    for spoil, words in ((newer, "was written by a newer Pioche"), (noise, "is damaged, or isn’t a Pioche data file")):
        copied = filled(tmp_path / f"{spoil.__name__}.db", tables=1)
        spoil(copied)
        assert maintenance_commands.restore(copied, path) == 2
        assert capsys.readouterr().err.startswith(f"{copied} {words}")
        assert recovery.check_health(path).entries == 120


def full(path: Path) -> None:
    """A house that has no room for one page more: SQLite itself says that it is full."""
    path.unlink()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_full_damaged_newer_and_taken_are_told_apart_in_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    said = {}
    for spoil in (newer, noise, full):
        path = filled(tmp_path / f"{spoil.__name__}.db")
        spoil(path)
        with monkeypatch.context() as narrow:
            if spoil is full:
                narrow.setitem(sqlite.PRAGMAS, "max_page_count", "2")
            assert serve.main(port=0, data=path, lang=lang, open_browser=False) == 2
        said[spoil.__name__] = capsys.readouterr().err.replace(str(path), "FILE")
    path = filled(tmp_path / "taken.db")
    with contextlib.closing(SQLiteStore(path)) as open_already:
        open_already.open()
        assert serve.main(port=0, data=path, lang=lang, open_browser=False) == 2
    said["taken"] = capsys.readouterr().err.replace(str(path), "FILE")
    words = {
        "en": {
            "newer": "a newer Pioche",
            "noise": "is damaged",
            "full": "The disk is full",
            "taken": "Another server is using",
        },
        "fr": {
            "newer": "plus récente",
            "noise": "est endommagé",
            "full": "plus de place sur le disque",
            "taken": "Un autre serveur utilise",
        },
    }
    for name, sentence in said.items():
        assert words[lang][name] in sentence
        assert "FILE" in sentence
        assert sentence.count("\n") == 1
    assert len(set(said.values())) == 4
