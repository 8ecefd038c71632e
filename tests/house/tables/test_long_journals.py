"""Journals grow only so long, folding one takes time in proportion to its length, and what is behind a table little room."""

from __future__ import annotations

import gc
import time
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from pioche.client import Client, Refused
from pioche.house.operations import limits
from pioche.house.protocol.event_store import PastMatch
from pioche.house.protocol.messages import Said, Settings
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.news import worded
from pioche.house.tables.state import TableState
from pioche.text import told_with
from tests.house.running import Running, run
from tests.strategies import GAMES
from tests.test_tellings import played

PEOPLE = ("alice", "bob")


def opened(game: str = "pairs", **options: object) -> list[j.AnyEntry]:
    first = j.Opened(code="0123456789", game=game, preset="", options=dict(options), settings=Settings())
    return [first, *(j.Joined(person=person, name=person.title()) for person in PEOPLE)]


def again_and_again(kind: str, count: int) -> list[j.AnyEntry]:
    """Entries two people can make without an end."""
    found: list[j.AnyEntry] = []
    for k in range(count // 2):
        who = 1 + k % 2
        found += {
            "sit and stand": [j.Sat(who=who, seat=0), j.Stood(who=who, seat=0)],
            "rename": [j.Renamed(who=1, name=f"A{k}"), j.Renamed(who=2, name=f"B{k}")],
            "talk": [j.Spoke(who=1, at=k, text="hello"), j.Spoke(who=2, at=k, phrase="hello")],
            "bots": [j.BotSat(seat=1, bot="random", name="Ada"), j.BotLeft(seat=1)],
            "host": [j.Hosted(whom=1), j.Hosted(whom=2)],
            "lock": [j.Locked(on=True), j.Locked(on=False)],
            "mute": [j.Muted(whom=1, on=True), j.Muted(whom=1, on=False)],
        }[kind]
    return found


def seconds(entries: list[j.AnyEntry]) -> float:
    bodies = [j.write(entry) for entry in entries]
    began = time.process_time()
    TableState.of(bodies)
    return time.process_time() - began


@pytest.mark.parametrize("kind", ["sit and stand", "rename", "talk", "bots", "host", "lock", "mute"])
@pytest.mark.parametrize("match", [False, True], ids=["gathering", "in a match"])
def test_folding_is_linear(kind: str, match: bool) -> None:
    """Sixteen thousand entries take some four times as long as four thousand, not sixteen times."""
    start = opened("kitty" if match else "pairs")
    if match:
        start += [j.BotSat(seat=seat, bot="random", name=f"Bot {seat}") for seat in (2, 3)]
        start.append(j.Began(match=1, seed="1", names=["Alice", "Bob", "Bot 2", "Bot 3"]))
    short = min(seconds([*start, *again_and_again(kind, 4_000)]) for _ in range(3))
    long = min(seconds([*start, *again_and_again(kind, 16_000)]) for _ in range(3))
    assert long < 10 * short + 0.2, (short, long)
    assert long < 5, "seconds"


def test_whoever_sits_down_reads_what_they_may_read() -> None:
    """A new owner of a seat has the public stream, and what the seat alone was told in this match."""
    entries = opened("pig", seats=4)  # a game with a clock: what a player had seen counts
    entries += [j.Sat(who=1, seat=0)]
    entries += [j.BotSat(seat=seat, bot="random", name=f"Bot {seat}") for seat in (1, 2, 3)]
    entries.append(j.Began(match=1, seed="7", names=["Alice", "B", "C", "D"]))
    state = TableState.of([j.write(entry) for entry in entries])
    before = state.streams[0]
    private = [place for place in before.places if state.told_at(place).audience == 0]
    assert private, "its own cards"
    state.absorb(j.Stood(who=1, seat=0, bot="random"))
    state.absorb(j.Sat(who=2, seat=0))
    after = state.streams[0]
    told = [place for place in range(state.told) if state.told_at(place).audience in (0, -1)]
    assert list(after.places) == told
    assert [after.places[n - 1] for n in after.of_match] == [
        place for place in told if state.told_at(place).by == "game" and state.told_at(place).match == 1
    ]
    assert after.generation == before.generation + 1


def test_seats_are_changed_only_so_often(tmp_path: Path) -> None:
    house = Running(tmp_path)

    async def play() -> None:
        async with Client(house.address, "Mallory") as mallory:
            made = await mallory.make("pairs")
            async with mallory.at(made["code"]) as table:
                for _ in range(int(limits.RATES["seat"].burst)):
                    await table.wish("stand")
                    await table.wish("sit")
                await table.wish("stand")
                with pytest.raises(Refused) as no:
                    await table.wish("sit")
                assert no.value.reason == "too_often"

    try:
        run(play())
    finally:
        house.stop()


def test_a_journal_grows_only_so_long() -> None:
    entries = opened()
    entries += again_and_again("talk", limits.MAX_OTHER_ENTRIES)
    state = TableState.of([j.write(entry) for entry in entries])
    assert state.around >= limits.MAX_OTHER_ENTRIES
    with pytest.raises(commands.Refusal) as no:
        commands.sit(state, 1, 0)
    assert no.value.reason == "long_history"
    assert Said(no.value.en, no.value.fr) != Said("", "")
    state.absorb(j.Began(match=1, seed="1", names=["", "", "", ""]))
    commands.sit(state, 1, 0)  # a match makes room for more


# -- names for bots ------------------------------------------------------------------------------------


def test_there_is_a_name_for_every_bot_whoever_took_the_others(house: Running) -> None:
    from pioche.house.protocol.sentences import words

    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs", {"pace": "relaxed"})
            for name in words("bots"):
                async with Client(house.address, name) as guest:
                    await guest.join(made["code"], made["secret"])
            async with alice.at(made["code"]) as table:
                await table.wish("start")
                await table.until(lambda: table.table["phase"] == "playing")
                names = [seat["name"] for seat in table.table["seats"]]
                assert len(set(names)) == len(names)
                assert all(names)

    run(play())


# -- what is behind a table ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_is_packed_is_told_as_before(name: str) -> None:
    table = played(name)
    again = PastMatch(table).table()
    assert again.s.log == table.s.log
    assert again.moves == table.moves
    names = [f"P{seat}" for seat in range(table.game.seats)]
    for place in range(len(table.s.log)):
        told = [worded(one, place, told_with(one, place), 1, 1, names, 0) for one in (table, again)]
        assert told[0] == told[1]


def test_whoever_comes_late_reads_every_match_as_those_read_it_who_were_there(house: Running) -> None:
    """Each event byte for byte, of matches that were packed long ago."""

    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("hawthorn", {"pace": "relaxed", "endings": "off"}, {"start": True})
            async with alice.at(made["code"]) as table:
                for match in range(1, 4):
                    while not (table.table.get("match") == match and table.table["phase"] == "over"):
                        if table.menu:
                            do, table.menu = table.menu[0]["do"], None
                            await table.move(do)
                        else:
                            await table.hear()
                    await table.wish("rematch")
                await table.until(lambda: table.table["match"] == 4)
                async with alice.at(made["code"], since=0) as later:
                    await later.until(lambda: later.n >= table.n)
                    assert later.raw[: len(table.raw)] == table.raw
                    assert {event["match"] for event in later.events} >= {1, 2, 3}
                    assert any(event["by"] == "game" and event["match"] == 1 for event in later.events)

    run(play(), 60)


def test_an_evening_of_matches_takes_little_room() -> None:
    """For each thing told in a match behind the table, whoever heard it: some forty bytes, not four hundred."""

    def measured(matches: int) -> tuple[int, int]:
        tracemalloc.start()
        state = an_evening(matches)
        gc.collect()
        used = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return used, state.told

    an_evening(1)  # games and sentences are made once
    (few, told_in_few), (many, told_in_many) = measured(2), measured(12)
    assert (many - few) / (told_in_many - told_in_few) < 60, (few, told_in_few, many, told_in_many)


def an_evening(matches: int) -> TableState:
    first = opened("hawthorn")[0]
    assert isinstance(first, j.Opened)
    random, state = Random(1), TableState(first)
    for seat in range(state.game.seats):
        state.absorb(j.BotSat(seat=seat, bot="random", name=f"Bot {seat}"))
    for match in range(1, matches + 1):
        state.absorb(j.Began(match=match, seed=str(match), names=list(state.names[-1])))
        while state.phase != "over":
            if state.held:
                state.absorb(j.Dealt())
            assert state.table is not None
            seat = state.table.actors[0]
            word = random.choice(state.table.legal(seat))
            moved = commands.move(state, seat, word, "bot", {}, 0)
            for entry in moved.entries:
                state.absorb(entry, moved.table)
    return state


def test_the_last_thousand_answers_are_said_again() -> None:
    state = TableState.of([j.write(entry) for entry in opened()])
    for k in range(limits.MAX_KEPT_ANSWERS + 5):
        for who in (1, 2):
            state.absorb(j.Spoke(who=who, id=f"a{k}", at=k, text="hello"))
    assert state.answers.get((1, "a4")) is None
    first, later = state.answers.get((1, "a5")), state.answers.get((1, f"a{limits.MAX_KEPT_ANSWERS}"))
    assert first is not None
    assert later is not None
    assert later.n - first.n == 2 * (limits.MAX_KEPT_ANSWERS - 5)
    assert state.answers.get((3, "a5")) is None
