"""From figures to a page."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.load.contenders import HERE
from bench.load.measure import Load, Result

TIMES = ("answer p50", "p99", "p99.9", "all four see it p99")
COLUMNS = ("", "moves a second", "lost", *TIMES, "CPU per move", "of its core", "memory")


def line(result: Result) -> str:
    lost = f"{result.lost} of {result.acknowledged} acknowledged lost by kill -9"
    times = f"p50 {result.answered['p50']:.1f} ms, p99 {result.answered['p99']:.1f} ms"
    cost = f"{result.cpu_ms:.2f} ms CPU a move; load {result.others:.1f}"
    return f"  {result.moves} moves, {result.unanswered} unanswered, {lost}; {times}; {cost}"


def best(results: Sequence[Result]) -> list[Result]:
    """The lap of each contender that was disturbed least: other work on the machine makes every move dearer."""
    which = dict.fromkeys((result.name, result.rate) for result in results)
    return [min((lap for lap in results if (lap.name, lap.rate) == one), key=lambda lap: lap.cpu_ms) for one in which]


def page(results: Sequence[Result], load: Load, command: str) -> str:
    where = setting()
    versions = ", ".join(f"{name} {version}" for name, version in where["versions"].items())
    rows: list[list[str]] = []
    for result in best(results):
        lost = f"{result.unanswered} unanswered, {result.lost:,} of {result.acknowledged:,} after kill -9"
        times = [f"{result.answered[which]:.1f} ms" for which in ("p50", "p99", "p999")]
        cost = [f"{result.cpu_ms:.2f} ms", f"{100 * result.busy:.0f} %", f"{result.memory_mb:.0f} MB"]
        name = f"**{result.name}**<br>{result.storage}"
        rows.append([name, f"{result.rate:,}", lost, *times, f"{result.seen['p99']:.1f} ms", *cost])
    table = [f"| {' | '.join(cells)} |" for cells in (COLUMNS, ["---"] * len(COLUMNS), *rows)]
    return f"""# The house under load

{load.sockets:,} sockets at {load.tables} tables of four play Pairs, so many moves a second, for {load.seconds} seconds.
The server has one core, those who play (and PostgreSQL) have another; CPU is that of the server's process. Times run
from the moment a move is due to the moment its player has the answer. After the last move the server is killed without a
word, and what it has kept is counted.

{chr(10).join(table)}

{chr(10).join(_verdict(results))}

Measured {where["date"]} on {where["machine"]} with {versions}; {_laps(results)}. The load average
of the machine was {_others(results)} meanwhile: other work lengthens times and makes moves dearer, for all alike.
`{command}` measures it again.
"""


def _laps(results: Sequence[Result]) -> str:
    laps = sum((result.name, result.rate) == (results[0].name, results[0].rate) for result in results)
    return "one lap" if laps == 1 else f"the best of {laps} laps, run by turns"


def _others(results: Sequence[Result]) -> str:
    loads = [result.others for result in results]
    return f"{min(loads):.0f} to {max(loads):.0f}"


def _verdict(results: Sequence[Result]) -> list[str]:
    """Beside the house with a file, at the same rate."""
    found = []
    for result in best(results):
        ours = next((one for one in best(results) if (one.name, one.rate) == ("pioche", result.rate)), None)
        if ours is None or ours is result:
            continue
        late, dear = result.answered["p99"] / ours.answered["p99"], ours.cpu_ms / result.cpu_ms
        if result.name.startswith("pioche"):
            found.append(f"- {result.name}, {result.rate} moves a second: {1 / dear:.2f} times the CPU of the file.")
        else:
            which = f"{result.name} at {result.rate} moves a second"
            found.append(f"- A move costs us {dear:.2f} times the CPU of {which}, whose p99 is {late:.1f} times ours.")
    return found


def setting() -> dict[str, Any]:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [text.split(":", 1)[1].strip() for text in lines if text.startswith("model name")]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip().lstrip("v")
    peer = json.loads((HERE / "package.json").read_text())["dependencies"]["boardgame.io"]
    versions = {"Python": platform.python_version(), "Node": node, "boardgame.io": peer}
    machine = names[0] if names else platform.machine()
    return {"machine": machine, "date": datetime.now(UTC).date().isoformat(), "versions": versions}


def write(folder: Path, text: str, results: Sequence[Result], load: Load, command: str) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    pages = [folder / "load.md", folder / "load.json"]
    pages[0].write_text(text, encoding="utf-8")
    under = {"sockets": load.sockets, "tables": load.tables, "seconds": load.seconds}
    data = {**setting(), "command": command, "load": under, "laps": [asdict(result) for result in results]}
    pages[1].write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return pages
