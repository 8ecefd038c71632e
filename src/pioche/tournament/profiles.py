"""TR2, TR90: default settings of each game in tournaments. The catalogue has a sentence with the reason for each profile."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from pioche.engine.game import Game, load
from pioche.tournament.refusals import refused, say

SCORE, LOW, STANDING = "score", "low", "standing"  # raw is the score, its negative where low wins, or the order at the end
LOWER, HIGHER = "lower", "higher"
NO_OPTION = ""


@dataclass(frozen=True)
class Profile:
    """Table sizes, length and scoring of a game. `unit_option` is the option of the game that says how long a match is;
    `second` the secondary value and which direction is better."""

    game: str
    k: int
    kmin: int
    kmax: int
    units: int = 1
    final_units: int = 1
    round_minutes: int = 0
    scoring: str = "rank"
    raw: str = SCORE
    unit_option: str = NO_OPTION
    second: tuple[str, str] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    by_line: bool = False  # results are written unit by unit (TR31)

    def match(self, size: int, units: int, options: Mapping[str, Any]) -> Game:
        """The game as a table of this size plays it."""
        length = {self.unit_option: units} if self.unit_option else {}
        return load(self.game, **{**self.options, **options, **length, "seats": size})

    def with_options(self, options: Mapping[str, Any]) -> Profile:
        """Return the profile for tables with these options. Where they leave `unit_option` without effect, as a match to
        a target score does, one match is one unit."""
        rules = load(self.game).rules
        unit = rules.option(self.unit_option)
        if unit is None or not unit.only:
            return self
        game = load(self.game, **{**self.options, **options, "seats": self.k})
        if rules.in_force(self.unit_option, game.options):
            return self
        return replace(self, units=1, final_units=1, unit_option=NO_OPTION)

    def raw_of(self, scores: Sequence[int], standings: Sequence[int]) -> list[int]:
        """TR2: integers, higher is better, from the end of a match."""
        if self.raw == LOW:
            return [-score for score in scores]
        if self.raw == STANDING:  # 0 for the worst, and so on; equal results stay equal
            return [sum(other < mine for other in standings) for mine in standings]
        return list(scores)

    def why(self, lang: str) -> str:
        known = self.game if self.game in profiles() else "other"
        return say(f"profiles.{known}", lang)


@cache
def profiles() -> dict[str, Profile]:
    """Those of the house's games, by game; the first is the usual one."""
    listed = tomllib.loads((files(__package__) / "profiles.toml").read_text(encoding="utf-8"))
    found = {}
    for game, told in listed.items():
        second = told.pop("second", None)
        found[game] = Profile(game, **told, second=tuple(second) if second else None)
    return found


def profile_of(game: str) -> Profile:
    """The profile of a game, or for a guest the one TR2 gives where nothing is declared."""
    found = load(game)
    if found.id in profiles():
        return profiles()[found.id]
    low, high = found.seat_range
    kmin, kmax = max(3, low), min(5, high)
    if kmin > kmax:
        kmin = kmax = max(low, min(high, 4))
    option = next((option.id for option in found.rules.options if option.id == "deals"), NO_OPTION)
    units = int(found.options[option]) if option else 1
    return Profile(found.id, min(max(4, kmin), kmax), kmin, kmax, units, units, unit_option=option)


def check_sizes(game: str, k: int, kmin: int, kmax: int) -> None:
    low, high = load(game).seat_range
    if not low <= kmin <= k <= kmax <= high:
        raise refused("sizes", "TR2", game=game, kmin=kmin, k=k, kmax=kmax, low=low, high=high)
