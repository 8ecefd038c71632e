"""Games, tables and records as a notebook shows them: small HTML tables, every word escaped.

A table shows what a spectator may see, so that it can be shown to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.engine.game import Game
    from pioche.engine.record import Record
    from pioche.engine.table import Table

RECORD_LINES_SHOWN = 20  # lines of a record that are shown
NOT_SHOWN = ("seats", "deal", "phase", "waiting", "turn", "over", "clock", "known")  # in a table's head, or of no use there


def game_html(game: Game) -> str:
    return _head(game.title()) + html_table(("option", "value"), game.options.items())


def table_html(table: Table) -> str:
    seen, seats = table.view(None), range(table.game.seats)
    fields = [f for f in table.rules.shape.fields.values() if f.name in seen and f.name not in NOT_SHOWN]
    rows = [f for f in fields if f.per_seat]
    now = "over" if table.over else f"{seen['phase']}, deal {seen['deal'] + 1}"
    names = [table.names[p] if p < len(table.names) else f"seat {p}" for p in seats]
    acts = ["to act" if p in seen["actors"] else "" for p in seats]
    body = [(names[p], table.scores[p], acts[p], *(seen[f.name][p] for f in rows)) for p in seats]
    middle = [(f.name, seen[f.name]) for f in fields if not f.per_seat]
    head = _head(f"{table.game.title()}: {now}")
    return head + html_table(("", "score", "", *(f.name for f in rows)), body) + html_table(("", ""), middle)


def record_html(record: Record) -> str:
    lines = list(enumerate(record.moves, 1))
    rows: list[tuple[Any, ...]] = [("...", "", "")] if len(lines) > RECORD_LINES_SHOWN else []
    rows += [
        (n, record.names[line["seat"]] if _named(record, line) else line.get("seat"), line.get("do", "time passes"))
        for n, line in lines[-RECORD_LINES_SHOWN:]
    ]
    head = _head(f"{record.game}: {len(lines)} lines, seed {record.seed}")
    return head + html_table(("line", "seat", "action"), rows)


def _named(record: Record, line: dict[str, Any]) -> bool:
    return isinstance(line.get("seat"), int) and line["seat"] < len(record.names)


def html_table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table of anything, with every word escaped."""
    titles = "".join(f"<th>{escape(title)}</th>" for title in head) if any(head) else ""
    lines = "".join("<tr>" + "".join(f"<td>{escape(_said(value))}</td>" for value in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table>"


def _head(words: str) -> str:
    return f"<p><b>{escape(words)}</b></p>"


def _said(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return " ".join("?" if item is None else _said(item) for item in value)
    return str(value)
