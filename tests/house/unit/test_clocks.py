"""What becomes due at a table by itself, in a time of its own."""

from __future__ import annotations

import asyncio

from pioche.house.operations.limits import MAX_PAUSE_MS, PACES
from pioche.house.protocol import messages as p
from pioche.house.protocol.messages import Settings
from pioche.house.tables import clocks
from pioche.house.tables import journal as j
from pioche.house.tables import presence as here
from tests.house.unit.clockwork import Evening, play
from tests.house.unit.tables import opened


def match(game: str = "pairs", pace: str = "normal", seats: int = 2) -> list[j.AnyEntry]:
    """A match of as many people as seats; one more looks on. The first is host."""
    settings = Settings(pace=pace, spectators="public")  # type: ignore[arg-type]
    table = opened(game, settings, seats=seats)
    came = [j.Joined(person=f"person {who}", name=f"Name {who}") for who in range(1, seats + 2)]
    sat = [j.Sat(who=who, seat=who - 1) for who in range(1, seats + 1)]
    began = j.Began(match=1, seed="7", names=[f"Name {who}" for who in range(1, seats + 1)])
    return [table, *came, *sat, began]


def mover(at: Evening) -> int:
    """The person whose turn it is."""
    assert at.room.state.table is not None
    return at.room.state.table.actors[0] + 1


def test_the_rulebook_plays_when_turn_and_bank_are_over() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2)
        pace = PACES["normal"]
        await asyncio.sleep((pace.turn + pace.bank) / 1000 - 1)
        assert not at.stored(j.Line)
        await asyncio.sleep(2)
        assert [line.by for line in at.stored(j.Line)] == ["clock"]

    play(match(), evening)


def test_after_two_missed_turns_a_bot_stands_in() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2)
        for _ in range(60):
            if not at.stored(j.StandsIn):
                await asyncio.sleep(30)
        first = at.stored(j.StandsIn)[0].seat
        by_clock = [line.seat for line in at.stored(j.Line) if line.by == "clock"]
        assert by_clock.count(first) == 2

    play(match(), evening)


def test_a_table_without_anybody_takes_nobodys_time_and_leaves_the_memory() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2)
        await at.go(1, 2)
        await asyncio.sleep(clocks.EMPTY_SECONDS - 1)
        assert not at.stored(j.Line, j.StandsIn)
        assert not at.keeper.forgotten
        await asyncio.sleep(clocks.EMPTY_SECONDS + 2)  # the alarm may ring once too early
        assert at.keeper.forgotten == [at.room]
        assert not at.stored(j.Line, j.StandsIn)

    play(match(pace="quick"), evening)


def test_a_host_who_is_gone_is_followed_by_another() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2, 3)
        await at.go(1)
        await asyncio.sleep(here.HOST_GONE_MS / 1000 - 1)
        assert at.room.state.host == 1
        await asyncio.sleep(2)
        assert [entry.whom for entry in at.stored(j.Hosted)] == [2]
        assert (await at.send(2, p.Lock("lock", True)))["t"] == "ack"

    play(match(pace="relaxed"), evening)


def test_a_lost_connection_is_waited_for_and_its_person_takes_the_seat_back() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2)
        who = mover(at)
        await at.go(who)
        await asyncio.sleep(PACES["relaxed"].gone / 1000 - 1)
        assert not at.stored(j.StandsIn)
        await asyncio.sleep(2)
        assert [entry.seat for entry in at.stored(j.StandsIn)] == [who - 1]
        await at.come(who)
        assert (await at.send(who, p.Back("back")))["t"] == "ack"
        assert [entry.seat for entry in at.stored(j.CameBack)] == [who - 1]

    play(match(pace="relaxed"), evening)


def test_the_pause_of_a_person_ends_and_that_of_the_host_does_not() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2)
        await at.send(2, p.Pause("pause"))
        await asyncio.sleep(MAX_PAUSE_MS / 1000 - 1)
        assert at.room.state.phase == "paused"
        await asyncio.sleep(2)
        assert at.room.state.phase == "playing"
        assert len(at.stored(j.Resumed)) == 1
        await at.send(1, p.Pause("again"))
        await asyncio.sleep(3 * MAX_PAUSE_MS / 1000)
        assert at.room.state.phase == "paused"
        assert not at.stored(j.Line), "time stands in a pause"

    play(match(pace="relaxed"), evening)


def test_a_game_with_a_clock_stands_in_a_pause_and_goes_on_after_a_countdown() -> None:
    async def evening(at: Evening) -> None:
        await at.come(1, 2, 3)
        await at.send(2, p.Pause("pause"))
        before = len(at.stored(j.Line))
        assert (await at.send(1, p.Move("m1", "touch_nose")))["reason"] == "paused"
        await asyncio.sleep(60)
        assert len(at.stored(j.Line)) == before
        await at.send(1, p.Resume("resume"))
        assert (await at.send(1, p.Move("m2", "touch_nose")))["reason"] == "paused", "nobody may jump the countdown"
        await asyncio.sleep(clocks.COUNTDOWN_SECONDS - 0.1)
        assert len(at.stored(j.Line)) == before
        await asyncio.sleep(30)
        assert len(at.stored(j.Line)) > before

    play(match("pig", seats=3), evening)
