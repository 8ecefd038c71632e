"""The drawn cards and what is counted from them: the right decks, true odds, scenes with cards that exist."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pioche
from pioche import text
from pioche.engine.cards import PACK, card_word
from pioche.printing import chances
from pioche.printing.booklet import games_in_order, odds_rows
from pioche.printing.card_pictures import HIDDEN, JOKER, french_deck, picture, triangular_deck
from pioche.printing.scene_pictures import scene_picture
from pioche.printing.scenes import scenes
from pioche.printing.sheet_blocks import RULE_NUMBER, plain, read_sheet, runs
from tests.strategies import GAMES

ROOT = Path(__file__).parents[2]
BOTH = [(game, lang) for game in GAMES for lang in text.LANGUAGES]


def test_the_decks_have_the_cards_of_the_games() -> None:
    assert Counter(triangular_deck()) == {str(rank): rank for rank in range(1, 11)}
    assert len(triangular_deck()) == 55
    assert french_deck(0) == [card_word(card) for card in range(PACK)]
    assert french_deck()[PACK:] == [JOKER, JOKER]


@pytest.mark.parametrize("ink", ["full", "saving"])
def test_every_card_is_a_picture_of_its_own(ink: str) -> None:
    cards = dict.fromkeys([*triangular_deck(), *french_deck(), HIDDEN])
    drawn = {card: picture(card, "fr", ink) for card in cards}  # type: ignore[arg-type]
    assert len(set(drawn.values())) == len(cards)
    for svg in drawn.values():
        assert ElementTree.fromstring(svg).attrib["viewBox"] == "0 0 100 140"


@pytest.mark.parametrize("rank", range(1, 11))
def test_a_rank_is_as_many_lozenges_and_six_and_nine_have_a_line(rank: int) -> None:
    drawn = ElementTree.fromstring(picture(str(rank), ink="saving"))
    assert len(drawn.findall("{*}path")) == rank
    lines = [line for line in drawn.iter("{http://www.w3.org/2000/svg}rect") if line.get("width") in ("17", "9.5")]
    assert len(lines) == (2 if rank in (6, 9) else 0)


def test_courts_speak_the_language() -> None:
    assert ">V<" in picture("J♠", "fr")
    assert ">J<" in picture("J♠", "en")


# -- odds ----------------------------------------------------------------------------------------------------


def test_pairing_is_counted_from_the_deck() -> None:
    deck = triangular_deck()
    for shown in combinations(range(1, 11), 2):
        left = list(deck)
        for rank in shown:
            left.remove(str(rank))
        twins = sum(card in map(str, shown) for card in left)
        assert chances.pairing(*shown) == Fraction(twins, len(left))
        assert chances.mean_cost(*shown) == Fraction(sum(int(c) for c in left if c in map(str, shown)), len(left))


def test_cards_without_a_pair_and_hands_of_many_ranks_agree() -> None:
    pairs = sum(comb(rank, 2) for rank in range(1, 11))
    assert chances.without_pair(2) == 1 - Fraction(pairs, comb(55, 2))
    for cards in (3, 5, 6):
        hands = chances.different_ranks(cards)
        assert sum(hands.values()) == 1
        assert hands[cards] == chances.without_pair(cards)
    three = sum(len({*hand}) == 3 for hand in combinations(triangular_deck(), 3))
    assert chances.without_pair(3) == Fraction(three, comb(55, 3))


def test_five_targets_are_five_ranks() -> None:
    assert sum(chances.target(rank) for rank in range(1, 11)) == 5
    assert chances.target(10) > chances.target(9) > chances.target(1)


def test_agnes_counts_cards_as_the_game_does() -> None:
    from pioche.engine.cards import read_card

    told = {"A♣": 1, "7♥": 7, "10♠": 10, "J♦": 10, "K♠": 10, "K♥": -1}
    assert {card: chances.agnes_value(read_card(card)) for card in told} == told
    assert chances.agnes_total(1, 5) == Fraction(21, 52)


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_every_game_has_odds_in_words_and_chances_are_chances(game: str, lang: str) -> None:
    table = chances.TABLES[game]()
    told = odds_rows(table, lang)
    assert {len(row) for row in told} == {len(table.rows[0])}
    assert all(0 <= cell <= 1 for row in table.rows for cell in row if isinstance(cell, Fraction))
    assert all(plain(cell) for row in told for cell in row)


# -- scenes and rule numbers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_the_example_of_a_game_is_drawn_with_its_own_cards(game: str, lang: str) -> None:
    rules = pioche.load(game).rules
    deck = Counter(triangular_deck() if rules.deck == "ranks" else french_deck())
    example = " ".join(plain(block.text) + str(block.rows) for block in read_sheet(text.sheet(rules, lang)).sections[-1][1])
    drawn = scenes(game, lang)
    assert drawn
    for scene in drawn:
        assert "<title>" in scene_picture(scene, lang)
        ElementTree.fromstring(scene_picture(scene, lang))
        cards = Counter(card for _, spots in scene.rows for spot in spots for card in spot.cards if card != HIDDEN)
        if game not in ("pig", "vatra", "goblin_poker", "starboard"):  # these show the same cards at two moments
            assert not cards - deck
        assert {*cards} <= {*deck}
        if rules.deck == "ranks":
            assert {card for card in cards if not re.search(rf"\b{card}s?\b", example)} == set()


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_every_rule_number_of_a_sheet_leads_to_its_rulebook(game: str, lang: str) -> None:
    books = [ROOT / "docs" / "games" / f"{name}.md" for name in (game, "reaction_clock", "pig")]
    known = {number for book in books for number in RULE_NUMBER.findall(book.read_text(encoding="utf-8"))}
    named = set(RULE_NUMBER.findall(text.sheet(pioche.load(game).rules, lang)))
    assert named
    assert named - known == set()


def test_rule_numbers_are_set_apart_from_the_sentence() -> None:
    told = runs("Points stop the game (R11). See **here** (R12–R16, T3) and (not a rule).")
    assert [run.text for run in told if run.kind == "rule"] == ["R11", "R12–R16, T3"]
    assert "(not a rule)" in plain(told)


def test_the_booklet_has_all_our_games() -> None:
    assert {rules.id for rules in games_in_order()} == set(GAMES)


def test_a_number_stays_on_the_line_of_what_it_counts() -> None:
    assert plain(runs("Payez 1 pièce ou **4** cartes : 15 points, 3 manches.")) == (
        "Payez 1\N{NO-BREAK SPACE}pièce ou 4\N{NO-BREAK SPACE}cartes : 15\N{NO-BREAK SPACE}points, 3 manches."
    )
    assert plain(runs("6 players pay 2 coins, 3 pointed questions")) == (
        "6\N{NO-BREAK SPACE}players pay 2\N{NO-BREAK SPACE}coins, 3 pointed questions"
    )
