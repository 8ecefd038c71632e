"""Who is told what, and when: events by seat, and spectators who learn everything later."""

from __future__ import annotations

import asyncio

import pytest

from pioche.house.protocol import messages as p
from pioche.house.protocol.messages import Settings
from pioche.house.tables import journal as j
from pioche.house.tables.room import SPECTATOR_DELAY_SECONDS
from tests.house.unit.clockwork import Evening, play
from tests.house.unit.tables import opened


def match(spectators: str) -> list[j.AnyEntry]:
    settings = Settings(pace="relaxed", spectators=spectators)  # type: ignore[arg-type]
    people = [j.Joined(person=f"person {who}", name=f"Name {who}") for who in (1, 2, 3)]
    sat = [j.Sat(who=who, seat=who - 1) for who in (1, 2)]
    return [opened("hawthorn", settings, seats=2), *people, *sat, j.Began(match=1, seed="7", names=["Name 1", "Name 2"])]


async def moves(at: Evening, count: int) -> None:
    for _ in range(count):
        table = at.room.state.table
        assert table is not None
        seat = table.actors[0]
        answer = await at.send(seat + 1, p.Move(f"m{at.room.state.length}", table.legal(seat)[0]))
        assert answer["t"] == "ack"


@pytest.mark.parametrize("spectators", ["public", "delayed"])
def test_numbers_are_dense_for_everybody(spectators: str) -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2, 3)
        await moves(at, 8)
        await asyncio.sleep(2 * SPECTATOR_DELAY_SECONDS)
        for who in (1, 2, 3):
            numbers = [event["n"] for event in at.events(who)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) > 8

    play(match(spectators), evening)


def test_a_seat_is_told_more_than_a_spectator_and_nothing_of_another_seat() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2, 3)
        await moves(at, 8)
        table = at.room.state.table
        assert table is not None
        history = table.history()
        assert {event["only"] for event in history} == {None, 0, 1}
        for who, seat in ((1, 0), (2, 1), (3, None)):
            due = [event["kind"] for event in history if event["only"] in (None, seat)]
            assert [event["kind"] for event in at.events(who) if event["by"] == "game"] == due

    play(match("public"), evening)


def test_delayed_spectators_learn_everything_later() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2, 3)
        await asyncio.sleep(2 * SPECTATOR_DELAY_SECONDS)
        before, played = len(at.events(3)), len(at.events(1))
        await moves(at, 3)
        new = len(at.events(1)) - played
        assert new > 0
        await asyncio.sleep(SPECTATOR_DELAY_SECONDS - 1)
        assert len(at.events(3)) == before
        await asyncio.sleep(2)
        assert before < len(at.events(3)) <= before + new

    play(match("delayed"), evening)


def test_a_page_that_comes_back_gets_what_it_has_not_seen() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2)
        stream, seen = at.readers[1].stream, at.readers[1].n
        await at.go(1)
        await moves_of_another(at)
        await at.come(1)
        assert at.readers[1].n > seen
        whole = [event["n"] for event in at.events(1)]
        assert whole == list(range(1, len(whole) + 1))
        assert at.readers[1].stream == stream

    async def moves_of_another(at: Evening) -> None:
        answer = await at.send(2, p.Say("word", phrase="hello"))
        assert answer["t"] == "ack"

    play(match("public"), evening)
