"""TR11, TR12, TR20-TR24: the seating of the next round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pioche.tournament.model import ACTIVE, FILLER, Entrant, State
from pioche.tournament.refusals import refused
from pioche.tournament.seating import sizes
from pioche.tournament.seating.lots import Chance
from pioche.tournament.seating.optimum import Tables, cost, distances, optimum, plain_cut
from pioche.tournament.settings import Plan
from pioche.tournament.standings import standings, tallies


@dataclass
class Draft:
    """A seating by numbers; below 0 are fillers."""

    tables: list[list[int]]
    byes: list[int]
    cost: tuple[int, int]
    order: list[int]
    fillers: list[str]


def draw_lots(state: State) -> list[int]:
    """TR4: return the entrants who have no lot yet, in the order in which they get one."""
    waiting = [one.number for one in state.active if one.lot is None]
    return Chance(state.settings.seed, "lots").shuffled(waiting) if not state.lots else waiting


def draft(
    state: State, number: int, attempt: int, given: Sequence[Sequence[str]] | None = None,
    volunteers: Sequence[str] = (), effort: float = 1.0,
) -> Draft:  # fmt: skip
    """Return a seating of round `number` for the present state. Lots must have been drawn."""
    settings, plan = state.settings, state.settings.plan(number)
    active = state.active
    if len(active) < plan.kmin:
        raise refused("too_few", "V12", active=len(active), kmin=plan.kmin)
    filled = settings.filler == "bot" or bool(volunteers)
    shape, byes_wanted = (
        (sizes.sizes_with_fillers(len(active), plan.k), 0)
        if filled
        else sizes.table_sizes(len(active), plan.k, plan.kmin, plan.kmax, settings.uneven)
    )
    if settings.pairing == "manual":
        return _manual(state, plan, number, shape, given, volunteers)
    if given is not None:
        raise refused("not_manual", "TR23")
    byes = choose_byes(state, byes_wanted, number)
    order = [one for one in _order(state, number, attempt) if one not in byes]
    weight = weights(state, order, number)
    far = distances(shape)
    if number == 1 and settings.round1 == "snake":
        tables = sizes.snake(len(order), shape)
    elif settings.plain_last and number == state.total:
        tables = plain_cut(shape)
    else:
        chance = Chance(settings.seed, "seating", number, attempt)
        tables = optimum(weight, shape, chance, number < state.total, effort)
    seated = [seats(state, [order[place] for place in table], number) for table in tables]
    fillers = _complete(seated, plan.k, volunteers) if filled else []
    return Draft(seated, byes, cost(tables, weight, far), order, fillers)


def choose_byes(state: State, wanted: int, number: int) -> list[int]:
    """TR11: one after the other, among those with the fewest byes the lowest in the standings."""
    had = tallies(state)
    ranked = _standing_order(state, number)
    found: list[int] = []
    for _ in range(wanted):
        left = [one for one in ranked if one not in found]
        fewest = min(had[one].byes for one in left)
        found.append([one for one in left if had[one].byes == fewest][-1])
    return found


def _standing_order(state: State, number: int) -> list[int]:
    """Active entrants by the standings; in round 1 by lot."""
    if number == 1:
        return [one.number for one in sorted(state.active, key=lot_of)]
    return [row.number for row in standings(state) if row.status == ACTIVE]


def _order(state: State, number: int, attempt: int) -> list[int]:
    """TR20."""
    settings = state.settings
    if number == 1:
        rated = settings.round1 == "snake"
        ranked = sorted(state.active, key=lambda one: (-(one.rating or 0) if rated else 0, lot_of(one)))
        return [one.number for one in ranked]
    found = _standing_order(state, number)
    if settings.pairing == "random":
        return Chance(settings.seed, "order", number, attempt).shuffled(sorted(found))
    return found


def lot_of(one: Entrant) -> int:
    return one.lot if one.lot is not None else 10**6 + one.number


def weights(state: State, order: Sequence[int], number: int) -> list[list[int]]:
    """TR21: the square of the number of meetings, and 1 for the same club in the first rounds."""
    place = {one: at for at, one in enumerate(order)}
    met = [[0] * len(order) for _ in order]
    for _, table in state.meetings(number):
        there = [place[one] for one in table.entrants if one in place and one not in table.excused]
        for i in there:
            for j in there:
                met[i][j] += i != j
    found = [[m * m for m in row] for row in met]
    if number <= state.settings.avoid_club:
        clubs: dict[str, list[int]] = {}
        for at, one in enumerate(order):
            clubs.setdefault(state.entrants[one].club, []).append(at)
        for i, j in ((i, j) for club, there in clubs.items() if club for i in there for j in there if i != j):
            found[i][j] += 1
    return found


def seats(state: State, members: Sequence[int], number: int) -> list[int]:
    """TR24: give each seat to the entrant who has had it least often; ties to the lowest lot."""
    had: dict[tuple[int, int], int] = {}
    for one in state.qualifying:
        if one.number < number:
            for table in one.live:
                for seat, who in enumerate(table.seats):
                    had[who, seat] = had.get((who, seat), 0) + 1
    left = list(members)
    found = []
    for seat in range(len(members)):
        chosen = min(left, key=lambda who: (had.get((who, seat), 0), lot_of(state.entrants[who])))
        left.remove(chosen)
        found.append(chosen)
    return found


def _complete(tables: list[list[int]], k: int, volunteers: Sequence[str]) -> list[str]:
    """TR12: fillers in the last seats of every table; their names."""
    names: list[str] = []
    for table in tables:
        while len(table) < k:
            names.append(volunteers[len(names)] if len(names) < len(volunteers) else f"{FILLER} {len(names) + 1}")
            table.append(-len(names))
    return names


def _manual(
    state: State, plan: Plan, number: int, shape: Sequence[int], given: Sequence[Sequence[str]] | None,
    volunteers: Sequence[str],
) -> Draft:  # fmt: skip
    """TR23: any seating with the sizes of TR10; seats as they are written."""
    if given is None:
        raise refused("needs_tables", "TR23", sizes=", ".join(map(str, shape)))
    named = [[state.entrant(name) for name in table] for table in given]
    flat = [one.number for table in named for one in table]
    if len(set(flat)) < len(flat) or any(one.status != ACTIVE for table in named for one in table):
        raise refused("manual_once", "TR23")
    wanted = list(shape)
    ordered: list[list[int]] = []
    pool = [[one.number for one in table] for table in named]
    for size in wanted:
        fitting = next((table for table in pool if len(table) == size), None)
        if fitting is None:
            raise refused("manual_sizes", "TR10", sizes=", ".join(map(str, wanted)))
        pool.remove(fitting)
        ordered.append(fitting)
    if pool:
        raise refused("manual_sizes", "TR10", sizes=", ".join(map(str, wanted)))
    byes = [one.number for one in state.active if one.number not in flat]
    order = [one for one in _order(state, number, 1) if one not in byes]
    place = {one: at for at, one in enumerate(order)}
    tables: Tables = [[place[one] for one in table] for table in ordered]
    price = cost(tables, weights(state, order, number), distances(shape))
    fillers = _complete(ordered, plan.k, volunteers) if state.settings.filler == "bot" or volunteers else []
    return Draft(ordered, byes, price, order, fillers)


def cost_now(state: State) -> tuple[int, int]:
    """(A, B) of a seating that was changed by hand."""
    now = state.current
    there = {number for table in now.tables for number in table.entrants}
    gone = [number for number in now.order if number not in there]
    fresh = iter([number for number in there if number not in now.order])
    order = [next(fresh) if number in gone else number for number in now.order]
    place = {number: at for at, number in enumerate(order)}
    shape = [len(table.entrants) for table in now.tables]
    tables = [[place[number] for number in table.entrants] for table in now.tables]
    return cost(tables, weights(state, order, now.number), distances(shape))
