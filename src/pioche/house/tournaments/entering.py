"""Decisions about people of a tournament: who comes, in which role, and who takes over the place of an entrant.

Like all decisions they are pure: actions of the rules are tried on a draft of the tournament."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from pioche.errors import PiocheError
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import PersonRow
from pioche.house.tournaments import entrant_actions
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament import Tournament
from pioche.tournament.roles import ORGANISER

MAX_GUESTS, MAX_PEOPLE = 2_000, 3_000  # those who take part still come when spectators have filled it
Entries = list[tj.AnyTournamentEntry]


class Lines(NamedTuple):
    """The outcome of a command: entries for the journal, and the tournament of the rules as it is after them, if one of
    them is a line of its log."""

    entries: Entries
    after: Tournament | None = None


def new_secret() -> str:
    return secrets.token_urlsafe(16)


def _same(known: str, given: str) -> bool:
    return bool(known) and secrets.compare_digest(known.encode(), given.encode())


def joined(state: TournamentState, person: PersonRow, wish: t.Enter, now: int) -> Lines:
    """A person comes, by whichever link it is. Refusal without an invitation, or when there is no room."""
    guest = state.guest(person.id)
    whose = next((number for number, known in state.substitutes.items() if _same(known, wish.secret)), None)
    referee = _same(state.links.get("referees", ""), wish.secret)
    invited = _same(state.links.get("entrants", ""), wish.secret) or referee or whose is not None or state.founded.public
    if guest is None and not invited:
        raise Refusal("tournament_invitation", 403)
    entries: Entries = []
    if guest is None:
        looks_on = wish.name is None and not referee and whose is None
        if len(state.guests) >= (MAX_GUESTS if looks_on else MAX_PEOPLE):
            raise Refusal("tournament_full")
        entries.append(tj.Came(person=person.id, name=person.name))
    who = guest.who if guest is not None else len(state.guests) + 1
    if referee and not state.is_staff(guest):
        entries.append(tj.Referees(whom=who, on=True))
    after = None
    if whose is not None:
        after = state.model.draft()
        entries += _substitute(state, after, who, guest, whose, wish, now)
    elif wish.name is not None:  # by this link, or having come by one before
        after = state.model.draft()
        entries += _enter(state, after, who, guest, wish, now)
    return Lines(entries, after)


def _enter(state: TournamentState, model: Tournament, who: int, guest: Guest | None, wish: t.Enter, now: int) -> Entries:
    """Register a person, or let them in late (TR70). One person, one entrant. `model`: a draft."""
    before = len(model.entries)
    if guest is not None and guest.entrant is not None:
        if wish.name == state.name_of(guest):  # asked again
            return []
        raise Refusal("already_entered")
    if not state.registration:
        raise Refusal("no_registration")
    if guest is not None:
        entrant_actions.enough(state, guest)
    name = entrant_actions.new_name(model, wish.name or "")
    number = _in_the_model(lambda: entrant_actions.entered(model, name, wish, now))
    return [*lines_since(model, before, who), tj.Takes(whom=who, entrant=number)]


def _substitute(
    state: TournamentState, model: Tournament, who: int, guest: Guest | None, whose: int, wish: t.Enter, now: int
) -> Entries:
    """Let a person take over a place, by a link the organiser made (TR75). Under the same name only its taker changes."""
    if guest is not None and guest.entrant is not None:
        raise Refusal("already_entered")
    before = len(model.entries)
    old = model.state.name(whose)
    name = old if wish.name in (None, old) else entrant_actions.new_name(model, str(wish.name))
    if name != old:
        _in_the_model(lambda: model.substitute(old, name, at=now))
    return [*lines_since(model, before, who), tj.Takes(whom=who, entrant=whose)]


def lines_since(model: Tournament, before: int, who: int = 0) -> Entries:
    """Return what a draft has added to its log."""
    return [tj.Done(who=who, line=dict(line)) for line in model.entries[before:]]


def _in_the_model(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Refusal:
        raise
    except PiocheError as no:
        raise Refusal.of(no, 409) from no


def substitutes_link(state: TournamentState, wish: t.Act, role: str) -> tj.Secret:
    """Make a link for a person who will take over a place, or for an entrant who was typed in and now has a device."""
    if role != ORGANISER:
        raise Refusal("tournament_role", 403)
    number = state.model.state.entrant(wish.name or "").number
    return tj.Secret(link="substitute", secret=new_secret(), entrant=number)


def unlinked(state: TournamentState, wish: t.Act) -> Entries:
    """Take the place from a person who withdraws, or is replaced by one without a device."""
    if wish.do not in ("withdraw", "substitute"):
        return []
    number = state.model.state.names.get(wish.name or "")
    return [tj.Unlinked(entrant=number)] if number is not None and number in state.takers else []


def roles_after(state: TournamentState, entries: Entries) -> list[tuple[str, str]]:
    """Return the people whose lists change with these entries, and their roles from now on."""
    found: dict[str, str] = {}
    persons = {who: guest.person for who, guest in state.guests.items()}
    for entry in entries:
        if isinstance(entry, tj.Came):
            persons[len(persons) + 1] = entry.person
            found[entry.person] = "spectator"
        elif isinstance(entry, tj.Takes):
            found[persons[entry.whom]] = "entrant"
        elif isinstance(entry, tj.Referees):
            found[persons[entry.whom]] = "referee" if entry.on else "spectator"
    return [(person, role) for person, role in found.items() if person != persons.get(1)]
