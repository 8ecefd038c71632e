"""A file that is no house, or that may not be opened, is named in a sentence and left alone."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from pioche.house import maintenance_commands
from pioche.house.stores import backup
from tests.house.durability.test_copies import wreck
from tests.house.durability.test_recovery import filled
from tests.house.durability.test_restore import killed, names, pioche, serve

STORED = Path(__file__).parent / "stored"

# -- what is no house ---------------------------------------------------------------------------------------


def of_another_program(path: Path, *tables: str) -> Path:
    with closing(sqlite3.connect(path)) as file:
        for name in tables:
            file.execute(f"CREATE TABLE {name} (title TEXT)")
        file.commit()
    return path


@pytest.mark.parametrize("tables", [("books",), ("house", "books"), ("tables", "people")])
def test_the_file_of_another_program_is_left_alone(tmp_path: Path, tables: tuple[str, ...]) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    path = of_another_program(folder / "other.sqlite", *tables)
    path.chmod(0o644)
    before = path.read_bytes()
    backup.copy(filled(tmp_path / "house.db"), tmp_path / "copy.db")
    for done in (
        serve(path),
        pioche("doctor", "--data", str(path)),
        pioche("restore", str(tmp_path / "copy.db"), "--data", str(path)),
    ):
        assert done.returncode == 2
        assert done.stderr.startswith(f"{path} isn’t a Pioche data file; it was not touched. ")
    assert pioche("restore", str(path), "--data", str(tmp_path / "house.db")).stderr.startswith(
        f"{path} isn’t a Pioche data file;"
    )
    assert [one.name for one in folder.iterdir()] == ["other.sqlite"]
    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_what_keeps_nothing_is_no_house(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path, 0o666)
    path.chmod(0o666)
    backup.copy(filled(tmp_path / "house.db"), tmp_path / "copy.db")
    before = names(tmp_path)
    for done in (serve(path), pioche("restore", str(tmp_path / "copy.db"), "--data", str(path))):
        assert done.returncode == 2
        assert done.stderr == f"{path} isn’t an ordinary file. Name another place with --data.\n"
    assert names(tmp_path) == before
    assert path.is_fifo()
    assert path.stat().st_mode & 0o777 == 0o666


@pytest.mark.parametrize("asked", ["doctor", "backup", "export"])
@pytest.mark.parametrize("what", ["books", "empty", "pipe"])
def test_only_a_house_is_copied_and_exported(tmp_path: Path, asked: str, what: str) -> None:
    path = tmp_path / "theirs"
    if what == "books":
        of_another_program(path, "books")
    elif what == "empty":
        path.touch()
    elif hasattr(os, "mkfifo"):
        os.mkfifo(path)
    else:
        pytest.skip("Windows has no such files")
    goal = [] if asked == "doctor" else [str(tmp_path / "goal")]
    done = pioche(asked, *goal, "--data", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    said = (
        "isn’t an ordinary file. Name another place with --data."
        if what == "pipe"
        else "isn’t a Pioche data file; it was not touched. Name another file."
    )
    assert done.stderr == f"{path} {said}\n"
    assert names(tmp_path) == {"theirs"}


def test_a_house_of_an_older_version_is_read_as_it_is(tmp_path: Path) -> None:
    """Whoever has just upgraded may copy and export before the house is opened for the first time."""
    path = tmp_path / "house.db"
    path.write_bytes(gzip.decompress((STORED / "0.1.0" / "house.db.gz").read_bytes()))
    before = path.read_bytes()
    assert pioche("doctor", "--data", str(path)).stdout.endswith("Nothing is damaged.\n")
    assert pioche("backup", str(tmp_path / "copy.db"), "--data", str(path)).returncode == 0
    done = pioche("export", str(tmp_path / "records"), "--data", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list((tmp_path / "records").iterdir())) >= 15, "each game was played to its end there"
    assert path.read_bytes() == before


def test_what_is_left_of_a_damaged_house_is_exported(tmp_path: Path) -> None:
    """The page with the lists is lost; every journal is there."""
    path = tmp_path / "house.db"
    path.write_bytes(gzip.decompress((STORED / "0.2.0" / "house.db.gz").read_bytes()))
    wreck(path, "tables")
    done = pioche("export", str(tmp_path / "records"), "--data", str(path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"Pages of {path} are damaged, and ")
    assert len(list((tmp_path / "records").iterdir())) >= 15


def test_a_damaged_schema_is_told(tmp_path: Path) -> None:
    """SQLite quotes what it cannot read, and Python cannot read the quotation."""
    path = filled(tmp_path / "house.db")
    data = path.read_bytes()
    assert b"CREATE TABLE entries" in data
    path.write_bytes(data.replace(b"CREATE TABLE entries", b"CREATE\xffTABLE entries"))
    for words in (["doctor"], ["export", str(tmp_path / "records")], ["backup", str(tmp_path / "copy.db")]):
        done = pioche(*words, "--data", str(path))
        assert done.returncode == 2
        assert done.stderr.startswith(f"{path} is damaged, or isn’t a Pioche data file. "), done.stderr
    assert serve(path).stderr.startswith(f"{path} is damaged, or isn’t a Pioche data file. ")


@pytest.mark.parametrize("index", ["lobby", "logins", "visits_of"])
def test_a_damaged_index_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], index: str) -> None:
    """Going back to a copy of last night would lose a day. What the doctor says is done to the letter."""
    path = filled(tmp_path / "house.db")
    with closing(sqlite3.connect(path)) as file:
        for n in range(50):
            file.execute("INSERT INTO people VALUES (?, 'A', 'en', ?, '', 0)", (f"p{n}", f"login{n}"))
            file.execute("INSERT INTO visits VALUES (?, 'table0', ?)", (f"p{n}", n))
        file.execute("INSERT INTO tables SELECT DISTINCT code, 'pairs', '', 1, 'gathering', 0, 0, '', x'' FROM entries")
        file.commit()
    wreck(path, index)
    before = path.read_bytes()
    assert maintenance_commands.doctor(path) == 2
    assert path.read_bytes() == before
    advice = "Stop the server and rebuild them: pioche backup COPY --data {0}, then pioche restore COPY --data {0}.\n"
    assert capsys.readouterr().err == f"Indexes of {path} are damaged, but every row can be read. {advice.format(path)}"
    assert maintenance_commands.make_copy(tmp_path / "COPY", path) == 0
    assert maintenance_commands.restore(tmp_path / "COPY", path) == 0
    assert maintenance_commands.doctor(path) == 0
    with closing(sqlite3.connect(path)) as file:
        assert [
            file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("entries", "people", "visits", "tables")
        ] == [120, 50, 50, 3]


def test_advice_names_the_house_it_is_about(tmp_path: Path) -> None:
    """Without its name the command would look at the usual house, and put the copy in its place."""
    path = filled(tmp_path / "house.db")
    assert f"pioche backup FOLDER --data {path}." in pioche("doctor", "--data", str(path)).stdout
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE entries SET body = x'00' WHERE code = 'table1' AND n = 2")
        file.commit()
    for lang, copied in (("en", "COPY"), ("fr", "COPIE")):
        done = pioche("doctor", "--data", str(path), "--lang", lang)
        assert done.stderr.endswith(f"pioche restore {copied} --data {path}.\n")
        path.with_name("noise").write_bytes(b"noise" * 5000)
        assert pioche("doctor", "--data", str(tmp_path / "noise"), "--lang", lang).stderr.endswith(
            f"pioche restore {copied} --data {tmp_path}/noise.\n"
        )


@pytest.mark.parametrize(
    "lost", ["DROP TABLE house", "DELETE FROM house WHERE name='version'", "DELETE FROM house WHERE name='epoch'"]
)
def test_a_house_that_lost_its_own_rows_is_damaged(tmp_path: Path, lost: str) -> None:
    path = filled(tmp_path / "house.db")
    with closing(sqlite3.connect(path)) as file:
        file.execute(lost)
        file.commit()
    for done in (serve(path), pioche("doctor", "--data", str(path))):
        assert done.returncode == 2
        assert done.stderr.startswith(f"{path} is damaged, or isn’t a Pioche data file")


# -- what a person is told ----------------------------------------------------------------------------------


def test_another_copy_is_asked_for_when_one_is_no_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = filled(tmp_path / "house.db")
    (tmp_path / "noise.db").write_bytes(b"noise" * 5000)
    assert maintenance_commands.restore(tmp_path / "noise.db", path) == 2
    assert capsys.readouterr().err.endswith(" Use another copy.\n")
    assert maintenance_commands.restore(tmp_path / "noise.db", path, "fr") == 2
    assert capsys.readouterr().err.endswith(" Prenez une autre copie.\n")
    (tmp_path / "empty.db").touch()
    assert maintenance_commands.restore(tmp_path / "empty.db", path) == 2
    assert (
        capsys.readouterr().err == f"{tmp_path}/empty.db isn’t a Pioche data file; it was not touched. Name another file.\n"
    )
    assert maintenance_commands.restore("house.dump", store="postgresql://house") == 2
    assert "stop the server, then run pg_restore --clean --if-exists --dbname=ADDRESS house.dump." in capsys.readouterr().err


def test_a_name_no_disk_can_keep_is_told(tmp_path: Path) -> None:
    backup.copy(filled(tmp_path / "house.db"), tmp_path / "copy.db")
    name = str(tmp_path / ("n" * 300))
    for done in (
        pioche("serve", "--no-browser", "--port", "0", "--data", name),
        pioche("restore", str(tmp_path / "copy.db"), "--data", name),
    ):
        assert done.returncode == 2
        assert (
            done.stderr == f"The server can’t keep its data in {name}: File name too long. Name another place with --data.\n"
        )
    done = pioche("restore", name, "--data", str(tmp_path / "house.db"))
    assert done.stderr.startswith(f"{name} can’t be read: File name too long. Name another copy")


FOR_SOMEBODY_ELSE = """
import os, sys
from pioche.house import maintenance_commands, serve
from pioche.terminal.commands import house_commands
os.setgid(65534); os.setuid(65534)
command, copied, path = sys.argv[1:]
sys.exit(serve.main(port=0, data=path, open_browser=False) if command == "serve" else maintenance_commands.restore(copied, path))
"""


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root may become somebody else")
def test_where_somebody_may_not_go_is_told() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        path = killed(folder / "house")
        path.parent.chmod(0o700)
        shutil.copy(folder / "copy.db", folder / "open.db")
        (folder / "open.db").chmod(0o644)

        def told(command: str, copied: str, goal: Path) -> str:
            asked = [sys.executable, "-c", FOR_SOMEBODY_ELSE, command, str(folder / copied), str(goal)]
            done = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=False)
            assert done.returncode == 2, done.stderr
            return done.stderr

        assert told("serve", "", path).startswith(f"You may not write to {path}. ")
        assert told("restore", "open.db", path).startswith(f"You may not write to {path}. ")
        assert told("restore", "open.db", folder / "new.db").startswith(f"You may not write to {folder}/new.db. ")
        assert told("restore", "copy.db", path).startswith(f"{folder}/copy.db can’t be read: Permission denied. ")
        assert told("restore", "house/house.db", path).startswith(
            f"{folder}/house/house.db can’t be read: Permission denied. "
        )
