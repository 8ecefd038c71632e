"""From figures to words: the ratios we promise, whether they are met, and the pages in `bench/results`."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from bench import c, ours, peers, picture
from bench.race import Figure, short

PACKAGES = ("pioche", "numba", "llvmlite", "numpy", "open_spiel", "rlcard", "pettingzoo")
PROMISED = ("pairs", "hawthorn", "agnes")
"""Together these need everything the other games need, so the promises are made on them."""


@dataclass(frozen=True)
class Goal:
    """A promise: `ratio` must reach `need`, and we would like it to reach `aim`."""

    what: str
    ratio: float | None
    need: float
    aim: float | None = None

    @property
    def verdict(self) -> str:
        if self.ratio is None:
            return "not measured"
        if self.ratio < self.need:
            return "missed"
        if self.aim is None:
            return "met"
        return "met, and the aim too" if self.ratio >= self.aim else "met, the aim is still ahead"


@dataclass(frozen=True)
class Setting:
    """Where, when and how a run was made: without it a figure means nothing."""

    machine: str
    date: str
    versions: dict[str, str]
    command: str
    seconds: float
    laps: int


def setting(command: str, seconds: float, laps: int) -> Setting:
    versions = {"Python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    versions["C compiler"] = c.version()
    return Setting(_machine(), datetime.now(UTC).strftime("%Y-%m-%d"), versions, command, seconds, laps)


def _machine() -> str:
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    return f"{processor}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def rates(figures: Iterable[Figure], *groups: str) -> dict[str, float]:
    """Decisions per second by game, in these groups."""
    return {f"{f.group}: {f.game}": f.rate for f in figures if f.group in groups}


def spiel_median(figures: Sequence[Figure]) -> float | None:
    """The middle of OpenSpiel's C++ rollouts: neither its lightest game nor its heaviest."""
    return _fold(statistics.median, rates(figures, peers.SPIEL_CPP))


def goals(figures: Sequence[Figure]) -> list[Goal]:
    """Every promise, in the order in which it was made."""
    compiled = {f.game: f.rate for f in figures if f.group == ours.COMPILED}
    plain = {f.game: f.rate for f in figures if f.group == ours.PLAIN}
    spiel = spiel_median(figures)
    in_c = _fold(max, rates(figures, c.GROUP))
    environment = _fold(max, rates(figures, peers.RLCARD, peers.PETTINGZOO))

    def against_spiel(game: str, need: float, aim: float | None) -> Goal:
        return Goal(f"{game}, compiled / median of OpenSpiel's C++ rollouts", _ratio(compiled.get(game), spiel), need, aim)

    return [
        against_spiel("pairs", 4, 8),
        against_spiel("hawthorn", 4, 8),
        against_spiel("agnes", 2, None),
        Goal("pairs, compiled / pairs in C", _ratio(compiled.get("pairs"), in_c), 0.4, 0.8),
        *(
            Goal(f"{game}, plain / fastest environment of RLCard and PettingZoo", _ratio(plain.get(game), environment), 1)
            for game in PROMISED
        ),
    ]


def _fold(function: Callable[[Iterable[float]], float], found: dict[str, float]) -> float | None:
    return function(found.values()) if found else None


def _ratio(above: float | None, below: float | None) -> float | None:
    return None if above is None or below is None else above / below


def times(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.3g}x"


def goal_row(goal: Goal) -> tuple[str, str, str, str, str]:
    """Ratio, measured, at least, aim, verdict: one line of the table of promises, on paper and on screen."""
    aim = "" if goal.aim is None else f"{goal.aim:g}x"
    return goal.what, times(goal.ratio), f"{goal.need:g}x", aim, goal.verdict


PAGE = """\
# How fast it plays

Uniformly random play on one core, everything in one run. A decision is a choice by a player: forced ones
count, chance does not. Speed is decisions per second of CPU time, the best of {laps} turns of {seconds:g} s.

![Decisions per second, on a logarithmic scale](speed.svg)

## What we promise

| ratio | measured | at least | aim | verdict |
|---|--:|--:|--:|---|
{goals}

## All figures

| what | game | decisions/s | ns a decision | to OpenSpiel's C++ median |
|---|---|--:|--:|--:|
{figures}

OpenSpiel's rollouts start after the deal, which our games pay for. Their decisions are the number of rollouts
times the mean length of a random game, measured beside them to {precision:.1%}. Its Goofspiel rollouts run
through its own turn-based converter, because its search refuses simultaneous moves.
{skipped}
## Where and when

- {machine}
- {date}
- {versions}
- `{command}`
"""


def markdown(figures: Sequence[Figure], skipped: Sequence[str], where: Setting) -> str:
    """The page a reader of the repository opens."""
    spiel = spiel_median(figures)
    rows = [(f.group, f.game, short(f.rate), f"{1e9 / f.rate:,.0f}", times(_ratio(f.rate, spiel))) for f in figures]
    return PAGE.format(
        goals=_lines(goal_row(goal) for goal in goals(figures)),
        figures=_lines(rows),
        precision=peers.PRECISION,
        skipped="".join(f"\n- {line}" for line in skipped) + "\n" * bool(skipped),
        versions=", ".join(f"{name} {version}" for name, version in where.versions.items()),
        **{name: getattr(where, name) for name in ("laps", "seconds", "machine", "date", "command")},
    )


def _lines(rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def as_json(figures: Sequence[Figure], skipped: Sequence[str], where: Setting) -> str:
    """The same for programs, with the raw counts."""
    data = {
        "machine": where.machine,
        "date": where.date,
        "versions": where.versions,
        "command": where.command,
        "seconds": where.seconds,
        "laps": where.laps,
        "figures": [
            {
                "group": f.group,
                "game": f.game,
                "decisions": f.decisions,
                "cpu_seconds": round(f.seconds, 6),
                "rate": round(f.rate),
            }
            for f in figures
        ],
        "openspiel_median": spiel_median(figures),
        "goals": [
            {"what": g.what, "ratio": g.ratio, "need": g.need, "aim": g.aim, "verdict": g.verdict} for g in goals(figures)
        ],
        "skipped": list(skipped),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write(out: Path, figures: Sequence[Figure], skipped: Sequence[str], where: Setting) -> list[Path]:
    """Table, data and picture, side by side in one folder."""
    out.mkdir(parents=True, exist_ok=True)
    pages = {
        "speed.md": markdown(figures, skipped, where),
        "speed.json": as_json(figures, skipped, where),
        "speed.svg": picture.draw(figures, spiel_median(figures), f"{where.machine}, {where.date}"),
    }
    paths = []
    for name, text in pages.items():
        path = out / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths
