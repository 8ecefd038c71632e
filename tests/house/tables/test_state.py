"""The state of a table, folded from entries: no process, no socket, no clock."""

from __future__ import annotations

from typing import Any

import pytest

from pioche.house.protocol.messages import Settings
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState


def folded(*more: j.Entry, **settings: Any) -> TableState:
    """Alice, the host, sits at Pairs with a bot; Bea is at the table without a seat; the first match is on."""
    entries: list[j.Entry] = [
        j.Opened(code="0123456789", game="pairs", preset="", options={"seats": 2}, settings=Settings(**settings)),
        j.Joined(person="alice", name="Alice"),
        j.Joined(person="bea", name="Bea"),
        j.Sat(who=1, seat=0),
        j.BotSat(seat=1, bot="search", name="Ada"),
        j.Began(match=1, seed="1", names=["Alice", "Ada"]),
    ]
    return TableState.of([j.write(entry) for entry in [*entries, *more]])


def hit(seat: int, by: Any) -> j.Line:
    return j.Line(line={"seat": seat, "do": "hit"}, by=by, seat=seat)


def hits(*by: str) -> tuple[j.Line, ...]:
    """Both seats take cards by turns: seat 0 as `by` says, seat 1 by its bot."""
    table = folded().table
    assert table is not None
    found: list[j.Line] = []
    left = list(by)
    while left:
        seat = table.actors[0]
        found.append(hit(seat, left.pop(0) if seat == 0 else "bot"))
        table.act(seat, "hit")
    return tuple(found)


@pytest.mark.parametrize(
    ("by", "misses"), [(("clock",), 1), (("clock", "clock"), 2), (("clock", "player"), 0), (("clock", "player", "clock"), 1)]
)
def test_an_own_move_ends_a_row_of_missed_turns(by: tuple[str, ...], misses: int) -> None:
    assert folded(*hits(*by)).chairs[0].misses == misses


@pytest.mark.parametrize("spectators", ["none", "public"])
def test_the_host_may_stay_at_a_table_without_spectators(spectators: str) -> None:
    state = folded(j.Stood(who=1, seat=0, bot="search"), spectators=spectators)
    assert (state.host, state.match_is_on, state.people[1].seat) == (1, True, None)
    assert state.may_watch(1)
    assert state.may_watch(2) == (spectators == "public")
