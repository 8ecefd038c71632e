"""Who plays better: seat-balanced matches on paired seeds, on all cores.

Two levels of judgement share the seats of a table in every pattern and its mirror image, on the same cards, so that
neither luck nor place favours one. They play in the compiled twin, a thread a core, and in games with a clock against it,
each with its reflexes. Bots that think play at real tables, one process a core.

Where all deals are alike, thinking pays by the deal, and little: there one bot that thinks visits a table of the others
for a single deal, in each seat as often, and what it makes of its cards is held against what they made of the same.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np

from pioche.bots import LEVELS, make, warm
from pioche.bots.quick import SKILLS, has_reflexes
from pioche.errors import BadOption, PiocheError
from pioche.game import Game, load
from pioche.lab.duels import Duel, Ladder, Matches, Visits, ratings, unit
from pioche.lab.reflex import ReflexBatch
from pioche.table import MENU

Progress = Callable[[int, int], None]
JUDGED = LEVELS[:4]  # levels the compiled league knows by number
CHUNK = 256  # pairs a thread plays at a time


def patterns(seats: int, rng: Random) -> list[int]:
    """Which seats side A takes, as bits: an even share (one more or fewer where the number is odd) and the mirror."""
    chosen = rng.sample(range(seats), seats // 2)
    mine = sum(1 << p for p in chosen)
    return [mine, (1 << seats) - 1 - mine]


def duel(
    game: Game, a: str, b: str, pairs: int = 2000, seed: int = 1, minutes: float = math.inf, progress: Progress | None = None
) -> Duel:
    """Play `pairs` pairs of matches between two levels, or as many as fit into the time."""
    short = game if _is_judged(a, b) else one_deal(game)
    return matches(short, a, b, pairs, seed, minutes, progress).duel(a, b, int(_visiting(short, a, b)))


def one_deal(game: Game) -> Game:
    """The same table for a single deal, where one is as good as another."""
    return load(game.id, **{**game.options, "deals": 1}) if unit(game)[1] > 1 else game


def bouts(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Every level of judgement against every lower one; a bot that thinks against the best of them named before it."""
    found = []
    for high, a in enumerate(levels):
        below = [b for b in levels[:high] if b in JUDGED]
        found += [(a, b) for b in (below if a in JUDGED else below[-1:] or levels[high - 1 : high])]
    return found


def ladder(
    game: Game, levels: Sequence[str], pairs: int = 2000, thinking_pairs: int = 50, seed: int = 1,
    minutes: float = math.inf, progress: Progress | None = None,
) -> Ladder:  # fmt: skip
    """All bouts of these levels; `minutes` limits each one with a bot that thinks."""
    there = rungs(game, levels)
    fights = bouts(there)
    sizes = [2 * (pairs if _is_judged(a, b) else thinking_pairs) for a, b in fights]
    found, before = [], 0
    for (a, b), size in zip(fights, sizes, strict=True):

        def bar(done: int, _: int, before: int = before) -> None:
            if progress:
                progress(before + done, sum(sizes))

        found.append(duel(game, a, b, size // 2, seed, minutes, bar))
        before += size
    return Ladder(game, there, found, ratings(there, found))


def rungs(game: Game, levels: Sequence[str]) -> list[str]:
    """Those of the levels that play this game. Against the clock it takes reflexes, which only three of them have."""
    there = [level for level in levels if level in SKILLS] if has_reflexes(game) else list(levels)
    if len(there) < 2 or len(set(there)) < len(there):
        if len(there) < len(levels):
            names = ", ".join(SKILLS)
            raise BadOption(
                f"{game.title('en')} is a game of reflexes; name two of {names}.",
                f"{game.title('fr')} est un jeu de réflexes ; nommez-en deux parmi {names}.",
            )
        raise BadOption("A ladder needs two different bots or more.", "Une échelle demande au moins deux robots différents.")
    return there


# -- playing -------------------------------------------------------------------------------------------------


def matches(
    game: Game, a: str, b: str, pairs: int, seed: int = 1, minutes: float = math.inf, progress: Progress | None = None
) -> Matches:
    """Pairs of matches between two levels, on all cores. Pair k is played from seed + k whoever plays it."""
    rng = Random(seed)
    seats = [patterns(game.seats, rng) for _ in range(pairs)]
    if _is_judged(a, b):
        play = _judged(game, a, b, seats, seed)
    elif _visiting(game, a, b):
        play = _thinking(game, a, b, [[1 << k % game.seats, 0] for k in range(pairs)], seed, minutes)
    else:
        play = _thinking(game, a, b, seats, seed, minutes)
    parts: list[Matches] = []
    done = 0
    for part in play:
        parts.append(part)
        done += len(part.mine)
        if progress:
            progress(done, 2 * pairs)
    return parts[0].joined(parts)


def _visiting(game: Game, a: str, b: str) -> bool:
    return not _is_judged(a, b) and unit(game)[0] and game.options.get("deals") == 1


def _is_judged(a: str, b: str) -> bool:
    return a in JUDGED and b in JUDGED


def _seated(game: Game, masks: Sequence[int]) -> Any:
    return np.array([[mask >> p & 1 for p in range(game.seats)] for mask in masks], bool)


def _judged(game: Game, a: str, b: str, seats: list[list[int]], seed: int) -> Iterator[Matches]:
    """In the compiled league. The first chunk is played alone: it compiles the game once for all."""
    against = _race if has_reflexes(game) else _league

    def play(start: int) -> Matches:
        some = seats[start : start + CHUNK]
        mirrored = [against(game, a, b, seed + start, _seated(game, [both[side] for both in some])) for side in (0, 1)]
        return Matches(*(np.stack(pair, axis=1).reshape(-1, game.seats) for pair in zip(*mirrored, strict=True)))

    yield play(0)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(play, range(CHUNK, len(seats), CHUNK))


def _league(game: Game, a: str, b: str, first: int, mine: Any) -> tuple[Any, Any, Any]:
    """Match k from seed first + k; side A sits where mine[k] says."""
    rows = np.zeros(2, game.rules.shape.dtype())
    game.rules.shape.write_row(game.blank(), rows[0])
    levels = np.where(mine, LEVELS.index(a), LEVELS.index(b))
    lengths, scores, standings = np.zeros(len(mine), "i8"), np.zeros(mine.shape, "i8"), np.zeros(mine.shape, "i8")
    game.engine("bots").league_matches(
        rows, 1, first, len(mine), levels, np.zeros(2, "i8"), np.zeros(MENU, "i8"), lengths, scores, standings
    )
    return mine, standings, scores


def _race(game: Game, a: str, b: str, first: int, mine: Any) -> tuple[Any, Any, Any]:
    """The same against the clock, each seat with the reflexes of its level."""
    skills = [SKILLS[a], SKILLS[b]]
    batch = ReflexBatch(game, [skills[0], *skills[1:] * (game.seats - 1)])
    order = sorted(set(skills))
    batch.play(first, len(mine), np.where(mine, order.index(skills[0]), order.index(skills[1])))
    return mine, batch.standings, batch.scores


Job = tuple[str, dict[str, Any], list[str], int]


def _thinking(game: Game, a: str, b: str, seats: list[list[int]], seed: int, minutes: float) -> Iterator[Matches]:
    """At tables, one process a core: two matches for every two patterns, an empty one where a visit is missing. When time
    is up, no pair is begun any more; results are taken in the order of the seeds, so that long matches count as much as
    short ones."""
    ready: Iterator[Job] = (
        (game.id, dict(game.options), [a if mine >> p & 1 else b for p in range(game.seats)], seed + k)
        for k, both in enumerate(seats)
        for mine in both
    )
    if any(level.startswith("search") for level in (a, b)):
        warm.bake_aside(game)  # once, not once in every process
    cores = os.cpu_count() or 1
    until = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        begun = [pool.submit(_play, job) for job in islice(ready, 4 * cores)]
        for both in seats:
            if not begun:
                break
            ends = [task.result() for task in begun[:2]]
            begun = begun[2:]
            if time.monotonic() < until:
                begun += [pool.submit(_play, job) for job in islice(ready, 2)]
            for told in ends:
                if isinstance(told[0], str):  # a refusal does not travel well between processes
                    raise PiocheError(*told)
            kind = Matches if all(both) else Visits
            there = both if all(both) else both[:1] * 2
            yield kind(_seated(game, there), np.array([s for s, _ in ends]), np.array([c for _, c in ends]))


def _play(job: Job) -> tuple[Any, Any]:
    """One match at a table: standings and scores; or why not, in both languages."""
    game_id, options, levels, seed = job
    try:
        return play_match(load(game_id, **options), levels, seed)
    except PiocheError as refused:
        return refused.en, refused.fr


def play_match(game: Game, levels: Sequence[str], seed: int) -> tuple[list[int], list[int]]:
    """A match between bots at a real table, through the same door as people; standings and scores."""
    table = game.table(seed=seed)
    seen = [0] * game.seats
    turns = Random(seed)
    with ExitStack() as room:
        bots = [make(level, game, seed * 64 + p, measured=True) for p, level in enumerate(levels)]
        for bot in bots:
            room.callback(getattr(bot, "close", lambda: None))  # programs are sent away, whatever happens
        while not table.over:
            if not table.actors:
                table.advance(table.next_timer[0])  # type: ignore[index]  # somebody waits for a timer
                continue
            p = turns.choice(table.actors)
            events = table.events(p, seen[p])
            seen[p] += len(events)
            table.act(p, bots[p].choose(table.view(p), table.legal(p), events, table.memory(p)))
    return [table.engine.standing(table.s, p) for p in range(game.seats)], table.scores
