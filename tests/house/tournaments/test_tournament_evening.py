"""An evening of Agnès with everything that happens on one, and a house that is killed three times on the way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pioche.house.stores.sqlite import read_only
from pioche.house.tournaments import tournament_journal as tj
from pioche.tournament import Tournament
from tests.house.running import Running, run
from tests.house.tournaments.evening import Evening, evening

FAST = ("--tempo", "0", "--loose", "10000", "--speed", "10")


def everybody(count: int) -> list[str]:
    return [f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[k]}-{k + 1}" for k in range(count)]


class Killed:
    """Kills the house without a word and opens it again on the same file, at the same address."""

    def __init__(self, house: Running) -> None:
        self.house, self.times = house, 0

    async def now(self) -> None:
        self.times += 1
        await asyncio.to_thread(self.house.kill)
        await asyncio.to_thread(self.house.start)

    async def while_(self, work: Any, after: float) -> Any:
        """In the middle of something; whoever asked asks again."""
        task = asyncio.ensure_future(work)
        await asyncio.sleep(after)
        await self.now()
        return await task

    async def when_a_result_is_proposed(self, club: Evening) -> None:
        while True:
            tables = (await club.look())["view"]["history"][-1]["tables"]
            if any(table["status"] in ("proposed", "final") for table in tables):
                return await self.now()
            await asyncio.sleep(0.05)

    async def in_mid_play(self, club: Evening) -> None:
        """When some moves lie on every table on the average."""
        codes = [table["code"] for table in (await club.look())["view"]["history"][-1]["tables"]]
        while sum(len(self.house.journal(code)) for code in codes) < 15 * len(codes):  # eleven before the first card
            await asyncio.sleep(0.02)
        await self.now()


async def whole_evening(house: Running, people: int, units: int, rounds: int) -> None:
    killed = Killed(house)
    wish = {"rounds": rounds, "units": units, "final_units": units, "filler": "bot", "grace": 0}
    async with evening(house.address, **wish) as club:
        names = everybody(people)
        for name in names[:-2]:
            await club.enter(name)
        gone, leaver = names[1], names[2]
        # Round 1: somebody does not come; the house dies while it opens the tables.
        await club.act(None, "seat")
        await killed.while_(club.act(None, "start"), 0.02)
        await club.act(None, "no_show", name=gone)
        await club.play(absent=(gone,))
        await club.act(None, "close")
        # Two are late, the absentee comes back, somebody leaves; a result was wrong.
        for name in names[-2:]:
            await club.enter(name)
        await club.act(gone, "resume")
        first = (await club.look())["view"]["history"][0]["tables"][0]
        other = [first["result"]["raw"][-1], *first["result"]["raw"][:-1]]
        await club.act(None, "correct", round=1, table=1, raw=other, reason="two lines exchanged")
        # Round 2: the house dies in mid-play, and somebody drops out at the table.
        await club.round_begins()
        play = asyncio.ensure_future(club.play(absent=(leaver,)))
        await killed.in_mid_play(club)
        await club.act(leaver, "drop")
        await play
        await club.act(None, "close")
        # The last rounds; the house dies while results come in.
        for number in range(3, rounds + 1):
            await club.round_begins()
            play = asyncio.ensure_future(club.play(absent=(leaver,)))
            if number == 3:
                await killed.when_a_result_is_proposed(club)
            await play
            await club.act(None, "close")
        if rounds < 3:
            await club.act(None, "start_finals")
            play = asyncio.ensure_future(club.play(absent=(leaver,)))
            await killed.when_a_result_is_proposed(club)
            await play
        else:
            await club.act(None, "start_finals")
            await club.play(absent=(leaver,))
        await club.act(None, "close")
        over = await club.act(None, "finish")
        assert killed.times == 3
        check(house, club, over, await club.log(), names, leaver)


def check(house: Running, club: Evening, over: Any, model: Tournament, names: list[str], leaver: str) -> None:
    """No entry, no result, no move is lost, and the log ranks everybody as the house does."""
    ranking = [(row["place"], row["name"], row["by"]) for row in over["view"]["ranking"]]
    assert ranking == [(one.place, one.name, one.by) for one in model.ranking()]
    assert {name for _, name, _ in ranking} == set(names)
    assert next(one for one in over["view"]["entrants"] if one["name"] == leaver)["status"] == "dropped"
    store = read_only(house.data)
    written = [tj.read_entry(body) for body in store.journal(club.code)]
    store.close()
    ids = {entry.id for entry in written if entry.id}
    assert set(club.done) <= ids, "a deed that was answered is not in the journal"
    assert [entry.line for entry in written if isinstance(entry, tj.Done)] == [dict(line) for line in model.entries[1:]]
    moves = 0
    for code, acks in club.acks.items():
        kept = {entry.id for entry in house.journal(code)}
        lost = [ack for _, ack in acks if ack.id not in kept]
        assert not lost, f"moves were lost: {lost}"
        moves += len(acks)
    assert moves > 4 * len(names)
    for one in model.state.rounds:
        for table in one.live:
            assert table.result is not None
            assert sum(entry["do"] == "result" and entry.get("by") == "house" for entry in model.entries) >= len(one.live)


def test_an_evening_with_three_kills(tmp_path: Path) -> None:
    house = Running(tmp_path, *FAST)
    try:
        run(whole_evening(house, 11, 2, 2), 170)
        assert not house.errors(), house.errors()[-3:]
    finally:
        house.stop()


@pytest.mark.campaign
def test_twenty_two_people_from_registration_to_the_final(tmp_path: Path) -> None:
    house = Running(tmp_path, *FAST)
    try:
        run(whole_evening(house, 22, 8, 4), 3600)
        assert not house.errors(), house.errors()[-3:]
    finally:
        house.stop()
