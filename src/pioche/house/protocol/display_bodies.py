"""Declarations of a game for drawing its tables, part of the answer of `GET /api/games/{game}`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pioche.house.protocol.messages import Said


class ZoneInfo(Struct, frozen=True):
    """A field of a view: its kind, its label, and whether there is one for each seat."""

    kind: str  # number, coins, flag, seat, seats, ranks, rank_set, cards, place, phase
    per_seat: bool
    label: Said


class ActionInfo(Struct, frozen=True):
    pattern: str  # play:rank
    label: Said


class LivesInfo(Struct, frozen=True):
    """Lives that are lost letter by letter. A value of the option that is not in `words` is the word itself."""

    zone: str  # the field with the number of lives each seat has lost
    option: str  # the option that chooses the word
    when: dict[str, Any]  # applies only with these values of other options
    words: dict[str, Said]  # value -> word it spells; empty: lives are only counted
    lives_in_all: dict[str, int]  # value -> number of lives


class MoveInfo(Struct, frozen=True):
    """A movement of cards by an event, in names of its `about`.

    A place is a zone, or "zone.seat" for a seat's part of it: `seat` is a name of the event or a zone that holds a seat, and
    "zone.seat|other" has a second name for events that lack the first.
    """

    source: str
    target: str
    card: str  # name of the card that moves
    count: str  # name of the number of cards; empty: one
    unless: list[int]  # values of `card` that do not move


class RoundsInfo(Struct, frozen=True):
    """The number of rounds of a deal."""

    option: str  # the option it depends on; empty: none
    count: dict[str, int]  # by the value of the option, or under an empty name


class FirstInfo(Struct, frozen=True):
    """An event that means something else where it is the first of `among` after the last `since`."""

    since: str
    among: list[str]


class Display(Struct, frozen=True):
    """Declarations of a game for drawing its tables."""

    machinery: list[str]  # zones that are not shown
    still_in: list[str]  # zones with seats still in play; a seat in none of them is out; empty: all are in
    signals: list[str]  # patterns of the actions players race for
    goals: list[str]  # options to show during play, such as the score that ends the match
    length: str  # the option with the number of deals of a match; may be empty
    lives: LivesInfo | None = None
    rounds: RoundsInfo | None = None
    moves: dict[str, MoveInfo] = {}  # by event: what it moves
    clears: dict[str, list[str]] = {}  # by event: zones that are empty before its move
    marked: dict[str, list[int]] = {}  # by zone: ranks with an effect of their own there
    firsts: dict[str, FirstInfo] = {}  # by event
