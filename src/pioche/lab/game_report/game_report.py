"""Everything a report tells of a game: matches between good players, luck, stakes, and every option compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from pioche.engine.game import Game, games, load
from pioche.engine.options import Option
from pioche.errors import BadOption
from pioche.lab.comparing.compare import compare
from pioche.lab.comparing.compared import Comparison
from pioche.lab.comparing.sides import Setting, best_players
from pioche.lab.game_report.decision_importance import DecisionImportance, decision_importance
from pioche.lab.game_report.luck import Luck, luck
from pioche.lab.measures.players import lineup
from pioche.lab.result import Result
from pioche.lab.simulate import simulate

NO_RULES = """
    length deals rounds games table_talk talk_rule memory_aid alert show_relay theme turn_time latency min_reaction_ms
    jitter_ms max_credit_ms look_ms pause_ms straggler_ms idle_ms grace_ms lockout_ms feint_cooldown_ms slam_window
    max_voids stalemate_rounds
"""  # how long a match is said to be, and what is not a matter of rules
LEFT_OUT = frozenset(NO_RULES.split())
MAX_CHANGES = 16
TWIN_MATCHES = 64  # matches that must come out alike


@dataclass(frozen=True)
class Effort:
    """How much is played for a report: matches, matches for luck, decisions to evaluate, and matches for every setting of
    an option, with a bound in seconds for each."""

    matches: int = 20_000
    luck: int = 4_000
    decisions: int = 400
    option_matches: int = 4_000
    option_seconds: float = 20.0

    def for_races(self) -> Effort:
        """Matches of reflexes take a hundred times as long."""
        return Effort(self.matches // 10, self.luck // 10, 0, max(self.option_matches // 8, 512), self.option_seconds)


@dataclass(repr=False)
class GameReport:
    game: Game
    players: str
    result: Result
    luck: Luck | None
    importance: DecisionImportance | None
    options: list[tuple[Setting, Comparison]]
    twin: Game | None = None  # a game that comes out alike, match for match

    @property
    def flat(self) -> bool:
        """Return whether points are only counted at the end, so that nobody leads before."""
        return self.result.deals.mean < 1.5 and self.result.lead_changes.mean == 0

    def __repr__(self) -> str:
        return f"<GameReport of {self.game.id}: {self.result.matches} matches, {len(self.options)} settings compared>"

    def _repr_html_(self) -> str:
        from pioche.lab.game_report.report_pages import shown

        return shown(self)

    def as_json(self) -> dict[str, Any]:
        return {
            "result": self.result.as_json(),
            "luck": self.luck and self.luck.as_json(),
            "stakes": self.importance and self.importance.as_json(),
            "options": [found.as_json() for _, found in self.options],
        }


DEFAULT_EFFORT = Effort()
Progress = Callable[[int, int], None]


def game_report(
    game: Game, effort: Effort = DEFAULT_EFFORT, seed: int = 1, cluster: Any = None, progress: Progress | None = None
) -> GameReport:
    """Play all that a report tells of."""
    players = lineup(game, best_players(game))
    if players.how != "levels":
        effort = effort.for_races()
    changes = list(alternatives(game))
    steps = 3 + len(changes)

    def told(done: int) -> None:
        if progress:
            progress(done, steps)

    result = simulate(game, effort.matches, players.named, seed, cluster=cluster)
    told(1)
    skill = luck(game, effort.luck, seed, cluster=cluster)
    told(2)
    decided = decision_importance(game, effort.decisions, seed=seed) if effort.decisions else None
    told(3)
    base, options = Setting(game.id, game, players), []
    for k, change in enumerate(changes):
        found = compare(
            [base, change], matches=effort.option_matches, seconds=effort.option_seconds, seed=seed, cluster=cluster
        )
        options.append((change, found))
        told(4 + k)
    return GameReport(game, players.named, result, skill, decided, options, twin_of(game, players.named, seed))


def twin_of(game: Game, players: str, seed: int) -> Game | None:
    """A game before it in its family that the same players play alike on the same deals, to the last figure. Only
    games of reflexes are tried: two turn-based games would not be two."""
    if not game.rules.timed:
        return None
    ours: list[float] = []
    for name in takewhile(lambda name: name != game.id, games()):
        try:
            other = load(name, seats=game.seats)
            if other.rules.family != game.rules.family:
                continue
            ours = ours or _figures(game, players, seed)
            if _figures(other, players, seed) == ours:
                return other
        except BadOption:
            continue  # it has no such number of seats, or no such players
    return None


def _figures(game: Game, players: str, seed: int) -> list[float]:
    result = simulate(game, TWIN_MATCHES, players, seed)
    return [one.mean for one in (result.decisions, result.deals, result.minutes, *result.scores, *result.wins)]


def alternatives(game: Game) -> Iterator[Setting]:
    """The game with one of its options changed, for every option that a designer would ask about."""
    made = 0
    for option in game.all_options:
        if option.id in LEFT_OUT or option.kind == "seat" or not option.matters(game.options):
            continue
        for value in _other_values(option, game.options[option.id]):
            try:
                changed = Game(game.rules, {**_given(game, option.id), option.id: value})
                players = lineup(changed, best_players(changed))
            except BadOption:
                continue  # not with the others as they are
            if made < MAX_CHANGES:
                made += 1
                yield Setting(f"{option.id}={value}", changed, players)


def _given(game: Game, but: str) -> dict[str, Any]:
    """Return the options that differ from the usual: defaults may depend on the option that is changed."""
    usual = Game(game.rules, {})
    return {name: value for name, value in game.options.items() if name != but and value != usual.options[name]}


def _other_values(option: Option, now: Any) -> list[Any]:
    if option.kind == "switch":
        return [not now]
    if option.kind == "choice":
        return [value for value in option.values if value != now]
    if option.kind == "word":
        return [word for word in option.lives if word != now]
    if option.kind != "number":
        return []
    step = option.step
    if option.id == "seats":
        near = {option.low, now - 1, now + 1, now + 2}
        return sorted(n for n in near if option.low <= n <= option.high and n != now)
    around = {max(option.low, now // 2 // step * step), min(option.high, max(2 * now, now + step) // step * step)}
    return sorted(around - {now})
