"""Golden playthroughs: how every game played when its text was last looked at, in plain text.

    python -m tests.goldens [GAME ...]

rewrites tests/goldens/<game>.txt. Read the difference before you commit it: a line that changed is a rule
that changed. Each file holds the beginning of one match (what the acting seat sees, what it does, what
everybody is told), a seal over the whole of it, and the number of lines of play from the first decision.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pioche
from pioche import Table
from pioche.engine.chance import roll, sow
from pioche.testing.steps import MAX_DECISIONS, Step, playing

FOLDER = Path(__file__).parent / "goldens"
SEED = 7
SHOWN = 95  # lines of play; the rest is under the seal
PATHS = 1500  # lines of play counted at the deepest level, about
EVERY_VIEW = (
    "game", "seat", "options", "seats", "deal", "phase", "waiting", "turn", "over", "clock", "actors", "legal",
)  # fmt: skip

Item = TypeVar("Item")


class Dice(random.Random):
    """Random decisions that do not depend on the version of Python."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.state = [0, 0]
        sow(self.state, seed, 1)

    def choice(self, those: Sequence[Item]) -> Item:  # type: ignore[override]
        return those[roll(self.state, len(those))]

    def random(self) -> float:
        return roll(self.state, 1000) / 1000 if hasattr(self, "state") else 0.0


def playthrough(name: str) -> str:
    """The whole golden text of a game."""
    game = pioche.load(name)
    table = game.table(seed=SEED)
    options = ", ".join(f"{k} {v}" for k, v in game.options.items())
    lines = [f"{name}, rules {game.rules.version}, seed {SEED}", *wrapped(options, "  "), ""]
    lines += wrapped(told(table, 0), "  ")
    for count, step in enumerate(playing(table, Dice(SEED), MAX_DECISIONS), 1):
        if len(lines) > SHOWN:
            break
        lines += list(decision(table, count, step))
    seal = seal_of(game)
    return "\n".join([*lines, "", *seal, *lines_of_play(name)]) + "\n"


def decision(table: Table, count: int, step: Step) -> Iterator[str]:
    """One step: who does what instead of what, having seen what, and what everybody is told of it."""
    when = f" at {step.at}" if step.at is not None else ""
    if step.seat is None:
        yield f"{count}. time passes{when}"
    else:
        menu = table.legal(step.seat)
        among = ", ".join(menu[:12]) + (f" ... ({len(menu)})" if len(menu) > 12 else "")
        yield from wrapped(f"{count}. seat {step.seat}{when}: {step.word}   [{among}]", "    ", "")
        yield from wrapped(f"sees {short_view(table, step.seat)}", "    ")
    other = table.clone()
    step.do(other)
    yield from wrapped(told(other, 0), "    ")


def told(table: Table, since: int) -> str:
    """What everybody has been told."""
    return ". ".join(short_event(event) for event in table.events(None, since))


def short_event(event: dict[str, Any]) -> str:
    return " ".join([event["kind"], *(short(v) for k, v in event.items() if k not in ("n", "kind", "t"))])


def short_view(table: Table, seat: int) -> str:
    """A view without what every game has and without what is empty."""
    shown = {k: short(v) for k, v in table.view(seat).items() if k not in EVERY_VIEW}
    return ", ".join(f"{k} {v}" for k, v in shown.items() if set(v) - set(" |0-"))


def short(value: Any) -> str:
    if isinstance(value, list):
        if any(isinstance(item, list) for item in value):
            return " | ".join(f"({len(row)})" if row and row == [None] * len(row) else short(row) for row in value)
        return " ".join(short(item) for item in value)
    if isinstance(value, dict):
        return " ".join(f"{k}:{short(v)}" for k, v in value.items())
    if value is None or value is False:
        return "-"
    return "yes" if value is True else str(value)


def seal_of(game: pioche.Game) -> list[str]:
    """Play the match to its end and seal every event and position of it."""
    table, seal, decisions = game.table(seed=SEED), hashlib.sha256(), 0
    for _ in playing(table, Dice(SEED), MAX_DECISIONS):
        seal.update(json.dumps(table.position(), sort_keys=True, ensure_ascii=False).encode())
        decisions += 1
    history = [{k: v for k, v in event.items() if k != "only"} | {"to": event["only"]} for event in table.history()]
    seal.update(json.dumps(history, ensure_ascii=False).encode())
    seal.update(table.record().dumps().encode())
    end = f"scores {short(table.scores)}, places {short(table.ranking)}" if table.over else "not over"
    return [f"after {decisions} steps: {end}", f"seal {seal.hexdigest()[:32]}"]


def fewest(name: str) -> int:
    """The fewest seats the game takes without further options: Pig for two needs a stock."""
    low, high = pioche.load(name).seat_range
    for seats in range(low, high + 1):
        with suppress(pioche.BadOption):
            return pioche.load(name, seats=seats).seats
    raise AssertionError(name)


def lines_of_play(name: str) -> list[str]:
    """How many different lines of play there are from the first decision, chance being what the seed makes it."""
    low = fewest(name)
    level = [pioche.load(name, seats=low).table(seed=SEED)]
    counts: list[int] = []
    while len(counts) < 6 and level and sum(len(t.legal(p)) for t in level for p in t.actors) <= PATHS:
        level = [after for table in level for after in successors(table)]
        counts.append(len(level))
    return [f"lines of play with {low} seats: {short(counts)}"]


def successors(table: Table) -> Iterator[Table]:
    now = table.s.clock if table.rules.timed else None
    steps = [Step(seat, word, now) for seat in table.actors for word in table.legal(seat)]
    if not steps and table.next_timer is not None:
        steps = [Step(None, "", table.next_timer[0])]
    for step in steps:
        after = table.clone()
        step.do(after)
        yield after


def wrapped(text: str, indent: str, first: str | None = None) -> list[str]:
    return textwrap.wrap(text, 110, initial_indent=indent if first is None else first, subsequent_indent=indent + "  ")


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names or pioche.games():
        path = FOLDER / f"{name}.txt"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = playthrough(name)
        path.write_text(after, encoding="utf-8")
        print(f"{name}: {'unchanged' if after == before else 'written' if not before else 'changed'}")


if __name__ == "__main__":
    main(sys.argv[1:])
