"""Commands of the host about a table and its people: the entries they add to the journal. None shows a hand.

A banned person stays away until the host lets them back. They are known by their account; a guest who comes under another
one needs an invitation, so the old one is revoked.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, words
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState

Done = tuple[list[j.AnyEntry], str]  # what is written down, and the secret of a new invitation, if there is one


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def forgotten(who: int) -> str:
    """Return the name of a person who was forgotten."""
    return f"#{who}"


def seat_at(state: TableState, seat: int) -> int:
    if seat >= state.game.seats:
        raise Refusal("no_such_seat", 404)
    return seat


def heir(state: TableState) -> str:
    """In a match somebody must play on."""
    return roster.usual(state.game) if state.match_is_on else ""


def _bot_names() -> Iterator[str]:
    """There is always another: Ada, Bruno, ... then Ada 2."""
    yield from words("bots")
    for number in count(2):
        yield from (f"{name} {number}" for name in words("bots"))


def bot_entry(state: TableState, seat: int, level: str, taken: set[str] | None = None) -> j.BotSat:
    if level not in roster.levels(state.game.id):
        raise Refusal("no_such_bot", 400, levels=", ".join(roster.levels(state.game.id)))
    names = {state.name_of(seat) for seat in range(state.game.seats)} | {person.name for person in state.people.values()}
    name = next(name for name in _bot_names() if name not in names | (taken or set()))
    return j.BotSat(seat=seat, bot=level, name=name)


def _person(state: TableState, who: int) -> int:
    if who not in state.people:
        raise Refusal("no_such_person", 404)
    return who


def _bot(state: TableState, who: int, wish: p.SeatBot) -> Done:
    chair = state.chairs[seat_at(state, wish.seat)]
    if chair.who is not None:
        raise Refusal("seat_taken")
    entries: list[j.AnyEntry] = []
    if chair.bot:
        entries.append(j.BotLeft(seat=wish.seat))
    if wish.level:
        entries.append(bot_entry(state, wish.seat, wish.level))
    if not entries:
        raise Refusal("not_allowed")
    entries[-1].who, entries[-1].id = who, wish.id
    return entries, ""


def _lock(state: TableState, who: int, wish: p.Lock) -> Done:
    return [j.Locked(who=who, id=wish.id, on=wish.on)], ""


def _mute(state: TableState, who: int, wish: p.Mute) -> Done:
    return [j.Muted(who=who, id=wish.id, whom=_person(state, wish.who), on=wish.on)], ""


def _kick(state: TableState, who: int, wish: p.Kick) -> Done:
    """The seat is freed, in a match when the deal is over, and its person does not come back by themselves."""
    whom = state.chairs[seat_at(state, wish.seat)].who
    if whom is None:
        raise Refusal("no_such_person", 404)
    later = state.match_is_on
    kicked = j.Kicked(who=who, id=wish.id, seat=wish.seat, bot=heir(state), later=later, deal=later, ban=whom != who)
    return _away(state, kicked) if kicked.ban else ([kicked], "")


def _ban(state: TableState, who: int, wish: p.Ban) -> Done:
    """Ban a person, with or without a seat, or let them back."""
    person = state.people[_person(state, wish.who)]
    if wish.who == who:
        raise Refusal("not_allowed")
    if wish.on and person.seat is not None:
        return _kick(state, who, p.Kick(wish.id, person.seat))
    banned = j.Banned(who=who, id=wish.id, whom=wish.who, on=wish.on)
    return _away(state, banned) if wish.on else ([banned], "")


def _away(state: TableState, entry: j.AnyEntry) -> Done:
    """With a new invitation, where one is needed: a guest who comes back under another name has none."""
    if state.settings.privacy == "public":
        return [entry], ""
    secret = secrets.token_urlsafe(16)
    return [j.Relinked(digest=digest(secret)), entry], secret


def _approve(state: TableState, who: int, wish: p.Approve) -> Done:
    """Let a person take a seat in mid-match, which shows them its cards. All are told."""
    if state.seat_of(_person(state, wish.who)) is not None:
        raise Refusal("already_sitting")
    if state.people[wish.who].banned:
        raise Refusal("no_such_person", 404)
    return [j.Approved(who=who, id=wish.id, whom=wish.who, on=wish.on)], ""


def _host(state: TableState, who: int, wish: p.HandOver) -> Done:
    if state.people[_person(state, wish.who)].banned:
        raise Refusal("no_such_person", 404)
    if state.seat_of(wish.who) in state.leaving:  # a table's host is not sent away
        raise Refusal("not_allowed")
    return [j.Hosted(who=who, id=wish.id, whom=wish.who)], ""


def _relink(state: TableState, who: int, wish: p.Relink) -> Done:
    secret = secrets.token_urlsafe(16)
    return [j.Relinked(who=who, id=wish.id, digest=digest(secret))], secret


DEEDS: dict[type, Callable[[TableState, int, Any], Done]] = {
    p.SeatBot: _bot, p.Lock: _lock, p.Mute: _mute, p.Kick: _kick, p.Ban: _ban, p.Approve: _approve,
    p.HandOver: _host, p.Relink: _relink,
}  # fmt: skip
