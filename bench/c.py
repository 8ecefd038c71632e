"""Pairs in plain C: compiled here with the machine's own compiler, the limit of what this machine can do."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.race import Absent, Entrant, Run

GROUP = "C, no library"
SOURCE = Path(__file__).with_name("pairs.c")
FLAGS = ("-std=c11", "-O2", "-DNDEBUG")
CHECKED = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror")
"""With the assertions in (the cards are counted after every round): for tests, not for speed."""


@dataclass(frozen=True)
class Tally:
    """What the program says of the games it has played."""

    seats: int
    games: int
    decisions: int
    seconds: float
    mean: float
    deviation: float
    losses: tuple[int, ...]


def compiler() -> str | None:
    """The C compiler of this machine, or none; `CC` chooses another, as in a Makefile."""
    return shutil.which(os.environ.get("CC", "cc"))


def build(folder: Path, flags: Sequence[str] = FLAGS) -> Program:
    cc = compiler()
    if cc is None:
        raise Absent("C", "apt install gcc, xcode-select --install, or what your system has")
    program = Program(folder / "pairs")
    subprocess.run([cc, *flags, "-o", str(program.path), str(SOURCE), "-lm"], check=True)
    return program


@dataclass(frozen=True)
class Program:
    """The compiled program: `play` runs it and reads its tally."""

    path: Path

    def play(self, seats: int, games: int, seed: int) -> Tally:
        command = [str(self.path), str(seats), str(games), str(seed)]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        said = {key: values for key, *values in map(str.split, text.splitlines())}
        return Tally(
            seats=int(said["seats"][0]),
            games=int(said["games"][0]),
            decisions=int(said["decisions"][0]),
            seconds=float(said["seconds"][0]),
            mean=float(said["mean"][0]),
            deviation=float(said["deviation"][0]),
            losses=tuple(map(int, said["losses"])),
        )


@cache
def version() -> str:
    """What the compiler calls itself, for the report."""
    cc = compiler()
    if cc is None:
        return "none"
    said = subprocess.run([cc, "--version"], check=True, capture_output=True, text=True).stdout
    return said.splitlines()[0]


def entrants(seats: int = 4) -> list[Entrant]:
    return [Entrant(GROUP, "pairs", lambda: _prepare(seats))]


def _prepare(seats: int) -> Run:
    folder = tempfile.TemporaryDirectory(prefix="pioche-bench-")
    atexit.register(folder.cleanup)  # the program is needed until the last lap
    program = build(Path(folder.name))
    sample = program.play(seats, 200_000, seed=1)
    games_a_second = sample.games / sample.seconds

    def run(seconds: float) -> tuple[int, float]:
        tally = program.play(seats, max(1, round(games_a_second * seconds)), seed=2)
        return tally.decisions, tally.seconds

    return run
