"""Decisions change nothing: random commands of every kind at random tables and tournaments, the whole state compared."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, get_args
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pioche.errors import PiocheError
from pioche.house.protocol import messages as p
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import PersonRow
from pioche.house.tables import commands, commit_reveal
from pioche.house.tables import journal as j
from pioche.house.tables.circumstances import Noted
from pioche.house.tables.commit_reveal import begin
from pioche.house.tables.outcomes import Deferred, Entries, ShareNoted, Written
from pioche.house.tables.state import TableState
from pioche.house.tournaments import decisions, drawing, entering
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.all_tournaments import _founding
from pioche.house.tournaments.entrant_actions import NEEDED
from pioche.house.tournaments.tournament_state import TournamentState
from tests.house.unit.tables import absorb, moment, opened
from tests.house.unit.whole import differences, whole

SEATS_OF: dict[str, dict[str, int]] = {
    "pairs": {"seats": 2}, "hawthorn": {"seats": 2}, "pig": {"seats": 3}, "kitty": {}, "rocket": {}, "agnes": {},
}  # fmt: skip
SEATS, WHO = st.integers(0, 4), st.integers(1, 5)
HASH = st.sampled_from(["a" * 64, "b" * 64])
ON = st.booleans()
MORE: dict[type, dict[str, st.SearchStrategy[Any]]] = {  # the arguments of each command, besides its id
    p.Say: {"text": st.sampled_from(["", "hello", "@Name 2 look"]), "phrase": st.sampled_from(["", "hello"])},
    p.Sit: {"seat": st.none() | SEATS}, p.Stand: {}, p.Back: {}, p.Start: {}, p.Rematch: {}, p.Pause: {}, p.Resume: {},
    p.Promise: {"match": st.integers(1, 3), "promise": HASH}, p.Reveal: {"match": st.integers(1, 3), "share": HASH},
    p.Ready: {"on": ON}, p.Rename: {"name": st.sampled_from(["Zoé", "Name 2"])},
    p.SeatBot: {"seat": SEATS, "level": st.sampled_from(["", "random", "expert"])}, p.Lock: {"on": ON},
    p.Mute: {"who": WHO, "on": ON}, p.Kick: {"seat": SEATS}, p.Ban: {"who": WHO, "on": ON},
    p.Approve: {"who": WHO, "on": ON}, p.Penalty: {"seat": SEATS}, p.HandOver: {"who": WHO}, p.Relink: {},
    p.Look: {"seat": SEATS}, p.Allow: {"who": WHO, "on": ON}, p.AskHint: {},
}  # fmt: skip
SETTINGS = st.builds(
    p.Settings, spectators=st.sampled_from(["none", "public", "delayed", "consent"]), hints=ON,
    talk=st.sampled_from(["free", "phrases"]), endings=st.sampled_from(["off", "ready"]),
    privacy=st.sampled_from(["link", "public"]),
)  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def _the_same_cards_each_time() -> Iterator[None]:
    """Secrets of deals and seeds of tournaments are drawn from the system; hypothesis has to find its way back."""
    with patch.object(commit_reveal, "new_secret", lambda: "11" * 32), patch("secrets.randbits", lambda _: 7):
        yield


BUSY = settings(max_examples=15, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


def test_every_kind_of_command_is_tried() -> None:
    assert set(MORE) | {p.There} == set(commands.COMMANDS)


def command(draw: Callable[[Any], Any], state: TableState, step: int) -> tuple[int, Any]:
    """A person and what they wish: half of the time a move, legal or not."""
    who, id = draw(WHO), f"w{step}"
    table = state.table
    if table is not None and draw(ON):
        seat = draw(st.sampled_from(table.actors)) if table.actors else 0
        legal = table.legal(seat) or ["fly"]
        seen = draw(st.none() | st.integers(0, 9))
        who = state.chairs[seat].who or who
        return who, p.Move(id, draw(st.sampled_from([*legal, "fly"])), seen=seen, since_open=draw(st.none() | st.just(300)))
    kind = draw(st.sampled_from(list(MORE)))
    return who, kind(id, **{name: draw(one) for name, one in MORE[kind].items()})


@pytest.mark.parametrize("game", SEATS_OF)
@BUSY
@given(data=st.data())
def test_commands_at_a_table_change_nothing_before_they_are_written(game: str, data: st.DataObject) -> None:
    """And what is absorbed is to the byte what the journal leads to."""
    draw = data.draw
    first = opened(game, draw(SETTINGS), **SEATS_OF[game])
    state, bodies = TableState(first), [j.write(first)]
    start = [j.Joined(person=f"person {who}", name=f"Name {who}") for who in range(1, 5)]
    bodies += absorb(state, Entries([*start, j.Sat(who=1, seat=0), j.Sat(who=2, seat=1)]))
    if draw(ON):
        bodies += absorb(state, Entries(begin(state, 1, 1)))
    noted: dict[int, Noted] = {}
    for step in range(draw(st.integers(1, 15))):
        clock = int(state.table.s.clock) if state.table is not None and state.table.rules.timed else 0
        now = moment((1, 2, 3), at=clock + draw(st.integers(0, 4000)), noted=noted, behind=draw(ON))
        who, wish = command(draw, state, step)
        before = whole(state)
        outcome: Any = None
        with contextlib.suppress(Refusal):
            commands.rate_of(state, who, wish)
            outcome = commands.decide(state, who, wish, now)
        assert whole(state) == before, wish
        if isinstance(outcome, ShareNoted):
            noted[outcome.who] = Noted(outcome.match, outcome.seat, outcome.promise)
        if isinstance(outcome, get_args(Written)):
            bodies += absorb(state, outcome)
        if isinstance(outcome, Deferred):
            fixed = state.promised
            assert fixed is not None
            before = whole(state)
            began = begin(state, fixed.who, 1, fixed.wish, fixed, fixed.shares)
            assert whole(state) == before
            bodies += absorb(state, Entries(began))
        if state.table is not None and state.phase == "playing" and not state.held and state.table.next_timer:
            before = whole(state)
            timer = commands.timer(state)
            assert whole(state) == before
            if draw(ON):
                bodies += absorb(state, timer)
        elif state.table is not None and state.phase == "playing" and not state.held and state.table.actors:
            before = whole(state)
            commands.default_move(state, state.table.actors[0], 5, {})
            assert whole(state) == before
    assert not differences(whole(TableState.of(bodies)), whole(state))


def founded() -> tuple[TournamentState, list[bytes]]:
    line = _founding(t.NewTournament("pairs", k=2, kmin=2, kmax=3, rounds=2, units=1))
    first = tj.Founded(code="T", line=line, public=True, place="house", tables=t.TableWishes(), key="00" * 32, at=1)
    start: list[tj.AnyTournamentEntry] = [
        tj.Came(person="person 1", name="Alice"), tj.Secret(link="entrants", secret="e"), tj.Secret(link="referees", secret="r"),
    ]  # fmt: skip
    bodies = [tj.write_entry(entry) for entry in (first, *start)]
    return TournamentState.of(bodies), bodies


NAMES = st.sampled_from(["Ada", "Bruno", "Cleo", "Dan", "Eva"])
ACTS = st.builds(
    t.Act, id=st.uuids().map(str), do=st.sampled_from([*NEEDED, *drawing.DRAWN]), name=st.none() | NAMES,
    names=st.lists(NAMES, max_size=4, unique=True), other=NAMES, new=st.none() | NAMES, reason=st.just("because"),
    table=st.integers(1, 3), raw=st.just([3, 5]), points=st.just("1/2"), call=st.integers(1, 30), consent=ON,
    round=st.none() | st.integers(1, 2),
)  # fmt: skip
MANAGED = st.builds(
    t.Manage, id=st.uuids().map(str), do=st.sampled_from(["relink", "place", "tables", "registration", "dismiss", "unlink", "extend"]),
    link=st.sampled_from(["entrants", "referees"]), place=st.sampled_from(["house", "real"]), on=ON, who=WHO, name=NAMES,
    minutes=st.just(5), tables=st.just(t.TableWishes()), table=st.none() | st.just(1),
)  # fmt: skip
ENTERS = st.builds(t.Enter, secret=st.sampled_from(["", "e", "r"]), name=st.none() | NAMES)
EVENING = (
    "register",
    "check_in",
    "seat",
    "start",
    "result",
    "rule",
    "close",
    "seat",
    "start",
    "result",
    "rule",
    "close",
    "finish",
)


@BUSY
@given(data=st.data())
def test_commands_of_a_tournament_change_nothing_before_they_are_written(data: st.DataObject) -> None:
    """The seating included, which is searched elsewhere. An evening goes on while others do anything at any time."""
    draw, (state, bodies), evening = data.draw, founded(), list(EVENING)
    everybody = ["Ada", "Bruno", "Cleo", "Dan"]
    for step in range(draw(st.integers(5, 20))):
        kind = draw(st.sampled_from(["evening", "act", "manage", "enter", "forget"]))
        person = f"person {draw(WHO)}"
        before = whole(state)
        outcome: entering.Lines | None = None
        with contextlib.suppress(Refusal, AssertionError):
            if kind == "enter":
                row = PersonRow(person, person.title(), "en")
                outcome = entering.joined(state, row, draw(ENTERS), 100 + step)
            elif kind == "forget":
                outcome = decisions.forget(state, person)
            elif kind == "manage":
                guest = state.guest(person)
                if guest is not None and guest.who == 1:
                    outcome = decisions.manage(state, guest, draw(MANAGED))
            else:
                wish = draw(ACTS)
                if kind == "evening" and evening:
                    person, wish = "person 1", t.Act(f"e{step}", evening.pop(0), names=[], table=1, raw=[3, 5])
                    wish.names = everybody if wish.do in ("register", "check_in") else []
                guest = state.guest(person)
                role = decisions.check(state, guest, wish)
                assert guest is not None
                by = decisions.actor(state, guest, role)
                drawn: Any = None
                if wish.do in drawing.DRAWN:
                    drawn = _drawn(state, wish, by, 100 + step)
                    if drawn is None:
                        continue
                outcome = decisions.act(state, guest, role, wish, 100 + step, drawn, [])
        assert whole(state) == before, kind
        if outcome is not None:
            for entry in outcome.entries:
                bodies.append(tj.write_entry(entry))
                state.absorb(entry)
            if outcome.after is not None:
                assert whole(outcome.after) == whole(state.model), "lists are told what will be so"
    assert whole(TournamentState.of(bodies)) == whole(state)


def _drawn(state: TournamentState, wish: t.Act, by: str, at: int) -> dict[str, Any] | None:
    with contextlib.suppress(PiocheError):
        found = drawing.draw(p.encode(state.model.entries), wish.do, by, at, None, [])
        return found if isinstance(found, dict) else None
    return None
