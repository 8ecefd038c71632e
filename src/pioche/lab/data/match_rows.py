"""Matches as rows: what a match was like, its record, and every decision with what its seat saw. docs/data.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pioche.bots.reflex_bot import simulated
from pioche.engine.game import Game
from pioche.engine.record import Record, replay_line
from pioche.engine.table import Table
from pioche.errors import PiocheError
from pioche.lab.measures.batches import Measurements, numbered, play
from pioche.lab.measures.match_metrics import firsts, measured
from pioche.lab.measures.measured_play import FACT_DECISIONS
from pioche.lab.measures.players import Lineup

Row = dict[str, Any]
TABLES = ("matches", "records", "decisions")
ROWS_PER_CHUNK = 4096  # rows, or those of one match where it has more
# Moves of a match that are kept at once; a longer match is played again.
DECISIONS_KEPT_PER_MATCH = {"levels": 256, "reflexes": 1024, "tables": 1 << 15}


def rows(game: Game, players: Lineup, first: int, seed: int, batch: Measurements, table: str) -> Iterator[list[Row]]:
    """The rows of a batch of matches, some at a time; its first match has the number `first` and the seed `seed + first`."""
    if table == "matches":
        yield match_rows(game, players, first, seed, batch)
        return
    told: list[Row] = []
    for k in range(batch.matches):
        told += _replayed(game, players, first + k, seed, batch, k, table)
        if len(told) >= ROWS_PER_CHUNK or k == batch.matches - 1:
            yield told
            told = []


def match_rows(game: Game, players: Lineup, first: int, seed: int, batch: Measurements) -> list[Row]:
    numbers = measured(game, batch, ("game",))
    whole = ("decisions", "deals", "lead_changes")
    scores, wins = batch.scores.tolist(), firsts(batch).tolist()
    told = []
    for k in range(batch.matches):
        row = {"match": first + k, "seed": seed + first + k, "game": game.id, "players": names(players)}
        row |= {name: int(values[k]) if name in whole else float(values[k]) for name, values in numbers.items()}
        row["comebacks"], row["shared"] = bool(row["comebacks"]), bool(row["shared"])
        told.append({**row, "scores": scores[k], "wins": wins[k]})
    return told


def _replayed(game: Game, players: Lineup, match: int, seed: int, batch: Measurements, k: int, table: str) -> list[Row]:
    """A match played again at a table, from the moves that were kept."""
    room, made = len(batch.trace) // batch.matches, int(batch.facts[k, FACT_DECISIONS])
    trace = batch.trace[k * room : k * room + made]
    if made > room:
        if players.how == "tables":
            raise PiocheError(
                f"Match {match} has {made} moves, and no more than {room} can be written.",
                f"La partie {match} a {made} coups, et on ne peut pas en écrire plus de {room}.",
            )
        trace = play(numbered(game, players, seed + match, 1, room=made)).trace
    at_table = (simulated(game) if players.how == "reflexes" else game).table(seed=seed + match)
    told = [_step(at_table, seat, action, at, players) for seat, action, at in trace.tolist()]
    while not at_table.over and at_table.next_timer:
        at_table.advance(at_table.next_timer[0])
    if at_table.scores != batch.scores[k].tolist():
        raise AssertionError(f"match {match} of {game.id} ends otherwise at a table")
    if table == "records":
        return [record_row(at_table.record(), at_table, match)]
    return outcome(told, at_table, match)


def _step(table: Table, seat: int, action: int, at: int, players: Lineup) -> Row:
    while not table.actors and table.next_timer and not table.rules.timed:
        table.advance(table.next_timer[0])
    line: Row = {"seat": seat, "do": table.rules.actions.write(action)}
    if table.rules.timed:
        line["at"] = at
    told = seen(table, line, names(players)[seat])
    replay_line(table, line)
    return told


def names(players: Lineup) -> list[str]:
    return [one if isinstance(one, str) else getattr(one, "__name__", type(one).__name__) for one in players.seats]


def seen(table: Table, line: Row, player: str) -> Row:
    """A decision, before it is carried out: what its seat sees and may do, and what it does."""
    seat = line["seat"]
    return {
        "deal": int(table.s.deal), "seat": seat, "player": player, "at_ms": line.get("at"), "action": line["do"],
        "legal": table.legal(seat), "view": json.dumps(table.view(seat), ensure_ascii=False, separators=(",", ":")),
    }  # fmt: skip


def outcome(told: list[Row], table: Table, match: int) -> list[Row]:
    """Add to the decisions of a match the result of the seat that made each."""
    scores, wins = table.scores, first_places(table.ranking)
    head = {"match": match, "seed": table.seed, "game": table.game.id}
    return [
        {**head, "decision": n, **row, "score": scores[row["seat"]], "win": wins[row["seat"]]} for n, row in enumerate(told)
    ]


def first_places(ranking: Sequence[int]) -> list[float]:
    best = np.array(ranking) == 1
    return [float(one) for one in best / best.sum()]


def record_row(record: Record, table: Table, match: int) -> Row:
    """A record as a row; `record` is the text of its file."""
    return {
        "match": match, "seed": record.seed, "game": record.game, "rules": record.rules,
        "options": json.dumps(record.options, ensure_ascii=False), "players": record.names or None, "over": table.over,
        "scores": table.scores, "record": record.dumps(),
    }  # fmt: skip


def rows_of_record(record: Record, match: int, table: str) -> list[Row]:
    """The rows of a match from its record, such as `pioche export` writes: `records` or `decisions`."""
    at_table = record.table(0)
    told = []
    for line in record.moves:
        if line.get("seat") is not None and "do" in line and line["seat"] >= 0:
            player = record.names[line["seat"]] if record.names else ""
            told.append(seen(at_table, line, player))
        replay_line(at_table, line)
    return [record_row(record, at_table, match)] if table == "records" else outcome(told, at_table, match)
