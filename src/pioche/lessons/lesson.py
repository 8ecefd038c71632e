"""What a lesson says: forced cards, the moves of the others, one line at a time in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from typing import Any

from pioche.engine.game import Game
from pioche.engine.rulebook import Rulebook
from pioche.engine.table import Table
from pioche.errors import BadRules

ME = 0  # the seat of the learner
NAMES = ("", "Basile", "Clara", "David", "Emma", "Farid", "Gaëlle", "Hugo")  # who sits there; the first is the learner
OTHERWISE = "else"  # an end for every move of the last menu that has none of its own
FOLDER = files("pioche.lessons") / "first_deals"


@dataclass(frozen=True)
class End:
    """What comes of one move of the last choice. `then`: what the others do after it, before the line is said."""

    en: str
    fr: str
    then: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    shows: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One line, and what is to be done now.

    `ask` is the move asked for; without one the line is read and one goes on. `then` is what the others do after it:
    "1 hit"; against the clock also "1 slam +400", so many milliseconds later, or "wait 3000". `told` are kinds of events
    that must be told meanwhile, `shows` fields of the learner's view as they must be afterwards: with them a rule change
    that makes a line wrong is noticed. `rules` are the rules met here. `disaster` is what goes wrong on purpose. `ends`
    is the last choice, free: any legal move, or any of those `offered` where a menu is long.
    """

    en: str
    fr: str
    ask: str = ""
    then: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    shows: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    disaster: bool = False
    offered: tuple[str, ...] = ()
    ends: Mapping[str, End] = field(default_factory=dict)

    def end_of(self, word: str) -> End | None:
        """Return the end of a move: of the whole move, else of its verb, else the one for all others."""
        return self.ends.get(word) or self.ends.get(word.partition(":")[0]) or self.ends.get(OTHERWISE)


@dataclass(frozen=True)
class Lesson:
    """A deal from its first line to the last choice. `cards` are forced as at any table, or `position` lays them."""

    game: Game
    steps: tuple[Step, ...]
    cards: str = ""
    seed: int = 1
    position: Mapping[str, Any] | None = None

    def table(self) -> Table:
        if self.position is None:
            return self.game.table(self.seed, self.cards)
        return self.game.at(self.position, seed=self.seed, cards=self.cards)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.game.seats]


def lesson_of(rules: Rulebook) -> Lesson | None:
    """Return the lesson of a game, its own or the bundled one; None if there is none."""
    found = _written(rules)
    return read(rules, found) if found is not None else None


def has_lesson(rules: Rulebook) -> bool:
    return _written(rules) is not None


def _written(rules: Rulebook) -> Mapping[str, Any] | None:
    if rules.lesson is not None:
        return rules.lesson
    return _on_file(rules.id) if rules.text is None else None


@cache
def _on_file(game: str) -> Mapping[str, Any] | None:
    path = FOLDER / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def read(rules: Rulebook, written: Mapping[str, Any]) -> Lesson:
    """Build a lesson from its data; raise BadRules naming what does not belong there."""
    _known(rules, written, {"options", "cards", "seed", "position", "steps", "choice"}, "")
    steps = [_step(rules, step, f"step {k}") for k, step in enumerate(written.get("steps", ()), 1)]
    steps.append(_step(rules, written.get("choice", {}), "choice"))
    return Lesson(
        Game(rules, written.get("options", {})),
        tuple(steps),
        written.get("cards", ""),
        written.get("seed", 1),
        written.get("position"),
    )


def _step(rules: Rulebook, written: Mapping[str, Any], where: str) -> Step:
    _known(rules, written, {f.name for f in fields(Step)}, where)
    ends = {}
    for word, end in written.get("ends", {}).items():
        _known(rules, end, {f.name for f in fields(End)}, f"{where}, {word}")
        ends[word] = End(**_tuples(end))
    return Step(**{**_tuples(written), "ends": ends})


def _tuples(written: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in written.items()}


def _known(rules: Rulebook, written: Mapping[str, Any], keys: set[str], where: str) -> None:
    strange = [key for key in written if key not in keys]
    missing = [key for key in ("en", "fr") if where and not written.get(key)]
    if strange or missing:
        what = f"{', '.join(strange or missing)} ({where or 'lesson'})"
        raise BadRules(
            f"The lesson of {rules.id}: {'unknown' if strange else 'missing'}: {what}.",
            f"La leçon de {rules.id}\u00a0: {'inconnu' if strange else 'manque'}\u00a0: {what}.",
        )
