"""Guest games at tables of a real house: one person, and bots of every level that is offered."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pioche.client import Client, Refused
from pioche.engine import game
from tests.guests import OFFERED, register
from tests.house.players import Player
from tests.house.running import Running, many, run


@pytest.fixture(scope="module", autouse=True)
def known_here() -> Iterator[None]:
    """The people of these tests know the guests, as a page does by the house's list."""
    with game.registered():
        register()
        yield


@pytest.fixture(scope="module")
def guest_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("guest_house")
    running = Running(folder, "--tempo", "0", "--loose", "10000", program=("-m", "tests.guests.house"))
    yield running
    running.stop()
    assert not running.errors(), running.errors()[-3:]


@pytest.mark.parametrize(("game", "level"), OFFERED)
def test_a_match_with_bots_of_a_level(guest_house: Running, game: str, level: str) -> None:
    async def play() -> None:
        async with Client(guest_house.address, "Alice") as alice:
            made = await alice.make(game, None, seats=2, deals=1, more={"bots": {"1": level}, "sit": 0})
            async with many(alice.at(made["code"])) as (at,):
                await at.wish("start")
                await Player(at, random.Random(game)).play()
                await at.until(lambda: at.events and at.events[-1]["kind"] == "match_result")
                assert at.table["seats"][1]["bot"] == level
                assert at.view["over"]

    run(play())


def test_a_level_that_does_not_exist_is_refused_and_not_listed(guest_house: Running) -> None:
    async def ask() -> None:
        async with Client(guest_house.address, "Alice") as alice:
            house = await alice.get("/api/house")
            able = {bot["id"] for bot in house["bots"] if not bot["games"] or "riddle" in bot["games"]}
            assert able == {"random"}
            with pytest.raises(Refused, match="random"):
                await alice.make("riddle", None, seats=2, more={"bots": {"1": "expert"}})

    run(ask())


def test_an_empty_seat_is_filled_by_somebody_who_can_play(guest_house: Running) -> None:
    async def play() -> None:
        async with Client(guest_house.address, "Alice") as alice:
            made = await alice.make("riddle", None, seats=2, deals=1, more={"sit": 0})
            async with many(alice.at(made["code"])) as (at,):
                await at.wish("start")
                await Player(at, random.Random(1)).play()
                assert at.table["seats"][1]["bot"] == "random"

    run(play())
