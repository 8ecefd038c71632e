"""CSV, out and in: semicolons or commas are read, exact fractions are written beside the decimals people look at."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from pioche.tournament.paper.lists import columns
from pioche.tournament.refusals import refused
from pioche.tournament.standings import MISSED, WAITING
from pioche.tournament.tournament import Tournament

HEADS = {  # what a column may be called
    "name": ("name", "nom", "entrant", "participant", "player", "joueur"),
    "club": ("club",),
    "rating": ("rating", "cote", "elo", "classement"),
    "kind": ("kind", "genre", "type"),
}
BOTS = ("bot", "robot")
FORMULA_STARTS = ("=", "+", "-", "@", "\t")  # a spreadsheet would take such a name for a formula


def _written(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    found = io.StringIO()
    writer = csv.writer(found, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return found.getvalue()


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else "" if cell is None else cell


def entrants_csv(t: Tournament) -> str:
    rows = [[one.name, one.club, one.rating, one.kind, one.status, one.lot] for one in t.entrants]
    return _written(["name", "club", "rating", "kind", "status", "lot"], rows)


def standings_csv(t: Tournament) -> str:
    """One line for each entrant; scores as exact fractions in a column of their own."""
    rounds = [one.number for one in t.state.qualifying if one.state != "seated"]
    criteria = columns(t)
    head = ["place", "name", "club", "status", "score", "score_exact", *criteria, "lot"]
    head += [*(f"round_{number}" for number in rounds), "penalties"]
    rows = []
    for row in t.standings():
        cells = ["" if cell.kind in (MISSED, WAITING) else float(cell.score) for cell in row.rounds]
        values = [None if (value := getattr(row, name)) is None else round(float(value), 4) for name in criteria]
        told = "; ".join(f"{points}: {reason}" for points, reason in row.penalties)
        rows.append([row.place, row.name, row.club, row.status, float(row.score), str(row.score),
                     *values, row.lot, *cells, told])  # fmt: skip
    return _written(head, rows)


def results_csv(t: Tournament) -> str:
    """One line for each seat of each table of each round."""
    rows = []
    for one in t.state.rounds:
        for table in one.live:
            for seat, number in enumerate(table.seats):
                result = table.result
                raw = result.raw[seat] if result else None
                second = result.second[seat] if result and result.second else None
                units = result.units if result else None
                where = [one.number, one.kind, table.number, seat + 1, t.state.name(number)]
                rows.append([*where, raw, second, units, table.status])
    return _written(["round", "kind", "table", "seat", "name", "raw", "second", "units", "status"], rows)


def read_entrants(text: str) -> list[dict[str, Any]]:
    """Entrants of a CSV with a line of headings, in either language; a single column without headings is a list of names."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not lines:
        return []
    mark = max(";,\t", key=lines[0].count)
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=mark)]
    known = {title: name for name, titles in HEADS.items() for title in titles}
    heads = [known.get(cell.casefold(), "") for cell in rows[0]]
    if "name" not in heads:
        if len(rows[0]) > 1:
            raise refused("csv_heads", "TR3", heads=", ".join(rows[0]))
        return [{"name": row[0]} for row in rows]
    return [_entrant(dict(zip(heads, row, strict=False)), place) for place, row in enumerate(rows[1:], 2)]


def _entrant(cells: dict[str, str], line: int) -> dict[str, Any]:
    found: dict[str, Any] = {"name": cells.get("name", "").removeprefix("'")}
    if cells.get("club"):
        found["club"] = cells["club"].removeprefix("'")
    if cells.get("rating"):
        try:
            found["rating"] = int(cells["rating"])
        except ValueError:
            raise refused("csv_rating", "TR3", line=line, value=cells["rating"]) from None
    if cells.get("kind", "").casefold() in BOTS:
        found["kind"] = "bot"
    return found
