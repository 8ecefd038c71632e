"""The portrait of a game: one page in both languages, the same in Markdown, and something to say."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest

import pioche
from pioche.lab.game_report.findings import findings
from pioche.lab.game_report.game_report import Effort, alternatives, game_report, twin_of
from pioche.lab.game_report.report_pages import headline, write_index, write_report
from pioche.lab.game_report.report_pictures import pictures
from pioche.lab.plots import BRASS, CREAM, FELT, VERMILION, ink_on, smaller
from pioche.terminal.cli import main
from tests.lab.made_game import registered

__all__ = ["registered"]  # a fixture
SMALL = Effort(matches=600, luck=120, decisions=25, option_matches=1024, option_seconds=1e6)
SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = {"en": "README.md", "fr": "README.fr.md"}


@pytest.fixture(scope="module")
def starboard():
    return game_report(pioche.load("starboard", seats=3, deals=4), SMALL)


@pytest.fixture(scope="module")
def written(starboard, tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    assert write_report(starboard, folder)[-1] == folder / "starboard.html"
    return folder


def test_one_page_holds_both_languages_and_needs_nothing_else(starboard, written):
    html = (written / "starboard.html").read_text(encoding="utf-8")

    for lang in LANGUAGES:
        body = re.search(rf'<div class="page" lang="{lang}">.*?(?=<div class="page"|</main>)', html, re.S)[0]
        assert all(one.said(lang) in unescape(body) for one in findings(starboard)[:5])
        assert body.count("<svg") == 6
    assert not re.findall(r"<script [^>]*src|<link|<img|@import|url\((?!#)|src=|href=\"(?!#)", html)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert {name for name in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', html) for name in name if name} <= set(ids)


def test_a_picture_is_as_small_as_it_can_be_without_loss(starboard):
    """All words, all bars and all marks are there; what is gone was not seen."""
    for svg in pictures(starboard, "fr").values():
        small = smaller(svg)
        before, after = ElementTree.fromstring(svg), ElementTree.fromstring(small)
        assert len(small) < 0.75 * len(svg)
        for name in ("text", "use", "title", "desc", "clipPath"):
            words = [[(node.text or "").strip() for node in root.iter(f"{SVG}{name}")] for root in (before, after)]
            assert words[0] == words[1]
        seen = [node for node in before.iter(f"{SVG}path") if node.get("style") != "fill: none"]
        assert len(seen) == len(list(after.iter(f"{SVG}path")))


def test_figures_in_cells_can_be_read():
    assert [ink_on(BRASS, strength) for strength in (0.25, 0.6, 1.0)] == [CREAM, CREAM, FELT]
    assert [ink_on(VERMILION, strength) for strength in (0.25, 0.8, 1.0)] == [CREAM, CREAM, FELT]


def test_the_twin_in_markdown_says_the_same_and_finds_its_pictures(starboard, written):
    for lang in LANGUAGES:
        told = (written / f"starboard.{lang}.md").read_text(encoding="utf-8")
        assert f"**{headline(starboard).said(lang)}**" in told
        pictures = re.findall(r"\]\((pictures/[^)]+)\)", told)
        assert len(pictures) == 6
        for picture in pictures:
            root = ElementTree.parse(written / picture).getroot()
            assert root.find("{http://www.w3.org/2000/svg}desc").text.strip()
    assert "{" not in told


def test_every_option_of_the_game_is_compared_with_the_rules_as_they_are(starboard):
    names = {setting.name.partition("=")[0] for setting, _ in starboard.options}

    assert {"ante", "draw_cost", "lock_out", "seats"} <= names
    assert [setting.name for setting in alternatives(starboard.game)] == [setting.name for setting, _ in starboard.options]


def test_what_is_known_of_a_game_is_what_its_portrait_says():
    enough = replace(SMALL, decisions=90)
    lottery, exam, king = (
        {one.key: one for one in findings(game_report(pioche.load("made", kind=kind, seats=seats), enough))}
        for kind, seats in (("lottery", 3), ("exam", 2), ("king", 3))
    )

    assert lottery["luck"].said("en").startswith("100\u202f% of who wins is luck")
    assert "0\u202f% of the decisions with a choice matter" in lottery["mattered"].said("en")
    assert "100\u202f%" in exam["action_right"].said("en")
    assert "100\u202f%" in king["king"].said("fr")


def test_the_command_writes_a_report_and_says_what_it_found(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert main(["report", "pairs", "--quick", "--option", "losing_score=8", "--lang", "fr"]) == 0
    assert "reports/pairs.html" in capsys.readouterr().out
    assert (tmp_path / "reports" / "pairs.html").stat().st_size > 50_000


def test_a_report_of_nothing_is_refused(capsys):
    assert main(["report"]) == 2
    assert "--all" in capsys.readouterr().err


def test_the_list_of_reports_names_them_all(starboard, tmp_path):
    for path in write_index([starboard], tmp_path):
        assert re.search(r"\]\(starboard\.(en|fr)\.md\)", path.read_text(encoding="utf-8"))


def test_the_portrait_of_spoons_says_that_bots_play_pig() -> None:
    """None of two comes first by chance: the game that was there before has no twin, nor has one of turns."""
    found = {name: twin_of(pioche.load(name), "expert", 1) for name in ("pig", "spoons", "vatra", "starboard")}
    assert {name: other and other.id for name, other in found.items()} == {
        "pig": None, "spoons": "pig", "vatra": None, "starboard": None,
    }  # fmt: skip
