"""Houses that earlier versions stored open, tell the same as before, and play on to the end."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from pioche.client import Client
from tests.house.durability.stored.__main__ import told
from tests.house.players import Player
from tests.house.running import Running, many, run

VERSIONS = sorted(
    folder.name for folder in (Path(__file__).parent / "stored").iterdir() if (folder / "house.db.gz").exists()
)


# Events that have another name since, by game: what they are about is the same. Magarac's letters (V22) were told as
# `lost`, like the lost deals of Vatra.
RENAMED = {("vatra", "lost"): "letter"}


def test_there_is_a_house_of_the_first_release() -> None:
    assert "0.1.0" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_a_stored_house_opens_and_plays_on(version: str, tmp_path: Path) -> None:
    folder = Path(__file__).parent / "stored" / version
    (tmp_path / "house.db").write_bytes(gzip.decompress((folder / "house.db.gz").read_bytes()))
    expected = json.loads(gzip.decompress((folder / "expected.json.gz").read_bytes()))
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000")
    try:
        run(visit(house, expected))
        assert not house.errors()
    finally:
        house.stop()


async def visit(house: Running, expected: dict[str, Any]) -> None:
    clients = [Client(house.address, token=token) for token in expected["tokens"]]
    played_on = 0
    async with many(*clients):
        for table in expected["tables"]:
            if table["over"]:
                for client, before in zip(clients, table["told"], strict=True):
                    same_as_before(table["game"], before, await told(client, table["code"]))
            else:
                played_on += await play_on(clients, table["code"])
    assert played_on >= 10  # a few short games were over before they could be left


def same_as_before(game: str, before: dict[str, Any], now: dict[str, Any]) -> None:
    """Whatever was told is told, in the same order. A later version may add to it, and rename what RENAMED says."""
    assert now["phase"] == before["phase"] == "over", game
    for key in ("scores", "deal", "over"):
        assert now["view"][key] == before["view"][key], game
    found = iter(now["events"])
    for by, kind, about in before["events"]:
        kinds = {kind, RENAMED.get((game, kind), kind)}
        assert any(b == by and k in kinds and holds(a, about) for b, k, a in found), (game, kind, about)


def holds(now: Any, before: Any) -> bool:
    """The same, but that something may have been added to what is told by name."""
    if isinstance(before, dict):
        return isinstance(now, dict) and all(name in now and holds(now[name], value) for name, value in before.items())
    if isinstance(before, list):
        return isinstance(now, list) and len(now) == len(before) and all(map(holds, now, before))
    return type(now) is type(before) and bool(now == before)


async def play_on(clients: list[Client], code: str) -> bool:
    """Play a match that was left in the middle to its end. Was there anything left to play?"""
    async with many(*(client.at(code) for client in clients)) as sittings:
        players = [Player(sitting, random.Random(f"{code} {k}")) for k, sitting in enumerate(sittings)]
        await asyncio.gather(*(player.play() for player in players))
        assert all(player.over for player in players)
        return any(player.acks for player in players)
