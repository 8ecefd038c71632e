"""Papers for the tables: a card with the number and the seats, and a sheet to write the result on (TR31)."""

from __future__ import annotations

from html import escape

from pioche.tournament.model import Round, Table
from pioche.tournament.paper.page import document, person, round_name, title_of
from pioche.tournament.refusals import say
from pioche.tournament.tournament import Tournament

MAX_SHEET_LINES = 12  # of a sheet that is written unit by unit
LONG = 9


def table_cards(t: Tournament, lang: str, round: int | str | None = None) -> str:
    """Two to a page, to be cut."""
    one = t.state.round(round)
    cards = []
    for table in one.live:
        names = [escape(person(t, number, lang)) for number in table.seats]
        seats = "".join(f'<li><span class="seat">{seat}</span> {name}</li>' for seat, name in enumerate(names, 1))
        cards.append(
            f'<section class="half card"><div class="word">{escape(say("paper.table_word", lang))}</div>'
            f'<div class="number">{table.number}</div><ol>{seats}</ol>'
            f'<div class="under">{escape(round_name(one, lang))} · {escape(title_of(t, lang))}<br>'
            f"{escape(say('paper.seat_one_begins', lang, name=person(t, table.seats[0], lang)))}</div></section>"
        )
    return document(f"{say('paper.cards', lang)} – {round_name(one, lang)}", lang, "\n".join(cards))


def result_sheets(t: Tournament, lang: str, round: int | str | None = None) -> str:
    one = t.state.round(round)
    sheets = [_sheet(t, one, table, lang) for table in one.live]
    return document(f"{say('paper.sheets', lang)} – {round_name(one, lang)}", lang, "\n".join(sheets))


def _sheet(t: Tournament, one: Round, table: Table, lang: str) -> str:
    """A column for each seat, a line for each unit, the total, the secondary value and the signatures."""
    profile, units = one.plan.profile, one.plan.units
    names = "".join(
        f"<th>{escape(person(t, number, lang))}<small>{escape(say('paper.seat', lang, number=seat))}</small></th>"
        for seat, number in enumerate(table.seats, 1)
    )
    empty = "<td></td>" * len(table.seats)
    lines = units if 1 < units <= MAX_SHEET_LINES else 0
    word = "manche" if profile.by_line else "unit"
    rows = [f"<tr><td>{escape(say(f'paper.{word}', lang, number=line))}</td>{empty}</tr>" for line in range(1, lines + 1)]
    rows.append(f'<tr class="sum"><td>{escape(say(f"paper.total_{profile.raw}", lang))}</td>{empty}</tr>')
    if profile.second is not None:
        rows.append(f"<tr><td>{escape(say(f'paper.{profile.second[0]}', lang))}</td>{empty}</tr>")
    rows.append(f'<tr class="sign"><td>{escape(say("paper.signature", lang))}</td>{empty}</tr>')
    notes = [say("paper.check_agnes", lang)] if profile.by_line else []
    if one.plan.minutes:
        notes.append(say("paper.clock", lang, minutes=one.plan.minutes))
    long = " long" if lines >= LONG else ""
    title = say("paper.table", lang, number=table.number)
    return (
        f'<section class="half sheet{long}"><div class="head"><span class="number">{title}</span>'
        f'<span>{escape(round_name(one, lang))}</span><span class="note">{escape(title_of(t, lang))}<br>'
        f"{escape(say('paper.sheet_word', lang))}</span></div>"
        f"<table><thead><tr><th></th>{names}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f"<footer>{'<br>'.join(escape(one) for one in notes)}</footer></section>"
    )
