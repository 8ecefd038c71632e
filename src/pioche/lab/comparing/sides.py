"""What is compared: a game with some of its options, its seats, its players; or another game made of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pioche.bots import levels as levels_of
from pioche.bots import usual
from pioche.bots.judgement import judgement_module
from pioche.bots.reflex_bot import by_reflexes
from pioche.engine.game import Game, load, presets, rulebooks
from pioche.errors import BadOption
from pioche.lab.measures.players import Lineup, lineup

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
Load = Callable[..., Game]


@dataclass(frozen=True)
class Setting:
    """One side of a comparison. `at` is the value of the option that is swept, if one is."""

    name: str
    game: Game
    lineup: Lineup
    at: float | None = None


def best_players(game: Game) -> str:
    """Return the players used when none are named: the best of those that play quickly."""
    if judgement_module(game.rules) or by_reflexes(game):
        return "expert"
    return usual(game) if len(levels_of(game)) > 1 else "random"


def settings(given: Sequence[Any], bots: Any = None, find: Load = load, **options: Any) -> list[Setting]:
    """Read the sides of a comparison.

    The first may be a game that the others change: "starboard", "lock_out=on_lock", "lock_out=on_draw". A change is one or
    several options joined by +; `seats` and `bots` count as options, and the name of a game or variant is a change as well.
    1..5 stands for all values in between. A single change is compared with the unchanged game.
    """
    if not given:
        raise BadOption("Name a game to compare.", "Nommez un jeu à comparer.")
    first, *rest = given
    if len(given) > 1 and all(isinstance(one, Game) or _is_name(one) for one in given):
        return [_setting(_title(one), one, {}, bots, find, options) for one in given]
    swept: list[Setting] = []
    for change in rest:
        for name, values, at in _changes(change):
            base = values.pop("game", first)
            swept.append(_setting(name, base, values, values.pop("bots", bots), find, options, at))
    if len(swept) < 2:
        swept.insert(0, _setting(_title(first), first, {}, bots, find, options))
    if len(swept) < 2:
        raise BadOption(
            "Name what to compare it with: lock_out=on_lock lock_out=on_draw, seats=3, bots=novice, ante=1..5.",
            "Nommez ce à quoi le comparer : lock_out=on_lock lock_out=on_draw, seats=3, bots=novice, ante=1..5.",
        )
    return swept


def _is_name(what: Any) -> bool:
    return isinstance(what, str) and "=" not in what and (what in rulebooks() or what in presets())


def _title(what: Any) -> str:
    return what if isinstance(what, str) else what.preset or what.id


def _setting(
    name: str, base: Any, changes: Mapping[str, Any], bots: Any, find: Load, options: Mapping[str, Any],
    at: float | None = None,
) -> Setting:  # fmt: skip
    wanted = {**options, **changes}
    if isinstance(base, Game):
        game = Game(base.rules, {**base.options, **wanted}, base.preset) if wanted else base
    else:
        game = find(base, **wanted)
    return Setting(name, game, lineup(game, bots or best_players(game)), at)


def _changes(change: Any) -> list[tuple[str, dict[str, Any], float | None]]:
    """A change in words or as a mapping; one for each value of a range."""
    if isinstance(change, Mapping):
        return [(" + ".join(f"{k}={v}" for k, v in change.items()) or "–", dict(change), None)]
    values: dict[str, Any] = {}
    for part in str(change).split("+"):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals and _is_name(name):
            values["game"] = name
        elif not name or not value:
            raise BadOption(
                f"{part} is no change: write it like lock_out=on_draw, or name a game.",
                f"{part} n’est pas un changement : écrivez-le comme lock_out=on_draw, ou nommez un jeu.",
            )
        else:
            values[name] = value
    ranges = {name: found for name, value in values.items() if (found := RANGE.fullmatch(str(value)))}
    if not ranges:
        return [(str(change), values, None)]
    (name, found), *more = ranges.items()
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if more or low >= high:
        raise BadOption(
            f"{change}: one option at a time can run through values, from a lower to a higher one.",
            f"{change} : une seule option à la fois peut parcourir des valeurs, de la plus basse à la plus haute.",
        )
    others = [f"{k}={v}" for k, v in values.items() if k != name]
    return [
        (" + ".join([f"{name}={value}", *others]), {**values, name: value}, float(value))
        for value in range(low, high + 1, step)
    ]
