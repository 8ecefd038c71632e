"""Time at the table: nobody is rushed unfairly, nobody can hold up the others, and an empty table waits."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche.client import Client, Refused, Sitting
from pioche.house.operations.limits import PACES
from pioche.house.protocol.messages import Settings
from pioche.house.tables import journal as j
from pioche.house.tables.clocks import MatchClock, TurnClock
from pioche.house.tables.news import Reader
from pioche.house.tables.presence import HOST_GONE_MS, Presence
from pioche.house.tables.state import TableState
from tests.house.running import Running, run

FAST = 200  # a minute takes 0.3 s


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    house = Running(tmp_path_factory.mktemp("hurried"), "--tempo", "0", "--loose", "1000", "--speed", str(FAST))
    yield house
    house.stop()
    assert not house.errors()


async def two(house: Running, game: str, settings: dict[str, Any], **options: Any) -> Any:
    alice, bob = (await Client(house.address, "Alice").__aenter__(), await Client(house.address, "Bob").__aenter__())
    made = await alice.make(game, settings, seats=2, **options)
    await bob.join(made["code"], made["secret"])
    await bob.sit(made["code"])
    return alice, bob, made["code"]


async def heard(sitting: Sitting, kind: str, seconds: float = 60) -> dict[str, Any]:
    await sitting.until(lambda: any(event["kind"] == kind for event in sitting.events), seconds)
    return next(event for event in sitting.events if event["kind"] == kind)


def kinds(sitting: Sitting) -> list[str]:
    return [event["kind"] for event in sitting.events if event["by"] == "house"]


def test_who_is_out_of_time_gets_the_rulebooks_move_and_then_a_bot(hurried: Running) -> None:
    async def play() -> None:
        alice, bob, code = await two(hurried, "hawthorn", {"pace": "normal"}, deals=30)
        async with alice, bob, alice.at(code) as a, bob.at(code) as b:
            await a.wish("start")
            await a.until(lambda: a.menu)
            shown = {row["seat"]: row for row in a.clock["deadlines"]}
            assert shown[0]["bank"] == 120_000
            assert 0 < shown[0]["left"] <= 165_000
            await a.move(a.menu[0]["do"])
            missed = await heard(a, "played_for")
            assert missed["about"]["seat"] == 1
            assert missed["fr"].startswith("Temps écoulé pour Bob")
            while "stands_in" not in kinds(a):
                if a.menu:
                    await a.move(a.menu[0]["do"])
                else:
                    await a.hear()
            assert kinds(a).count("played_for") >= 2
            await a.until(lambda: a.table["seats"][1]["bot"] == "regular")
            assert a.table["seats"][1]["who"] == 2, "it is still Bob's seat"
            await b.until(lambda: b.n >= a.n and b.table["seats"][1]["away"])
            await b.wish("back")
            await a.until(lambda: a.table["seats"][1]["bot"] == "" and not a.table["seats"][1]["away"])

    run(play())


def test_without_bots_the_default_is_played_quickly_for_who_is_away(hurried: Running) -> None:
    async def play() -> None:
        alice, bob, code = await two(hurried, "hawthorn", {"pace": "quick", "absent": "default"}, deals=30)
        async with alice, bob, alice.at(code) as a, bob.at(code):
            await a.wish("start")
            while "away" not in kinds(a):
                if a.menu:
                    await a.move(a.menu[0]["do"])
                else:
                    await a.hear()
            await a.until(lambda: a.table["seats"][1]["away"])
            assert a.table["seats"][1]["bot"] == ""

    run(play())


def test_a_house_that_stood_still_takes_nobodys_time(tmp_path: Path) -> None:
    """A laptop sleeps in the middle of a turn, and of a race: time goes on where it was."""
    house = Running(tmp_path, "--tempo", "0", "--speed", "10")

    async def play() -> None:
        alice, bob, code = await two(house, "hawthorn", {"pace": "quick"}, deals=30)
        async with alice, bob, alice.at(code) as a, bob.at(code) as b:
            await a.wish("start")
            await a.until(lambda: a.menu or b.menu)
            await a.until(lambda: a.clock["running"])
            before = a.clock["deadlines"][0]
            house.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(6)  # a minute of this house: turn and bank together have 45 seconds
            house.process.send_signal(signal.SIGCONT)
            await a.wish("pause")
            await a.until(lambda: not a.clock["running"])
            assert "played_for" not in kinds(a)
            after = a.clock["deadlines"][0]
            assert before["left"] - after["left"] < 20_000, (before, after)  # two seconds, and a slow machine

    try:
        run(play())
    finally:
        house.stop()


def test_a_lost_line_is_waited_for_a_while(hurried: Running) -> None:
    async def play() -> None:
        alice, bob, code = await two(hurried, "hawthorn", {"pace": "relaxed"}, deals=30)
        async with alice, bob, alice.at(code) as a, bob.at(code) as b:
            await a.wish("start")
            await b.until(lambda: b.menu)
            b.cut()
            await a.until(lambda: not a.table["seats"][1]["present"])
            while "stands_in" not in kinds(a):  # ten minutes are three seconds here
                if a.menu:
                    await a.move(a.menu[0]["do"])
                else:
                    await a.hear()
            await b.connect()
            await b.until(lambda: b.table["seats"][1]["away"])
            while "back" not in kinds(b):  # any move of its person takes the seat back
                if b.menu:
                    try:
                        await b.move(b.menu[0]["do"])
                    except Refused:
                        b.menu = None
                elif a.menu:
                    await a.move(a.menu[0]["do"])
                else:
                    await asyncio.wait(
                        [asyncio.ensure_future(x.hear()) for x in (a, b)], return_when=asyncio.FIRST_COMPLETED
                    )
                    break

    run(play())


def test_nor_does_one_without_a_seat_who_never_comes_back_after_a_restart(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "1000", "--speed", str(FAST))

    async def play() -> None:
        alice, bob, code = await two(house, "pairs", {"pace": "relaxed"})
        async with alice, bob:
            async with alice.at(code) as a:
                await a.wish("stand")
            await asyncio.to_thread(house.stop)
            await asyncio.to_thread(house.start)
            async with bob.at(code) as b:
                await b.until(lambda: b.table and b.table["host"] == 2)

    try:
        run(play())
    finally:
        house.stop()


def test_no_clock_rings_for_a_host_nobody_can_follow() -> None:
    """Those who look on cannot: until somebody has a seat there is nothing to be waited for."""
    state = TableState(j.Opened(code="c", game="pairs", preset="", options={"seats": 3}, settings=Settings()))
    for entry in (j.Joined(person="a", name="Alice"), j.Sat(who=1, seat=0), j.Joined(person="b", name="Bob")):
        state.absorb(entry)
    presence = Presence({Reader(2, "", Any): None})
    presence.note(state, 0)
    assert presence.since == {1: 0}
    assert presence.dues(state, None) == []
    state.absorb(j.Sat(who=2, seat=1))
    assert presence.dues(state, None) == [HOST_GONE_MS]
    assert presence.new_host(state, HOST_GONE_MS) == [j.Hosted(whom=2)]


def test_a_race_stands_still_while_nobody_is_there(hurried: Running) -> None:
    async def play() -> None:
        alice, bob, code = await two(hurried, "pig", {}, stock=True, look_ms=700, idle_ms=0)
        async with alice, bob:
            async with alice.at(code) as a:
                await a.wish("start")
                await a.until(lambda: a.clock)
            await asyncio.sleep(1)
            async with alice.at(code) as a:
                await a.until(lambda: a.clock)
                assert a.clock["now"] < 700
                assert (await heard(a, "go"))["at"] == 700

    run(play())


def test_after_a_restart_a_race_waits_until_everybody_is_back(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "1000")

    async def play() -> None:
        alice, bob, code = await two(house, "pig", {}, stock=True, look_ms=1500, idle_ms=0)
        async with alice, bob:
            async with alice.at(code) as a, bob.at(code):
                await a.wish("start")
                await a.until(lambda: a.clock)
            await asyncio.to_thread(house.kill)
            await asyncio.to_thread(house.start)
            async with alice.at(code) as a:
                await a.until(lambda: a.clock)
                assert not a.clock["running"]
                await asyncio.sleep(0.3)
                async with bob.at(code) as b:
                    await a.until(lambda: a.clock["running"])
                    assert a.clock["now"] < 700
                    await heard(b, "go")

    try:
        run(play())
        assert not house.errors()
    finally:
        house.stop()


# -- the clocks themselves ---------------------------------------------------------------------------


def test_a_turn_then_the_bank_then_nothing() -> None:
    clock = TurnClock(PACES["normal"])
    clock.think({0}, 1000)
    assert clock.left(0, 120_000, False, 1000) == 165_000
    assert clock.left(0, 120_000, False, 50_000) == 116_000
    assert clock.left(0, 120_000, False, 500_000) == 0
    assert clock.left(0, 0, True, 1000) == 3000
    assert clock.left(1, 0, False, 1000) is None
    assert clock.spent(0, 61_000) == 60_000
    clock.decided(0)
    clock.think({0}, 61_000)
    assert clock.spent(0, 61_000) == 0


def test_what_a_turn_does_not_pay_for_comes_out_of_the_bank() -> None:
    state = TableState(j.Opened(code="c", game="hawthorn", preset="", options={"seats": 2}, settings=Settings()))
    state.absorb(j.Began(match=1, seed="7", names=["", ""]))
    word = pioche.load("hawthorn", seats=2).table(seed=7).legal(0)[0]
    assert state.chairs[0].bank == 120_000
    state.absorb(j.Line(line={"seat": 0, "do": word}, seat=0, spent=60_000))
    assert [chair.bank for chair in state.chairs] == [105_000, 120_000]


def test_a_stopped_clock_gives_back_at_least_a_kind_minimum() -> None:
    clock = TurnClock(PACES["normal"])
    clock.think({0}, 0)
    clock.stop(44_000)
    assert clock.left(0, 0, False, 999_000) == 1000
    clock.go_on(1_000_000)
    assert clock.left(0, 0, False, 1_000_000) == 20_000


def test_the_time_of_a_match_runs_only_while_it_is_told_to() -> None:
    clock = MatchClock()
    assert clock.at(50.0) == 0
    clock.run(50.0)
    assert clock.at(51.5) == 1500
    clock.stop(52.0)
    assert clock.at(99.0) == 2000
    clock.run(100.0)
    assert (clock.at(100.25), clock.moment(2500)) == (2250, 100.5)
