"""Whole sheets in the typesetter's language: decks to cut out, score sheets, the poster with the odds of pairing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pioche import text
from pioche.engine.game import load
from pioche.engine.rulebook import Rulebook
from pioche.printing import typst_words as typst
from pioche.printing.booklet import file_name, games_in_order, words
from pioche.printing.card_pictures import BACK, CREAM, french_deck, triangular_deck
from pioche.printing.chances import mean_cost, pairing, without_pair

SIZES = {"a4": ("210mm", "297mm"), "letter": ("215.9mm", "279.4mm")}
CARD_MM = (63.5, 88.9)  # poker size in millimetres; papers.typ has the same
CARDS_A_SHEET = 9
DECKS = {"triangular": triangular_deck, "52": french_deck}
MAX_COLUMNS, ROWS_OF_A_LONG_MATCH, LIVES_ROWS = 8, 15, 12
EXAMPLE_PAIRS = ((1, 4), (2, 5), (3, 8), (4, 7), (6, 8), (5, 10), (8, 9), (9, 10))  # a few examples of what a card costs
EDGE = {"a4": "16.9mm", "letter": "15.5mm"}  # of a diamond of the poster: a Letter sheet is not as high
EXAMPLE = (6, 8)  # the two cards by which the poster shows how to read it
RANKS = range(1, 11)
UNNAMED_LIVES = 3  # Spoons counts lives without letters


def _opened(lang: str, paper: str, title: str, **more: str) -> str:
    extra = "".join(f", {name}: {value}" for name, value in more.items())
    told = f'paper: "{paper}", lang: "{lang}", title: {typst.string(title)}{extra}'
    return f'#import "papers.typ": *\n#show: sheet.with({told})\n'


def deck(lang: str, paper: str, ink: str, which: str, backs: bool) -> str:
    """The cards of a deck, nine a sheet; with `backs` every sheet is followed by its other side."""
    cut = text.fill(words(lang, "deck", "title"), {"width": _mm(CARD_MM[0], lang), "height": _mm(CARD_MM[1], lang)}, lang)
    advice = words(lang, "deck", "paper")
    width, height = SIZES[paper]
    lines = str(ink == "saving").lower()
    cards = DECKS[which]()
    parts = [_opened(lang, paper, words(lang, "figure_deck" if which == "triangular" else "figure_pack"))]
    for first in range(0, len(cards), CARDS_A_SHEET):
        sheet = cards[first : first + CARDS_A_SHEET]
        sides = [sheet, ["?"] * len(sheet)] if backs else [sheet]
        for number, side in enumerate(sides):
            margins = (typst.string("" if number else told) for told in (cut, advice))
            names = ", ".join(typst.string(file_name(card)) for card in side)
            ground = "none" if ink == "saving" else typst.string(BACK if number else CREAM)
            parts.append(
                typst.call(
                    "card-page", width, height, f"({names},)", *margins,
                    f"mirrored: {str(bool(number)).lower()}", f"lines: {lines}", f"ground: {ground}",
                )
            )  # fmt: skip
    return "".join(parts)


def _mm(value: float, lang: str) -> str:
    return text.localized(f"{value:g}", lang)


# -- score sheets -------------------------------------------------------------------------------------------


def score_sheets(lang: str, paper: str) -> str:
    """A sheet for every game, as its rulebook counts: coins, points, penalty cards or letters."""
    return _opened(lang, paper, words(lang, "sheets", "title")) + "".join(
        _score_sheet(rules, lang) for rules in games_in_order()
    )


def _score_sheet(rules: Rulebook, lang: str) -> str:
    def said(key: str, **values: Any) -> str:
        return text.fill(words(lang, "sheets", key), values, lang)

    title, date = text.title(rules, lang), f"{said('date')} ____________"
    game = load(rules.id)
    if rules.lives:
        word = text.life_word(rules, game.options, lang)
        how = said("lives" if word else "rounds")
        word = word or "○" * UNNAMED_LIVES
        return typst.call("lives-sheet", *map(typst.string, (title, date, how, said("name"), word)), str(LIVES_ROWS))
    told = said("penalty") + " " + said("losing") if rules.id == "pairs" else said(_counted(rules))
    if rules.goals and _counted(rules) == "points" and rules.id != "pairs":
        told += " " + said("goals", value=_goal(rules))
    columns = min(rules.position.seats_range[1], MAX_COLUMNS)
    first = said("game") if rules.id == "pairs" else said("deal")
    rows = ", ".join(typst.string(f"{first} {number}") for number in range(1, _rows(rules, game.options) + 1))
    start = ", ".join(map(typst.string, (title, date, told, said("name"))))
    return typst.call("score-sheet", start, f"({rows},)", str(columns), typst.string(said("total")))


def _counted(rules: Rulebook) -> str:
    if rules.id == "agnes":
        return "agnes"
    return "purse" if rules.family == "pairs" else "points"


def _goal(rules: Rulebook) -> int:
    """The score that ends a match of several deals: the option's own, or that of the variant which sets it."""
    name = rules.goals[0]
    found = [load(rules.id).options[name], *(fixed.get(name) for fixed in rules.presets.values())]
    return int(next(value for value in found if value))


def _rows(rules: Rulebook, options: Any) -> int:
    rows = options.get(rules.length) if rules.length else None
    return rows if isinstance(rows, int) and rows > 5 else ROWS_OF_A_LONG_MATCH


# -- the poster ---------------------------------------------------------------------------------------------


def poster(lang: str, paper: str, ink: str = "full") -> str:
    """The odds of pairing, to be hung on the wall."""
    return "".join(_poster(lang, paper, str(ink == "full").lower()))


def _poster(lang: str, paper: str, full: str) -> Iterator[str]:
    def said(key: str) -> str:
        return typst.string(words(lang, "poster", key))

    yield _opened(lang, paper, words(lang, "poster", "title"))
    soft = f"poster-inks({full}).soft"
    yield f"#poster-page({full}, [\n"
    yield f"#align(center, text(size: 36pt, fill: poster-inks({full}).title, {said('title')}))\n#v(-3.5mm)\n"
    yield f"#align(center, block(width: 92%, text(size: 12pt, fill: {soft}, {said('lead')})))\n#v(1fr)\n"
    yield f"#align(center, {_pyramid(full, EDGE[paper])})\n#v(1fr)\n"
    low, high = EXAMPLE
    read = {"low": low, "high": high, "chance": f"{100 * float(pairing(low, high)):.0f}"}
    key = typst.string(text.fill(words(lang, "poster", "key"), read, lang))
    yield f"#align(center, block(width: 92%, text(size: 10.5pt, fill: {soft}, {key})))\n#v(1fr)\n"
    rows = [(str(k), typst.number(without_pair(k), lang), float(without_pair(k))) for k in range(2, 9)]
    bars = ", ".join(f"({typst.string(label)}, {typst.string(share)}, {value:.4f})" for label, share, value in rows)
    means = [(str(a), str(b), text.decimal(float(mean_cost(a, b)), lang, 1)) for a, b in EXAMPLE_PAIRS]
    costs = ", ".join(f"({', '.join(map(typst.string, mean))})" for mean in means)
    parts = [
        f"poster-part({said('far')}, {said('far_text')}, bars(({bars},), {full}), {full})",
        f"poster-part({said('cost')}, {said('cost_text')}, costs(({costs},), {full}), {full})",
    ]
    yield f"#grid(columns: (1fr, 1fr), column-gutter: 9mm, {', '.join(parts)})\n#v(1fr)\n"
    yield f"#align(center, text(size: 8pt, fill: {soft}, {said('foot')}))\n])\n"


def _pyramid(full: str, edge: str) -> str:
    held = [(low, high) for low in RANKS for high in RANKS if low <= high]
    cells = [(low, high, pairing(low, high) if low != high else pairing(low)) for low, high in held]
    largest = max(chance for _, _, chance in cells)
    percents = [typst.string(f"{100 * float(chance):.0f}") for _, _, chance in cells]
    told = [
        f"({low}, {high}, {percent}, {float(chance):.4f})"
        for (low, high, chance), percent in zip(cells, percents, strict=True)
    ]
    return f"odds-pyramid(({', '.join(told)}), {float(largest):.4f}, {EXAMPLE}, {full}, {edge})"
