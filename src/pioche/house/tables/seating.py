"""The part of a table's state that is about people: who is there, who sits where, who is host.

The fold of the entries about people. What they tell everybody goes to `tell`, which `state` defines.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import Any

from pioche.house.protocol.messages import Said
from pioche.house.tables import journal as j


@dataclass
class Chair:
    """One seat. With `who` and `bot` the bot only stands in."""

    who: int | None = None
    bot: str = ""
    bot_name: str = ""
    away: bool = False
    bank: int = 0
    misses: int = 0  # decisions in a row the clock had to make
    owner: int | None = None  # the last person who sat here: whose stream it is
    retired: bool = False  # its person has left the tournament's match, and the default is played


@dataclass
class Person:
    who: int
    person: str
    name: str
    muted: bool = False
    seat: int | None = None  # where they sit
    looks: int | None = None  # over this seat's shoulder
    has_seen: set[int] = field(default_factory=set)  # seats whose cards they know in this match
    banned: bool = False  # sent away by the host
    approved: bool = False  # let into this match by the host
    pauses: int = 0  # how often they have paused this match
    face: str = ""  # drawn by the page


class Seating:
    """Chairs and people, entry by entry."""

    def __init__(self, seats: int) -> None:
        self.chairs = [Chair() for _ in range(seats)]
        self.people: dict[int, Person] = {}
        self.numbers: dict[str, int] = {}  # person -> who
        self.host = 1
        self.locked = False
        self.digest = ""  # of the invitation's secret
        self.leaving: dict[int, j.Kicked] = {}  # seats to be freed when the deal or the match is over
        self.version = 0  # grows with everything that changes here
        self.frozen = False  # the present match is one of other rules: nothing can happen in it

    def seat_of(self, who: int) -> int | None:
        person = self.people.get(who)
        return None if person is None else person.seat

    def name_of(self, seat: int) -> str:
        chair = self.chairs[seat]
        return self.people[chair.who].name if chair.who is not None else chair.bot_name

    @property
    def responsible(self) -> str:
        """The person who is host; nobody where a tournament is played."""
        return self.people[self.host].person if self.host else ""

    # -- what `state` adds -----------------------------------------------------------------------

    def tell(
        self, kind: str, about: dict[str, Any], sentence: Said | None = None, at: int | None = None, **more: Any
    ) -> None:
        raise NotImplementedError

    def rename(self, names: list[str]) -> None:
        raise NotImplementedError

    def new_owner(self, seat: int) -> None:
        raise NotImplementedError

    def takes_part(self, seat: int, who: int) -> None:
        """Note that a person has sat down in a match."""
        raise NotImplementedError

    # -- the fold --------------------------------------------------------------------------------

    @singledispatchmethod
    def fold_seating(self, entry: Any) -> None:
        """Add an entry about people."""
        raise TypeError(f"not an entry of a journal: {entry!r}")

    @fold_seating.register
    def _(self, entry: j.Joined) -> None:
        who = len(self.people) + 1
        self.people[who] = Person(who, entry.person, entry.name, face=entry.face)
        self.numbers[entry.person] = who

    @fold_seating.register
    def _(self, entry: j.Sat) -> None:
        chair = self.chairs[entry.seat]
        person = self.people[entry.who]
        self._look_away(entry.seat)
        if chair.owner != entry.who and chair.owner is not None:
            self.new_owner(entry.seat)
        self.takes_part(entry.seat, entry.who)
        chair.who, chair.owner, chair.bot, chair.away, chair.misses = entry.who, entry.who, "", False, 0
        chair.retired = False
        person.seat, person.looks = entry.seat, None
        person.has_seen.add(entry.seat)
        self.names_changed()
        self.tell_of(entry.seat, "sat")

    @fold_seating.register
    def _(self, entry: j.Stood) -> None:
        self.tell_of(entry.seat, "stood")
        kicked = self.leaving.get(entry.seat)
        if kicked is not None and kicked.ban and (who := self.chairs[entry.seat].who) is not None:
            self.people[who].banned = True  # who was to be sent away does not get round it by leaving first
        self._free(entry.seat, entry.bot)
        if kicked is not None and kicked.deal:
            del self.leaving[entry.seat]  # the next person there may stay

    @fold_seating.register
    def _(self, entry: j.Kicked) -> None:
        if entry.later and not self.frozen:
            self.leaving[entry.seat] = entry
            self.tell_of(entry.seat, "will_be_kicked")
        else:
            self.kick(entry)

    @fold_seating.register
    def _(self, entry: j.BotSat) -> None:
        chair = self.chairs[entry.seat]
        chair.bot, chair.bot_name, chair.away = entry.bot, entry.name, False
        self.names_changed()
        self.tell_of(entry.seat, "bot_sat", bot=entry.bot)

    @fold_seating.register
    def _(self, entry: j.BotLeft) -> None:
        self.tell_of(entry.seat, "bot_left")
        self.chairs[entry.seat].bot = self.chairs[entry.seat].bot_name = ""
        self.names_changed()

    @fold_seating.register
    def _(self, entry: j.StandsIn) -> None:
        chair = self.chairs[entry.seat]
        chair.away, chair.bot = True, entry.bot
        self.tell_of(entry.seat, "stands_in" if entry.bot else "away")

    @fold_seating.register
    def _(self, entry: j.CameBack) -> None:
        chair = self.chairs[entry.seat]
        chair.away, chair.bot, chair.misses = False, "", 0
        self.tell_of(entry.seat, "back")

    @fold_seating.register
    def _(self, entry: j.Retired) -> None:
        """The name stays at the seat; the person is at the table without one."""
        chair = self.chairs[entry.seat]
        if chair.who is not None:
            self.people[chair.who].seat = None
        chair.away, chair.bot, chair.retired = True, "", True
        self.tell_of(entry.seat, "retired")

    @fold_seating.register
    def _(self, entry: j.Renamed) -> None:
        person = self.people[entry.who]
        old, person.name = person.name, entry.name
        if entry.face:
            person.face = entry.face.removeprefix("none")
        if old == entry.name:
            return
        self.names_changed()
        self.tell("renamed", {"who": entry.who, "old": old, "name": entry.name})

    @fold_seating.register
    def _(self, entry: j.Muted) -> None:
        self.people[entry.whom].muted = entry.on
        self.tell("muted" if entry.on else "unmuted", {"who": entry.whom, "name": self.people[entry.whom].name})

    @fold_seating.register
    def _(self, entry: j.Banned) -> None:
        person = self.people[entry.whom]
        person.banned, person.looks, person.approved = entry.on, None, False
        self.tell("banned" if entry.on else "unbanned", {"who": entry.whom, "name": person.name})

    @fold_seating.register
    def _(self, entry: j.Approved) -> None:
        person = self.people[entry.whom]
        person.approved = entry.on
        self.tell("approved" if entry.on else "not_approved", {"who": entry.whom, "name": person.name})

    @fold_seating.register
    def _(self, entry: j.Locked) -> None:
        self.locked = entry.on
        self.tell("locked" if entry.on else "unlocked", {})

    @fold_seating.register
    def _(self, entry: j.Hosted) -> None:
        self.host = entry.whom
        self.tell("host", {"who": entry.whom, "name": self.people[entry.whom].name})

    @fold_seating.register
    def _(self, entry: j.Relinked) -> None:
        self.digest = entry.digest

    @fold_seating.register
    def _(self, entry: j.Looking) -> None:
        person = self.people[entry.whom]
        person.looks = entry.seat if entry.on else None
        if entry.on:
            person.has_seen.add(entry.seat)
        about = {"who": entry.whom, "name": person.name, "seat": entry.seat, "other": self.name_of(entry.seat)}
        self.tell("looking" if entry.on else "not_looking", about)

    # -- helpers ---------------------------------------------------------------------------------

    def leave_now(self, match_over: bool) -> None:
        """Kick the people who were to leave at the end of this deal, or of the match."""
        going = [kicked for kicked in self.leaving.values() if kicked.deal or match_over]
        for kicked in going:
            del self.leaving[kicked.seat]
            self.kick(kicked)
        self.version += bool(going)

    def new_hands(self) -> None:
        """A match begins: everybody knows their own cards, and those they look at, and no others."""
        for person in self.people.values():
            known = person.seat if person.seat is not None else person.looks
            person.has_seen = set() if known is None else {known}
            person.approved, person.pauses = False, 0

    def kick(self, entry: j.Kicked) -> None:
        self.tell_of(entry.seat, "kicked")
        who = self.chairs[entry.seat].who
        if entry.ban and who is not None:
            self.people[who].banned = True
        self._free(entry.seat, entry.bot)

    def _look_away(self, seat: int) -> None:
        """End the permissions to look at these cards: the person who held them until now gave them."""
        for person in self.people.values():
            if person.looks == seat:
                person.looks = None
                about = {"who": person.who, "name": person.name, "seat": seat, "other": self.name_of(seat)}
                self.tell("not_looking", about)

    def _free(self, seat: int, bot: str) -> None:
        chair = self.chairs[seat]
        name = self.name_of(seat)
        self._look_away(seat)
        if chair.who is not None:
            self.people[chair.who].seat = None
        chair.who, chair.away, chair.bot = None, False, bot
        chair.bot_name = name if bot else ""
        self.names_changed()

    def names_changed(self) -> None:
        self.rename([self.name_of(seat) for seat in range(len(self.chairs))])

    def tell_of(self, seat: int, kind: str, **more: Any) -> None:
        """Something about a seat, to everybody."""
        about = {"seat": seat, "name": self.name_of(seat), "who": self.chairs[seat].who, **more}
        self.tell(kind, about, place=seat + 1)
