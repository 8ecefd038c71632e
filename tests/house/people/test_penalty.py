"""A referee's penalty at a table of the house: the host gives it, everybody hears of it, the rules say when."""

from __future__ import annotations

import pytest

from pioche.client import Client, Refused
from pioche.engine.record import Record
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from tests.house.running import Running, many, run


def test_r48_the_host_gives_a_penalty_card(house: Running) -> None:
    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob", "fr")) as (alice, bob):
            options = {"seats": 2, "race": "sealed", "turn_time": 0, "first": 0, "rounds": 1}
            made = await alice.make("agnes", {"pace": "relaxed"}, **options)
            code = made["code"]
            await bob.join(code, made["secret"])
            await bob.sit(code, 1)
            async with many(alice.at(code), bob.at(code)) as (a, b):
                with pytest.raises(Refused) as no:
                    await a.wish("penalty", seat=1)
                assert no.value.reason == "not_allowed", "before the match"
                await a.wish("start")
                await a.until(lambda: a.menu)
                with pytest.raises(Refused) as no:
                    await b.wish("penalty", seat=0)
                assert no.value.reason == "not_allowed", "not the host"
                with pytest.raises(Refused) as no:
                    await a.wish("penalty", seat=7)
                assert no.value.reason == "no_such_seat"
                first = await a.wish("penalty", "once", seat=1)
                assert await a.wish("penalty", "once", seat=1) == first, "the same wish happens once"
                await b.until(lambda: b.view["last_slot"] == [4, 5])
                told = next(event for event in b.events if event["kind"] == "penalty_given")
                assert told["about"] == {"who": 1, "name": "Alice", "seat": 1, "other": "Bob"}
                assert "Bob" in told["en"]
                assert "pénalité" in told["fr"]
                assert [event["kind"] for event in b.events[-2:]] == ["penalty_given", "penalty"]
                await a.move("draw")
                with pytest.raises(Refused) as no:
                    await a.wish("penalty", seat=1)
                assert no.value.reason == "no_referee", "R48: before the turn player acts"
                assert b.view["last_slot"] == [4, 5]
            entries = house.journal(code)
            line = next(entry for entry in entries if isinstance(entry, j.Line) and entry.by == "host")
            assert (line.line["seat"], line.line["do"], line.who) == (None, "penalty:1", 1)
            state = TableState.of([j.write(entry) for entry in entries])
            assert state.table is not None
            assert state.table.position()["last_slot"] == [4, 5]
            again = Record.loads(state.record(1).dumps()).table()
            assert again.history() == state.table.history()

    run(play())


def test_games_without_a_referee_say_so(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs", {"pace": "relaxed"}, {"start": True}, seats=2)
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.menu)
                with pytest.raises(Refused) as no:
                    await a.wish("penalty", seat=1)
                assert no.value.reason == "no_penalties"
                assert no.value.said["fr"]

    run(play())
