"""`pioche print` and `pioche site`: papers as PDF files, and the player's part as a folder of pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pioche.printing import booklet, whole_sheets
from pioche.printing.card_pictures import HIDDEN, Ink, french_deck, picture, triangular_deck
from pioche.printing.typesetting import page_count, pdf
from pioche.terminal import refusal, say, show

PAPERS = ("a4", "letter")
INKS = ("full", "saving")
LETTER_LANDS = ("US", "CA", "MX", "PH", "CL", "CO")


def print_(asked: Any, lang: str) -> int:
    """A paper into one PDF file."""
    paper = asked.paper or usual_paper(os.environ)
    chosen = (paper, PAPERS, "--paper"), (asked.ink, INKS, "--ink"), (asked.deck, tuple(whole_sheets.DECKS), "--deck")
    for value, known, what in chosen:
        if value not in known:
            raise refusal("errors.one_of", what=what, value=value, known=", ".join(known))
    makers: dict[str, Callable[[], str]] = {
        "rules": lambda: booklet.booklet(lang, paper, asked.ink, _version()),
        "deck": lambda: whole_sheets.deck(lang, paper, asked.ink, asked.deck, asked.backs),
        "sheets": lambda: whole_sheets.score_sheets(lang, paper),
        "poster": lambda: whole_sheets.poster(lang, paper, asked.ink),
    }
    if asked.what not in makers:
        raise refusal("errors.one_of", what="pioche print", value=asked.what, known=", ".join(makers))
    made = pdf(makers[asked.what](), cards(lang, asked.ink, rounded=asked.what != "deck"))
    out = Path(asked.out or f"pioche-{asked.what}-{lang}.pdf")
    try:
        out.write_bytes(made)
    except OSError as wrong:
        raise refusal("errors.unwritable", file=out) from wrong
    show(say("print.written", lang, file=out, pages=page_count(made)))
    if asked.what == "rules":
        show(say("print.how_booklet", lang))
    if asked.what == "deck":
        show(say("print.how_deck", lang))
    return 0


def site(asked: Any, lang: str) -> int:
    """The rules of all games, odds, a printable deck and lessons as pictures, for any static host."""
    from pioche.printing.static_pages import write

    folder = Path(asked.folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())) and not (folder / "pioche.css").is_file():
        raise refusal("errors.folder_in_use", folder=folder)
    try:
        count = write(folder, lang)
    except OSError as wrong:
        raise refusal("errors.unwritable", file=folder) from wrong
    show(say("site.written", lang, folder=folder, pages=count, start=folder / "index.html"))
    return 0


def cards(lang: str, ink: Ink, rounded: bool = True) -> dict[str, str]:
    """Every card as the papers name it."""
    every = dict.fromkeys([*triangular_deck(), *french_deck(), HIDDEN])
    return {booklet.file_name(card): picture(card, lang, ink, rounded) for card in every}


def usual_paper(environment: Mapping[str, str]) -> str:
    """Letter where people print on it, A4 elsewhere."""
    for name in ("LC_ALL", "LC_PAPER", "LANG"):
        if environment.get(name):
            return "letter" if environment[name].partition(".")[0].partition("_")[2] in LETTER_LANDS else "a4"
    return "a4"


def _version() -> str:
    from pioche import __version__

    return __version__
