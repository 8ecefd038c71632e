"""The `about` of events of the server and of talk, by kind. The game's events have names of their own.

The schema and docs/protocol.md are generated from here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class AboutSeat(Struct, frozen=True):
    """Something about a seat."""

    seat: int
    name: str  # of the person or bot that plays it
    who: int | None  # the person it belongs to; null: a bot


class AboutBot(AboutSeat, frozen=True):
    """A bot takes a seat."""

    bot: str  # its level


class AboutDefault(AboutSeat, frozen=True):
    """The default action of the rulebook was played for a seat."""

    do: str  # the action


class AboutPerson(Struct, frozen=True):
    """Something about a person."""

    who: int
    name: str


class AboutPause(AboutPerson, frozen=True, omit_defaults=True):
    """A match is paused."""

    minutes: int | None = None  # its longest duration; null: unlimited, as the host paused


class AboutName(Struct, frozen=True):
    """A person has changed their name."""

    who: int
    old: str
    name: str


class AboutLook(Struct, frozen=True):
    """A person and another's seat: the person sees its cards, or gives it a penalty."""

    who: int
    name: str
    seat: int
    other: str  # the name at that seat


class AboutNothing(Struct, frozen=True):
    """An event without further data."""


class PromisedShare(Struct, frozen=True):
    """A seat's promise of a share of the randomness."""

    seat: int
    promise: str  # a commitment, see docs/fair-spec.md


class ShownShare(PromisedShare, frozen=True):
    """A seat's share of the randomness, with its promise."""

    share: str | None  # null: the seat did not show it


class AboutPromises(Struct, frozen=True):
    """A match is about to begin and the list of promises is fixed: seats in it now show their shares (`reveal`)."""

    match: int
    deal: str  # name of the deal, part of every promise
    promise: str  # of the server, for its own secret
    shares: list[PromisedShare]


class AboutStart(Struct, frozen=True):
    """A match begins."""

    match: int
    promise: str  # of the server, made before the first card; empty at a practice table
    names: list[str]  # by seat
    deal: str = ""  # name of the deal; empty for matches of earlier versions and at practice tables
    shares: list[ShownShare] = []  # of the seats in this deal


class AboutRules(Struct, frozen=True):
    """A match was begun under another version of the rules: it is kept, but not continued."""

    match: int
    rules: int  # the version it was begun under
    ours: int  # the version of this server


class Reaction(Struct, frozen=True):
    """The reaction time of a seat."""

    seat: int
    reaction: int  # milliseconds
    place: int  # 1: the fastest
    credit: int  # milliseconds of latency subtracted from its time of arrival
    earliest: int  # milliseconds; lower bound of the true reaction time
    latest: int  # milliseconds; upper bound of the true reaction time
    doubt: Literal["", "late", "impossible", "regular"]  # why less was subtracted than it claimed


class AboutFinish(Struct, frozen=True):
    """A race is over."""

    finish: list[Reaction]  # the fastest first
    differs: bool  # the order is not that of arrival


class AboutResult(Struct, frozen=True):
    """A match is over."""

    scores: list[int]  # by seat
    ranking: list[int]  # by seat; 1: the winner
    deals: list[list[int]] = []  # scores after each deal, if there were several


class AboutDecided(Struct, frozen=True):
    """A sole winner, and the deal since which they led alone."""

    how: Literal["throughout", "since", "at_last"]
    seat: int
    deal: int  # since which the seat led alone; 1: the first
    deals: int
    other: int  # the seat that came second
    by: int  # the lead, in points


class AboutTalk(Struct, frozen=True):
    """A message of talk."""

    message: int  # its number, for `reply_to`
    who: int
    seat: int | None
    name: str
    text: str
    phrase: str  # name of the ready phrase; empty: free text
    to: list[int]  # seats it is addressed to
    reply_to: int | None


HOUSE: dict[str, type[Struct]] = {
    "sat": AboutSeat, "stood": AboutSeat, "bot_sat": AboutBot, "bot_left": AboutSeat, "stands_in": AboutSeat,
    "away": AboutSeat, "back": AboutSeat, "kicked": AboutSeat, "will_be_kicked": AboutSeat, "played_for": AboutDefault,
    "renamed": AboutName, "muted": AboutPerson, "unmuted": AboutPerson, "host": AboutPerson, "paused": AboutPause,
    "resumed": AboutPerson, "locked": AboutNothing, "unlocked": AboutNothing, "looking": AboutLook,
    "not_looking": AboutLook, "penalty_given": AboutLook, "started": AboutStart, "earlier_rules": AboutRules,
    "retired": AboutSeat, "shortened": AboutNothing, "called_off": AboutNothing, "pause_over": AboutNothing,
    "banned": AboutPerson, "unbanned": AboutPerson, "approved": AboutPerson, "not_approved": AboutPerson,
    "promised": AboutPromises,
    "photo_finish": AboutFinish, "match_result": AboutResult, "decided": AboutDecided, "again": AboutSeat,
}  # fmt: skip
TALK: dict[str, type[Struct]] = {"said": AboutTalk}
# sentences of the catalogue under another key than the kind of their event: key -> kind
OTHER_WORDS = {"paused_for": "paused", "decided_since": "decided", "decided_at_last": "decided"}
OTHER_WORDS |= dict.fromkeys(("no_credit_late", "no_credit_impossible", "no_credit_regular"), "photo_finish")
