"""Decisions of a tournament: a command becomes lines for the journal, or a refusal.

Everything here is pure: actions of the rules are tried on a draft of the tournament, and the state stays as it is.
"""

from __future__ import annotations

from typing import Any

from pioche.errors import PiocheError
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol.sentences import Refusal
from pioche.house.tournaments import entering, entrant_actions, reconcile
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.drawing import DRAWN
from pioche.house.tournaments.entering import Lines, lines_since, new_secret
from pioche.house.tournaments.entrant_actions import actor as actor
from pioche.house.tournaments.managing import managed
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament.roles import ENTRANT, PERSONAL

MAX_ENTRIES = 50_000


def check(state: TournamentState, guest: Guest | None, wish: t.Act) -> str:
    """Return the role in which a person acts. Refusal when the server does not let them; the rules are asked later."""
    role = entrant_actions.role_for(state, guest, wish)
    assert guest is not None
    if state.length > MAX_ENTRIES:
        raise Refusal("tournament_full")
    entrant_actions.check(state, guest, role, wish)
    return role


def act(
    state: TournamentState, guest: Guest, role: str, wish: t.Act, at: int, drawn: dict[str, Any] | None, beyond: list[int]
) -> Lines:
    """One action of section 4.1. `drawn`: the line of a seating that was searched; `beyond`: tables past one unit."""
    model, before = state.model.draft(), len(state.model.entries)
    by = actor(state, guest, role)
    extra: list[tj.AnyTournamentEntry] = []
    if wish.do in PERSONAL and role == ENTRANT and wish.name is None:
        wish.name = state.name_of(guest)
    try:
        if wish.do in DRAWN:
            assert drawn is not None
            model.take(drawn)
        elif wish.do == "substitute" and wish.new is None:
            extra.append(entering.substitutes_link(state, wish, role))
        else:
            extra += entering.unlinked(state, wish)
            entrant_actions.perform(model, wish, by, at, beyond)
    except Refusal:
        raise
    except PiocheError as no:
        raise Refusal.of(no, 409) from no
    entries = [*lines_since(model, before, guest.who), *extra]
    entries += reconcile.missing_links(state.with_model(model))
    return Lines(_named(entries, guest, wish.id), model)


def manage(state: TournamentState, guest: Guest, wish: t.Manage) -> Lines:
    """Return the entries of an organiser's command about the server, not about the rules."""
    return Lines(_named(managed(state, wish, new_secret), guest, wish.id))


def forget(state: TournamentState, person: str) -> Lines:
    """The entries that forget a person."""
    guest = state.guest(person)
    entries: list[tj.AnyTournamentEntry] = []
    if guest is not None and guest.entrant is not None:
        entries.append(tj.Unlinked(entrant=guest.entrant))
    if guest is not None and guest.referee:
        entries.append(tj.Referees(whom=guest.who, on=False))
    return Lines(entries)


def _named(entries: list[tj.AnyTournamentEntry], guest: Guest, id: str) -> list[tj.AnyTournamentEntry]:
    """The first entry names the command, so that it is done once."""
    if entries:
        entries[0].who, entries[0].id = guest.who, id
    return entries
