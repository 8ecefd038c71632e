"""Tables whose maker laid the cards: what cannot be played is refused when the table is made; what was accepted once folds."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import pioche
from pioche.engine.record import Record
from pioche.engine.table import Table
from pioche.house.api import replays
from pioche.house.protocol.messages import Settings
from pioche.house.tables import journal as j
from pioche.house.tables.starting_position import StartingPosition, lay
from pioche.house.tables.state import TableState
from tests.house.running import Running

DEEP = json.loads("[" * 500 + "]" * 500)
UNPLAYABLE: list[tuple[str, dict[str, Any]]] = [
    ("more seats than the game has", {"game": "pairs", "position": {"seats": 10_000_000_000}}),
    ("more seats than numbers", {"game": "pairs", "position": {"seats": 2**53}}),
    ("a number beyond all numbers", {"game": "pairs", "position": {"deal": 10**30}}),
    ("a list as long as a body", {"game": "pairs", "position": {"waiting": [0] * 20_000}}),
    ("lists in lists", {"game": "pairs", "position": {"pile": DEEP}}),
    ("a field there is not", {"game": "pairs", "position": {"treasure": 1}}),
    ("too many fields", {"game": "pairs", "position": {f"f{k}": 0 for k in range(101)}}),
    ("nobody to act", {"game": "pairs", "position": {"phase": "turn"}}),
    ("a card there is not", {"game": "pairs", "cards": "11"}),
    ("a card there are too few of", {"game": "pairs", "cards": "1 1 1", "options": {"seats": 3}}),
    ("an option beyond all numbers", {"game": "pairs", "options": {"seats": 10**30}}),
    ("an option of many letters", {"game": "pig", "options": {"word": "A" * 5000}}),
    ("too many options", {"game": "pairs", "options": {f"o{k}": 0 for k in range(101)}}),
    ("a seed beyond all numbers", {"game": "pairs", "seed": 2**60}),
]


@pytest.fixture
def guest(house: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.address, headers={"origin": house.address}, trust_env=False, timeout=5) as client:
        client.post("/api/me", json={"name": "Alice"})
        yield client


@pytest.mark.parametrize("start", [False, True])
@pytest.mark.parametrize(("what", "body"), UNPLAYABLE, ids=[what for what, _ in UNPLAYABLE])
def test_what_cannot_be_played_is_refused_when_the_table_is_made(
    guest: httpx.Client, what: str, body: dict[str, Any], start: bool
) -> None:
    answer = guest.post("/api/tables", json={**body, "start": start, "sit": 0})  # it waits for five seconds
    assert answer.status_code == 400, what
    assert answer.json()["en"]
    assert answer.json()["fr"]
    assert len(answer.content) < 2000


def test_what_can_be_played_is_not_refused(guest: httpx.Client) -> None:
    position = pioche.load("pairs", seats=3).table(seed=4).position()
    for more in ({"position": position}, {"cards": "1 2 3", "seed": 5}, {"seed": 6}):
        for start in (False, True):
            answer = guest.post("/api/tables", json={"game": "pairs", "options": {"seats": 3}, **more, "start": start})
            assert (answer.status_code, answer.json()["table"]["practice"]) == (200, True)


# -- stored tables -------------------------------------------------------------------------------------

ACCEPTED_ONCE: dict[str, dict[str, Any]] = {
    "seats that are out may act": {"pile": [[5, 6], [7, 8]], "turn": 0},
    "a number out of bounds": {"pile": [[5, 6], [7, 8]], "turn": 0, "deal": -1},
}


def journal(position: dict[str, Any]) -> list[bytes]:
    """As an earlier version wrote it: nothing about the rules, and a position nobody had looked at."""
    opened = j.Opened(
        code="0123456789", game="port", preset="", options=dict(pioche.load("port", seats=2).options),
        settings=Settings(), position=position, practice=True,
    )  # fmt: skip
    entries: list[j.AnyEntry] = [
        opened, j.Joined(person="p", name="Alice"), j.Sat(who=1, seat=0), j.BotSat(seat=1, bot="random", name="Nina"),
        j.Began(who=1, match=1, seed="0", names=["Alice", "Nina"]),
    ]  # fmt: skip
    return [j.write(entry) for entry in entries]


@pytest.mark.parametrize("what", ACCEPTED_ONCE)
def test_a_stored_table_folds_though_its_position_is_refused_now(what: str) -> None:
    position = ACCEPTED_ONCE[what]
    game = pioche.load("port", seats=2)
    with pytest.raises(pioche.BadPosition):
        game.at(position)
    state = TableState.of(journal(position))
    assert state.table is not None
    assert state.table.position()["pile"] == [[5, 6], [7, 8]]
    assert state.table.position()["deal"] == position.get("deal", 0)
    assert replays.frames(state.record(1), 1, None, 0, 1)[0].view["pile"] == [[5, 6], [7, 8]]
    with pytest.raises(pioche.BadRecord):
        Record.loads(state.record(1).dumps()).table()
    with pytest.raises(pioche.PiocheError, match=r"playing|outside"):
        StartingPosition(state.opened).check()


@pytest.mark.parametrize("name", pioche.games())
def test_a_position_that_is_accepted_is_laid_the_same_with_and_without_looking(name: str) -> None:
    game = pioche.load(name)
    table = game.table(seed=8)
    for _ in range(12):
        if table.over or not table.actors:
            break
        table.act(table.actors[0], table.legal(table.actors[0])[0])
    position = json.loads(json.dumps(table.position()))
    looked, trusted = game.at(position, seed=3), Table.at(game, position, 3, "", trusted=True)
    assert game.rules.shape.key(looked.s) == game.rules.shape.key(trusted.s)


# -- going on from a long match --------------------------------------------------------------------------


def long_match() -> j.Opened:
    """A table that goes on from the last move but one of a match of thousands."""
    game = pioche.load("pairs", seats=8, games=50, losing_score=60)
    table = game.table(seed=3)
    while not table.over and len(table.moves) < 4000:
        seat = table.actors[0]
        table.act(seat, table.legal(seat)[0])
    return j.Opened(
        code="0123456789", game="pairs", preset="", options=dict(game.options), settings=Settings(), seed="3", practice=True,
        before=[dict(line) for line in table.moves[:-1]], rules=game.rules.version,
    )  # fmt: skip


def begins(state: TableState) -> float:
    """Seconds of the processor it takes everybody else in the house."""
    began = j.Began(who=1, match=state.match + 1, seed="3", names=[f"Bot {k}" for k in range(8)], rules=state.opened.rules)
    before = time.process_time()
    state.absorb(began)
    return time.process_time() - before


def test_lines_of_a_long_match_are_played_again_only_where_nobody_waits() -> None:
    """Beside the house, when the table is made or woken; what begins there is a copy, and the same to the byte."""
    opened = long_match()
    people: list[j.AnyEntry] = [j.Joined(person="p", name="Alice")]
    people += [j.BotSat(seat=seat, bot="random", name=f"Bot {seat}") for seat in range(8)]
    state = TableState.of([j.write(entry) for entry in (opened, *people)])
    before = time.process_time()
    played = lay(state.game, opened, 3, opened.rules, trusted=True)
    replayed = time.process_time() - before
    taken = [begins(state) for _ in range(3)]
    assert min(taken) < replayed / 2
    assert state.table is not None
    for seat in (None, *range(8)):
        assert state.table.view(seat) == played.view(seat)
        assert state.table.events(seat) == played.events(seat)
    assert (state.table.moves, state.table.s.log) == (played.moves, played.s.log)
    while not played.over:
        seat = played.actors[0]
        for table in (played, state.table):
            table.act(seat, table.legal(seat)[0])
    assert (state.table.moves, state.table.s.log) == (played.moves, played.s.log)
    assert begins(state) < replayed, "what was played there changes nothing of what is kept"
    assert len(state.table.moves) == len(opened.before)


# -- cards that cannot come any more ---------------------------------------------------------------------


def test_a_card_that_is_gone_when_its_turn_comes_is_passed_over() -> None:
    """Whether it is there then depends on what is played, so no check can tell. Strict as ever where somebody programs."""
    game = pioche.load("pairs", seats=2, games=5)
    opened = j.Opened(
        code="0123456789", game="pairs", preset="", options=dict(game.options), settings=Settings(), seed="3",
        cards="10 9 1 1 1 8 1", practice=True,
    )  # fmt: skip
    StartingPosition(opened).check()
    people = [j.BotSat(seat=seat, bot="random", name=f"Bot {seat}") for seat in range(2)]
    began = j.Began(who=0, match=1, seed="3", names=["Bot 0", "Bot 1"], rules=game.rules.version)
    state = TableState.of([j.write(entry) for entry in (opened, j.Joined(person="p", name="Alice"), *people, began)])
    assert state.table is not None
    strict = game.table(seed=3, cards=opened.cards)
    strict.act(strict.actors[0], "hit")
    with pytest.raises(pioche.BadPosition, match="no 1 is left"):
        strict.act(strict.actors[0], "hit")
    while not state.table.over:
        seat = state.table.actors[0]
        state.table.act(seat, state.table.legal(seat)[0])
    record = state.table.record()
    assert Record.loads(record.dumps()).table().scores == state.table.scores
    frames = replays.frames(record, 1, None, 0, 4)
    told = [event.about["rank"] for frame in frames for event in frame.events if event.kind in ("deal", "hit")]
    assert told[:4] == [10, 9, 1, 8]
