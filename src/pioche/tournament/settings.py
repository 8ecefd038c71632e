"""Section 7: the options of a tournament, checked, and what they mean for each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from pioche.tournament.profiles import LOWER, Profile, check_sizes, profile_of
from pioche.tournament.refusals import refused

CHOICES = {
    "uneven": ("smaller", "larger"), "filler": ("none", "bot"), "pairing": ("swiss", "random", "manual"),
    "round1": ("lot", "snake"), "scoring": ("rank", "raw", "win"), "final": ("none", "table", "semis"),
}  # fmt: skip
RANGES = {
    "k": (2, 8), "kmin": (2, 8), "kmax": (2, 8), "rounds": (1, 20), "avoid_club": (0, 20), "plain_last": (0, 1),
    "duplicate": (0, 1), "units": (1, 200), "final_units": (1, 200), "round_minutes": (0, 240), "grace": (0, 30),
    "late_until": (1, 20),
}  # fmt: skip
RULES = {
    "k": "TR10", "kmin": "TR10", "kmax": "TR10", "uneven": "TR10", "filler": "TR12", "rounds": "TR66", "pairing": "TR23",
    "round1": "TR20", "avoid_club": "TR21", "plain_last": "TR23", "scoring": "TR40", "units": "TR30", "final_units": "TR63",
    "final": "TR60", "duplicate": "TR6", "round_minutes": "TR33", "grace": "TR34", "late_until": "TR70",
}  # fmt: skip
CRITERIA = ("score", "wins", "raw", "second", "opp", "met", "lot")
DEFAULT_TIEBREAKS = ("score", "wins", "second", "opp", "lot")
MAX_ENTRANTS = 400
OF_A_ROUND = {"game", "game_options", "units"}


@dataclass(frozen=True)
class Plan:
    """The game, options and length of one round."""

    game: str
    options: Mapping[str, Any]
    k: int
    kmin: int
    kmax: int
    units: int
    minutes: int
    profile: Profile

    @property
    def lower_second(self) -> bool:
        return self.profile.second is not None and self.profile.second[1] == LOWER


@dataclass(frozen=True)
class Settings:
    """All options by their names of section 7; `games` names other games for single rounds, `title` is for the sheets."""

    game: str
    seed: int = 0
    title: str = ""
    game_options: Mapping[str, Any] = field(default_factory=dict)
    games: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    k: int = 4
    kmin: int = 3
    kmax: int = 5
    uneven: str = "smaller"
    filler: str = "none"
    rounds: int = 0  # 0: as many as TR66 suggests when round 1 is seated
    pairing: str = "swiss"
    round1: str = "lot"
    avoid_club: int = 1
    plain_last: int = 0
    scoring: str = "rank"
    tiebreaks: tuple[str, ...] = DEFAULT_TIEBREAKS
    units: int = 1
    final_units: int = 1
    final: str = "table"
    duplicate: int = 0
    round_minutes: int = 0
    grace: int = 5
    late_until: int = 2

    @classmethod
    def of(cls, game: str, given: Mapping[str, Any]) -> Settings:
        """Checked, with what is not given taken from the profile of the game."""
        known = {one.name for one in fields(cls)} - {"game"}
        for name in given:
            if name not in known:
                raise refused("no_option", "TR1", name=name, known=", ".join(sorted(known)))
        if not isinstance(game, str):
            raise refused("bad_value", "TR2", name="game", kind=type(game).__name__)
        profile = profile_of(game)
        own = ("k", "kmin", "kmax", "units", "final_units", "round_minutes", "scoring")
        values: dict[str, Any] = {name: getattr(profile, name) for name in own}
        values |= {name: value for name, value in given.items() if value is not None}
        for name, value in values.items():
            values[name] = _checked(name, value)
        if "kmin" not in given:
            values["kmin"] = min(values["kmin"], values["k"])
        if "kmax" not in given:
            values["kmax"] = max(values["kmax"], values["k"])
        values["games"] = _games(values.get("games", {}))
        if values["games"]:
            if given.get("scoring", "rank") != "rank":
                raise refused("many_games_rank", "TR2", scoring=values["scoring"])
            values["scoring"] = "rank"
        settings = cls(game=profile.game, **values)
        settings._check()
        return settings

    def _check(self) -> None:
        check_sizes(self.game, self.k, self.kmin, self.kmax)
        if self.rounds:
            for number in self.games:
                if not 1 <= number <= self.rounds:
                    raise refused("no_such_round", "TR2", round=number, last=self.rounds)
            if self.late_until > max(self.rounds, 2):
                raise refused("range", "TR70", name="late_until", value=self.late_until, low=1, high=self.rounds)
        for number in [0, *self.games]:
            plan = self.plan(number)
            check_sizes(plan.game, plan.k, plan.kmin, plan.kmax)
            for size in range(plan.kmin, plan.kmax + 1):
                plan.profile.match(size, plan.units, plan.options)  # refuse wrong options before the first registration

    def plan(self, number: int) -> Plan:
        """Return the plan of round `number`; 0: the default of the tournament."""
        other = self.games.get(number)
        if other is None:
            usual = profile_of(self.game)
            profile = usual.with_options(self.game_options)
            units = self.units if profile is usual else profile.units
            return Plan(self.game, self.game_options, self.k, self.kmin, self.kmax, units, self.round_minutes, profile)
        options = dict(other.get("game_options", {}))
        usual = profile_of(other["game"])
        profile = usual.with_options(options)
        low, high = self.kmin, self.kmax
        if not profile.kmin <= self.k <= profile.kmax:  # another game for other numbers
            low, high = profile.kmin, profile.kmax
        low, high = max(low, profile.kmin), min(high, profile.kmax)
        units = int(other.get("units", profile.units)) if profile is usual else profile.units
        k = min(max(self.k, low), high)
        return Plan(profile.game, options, k, low, high, units, profile.round_minutes, profile)

    def final_plan(self) -> Plan:
        plan = self.plan(0)
        units = self.final_units if plan.profile is profile_of(self.game) else plan.profile.final_units
        return Plan(plan.game, plan.options, plan.k, plan.kmin, plan.kmax, units, 0, plan.profile)

    def as_json(self) -> dict[str, Any]:
        """Plain data; `Settings.of(game, ...)` reads it back."""
        found = asdict(self)
        found["tiebreaks"] = list(self.tiebreaks)
        found["games"] = {str(number): dict(one) for number, one in self.games.items()}
        return found


def _checked(name: str, value: Any) -> Any:
    if name in CHOICES and value not in CHOICES[name]:
        raise refused("choice", RULES[name], name=name, value=value, values=", ".join(CHOICES[name]))
    if name in RANGES:
        low, high = RANGES[name]
        number = _whole(value)
        if name == "rounds" and number == 0:
            return 0
        if number is None or not low <= number <= high:
            raise refused("range", RULES[name], name=name, value=value, low=low, high=high)
        return number
    if name == "seed":
        number = _whole(value)
        if number is None:
            raise refused("range", "TR6", name=name, value=value, low=0, high=2**63)
        return number
    if name == "tiebreaks":
        return _criteria(value)
    kind = {"title": str, "game_options": dict, "games": dict}.get(name)
    if kind is not None and not isinstance(value, kind):
        raise refused("bad_value", "TR2", name=name, kind=type(value).__name__)
    if name == "game_options":
        return _options(value)
    return value


def _whole(value: Any) -> int | None:
    try:
        return int(value) if not isinstance(value, float) else None
    except (TypeError, ValueError):
        return None


def _criteria(value: Any) -> tuple[str, ...]:
    """TR50: `lot` decides last, and only what must be strict."""
    if not isinstance(value, str) and not (isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)):
        raise refused("bad_value", "TR50", name="tiebreaks", kind=type(value).__name__)
    found = tuple(value.replace(",", " ").split()) if isinstance(value, str) else tuple(value)
    found = found if found and found[-1] == "lot" else (*found, "lot")
    unknown = [name for name in found if name not in CRITERIA]
    if unknown:
        raise refused("choice", "TR52", name="tiebreaks", value=unknown[0], values=", ".join(CRITERIA))
    if len(set(found)) < len(found) or "lot" in found[:-1] or "score" not in found:
        raise refused("tiebreaks", "TR50", value=", ".join(found))
    return found


def _options(value: Any) -> dict[str, Any]:
    """Options of a game by their names."""
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise refused("bad_value", "TR2", name="game_options", kind=type(value).__name__)
    return dict(value)


def _games(given: Mapping[Any, Any]) -> dict[int, dict[str, Any]]:
    """TR2: other games for single rounds, by the number of the round."""
    found: dict[int, dict[str, Any]] = {}
    for number, one in given.items():
        at, named = _whole(number), {"game": one} if isinstance(one, str) else one
        told = isinstance(named, dict) and isinstance(named.get("game"), str) and set(named) <= OF_A_ROUND
        units = named.get("units") if told else None
        if at is None or not told or (units is not None and (_whole(units) is None or not 1 <= int(units) <= 200)):
            raise refused("bad_value", "TR2", name="games", kind=type(one).__name__)
        given_here = {name: value for name, value in named.items() if value is not None}
        found[at] = {name: _options(value) if name == "game_options" else value for name, value in given_here.items()}
    return found
