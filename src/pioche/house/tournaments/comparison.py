"""Duplicate deals: at your seat, with your cards, the others did this. Told when the round is closed."""

from __future__ import annotations

from pioche.house.protocol import tournament_views as v
from pioche.house.protocol.sentences import Refusal
from pioche.house.tournaments.openings import repeats
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament.model import CLOSED, FINAL, Round, Table


def comparison(state: TournamentState, guest: Guest | None, number: int | None) -> v.Comparison:
    """It is hidden before that, also from organiser and referees: they may be playing."""
    model = state.model.state
    if not model.settings.duplicate:
        raise Refusal("no_duplicates")
    closed = [one.number for one in model.rounds if one.state == CLOSED]
    number = number if number is not None else (closed[-1] if closed else 0)
    if number not in closed:
        raise Refusal("round_not_closed")
    one = model.round(number)
    groups: dict[int, list[Table]] = {}
    for table in one.live:
        if _same_cards(state, one, table):
            groups.setdefault(len(table.seats), []).append(table)
    return v.Comparison(number, [_group(state, size, tables) for size, tables in sorted(groups.items())])


def _same_cards(state: TournamentState, one: Round, table: Table) -> bool:
    """Tables of the house that kept the cards of their size; a result is needed, too."""
    link = state.link_of(one, table)
    return table.status == FINAL and table.result is not None and link is not None and not repeats(state, link)


def _group(state: TournamentState, size: int, tables: list[Table]) -> v.SameCards:
    seats = []
    for seat in range(size):
        found = []
        for table in tables:
            result = table.result
            assert result is not None
            second = None if result.second is None else result.second[seat]
            name = state.model.state.name(table.seats[seat])
            found.append(v.Compared(name, table.number, result.raw[seat], second, result.units))
        seats.append(sorted(found, key=lambda one: (-one.raw, one.table)))
    return v.SameCards(size, [table.number for table in tables], seats)
