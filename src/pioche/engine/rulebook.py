"""What a game file declares about itself, in one value at its end: `RULES = Rulebook(...)`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.engine.facts import Fact
from pioche.engine.options import Option
from pioche.engine.position import Position, Shape
from pioche.engine.words import Actions, Events, Phases
from pioche.errors import BadRules

if TYPE_CHECKING:
    from pioche.text.telling import Sentence


@dataclass(frozen=True)
class Lives:
    """Lives lost one by one: the field that counts them for each seat, and the option with their word.

    What that word spells stands in the texts, [options.<id>.spelled]: it depends on the language.
    """

    field: str
    option: str


@dataclass(frozen=True)
class Counting:
    """What exact odds may rest on in this game (`pioche.engine.odds`).

    `matter`: all ranks but these have the same effect when they are turned up.
    `dealt` and `turned_up`: hands are hidden, but everything else can be counted: the private event that
    deals a hand, and the events that turn a card face up for everybody.
    """

    matter: tuple[int, ...] = ()
    dealt: str = ""
    turned_up: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """What an event moves: a card from one zone to another, or `count` of one rank; coins, where the zones hold coins.

    A place is a zone, and for a zone of each seat the name of a seat: "pile.seat". The name is one of the event's own, or a
    field that holds a seat; the second one of "pile.seat|dealing" counts where the event names nobody. Nothing but the
    numbers of the event and public fields say what moves: who is told the event may know all of it.
    """

    source: str
    target: str
    card: str = "rank"  # the event's name for what moves
    count: str = ""  # and for how many; empty: one
    unless: tuple[int, ...] = ()  # what the event tells of, but does not move


@dataclass(frozen=True)
class Rounds:
    """How many rounds a deal has, by the value of an option; with an empty option always the one number there is."""

    option: str
    count: Mapping[Any, int]


@dataclass(frozen=True)
class First:
    """An event that means something else where it is the first of `among` after the last `since`."""

    since: str
    among: tuple[str, ...]


@dataclass(frozen=True)
class Positions:
    """What a written position of the game must have, beside what follows from its fields.

    `players` is the field of the seats that are in: nobody else acts. `needs` names fields that must hold something in
    a phase, or whenever another field does ("" is always); a field of seats before every seat that is in. `secret`
    names, by phase, the field in which secret choices lie until everybody has chosen. `whole_deck` gives the card ids
    there are. `sound` says what else is wrong, given the table and the name of the phase: English and French, or None.
    """

    players: str = ""
    needs: Mapping[str, str] = field(default_factory=dict)
    secret: Mapping[str, str] = field(default_factory=dict)
    whole_deck: Callable[[Any], Collection[int]] | None = None
    sound: Callable[[Any, str], tuple[str, str] | None] | None = None


@dataclass(frozen=True)
class Rulebook:
    """The declarations of one game; the functions stand in the same module.

    `refusals` are the reasons `why_not` may return, by place, each with its rule number.
    `check` looks at a combination of options and returns the sentence that refuses it, English and French.
    `sides` tells by the options how many sides play: seats p, p + sides and so on are partners.
    `talk` tells by the options in which phases the players may not talk freely: "off" or ready-made "phrases" only.
    `moves` and `clears` tell a page what an event does to the table before the next view comes; tests compare both.
    `facts` tells what a player can read off a view (`pioche.engine.facts`); the page shows it and computes nothing.
    `positions` says which written positions can be played.
    `version` grows with every change of behaviour: old records say under which rules they were played.
    `earlier` are versions before it that are still played exactly, each with the inner fields that make the difference;
    a match of any other version is never played again under these rules.
    `judgement` names the module with the levels of its bots (docs/bots.md); the games of the house have theirs in
    `pioche.bots.judgement`.
    `lesson` is the first deal of a game that is not in this package (docs/lessons.md).
    """

    id: str
    version: int
    module: str
    position: type[Position]
    actions: Actions
    events: Events
    phases: Phases
    options: tuple[Option, ...]
    family: str  # pairs, bidding, reaction, memory
    minutes: tuple[int, int]  # how long a match usually takes
    deck: str = ""  # ranks: cards that are only ranks; cards: 52-card packs. Left out, it follows from the fields
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    refusals: tuple[tuple[str, str], ...] = ()
    check: Callable[[Mapping[str, Any]], tuple[str, str] | None] | None = None
    sides: Callable[[Mapping[str, Any]], int] | None = None
    talk: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None
    answers: Mapping[str, str] = field(default_factory=dict)  # by event: what became of the signal of the seat it names
    positions: Positions = field(default_factory=Positions)
    timed: bool = False  # plays against the clock
    text: Mapping[str, Mapping[str, Any]] | None = None  # catalogues of a game that is not in this package
    untimed: Mapping[str, Any] = field(default_factory=dict)  # options with which nothing is a matter of reflexes
    length: str = ""  # the option that says how many deals a match has
    goals: tuple[str, ...] = ()  # options players keep an eye on, such as the score that ends the match
    lives: Lives | None = None
    rounds: Rounds | None = None
    moves: Mapping[str, Move] = field(default_factory=dict)  # by event
    clears: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # zones that are empty before its move, by event
    marked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # ranks that hurt or help, by zone
    firsts: Mapping[str, First] = field(default_factory=dict)  # by event
    facts: Callable[[Mapping[str, Any], Mapping[str, Any]], Iterable[Fact]] | None = None  # by view and memory
    counting: Counting = Counting()
    judgement: str = ""
    lesson: Mapping[str, Any] | None = None
    earlier: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    def plays(self, version: int) -> bool:
        """Return whether a match of that version can be replayed exactly."""
        return version == self.version or version in self.earlier

    def __post_init__(self) -> None:
        if not self.deck:
            kinds = {f.kind for f in self.position.fields.values()}
            packs = "cards" in kinds and not kinds & {"ranks", "rank_set"}
            object.__setattr__(self, "deck", "cards" if packs else "ranks")

    @cached_property
    def shape(self) -> Shape:
        return Shape(self.position, [option.id for option in self.options], self.phases.names)

    def variant(
        self, id: str, module: str, titles: Mapping[str, str], words: Mapping[str, Mapping[str, Any]] | None = None,
        **changes: Any,
    ) -> Rulebook:  # fmt: skip
        """Return this game with some of its rules rewritten in another module, under a name of its own.

        `titles` is its name by language, `words` what else is said differently; all other words stay. `changes` are other
        declarations, such as `options`.
        """
        told = {
            lang: {**text.laid_over(text.texts(self, lang), (words or {}).get(lang, {})), "title": title}
            for lang, title in titles.items()
        }
        fresh = {"text": told, "presets": {}, "version": 1, "earlier": {}, "lesson": None}
        return replace(self, id=id, module=module, **{**fresh, **changes})

    def against_the_clock(self, options: Mapping[str, Any]) -> bool:
        """Return whether this table is a matter of reflexes; not where a race is a secret choice."""
        return self.timed and not any(options.get(name) == value for name, value in self.untimed.items())

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.id == name), None)

    def in_force(self, name: str, options: Mapping[str, Any]) -> bool:
        """Return whether the game has this option and it changes anything at this table."""
        option = self.option(name)
        return option is not None and option.matters(options)

    @cached_property
    def sentences(self) -> dict[tuple[str, str, str, str], Sentence]:
        """The sentences told of its events so far, by event, variant, reader and language."""
        return {}

    @cached_property
    def listed(self) -> dict[str, frozenset[str]]:
        """The events that are told in one sentence when they follow each other: see `text.listed`."""
        return text.listed(self)

    @cached_property
    def listed_kinds(self) -> frozenset[int]:
        """The same events as numbers of the log."""
        return frozenset(n for n, kind in enumerate(self.events.kinds) if kind.name in self.listed)

    def refusal(self, place: int) -> tuple[str, str]:
        """The reason `why_not` has returned, with its rule number."""
        if place >= len(self.refusals):
            raise BadRules(
                f"why_not of {self.id} returns {place}, and there are {len(self.refusals)} refusals, counted from 0; "
                f"-1 stands for none of them.",
                f"why_not de {self.id} rend {place}, et il y a {len(self.refusals)} refus, comptés à partir de 0 ; "
                f"-1 veut dire aucun.",
            )
        return self.refusals[place]

    @property
    def source(self) -> ModuleType:
        return sys.modules[self.module]

    @cached_property
    def engines(self) -> dict[Any, SimpleNamespace]:
        """The engines made of these rules so far; they live as long as the rules. See `Game.engine`."""
        return {}
