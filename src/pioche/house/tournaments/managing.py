"""Commands of an organiser about the server, not about the rules: links, real cards, tables, time."""

from __future__ import annotations

from collections.abc import Callable

from pioche.house.protocol.sentences import Refusal
from pioche.house.protocol.tournament_bodies import Manage
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.tournament_state import TournamentState
from pioche.tournament.model import CLOSED, PLAYING, RUNNING

OVER = ("finished", "cancelled")


def managed(state: TournamentState, wish: Manage, new_secret: Callable[[], str]) -> list[tj.AnyTournamentEntry]:
    """Return the entries of a command. A dismissed referee still has the link, so there is a new one."""
    entry = _managed(state, wish, new_secret)
    if not isinstance(entry, tj.Referees):
        return [entry]
    return [entry, tj.Secret(link="referees", secret=new_secret())]


def _managed(state: TournamentState, wish: Manage, new_secret: Callable[[], str]) -> tj.AnyTournamentEntry:
    if state.model.phase in OVER:
        raise Refusal("tournament_over")
    if wish.do == "relink" and wish.link is not None:
        return tj.Secret(link=wish.link, secret=new_secret())
    if wish.do == "place" and wish.place is not None:
        return _placed(state, wish)
    if wish.do == "tables" and wish.tables is not None:
        return tj.Wished(tables=wish.tables)
    if wish.do == "registration" and wish.on is not None:
        return tj.Registration(on=wish.on)
    if wish.do == "dismiss" and wish.who is not None:
        if wish.who not in state.guests or not state.guests[wish.who].referee:
            raise Refusal("no_such_person", 404)
        return tj.Referees(whom=wish.who, on=False)
    if wish.do == "unlink" and wish.name is not None:
        number = state.model.state.names.get(wish.name)
        if number is None or number not in state.takers:
            raise Refusal("no_such_person", 404)
        return tj.Unlinked(entrant=number)
    if wish.do == "extend" and wish.minutes is not None:
        return _extended(state, wish.minutes)
    raise Refusal("malformed", 400, why=wish.do)


def _placed(state: TournamentState, wish: Manage) -> tj.Placed:
    """One table of the round that is prepared or played, or all tables from now on."""
    assert wish.place is not None
    rounds = state.model.state.rounds
    number = rounds[-1].number if rounds else 0
    if wish.table is None:
        return tj.Placed(round=number, table=0, place=wish.place)
    tables = rounds[-1].live if rounds and rounds[-1].state != CLOSED else []
    if not any(one.number == wish.table and one.status == RUNNING for one in tables):
        raise Refusal("no_such_tournament_table", 404)
    return tj.Placed(round=number, table=wish.table, place=wish.place)


def _extended(state: TournamentState, minutes: int) -> tj.Extended:
    rounds = state.model.state.rounds
    if not rounds or rounds[-1].state != PLAYING or state.ends(rounds[-1]) is None:
        raise Refusal("no_round_clock")
    return tj.Extended(round=rounds[-1].number, minutes=minutes)
