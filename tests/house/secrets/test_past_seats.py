"""At tables where everybody sees only their own replay: whoever takes a seat afterwards learns nothing of its owner."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import pioche
from pioche.client import Client, Refused
from pioche.house.protocol.messages import Settings
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from tests.house.players import Player
from tests.house.running import Running, many, run
from tests.house.wire import Line

GAMES = ("hawthorn", "goblin_poker", "kitty", "venture")  # whose hands are told to their seats


@pytest.mark.parametrize("game", GAMES)
def test_who_sits_down_after_the_match_has_what_a_spectator_has(house: Running, game: str) -> None:
    """Over every way there is: the stream from its beginning, from any number, its old name; the view; replay, record."""

    async def play() -> None:
        async with many(*(Client(house.address, name) for name in ("Alice", "Bob", "Eve", "Wanda"))) as found:
            alice, bob, eve, wanda = found
            low = pioche.load(game).seat_range[0]
            settings = {"replay": "own", "spectators": "public", "pace": "relaxed"}
            short = {"deals": 1} if "deals" in pioche.load(game).options else {}
            made = await alice.make(game, settings, seats=max(2, low), **short)
            code = made["code"]
            for person in (bob, eve, wanda):
                await person.join(code, made["secret"])
            await bob.sit(code, 1)
            async with many(alice.at(code), bob.at(code), wanda.at(code)) as (a, b, w):
                await a.wish("start")
                await asyncio.gather(*(Player(one, random.Random(k)).play() for k, one in enumerate((a, b))))
                old = b.stream
                await w.until(lambda: w.events and w.events[-1]["kind"] == "match_result", 60)
                await b.wish("stand")
                await w.until(lambda: w.events[-1]["kind"] == "stood")
                await eve.sit(code, 1)
                await w.until(lambda: w.events[-1]["kind"] == "sat")
                everybody = [event["kind"] for event in w.events]
                for since, stream in ((0, ""), (0, old), (3, ""), (3, old), (None, "")):
                    line = Line(house.address, eve.token)
                    wire = await line.socket(code, since=since, stream=stream)
                    shown = await wire.first_look()
                    told = [json.loads(text) for text in wire.heard]
                    await wire.close()
                    await line.close()
                    assert told[0]["stream"] != old
                    heard = [event["kind"] for message in told[1:] for event in message.get("events", [])]
                    assert heard == everybody[len(everybody) - len(heard) :], "not a word more than a spectator"
                    assert shown["view"] == w.view, "and not a card"
                for what in ({"eyes": 1}, {"eyes": 0}):
                    with pytest.raises(Refused) as no:
                        await eve.get(f"/api/tables/{code}/replay", match=1, **what)
                    assert no.value.reason == "own_eyes_only"
                for person in (eve, bob, alice):
                    with pytest.raises(Refused) as no:
                        await person.get(f"/api/tables/{code}/record", match=1)
                    assert no.value.reason == "own_eyes_only"
                assert (await bob.get(f"/api/tables/{code}/replay", match=1, eyes=1))["eyes"] == 1, "he still has his own"

    run(play())


# -- the fold itself ---------------------------------------------------------------------------------


def hawthorn(replay: str = "own") -> TableState:
    options = dict(pioche.load("hawthorn", seats=2, deals=1).options)
    settings = Settings(replay=replay)  # type: ignore[arg-type]
    state = TableState(j.Opened(code="0123456789", game="hawthorn", preset="", options=options, settings=settings))
    for name in ("Alice", "Bob", "Eve"):
        state.absorb(j.Joined(person=name, name=name))
    for who in (1, 2):
        state.absorb(j.Sat(who=who, seat=who - 1))
    state.absorb(j.Began(who=1, match=1, seed="3", names=["Alice", "Bob"]))
    return state


def finish(state: TableState) -> None:
    table = state.table
    assert table is not None
    while not table.over:
        seat = table.actors[0]
        state.absorb(j.Line(line={"seat": seat, "do": table.legal(seat)[0]}, seat=seat))


def told(state: TableState, seat: int) -> int:
    """How much of what a seat can read was told to it alone."""
    return sum(state.told_at(place).audience == seat for place in state.streams[seat].places)


def test_who_plays_on_in_mid_match_has_the_seats_cards_and_its_replay() -> None:
    state = hawthorn()
    mine = told(state, 1)
    assert mine > 0
    state.absorb(j.Stood(who=2, seat=1, bot="random"))
    state.absorb(j.Sat(who=3, seat=1))
    assert (told(state, 1), state.eyes(1)) == (mine, 1)
    finish(state)
    assert state.sitters == [[1, 3]], "what the seat saw at the end is Eve's: Bob does not get her cards"
    assert state.eyes(1) == 1


def test_the_next_one_has_neither() -> None:
    state = hawthorn()
    finish(state)
    state.absorb(j.Stood(who=2, seat=1))
    state.absorb(j.Sat(who=3, seat=1))
    assert (told(state, 1), state.eyes(1), state.sitters) == (0, None, [[1, 2]])
    state.absorb(j.Stood(who=3, seat=1))
    state.absorb(j.Sat(who=2, seat=1))
    assert state.eyes(1) == 1, "his own cards are his own"


def test_a_shoulder_is_its_persons_and_goes_with_them() -> None:
    """Bob let Eve look. When he leaves she looks at nobody: neither at the bot nor at whoever comes next."""
    for last in (j.Stood(who=2, seat=1, bot="random"), j.Kicked(who=1, seat=1, bot="random")):
        state = hawthorn()
        state.absorb(j.Looking(who=2, whom=3, seat=1, on=True))
        assert state.watcher(3) == 1
        state.absorb(last)
        assert state.watcher(3) is None
        assert "not_looking" in [one.kind for one in map(state.told_at, range(state.told))]
