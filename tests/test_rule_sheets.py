"""Rule sheets as players read them: option labels instead of identifiers, and no numbers of rules unless asked for."""

from __future__ import annotations

import re

import pytest

import pioche
from pioche import text
from pioche.house.api import game_list
from tests.strategies import GAMES

BOTH = [(game, lang) for game in GAMES for lang in text.LANGUAGES]
NUMBER = re.compile(r"\b[RCSTV]\d+\b")


@pytest.mark.parametrize(
    ("told", "bare"),
    [
        ("gets rid of it (R30, R34).", "gets rid of it."),
        ("once more (R1, C5). Then", "once more. Then"),
        ("**Pairs continu** (R12 à R16)\u00a0: on", "**Pairs continu**\u00a0: on"),
        ("| Value (R3) | 1 |", "| Value | 1 |"),
        ("nobody (R3–R7), (T10–T16, V12)!", "nobody,!"),
        ("sans pioche (R2, R4)\u202f; puis (R5 et R6)", "sans pioche\u202f; puis"),
        ("(or from the next player) (R5).", "(or from the next player)."),
        ("the last (see R5) stays, and so does A4 (not a rule)", "the last (see R5) stays, and so does A4 (not a rule)"),
    ],
)
def test_numbers_of_rules_go_with_their_brackets(told: str, bare: str) -> None:
    assert text.without_rule_numbers(told) == bare


def test_a_cited_rule_keeps_its_number() -> None:
    told = "Slam it (R30, R34). Not this (R3)."
    assert text.without_rule_numbers(told, "R34") == "Slam it (R34). Not this."
    assert text.without_rule_numbers(told, "R3") == "Slam it. Not this (R3)."


def test_the_page_gets_the_number_of_the_rule_a_refusal_cites() -> None:
    assert NUMBER.findall(game_list.sheet("agnes", "en").markdown) == []
    assert set(NUMBER.findall(game_list.sheet("agnes", "fr", "R34").markdown)) == {"R34"}


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_a_sheet_for_players_has_no_numbers_of_rules(game: str, lang: str) -> None:
    rules = pioche.load(game).rules
    told = text.players_sheet(rules, lang)
    assert NUMBER.findall(told) == []
    assert not re.search(r"\(\s*\)|[^\s|]  +\S|[ \u00a0\u202f][,.)]", told)
    assert NUMBER.findall(text.players_sheet(rules, lang, numbers=True)) == NUMBER.findall(text.sheet(rules, lang)) != []


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_every_option_stands_in_the_sheet_by_its_label(game: str, lang: str) -> None:
    """One choice of each option is the usual one, and nothing is said as the command line writes it."""
    rules = pioche.load(game).rules
    told = text.players_sheet(rules, lang)
    rows = {}
    for line in told.splitlines():
        if line.startswith("| ") and line.count(" | ") == 2:
            label, offered, effect = line.strip("| ").split(" | ")
            rows[label] = offered, effect
    for option in rules.options:
        offered, effect = rows[text.find(rules, lang, "options", option.id, "label")]
        assert offered.count("**") == 2, (option.id, offered)
        assert not re.search(r"_|\b(?:null|true|false|None|True|False|auto)\b", offered), (option.id, offered)
        assert effect
    assert text.OPTIONS_LINE not in told
    assert "`" not in told


def test_the_words_of_some_options() -> None:
    def offered(game: str, option: str, lang: str) -> str:
        rules = pioche.load(game).rules
        chosen = [one for one in rules.options if one.id == option]
        return text.options_table(rules, lang, chosen).splitlines()[-1].split(" | ")[1].replace("\u00a0", " ")

    assert offered("pig", "stock", "fr") == "**Non** · Oui"
    assert offered("hawthorn", "deals", "fr") == "1 à 100 · **10**"
    assert offered("pairs", "losing_score", "en") == "5 to 60 · **Depends on the table**"
    assert offered("rocket", "max_bet", "en") == "10 to 4000, in steps of 10 · **100**"
    assert offered("port", "first_button", "en") == "**By chance** · A seat"
    assert offered("spoons", "lives", "en").endswith(" · A word of 1 to 12 letters")


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_technical_options_come_last(lang: str) -> None:
    words = text.catalogue("rule_sheet", lang)
    for game in ("vatra", "pig", "spoons", "agnes"):
        before, _, fine = text.players_sheet(pioche.load(game).rules, lang).partition(f"\n## {words['technical']}\n")
        assert "(ms)" in fine
        assert "(ms)" not in before
    assert words["technical"] not in text.players_sheet(pioche.load("kitty").rules, lang)
