"""Make a stored house: every game once played to its end and once left in the middle of a match."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

import pioche
from pioche.client import Client
from tests.house.players import Player, table_for
from tests.house.running import Running, many, run

HERE = Path(__file__).parent
LEFT_AFTER = 4  # moves of the host, then everybody leaves the table


async def play(game: str, host: Client, guest: Client, to_the_end: bool) -> dict[str, Any]:
    """What a later version must know of this table."""
    made = await table_for(host, [guest], game, {"pace": "relaxed"})
    code = made["code"]
    async with many(host.at(code), guest.at(code)) as sittings:
        players = [Player(sitting, random.Random(f"{game} {k}")) for k, sitting in enumerate(sittings)]
        await sittings[0].wish("start")
        await sittings[1].wish("say", text="Bonne chance !")

        def enough() -> bool:
            return players[0].over or (not to_the_end and len(players[0].acks) >= LEFT_AFTER)

        await asyncio.gather(*(player.play(enough) for player in players))
        await asyncio.sleep(0.3)  # bots may still be at it: only what follows is compared
    return {"game": game, "code": code, "over": to_the_end}


async def told(client: Client, code: str) -> dict[str, Any]:
    """A fresh page of this person: what it was told, and what it sees, but for the words."""
    async with client.at(code) as page:
        await page.until(lambda: page.view is not None and page.n == page.welcome["n"])
        events = [[event["by"], event["kind"], event["about"]] for event in page.events]
        view = {key: value for key, value in (page.view or {}).items() if key != "clock"}
        return {"phase": page.table["phase"], "events": events, "view": view, "menu": [c["do"] for c in page.menu or []]}


async def make(house: Running) -> dict[str, Any]:
    async with many(Client(house.address, "Alice"), Client(house.address, "Bob", "fr")) as (alice, bob):
        tables = []
        for game in pioche.games():
            tables += [await play(game, alice, bob, to_the_end) for to_the_end in (True, False)]
            print(game, flush=True)
        await asyncio.to_thread(house.stop)
        await asyncio.to_thread(house.start)
        for table in tables:
            if table["over"]:
                table["told"] = [await told(client, table["code"]) for client in (alice, bob)]
        return {"tokens": [alice.token, bob.token], "tables": tables}


def main(version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = Running(Path(folder), "--tempo", "0", "--loose", "10000")
        try:
            expected = run(make(house))
        finally:
            house.stop()
        whole = Path(folder) / "whole.db"
        with sqlite3.connect(house.data) as file:
            file.execute("VACUUM INTO ?", (str(whole),))
        target = HERE / version
        target.mkdir(exist_ok=True)
        (target / "house.db.gz").write_bytes(gzip.compress(whole.read_bytes(), mtime=0))
        (target / "expected.json.gz").write_bytes(gzip.compress(json.dumps(expected, ensure_ascii=False).encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
