"""How quick bots are in games with a clock: the reaction model of reaction_clock.md, T24 and T25.

`plans` gives what a bot means to do and after how many milliseconds. Like every bot it knows its view and its
legal actions, nothing else.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pioche.terminal.codes import SIGNALS
from pioche.terminal.company import choose
from pioche.words import JOKER_WORD

Delay = tuple[int, int, float]  # floor, median beyond it, spread
DELAYS: dict[str, dict[str, Delay]] = {
    "novice": {
        "pick": (200, 250, 0.40), "think": (300, 1200, 0.50), "own": (200, 600, 0.50), "react": (180, 450, 0.50),
        "second": (0, 250, 0.50),
    },
    "average": {
        "pick": (150, 200, 0.35), "think": (250, 700, 0.45), "own": (180, 350, 0.40), "react": (160, 260, 0.40),
        "second": (0, 120, 0.40),
    },
    "expert": {
        "pick": (120, 130, 0.30), "think": (200, 350, 0.35), "own": (150, 180, 0.30), "react": (140, 130, 0.30),
        "second": (0, 60, 0.30),
    },
}  # fmt: skip
LAPSE: dict[str, tuple[float, Delay]] = {
    "novice": (0.15, (0, 2500, 0.50)),
    "average": (0.06, (0, 1800, 0.50)),
    "expert": (0.01, (0, 1200, 0.40)),
}
TAKING = frozenset({"pick", "draw", "accept"})

Plans = dict[str, tuple[int, str]]  # why -> (milliseconds from now, action)


def delay(what: str, level: str, dice: random.Random) -> int:
    """T24: a floor, and a log-normal time beyond it."""
    floor, median, spread = DELAYS[level][what]
    return floor + round(median * math.exp(spread * dice.gauss(0, 1)))


def reaction(level: str, dice: random.Random) -> int:
    """`react`, and now and then a lapse: the eyes were on the cards."""
    chance, (floor, median, spread) = LAPSE[level]
    lapse = floor + round(median * math.exp(spread * dice.gauss(0, 1))) if dice.random() < chance else 0
    return delay("react", level, dice) + lapse


def plans(view: Mapping[str, Any], legal: Sequence[str], level: str, dice: random.Random) -> Plans:
    """What a seat means to do: its next card move and, when it has reason to, its signal."""
    if "hand" not in view:  # turns, and windows in which everybody may act and nobody must
        wait = reaction(level, dice) if "pass" in legal else delay("think", level, dice)
        return {"turn": (wait, choose(view, legal, dice))}
    found: Plans = {}
    signals = [word for word in legal if word in SIGNALS]
    entitled = _holds_a_set(view)
    if len(signals) == 1 and view.get("game") == "vatra":  # the hand is down, the cry is still to come
        found["second"] = (delay("second", level, dice), signals[0])
    elif signals and view["race_open"]:
        found["react"] = (reaction(level, dice), signals[0])
    elif signals and entitled:
        found["own"] = (delay("own", level, dice), signals[0])
    taking = [word for word in legal if word in TAKING]
    passing = [word for word in legal if word.startswith("pass:")]
    if taking:
        found["take"] = (delay("pick", level, dice), taking[0])
    elif passing and not entitled:  # who has a set stops passing
        found["pass"] = (delay("think", level, dice), _least_wanted(view, passing, dice))
    return found


def _holds_a_set(view: Mapping[str, Any]) -> bool:
    counts = _ranks(view)
    return bool(counts) and max(counts.values()) >= (3 if view["options"].get("cards") in (3, "3") else 4)


def _ranks(view: Mapping[str, Any]) -> Counter[str]:
    """How many cards of each rank the seat holds."""
    return Counter(_rank(card) for card in view["hand"][view["seat"]] if isinstance(card, str))


def _rank(card: str) -> str:
    return card if card == JOKER_WORD else card.rstrip("abcdefgh")[:-1]


def _least_wanted(view: Mapping[str, Any], passing: Sequence[str], dice: random.Random) -> str:
    """T25: a card whose rank occurs least often in the hand."""
    counts = _ranks(view)
    fewest = min(counts[_rank(word[5:])] for word in passing)
    return dice.choice([word for word in passing if counts[_rank(word[5:])] == fewest])
