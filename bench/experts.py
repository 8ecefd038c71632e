"""How fast experts play: compiled in the lab, and the same experts at plain tables, in one run.

    python -m bench.experts

writes bench/results/experts.json and experts.md. Both are measured in CPU seconds of one core, warm: what is compiled is
compiled before.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pioche
from pioche.engine.game import Game
from pioche.lab.arena import play_match
from pioche.lab.measures.batches import numbered, play
from pioche.lab.measures.measured_play import FACT_DECISIONS
from pioche.lab.measures.players import lineup

RESULTS = Path(__file__).parent / "results"
SECONDS = 1.0  # of CPU time for each figure
COLUMNS = ("compiled", "plain", "times", "matches")
ENOUGH = 50.0  # times the rate of the plain table


def measure(work: Callable[[int, int], None], seconds: float) -> float:
    """Matches a CPU second."""
    work(1, 1)
    size, done, spent = 1, 0, 0.0
    while spent < seconds:
        before = time.process_time()
        work(1 + done, size)
        taken = time.process_time() - before
        done, spent = done + size, spent + taken
        if taken < seconds / 20:
            size *= 2
    return done / spent


def rates(game: Game, seconds: float = SECONDS) -> dict[str, float]:
    """Decisions a second of experts, compiled and at a plain table."""
    players = lineup(game, "expert")

    def compiled(first: int, n: int) -> None:
        play(numbered(game, players, first, n))

    def plain(first: int, n: int) -> None:
        for seed in range(first, first + n):
            play_match(game, ["expert"] * game.seats, seed)

    length = float(play(numbered(game, players, 1, 200)).facts[:, FACT_DECISIONS].mean())
    quick, slow = measure(compiled, seconds), measure(plain, seconds)
    return {"compiled": quick * length, "plain": slow * length, "times": quick / slow, "matches": quick}


def _thousands(value: float) -> str:
    return f"{value:,.0f}".replace(",", "\u202f")


def main() -> int:
    found = {name: rates(pioche.load(name)) for name in pioche.games() if not pioche.load(name).rules.timed}
    load = [round(one, 1) for one in os.getloadavg()]
    told = {"python": platform.python_version(), "cores": os.cpu_count(), "load": load, "games": found}
    (RESULTS / "experts.json").write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    lines = [
        "# Experts, compiled and at plain tables",
        "",
        "Decisions a CPU second of one core, both in one run of `python -m bench.experts`: levels in the lab (measured",
        "while they play), and the same experts as bots at real tables.",
        f"Python {told['python']}, {told['cores']} cores, load of the machine {load[0]}.",
        "",
        "| game | compiled | plain table | times | matches a second, compiled |",
        "|---|---:|---:|---:|---:|",
        *(f"| {name} | {' | '.join(_thousands(one[key]) for key in COLUMNS)} |" for name, one in found.items()),
        "",
    ]
    (RESULTS / "experts.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))
    slow = [name for name, one in found.items() if one["times"] < ENOUGH]
    if slow:
        print(f"less than {ENOUGH:g} times: {', '.join(slow)}", file=sys.stderr)
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main())
