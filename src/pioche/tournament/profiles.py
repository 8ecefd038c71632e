"""TR2, TR90: what a game is for a tournament. Each profile has a sentence that gives the reason, in the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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

    def raw_of(self, scores: Sequence[int], standings: Sequence[int]) -> list[int]:
        """TR2: integers, higher is better, from the end of a match."""
        if self.raw == LOW:
            return [-score for score in scores]
        if self.raw == STANDING:  # 0 for the worst, and so on; equal results stay equal
            return [sum(other < mine for other in standings) for mine in standings]
        return list(scores)

    def why(self, lang: str) -> str:
        known = self.game if self.game in PROFILES else "other"
        return say(f"profiles.{known}", lang)


def _listed(*profiles: Profile) -> dict[str, Profile]:
    return {profile.game: profile for profile in profiles}


COINS: dict[str, Any] = {"unit_option": "deals", "units": 10, "final_units": 15, "round_minutes": 40}
PROFILES = _listed(
    Profile(
        "agnes", 4, 3, 5, 8, 12, 45, "raw", unit_option="rounds", second=("card_sum", LOWER), by_line=True,
        options={"memory_aid": False, "target": 0, "first": 0},
    ),  # TR90
    Profile("pairs", 4, 3, 5, 5, 9, 40, raw=LOW, unit_option="games"),
    Profile("hawthorn", 4, 3, 5, **COINS),
    Profile("port", 4, 3, 5, **COINS),
    Profile("starboard", 4, 3, 5, **COINS),
    Profile("rocket", 4, 3, 5, 2, 3, 40, unit_option="laps_of_table"),
    Profile("blackstone", 4, 3, 5, **COINS),
    Profile("goblin_poker", 4, 3, 5, **COINS),
    Profile("sweep", 4, 3, 5, 1, 1, 30),
    Profile("kitty", 4, 3, 5, 1, 1, 30, options={"partners": "off"}),
    Profile("venture", 4, 3, 5, 2, 3, 40, unit_option="deals"),
    Profile("five_cards", 2, 2, 2, 1, 1, 30, scoring="win"),
    Profile("pig", 4, 3, 5, 1, 1, 20, raw=STANDING),
    Profile("spoons", 4, 3, 5, 1, 1, 20, raw=STANDING),
    Profile("vatra", 4, 3, 5, 8, 12, 30, raw=LOW, unit_option="deals", options={"game": "vatra"}),
)  # fmt: skip


def profile_of(game: str) -> Profile:
    """The profile of a game, or for a guest the one TR2 gives where nothing is declared."""
    found = load(game)
    if found.id in PROFILES:
        return PROFILES[found.id]
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
