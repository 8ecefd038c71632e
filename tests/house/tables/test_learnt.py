"""A learnt player takes a seat in the house, for the games somebody has learnt."""

from __future__ import annotations

import random

import pytest

from pioche.client import Client, Refused
from pioche.house.seated_bots import roster
from tests.house.players import Player
from tests.house.running import Running, many, run


def test_the_house_offers_it_for_its_games_alone() -> None:
    assert "learnt" in roster.levels("hawthorn")
    assert "learnt" not in roster.levels("pairs")
    assert roster.games_of("learnt") == ["hawthorn"]
    assert roster.level("learnt").heavy  # it thinks where nobody waits for it


def test_it_plays_a_match_with_a_person(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            listed = {bot["id"]: bot for bot in (await alice.get("/api/house"))["bots"]}
            assert listed["learnt"]["games"] == ["hawthorn"]
            assert listed["learnt"]["label"] == {"en": "Learnt", "fr": "Entraîné"}
            bots = {str(seat): "learnt" for seat in (1, 2, 3)}
            made = await alice.make("hawthorn", None, seats=4, deals=1, more={"bots": bots, "sit": 0})
            async with many(alice.at(made["code"])) as (at,):
                await at.wish("start")
                await Player(at, random.Random(1)).play()
                await at.until(lambda: at.events and at.events[-1]["kind"] == "match_result")
                assert at.view["over"]
            with pytest.raises(Refused, match="random"):
                await alice.make("pairs", None, seats=2, more={"bots": {"1": "learnt"}})

    run(play())
