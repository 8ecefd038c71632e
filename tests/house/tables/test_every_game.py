"""Two people and bots play every game to its end over sockets. Lines break, pages are reloaded, the house restarts;
whoever was cut has in the end, byte for byte, what an uncut reader was told."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

import pioche
from pioche.client import Client, Sitting
from pioche.engine.record import Record
from pioche.house.tables.news import in_common
from tests.house.players import Player, table_for
from tests.house.running import Running, many, run


async def heard_in_full(client: Client, code: str, count: int) -> Sitting:
    """What a page hears that knows nothing yet."""
    page = client.at(code, since=0)
    await page.connect()
    await page.until(lambda: page.n >= count and page.view is not None)
    await page.close()
    return page


@pytest.mark.parametrize("game", pioche.games())
def test_cut_readers_end_up_with_the_same_bytes(house: Running, game: str) -> None:
    async def play() -> None:
        dice = random.Random(f"cut {game}")
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob", "fr")) as (alice, bob):
            made = await table_for(alice, [bob], game, {"pace": "relaxed"})
            code = made["code"]
            async with many(alice.at(code), bob.at(code), alice.at(code), bob.at(code)) as (a, b, a2, b2):
                calm = [Player(witness, dice) for witness in (a2, b2)]
                cut = [Player(a, dice, cuts=0.15), Player(b, dice, cuts=0.15)]
                await a.wish("start")
                listening = [asyncio.create_task(_listen(player.at)) for player in calm]
                await asyncio.gather(*(player.play() for player in cut))
                await asyncio.gather(*listening)
                for loser, witness, client in ((a, a2, alice), (b, b2, bob)):
                    await loser.until(
                        lambda loser=loser, witness=witness: loser.n == witness.n and loser.view == witness.view
                    )
                    assert loser.raw == witness.raw
                    assert loser.events[-1]["kind"] == "match_result"
                    fresh = await heard_in_full(client, code, witness.n)
                    assert fresh.raw == witness.raw
                    assert fresh.view == witness.view
                assert sum(player.times_cut for player in cut) > 0
                assert sum(len(player.acks) for player in cut) > 0
                await _record_tells_the_same(alice, code, a2)

    run(play())


async def _listen(sitting: Sitting) -> None:
    """A reader who is never cut and never moves."""
    await sitting.until(lambda: sitting.events and sitting.events[-1]["kind"] == "match_result", 60)


async def _record_tells_the_same(client: Client, code: str, witness: Sitting) -> None:
    """The record of the match replays to the table everybody saw, and to the same sentences."""
    record = Record.loads(await client.get(f"/api/tables/{code}/record"))
    table = record.table()
    assert table.over
    assert table.scores == witness.view["scores"]  # type: ignore[index]
    assert json.loads(json.dumps(table.view_of_own(witness.you["seat"]) | in_common(table))) == witness.view
    told = [event for event in witness.events if event["by"] == "game"]
    assert [event["kind"] for event in told] == [event["kind"] for event in table.events(witness.you["seat"])]
    last = len(record.moves)
    replay = await client.get(f"/api/tables/{code}/replay", eyes=witness.you["seat"], first=last, count=5)
    assert [frame["at"] for frame in replay["frames"]] == [last]
    assert replay["frames"][0]["view"] | {"clock": 0} == witness.view | {"clock": 0}  # type: ignore[operator]


def test_a_restart_changes_no_byte(tmp_path: Path) -> None:
    """After a restart the whole stream is told again from the journal, as it was told live."""
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000")

    async def play(game: str, alice: Client, bob: Client, chloe: Client) -> tuple[str, list[Sitting]]:
        made = await table_for(alice, [bob], game, {"spectators": "public"})
        code = made["code"]
        await chloe.join(code, made["secret"])
        async with many(alice.at(code), bob.at(code), chloe.at(code)) as (a, b, c):
            await a.wish("start")
            await a.wish("say", text="Bonne chance à tous, @Bob surtout !")
            watching = asyncio.create_task(_listen(c))
            dice = random.Random(game)
            await asyncio.gather(Player(a, dice).play(), Player(b, dice).play())
            await watching
            for listener in (a, b):
                await listener.until(lambda listener=listener: listener.events[-1]["kind"] == "match_result")
        return code, [a, b, c]

    async def restart_between() -> None:
        people = [Client(house.address, name) for name in ("Alice", "Bob", "Chloé")]
        async with many(*people):
            played = [await play(game, *people) for game in ("hawthorn", "sweep", "pig")]
            await asyncio.to_thread(house.stop)
            await asyncio.to_thread(house.start)
            for code, sittings in played:
                for before in sittings:
                    fresh = await heard_in_full(before.client, code, before.n)
                    assert fresh.raw == before.raw
                    assert fresh.view == before.view
                    assert fresh.stream == before.stream

    try:
        run(restart_between())
        assert not house.errors()
    finally:
        house.stop()
