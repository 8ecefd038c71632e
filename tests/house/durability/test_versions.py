"""Matches that were played under another version of the rules: played on exactly, or kept and never told otherwise."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import pioche
from pioche.client import Client, Refused
from pioche.engine.record import Record
from pioche.engine.words import Events
from pioche.house import export
from pioche.house.api import replays
from pioche.house.protocol.messages import Settings
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.tables import commit_reveal
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState, digest_of_events
from tests.house.running import Running, run

# -- a version that is still played ----------------------------------------------------------------------

LAYOUT = [["3♠", "10♥", "8♦", "Q♣"], ["5♦", "8♠", "K♣", "2♥"], ["8♥", "A♣", "9♦", "4♠"]]
LINES = [
    {"seat": 0, "do": "draw", "at": 0},
    {"seat": 0, "do": "keep:3", "at": 0},
    {"seat": 1, "do": "pass", "at": 50, "seen": 0},  # before its window was on the screen
    {"seat": 2, "do": "pass", "at": 90},
]


def opened(game: str, **options: object) -> j.Opened:
    settled = dict(pioche.load(game, **options).options)
    return j.Opened(code="0123456789", game=game, preset="", options=settled, settings=Settings())


def at_agnes(began: bytes) -> TableState:
    head = opened("agnes", seats=3, rounds=1, latency="arrival")
    head.position = {"layout": LAYOUT, "stock": ["2♣", "6♥", "7♣", "4♣", "9♣"], "discard": [], "turn": 0}
    people = [j.Joined(person="p", name="Alice"), j.Sat(who=1, seat=0)]
    bots = [j.BotSat(seat=seat, bot="random", name=f"Bot {seat}") for seat in (1, 2)]
    lines = [j.Line(line=line, seat=int(str(line["seat"]))) for line in LINES]
    return TableState.of([*map(j.write, (head, *people, *bots)), began, *map(j.write, lines)])


def test_a_stored_match_of_the_first_version_is_told_as_it_was() -> None:
    began = b'{"k":"began","who":1,"match":1,"seed":"0","names":["Alice","Bot 1","Bot 2"]}'
    state = at_agnes(began)
    assert state.table is not None
    assert state.table.version == state.record(1).rules == 1
    assert "window_closed" in [event["kind"] for event in state.table.events(None)], "that pass counted then"
    assert Record.loads(state.record(1).dumps()).table().history() == state.table.history()


def test_a_match_of_today_names_the_version_it_is_played_under() -> None:
    began = j.Began(who=1, match=1, seed="0", names=["Alice", "Bot 1", "Bot 2"], rules=2)
    state = at_agnes(j.write(began))
    assert state.table is not None
    assert state.record(1).rules == 2
    assert "window_closed" not in [event["kind"] for event in state.table.events(None)]
    (*_, last) = commit_reveal.begin(state, 1, 1_700_000_000)
    assert isinstance(last, j.Began)
    assert last.rules == state.game.rules.version == 2
    state.opened.rules = 1  # it continues a match of the first version
    (*_, last) = commit_reveal.begin(state, 1, 1_700_000_000)
    assert isinstance(last, j.Began)
    assert last.rules == 1


# -- a version that is not ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [0, 77])
def test_a_match_of_other_rules_is_kept_and_never_folded(rules: int) -> None:
    line = {"seat": 0, "do": "something nobody knows any more"}
    entries: list[j.AnyEntry] = [
        opened("pairs", seats=2), j.Joined(person="p", name="Alice"), j.Joined(person="q", name="Bob"),
        j.Sat(who=1, seat=0), j.Sat(who=2, seat=1),
        j.Began(who=1, match=1, seed="5", names=["Alice", "Bob"], rules=rules), j.Line(line=line, seat=0),
        j.Paused(who=1), j.Resumed(who=1), j.Kicked(who=1, seat=1, bot="random", later=True), j.Line(line=line, seat=0),
    ]  # fmt: skip
    state = TableState.of([j.write(entry) for entry in entries])
    assert (state.phase, state.match, state.table, state.frozen) == ("gathering", 1, None, True)
    assert state.seat_of(2) is None
    kinds = [told.kind for told in map(state.told_at, range(state.told))]
    assert "earlier_rules" in kinds
    assert "match_result" not in kinds
    assert not [told for told in map(state.told_at, range(state.told)) if told.by == "game"], "nothing of it is told again"
    record = state.record(1)
    assert (record.rules, record.moves, record.names) == (rules, [line, line], ["Alice", "Bob"])
    replays.may_have_record(state, 1, 1)
    with pytest.raises(Refusal, match="another version of the rules"):
        replays.may_see(state, 1, 1, 0)
    for entry in commit_reveal.begin(state, 1, 1_700_000_000):
        state.absorb(entry)
    assert (state.phase, state.match, state.frozen) == ("playing", 2, False)
    assert state.table is not None
    assert state.record(2).rules == 1
    assert state.record(1).moves == [line, line]


def write_again(path: Path, code: str) -> None:
    """The journal as a house of another version would have written it."""
    with contextlib.closing(SQLiteStore(path)) as store:
        store.open()
        bodies = store.journal(code)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("DELETE FROM entries WHERE code = ?", (code,))
        store.begin()
        store.append(code, 0, [body.replace(b'"k":"began"', b'"k":"began","rules":77') for body in bodies], 0)
        store.commit()


def test_people_are_told_and_begin_a_new_match(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000")

    async def play() -> tuple[str, str]:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs", {"pace": "relaxed"}, {"start": True}, seats=2)
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.menu)
                await a.move(a.menu[0]["do"])
            return alice.token, made["code"]

    async def come_back(token: str, code: str) -> None:
        async with Client(house.address, token=token) as alice, alice.at(code) as a:
            await a.until(lambda: any(event["kind"] == "earlier_rules" for event in a.events))
            assert a.table["phase"] == "gathering"
            told = next(event for event in a.events if event["kind"] == "earlier_rules")
            assert "version 77" in told["en"]
            assert "version 77" in told["fr"]
            with pytest.raises(Refused) as no:
                await alice.get(f"/api/tables/{code}/replay?match=1")
            assert no.value.reason == "earlier_rules"
            with pytest.raises(Refused) as no:
                await alice.make("pairs", more={"continues": {"code": code, "match": 1, "at": 1}})
            assert no.value.reason == "earlier_rules"
            assert Record.loads(await alice.get(f"/api/tables/{code}/record?match=1")).rules == 77
            await a.wish("start")
            await a.until(lambda: a.menu)
            assert (a.table["phase"], a.table["match"]) == ("playing", 2)

    try:
        token, code = run(play())
        house.stop()
        write_again(house.data, code)
        house.start()
        run(come_back(token, code))
        assert not house.errors()
    finally:
        house.stop()
    assert export.main(tmp_path / "records", data=house.data) == 0
    (exported,) = (tmp_path / "records").glob("*-1.jsonl")
    assert Record.open(exported).rules == 77
    with pytest.raises(pioche.BadRecord, match="version 77"):
        Record.open(exported).table()


# -- numbers of streams --------------------------------------------------------------------------------------


def test_numbers_belong_to_what_can_be_told() -> None:
    rules = pioche.load("pairs").rules
    now = digest_of_events(rules)
    assert digest_of_events(rules) == now
    more = Events(
        *(" ".join([kind.name, *(f"{a}={b}" for a, b in kind.fields)]) for kind in rules.events.kinds[4:]), "sang seat"
    )
    assert digest_of_events(replace(rules, events=more)) != now
    assert digest_of_events(replace(rules, version=rules.version + 1)) != now


def test_a_page_that_comes_back_after_an_upgrade_starts_afresh(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("hawthorn", {"pace": "relaxed"}, {"start": True}, seats=2)
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.menu)
                stream, n = a.stream, a.n
            assert n > 3
            for earlier, first in ((stream, n), (stream[:-8] + "00000000", 0)):
                again = alice.at(made["code"])
                again.stream, again.n = earlier, 3
                async with again:
                    await again.until(lambda again=again, n=n: again.view and again.n >= n)
                    assert again.stream == stream
                    assert again.events[0]["n"] == (4 if earlier == stream else 1), first

    run(play())
