"""What becomes of a wish: the entries it adds to the journal, or a refusal. Nothing is changed here.

Check first, then write, then tell: a wish that is refused leaves seat, clocks and people as they were.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

from pioche.engine.keystream import KEY_BITS, commitment
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, words
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables import rights, talk
from pioche.house.tables.state import Story

MOST_PEOPLE = 60


def roles(story: Story, who: int) -> frozenset[rights.Role]:
    if who not in story.people:
        return frozenset({"stranger"})
    found: set[rights.Role] = {"guest" if story.seat_of(who) is None else "seat"}
    if who == story.host:
        found.add("host")
    return frozenset(found)


def decide(story: Story, who: int, wish: p.AnyWish, now: int) -> list[j.AnyEntry]:
    """The entries that fulfil a wish. `now`: seconds since 1970, for talk."""
    deed = str(wish.__struct_config__.tag)
    rights.check(deed, roles(story, who), story.phase)
    return DEEDS[type(wish)](story, who, wish, now)


def join(story: Story, person: str, name: str, invited: bool) -> list[j.AnyEntry]:
    """Somebody comes to the table; whoever has been here before just comes back."""
    if person in story.numbers:
        return []
    if not invited and story.settings.privacy != "public":
        raise Refusal("not_joined", 403)
    if story.locked:
        raise Refusal("table_locked")
    if len(story.people) >= MOST_PEOPLE:
        raise Refusal("too_many_people")
    return [
        j.Joined(person=person, name=talk.free_name(name, [person.name for person in story.people.values()]))
    ]


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def bot_entry(story: Story, seat: int, level: str, taken: set[str] | None = None) -> j.BotSat:
    if level not in roster.levels(story.game.id):
        raise Refusal("no_such_bot", 400, levels=", ".join(roster.levels(story.game.id)))
    names = {story.name_of(p) for p in range(story.game.seats)} | {
        person.name for person in story.people.values()
    }
    name = next(name for name in words("bots") if name not in names | (taken or set()))
    return j.BotSat(seat=seat, bot=level, name=name)


def begin(story: Story, who: int, id: str = "") -> list[j.AnyEntry]:
    """Bots on the empty seats, then the first card."""
    entries: list[j.AnyEntry] = []
    names = [story.name_of(seat) for seat in range(story.game.seats)]
    for seat, chair in enumerate(story.chairs):
        if chair.who is None and not chair.bot:
            bot = bot_entry(story, seat, roster.usual(story.game), set(names))
            names[seat] = bot.name
            entries.append(bot)
    if story.opened.practice:
        seed = (
            int(story.opened.seed or 0) + story.match
        )  # the first match as laid, a rematch with other cards
        if story.opened.position is not None or story.opened.before:
            seed = int(story.opened.seed or 0)
    else:
        seed = secrets.randbits(KEY_BITS) | 1 << (KEY_BITS - 1)
    promise = "" if story.opened.practice else commitment(seed)
    entries.append(
        j.Began(who=who, id=id, match=story.match + 1, seed=str(seed), names=names, promise=promise)
    )
    return entries


# -- one function a wish -----------------------------------------------------------------------------


def _seat(story: Story, seat: int) -> int:
    if seat >= story.game.seats:
        raise Refusal("no_such_seat", 404)
    return seat


def _sit(story: Story, who: int, wish: p.Sit, now: int) -> list[j.AnyEntry]:
    free = [seat for seat, chair in enumerate(story.chairs) if chair.who is None]
    if wish.seat is None:
        free.sort(key=lambda seat: bool(story.chairs[seat].bot))  # an empty chair before a bot's
        if not free:
            raise Refusal("table_full")
        seat = free[0]
    else:
        seat = _seat(story, wish.seat)
        if seat not in free:
            raise Refusal("seat_taken")
    if story.phase in ("playing", "paused") and not story.people[who].has_seen <= {seat}:
        raise Refusal("knows_too_much")
    return [j.Sat(who=who, id=wish.id, seat=seat)]


def _stand(story: Story, who: int, wish: p.Stand, now: int) -> list[j.AnyEntry]:
    seat = story.seat_of(who)
    assert seat is not None
    return [j.Stood(who=who, id=wish.id, seat=seat, bot=_heir(story))]


def _heir(story: Story) -> str:
    """In a match somebody must play on."""
    return roster.usual(story.game) if story.phase in ("playing", "paused") else ""


def _back(story: Story, who: int, wish: p.Back, now: int) -> list[j.AnyEntry]:
    seat = story.seat_of(who)
    assert seat is not None
    if not story.chairs[seat].away:
        raise Refusal("not_allowed")
    return [j.CameBack(who=who, id=wish.id, seat=seat)]


def _say(story: Story, who: int, wish: p.Say, now: int) -> list[j.AnyEntry]:
    return [talk.spoken(story, who, wish, now)]


def _rename(story: Story, who: int, wish: p.Rename, now: int) -> list[j.AnyEntry]:
    name = talk.clean_name(wish.name)
    others = [person.name for person in story.people.values() if person.who != who]
    others += [chair.bot_name for chair in story.chairs if chair.bot_name]
    if talk.same_name(name, others):
        raise Refusal("name_taken")
    return [j.Renamed(who=who, id=wish.id, name=name)]


def _start(story: Story, who: int, wish: p.Start | p.Rematch, now: int) -> list[j.AnyEntry]:
    if story.opened.position is not None and story.match and isinstance(wish, p.Rematch):
        pass  # a puzzle may be tried again
    return begin(story, who, wish.id)


def _pause(story: Story, who: int, wish: p.Pause, now: int) -> list[j.AnyEntry]:
    return [j.Paused(who=who, id=wish.id)]


def _resume(story: Story, who: int, wish: p.Resume, now: int) -> list[j.AnyEntry]:
    return [j.Resumed(who=who, id=wish.id)]


def _bot(story: Story, who: int, wish: p.SeatBot, now: int) -> list[j.AnyEntry]:
    chair = story.chairs[_seat(story, wish.seat)]
    if chair.who is not None:
        raise Refusal("seat_taken")
    entries: list[j.AnyEntry] = []
    if chair.bot:
        entries.append(j.BotLeft(seat=wish.seat))
    if wish.level:
        entries.append(bot_entry(story, wish.seat, wish.level))
    if not entries:
        raise Refusal("not_allowed")
    entries[-1].who, entries[-1].id = who, wish.id
    return entries


def _lock(story: Story, who: int, wish: p.Lock, now: int) -> list[j.AnyEntry]:
    return [j.Locked(who=who, id=wish.id, on=wish.on)]


def _person(story: Story, who: int) -> int:
    if who not in story.people:
        raise Refusal("no_such_person", 404)
    return who


def _mute(story: Story, who: int, wish: p.Mute, now: int) -> list[j.AnyEntry]:
    return [j.Muted(who=who, id=wish.id, whom=_person(story, wish.who), on=wish.on)]


def _kick(story: Story, who: int, wish: p.Kick, now: int) -> list[j.AnyEntry]:
    if story.chairs[_seat(story, wish.seat)].who is None:
        raise Refusal("no_such_person", 404)
    later = story.phase in ("playing", "paused")
    return [j.Kicked(who=who, id=wish.id, seat=wish.seat, bot=_heir(story), later=later)]


def _host(story: Story, who: int, wish: p.HandOver, now: int) -> list[j.AnyEntry]:
    return [j.Hosted(who=who, id=wish.id, whom=_person(story, wish.who))]


def _look(story: Story, who: int, wish: p.Look, now: int) -> list[j.AnyEntry]:
    """Asking changes nothing: the room passes the question on."""
    if story.settings.spectators != "consent":
        raise Refusal("not_in_consent")
    if story.chairs[_seat(story, wish.seat)].who is None:
        raise Refusal("no_such_person", 404)
    return []


def _allow(story: Story, who: int, wish: p.Allow, now: int) -> list[j.AnyEntry]:
    seat = story.seat_of(who)
    assert seat is not None
    if story.settings.spectators != "consent":
        raise Refusal("not_in_consent")
    if story.seat_of(_person(story, wish.who)) is not None:
        raise Refusal("already_sitting")
    if not wish.on and story.people[wish.who].looks != seat:
        raise Refusal("no_such_person", 404)
    return [j.Looking(who=who, id=wish.id, whom=wish.who, seat=seat, on=wish.on)]


def _elsewhere(story: Story, who: int, wish: Any, now: int) -> list[j.AnyEntry]:
    """Moves, hints and new invitations: the room sees to them once they are allowed."""
    return []


DEEDS: dict[type, Callable[[Story, int, Any, int], list[j.AnyEntry]]] = {
    p.Sit: _sit,
    p.Stand: _stand,
    p.Back: _back,
    p.Say: _say,
    p.Rename: _rename,
    p.Start: _start,
    p.Rematch: _start,
    p.Pause: _pause,
    p.Resume: _resume,
    p.SeatBot: _bot,
    p.Lock: _lock,
    p.Mute: _mute,
    p.Kick: _kick,
    p.HandOver: _host,
    p.Look: _look,
    p.Allow: _allow,
    p.Move: _elsewhere,
    p.AskHint: _elsewhere,
    p.Relink: _elsewhere,
}
