"""What a game file declares about itself, in one value at its end: `RULES = Rulebook(...)`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType
from typing import Any

from pioche import text
from pioche.engine.options import Option
from pioche.engine.position import Position, Shape
from pioche.engine.words import Actions, Events, Phases


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
class Rulebook:
    """The declarations of one game; the functions stand in the same module.

    `refusals` are the reasons `why_not` may return, by place, each with its rule number.
    `check` looks at a combination of options and returns the sentence that refuses it, English and French.
    `sides` tells by the options how many sides play: seats p, p + sides and so on are partners.
    `talk` tells by the options in which phases the players may not talk freely: "off" or ready-made "phrases" only.
    `version` grows with every change of behaviour: old records say under which rules they were played.
    `judgement` names the module with the levels of its bots (docs/bots.md); the games of the house have theirs in
    `pioche.bots.judgement`.
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
    deck: str = "ranks"  # ranks: the Pairs deck; cards: 52-card packs
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    refusals: tuple[tuple[str, str], ...] = ()
    check: Callable[[Mapping[str, Any]], tuple[str, str] | None] | None = None
    sides: Callable[[Mapping[str, Any]], int] | None = None
    talk: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None
    timed: bool = False  # plays against the clock
    text: Mapping[str, Mapping[str, Any]] | None = None  # catalogues of a game that is not in this package
    untimed: Mapping[str, Any] = field(default_factory=dict)  # options with which nothing is a matter of reflexes
    length: str = ""  # the option that says how many deals a match has
    goals: tuple[str, ...] = ()  # options players keep an eye on, such as the score that ends the match
    lives: Lives | None = None
    counting: Counting = Counting()
    judgement: str = ""

    @cached_property
    def shape(self) -> Shape:
        return Shape(self.position, [option.id for option in self.options], self.phases.names)

    def variant(self, id: str, module: str, titles: Mapping[str, str], **changes: Any) -> Rulebook:
        """This game with some of its rules written anew in another module, under a name of its own.

        `titles` is its name by language; all other words stay. `changes` are other declarations, such as `options`.
        """
        words = {lang: {**text.texts(self, lang), "title": title} for lang, title in titles.items()}
        return replace(self, id=id, module=module, **{"text": words, "presets": {}, "version": 1, **changes})

    def against_the_clock(self, options: Mapping[str, Any]) -> bool:
        """Is this table a matter of reflexes? Not where a race is a secret choice."""
        return self.timed and not any(options.get(name) == value for name, value in self.untimed.items())

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.id == name), None)

    def in_force(self, name: str, options: Mapping[str, Any]) -> bool:
        """Does the game have this option, and does it change anything at this table?"""
        option = self.option(name)
        return option is not None and option.matters(options)

    @property
    def source(self) -> ModuleType:
        return sys.modules[self.module]
