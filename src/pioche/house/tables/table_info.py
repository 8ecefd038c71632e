"""Everything about a table but the cards, as everybody may see it; and what was shown at one moment."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from msgspec import Raw

from pioche.house.protocol import messages as p
from pioche.house.protocol.event_store import Watcher
from pioche.house.protocol.sentences import both
from pioche.house.tables.state import TableState

NOTHING, EMPTY = Raw(b"null"), Raw(b"[]")


def table_info(state: TableState, present: set[int]) -> p.TableInfo:
    game = state.game
    seats = [
        p.SeatInfo(
            seat,
            state.name_of(seat),
            chair.who,
            chair.bot,
            chair.who in present,
            chair.away,
            chair.who is not None and state.people[chair.who].muted,
            "" if chair.who is None else state.people[chair.who].face,
        )
        for seat, chair in enumerate(state.chairs)
    ]
    people = [
        p.PersonInfo(who, person.name, person.muted, person.looks, person.approved)
        for who, person in state.people.items()
        if who in present and person.seat is None and not person.banned
    ]
    return p.TableInfo(
        state.code,
        game.id,
        state.opened.preset,
        both(game.title),
        dict(game.options),
        state.settings,
        state.phase,
        state.match,
        seats,
        people,
        state.host,
        state.locked,
        state.opened.practice,
        len(people),
        [p.PersonInfo(who, person.name, person.muted) for who, person in state.people.items() if person.banned],
        state.opened.tournament,
        sorted(state.again if state.phase == "over" else state.ending.ready if state.ending is not None else ()),
    )


def as_told(state: TableState, watcher: Watcher) -> p.Ending | None:
    """Return the end of a deal as one watcher is told of it; None when none is shown."""
    ending = state.ending
    if ending is None:
        return None
    since = bisect_left(state.streams[watcher].places, ending.since) + 1
    deal = int(ending.table.s.deal)
    return p.Ending(deal, since, ending.scores, ending.gained, ending.ranking, ending.slow, ending.over)


class Shown(NamedTuple):
    """The table as one watcher may see it, once everything up to `n` is stored."""

    n: int
    view: Raw
    menu: Raw
    ending: Raw


BLANK = Shown(0, NOTHING, NOTHING, NOTHING)


class Run(NamedTuple):
    """Events of one message, under the same numbers for all who are told all of them."""

    whole: Raw  # as everybody reads them
    pieces: list[bytes]  # the same, one by one
    named: dict[Watcher, list[tuple[int, bytes]]]  # a seat -> which of them it reads otherwise, and how


class Moment(NamedTuple):
    """All that is told to spectators who learn everything a while later: how it was at one moment."""

    shown: Shown
    info: p.TableInfo
    written: Raw  # the same
    running: bool
    clock: Raw

    def over(self, match: int) -> bool:
        """Was that match known to be over?"""
        return match < self.info.match or (match == self.info.match and self.info.phase == "over")
