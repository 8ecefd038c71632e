"""A restore may be killed, or fail, wherever it is: the house is the old one or the new one, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pioche.house import maintenance_commands
from pioche.house.stores import backup, recovery
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import StoreFailed
from tests.house.durability.test_recovery import filled
from tests.house.running import SERVE

OLD, NEW = 320, 120  # entries
PLAY_ON = """
import os, sys
from pioche.house.stores.sqlite import SQLiteStore
store = SQLiteStore(sys.argv[1])
store.open()
store.begin()
store.append("table0", 40, [b"after the copy"] * 200)
store.commit()
os.kill(os.getpid(), 9)
"""

KILLED_BEFORE_THE_LOG_IS_MOVED = """
import os, sys
from pioche.house import maintenance_commands
def about_to(deed, told):
    if deed == "os.rename" and str(told[0]).endswith("-wal"):
        os.kill(os.getpid(), 9)
sys.addaudithook(about_to)
maintenance_commands.restore(sys.argv[1], sys.argv[2])
"""


def killed(folder: Path) -> Path:
    """A house that was copied, played on and was killed: the latest moves stand in its log alone."""
    folder.mkdir(exist_ok=True)
    path = filled(folder / "house.db")
    backup.copy(path, folder.parent / "copy.db")
    subprocess.run([sys.executable, "-c", PLAY_ON, str(path)], check=False, timeout=30)
    assert path.with_name("house.db-wal").stat().st_size > 0
    return path


def serve(path: Path) -> subprocess.CompletedProcess[str]:
    """A house that cannot open."""
    command = [sys.executable, *SERVE, "--no-browser", "--port", "0", "--data", str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)


def pioche(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pioche", *arguments], capture_output=True, text=True, timeout=10, check=False
    )


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir() if not one.name.endswith(".lock")}


def opened(path: Path) -> tuple[int, int]:
    """Entries and epoch, as a house finds them that opens."""
    with closing(SQLiteStore(path)) as store:
        store.open()
        return len(store.journal("table0")) + len(store.journal("table1")) + len(store.journal("table2")), store.epoch


def start(path: Path) -> str:
    """What becomes of a start: the whole old house, the whole new one, or the sentence."""
    try:
        return {(OLD, 1): "old", (NEW, 2): "new"}[opened(path)]
    except StoreFailed as wrong:
        return {"restore_cut": "refused"}[wrong.problem]


def aside(path: Path) -> list[Path]:
    """Houses that were moved aside."""
    found = path.parent.glob("house.db.before-restore-*")
    return sorted(one for one in found if not one.name.endswith(("-wal", "-shm", "-journal")))


# -- killed -------------------------------------------------------------------------------------------------


def test_a_restore_that_is_killed_anywhere_loses_nothing(tmp_path: Path) -> None:
    path = killed(tmp_path / "house")
    kept = tmp_path / "kept"
    shutil.copytree(path.parent, kept)
    said: list[str] = []
    command = [sys.executable, "-m", "tests.house.durability.cut", str(tmp_path / "copy.db"), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as cutting:
        assert cutting.stdin is not None
        assert cutting.stdout is not None
        for nth in range(1, 100):
            shutil.rmtree(path.parent)
            shutil.copytree(kept, path.parent)
            print(nth, file=cutting.stdin, flush=True)
            ended = cutting.stdout.readline().strip()
            before = names(path.parent)
            again = tmp_path / "again"
            shutil.rmtree(again, ignore_errors=True)
            shutil.copytree(path.parent, again)  # SQLite writes while it opens
            said.append(start(path))
            if said[-1] == "refused":
                assert names(path.parent) == before
            again = again.rename(tmp_path / f"again{nth}") / "house.db"
            assert maintenance_commands.restore(tmp_path / "copy.db", again) == 0  # and then it is done again
            assert opened(again)[0] == NEW
            whole = [one for one in aside(again) if recovery.check_health(one).entries == OLD]  # with its log beside it
            assert len(whole) == 1, f"at {nth} of {said}: {names(again.parent)}"
            assert not [one for one in names(again.parent) if "restoring" in one or "restored" in one]
            if ended != "cut":
                assert ended == "0"
                break
    assert list(dict.fromkeys(said)) == ["old", "refused", "new"]
    assert said == sorted(said, key=["old", "refused", "new"].index)


def test_a_house_in_the_middle_of_a_restore_says_how_it_goes_on(tmp_path: Path) -> None:
    """The file is aside, its log is not."""
    path = killed(tmp_path / "house")
    command = [sys.executable, "-c", KILLED_BEFORE_THE_LOG_IS_MOVED, str(tmp_path / "copy.db"), str(path)]
    assert subprocess.run(command, check=False, timeout=30, capture_output=True).returncode == -9
    assert not path.exists()
    before = names(path.parent)
    done = serve(path)
    assert done.returncode == 2
    assert (
        done.stderr
        == f"Restoring {path} was interrupted. Nothing is lost; run it again: pioche restore COPY --data {path}.\n"
    )
    assert names(path.parent) == before
    assert maintenance_commands.restore(tmp_path / "copy.db", path) == 0
    assert opened(path)[0] == NEW
    assert [recovery.check_health(one).entries for one in aside(path)] == [OLD]


@pytest.mark.parametrize("left", ["no file", "an empty file"])
def test_a_log_without_its_database_is_not_opened_over(tmp_path: Path, left: str) -> None:
    path = killed(tmp_path / "house")
    away = path.rename(tmp_path / "away.db")
    if left == "an empty file":
        path.touch()
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    done = serve(path)
    assert done.returncode == 2
    assert done.stderr.startswith(
        f"{path} is missing, but {path}-wal holds its latest moves. Put {path} back beside it, or "
    )
    assert {name: (path.parent / name).read_bytes() for name in before} == before
    away.replace(path)
    assert opened(path) == (OLD, 1)


def test_two_restores_in_one_second_write_over_nothing(tmp_path: Path) -> None:
    path = killed(tmp_path / "house")
    for _ in range(3):
        recovery.put_back(tmp_path / "copy.db", path, now=1_800_000_000)
    assert sorted(recovery.check_health(one).entries for one in aside(path)) == [NEW, NEW, OLD]


def test_a_second_restore_of_the_same_copy_is_another_history(tmp_path: Path) -> None:
    """A page that knows the first one must not take the second for its continuation."""
    path = killed(tmp_path / "house")
    found = []
    for _ in range(3):
        assert maintenance_commands.restore(tmp_path / "copy.db", path) == 0
        found.append(opened(path)[1])
    assert found == [2, 3, 4]


# -- failed -------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("strace"), reason="strace lets a call to the system fail")
@pytest.mark.parametrize("call", ["pwrite64", "rename", "fsync"])
def test_a_restore_that_finds_no_room_leaves_the_house_as_it_was(tmp_path: Path, call: str) -> None:
    """From any of its writes on the disk is full."""
    path = killed(tmp_path / "house")
    copied = filled(tmp_path / "small.db", tables=1, entries=2)
    kept = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    watched = [f"--trace-path={path}{end}" for end in ("", "-wal", ".restored", ".restored.part")]
    watched.append(f"--trace-path={path.parent}")
    for nth in range(1, 60):
        full = [
            "strace",
            "-f",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            f"trace={call}",
            "-e",
            f"inject={call}:error=ENOSPC:when={nth}+",
            *watched,
        ]
        command = [*full, sys.executable, "-m", "pioche", "restore", str(copied), "--data", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        if done.returncode == 0:
            assert opened(path) == (2, 2)
            break
        assert done.stderr.startswith(f"The disk is full: no room for {path}. "), nth
        assert names(path.parent) == {name for name in kept if not name.endswith(".lock")}, nth
        assert all((path.parent / name).read_bytes() == was for name, was in kept.items() if not name.endswith("-shm")), nth
    assert nth > 3
    assert [recovery.check_health(one).entries for one in aside(path)] == [OLD]


NARROW = """
import resource, signal, sys
from pioche.house import maintenance_commands, serve
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
command, path = sys.argv[1:]
sys.exit(serve.main(port=0, data=path, open_browser=False) if command == "serve" else maintenance_commands.doctor(path))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the bound is one of Linux")
@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_a_closed_house_on_a_full_disk_says_so(tmp_path: Path, command: str) -> None:
    """SQLite says `disk I/O error`: the index of its log does not fit. No file may grow beyond its first page."""
    path = filled(tmp_path / "house.db")
    done = subprocess.run(
        [sys.executable, "-c", NARROW, command, str(path)], capture_output=True, text=True, timeout=10, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"The disk is full: no room for {path}. ")


# -- what is no file ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["restore", "serve"])
@pytest.mark.parametrize("named", ["house", "house/", "missing/folder/"])
def test_a_folder_is_no_house_and_stays_where_it_is(tmp_path: Path, named: str, command: str) -> None:
    path = killed(tmp_path / "house")
    before = names(tmp_path), names(path.parent)
    arguments = [command, str(tmp_path / "copy.db")] if command == "restore" else [command, "--no-browser", "--port", "0"]
    done = pioche(*arguments, "--data", f"{tmp_path}/{named}")
    assert done.returncode == 2
    folder = f"{tmp_path}/{named}".rstrip("/")
    assert done.stderr == f"{folder} is a folder. Name a file in it: --data {folder}/house.db.\n"
    assert (names(tmp_path), names(path.parent)) == before
    assert opened(path) == (OLD, 1)


# -- two names ----------------------------------------------------------------------------------------------


def test_a_house_is_open_under_all_its_names(tmp_path: Path) -> None:
    path = killed(tmp_path / "house")
    (tmp_path / "link.db").symlink_to(path)
    with closing(SQLiteStore(path)) as store:
        store.open()
        second = serve(tmp_path / "link.db")
        assert second.returncode == 2
        assert second.stderr.startswith(f"Another server is using {tmp_path}/link.db.")
        assert maintenance_commands.restore(tmp_path / "copy.db", tmp_path / "link.db") == 2
    (tmp_path / "folder").symlink_to(tmp_path / "house")
    with closing(SQLiteStore(tmp_path / "folder" / "house.db")) as store:
        store.open()
        assert serve(path).stderr.startswith("Another server is using ")


def test_a_second_name_of_the_same_file_is_refused(tmp_path: Path) -> None:
    path = killed(tmp_path / "house")
    (tmp_path / "second.db").hardlink_to(path)
    before = names(tmp_path), names(path.parent)
    for name in (path, tmp_path / "second.db"):
        refused = serve(name)
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"{name} has a second name on this disk (a hard link): ")
        assert maintenance_commands.restore(tmp_path / "copy.db", name) == 2
    assert (names(tmp_path), names(path.parent)) == before
    (tmp_path / "second.db").unlink()
    assert opened(path) == (OLD, 1)


def test_a_link_leads_to_what_was_restored(tmp_path: Path) -> None:
    path = killed(tmp_path / "house")
    link = tmp_path / "link.db"
    link.symlink_to(path)
    assert maintenance_commands.restore(tmp_path / "copy.db", link) == 0
    assert link.is_symlink()
    assert opened(path) == opened(link) == (NEW, 2)
    assert [recovery.check_health(one).entries for one in aside(path)] == [OLD]
    assert names(tmp_path) == {"house", "copy.db", "link.db"}


# -- whose it is --------------------------------------------------------------------------------------------

SERVICE = 65_534  # a user that is not root


def owners(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(one.relative_to(folder)): (one.stat().st_uid, one.stat().st_gid) for one in folder.rglob("*")}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("there", ["house.db", "nothing", "no folder"])
def test_what_root_restores_belongs_to_the_house(tmp_path: Path, there: str) -> None:
    path = killed(tmp_path / "house")
    if there != "house.db":
        shutil.rmtree(path.parent)
        path.parent.mkdir()
    os.chown(path.parent, SERVICE, SERVICE)
    for one in path.parent.iterdir():
        os.chown(one, SERVICE, SERVICE)
    path.with_name("house.db.lock").unlink(missing_ok=True)
    goal = path.parent / "new" / "house.db" if there == "no folder" else path
    assert maintenance_commands.restore(tmp_path / "copy.db", goal) == 0
    found = owners(path.parent)
    assert {str(goal.relative_to(path.parent)), f"{goal.relative_to(path.parent)}.lock"} <= set(found)
    assert set(found.values()) == {(SERVICE, SERVICE)}, found
    assert goal.stat().st_mode & 0o777 == 0o600
