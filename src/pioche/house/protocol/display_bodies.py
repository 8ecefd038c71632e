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
    """What an event moves, by the names of its numbers. A place is a zone, or "zone.seat" with the name of a seat: one of
    the event's, or a zone that holds a seat; "zone.seat|other" has a second name for an event that names nobody."""

    source: str
    target: str
    card: str  # the event's name for what moves
    count: str  # and for how many; empty: one
    unless: list[int]  # what the event tells of, but does not move


class RoundsInfo(Struct, frozen=True):
    """How many rounds a deal has."""

    option: str  # it depends on this option; empty: on none
    count: dict[str, int]  # by the value of the option; without one under an empty name


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
