"""Papers and spreadsheets: complete, safe, in both languages."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction as F
from random import Random

import pytest

from pioche.text.numbers import fraction, plural
from pioche.tournament import Refused, Tournament, paper
from tests.tournament.playing import play, random_raw, run, tournament

LANGUAGES = ("en", "fr")


def text_of(html: str) -> str:
    return re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL)


@pytest.fixture
def t() -> Tournament:
    found = tournament(
        ["<b>Zoé</b>", "Émile", "Eve", *(f"P{i}" for i in range(6))], rounds=3, k=4, kmin=4, kmax=4, title="A & B"
    )
    run(found, 1, Random(1))
    found.penalty("Eve", "1/2", "<late>")
    found.drop("P5")
    found.seat()
    return found


@pytest.mark.parametrize(
    ("value", "en", "fr"),
    [(F(9, 2), "4.5", "4,5"), (F(15, 8), "1.88", "1,88"), (F(-5, 2), "−2.5", "−2,5"), (F(1, 3), "0.33", "0,33"), (7, "7", "7"), (None, "–", "–"), (F(-1, 900), "0", "0")],
)  # fmt: skip
def test_v13_numbers_are_rounded_only_to_be_shown(value: F | None, en: str, fr: str) -> None:
    assert (fraction(value, "en"), fraction(value, "fr")) == (en, fr)


def test_french_plural_begins_at_two() -> None:
    assert [plural(value, "fr") for value in (0, F(3, 2), 2)] == [1, 1, 2]
    assert [plural(value, "en") for value in (0, 1, F(3, 2))] == [2, 1, 2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paper_stands_alone_and_names_everybody(t: Tournament, lang: str) -> None:
    seated = {name for table in t.seating().tables for name in table}
    for make in (paper.seat_list, paper.table_cards, paper.result_sheets):
        html = make(t, lang)
        assert f'<html lang="{lang}">' in html
        assert not re.search(r"(src|href)=", html)  # nothing is fetched
        assert "<b>Zoé</b>" not in html  # a name is no markup
        assert not set("{}|") & set(text_of(html))
        for name in seated - {"<b>Zoé</b>"}:
            assert name in html
    assert paper.result_sheets(t, lang).count('class="half sheet') == len(t.tables())


def test_names_are_listed_without_regard_to_accents(t: Tournament) -> None:
    t.reseat()
    names = re.findall(r"<li[^>]*>([^<]+)<span class=\"dots\">", paper.seat_list(t, "en"))
    assert names.index("Émile") < names.index("Eve") < names.index("P0")


def test_who_moved_is_marked(t: Tournament) -> None:
    t.late("Late", consent=True)
    assert 'class="new' not in paper.seat_list(t, "en")
    assert "Late" in t.reseat().changed
    assert 'class="new' in paper.seat_list(t, "en")


def test_tr31_the_sheet_of_agnes_has_a_line_for_each_manche(t: Tournament) -> None:
    html = paper.result_sheets(t, "fr")
    assert "Manche 8" in html
    assert "Manche 9" not in html
    assert "au moins un +1" in html
    assert "Somme des cartes" in html
    other = tournament(4, "hawthorn", rounds=1)
    other.seat()
    assert "Deal 10" in paper.result_sheets(other, "en")
    assert "+1" not in paper.result_sheets(other, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_standings_tell_marks_penalties_and_byes(t: Tournament, lang: str) -> None:
    html = paper.standings_page(t, lang)
    assert ("abandon" if lang == "fr" else "dropped out") in html
    assert "&lt;late&gt;" in html
    assert ("e\u00a0: exempt" if lang == "fr" else "b: bye") in html
    t.start()
    assert ("provisoire" if lang == "fr" else "Provisional") in paper.standings_page(t, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_ranking_says_who_was_in_the_final(lang: str) -> None:
    t = tournament(8, rounds=1)
    run(t, 1, Random(1))
    t.start_finals()
    play(t, random_raw(Random(2)))
    t.finish()
    html = paper.ranking_page(t, lang)
    assert text_of(html).count("Finale" if lang == "fr" else "Final ") >= 4


def test_the_standings_as_csv_are_exact(t: Tournament) -> None:
    rows = list(csv.DictReader(io.StringIO(paper.standings_csv(t))))
    for row, one in zip(rows, t.standings(), strict=True):
        assert (row["name"], F(row["score_exact"].removeprefix("'"))) == (one.name, one.score)


def test_entrants_go_out_and_come_in_again() -> None:
    t = Tournament("agnes")
    t.register("Zoé, the first", club="Les Valets", rating=1500)
    t.register("-1", kind="bot")
    again = paper.read_entrants(paper.entrants_csv(t))
    assert again == [{"name": "Zoé, the first", "club": "Les Valets", "rating": 1500}, {"name": "-1", "kind": "bot"}]
    assert paper.read_entrants("Alice\nBob\n") == [{"name": "Alice"}, {"name": "Bob"}]
    assert paper.read_entrants("") == []
    with pytest.raises(Refused) as caught:
        paper.read_entrants("name;rating\nBob;strong\n")
    assert caught.value.reason == "csv_rating"
    with pytest.raises(Refused) as caught:
        paper.read_entrants("who;club\nBob;x\n")
    assert caught.value.reason == "csv_heads"
