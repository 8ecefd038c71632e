"""The files of an open house are deleted, moved, replaced or cut short: no move is acknowledged that nobody would find again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from pioche.client import Client, Refused
from pioche.house.stores import backup
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import StoreFailed
from pioche.house.stores.writer import Writer
from pioche.house.tables import journal as j
from tests.house.durability.test_restore import serve
from tests.house.running import Running, run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files where they are")


def deleted(folder: Path) -> None:
    for one in folder.glob("house.db*"):
        one.unlink()


def without_its_database(folder: Path) -> None:
    (folder / "house.db").unlink()


def replaced(folder: Path) -> None:
    """Somebody who does not know of `pioche restore` goes back to a copy."""
    backup.copy(folder / "house.db", folder / "copy.db")
    (folder / "copy.db").replace(folder / "house.db")


def emptied(folder: Path) -> None:
    os.truncate(folder / "house.db", 0)


def without_its_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def play(folder: Path, deed: Callable[[Path], object]) -> tuple[list[str], list[str], list[str], str]:
    """What was acknowledged after that, what refused, what a house finds that opens then, and what the door says."""
    folder.mkdir()
    (folder / "house.log").symlink_to(folder.parent / "house.log")
    house = Running(folder, "--tempo", "0", "--loose", "10000", "--no-backups")

    async def talk() -> tuple[str, list[str], list[str], str]:
        acked, refused = [], []
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs", {"pace": "relaxed"}, seats=3)
            async with alice.at(made["code"]) as table:
                await table.wish("say", "before", phrase="hello")
                deed(folder)
                for k in range(2):
                    try:
                        await table.wish("say", f"after{k}", phrase="hello")
                        acked.append(f"after{k}")
                    except Refused as no:
                        refused.append(no.reason)
                        break
            answer = await alice.http.get("/healthz")
            return made["code"], acked, refused, "" if answer.status_code == 200 else answer.json()["reason"]

    try:
        code, acked, refused, said = run(talk(), 60)
        house.kill()
        found = []
        if house.data.exists():
            with contextlib.closing(SQLiteStore(house.data)) as store:
                store.open()
                entries = [j.read(body) for body in store.journal(code)]
            found = [entry.id for entry in entries if isinstance(entry, j.Spoke)]
        return acked, refused, found, said
    finally:
        house.stop()


@pytest.mark.parametrize("deed", [deleted, without_its_database, replaced, emptied, without_its_folder])
def test_nothing_is_acknowledged_where_the_file_is_no_more(tmp_path: Path, deed: Callable[[Path], object]) -> None:
    acked, refused, found, said = play(tmp_path / "house", deed)
    assert acked == []
    assert refused == ["not_stored"]
    assert said == "house_moved"
    assert found == (["before"] if deed in (replaced, emptied) else [])
    assert '"error": "moved (StoreFailed)"' in (tmp_path / "house.log").read_text()
    if deed is deleted:
        assert not list((tmp_path / "house").glob("house.db*")), "no empty house was put in its place"


@pytest.mark.parametrize("end", ["-wal", "-shm"])
def test_a_log_that_is_deleted_costs_no_move(tmp_path: Path, end: str) -> None:
    """What stands in it is carried over to the file, and a new one is begun."""
    path = tmp_path / "house.db"

    async def store_and_lose() -> None:
        store = SQLiteStore(path)
        store.open()
        writer = Writer(store, asyncio.get_running_loop())
        writer.start()
        await writer.append("table", 0, [b"before"], 0)
        path.with_name(f"house.db{end}").unlink()
        with pytest.raises(StoreFailed, match="is gone"):
            await writer.append("table", 1, [b"refused"], 0)
        await writer.append("table", 1, [b"after"], 0)
        assert writer.can_write
        shutil.copytree(tmp_path, tmp_path / "killed")
        await asyncio.to_thread(writer.stop)

    run(store_and_lose(), 30)
    with contextlib.closing(SQLiteStore(tmp_path / "killed" / "house.db")) as store:
        store.open()
        assert store.journal("table") == [b"before", b"after"]


def test_who_deletes_the_lock_lets_nobody_in_beside_the_house(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--no-backups")

    async def talk() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs", {"pace": "relaxed"}, seats=3)
            async with alice.at(made["code"]) as table:
                (tmp_path / "house.db.lock").unlink()
                assert (await table.wish("say", "after", phrase="hello"))["t"] == "ack"
            assert serve(house.data).stderr.startswith("Another server is using ")

    try:
        run(talk(), 60)
    finally:
        house.stop()


def test_a_second_house_that_got_in_has_the_file_for_itself(tmp_path: Path) -> None:
    """The lock was deleted, and the other house was opened before anything was written here."""
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--no-backups")
    second = SQLiteStore(house.data)
    try:
        for _ in range(50):
            (tmp_path / "house.db.lock").unlink()
            with contextlib.suppress(StoreFailed):  # this one has just written something, and locked it again
                second.open()
                break
        with httpx.Client(base_url=house.address, trust_env=False) as http:
            for answer in (http.get("/healthz"), http.post("/api/me", json={"name": "Alice"})):
                assert (answer.status_code, answer.json()["reason"]) == (503, "house_taken")
            second.begin()
            second.append("theirs", 0, [b"one"])
            second.commit()
            second.close()
            for _ in range(50):
                if http.get("/healthz").status_code == 200:
                    break
                time.sleep(0.1)
            assert http.post("/api/me", json={"name": "Bob"}).status_code == 200
    finally:
        second.close()
        house.stop()
