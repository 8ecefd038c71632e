"""What becomes due of itself at a table: timers of the rules, seats nobody plays, pauses that have lasted.

Each decision is taken when the one before it is stored: the state it looks at is that of then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.clocks import SUSPEND_DETECTOR, Clocks
from pioche.house.tables.presence import stands_in
from pioche.house.tables.services import Decision
from pioche.house.tables.state import TableState

MISSES = 2  # turns in a row the clock made: the person is away


def timers(state: TableState, clocks: Clocks) -> Iterator[Decision]:
    """Timers of the game ring, one after the other."""
    SUSPEND_DETECTOR.check()
    while clocks.running and not state.held and (table := state.table) is not None and not table.over:
        timer = table.next_timer
        if timer is None or timer[0] >= clocks.match.at(clocks.loop.time()):
            return
        yield commands.timer(state)


def people(state: TableState, clocks: Clocks, moment: Callable[[], commands.Meta]) -> Iterator[Decision]:
    """Whoever's time is up is played for, or somebody stands in. `moment`: when the house itself moves."""
    SUSPEND_DETECTOR.check()
    yield Decision(clocks.presence.new_host(clocks.now))
    if clocks.pause_is_over:
        yield Decision([j.Resumed()])
    if clocks.next_deal == 0:
        yield Decision([j.Dealt()])
    yield Decision(clocks.presence.seats_to_free(clocks.now))
    if not clocks.running:
        return
    yield Decision(clocks.presence.overdue(clocks.turns.since, clocks.now))
    table = state.table
    assert table is not None
    for deadline in clocks.message().deadlines:
        chair = state.chairs[deadline.seat]
        if deadline.left == 0 and deadline.seat in table.actors and not chair.bot and not state.held:
            spent = clocks.turns.spent(deadline.seat, clocks.now)
            yield commands.default_move(state, deadline.seat, spent, moment())
            if chair.misses >= MISSES and not chair.away and not table.over:
                yield Decision([stands_in(state, deadline.seat)])
