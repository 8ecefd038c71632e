"""docs/environments.md from the code: `python -m tests.envs.tables` writes it."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pioche
from pioche.engine.game import HOUSE_GAMES, Game
from pioche.envs.core.asked import space_of
from pioche.envs.core.observations import Part, observed
from pioche.envs.registering import env_ids

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
HEAD = """# Observations and actions of every game

Made from the code by `python -m tests.envs.tables`; a test compares. [Learn on Pioche](research.md) says what they are for.

Sizes are those of the usual number of seats. `[me]` is the seat that looks, `[+1]` the next one clockwise; a line with *seats*
repeats for all of them. An entry for a seat, a phase or a card's face is 1 for the one it is and 0 for all others. *Remembered*:
it lay open before, and a good memory keeps it. A card has twenty entries: whether one lies there, is seen now, is known from
before, then its face and its suit.
"""


def shown(names: list[str]) -> str:
    """Actions in short: runs of one kind by their first and last."""
    found = []
    for _, run in groupby(names, key=lambda name: name.partition(":")[0]):
        some = list(run)
        found.append(f"`{some[0]}`" if len(some) == 1 else f"`{some[0]}` … `{some[-1]}` ({len(some)})")
    return ", ".join(found)


def entry(part: Part, seats: int) -> tuple[str, str, int]:
    """A line of the table: whose, what, how many."""
    whose = {"": "", "own": "[me]", "seats": "[seats]"}[part.by]
    each = [word for word in part.each if word]
    what = " ".join(each) if len(each) <= 12 else f"{each[0]} … {each[-1]}"
    if part.hot:
        what = f"each seat {what}".strip()
    if part.times > 1:
        what = f"{part.times} × {what or 'a number'}"
    name = f"{part.field}{whose}" + (", remembered" if part.remembered else "")
    return name, what or "a number", len(list(part.names(seats)))


def section(game: Game) -> str:
    ticks = game.rules.against_the_clock(game.options)
    space, parts = space_of(game, ticks), observed(game.rules).parts
    ids = [f"`{id}`" for id, name in env_ids().items() if name == game.id or pioche.presets().get(name, ("",))[0] == game.id]
    entries = sum(entry(part, game.seats)[2] for part in parts)
    lines = [f"## {game.title('en')}", "", f"{game.seats} seats, {len(space)} actions, {entries} entries."]
    lines += [("In ticks. " if ticks else "") + "Ids: " + ", ".join(ids) + ".", "", f"Actions: {shown(space.names)}.", ""]
    lines += ["| entries | what | how many |", "|---|---|---:|"]
    for part in parts:
        name, what, count = entry(part, game.seats)
        lines.append(f"| {name} | {what} | {count} |")
    return "\n".join(lines) + "\n"


def text() -> str:
    return "\n".join([HEAD, *(section(pioche.load(name)) for name in HOUSE_GAMES)])


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
