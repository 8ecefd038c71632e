"""One HTML page that stands alone: no file beside it, made to be printed on A4 and to be read on a screen."""

from __future__ import annotations

from html import escape

from pioche.tournament.model import LAST, SEMI, Round
from pioche.tournament.refusals import say
from pioche.tournament.tournament import Tournament

STYLE = """
@page { size: A4; margin: 13mm 14mm 14mm; }
:root { --ink: #16211f; --felt: #0b3b3c; --soft: #566a66; --line: #c3cfcb; --tint: #eef3f0;
  --brass: #99680f; --red: #b9371a; }
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 190mm; padding: 6mm 0; color: var(--ink); background: #fff;
  font: 10.5pt/1.4 "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif; }
@media print { body { max-width: none; padding: 0; } }
h1, h2, .number { font-family: Georgia, "Times New Roman", "Liberation Serif", "DejaVu Serif", serif; font-weight: 400; }
header.page { display: flex; justify-content: space-between; align-items: flex-end; gap: 8mm;
  border-bottom: 1.6pt solid var(--felt); padding-bottom: 2.5mm; margin-bottom: 6mm; }
header.page h1 { font-size: 23pt; line-height: 1.08; margin: 0; color: var(--felt); }
header.page p { margin: 0; color: var(--soft); text-align: right; font-size: 9.5pt; white-space: nowrap; }
header.page p b { display: block; color: var(--felt); font: 400 14pt/1.2 Georgia, "Liberation Serif", serif; }
h2 { font-size: 14pt; color: var(--felt); margin: 7mm 0 2.5mm; break-after: avoid; }
.note { color: var(--soft); font-size: 9pt; }
ol, ul { margin: 0; padding: 0; list-style: none; }
.tables { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4mm; align-items: start; }
.table { border: .6pt solid var(--line); border-radius: 2mm; overflow: hidden; break-inside: avoid; }
.table h3 { margin: 0; padding: 1.2mm 3mm; background: var(--felt); color: #fff; font-size: 10.5pt; font-weight: 600;
  display: flex; justify-content: space-between; }
.table h3 small { font-weight: 400; opacity: .8; }
.table li { padding: 1mm 3mm; display: flex; gap: 2.5mm; }
.table li + li { border-top: .4pt solid var(--line); }
.seat { color: var(--brass); font-weight: 600; min-width: 4mm; }
.first::after { content: attr(data-first); color: var(--soft); font-size: 8pt; margin-left: auto; align-self: center; }
.new { background: #fdf3df; }
.house { color: var(--soft); font-style: italic; }
.names { columns: 2; column-gap: 10mm; }
.names li { display: flex; align-items: baseline; gap: 2mm; padding: .7mm 0; break-inside: avoid; white-space: nowrap; }
.why { columns: 2; column-gap: 10mm; font-size: 8pt; }
.why li { break-inside: avoid; padding-bottom: .4mm; }
.names .dots { flex: 1; border-bottom: .6pt dotted var(--line); }
table { width: 100%; border-collapse: collapse; font-size: 9.5pt; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { text-align: right; font-weight: 600; color: var(--soft); font-size: 8pt; padding: 0 1.6mm 1.4mm;
  border-bottom: .8pt solid var(--felt); vertical-align: bottom; }
td { text-align: right; padding: 1.15mm 1.6mm; border-bottom: .4pt solid var(--line); }
th.text, td.text { text-align: left; }
td.place { font: 400 12pt/1 Georgia, "Liberation Serif", serif; color: var(--felt); width: 9mm; }
td.name { font-weight: 600; white-space: nowrap; }
td.score { font-weight: 700; color: var(--felt); }
td.round { color: var(--soft); }
tbody tr.top td { background: var(--tint); }
.mark { color: var(--red); font-size: 7.5pt; font-weight: 600; }
.won { color: var(--brass); }
.club { color: var(--soft); font-weight: 400; }
.half { height: 131mm; break-inside: avoid; display: flex; flex-direction: column; }
.half:nth-of-type(2n) { border-top: .8pt dashed var(--line); padding-top: 6mm; margin-top: 6mm; break-after: page; }
.half:last-of-type { break-after: auto; }
.card { align-items: center; justify-content: center; text-align: center; }
.card .number { font-size: 165pt; line-height: .92; color: var(--felt); }
.card .word { letter-spacing: .32em; text-indent: .32em; text-transform: uppercase; color: var(--brass); font-size: 11pt; }
.card ol { display: flex; flex-wrap: wrap; justify-content: center; gap: 2mm 9mm;
  margin-top: 6mm; font-size: 17pt; max-width: 175mm; }
.card .under { color: var(--soft); margin-top: 5mm; }
.sheet .head { display: flex; align-items: baseline; gap: 5mm; margin-bottom: 2mm; }
.sheet .head .number { font-size: 26pt; line-height: 1; color: var(--felt); }
.sheet .head .note { margin-left: auto; text-align: right; }
.sheet table { table-layout: fixed; }
.sheet th { text-align: center; color: var(--ink); font-size: 9.5pt; overflow-wrap: break-word; }
.sheet th small { display: block; font-weight: 400; color: var(--soft); font-size: 7.5pt; }
.sheet td { height: 7mm; padding: 0 1mm; border: .5pt solid var(--line); text-align: center; }
.sheet td:first-child, .sheet th:first-child { width: 27mm; text-align: left; color: var(--soft); font-size: 8.5pt;
  border-left: 0; }
.sheet tr.sum td { border-top: 1pt solid var(--felt); height: 9mm; background: var(--tint); }
.sheet tr.sign td { height: 11mm; }
.sheet.long td { height: 5.6mm; }
footer { margin-top: 6mm; color: var(--soft); font-size: 8.5pt; }
"""


def document(title: str, lang: str, body: str, style: str = "") -> str:
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f"<title>{escape(title)}</title><style>{STYLE}{style}</style>"
    return f'<!doctype html>\n<html lang="{lang}">\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n'


def heading(t: Tournament, what: str, lang: str, one: Round | None = None) -> str:
    """The head of a page: what it is, of which tournament and round."""
    where = round_name(one, lang) if one is not None else ""
    return f'<header class="page"><h1>{escape(what)}</h1><p><b>{escape(where)}</b>{escape(title_of(t, lang))}</p></header>'


def title_of(t: Tournament, lang: str) -> str:
    game = t.settings.plan(0).profile.match(t.settings.k, t.settings.units, t.settings.game_options)
    return t.settings.title or say("paper.untitled", lang, game=game.title(lang))


def round_name(one: Round, lang: str) -> str:
    if one.kind == SEMI:
        return say("paper.semi", lang)
    return say("paper.final", lang) if one.kind == LAST else say("paper.round", lang, number=one.number)


def person(t: Tournament, number: int, lang: str) -> str:
    """A name; fillers are told in the language of the page."""
    name = t.state.name(number)
    if number < 0 and name.startswith("filler "):
        return say("paper.filler", lang, number=name.partition(" ")[2])
    return name
