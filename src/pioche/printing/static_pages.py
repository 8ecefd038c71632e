"""`pioche site`: the player's part as a folder of pages in both languages, for any static host, or for none.

Every link is relative and every picture lies beside the pages, so that it opens from a folder as well.
"""

from __future__ import annotations

from html import escape
from importlib import resources
from pathlib import Path

from pioche import text
from pioche.engine.rulebook import Rulebook
from pioche.printing import booklet, whole_sheets
from pioche.printing.booklet import file_name, games_in_order, odds_rows, words
from pioche.printing.card_pictures import HIDDEN, french_deck, picture, triangular_deck
from pioche.printing.chances import TABLES
from pioche.printing.players_sheet import for_players
from pioche.printing.scene_pictures import scene_picture
from pioche.printing.scenes import Scene, scenes
from pioche.printing.sheet_blocks import Block, Run, Runs, read_sheet
from pioche.printing.typesetting import is_installed, pdf

STYLE = "pioche.css"
TAGS = {"strong": "strong", "em": "em", "code": "code"}
LESSONS, ODDS, DECK = "lessons.html", "odds.html", "deck.html"
IN_MENU = ("rules", "deck")  # the papers one finds from every page
DECKS = ("deck", "deck52")


def write(folder: Path, first: str) -> int:
    """Writes all pages, with a door in the language `first`; returns how many there are."""
    pages: dict[str, str] = {"index.html": _door(first)}
    for lang in text.LANGUAGES:
        for card in dict.fromkeys([*triangular_deck(), *french_deck(), HIDDEN]):
            _put(folder / lang / "cards" / f"{file_name(card)}.svg", picture(card, lang, rounded=True))
        printed = _papers(folder / lang, lang)
        pages[f"{lang}/index.html"] = _home(lang, printed)
        pages[f"{lang}/{LESSONS}"] = _lessons(lang, printed)
        pages[f"{lang}/{ODDS}"] = _odds_page(lang, printed)
        pages[f"{lang}/{DECK}"] = _deck_page(lang, printed)
        pages |= {f"{lang}/{rules.id}.html": _game(rules, lang, printed) for rules in games_in_order()}
        for rules in games_in_order():
            for number, scene in enumerate(scenes(rules.id, lang)):
                _put(folder / lang / "scenes" / f"{rules.id}-{number + 1}.svg", scene_picture(scene, lang))
    for name, page in pages.items():
        _put(folder / name, page)
    _put(folder / STYLE, resources.files("pioche.printing").joinpath(STYLE).read_text(encoding="utf-8"))
    return len(pages)


def _put(path: Path, told: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(told, encoding="utf-8")


def _papers(folder: Path, lang: str) -> dict[str, str]:
    """The papers as PDF files where the typesetter is installed: file names by paper."""
    if not is_installed():
        return {}
    from pioche import __version__

    round_ = {file_name(card): picture(card, lang) for card in dict.fromkeys([*triangular_deck(), *french_deck(), HIDDEN])}
    faces = dict.fromkeys([*triangular_deck(), *french_deck()])
    square = {file_name(card): picture(card, lang, rounded=False) for card in faces}
    made = {
        "rules": pdf(booklet.booklet(lang, "a4", "full", __version__), round_),
        "deck": pdf(whole_sheets.deck(lang, "a4", "full", "triangular", False), square),
        "deck52": pdf(whole_sheets.deck(lang, "a4", "full", "52", False), square),
        "sheets": pdf(whole_sheets.score_sheets(lang, "a4"), round_),
        "poster": pdf(whole_sheets.poster(lang, "a4"), round_),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, paper in made.items():
        (folder / f"pioche-{name}.pdf").write_bytes(paper)
    return {name: f"pioche-{name}.pdf" for name in made}


# -- pages --------------------------------------------------------------------------------------------------


def _said(lang: str, key: str) -> str:
    return escape(words(lang, "site", key))


def _page(lang: str, here: str, title: str, body: str, printed: dict[str, str]) -> str:
    other = next(one for one in text.LANGUAGES if one != lang)
    links = [("index.html", "home"), (LESSONS, "lessons"), (ODDS, "odds"), (DECK, "deck")]
    menu = "".join(f'<a href="{target}">{_said(lang, key)}</a>' for target, key in links)
    menu += "".join(_paper(lang, name, printed[name]) for name in IN_MENU if name in printed)
    menu += f'<a class="other" hreflang="{other}" lang="{other}" href="../{other}/{here}">{_said(lang, "other")}</a>'
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f'<link rel="stylesheet" href="../{STYLE}"></head>\n'
        f"<body>\n<nav>{menu}</nav>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _paper(lang: str, name: str, file: str) -> str:
    told = escape(text.catalogue("print", lang)["site"]["pdf_names"][name])
    return f'<a href="{file}">{told} (PDF)</a>'


def _list_of_papers(lang: str, papers: dict[str, str]) -> str:
    return "<ul>" + "".join(f"<li>{_paper(lang, name, file)}</li>" for name, file in papers.items()) + "</ul>\n"


def _door(first: str) -> str:
    ordered = sorted(text.LANGUAGES, key=lambda lang: lang != first)
    titles = {lang: escape(words(lang, "site", "title")) for lang in ordered}
    links = "".join(
        f'<p><a lang="{lang}" hreflang="{lang}" href="{lang}/index.html">{title}</a></p>' for lang, title in titles.items()
    )
    return (
        f'<!doctype html>\n<html lang="{first}">\n<head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>Pioche</title><link rel="stylesheet" href="{STYLE}"></head>\n'
        f'<body class="door"><main><h1>Pioche</h1>{links}</main></body>\n</html>\n'
    )


def _home(lang: str, printed: dict[str, str]) -> str:
    body = f"<h1>{_said(lang, 'title')}</h1>\n<p class=lead>{_said(lang, 'lead')}</p>\n"
    for family in booklet.FAMILIES:
        body += f"<h2>{escape(words(lang, 'families', family))}</h2>\n<div class=games>\n"
        for rules in games_in_order():
            if rules.family == family:
                low, high = rules.position.seats_range
                players = str(low) if low == high else f"{low}–{high}"
                minutes = "–".join(map(str, dict.fromkeys(rules.minutes)))
                body += (
                    f'<a class=game href="{rules.id}.html"><b>{escape(text.title(rules, lang))}</b>'
                    f"<span>{escape(text.find(rules, lang, 'pitch'))}</span>"
                    f"<small>{players} {_said(lang, 'players')} · {minutes} {_said(lang, 'minutes')}</small></a>\n"
                )
        body += "</div>\n"
    if printed:
        body += f"<h2>{_said(lang, 'papers')}</h2>\n{_list_of_papers(lang, printed)}"
    return _page(lang, "index.html", words(lang, "site", "title"), body, printed)


def _game(rules: Rulebook, lang: str, printed: dict[str, str]) -> str:
    sheet = for_players(rules, lang)
    body = f"<h1>{escape(sheet.title)}</h1>\n<p class=lead>{markup(sheet.pitch)}</p>\n{table_markup(sheet.facts)}"
    for place, (title, blocks) in enumerate(sheet.sections):
        last = place - len(sheet.sections)
        if last == booklet.TIPS:
            body += _odds(rules.id, lang)
        body += f"<h2>{escape(title)}</h2>\n"
        if last == booklet.EXAMPLE:
            body += _scenes(rules.id, lang)
        body += "".join(map(block_markup, blocks))
    body += f"<p class=note>{_said(lang, 'rules')} {markup(sheet.credit)}</p>\n"
    return _page(lang, f"{rules.id}.html", f"{sheet.title} · Pioche", body, printed)


def _scenes(game: str, lang: str) -> str:
    return "".join(_figure(f"{game}-{number + 1}", scene) for number, scene in enumerate(scenes(game, lang)))


def _figure(name: str, scene: Scene) -> str:
    told = escape(scene.caption, quote=True)
    return f'<figure><img src="scenes/{name}.svg" alt="{told}"><figcaption>{escape(scene.caption)}</figcaption></figure>\n'


def _lessons(lang: str, printed: dict[str, str]) -> str:
    body = f"<h1>{_said(lang, 'lessons')}</h1>\n<p class=lead>{_said(lang, 'lessons_lead')}</p>\n"
    for rules in games_in_order():
        body += f'<h2><a href="{rules.id}.html">{escape(text.title(rules, lang))}</a></h2>\n'
        body += f"<p>{markup(read_sheet(text.sheet(rules, lang)).sections[0][1][0].text)}</p>\n{_scenes(rules.id, lang)}"
    return _page(lang, LESSONS, words(lang, "site", "lessons"), body, printed)


def _odds_page(lang: str, printed: dict[str, str]) -> str:
    body = f"<h1>{_said(lang, 'odds')}</h1>\n<p class=lead>{_said(lang, 'odds_lead')}</p>\n"
    for rules in games_in_order():
        body += f'<h2><a href="{rules.id}.html">{escape(text.title(rules, lang))}</a></h2>\n' + _odds(rules.id, lang, "")
    return _page(lang, ODDS, words(lang, "site", "odds"), body, printed)


def _odds(game: str, lang: str, title: str | None = None) -> str:
    table = TABLES[game]()
    told = f"<h2>{escape(words(lang, 'odds'))}</h2>\n" if title is None else ""
    told += f"<p><em>{escape(words(lang, 'chances', table.key, 'title'))}</em></p>\n"
    told += table_markup(odds_rows(table, lang), "figures")
    return told + f"<p class=note>{escape(words(lang, 'chances', table.key, 'note'))}</p>\n"


def _deck_page(lang: str, printed: dict[str, str]) -> str:
    body = f"<h1>{_said(lang, 'deck')}</h1>\n<p class=lead>{_said(lang, 'deck_lead')}</p>\n"
    if printed:
        body += _list_of_papers(lang, {name: printed[name] for name in DECKS})
    for key, cards in (("triangular", triangular_deck()), ("pack", french_deck())):
        drawn = "".join(f'<img src="cards/{file_name(card)}.svg" alt="{card}">' for card in cards)
        body += f"<h2>{_said(lang, key)}</h2>\n<div class=deck>{drawn}</div>\n"
    return _page(lang, DECK, words(lang, "site", "deck"), body, printed)


# -- text ---------------------------------------------------------------------------------------------------


def markup(told: Runs) -> str:
    return "".join(_run(run) for run in told)


def _run(run: Run) -> str:
    if run.kind == "rule":
        return f" <small class=rule>{escape(run.text)}</small>"
    tag = TAGS.get(run.kind)
    return f"<{tag}>{escape(run.text)}</{tag}>" if tag else escape(run.text)


def block_markup(block: Block) -> str:
    if block.kind == "ul":
        return "<ul>" + "".join(f"<li>{markup(item)}</li>" for item in block.items) + "</ul>\n"
    if block.kind == "table":
        return table_markup(block.rows, block.role)
    kind = f" class={block.role}" if block.role else ""
    return f"<p{kind}>{markup(block.text)}</p>\n"


def table_markup(rows: list[list[Runs]], name: str = "") -> str:
    head = "".join(f"<th>{markup(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{markup(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    kind = f' class="{name}"' if name else ""
    return f"<div class=wide><table{kind}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n"
