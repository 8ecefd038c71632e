"""A seat for a language model: it is asked in words and answers in words. Here a stub answers.

    python examples/talking_seat.py

Put a call to your own model in the place of `stub`: any function from a text to a text will do.
"""

from __future__ import annotations

import re

import pioche
from pioche.bots import make
from pioche.envs import TextBot


def stub(question: str) -> str:
    """Reads the menu and takes the first action of it."""
    menu = re.findall(r"^\[([^\]]+)\]", question, re.MULTILINE)
    return f"I have thought about it. My choice is [{menu[0]}]."


def play(seed: int = 1, lang: str = "en") -> list[int]:
    """A match of Hawthorn between the model and three regulars; returns the places."""
    game = pioche.load("hawthorn", deals=3)
    table, told = game.table(seed=seed), [0] * game.seats
    players = [TextBot(game, stub, seed, lang), *(make("regular", game, seed + p) for p in range(1, 4))]
    while not table.over:
        seat = table.actors[0]
        events = table.events(seat, told[seat])
        told[seat] += len(events)
        table.act(seat, players[seat].choose(table.view(seat), table.legal(seat), events, table.memory(seat)))
    return table.ranking


if __name__ == "__main__":
    print(play())
