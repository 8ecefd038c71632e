"""Exact play where it is feasible: Rocket, one player against the dealer, by dynamic programming.

A pile never holds a pair and nobody else draws, so the cards gone are exactly the two piles: a position is two
sets of ranks. With an endless shoe the chances never change; with a fresh shoe of some decks they follow
from the two sets. Values are in units, tenths of the bet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from pioche.engine.game import load
from pioche.lab.solved import Progress, Row, Solution

GAME = "rocket"
MINUTES = (0, 0)
MOST_DECKS = 8
SETS = 1 << 11  # sets of ranks as bits 1 to 10
DEADLY = 3  # R17: the dealer's 3
POLICIES = ("optimal", "never_pass", "coin_flip")
Grid = Any  # a number for every pair of sets: [player][dealer]


@dataclass(frozen=True)
class Rocket:
    """Values and choices of one policy. `edge` is what the dealer gains of a bet on average."""

    policy: str
    decks: int  # 0: an endless shoe
    edge: float
    passes: Grid  # where the policy passes (for `coin_flip` it is a toss everywhere)

    def first_passes(self) -> list[tuple[int, int]]:
        """(own card, dealer's card) at which the policy leaves at once."""
        return [(a, d) for d in range(1, 11) for a in range(1, 11) if d != DEADLY and self.passes[1 << a][1 << d]]


@cache
def rocket(policy: str = "optimal", decks: int = 0) -> Rocket:
    """Solve Rocket heads-up for a policy."""
    value, passes = _solve(policy, decks)
    mean = 0.0
    for a in range(1, 11):
        for d in range(1, 11):
            together = _first(a, 0, decks) * _first(d, a, decks)
            mean += together * (DEADLY if d == DEADLY else value[1 << a][1 << d])  # R9
    return Rocket(policy, decks, -mean / 10, passes)


def solved(decks: int, rounds: int, seed: int, progress: Progress | None = None) -> Solution | None:
    """The dealer's edge against each policy, and when a perfect player leaves at once."""
    if decks > MOST_DECKS:
        return None
    rows = []
    for k, policy in enumerate(POLICIES):
        by_play = play_engine(policy, decks, rounds, seed) if decks else play_endless(policy, rounds, seed)
        rows.append(Row((policy,), rocket(policy, decks).edge, by_play))
        if progress:
            progress(k + 1, len(POLICIES))
    figures = [{"policy": r.who[0], "edge": r.exact, "played": r.played[0], "se": r.played[1]} for r in rows if r.played]
    passes = rocket("optimal", decks).first_passes()
    dealers = sorted({dealer for _, dealer in passes})
    notes = [("leave", {"dealer": d, "own": min(own for own, dealer in passes if dealer == d)}) for d in dealers]
    head = "shoe" if decks else "endless"
    return Solution((head, {"decks": decks, "rounds": rounds}), ("policy",), "edge", rows, figures, notes)


def _first(rank: int, gone: int, decks: int) -> float:
    """The chance of a rank when nothing, or one card, has been drawn."""
    if not decks:
        return rank / 55
    return (rank * decks - (rank == gone)) / (55 * decks - (gone > 0))


def _solve(policy: str, decks: int) -> tuple[Grid, Grid]:
    """Backwards over the player's sets, all dealer's sets at once: piles only grow."""
    dealer = np.arange(SETS)
    held = np.array([bin(x).count("1") for x in range(SETS)])
    has = np.array([(dealer >> r) & 1 for r in range(11)])
    value, passes = np.zeros((SETS, SETS)), np.zeros((SETS, SETS), bool)
    after = np.zeros((SETS, SETS))  # the player has drawn safely and the dealer is to draw

    def chances(mine: int) -> Any:
        """Return the probabilities by rank and dealer's set."""
        if not decks:
            return np.repeat(np.arange(11)[:, None] / 55, SETS, 1)
        left = np.array([r * decks - ((mine >> r) & 1) - has[r] for r in range(11)]).clip(0)
        return left / np.maximum(55 * decks - held[mine] - held, 1)

    for mine in range(SETS - 2, 0, -2):
        chance = chances(mine)
        hit = np.zeros(SETS)
        for rank in range(1, 11):
            hit += chance[rank] * (-rank if mine >> rank & 1 else after[mine | 1 << rank])  # R14
        low = _lowest(mine | dealer)  # R13
        if policy == "coin_flip":
            value[mine] = (hit - low) / 2
        else:
            passes[mine] = (-low > hit) if policy == "optimal" else False
            value[mine] = np.where(passes[mine], -low, hit)
        for rank in range(1, 11):  # R17, R18
            won = np.where(has[rank] == 1, rank, DEADLY if rank == DEADLY else value[mine][dealer | 1 << rank])
            after[mine] += chance[rank] * won
    return value, passes


def _lowest(sets: Any) -> Any:
    """The lowest rank of each set."""
    lowest = sets & -sets
    return np.round(np.log2(np.maximum(lowest, 1))).astype(int)


# -- the same by play ----------------------------------------------------------------------------------


def play_endless(policy: str, rounds: int, seed: int = 1) -> tuple[float, float]:
    """The dealer's gain of a bet by playing rounds from an endless shoe: mean and standard error."""
    best, rng = rocket(policy), Random(seed)
    shoe = [rank for rank in range(1, 11) for _ in range(rank)]
    return _mean([-_round(best, rng, lambda: rng.choice(shoe)) / 10 for _ in range(rounds)])


def play_engine(policy: str, decks: int, rounds: int, seed: int = 1) -> tuple[float, float]:
    """The same in the engine: one player, the house, a fresh shoe for every round."""
    game = load("rocket", seats=2, dealer="house", decks=decks, rounds=1, max_bet=10)
    best, rng = rocket(policy, decks), Random(seed)
    bet, go_on, leave = (game.rules.actions.read(word) for word in ("bet:10", "continue", "pass"))
    from pioche.engine.chance import sow

    gains = []
    for k in range(rounds):
        s = game.blank()
        sow(s.rng, seed + k, 0)
        game.plain.begin(s)
        game.plain.step(s, 0, bet)
        while not s.over:
            leaves = rng.random() < 0.5 if policy == "coin_flip" else best.passes[s.pile[0]][s.pile[1]]
            game.plain.step(s, 0, leave if leaves else go_on)
        gains.append(s.purse[1] / 10)
    return _mean(gains)


def _round(best: Rocket, rng: Random, draw: Any) -> int:
    """Play one round; return the player's result in units."""
    mine, dealer = 1 << draw(), 1 << draw()
    if dealer >> DEADLY & 1:
        return DEADLY
    while True:
        if rng.random() < 0.5 if best.policy == "coin_flip" else best.passes[mine][dealer]:
            both = mine | dealer
            return 1 - int(both & -both).bit_length()
        card = int(draw())
        if mine >> card & 1:
            return -card
        mine |= 1 << card
        card = int(draw())
        if card == DEADLY or dealer >> card & 1:
            return card
        dealer |= 1 << card


def _mean(values: list[float]) -> tuple[float, float]:
    found = np.array(values)
    return float(found.mean()), float(found.std(ddof=1) / np.sqrt(len(found)))
