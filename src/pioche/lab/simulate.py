"""Million-deal answers in seconds: many matches on all cores, with means and standard errors.

Match k is played from seed + k in any process, and chunks are added up in order, so the result does not
depend on the number of workers, nor on the machines they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from pioche.bots.reflex_bot import simulated
from pioche.engine.game import Game
from pioche.errors import BadOption
from pioche.lab.data.match_rows import DECISIONS_KEPT_PER_MATCH, rows
from pioche.lab.data.table_files import TableFile
from pioche.lab.measures.batches import Job, numbered
from pioche.lab.measures.match_metrics import PACE, Pace
from pioche.lab.measures.players import Lineup, Named, lineup
from pioche.lab.measures.work import MATCHES_PER_JOB, played
from pioche.lab.result import Result
from pioche.lab.sums import Mean

__all__ = ["Mean", "Progress", "Result", "simulate"]

Progress = Callable[[int, int], None]


def simulate(
    game: Game,
    matches: int = 10_000,
    bots: Named | Sequence[Named] = "random",
    seed: int = 1,
    *,
    workers: int = 0,
    cluster: Any = None,
    progress: Progress | None = None,
    pace: Pace = PACE,
    out: str | Path | None = None,
    table: str = "matches",
) -> Result:
    """Play many matches and say how they went. `bots` is a level, or a player for each seat: see
    `pioche.lab.measures.players`. `cluster` is the address of a Dask scheduler. `out` is a .parquet or .csv file to write
    while it goes, a row for each of the `matches`, `records` or `decisions`: docs/data.md."""
    if matches < 1:
        raise BadOption("Simulate at least one match.", "Simulez au moins une rencontre.")
    players = lineup(game, bots)
    result = Result(simulated(game) if players.how == "reflexes" else game, players.named, seed, pace)
    room = 0 if out is None or table == "matches" else DECISIONS_KEPT_PER_MATCH[players.how]
    with _file(out, table, game, players, seed) as file:
        for batch in played(jobs(game, players, matches, seed, room=room), workers, cluster):
            if file is not None:
                for part in rows(game, players, result.matches, seed, batch, table):
                    file.add(part)
            result.add(batch)
            if progress:
                progress(result.matches, matches)
    return result


def _file(out: str | Path | None, table: str, game: Game, players: Lineup, seed: int) -> AbstractContextManager[Any]:
    if out is None:
        return nullcontext()
    rules = {"game": game.id, "rules": game.rules.version, "options": dict(game.options)}
    return TableFile(out, table, {**rules, "bots": players.named, "seed": seed})


def jobs(game: Game, players: Lineup, matches: int, seed: int, **how: Any) -> Iterator[Job]:
    """Matches in parts that do not depend on who plays them."""
    size = MATCHES_PER_JOB[players.how]
    for first in range(0, matches, size):
        yield numbered(game, players, seed + first, min(size, matches - first), **how)
