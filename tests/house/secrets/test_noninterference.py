"""Nothing reaches a wire that its reader may not know. See noninterference.py for what a pair of worlds is."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche
from pioche.testing.steps import playing
from tests.house.running import SERVE, Running, run
from tests.house.secrets.noninterference import Pair, compare, pairs
from tests.house.wire import Line

LEAKY = ("-m", "tests.house.secrets.leaky")
TOGETHER = 8  # pairs at the same time


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house whose bots never get round to acting."""
    house = Running(tmp_path_factory.mktemp("still"), "--tempo", "1000000", "--loose", "100000")
    yield house
    house.stop()
    assert not house.errors()


async def look(house: Running, found: list[Pair]) -> int:
    """How many transcripts were compared: of the seat and of a spectator, each from the start and come late."""
    people = [await Line(house.address).guest(name) for name in ("Wanda", "Quentin", "Vera")]
    turn = asyncio.Semaphore(TOGETHER)

    async def one(pair: Pair) -> int:
        async with turn:
            return await compare(people, pair)

    try:
        return sum(await asyncio.gather(*(one(pair) for pair in found)))
    finally:
        for person in people:
            await person.close()


@pytest.mark.parametrize("game", pioche.games())
def test_hidden_cards_change_no_byte(still: Running, game: str) -> None:
    assert run(look(still, list(pairs(game, 200, seed=1)))) == 800


@pytest.mark.campaign
@pytest.mark.parametrize("game", pioche.games())
def test_hidden_cards_change_no_byte_in_many_worlds(still: Running, game: str) -> None:
    assert run(look(still, list(pairs(game, 2000, seed=2))), 3000) == 8000


def secret_deed(kind: str, **more: str) -> Pair:
    """Agnès R82, R90: who has passed a window or slammed into a sealed one is known to nobody, nor when it will be
    decided. In one world somebody does it, in the other not yet."""
    dice = random.Random(5)
    options = {"turn_time": 0, "slam_window": 10_000, **more}
    while True:
        table = pioche.load("agnes", **options).table(seed=dice.getrandbits(32))
        for _ in playing(table, dice, 30):
            if table.view(None)["phase"] == "slam" and len(table.actors) == 3 and not table.s.slams:
                watcher, other = table.actors[:2]
                word = next((word for word in table.legal(other) if word.startswith(kind)), "")
                if word:
                    position = table.position()
                    return Pair("agnes", options, watcher, other, (position, position), [(other, word, "")], [])


def test_a_secret_pass_makes_no_sound(still: Running) -> None:
    assert run(look(still, [secret_deed("pass")])) == 4


def test_a_sealed_slam_makes_no_sound(still: Running) -> None:
    assert run(look(still, [secret_deed("slam", race="sealed")])) == 4


def test_timers_are_nobody_s_business() -> None:
    """What will ring next may tell what somebody has done in secret: views have no word of it."""
    for name in pioche.games():
        table = pioche.load(name).table(seed=1)
        for seat in (None, 0, 1):
            assert not {"timer", "timers", "next_timer"} & table.view(seat).keys(), name


def test_a_house_that_tells_the_time_of_secret_deeds_is_caught(tmp_path: Path) -> None:
    """The same with the time of the last input left in the view, as the engine has it."""
    house = Running(tmp_path, "--tempo", "1000000", "--loose", "100000", program=LEAKY)
    try:
        with pytest.raises(AssertionError, match="agnes: the seat"):
            run(look(house, [secret_deed("pass")]))
    finally:
        house.stop()
    assert SERVE != LEAKY
