"""People who have a seat but no connection: what the others wait for, and how long. The time is handed in."""

from __future__ import annotations

from typing import Any

import pytest

from pioche.house.operations.limits import PACES
from pioche.house.protocol.messages import Settings
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables import presence as here
from pioche.house.tables.presence import Presence
from pioche.house.tables.state import TableState
from tests.house.unit.tables import Someone, absorb, begun, seated


def there(*people: int) -> dict[Any, None]:
    return {Someone(who): None for who in people}


def lost(state: TableState, who: int, *present: int, since: int = 0) -> Presence:
    """Those present, after one has lost the connection."""
    found = Presence(there(*present))
    gone: Any = Someone(who)
    found.went(gone, since)
    assert found.since == {who: since}
    return found


def test_a_second_connection_of_a_person_keeps_them_there() -> None:
    found = Presence(there(1, 2))
    other_tab: Any = Someone(1)
    found.went(other_tab, 5)
    assert not found.since


def test_a_host_who_is_gone_is_followed_by_the_first_with_a_seat_and_a_connection() -> None:
    state = seated(people=3, seats=4)
    found = lost(state, 1, 2, 3, 4)
    assert found.new_host(state, here.HOST_GONE_MS - 1) == []
    assert found.new_host(state, here.HOST_GONE_MS) == [j.Hosted(whom=2)]
    assert here.HOST_GONE_MS in found.dues(state, None)


def test_nobody_without_a_seat_becomes_host_and_no_alarm_is_set() -> None:
    state = seated(people=1, seats=2)
    found = lost(state, 1, 2)
    assert found.new_host(state, 10 * here.HOST_GONE_MS) == []
    assert found.dues(state, None) == []


def test_who_is_to_leave_does_not_become_host() -> None:
    state = begun(people=3, seats=3)
    state.absorb(j.Kicked(who=1, seat=1, later=True))
    assert lost(state, 1, 2, 3).new_host(state, here.HOST_GONE_MS) == [j.Hosted(whom=3)]


def test_before_a_match_a_seat_is_freed_where_others_could_have_it() -> None:
    full, roomy = seated(people=2, seats=2), seated(people=2, seats=3)
    for state, freed in ((full, [j.Stood(who=2, seat=1)]), (roomy, [])):
        found = lost(state, 2, 1, since=7)
        assert found.seats_to_free(state, 7 + here.SEAT_GONE_MS - 1) == []
        assert found.seats_to_free(state, 7 + here.SEAT_GONE_MS) == freed
    during = begun(people=2, seats=2)
    assert lost(during, 2, 1).seats_to_free(during, 10 * here.SEAT_GONE_MS) == []


@pytest.mark.parametrize(("absent", "bot"), [("bot", True), ("default", False)])
def test_a_seat_whose_turn_it_is_gets_a_stand_in_after_the_patience_of_the_pace(absent: str, bot: bool) -> None:
    state = begun(settings=Settings(pace="normal", absent=absent), seats=2)  # type: ignore[arg-type]
    assert state.table is not None
    (seat,) = state.table.actors
    who, other = seat + 1, 2 - seat
    gone = PACES["normal"].gone
    found = lost(state, who, other, since=1000)
    thinking = {seat: 5000}  # the turn came after the connection was lost
    assert found.overdue(state, thinking, 5000 + gone - 1) == []
    (entry,) = found.overdue(state, thinking, 5000 + gone)
    assert isinstance(entry, j.StandsIn)
    assert (entry.seat, bool(entry.bot)) == (seat, bot)
    state.absorb(entry)
    assert found.overdue(state, thinking, 50_000 + gone) == [], "once"


def test_nobody_waits_for_a_seat_whose_turn_it_is_not() -> None:
    state = begun(seats=2)
    assert state.table is not None
    idle = 1 - state.table.actors[0]
    found = lost(state, idle + 1, 2 - idle)
    assert found.overdue(state, {state.table.actors[0]: 0}, 10**7) == []


def test_a_game_with_a_clock_waits_less() -> None:
    state = begun("pig", people=3, seats=3)
    assert state.table is not None
    for _ in range(20):
        if 0 not in state.table.actors:
            absorb(state, commands.timer(state))
    assert 0 in state.table.actors
    found = lost(state, 1, 2, 3)
    assert found.overdue(state, {}, here.RACE_GONE_MS - 1) == []
    assert [entry.seat for entry in found.overdue(state, {}, here.RACE_GONE_MS) if isinstance(entry, j.StandsIn)] == [0]


def test_after_a_restart_all_with_a_seat_and_the_host_are_waited_for() -> None:
    state = seated(people=2, seats=2)
    found = Presence(there(2))
    found.note(state, 50)
    assert found.since == {1: 50}
    found.note(state, 90)
    assert found.since == {1: 50}, "since the first time"


def test_a_connection_lost_a_moment_ago_is_expected_back() -> None:
    found = lost(seated(seats=2), 2, 1, since=100)
    assert found.expected(100 + here.RECONNECT_MS - 1) == {1, 2}
    assert found.expected(100 + here.RECONNECT_MS) == {1}
