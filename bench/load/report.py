"""From figures to a page."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench.load.contenders import HERE
from bench.load.measure import Load, Result

COLUMNS = ("", "moves", "lost", "answer p50", "p99", "p99.9", "all four see it p99", "CPU per move", "of its core", "memory")


def line(result: Result) -> str:
    return (
        f"  {result.moves} moves, {result.unanswered} unanswered, {result.lost} of {result.acknowledged} acknowledged lost by kill -9; "
        f"p50 {result.answered['p50']:.1f} ms, p99 {result.answered['p99']:.1f} ms; {result.cpu_ms:.2f} ms CPU a move; load {result.others:.1f}"
    )


def best(results: Sequence[Result]) -> list[Result]:
    """The lap of each contender that was disturbed least: other work on the machine makes every move dearer."""
    names = dict.fromkeys(result.name for result in results)
    chosen = []
    for name in names:
        chosen.append(min((result for result in results if result.name == name), key=lambda result: result.cpu_ms))
    return chosen


def page(results: Sequence[Result], load: Load, command: str) -> str:
    rows = [[""] * len(COLUMNS)]
    rows = []
    for result in best(results):
        lost = f"{result.unanswered} unanswered, {result.lost} of {result.acknowledged:,} after kill -9"
        times = [f"{result.answered[which]:.1f} ms" for which in ("p50", "p99", "p999")]
        rows.append(
            [f"**{result.name}**<br>{result.storage}", f"{result.moves:,}", lost, *times, f"{result.seen['p99']:.1f} ms",
             f"{result.cpu_ms:.2f} ms", f"{100 * result.busy:.0f} %", f"{result.memory_mb:.0f} MB"]
        )  # fmt: skip
    table = [f"| {' | '.join(cells)} |" for cells in (COLUMNS, ["---"] * len(COLUMNS), *rows)]
    return "\n".join(
        [
            "# The house under load", "",
            f"{load.sockets:,} sockets at {load.tables} tables of four play Pairs, {load.rate} moves a second for {load.seconds} seconds, through real",
            "sockets. The server has one core, those who play have another. Times run from the moment a move is due to the moment",
            "its player has the answer. After the last move the server is killed without a word, and what it has kept is counted.", "",
            *table, "",
            *_verdict(results), "",
            f"Measured {setting()['date']} on {setting()['machine']} with {', '.join(f'{k} {v}' for k, v in setting()['versions'].items())}.",
            f"Other work wanted {_others(results)} processes' worth of the machine meanwhile (load average), which lengthens times but hardly CPU.",
            f"`{command}` measures it again.", "",
        ]
    )  # fmt: skip


def _others(results: Sequence[Result]) -> str:
    loads = [result.others for result in results]
    return f"{min(loads):.0f} to {max(loads):.0f}"


def _verdict(results: Sequence[Result]) -> list[str]:
    by_name = {result.name: result for result in best(results)}
    ours = by_name.pop("pioche", None)
    if ours is None:
        return []
    return [
        f"- Beside {name}: p99 {peer.answered['p99'] / ours.answered['p99']:.1f} times ours, CPU per move {peer.cpu_ms / ours.cpu_ms:.1f} times ours."
        for name, peer in by_name.items()
    ]


def setting() -> dict[str, Any]:
    machine = next(
        (text.split(":", 1)[1].strip() for text in Path("/proc/cpuinfo").read_text().splitlines() if text.startswith("model name")),
        platform.machine(),
    )
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip().lstrip("v")
    peer = json.loads((HERE / "package.json").read_text())["dependencies"]["boardgame.io"]
    versions = {"Python": platform.python_version(), "Node": node, "boardgame.io": peer}
    return {"machine": machine, "date": datetime.now(UTC).date().isoformat(), "versions": versions}


def write(folder: Path, text: str, results: Sequence[Result], load: Load, command: str) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    pages = [folder / "load.md", folder / "load.json"]
    pages[0].write_text(text, encoding="utf-8")
    data = {
        **setting(), "command": command, "load": {"sockets": load.sockets, "tables": load.tables, "rate": load.rate, "seconds": load.seconds},
        "cpu_ms": {name: median(r.cpu_ms for r in results if r.name == name) for name in dict.fromkeys(r.name for r in results)},
        "laps": [result.as_json() for result in results],
    }  # fmt: skip
    pages[1].write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return pages
