"""What the house and people tell at a table: the `about` of every event that is not the game's own, by its kind.

`tables.seating` and `tables.state` tell them. The schema and docs/protocol.md describe them from here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class AboutSeat(Struct, frozen=True):
    """Something about a seat."""

    seat: int
    name: str  # of whoever plays it
    who: int | None  # the person it belongs to; null for a bot's


class AboutBot(AboutSeat, frozen=True):
    """A bot sits down."""

    bot: str  # its level


class AboutDefault(AboutSeat, frozen=True):
    """The rulebook played for a seat."""

    do: str  # what it played


class AboutPerson(Struct, frozen=True):
    """Something about a person."""

    who: int
    name: str


class AboutPause(AboutPerson, frozen=True, omit_defaults=True):
    """A match is paused."""

    minutes: int | None = None  # how long at most, when it was not the host who paused


class AboutName(Struct, frozen=True):
    """A person has another name."""

    who: int
    old: str
    name: str


class AboutLook(Struct, frozen=True):
    """A person and a seat of another one: who looks over its shoulder, or who gives it a penalty."""

    who: int
    name: str
    seat: int
    other: str  # the name at that seat


class AboutNothing(Struct, frozen=True):
    """There is nothing more to say."""


class PromisedShare(Struct, frozen=True):
    """A seat has promised a share of the chance."""

    seat: int
    promise: str  # as docs/fair-spec.md says it is made


class ShownShare(PromisedShare, frozen=True):
    """A seat's share of the chance."""

    share: str | None  # null: it stayed silent


class AboutPromises(Struct, frozen=True):
    """A match is about to begin: who has promised what is fixed. Whoever is in the list shows their share now (`reveal`)."""

    match: int
    deal: str  # its name, part of every promise
    promise: str  # of the house, for its own secret
    shares: list[PromisedShare]


class AboutStart(Struct, frozen=True):
    """A match begins."""

    match: int
    promise: str  # of the house, before the first card; empty at a practice table
    names: list[str]  # by seat
    deal: str = ""  # the name of the deal; not there for matches of earlier versions, and at a practice table
    shares: list[ShownShare] = []  # beside it


class AboutRules(Struct, frozen=True):
    """A match of other rules is kept and not played on."""

    match: int
    rules: int  # the version it was played under
    ours: int  # the version of this house


class Reaction(Struct, frozen=True):
    """How fast a seat was."""

    seat: int
    reaction: int  # milliseconds
    place: int  # 1 is the quickest
    credit: int  # milliseconds its line was given back: so much later it was heard
    earliest: int  # the true reaction lies between this
    latest: int  # and that
    doubt: Literal["", "late", "impossible", "regular"]  # why less was given back than it asked for


class AboutFinish(Struct, frozen=True):
    """A race is over."""

    finish: list[Reaction]  # the quickest first
    differs: bool  # another order than that of arrival


class AboutResult(Struct, frozen=True):
    """A match is over."""

    scores: list[int]  # by seat
    ranking: list[int]  # by seat; 1 is the winner
    deals: list[list[int]] = []  # scores after each deal, where there were several


class AboutDecided(Struct, frozen=True):
    """Who won alone, and since which deal nobody stood before them."""

    how: Literal["throughout", "since", "at_last"]
    seat: int
    deal: int  # 1 is the first
    deals: int
    other: int  # the seat that came second
    by: int


class AboutTalk(Struct, frozen=True):
    """Somebody said something."""

    message: int  # its number, for `reply_to`
    who: int
    seat: int | None
    name: str
    text: str
    phrase: str  # the ready phrase, if it was one; the text is empty then
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
# sentences that are said of a kind instead of its own
OTHER_WORDS = {"paused_for": "paused", "decided_since": "decided", "decided_at_last": "decided"}
OTHER_WORDS |= dict.fromkeys(("no_credit_late", "no_credit_impossible", "no_credit_regular"), "photo_finish")
