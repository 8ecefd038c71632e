"""Two players at Pairs, solved exactly with an endless deck: every card comes as likely as on the first turn.

That is the whole reduction. Scores, piles, who starts, ties and folding are those of the rulebook. A round is solved
backwards over the two piles, which only grow; a game backwards over the two scores, which only grow.
"""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from pioche.engine.game import has_compiler, load
from pioche.errors import NeedsCompiler
from pioche.lab.solved import Progress, Row, Solution

GAME = "pairs"
MINUTES = (1, 3)
SETS = 1 << 10  # piles as sets: bit r - 1 is the rank r
DECK = 55
PERFECT, BY_COST, NEVER_FOLDS = range(3)
POLICIES = ("perfect", "by_cost", "never_folds")


def solved(decks: int, rounds: int, seed: int, progress: Progress | None = None) -> Solution | None:
    """Return how often each policy wins against each other; by play where a policy needs no solution."""
    if decks:
        return None
    losing_score = int(load(GAME, seats=2).options["losing_score"])
    pairings = list(combinations(range(len(POLICIES)), 2))
    done = [0] * len(pairings)

    def one(k: int) -> Row:
        def part(so_far: int, total: int) -> None:
            done[k] = so_far
            if progress:
                progress(sum(done), len(pairings) * total)

        mine, theirs = pairings[k]
        exact = solve(mine, theirs, losing_score, part)
        by_play = played(mine, theirs, rounds, losing_score, seed) if PERFECT not in (mine, theirs) else None
        return Row((POLICIES[mine], POLICIES[theirs]), exact, by_play)

    with ThreadPoolExecutor(os.cpu_count()) as cores:
        rows = list(cores.map(one, range(len(pairings))))
    figures = []
    for row in rows:
        mean, error = row.played or (None, None)
        figures.append({"player": row.who[0], "against": row.who[1], "wins": row.exact, "played": mean, "se": error})
    return Solution(("duet", {"score": losing_score, "rounds": rounds}), ("policy", "against"), "wins", rows, figures)


def solve(mine: int, theirs: int, losing_score: int = 31, progress: Progress | None = None) -> float:
    """The chance that a player of one policy wins against one of another. Perfect play knows whom it plays against."""
    wins, done, round_of = np.zeros((losing_score, losing_score)), 0, _compiled()
    low = np.array([10, *(min(_ranks(pile)) for pile in range(1, SETS))])
    cost = np.array([sum(rank * rank for rank in _ranks(pile)) for pile in range(SETS)])  # a rank comes as often as it costs
    room = np.zeros((SETS, SETS)), np.zeros((SETS, SETS)), np.zeros(SETS)
    for total in range(2 * losing_score - 2, -1, -1):
        for a in range(max(0, total - losing_score + 1), min(total, losing_score - 1) + 1):
            wins[a, total - a] = round_of(a, total - a, losing_score, wins, mine, theirs, low, cost, *room)
            done += 1
        if progress:
            progress(done, losing_score * losing_score)
    return float(wins[0, 0])


def _ranks(pile: int) -> list[int]:
    return [rank for rank in range(1, 11) if pile >> (rank - 1) & 1]


@cache
def _compiled() -> Any:
    if not has_compiler():
        raise NeedsCompiler
    import numba

    return numba.njit(_round, nogil=True)


def _round(a, b, losing_score, wins, mine, theirs, low, cost, my_turn, their_turn, tied):  # type: ignore[no-untyped-def]
    """The chance to win from scores a and b at the start of a round. `wins` has it for all higher scores."""
    for me in range(SETS - 1, 0, -1):
        chance = 0.0
        for rank in range(1, 11):
            if me >> (rank - 1) & 1 and a + rank < losing_score:
                chance += rank * wins[a + rank, b]  # I pair and live
        for you in range(1, SETS):
            my_turn[me, you] = chance
        for rank in range(1, 11):
            if not me >> (rank - 1) & 1:
                for you in range(1, SETS):
                    my_turn[me, you] += rank * their_turn[me | 1 << (rank - 1), you]
        for you in range(1, SETS):
            lowest = min(low[me], low[you])
            hit = my_turn[me, you] / DECK
            fold = wins[a + lowest, b] if a + lowest < losing_score else 0.0
            folds = (mine == PERFECT and fold > hit) or (mine == BY_COST and cost[me] > DECK * lowest)
            my_turn[me, you] = fold if folds else hit
        for you in range(SETS - 1, 0, -1):
            lowest, hit = min(low[me], low[you]), 0.0
            for rank in range(1, 11):
                if not you >> (rank - 1) & 1:
                    hit += rank * my_turn[me, you | 1 << (rank - 1)]
                else:
                    hit += rank * (wins[a, b + rank] if b + rank < losing_score else 1.0)
            hit /= DECK
            fold = wins[a, b + lowest] if b + lowest < losing_score else 1.0
            folds = (theirs == PERFECT and fold < hit) or (theirs == BY_COST and cost[you] > DECK * lowest)
            their_turn[me, you] = fold if folds else hit
    tied[SETS - 1] = 0.5
    for both in range(SETS - 2, -1, -1):  # one card each, the lowest starts; tied again, one more each (R4, C5)
        left, value = 0, 0.0
        for rank in range(1, 11):
            left += 0 if both >> (rank - 1) & 1 else rank
        for x in range(1, 11):
            for y in range(1, 11):
                if not (both >> (x - 1) & 1 or both >> (y - 1) & 1):
                    me, you = both | 1 << (x - 1), both | 1 << (y - 1)
                    starts = my_turn[me, you] if x < y else their_turn[me, you] if y < x else tied[me]
                    value += x * y * starts
        tied[both] = value / (left * left)
    return tied[0]


# -- the same by play --------------------------------------------------------------------------------------


def played(mine: int, theirs: int, games: int, losing_score: int = 31, seed: int = 1) -> tuple[float, float]:
    """The share of games won by play, and its standard error; for policies that need no solution."""
    rng = Random(seed)
    won = sum(_game((mine, theirs), losing_score, rng) for _ in range(games)) / games
    return won, math.sqrt(won * (1 - won) / games)


def _game(policies: tuple[int, int], losing_score: int, rng: Random) -> int:
    deck, chance = [rank for rank in range(1, 11) for _ in range(rank)], rng.random

    def card() -> int:
        return deck[int(chance() * DECK)]

    points = [0, 0]
    while max(points) < losing_score:
        piles: list[set[int]] = [set(), set()]
        new, cost = [0, 0], [0, 0]
        while new[0] == new[1] and len(piles[0]) < 10:  # with all ten ranks each, anybody may start
            for p in (0, 1):
                new[p] = card()
                while new[p] in piles[p]:
                    new[p] = card()
                piles[p].add(new[p])
                cost[p] += new[p] * new[p]
        p, low = 0 if new[0] < new[1] or (new[0] == new[1] and chance() < 0.5) else 1, min(piles[0] | piles[1])
        while True:
            if policies[p] == BY_COST and cost[p] > DECK * low:
                points[p] += low
                break
            drawn = card()
            if drawn in piles[p]:
                points[p] += drawn
                break
            piles[p].add(drawn)
            cost[p] += drawn * drawn
            low = min(low, drawn)
            p = 1 - p
    return int(points[0] < losing_score)
