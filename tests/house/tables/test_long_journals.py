"""Journals grow only so long, and folding one takes time in proportion to its length."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pioche.client import Client, Refused
from pioche.house.operations import limits
from pioche.house.protocol.messages import Said, Settings
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from tests.house.running import Running, run

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
    entries = opened("kitty")
    entries += [j.Sat(who=1, seat=0)]
    entries += [j.BotSat(seat=seat, bot="random", name=f"Bot {seat}") for seat in (1, 2, 3)]
    entries.append(j.Began(match=1, seed="7", names=["Alice", "B", "C", "D"]))
    state = TableState.of([j.write(entry) for entry in entries])
    before = state.streams[0]
    private = [place for place in before.places if state.told[place].audience == 0]
    assert private, "its own cards"
    state.absorb(j.Stood(who=1, seat=0, bot="random"))
    state.absorb(j.Sat(who=2, seat=0))
    after = state.streams[0]
    told = [place for place, one in enumerate(state.told) if one.audience in (0, -1)]
    assert list(after.places) == told
    assert [after.places[n - 1] for n in after.of_match] == [
        place for place in told if state.told[place].by == "game" and state.told[place].match == 1
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
    entries += again_and_again("talk", limits.AROUND)
    state = TableState.of([j.write(entry) for entry in entries])
    assert state.around >= limits.AROUND
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
