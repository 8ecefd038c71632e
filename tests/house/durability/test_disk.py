"""A full disk never yields a false acknowledgement, and play goes on when there is room again."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from pioche.client import Client, Refused
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import Conflict, StoreFailed
from tests.house.running import Running, run

NARROW = ("-m", "tests.house.durability.narrow")


def test_a_full_disk_is_told_and_survived(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "1000000", "--loose", "1000", program=NARROW)

    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs", {"pace": "relaxed", "spectators": "public"}, seats=3)
            code = made["code"]
            async with alice.at(code) as a:
                for k in range(20):
                    await a.wish("say", f"before{k}", phrase="hello")
                assert house.process is not None
                os.kill(house.process.pid, signal.SIGUSR1)
                await asyncio.sleep(0.2)
                acked, no = 0, None
                began = time.monotonic()
                for k in range(200):  # the file may still have a few free pages
                    try:
                        await a.wish("say", f"full{k}", text="x" * 300)
                        acked += 1
                    except Refused as refused:
                        no = refused
                        break
                assert no is not None
                assert no.reason == "not_stored"
                assert time.monotonic() - began < 20
                answer = await alice.http.get("/healthz")
                assert (answer.status_code, answer.json()["reason"]) == (503, "disk_refuses")
                with pytest.raises(Refused) as unmade:
                    await alice.make("pairs")
                assert unmade.value.status == 503
                os.kill(house.process.pid, signal.SIGUSR2)
                for _ in range(50):
                    if (await alice.http.get("/healthz")).status_code == 200:
                        break
                    await asyncio.sleep(0.1)
                await a.wish("say", "after", phrase="thanks")
                assert (await a.wish("say", f"full{acked}", text="x" * 300))["t"] == "ack", (
                    "the refused one may be sent again"
                )
            stored = [entry.id for entry in house.journal(code) if type(entry).__name__ == "Spoke"]
            expected = [f"before{k}" for k in range(20)] + [f"full{k}" for k in range(acked)] + ["after", f"full{acked}"]
            assert stored == expected
            told = [line for line in house.log.read_text().splitlines() if "stored now" in line or "stored again" in line]
            assert [word for line in told for word in ("SQLITE_IOERR_WRITE", "full (", "stored again") if word in line] == [
                "SQLITE_IOERR_WRITE", "full (", "stored again",
            ], "when it begins, when more is known, and when it is over"  # fmt: skip

    try:
        run(play())
    finally:
        house.stop()


def test_the_store_is_durable_and_notices_damage(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "house.db")
    store.open()
    assert store.db is not None
    assert store.db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert store.db.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert (tmp_path / "house.db").stat().st_mode & 0o777 == 0o600
    store.begin()
    store.append("t", 0, [b"one", b"two"])
    store.append("t", 2, [b"three"])
    with pytest.raises(Conflict):
        store.append("t", 2, [b"again"])
    with pytest.raises(Conflict):
        store.append("t", 5, [b"gap"])
    store.commit()
    assert store.journal("t") == [b"one", b"two", b"three"]
    store.begin()
    store.append("t", 3, [b"four"])
    store.rollback()
    assert store.journal("t") == [b"one", b"two", b"three"]
    store.begin()
    store.append("t", 3, [b"another four"])
    store.commit()
    store.db.execute("UPDATE entries SET body=x'00' WHERE n=1")
    with pytest.raises(StoreFailed, match="entry 1 of table t is damaged"):
        store.journal("t")
    store.close()
