"""Actions that become due by themselves at a table: timers of the rules, seats whose time is up, pauses, ends of deals.

Each outcome is decided when the one before it is stored, on the state of then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.clocks import SUSPEND_DETECTOR, Clocks
from pioche.house.tables.outcomes import Entries, Moved, Written
from pioche.house.tables.presence import stands_in
from pioche.house.tables.state import TableState

MISSED_TURNS = 2  # in a row: the person is away


def timers(state: TableState, clocks: Clocks) -> Iterator[Moved]:
    """Yield what the timers of the game that are due do, one after the other."""
    SUSPEND_DETECTOR.check()
    while clocks.running and not state.held and (table := state.table) is not None and not table.over:
        timer = table.next_timer
        if timer is None or timer[0] >= clocks.match.at(clocks.loop.time()):
            return
        yield commands.timer(state)


def people(state: TableState, clocks: Clocks, moment: Callable[[], commands.Meta]) -> Iterator[Written]:
    """Yield what is due where people are waited for. `moment`: of a move the server makes, in a game with a clock."""
    SUSPEND_DETECTOR.check()
    presence = clocks.presence
    yield Entries(presence.new_host(state, clocks.now))
    if clocks.pause_is_over(state):
        yield Entries([j.Resumed()])
    if clocks.next_deal(state) == 0:
        yield Entries([j.Dealt()])
    yield Entries(presence.seats_to_free(state, clocks.now))
    if not clocks.running:
        return
    yield Entries(presence.overdue(state, clocks.turns.since, clocks.now))
    table = state.table
    assert table is not None
    for deadline in clocks.message(state).deadlines:
        chair = state.chairs[deadline.seat]
        if deadline.left == 0 and deadline.seat in table.actors and not chair.bot and not state.held:
            spent = clocks.turns.spent(deadline.seat, clocks.now)
            yield commands.default_move(state, deadline.seat, spent, moment())
            if chair.misses >= MISSED_TURNS and not chair.away and not table.over:
                yield Entries([stands_in(state, deadline.seat)])
