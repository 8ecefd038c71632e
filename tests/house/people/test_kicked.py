"""A seat the host takes away in a match is freed when the deal is over; in journals of earlier versions, the match."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche.house.protocol import messages as p
from pioche.house.protocol.messages import Settings
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import commands, hosting
from pioche.house.tables import journal as j
from pioche.house.tables.news import Reader
from pioche.house.tables.presence import HOST_GONE_MS, Presence
from pioche.house.tables.state import TableState


def at_hawthorn() -> TableState:
    """Alice and Bob in the first of three deals."""
    options = dict(pioche.load("hawthorn", seats=2, deals=3).options)
    state = TableState(j.Opened(code="0123456789", game="hawthorn", preset="", options=options, settings=Settings()))
    for person in ("Alice", "Bob", "Chloe"):
        state.absorb(j.Joined(person=person, name=person))
    for who in (1, 2):
        state.absorb(j.Sat(who=who, seat=who - 1))
    state.absorb(j.Began(who=1, match=1, seed="3", names=["Alice", "Bob"]))
    return state


def play_until(state: TableState, deal: int) -> None:
    """Up to the end of a deal; `deal` 3 is the end of the match."""
    table = state.table
    assert table is not None
    while table.s.deal < deal and not table.over:
        seat = table.actors[0]
        moved = commands.move(state, seat, table.legal(seat)[0], "player", {})
        state.absorb(moved.entries[0], moved.table)


def test_the_seat_is_free_when_the_deal_is_over() -> None:
    state = at_hawthorn()
    state.absorb(j.Kicked(who=1, seat=1, bot="random", later=True, deal=True))
    assert state.seat_of(2) == 1, "not in the middle of a deal"
    play_until(state, 1)
    assert (state.seat_of(2), state.chairs[1].bot, state.phase) == (None, "random", "playing")
    assert state.told_at(state.told - 1).kind == "kicked"


def test_in_earlier_journals_it_was_free_when_the_match_was_over() -> None:
    state = at_hawthorn()
    state.absorb(j.read(b'{"k":"kicked","who":1,"seat":1,"bot":"random","later":true}'))
    play_until(state, 1)
    assert state.seat_of(2) == 1
    play_until(state, 3)
    assert (state.seat_of(2), state.phase) == (None, "over")


@pytest.mark.parametrize("deal", [1, 3])
def test_whoever_sits_down_there_in_the_meantime_stays(deal: int) -> None:
    state = at_hawthorn()
    state.absorb(j.Kicked(who=1, seat=1, bot="random", later=True, deal=True))
    state.absorb(j.Stood(who=2, seat=1, bot="random"))
    state.absorb(j.Sat(who=3, seat=1))
    play_until(state, deal)
    assert state.seat_of(3) == 1


def test_whoever_is_to_go_does_not_become_host() -> None:
    """Not by the host's hand, and not by being the first who is there when the host is gone."""
    state = at_hawthorn()
    state.absorb(j.Kicked(who=1, seat=1, bot="random", later=True, deal=True, ban=True))
    with pytest.raises(Refusal) as no:
        hosting.DEEDS[p.HandOver](state, 1, p.HandOver("h", 2))
    assert no.value.reason == "not_allowed"
    presence = Presence({Reader(2, "", Any): None})
    presence.note(state, 0)
    assert presence.new_host(state, HOST_GONE_MS) == []
    play_until(state, 1)
    assert state.people[2].banned
