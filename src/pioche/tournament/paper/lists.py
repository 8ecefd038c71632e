"""Lists for the wall: seats, standings and ranking."""

from __future__ import annotations

import unicodedata
from html import escape

from pioche.text.numbers import fraction, plural
from pioche.tournament.finals import Placed
from pioche.tournament.model import ACTIVE, DROPPED, PAUSED, VOID, Round
from pioche.tournament.paper.page import document, heading, person, round_name
from pioche.tournament.refusals import say
from pioche.tournament.standings import BYE, FORFEIT, MISSED, TABLE, WAITING, Cell, Row
from pioche.tournament.tournament import Tournament

MARKED = (DROPPED, PAUSED)


def seat_list(t: Tournament, lang: str, round: int | str | None = None) -> str:
    """By table, then by name. Who sits elsewhere than on the list before is marked."""
    one = t.state.round(round)
    seating = t.seating(one.number)
    changed = tuple(seating.changed)
    parts = [heading(t, say("paper.seats", lang), lang, one), '<section class="tables">']
    for table in one.tables:
        if table.status == VOID:
            continue
        seats = "".join(_seat(t, number, seat, changed, lang) for seat, number in enumerate(table.seats, 1))
        players = say("paper.players", lang, count=len(table.seats))
        title = f"{say('paper.table', lang, number=table.number)}<small>{players}</small>"
        parts.append(f'<div class="table"><h3>{title}</h3><ol>{seats}</ol></div>')
    parts.append("</section>")
    if changed:
        parts.append(f'<p class="note"><span class="new">{escape(say("paper.changed", lang))}</span></p>')
    if one.byes:
        names = [person(t, number, lang) for number in one.byes]
        parts.append(f'<p class="note"><b>{escape(say("paper.byes", lang, names=names, count=len(names)))}</b></p>')
    parts.append(f'<h2>{escape(say("paper.by_name", lang))}</h2><ul class="names">{_by_name(t, one, changed, lang)}</ul>')
    why = "".join(f"<li>{escape(said)}</li>" for said in seating.explain(lang))
    parts.append(f'<h2>{escape(say("paper.why", lang))}</h2><ul class="note why">{why}</ul>')
    return document(f"{say('paper.seats', lang)} – {round_name(one, lang)}", lang, "\n".join(parts))


def _seat(t: Tournament, number: int, seat: int, changed: tuple[str, ...], lang: str) -> str:
    name = person(t, number, lang)
    marks = ["new"] if t.state.name(number) in changed else []
    marks += ["house"] if number < 0 else []
    first = f' data-first="{escape(say("paper.begins", lang))}"' if seat == 1 else ""
    marks += ["first"] if seat == 1 else []
    return f'<li class="{" ".join(marks)}"{first}><span class="seat">{seat}</span>{escape(name)}</li>'


def _by_name(t: Tournament, one: Round, changed: tuple[str, ...], lang: str) -> str:
    found = [
        (t.state.name(number), say("paper.table_seat", lang, table=table.number, seat=seat))
        for table in one.live
        for seat, number in enumerate(table.seats, 1)
        if number >= 0
    ]
    found += [(t.state.name(number), say("paper.bye", lang)) for number in one.byes]
    lines = []
    for name, where in sorted(found, key=lambda item: _bare(item[0])):
        mark = ' class="new"' if name in changed else ""
        lines.append(f'<li{mark}>{escape(name)}<span class="dots"></span><b>{escape(where)}</b></li>')
    return "".join(lines)


def _bare(name: str) -> str:
    """Return the key by which names are sorted, without accents and capitals."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))


# -- standings ---------------------------------------------------------------------------------------------------


def standings_page(t: Tournament, lang: str) -> str:
    rows = t.standings()
    what = say("paper.provisional" if t.provisional else "paper.standings", lang)
    one = next((one for one in reversed(t.state.qualifying) if one.state != "seated"), None)
    lines = [_line(t, row, row.place, lang) for row in rows]
    body = heading(t, what, lang, one) + _grid(t, lines, lang) + _foot(t, rows, lang)
    return document(what, lang, body)


def ranking_page(t: Tournament, lang: str) -> str:
    """TR64: after the finals."""
    what = say("paper.ranking", lang)
    lines = [_line(t, placed.row, placed.place, lang, placed) for placed in t.ranking()]
    return document(what, lang, heading(t, what, lang) + _grid(t, lines, lang) + _foot(t, t.standings(), lang))


def columns(t: Tournament) -> list[str]:
    """The tie-breaks that have a column; the lot is always the last."""
    known = t.settings.tiebreaks
    has_second = t.settings.plan(0).profile.second is not None
    return [name for name in known if name not in ("score", "lot") and (name != "second" or has_second)]


def _grid(t: Tournament, lines: list[str], lang: str) -> str:
    rounds = [say("paper.short_round", lang, number=one.number) for one in t.state.qualifying if one.state != "seated"]
    head = [("", "text"), (say("paper.name", lang), "text"), (say("criteria.score", lang), "")]
    head += [(say(f"criteria.{name}", lang), "") for name in columns(t)] + [(name, "") for name in rounds]
    cells = "".join(f'<th class="{kind}">{escape(name)}</th>' for name, kind in head)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _line(t: Tournament, row: Row, place: int, lang: str, placed: Placed | None = None) -> str:
    club = f' <span class="club">{escape(row.club)}</span>' if row.club else ""
    mark = f' <span class="mark">{escape(say(f"words.{row.status}", lang))}</span>' if row.status in MARKED else ""
    if placed is not None and placed.by != "standings":
        mark += f' <span class="mark won">{escape(say(f"paper.{placed.by}", lang))}</span>'
    cells = [f'<td class="place">{place}</td><td class="text name">{escape(row.name)}{club}{mark}</td>']
    cells.append(f'<td class="score">{fraction(row.score, lang)}{"*" if row.penalties else ""}</td>')
    cells += [f"<td>{fraction(getattr(row, name), lang)}</td>" for name in columns(t)]
    cells += [f'<td class="round">{cell_text(cell, lang)}</td>' for cell in row.rounds]
    top = ' class="top"' if place == 1 and row.status == ACTIVE else ""
    return f"<tr{top}>{''.join(cells)}</tr>"


def cell_text(cell: Cell, lang: str) -> str:
    """A round in the standings: points, and a mark for a bye, a missed round or a forfeit."""
    if cell.kind == TABLE:
        return fraction(cell.score, lang)
    if cell.kind == WAITING:
        return "…"
    mark = say(f"marks.{ {BYE: 'bye', MISSED: 'missed', FORFEIT: 'forfeit'}[cell.kind] }", lang)
    return mark if cell.kind == MISSED else f"{fraction(cell.score, lang)} {mark}"


def _foot(t: Tournament, rows: list[Row], lang: str) -> str:
    """Explain marks and columns, and list penalties with their reasons."""
    said = [say("paper.order", lang, criteria=[say(f"criteria.{name}", lang).lower() for name in t.settings.tiebreaks])]
    kinds = {cell.kind for row in rows for cell in row.rounds}
    said += [say(f"marks.{name}_means", lang) for name in (BYE, MISSED, FORFEIT) if name in kinds]
    said += [
        say("paper.penalty", lang, name=row.name, points=fraction(points, lang), count=plural(points, lang), reason=reason)
        for row in rows
        for points, reason in row.penalties
    ]
    return f"<footer>{'<br>'.join(escape(one) for one in said)}</footer>"
