"""Bots that think long, at a table with people: nobody waits for their machine code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pioche.client import Client, Sitting
from tests.house.running import Running, run


def done_by(table: Sitting, seat: int) -> list[dict[str, Any]]:
    """What a seat has decided so far."""
    return [event for event in table.events if event["kind"] in ("hit", "fold") and event["about"]["seat"] == seat]


def test_the_first_moves_at_a_cold_table_do_not_wait_for_the_twin(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    house = Running(tmp_path, "--tempo", "0", env={"PIOCHE_CACHE": str(cache)})

    async def play() -> int:
        async with Client(house.address, name="Robin") as robin:
            made = await robin.make("pairs", more={"bots": {"1": "search"}, "sit": 0}, seats=2, losing_score=60)
            async with robin.at(made["code"]) as table:
                await table.wish("start")
                compiled = -1
                while len(done_by(table, 1)) < 3 and table.table["phase"] == "playing":
                    if table.menu:
                        do, table.menu = table.menu[0]["do"], None
                        await table.move(do)
                    else:
                        await table.hear()
                    if compiled < 0 and done_by(table, 1):
                        compiled = len(list(cache.rglob("*.kernel")))
                assert len(done_by(table, 1)) >= 3
                return compiled

    try:
        assert run(play()) == 0
        assert not house.errors(), house.errors()[-3:]
    finally:
        house.stop()
