"""The papers as they come out of the typesetter: sizes, counts, nothing beyond the margins, no heading left alone."""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pioche import text
from pioche.printing import booklet, players_sheet, typesetting, typst_words
from pioche.printing import whole_sheets as papers
from pioche.printing.sheet_blocks import Block, plain, read_sheet, runs
from pioche.terminal.cli import main
from pioche.terminal.commands.paper_commands import cards, usual_paper
from tests.strategies import GAMES

MM = 72 / 25.4
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
HALVES = {"a4": (148.0, 210.0), "letter": (139.7, 215.9)}
DOCS = Path(__file__).parents[2] / "docs" / "games"
BOTH = [(lang, paper) for lang in text.LANGUAGES for paper in SIZES]


def boxes(made: bytes) -> set[tuple[float, float]]:
    """The sizes of the pages in millimetres."""
    found = re.findall(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]", made)
    return {(round(float(w) / MM, 1), round(float(h) / MM, 1)) for w, h in found}


def white_margin(page: bytes, pixels: int) -> bool:
    """Is a frame of so many pixels left empty?"""
    picture = Image.open(BytesIO(page)).convert("L")
    width, height = picture.size
    strips = [
        (0, 0, width, pixels),
        (0, height - pixels, width, height),
        (0, 0, pixels, height),
        (width - pixels, 0, width, height),
    ]
    extremes: list[Any] = [picture.crop(strip).getextrema() for strip in strips]
    return all(darkest > 250 for darkest, _ in extremes)


@pytest.mark.parametrize(("lang", "paper"), BOTH)
def test_the_booklet_keeps_its_margins_and_its_headings(lang: str, paper: str) -> None:
    source = booklet.booklet(lang, paper, "saving", "1.0")
    pictures = cards(lang, "saving")
    pages = typesetting.images(source, pictures, dots_per_inch=42)
    assert 50 <= len(pages) <= 64
    beyond = [number for number, page in enumerate(pages, 1) if not white_margin(page, int(9 / 25.4 * 42)) and number > 1]
    assert beyond == []  # 9 mm are left empty around the text; the page number stands inside them
    headings = typesetting.query(source, pictures, "headings")
    assert sum(level == 1 for _, _, level in headings) == len(GAMES) + 2  # the introduction and the index
    lowest = HALVES[paper][1] - 15 - 11  # the margin; a heading, the space under it and a line take 10 mm
    assert [place for place in headings if place[1] > lowest] == []


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_options_on_paper_leave_out_what_only_a_screen_knows(lang: str) -> None:
    for rules in booklet.games_in_order():
        blocks = [block for _, told in players_sheet.for_players(rules, lang).sections for block in told]
        table = next(block for block in blocks if block.role == "options")
        labels = {plain(row[0]) for row in table.rows[1:]}
        left_out = {option.id for option in rules.options if players_sheet.SCREEN_ONLY.fullmatch(option.id)}
        told = {option.id for option in rules.options if text.find(rules, lang, "options", option.id, "label") in labels}
        assert told == {option.id for option in rules.options} - left_out
        assert [block.role for block in blocks].count("note") == bool(left_out)


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_every_subject_of_the_index_leads_somewhere(lang: str) -> None:
    source = booklet.booklet(lang, "a4", "saving", "1.0")
    entries = re.search(r"^#index\(\((.*),\)\)$", source, re.MULTILINE)[1]
    pairs = re.findall(r'\("([^"]+)", "(term-\d+)"\)', entries)
    assert {term for term, _ in pairs} >= {term for term, _ in text.catalogue("print", lang)["by_subject"]["subjects"]}
    assert {read_sheet(text.sheet(rules, lang)).title for rules in booklet.games_in_order()} <= {term for term, _ in pairs}
    for term, key in pairs:
        assert f'#mark("{key}")' in source, term


def test_the_index_leads_to_the_very_words() -> None:
    """A subject met in the third item of a list is not looked for where the list begins, maybe a page earlier."""
    block = Block("ul", items=[runs("Passez."), runs("**Une paire** coûte."), runs("Alors la pioche est vide (R4).")])
    subjects = {"Paire": re.compile("paire"), "Pioche vide": re.compile("pioche est vide"), "Verrou": re.compile("verrou")}
    terms: dict[str, str] = {}
    booklet._mark_subjects(block, subjects, terms)
    assert list(subjects) == ["Verrou"]
    assert [typst_words.markup(item) for item in block.items] == [
        '#"Passez."',
        f'#mark("{terms["Paire"]}")#strong("Une paire")#" coûte."',
        f'#"Alors la "#mark("{terms["Pioche vide"]}")#"pioche est vide"#rulenr("R4")#"."',
    ]
    assert plain(block.items[1]) == "Une paire coûte."


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_every_rule_number_stands_in_a_rulebook_the_page_names(lang: str) -> None:
    for rules in booklet.games_in_order():
        sheet = players_sheet.for_players(rules, lang)
        told = "".join((DOCS / f"{book}.md").read_text("utf-8") for book, _ in booklet.rulebooks_of(rules, sheet))
        missing = [
            number
            for number in sheet.rule_numbers()
            if not re.search(rf"\*\*{number}\b|\| ?{number} ?\||\b{number}\.", told)
        ]
        assert missing == [], rules.id
    assert booklet.rulebooks_of(rules, sheet)  # agnes has one of its own


def test_no_line_of_a_paper_ends_within_an_option() -> None:
    assert typst_words.inline("pioche print deck --lang fr fait") == (
        '#box(code("pioche print deck"))#" "#box(code("--lang fr"))#" fait"'
    )
    assert typst_words.inline("avec --backs.") == '#"avec "#box(code("--backs"))#"."'


def test_no_line_ends_within_a_spelled_word_or_before_its_number() -> None:
    assert (
        typst_words.no_break("B-A-U-D-E-T, 6-10-3, mi-temps")
        == "B\u2011A\u2011U\u2011D\u2011E\u2011T, 6\u201110\u20113, mi-temps"
    )
    assert (
        typst_words.no_break("Anne 7, un 10, de 1 à 10 minutes")
        == "Anne\u00a07, un\u00a010, de\u00a01\u00a0à\u00a010 minutes"
    )
    assert typst_words.no_break("paie 5 × 2 = 10 et sort") == "paie 5\u00a0×\u00a02\u00a0=\u00a010 et sort"
    assert typst_words.no_break("valent +2 −2 = 0") == "valent +2\u00a0−2\u00a0=\u00a00"


def test_the_booklet_is_half_a_sheet_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for paper, size in HALVES.items():
        out = tmp_path / f"{paper}.pdf"
        assert main(["print", "rules", "--paper", paper, "--out", str(out), "--lang", "fr"]) == 0
        made = out.read_bytes()
        assert boxes(made) == {size}
        assert f"{typesetting.page_count(made)} pages" in capsys.readouterr().out


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize(("which", "pages"), [("triangular", 7), ("52", 6)])
def test_a_deck_has_nine_cards_a_sheet(which: str, pages: int, paper: str) -> None:
    made = typesetting.pdf(papers.deck("en", paper, "full", which, False), cards("en", "full", rounded=False))
    assert typesetting.page_count(made) == pages
    assert boxes(made) == {SIZES[paper]}
    both_sides = typesetting.pdf(papers.deck("en", paper, "full", which, True), cards("en", "full", rounded=False))
    assert typesetting.page_count(both_sides) == 2 * pages


@pytest.mark.parametrize("paper", SIZES)
def test_the_marks_stand_as_far_apart_as_the_cards_are_large(paper: str) -> None:
    dots = 200
    page = typesetting.images(papers.deck("en", paper, "saving", "triangular", False), cards("en", "saving", False), dots)[0]
    picture = Image.open(BytesIO(page)).convert("L")
    width, height = SIZES[paper]
    top, left = (height - 3 * papers.CARD_MM[1]) / 2, (width - 3 * papers.CARD_MM[0]) / 2

    def marks(line: list[int]) -> list[float]:
        """The middles of the dark places of a line of pixels, in millimetres."""
        dark = [place for place, value in enumerate(line) if value < 140]
        return [place * 25.4 / dots for number, place in enumerate(dark) if not number or place - dark[number - 1] > 3]

    row, column = int((top - 3) * dots / 25.4), int((left - 3) * dots / 25.4)
    across = marks([picture.getpixel((x, row)) for x in range(picture.width)])  # type: ignore[misc]
    down = marks([picture.getpixel((column, y)) for y in range(picture.height)])  # type: ignore[misc]
    assert across == pytest.approx([left + k * papers.CARD_MM[0] for k in range(4)], abs=0.3)
    marks_down = [top + k * papers.CARD_MM[1] for k in range(4)]
    assert [min(down, key=lambda found: abs(found - mark)) for mark in marks_down] == pytest.approx(marks_down, abs=0.3)


def test_marks_stand_only_around_cards() -> None:
    """The 55th card is alone on its sheet, its back on the other side of it."""
    made = papers.deck("en", "a4", "saving", "triangular", True)
    face, back = typesetting.images(made, cards("en", "saving", False), 30)[-2:]
    left, right = (Image.open(BytesIO(page)).convert("L").point(lambda light: 255 * (light < 200)) for page in (face, back))
    far = int(90 / 25.4 * 30)  # beyond the first card, but for the words at the edges
    inner = (far, 0, left.width - far, left.height)
    assert left.crop(inner).getbbox() is None
    assert right.crop(inner).getbbox() is None
    assert right.crop((right.width - far, 0, right.width, far)).getbbox()


@pytest.mark.parametrize(("lang", "paper"), BOTH)
def test_score_sheets_and_poster(lang: str, paper: str) -> None:
    sheets = typesetting.images(papers.score_sheets(lang, paper), cards(lang, "full"), 30)
    assert len(sheets) == len(GAMES)
    assert all(white_margin(page, int(10 / 25.4 * 30)) for page in sheets)
    assert not any(white_margin(page, int(17 / 25.4 * 30)) for page in sheets)  # the rows fill the sheet
    poster = typesetting.images(papers.poster(lang, paper), cards(lang, "full"), 30)
    assert len(poster) == 1
    assert white_margin(poster[0], int(8 / 25.4 * 30))


def test_the_same_paper_twice_is_the_same_file() -> None:
    first, second = (typesetting.pdf(papers.poster("en", "a4"), cards("en", "full")) for _ in range(2))
    assert first == second


def test_the_paper_is_what_the_country_prints_on() -> None:
    assert usual_paper({"LANG": "en_US.UTF-8"}) == "letter"
    assert usual_paper({"LANG": "en_US.UTF-8", "LC_PAPER": "fr_FR.UTF-8"}) == "a4"
    assert usual_paper({"LC_ALL": "C"}) == "a4"
    assert usual_paper({}) == "a4"


@pytest.mark.parametrize(
    ("arguments", "heard"),
    [
        (["foo"], "rules, deck, sheets, poster"),
        ([], "rules, deck, sheets ou poster"),
        (["deck", "--paper", "a9"], "a4, letter"),
        (["deck", "--ink", "none"], "full, saving"),
        (["deck", "--deck", "tarot"], "triangular, 52"),
    ],
)
def test_what_cannot_be_printed_is_refused(arguments: list[str], heard: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", *arguments, "--lang", "fr"]) == 2
    assert heard in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "poster", "--out", str(tmp_path / "no" / "poster.pdf"), "--lang", "en"]) == 2
    assert "can’t be written" in capsys.readouterr().err


def test_without_the_typesetter_one_sentence_says_how_to_get_it() -> None:
    hidden = "import sys; sys.modules['typst'] = None; from pioche.terminal.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", hidden, "print", "poster", "--lang", "fr"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "pip install 'pioche[print]'" in done.stderr
    assert "Traceback" not in done.stderr
