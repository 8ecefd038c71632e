"""A portrait as a page: one HTML file with everything in it, in both languages, and the same in Markdown."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from pioche import text
from pioche.lab.game_report.findings import Finding, findings, say
from pioche.lab.game_report.game_report import GameReport
from pioche.lab.game_report.report_pictures import pictures
from pioche.lab.plots import smaller

SUMMARY_SENTENCES = 6  # sentences in short
STYLE = """
:root{--felt:#0b3b3c;--paper:#f7f0df;--ink:#173233;--soft:#5c7370;--brass:#a9741a;--rule:#d9cdb0}
@media (prefers-color-scheme:dark){:root{--paper:#0d2a2b;--ink:#f5ecd7;--soft:#9dbdb7;--brass:#d9a441;--rule:#1c5657}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 "Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1,h2{font-family:Georgia,"Times New Roman","DejaVu Serif",serif;font-weight:400;line-height:1.2}
h1{font-size:2.3rem;margin:0 0 .6rem}h2{font-size:1.45rem;margin:3rem 0 .6rem}
.headline{font:400 1.42rem/1.4 Georgia,"Times New Roman","DejaVu Serif",serif;color:var(--brass);margin:.4rem 0 1.8rem}
.made{color:var(--soft);font-size:.9rem;margin:0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.2rem,1fr));gap:.2rem 1.4rem;margin:0 0 2rem;
 padding:1rem 0;border-top:1px solid var(--rule);border-bottom:1px solid var(--rule)}
.facts div{padding:.3rem 0}.facts dt{color:var(--soft);font-size:.85rem}.facts dd{margin:0;font:400 1.6rem Georgia,serif}
.facts small{font-size:.8rem;color:var(--soft)}
ul{padding-left:1.1rem}li{margin:.35rem 0}
figure{margin:.8rem 0 0}figure svg{width:100%;height:auto;display:block;border-radius:14px}
figure.wide{margin-left:calc(50% - min(50vw,30rem) + .6rem);margin-right:calc(50% - min(50vw,30rem) + .6rem)}
nav{display:flex;gap:1rem;justify-content:flex-end;font-size:.95rem}
nav label{cursor:pointer;color:var(--brass);text-decoration:underline}
input.lang{position:absolute;opacity:0;pointer-events:none}
input.lang:focus-visible~main nav label{outline:2px solid var(--brass);outline-offset:3px}
@media (max-width:600px){figure{overflow-x:auto}figure svg{min-width:34rem}figure.wide svg{min-width:46rem}}
[lang=fr].page,#fr:checked~main [lang=en].page{display:none}#fr:checked~main [lang=fr].page{display:block}
"""
# Opens in French for French browsers; without scripts there is the link in the corner.
LANGUAGE_SCRIPT = (
    "if(/^fr/i.test(navigator.language)){document.getElementById('fr').checked=true;document.documentElement.lang='fr'}"
)


def write_report(found: GameReport, folder: Path) -> list[Path]:
    """`GAME.html` with both languages, `GAME.en.md` and `GAME.fr.md` with their pictures beside them."""
    name = found.game.preset or found.game.id
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    written, bodies = [], {}
    for lang in text.LANGUAGES:
        drawn = {what: smaller(svg) for what, svg in pictures(found, lang).items()}
        for what, svg in drawn.items():
            written.append(folder / "pictures" / f"{name}-{what}.{lang}.svg")
            written[-1].write_text(svg, encoding="utf-8")
        bodies[lang] = html_body(found, drawn, lang)
        written.append(folder / f"{name}.{lang}.md")
        written[-1].write_text(markdown(found, drawn, name, lang), encoding="utf-8")
    written.append(folder / f"{name}.html")
    written[-1].write_text(page(found, bodies), encoding="utf-8")
    return written


def headline(found: GameReport) -> Finding:
    """The one thing that no rulebook says."""
    return findings(found)[0]


def facts(found: GameReport, lang: str) -> list[tuple[str, str, str]]:
    """Return the key figures: name, value, and margin of error."""
    result = found.result
    told: list[tuple[str, Any, bool, int]] = [
        ("minutes", result.minutes, False, 1),
        ("decisions", result.decisions, False, 0),
        ("changes", result.lead_changes, False, 1),
    ]
    if found.luck:
        told += [("luck", found.luck.share, True, 0), ("gap", found.luck.worth, True, 0)]
    if found.importance:
        told.append(("mattered", found.importance.mattered, True, 0))
    shown = []
    for key, one, share, digits in told:
        write = text.percent if share else text.decimal
        error = max(1.96 * one.error, 0.0)
        shown.append((say(f"facts.{key}", lang), write(one.mean, lang, digits), "± " + write(error, lang, digits + 1)))
    return shown


def texts(found: GameReport, lang: str) -> dict[str, str]:
    """Return the text beside each picture."""
    result = found.result
    low, _, _, _, high = result.spreads["minutes"].quantiles()
    deals = result.deals.mean
    wins = [one.mean for one in result.wins]
    low_win, high_win = text.percent(min(wins), lang), text.percent(max(wins), lang)
    seats = low_win if low_win == high_win else say("range", lang, low=low_win, high=high_win)
    told = {
        "length": say(
            "length_text",
            lang,
            mean=text.decimal(result.minutes.mean, lang, 1),
            low=text.decimal(low, lang, 1),
            high=text.decimal(high, lang, 1),
            decisions=text.decimal(result.decisions.mean, lang, 0),
            deals=round(deals),
            forced=text.percent(result.forced.mean, lang),
        ),
        "order": say("order_text" if result.ordered else "seat_text", lang, seats=seats),
        "lead": say(
            "lead_text",
            lang,
            suspense=text.percent(result.suspense.mean, lang),
            changes=text.decimal(result.lead_changes.mean, lang, 1),
        ),
        "options": say("options_text", lang),
    }
    if found.luck:
        told["luck"] = say("luck_text", lang, share=text.percent(found.luck.share.mean, lang))
    if found.importance:
        key = "actions_text_deal" if found.importance.by_deal else "actions_text"
        told["actions"] = say(key, lang, mattered=text.percent(found.importance.mattered.mean, lang))
    return told


def made(found: GameReport, lang: str) -> str:
    matches = text.thousands(found.result.matches)
    return say("made", lang, players=found.players, matches=matches, seed=found.result.seed, seats=found.game.seats)


def html_body(found: GameReport, drawn: dict[str, str], lang: str) -> str:
    first, *rest = findings(found)
    numbers = "".join(
        f"<div><dt>{escape(what)}</dt><dd>{escape(much)} <small>{escape(give)}</small></dd></div>"
        for what, much, give in facts(found, lang)
    )
    short = "".join(f"<li>{escape(one.said(lang))}</li>" for one in rest[:SUMMARY_SENTENCES])
    beside = texts(found, lang)
    sections = "".join(
        f"<h2>{escape(say(what, lang))}</h2><p>{escape(beside[what])}</p>"
        f"<figure{' class=wide' if what == 'options' else ''}>{_inline(svg, f'{what}-{lang}')}</figure>"
        for what, svg in drawn.items()
    )
    other = "en" if lang == "fr" else "fr"
    return (
        f'<div class="page" lang="{lang}"><nav><label for="{other}">{say("other", lang)}</label></nav>'
        f"<h1>{escape(say('title', lang, game=found.game.title(lang)))}</h1>"
        f'<p class="headline">{escape(first.said(lang))}</p><dl class="facts">{numbers}</dl>'
        f"<h2>{escape(say('in_short', lang))}</h2><ul>{short}</ul>{sections}"
        f'<h2></h2><p class="made">{escape(made(found, lang))}</p></div>'
    )


def shown(found: GameReport, lang: str = "en") -> str:
    """The report inside a notebook."""
    drawn = {what: smaller(svg) for what, svg in pictures(found, lang).items()}
    return html_body(found, drawn, lang).replace("<nav>", "<nav hidden>")


def page(found: GameReport, bodies: dict[str, str]) -> str:
    titles = dict.fromkeys(say("title", lang, game=found.game.title(lang)) for lang in text.LANGUAGES)
    title = escape(" · ".join(titles))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body>"
        '<input class="lang" type="radio" name="lang" id="en" aria-label="English" checked>'
        '<input class="lang" type="radio" name="lang" id="fr" aria-label="Français">'
        f"<script>{LANGUAGE_SCRIPT}</script><main>{bodies['en']}\n{bodies['fr']}</main></body></html>\n"
    )


def _inline(svg: str, own: str) -> str:
    """A picture inside a page: without its own heading, and with names no other picture has."""
    drawn = svg[svg.index("<svg") :]
    names = set(re.findall(r'\bid="([^"]+)"', drawn))
    for name in sorted(names, key=len, reverse=True):
        before = r'(\bid="|#|aria-labelledby="title |aria-labelledby=")'
        drawn = re.sub(rf'{before}{re.escape(name)}(?=["\s)])', rf"\g<1>{own}-{name}", drawn)
    return drawn.replace(f'aria-labelledby="{own}-title desc"', f'aria-labelledby="{own}-title {own}-desc"')


def markdown(found: GameReport, drawn: dict[str, str], name: str, lang: str) -> str:
    first, *rest = findings(found)
    beside = texts(found, lang)
    lines = [f"# {say('title', lang, game=found.game.title(lang))}", "", f"**{first.said(lang)}**", ""]
    told = facts(found, lang)
    lines += [f"| {' | '.join(what for what, _, _ in told)} |", f"|{'---|' * len(told)}"]
    lines += [f"| {' | '.join(f'{much} {give}' for _, much, give in told)} |", "", f"## {say('in_short', lang)}", ""]
    lines += [f"- {one.said(lang)}" for one in rest[:SUMMARY_SENTENCES]]
    for what in drawn:
        picture = f"![{say(what, lang)}](pictures/{name}-{what}.{lang}.svg)"
        lines += ["", f"## {say(what, lang)}", "", beside[what], "", picture]
    return "\n".join([*lines, "", made(found, lang), ""])


def write_index(found: list[GameReport], folder: Path) -> list[Path]:
    """The list of all reports, with their headlines."""
    written = []
    for lang in text.LANGUAGES:
        lines = [f"# {say('index_title', lang)}", "", say("index_text", lang), ""]
        for one in found:
            report = f"[{one.game.title(lang)}]({one.game.id}.{lang}.md)"
            lines.append(f"- {say('index_line', lang, report=report, headline=headline(one).said(lang))}")
        written.append(folder / ("README.md" if lang == "en" else "README.fr.md"))
        written[-1].write_text("\n".join([*lines, ""]), encoding="utf-8")
    return written
