"""Bots with reflexes at a real table: how quick each level is (T24), and the loop of T23 driven through the door.

The scheduler itself is `reflex.py`; the lab runs it compiled (`lab/reflex.py`), a table runs it here, where every
action is sent with its time, so that what was played is an ordinary record. Rule numbers are those of
docs/games/reaction_clock.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from statistics import NormalDist

from pioche.errors import BadOption
from pioche.engine.game import Game, load
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.common.reflexes import DEED, DUE, MIND, NEVER, NOBODY, NOTICED, PLANS, QUANTILES
from pioche.engine.table import MENU_SIZE, Table

Delay = tuple[float, float, float]  # floor, median beyond it, spread
Skill = float | str  # a number from 0 to 1, or the name of a level

LEVELS = {"novice": 0.0, "average": 0.5, "expert": 1.0}
SKILLS = {"novice": 0.15, "regular": 0.4, "expert": 1.0}  # of the levels of judgement, tuned for people to meet
NAMES = ("pick", "think", "own", "react", "lapse", "second", "spot")
DELAYS: dict[str, tuple[Delay, Delay, Delay]] = {  # novice, average, expert
    "pick": ((200, 250, 0.40), (150, 200, 0.35), (120, 130, 0.30)),
    "think": ((300, 1200, 0.50), (250, 700, 0.45), (200, 350, 0.35)),
    "own": ((200, 600, 0.50), (180, 350, 0.40), (150, 180, 0.30)),
    "react": ((180, 450, 0.50), (160, 260, 0.40), (140, 130, 0.30)),
    "lapse": ((0, 2500, 0.50), (0, 1800, 0.50), (0, 1200, 0.40)),
    "second": ((0, 250, 0.50), (0, 120, 0.40), (0, 60, 0.30)),
    "spot": ((250, 950, 0.45), (200, 600, 0.40), (160, 370, 0.30)),  # agnes.md, section 12
}
ODDS: dict[str, Delay] = {  # chances, likewise
    "lapse_p": (0.15, 0.06, 0.01),
    "forget_p": (0.05, 0.02, 0.005),
    "lure_p": (0.15, 0.05, 0.01),
    "forget": (0.06, 0.02, 0.002),  # agnes.md: a remembered place, each turn at the table
}
SIMULATED = {"look_ms": 0, "pause_ms": 0, "latency": "arrival", "turn_time": 0}  # nobody needs time to look


def skill_of(level: Skill) -> float:
    """The number behind a level."""
    if isinstance(level, str) and level not in LEVELS:
        try:
            level = float(level)
        except ValueError:
            level = math.nan
    skill = LEVELS[level] if isinstance(level, str) else level
    if not 0 <= skill <= 1:
        names = ", ".join(LEVELS)
        raise BadOption(
            f"Reflexes are {names}, or a number from 0 to 1.", f"Les réflexes sont {names}, ou un nombre de 0 à 1."
        )
    return skill


def between_levels(skill: float, novice: float, average: float, expert: float) -> float:
    """T24: every number interpolates linearly."""
    low, high, part = (novice, average, 2 * skill) if skill <= 0.5 else (average, expert, 2 * skill - 1)
    return low + (high - low) * part


def delay(name: str, skill: float) -> Delay:
    floor, median, spread = (between_levels(skill, *those) for those in zip(*DELAYS[name], strict=True))
    return floor, median, spread


@lru_cache(200)
def quantiles(of: Delay, tempo: float = 1.0) -> list[int]:
    """T24: a + round(m * exp(s * Z)), as a table in which every entry is equally likely. Not to be changed."""
    floor, median, spread = of
    return [round(tempo * (round(floor) + round(median * math.exp(spread * z)))) for z in _normal()]


@cache
def _normal() -> tuple[float, ...]:
    return tuple(NormalDist().inv_cdf((k + 0.5) / QUANTILES) for k in range(QUANTILES))


def delay_tables(skills: Sequence[float], tempo: float = 1.0) -> list[list[int]]:
    """For the scheduler: the tables of each skill, one delay after the other (`tempo` times as long)."""
    return [quantiles(delay(name, skill), tempo) for skill in skills for name in NAMES]


def odds_tables(skills: Sequence[float]) -> list[list[int]]:
    """For the scheduler: the chances of each skill in millionths."""
    return [[round(1e6 * between_levels(skill, *chances)) for chances in ODDS.values()] for skill in skills]


def simulated(game: Game) -> Game:
    """The game as it is played when nobody watches: no time to look, no pauses, actions count as they arrive."""
    known = {option.id for option in game.all_options}
    return load(game.id, **{**game.options, **{k: v for k, v in SIMULATED.items() if k in known}})


def has_reflexes(game: Game) -> bool:
    return hasattr(judgement_engine(game), "reflex_matches")


def by_reflexes(game: Game) -> bool:
    """Return whether bots play this table by their reflexes; not where a race is a secret choice."""
    return game.rules.against_the_clock(game.options) and has_reflexes(game)


class Reflexes:
    """The bots of one table: what they mean to do, and when (`tempo` times as late as people would). People may sit
    between them.

    Call `look` after everything that happens at the table; `pending` then says what a seat has in mind. A table of
    bots only is played by `once`, again and again.
    """

    def __init__(
        self, table: Table, levels: Sequence[Skill], seed: int, bots: Iterable[int] | None = None, tempo: float = 1.0
    ) -> None:
        self.table = table
        self.engine = judgement_engine(table.game)
        if not has_reflexes(table.game):
            raise BadOption(
                f"{table.game.title('en')} is not a game of reflexes.",
                f"{table.game.title('fr')} n’est pas un jeu de réflexes.",
            )
        seats = table.game.seats
        skills = [skill_of(level) for level in levels]
        self.levels = [sorted(set(skills)).index(skill) for skill in skills]
        self.delays = delay_tables(sorted(set(skills)), tempo)
        self.odds = odds_tables(sorted(set(skills)))
        self.bots = sum(1 << p for p in (range(seats) if bots is None else bots))
        self.plans = [[NEVER, 0, 0] for _ in range(PLANS * seats)]
        self.minds = [[0] * MIND for _ in range(seats)]
        self.dice = [[0, 0] for _ in range(seats + 1)]
        self.engine.sit_down(table.s, seed, self.plans, self.minds, self.dice)
        self.look()

    def look(self, by: int = NOBODY, word: str = "") -> None:
        """Show all bots what has happened: seat `by` did `word`, or a timer went off."""
        deed = self.table.rules.actions.read(word) if word else -1
        self.engine.look_around(
            self.table.s, by, deed, self.bots, self.levels, self.plans, self.minds, self.dice, self.delays, self.odds
        )

    def pending(self, seat: int) -> list[tuple[int, str]]:
        """Return what a seat plans: milliseconds from now, and the action."""
        rows = self.plans[PLANS * seat : PLANS * (seat + 1)]
        write, now = self.table.rules.actions.write, self.table.s.clock
        return sorted((row[DUE] - now, write(row[DEED])) for row in rows if row[DUE] != NEVER)

    def first(self) -> tuple[int, int] | None:
        """The plan that falls due first: its time in the match, and which it is. None when nobody means to do anything."""
        i: int = self.engine.next_due(self.table.s, self.plans)
        return None if i < 0 else (self.plans[i][DUE], i)

    def take(self, i: int) -> tuple[int, str, bool]:
        """A plan falls due: whose, what, and whether that is on the menu. If not, it is dropped, and the bot asked again."""
        seat, deed = self.engine.take_plan(i, self.plans)
        still = bool(self.engine.is_open_to(self.table.s, seat, deed, [0] * MENU_SIZE))
        if not still:
            self.minds[seat][NOTICED + i % PLANS] = 0
        return seat, self.table.rules.actions.write(deed), still

    def timer_comes_first(self) -> bool:
        """T4: at the same instant an action comes before the timer."""
        i = self.engine.next_due(self.table.s, self.plans)
        return bool(self.engine.timer_comes_first(self.table.s, self.plans, i))

    def once(self) -> bool:
        """T23: the next thing that happens. False when nothing can."""
        table, due = self.table, self.first()
        if table.over:
            return False
        if self.timer_comes_first():
            table.advance(self.engine.timer_time(table.s, self.engine.next_timer(table.s)))
            self.look()
            return True
        if due is not None:
            self.do(*due)
        return due is not None

    def do(self, at: int, i: int) -> None:
        """A plan falls due at a time."""
        self.table.until(at)
        seat, word, still = self.take(i)
        if still:
            self.table.act(seat, word, at=at)
            self.look(seat, word)
        else:
            self.table.moves.append({"until": at})
            self.look()


def levels_for(game: Game, level: Skill | Sequence[Skill]) -> list[Skill]:
    """Return the level of each seat, given one for all or one for each."""
    if isinstance(level, str) and "," in level:
        level = [name.strip() for name in level.split(",")]
    if isinstance(level, str | int | float):
        return [level] * game.seats
    if len(level) != game.seats:
        raise BadOption(
            f"Name one level, or one for each of the {game.seats} seats.",
            f"Nommez un niveau, ou un pour chacune des {game.seats} places.",
        )
    return list(level)


def play(game: Game, seed: int = 0, level: Skill | Sequence[Skill] = "average") -> Table:
    """A match between bots, with times: its record replays like any other."""
    table = simulated(game).table(seed=seed)
    bots = Reflexes(table, levels_for(game, level), seed)
    while bots.once():
        pass
    return table
