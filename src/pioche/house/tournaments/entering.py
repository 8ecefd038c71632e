"""How people come to a tournament, what they are there, and how an entrant becomes another person's."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from pioche.errors import PiocheError
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import PersonRow
from pioche.house.tournaments import entrant_actions
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament.roles import ORGANISER

MOST_GUESTS, MOST_EVER = 2_000, 3_000  # people; those who would take part still come when lookers-on have filled it
Entries = list[tj.AnyTournamentEntry]


def new_secret() -> str:
    return secrets.token_urlsafe(16)


def _same(known: str, given: str) -> bool:
    return bool(known) and secrets.compare_digest(known.encode(), given.encode())


def joined(state: TournamentState, person: PersonRow, wish: t.Enter, now: int) -> Entries:
    """What is written down when somebody comes. The model has taken their registration by then."""
    guest = state.guest(person.id)
    whose = next((number for number, known in state.substitutes.items() if _same(known, wish.secret)), None)
    referee = _same(state.links.get("referees", ""), wish.secret)
    invited = _same(state.links.get("entrants", ""), wish.secret) or referee or whose is not None or state.founded.public
    if guest is None and not invited:
        raise Refusal("tournament_invitation", 403)
    entries: Entries = []
    if guest is None:
        looks_on = wish.name is None and not referee and whose is None
        if len(state.guests) >= (MOST_GUESTS if looks_on else MOST_EVER):
            raise Refusal("tournament_full")
        entries.append(tj.Came(person=person.id, name=person.name))
    who = guest.who if guest is not None else len(state.guests) + 1
    if referee and not state.is_staff(guest):
        entries.append(tj.Referees(whom=who, on=True))
    if whose is not None:
        entries += _substitute(state, who, guest, whose, wish, now)
    elif wish.name is not None:  # by this link, or having come by one before
        entries += _enter(state, who, guest, wish, now)
    return entries


def _enter(state: TournamentState, who: int, guest: Guest | None, wish: t.Enter, now: int) -> Entries:
    """Somebody registers, or comes late (TR70). One person, one entrant."""
    model, before = state.model, len(state.model.entries)
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
    return [*_lines(state, before, who), tj.Takes(whom=who, entrant=number)]


def _substitute(state: TournamentState, who: int, guest: Guest | None, whose: int, wish: t.Enter, now: int) -> Entries:
    """TR75: by a link the organiser made. Under the name that is there already nobody is replaced."""
    if guest is not None and guest.entrant is not None:
        raise Refusal("already_entered")
    model, before = state.model, len(state.model.entries)
    old = model.state.name(whose)
    name = old if wish.name in (None, old) else entrant_actions.new_name(model, str(wish.name))
    if name != old:
        _in_the_model(lambda: model.substitute(old, name, at=now))
    return [*_lines(state, before, who), tj.Takes(whom=who, entrant=whose)]


def _lines(state: TournamentState, before: int, who: int) -> Entries:
    return [tj.Done(who=who, line=dict(line)) for line in state.model.entries[before:]]


def _in_the_model(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Refusal:
        raise
    except PiocheError as no:
        raise Refusal.of(no, 409) from no


def substitutes_link(state: TournamentState, wish: t.Act, role: str) -> tj.Secret:
    """A way for whoever will take over a place, or for an entrant who was typed in and now has a device."""
    if role != ORGANISER:
        raise Refusal("tournament_role", 403)
    number = state.model.state.entrant(wish.name or "").number
    return tj.Secret(link="substitute", secret=new_secret(), entrant=number)


def unlinked(state: TournamentState, wish: t.Act) -> Entries:
    """Whoever withdraws, or is replaced by somebody without a device, is that entrant no more."""
    if wish.do not in ("withdraw", "substitute"):
        return []
    number = state.model.state.names.get(wish.name or "")
    return [tj.Unlinked(entrant=number)] if number is not None and number in state.takers else []


def roles_after(state: TournamentState, entries: Entries) -> list[tuple[str, str]]:
    """People whose lists change with these entries, and what they are from now on."""
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
