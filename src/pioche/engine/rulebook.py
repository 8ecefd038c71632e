"""What a game file declares about itself, in one value at its end: `RULES = Rulebook(...)`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

from pioche.engine.options import Option
from pioche.engine.position import Position, Shape
from pioche.engine.words import Actions, Events, Phases


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
    `positions` says which written positions can be played.
    `version` grows with every change of behaviour: old records say under which rules they were played.
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
    answers: Mapping[str, str] = field(default_factory=dict)  # by event: what became of the signal of the seat it names
    positions: Positions = field(default_factory=Positions)
    timed: bool = False  # plays against the clock
    text: Mapping[str, Mapping[str, Any]] | None = None  # catalogues of a game that is not in this package

    @cached_property
    def shape(self) -> Shape:
        return Shape(self.position, [option.id for option in self.options], self.phases.names)

    @property
    def source(self) -> ModuleType:
        return sys.modules[self.module]
