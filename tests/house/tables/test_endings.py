"""The end of a deal is shown until everybody is ready, or its time is over; what comes next is held back until then."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche.client import Client, Refused, Sitting
from pioche.engine.table import Table
from pioche.house.tables import journal as j
from pioche.house.tables.deal_endings import what_decided
from tests.house.players import Player, table_for
from tests.house.running import Running, many, run

LONGER: dict[str, dict[str, Any]] = {  # at least two deals
    "pairs": {"games": 2, "losing_score": 11},
    "hawthorn": {"deals": 2},
    "port": {"deals": 2},
    "starboard": {"deals": 2},
    "rocket": {"rounds": 1},
    "blackstone": {"deals": 2},
    "goblin_poker": {"deals": 2},
    "sweep": {"length": "cumulative", "target_score": 60},
    "kitty": {"length": "long", "target_score": 60},
    "venture": {"deals": 2},
    "five_cards": {"target_score": 60},
    "pig": {"lives": "hog"},
    "spoons": {"lives": "three"},
    "vatra": {"deals": 2},
    "agnes": {"rounds": 2},
}


class Looker(Player):
    """Plays, and looks at the end of every deal until told to go on."""

    @property
    def looking(self) -> bool:
        return self.at.ending is not None and not self.at.ending["over"]

    async def until_the_end_of_a_deal(self) -> bool:
        """False: the match is over."""
        await self.play(lambda: self.over or self.looking)
        return self.looking


async def _at_the_end(lookers: list[Looker]) -> bool:
    return all(await asyncio.gather(*(looker.until_the_end_of_a_deal() for looker in lookers)))


def _check(at: Sitting, deal: int) -> None:
    """What a reader has while the end of a deal is shown: that deal as it lay, what it brought, nothing of the next."""
    ending, view = at.ending, at.view
    assert ending is not None
    assert view is not None
    assert ending["deal"] == view["deal"] == deal
    assert not at.menu
    assert view["scores"] == ending["scores"]
    assert not view["over"]
    first, last = ending["since"], at.events[-1]["n"]
    assert 0 < first <= last
    assert at.clock is not None
    assert not at.clock["running"]
    assert at.clock["next_deal"] > 0


@pytest.mark.parametrize("game", pioche.games())
def test_every_game_shows_its_endings(house: Running, game: str) -> None:
    async def play() -> None:
        dice = random.Random(f"ending {game}")
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob", "fr")) as (alice, bob):
            made = await table_for(alice, [bob], game, {"pace": "relaxed", "endings": "ready"}, **LONGER[game])
            code = made["code"]
            async with many(alice.at(code), bob.at(code)) as (a, b):
                one, other = lookers = [Looker(a, dice), Looker(b, dice)]
                await a.wish("start")
                rules = pioche.load(game, **a.table["options"])
                deal, totals = 0, Table(rules, rules.blank()).scores  # before anybody has paid an ante
                while await _at_the_end(lookers):
                    ending = a.ending
                    assert ending is not None
                    for at in (a, b):
                        _check(at, deal)
                    assert [t + g for t, g in zip(totals, ending["gained"], strict=True)] == ending["scores"]
                    totals, told = ending["scores"], a.n
                    if deal == 0:
                        await _nothing_moves(one, other, told)
                    await a.wish("ready", deal=deal)
                    await a.until(lambda: a.table["ready"] == [a.you["seat"]])
                    assert one.looking
                    await b.wish("ready", deal=deal)
                    await asyncio.gather(*(at.until(lambda at=at: at.ending is None or at.ending["over"]) for at in (a, b)))
                    deal += 1
                assert deal >= 1
                assert a.ending is not None
                assert a.ending["over"]  # the last one is shown before the result, and nothing waits
                result = a.events[-1]
                assert result["kind"] == "match_result"
                assert len(result["about"]["deals"]) == deal + 1
                assert result["about"]["deals"][-1] == result["about"]["scores"]

    run(play())


async def _nothing_moves(one: Looker, other: Looker, told: int) -> None:
    """Nobody can move, nobody is told anything, and who comes back finds the same."""
    timed = pioche.load(one.at.table["game"]).rules.timed
    try:
        answer = (await one.at.wish("move", do="anything")).get("late", False)
    except Refused as no:
        answer = no.reason
    assert answer == (True if timed else "between_deals")  # where there is a clock it does no harm
    before = other.at.view, other.at.ending, list(other.at.raw)
    other.at.cut()
    await asyncio.sleep(0.15)
    await other.at.connect()
    await other.at.wish("there")
    assert (other.at.view, other.at.ending, other.at.raw) == before
    assert one.at.n == told


def test_agnes_turns_every_card_up_and_not_before(house: Running) -> None:
    """R55. While the round is played each sees the cards the rules let them see; at its end everybody sees all of them."""

    async def play() -> None:
        dice = random.Random("agnes")
        async with many(
            Client(house.address, "Alice"), Client(house.address, "Bob"), Client(house.address, "Chloé")
        ) as three:
            alice, bob, chloe = three
            settings = {"pace": "relaxed", "endings": "ready", "spectators": "public"}
            made = await table_for(alice, [bob], "agnes", settings, rounds=2)
            await chloe.join(made["code"], made["secret"])
            async with many(*(person.at(made["code"]) for person in three)) as (a, b, c):
                canaries: list[tuple[str, Any]] = []
                _watch(c, canaries)
                await a.wish("start")
                watching = asyncio.create_task(c.until(lambda: c.ending is not None))
                assert await _at_the_end([Looker(a, dice), Looker(b, dice)])
                await watching
                assert canaries  # the spectator has seen layouts before the end
                assert {face for _, layout in canaries for face in layout} <= {"?", None}
                layouts = [at.view["layout"] for at in (a, b, c)]
                assert layouts[0] == layouts[1] == layouts[2]
                assert all(face != "?" for row in layouts[0] for face in row)
                said = " ".join(event["en"] for event in c.events if event["kind"] == "card_shown")
                assert all(face in said for row in layouts[0] for face in row if face)

    run(play())


def _watch(at: Sitting, seen: list[tuple[str, Any]]) -> None:
    """Keep every layout a reader is shown before the end of the first deal."""
    note = at._note

    def noting(message: dict[str, Any], text: str) -> None:
        note(message, text)
        if message["t"] == "news" and message["view"] and message["ending"] is None and message["view"]["deal"] == 0:
            seen.extend((message["view"]["phase"], row) for row in message["view"]["layout"])

    at._note = noting  # type: ignore[method-assign]


# -- time ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house in which a minute is three seconds."""
    house = Running(tmp_path_factory.mktemp("hurried"), "--tempo", "0", "--loose", "10000", "--speed", "20")
    yield house
    house.stop()
    assert not house.errors()


def entries(house: Running, code: str, *kinds: type) -> list[type]:
    return [type(entry) for entry in house.journal(code) if isinstance(entry, kinds)]


def test_nobody_is_waited_for_for_ever(hurried: Running) -> None:
    """One is ready, the other is not there any more, or looks at something else: the next deal comes all the same."""

    async def play() -> None:
        async with many(Client(hurried.address, "Alice"), Client(hurried.address, "Bob")) as (alice, bob):
            made = await table_for(alice, [bob], "blackstone", {"pace": "relaxed", "endings": "ready"}, deals=3)
            code = made["code"]
            async with many(alice.at(code), bob.at(code)) as (a, b):
                looker = Looker(a, random.Random(1))
                await a.wish("start")
                playing = asyncio.create_task(Player(b, random.Random(2)).play())  # never says that he is ready
                assert await looker.until_the_end_of_a_deal()
                await a.wish("ready", deal=0)
                await a.until(lambda: a.ending is None)  # the time is over
                assert await looker.until_the_end_of_a_deal()
                playing.cancel()
                await b.close()
                await a.wish("ready", deal=1)
                await a.until(lambda: a.ending is None)
            assert entries(hurried, code, j.Ready, j.Dealt) == [j.Ready, j.Dealt, j.Ready, j.Dealt]

    run(play())


def test_whoever_lost_the_line_a_moment_ago_is_waited_for(house: Running) -> None:
    """The others are ready: that is no reason for the end of the deal to go before one could see it."""

    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob")) as (alice, bob):
            made = await table_for(alice, [bob], "hawthorn", {"pace": "relaxed", "endings": "ready"})
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await a.wish("start")
                assert await _at_the_end([Looker(a, random.Random(1)), Looker(b, random.Random(2))])
                b.cut()
                await a.wish("ready", deal=0)
                await asyncio.sleep(0.5)
                await b.connect()
                await b.wish("there")
                assert b.ending is not None
                await b.wish("ready", deal=0)
                await b.until(lambda: b.ending is None)

    run(play())


def test_one_person_among_bots_goes_on_after_some_seconds(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--speed", "20")

    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await table_for(alice, [], "blackstone", {"pace": "relaxed", "endings": "ready"}, deals=4)
            async with alice.at(made["code"]) as a:
                looker = Looker(a, random.Random(1))
                await a.wish("start")
                assert await looker.until_the_end_of_a_deal()
                assert a.clock is not None
                assert a.clock["next_deal"] <= 8000
                await a.wish("ready", deal=0, on=False)  # wait, I am looking
                await a.until(lambda: a.ending is not None and a.ending["slow"])
                assert a.clock["next_deal"] > 60_000
                await a.wish("ready", deal=0)
                await a.until(lambda: a.ending is None)
                assert await looker.until_the_end_of_a_deal()
                await a.until(lambda: a.ending is None)  # by itself
                late = await a.wish("ready", deal=1)
                assert late["late"]

    try:
        run(play())
    finally:
        house.stop()


def test_a_table_may_do_without(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await table_for(alice, [], "blackstone", {"pace": "relaxed"}, deals=2)
            async with alice.at(made["code"]) as a:
                await a.wish("start")
                looker = Looker(a, random.Random(1))
                assert not await looker.until_the_end_of_a_deal()
                assert a.ending is None
                assert len(a.events[-1]["about"]["deals"]) == 2

    run(play())


def test_an_ending_outlives_the_house(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000")

    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob")) as (alice, bob):
            made = await table_for(alice, [bob], "hawthorn", {"pace": "relaxed", "endings": "ready"})
            code = made["code"]
            async with many(alice.at(code), bob.at(code)) as (a, b):
                await a.wish("start")
                assert await _at_the_end([Looker(a, random.Random(1)), Looker(b, random.Random(2))])
                await a.wish("ready", deal=0)
            await asyncio.to_thread(house.kill)
            await asyncio.to_thread(house.start)
            async with alice.at(code) as a2:
                await a2.until(lambda: a2.ending is not None)
                await asyncio.sleep(0.5)  # whoever comes back a little later sees it, too
                async with bob.at(code) as b2:
                    await b2.wish("there")
                    for back, before in ((a2, a), (b2, b)):
                        assert (back.ending, back.view, back.raw[: len(before.raw)]) == (
                            before.ending,
                            before.view,
                            before.raw,
                        )
                    assert a2.table["ready"] == [a2.you["seat"]]
                    await b2.wish("ready", deal=0)
                    await a2.until(lambda: a2.ending is None and bool(a2.view) and a2.view["deal"] == 1)

    try:
        run(play())
    finally:
        house.stop()


def test_another_match_is_a_question_to_all_who_are_there(house: Running) -> None:
    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob")) as (alice, bob):
            made = await table_for(alice, [bob], "blackstone", {"pace": "relaxed", "endings": "brief"}, deals=1)
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await a.wish("start")
                await asyncio.gather(Player(a, random.Random(1)).play(), Player(b, random.Random(2)).play())
                await b.wish("rematch")
                await a.until(lambda: a.table["ready"] == [b.you["seat"]])
                assert a.table["phase"] == "over"  # nobody is pulled off the result
                assert a.events[-1]["kind"] == "again"
                await a.wish("rematch")
                await b.until(lambda: b.table["phase"] == "playing" and b.table["match"] == 2)
                await asyncio.gather(Player(a, random.Random(3)).play(), Player(b, random.Random(4)).play())
                await a.wish("rematch")
                assert a.table["match"] == 2
                await a.wish("rematch")  # the host asks twice, and begins
                await b.until(lambda: b.table["match"] == 3)

    run(play())


def test_my_tables_tell_how_a_match_ended(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await table_for(alice, [], "blackstone", {"pace": "relaxed"}, deals=1)
            async with alice.at(made["code"]) as a:
                await a.wish("start")
                (mine,) = (await alice.get("/api/me/tables"))["tables"]
                assert mine["phase"] == "playing"
                assert mine["ranking"] == mine["scores"] == mine["players"] == []
                await Player(a, random.Random(1)).play()
                (mine,) = (await alice.get("/api/me/tables"))["tables"]
                assert mine["scores"] == a.events[-1]["about"]["scores"]
                assert mine["ranking"] == a.events[-1]["about"]["ranking"]
                assert mine["players"] == [seat["name"] for seat in a.table["seats"]]
                assert mine["match"] == 1

    run(play())


# -- what decided a match -----------------------------------------------------------------------------


def test_what_decided_a_match() -> None:
    def told(*deals: list[int]) -> Any:
        return what_decided([(scores, [1 + sum(o > mine for o in scores) for mine in scores]) for scores in deals])

    assert told([1, 0]) is None  # one deal decides itself
    assert told([1, 0], [2, 2]) is None  # nobody won alone
    assert told([1, 0, 0], [2, 0, 1], [4, 1, 3])["how"] == "throughout"
    assert told([0, 1], [3, 1], [4, 2]) == {"how": "since", "seat": 0, "deal": 2, "deals": 3, "other": 1, "by": 2}
    assert told([0, 1], [0, 2], [3, 2])["how"] == "at_last"
    assert told([1, 1], [2, 2], [3, 2])["deal"] == 3  # to be level is not to lead
