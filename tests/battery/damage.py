"""Random damage to written positions: what a slip of the pen, a wrong program or a vandal makes of them."""

from __future__ import annotations

import json
import random
from typing import Any

from pioche import BadPosition, Table
from pioche.testing.steps import midway, playing

JUNK: list[Any] = [
    None, True, -1, -3, 0, 1, 2, 3, 5, 7, 10, 13, 20, 99, 10**9, 10**10, 10**40, -(10**40), 1.5, float("nan"), "", "7", "A♠",
    "K♥b", "JK", "2.4", "0.1", "1.2047", "over", "nonsense", "x" * 1000, [], [0], [1, 2], [[]], [[1], [2], [3]], ["A♠"],
    [None], ["A♠", None, "2♠"], [[["A♠"]]], [5] * 1000, {}, {"A♠": [0]}, {"Q♥": 3},
]  # fmt: skip
MOST = 3000  # steps a match may take from a damaged position; random players need far fewer


def damaged(table: Table, dice: random.Random) -> dict[str, Any]:
    """The position of a table with a few things wrong."""
    position: dict[str, Any] = json.loads(json.dumps(table.position()))
    phases = list(table.rules.shape.phases)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        name = dice.choice(list(position))
        how = dice.random()
        if how < 0.2:
            del position[name]
        elif how < 0.35:
            position[name] = dice.choice(JUNK)
        elif how < 0.45:
            position["phase"] = dice.choice(phases)
        elif how < 0.55:
            position[name] = position[dice.choice(list(position))]
        else:
            position[name] = nudged(position[name], table, dice)
        if not position:
            break
    return position


def nudged(value: Any, table: Table, dice: random.Random) -> Any:
    """Something near a value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.choice((-10, -3, -2, -1, 1, 2, 3, 10))
    if value is None:
        return dice.choice((0, 1, 2, table.game.seats - 1, "A♠", "0.1", "1.2"))
    if isinstance(value, str):
        return dice.choice((None, "A♠", "2♥", "K♦", "0.1", "1.3", "2.1", "9♣b"))
    if isinstance(value, dict):
        return {k: v for k, v in value.items() if dice.random() < 0.5}
    if not isinstance(value, list):
        return None
    value, k = list(value), dice.randrange(len(value) + 1)
    how = dice.random()
    if how < 0.5 and k < len(value):
        value[k] = nudged(value[k], table, dice)
    elif how < 0.65:
        value.insert(k, dice.choice((0, 1, 2, 5, 10, "A♠", "7♥", None, *value)))
    elif how < 0.8 and k < len(value):
        del value[k]
    else:
        dice.shuffle(value)
    return value


def refusal(table: Table, position: dict[str, Any], seed: int) -> BadPosition | None:
    try:
        table.game.at(position, seed=seed)
    except BadPosition as refused:
        return refused
    return None


def attempt(name: str, choice: dict[str, Any], seed: int, steps: int) -> tuple[str, dict[str, Any]]:
    """Damage a position of a match and try it: refused with a sentence, or played to its end."""
    dice = random.Random(seed)
    table = midway(name, choice, seed, steps)
    position = damaged(table, dice)
    said = refusal(table, position, seed)
    if said is not None:
        assert all(sentence.endswith(".") and len(sentence) < 500 for sentence in (said.en, said.fr)), said.as_json()
        return "refused", position
    table = table.game.at(position, seed=seed)
    for _ in playing(table, dice, MOST):
        pass
    return "played" if table.over else "long", position
