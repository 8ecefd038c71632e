"""What a game file declares about itself, in one value at its end: `RULES = Rulebook(...)`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType, SimpleNamespace
from typing import Any

from pioche.engine.options import Option
from pioche.engine.position import Position, Shape
from pioche.engine.words import Actions, Events, Phases


@dataclass(frozen=True)
class Rulebook:
    """The declarations of one game; the functions stand in the same module.

    `refusals` are the reasons `why_not` may return, by place, each with its rule number.
    `check` looks at a combination of options and returns the sentence that refuses it, English and French.
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
    timed: bool = False  # plays against the clock
    text: Mapping[str, Mapping[str, Any]] | None = None  # catalogues of a game that is not in this package
    judgement: str = ""

    @cached_property
    def shape(self) -> Shape:
        return Shape(self.position, [option.id for option in self.options], self.phases.names)

    @property
    def source(self) -> ModuleType:
        return sys.modules[self.module]

    @cached_property
    def engines(self) -> dict[Any, SimpleNamespace]:
        """The engines made of these rules so far; they live as long as the rules. See `Game.engine`."""
        return {}
