"""A game that cannot be played is refused when it is registered, with a sentence that says what to write."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import pioche
from pioche import text
from pioche.engine.game import registered
from pioche.engine.words import Actions
from pioche.house.api import game_list

DUEL = """
from pioche.kit import (
    SEATS, Actions, Events, Phases, Position, Rulebook, all_choose, bit, cards, end_deal, everybody, may, number, number_option, owner,
)
ACTIONS = Actions("bid:count")
(BID,) = ACTIONS
EVENTS = Events("paid seat")
(PAID,) = EVENTS
PHASES = Phases("turn")
(TURN,) = PHASES

class Table(Position, seats=(2, 4), usual=2):
    hand = cards(SEATS, 2, seen_by=owner)
    face = cards(SEATS, 1, seen_by=owner, chosen_from="hand")
    points = number(SEATS)

def deal(s):
    s.phase = TURN
    all_choose(s, everybody(s))

def legal(s, p, moves):
    may(moves, BID + 1)
    may(moves, BID + 2)

def apply(s, p, a):
    s.points[p] += a - BID
    s.waiting ^= bit(p)
    if s.waiting == 0:
        end_deal(s)

def score(s, p):
    return s.points[p]

def why_not(s, p, a):
    return 0

RULES = Rulebook(
    "duel", 1, __name__, Table, ACTIONS, EVENTS, PHASES,
    options=(number_option("deals", 1, 9, 3), number_option("most", 1, 9, 2),), family="bidding", minutes=(1, 2),
    presets={"long_duel": {"deals": 9}}, refusals=(("too_much", "D1"),),
    text={"en": {"refusals": {"too_much": "Too much."}}, "fr": {"refusals": {"too_much": "C’est trop."}}},
)
"""


@pytest.fixture(autouse=True)
def no_guests() -> Iterator[None]:
    with registered(alone=True):
        yield
    sys.modules.pop("a_duel", None)


def written(*changes: tuple[str, str]) -> ModuleType:
    """The game with pieces of its text changed, as a module."""
    text = DUEL
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    module = ModuleType("a_duel")
    sys.modules["a_duel"] = module
    exec(text, vars(module))
    return module


def test_the_game_as_it_stands_is_played() -> None:
    pioche.register(written().RULES)
    table = pioche.load("long_duel").table(seed=1)
    table.act(0, "bid:2")
    with pytest.raises(pioche.Illegal, match=r"Too much \(D1\)"):
        table.act(1, "bid:3")


@pytest.mark.parametrize(
    ("old", "new", "en", "fr"),
    [
        ("def deal(s)", "def dael(s)", "no rule deal(s)", "pas de règle deal(s)"),
        ("def legal(s", "def leagl(s", "no rule legal(s, p, moves)", "pas de règle legal(s, p, moves)"),
        ("def apply(s", "def aplpy(s", "no rule apply(s, p, a)", "pas de règle apply(s, p, a)"),
        ('number_option("deals", 1, 9, 3), ', "", "write match_over(s)", "écrivez match_over(s)"),
        ("def score(s", "def socre(s", "write score(s, p)", "écrivez score(s, p)"),
        ('chosen_from="hand"', 'chosen_from="hnad"', "no field is called hnad", "aucun champ ne s’appelle hnad"),
        ('"most", 1', '"hand", 1', "The option hand is also a field", "L’option hand est aussi un champ"),
        ("points = number(SEATS)", "points = number(SEATS, 2, 2)", "points has more", "points en a plus"),
        ("seats=(2, 4)", "seats=(2, 40)", "2 to 40 seats", "de 2 à 40 places"),
        ("usual=2", "usual=7", "usually 7", "d’ordinaire 7"),
        ("minutes=(1, 2)", 'minutes=(1, 2), deck="tarot"', "deck is 'tarot'", "paquet est 'tarot'"),
        ('"duel", 1', '"a duel", 1', "a duel", "a duel"),
        ("1, 9, 2)", "1, 9, 12)", "most cannot be 12", "most ne peut pas être 12"),
        ('{"deals": 9}', '{"deal": 9}', "long_duel cannot be played", "long_duel ne peut pas être joué"),
        ('{"deals": 9}', '{"deals": 10}', "deals cannot be 10", "deals ne peut pas être 10"),
        ('"too_much": "C’est trop."', "", 'text["fr"]["refusals"]', 'text["fr"]["refusals"]'),
        (', "fr": {"refusals": {"too_much": "C’est trop."}}', "", "lack fr", "fr"),
        ("__name__, Table", '"nowhere", Table', "give Rulebook __name__", "donnez __name__ à Rulebook"),
        ("def score(s", "def throw(s):\n    return 1\n\ndef score(s", "define throw", "définissent tous deux throw"),
    ],
)
def test_what_is_missing_is_said_at_once(old: str, new: str, en: str, fr: str) -> None:
    module = written((old, new))
    with pytest.raises(pioche.BadRules) as refused:
        pioche.register(module.RULES)
    assert en in refused.value.en
    assert fr in refused.value.fr
    assert "duel" not in pioche.games()


def test_everything_that_is_wrong_is_said_together() -> None:
    module = written(("def deal(s)", "def dael(s)"), ('chosen_from="hand"', 'chosen_from="hnad"'))
    with pytest.raises(pioche.BadRules, match=r"hnad.* deal\(s\)"):
        pioche.register(module.RULES)


def test_the_deck_follows_from_the_fields() -> None:
    assert written().RULES.deck == "cards"
    assert written(("number(SEATS)", "ranks(SEATS)"), ("number, number", "number, ranks, number")).RULES.deck == "ranks"


def test_a_forced_card_that_is_none_of_the_deck() -> None:
    pioche.register(written().RULES)
    with pytest.raises(pioche.BadPosition, match="7 is not a card of this deck; one is written K♠"):
        pioche.load("duel").table(seed=1, cards="7")
    with pytest.raises(pioche.BadPosition, match="K♠ is not a card of this deck; one is written 7"):
        pioche.load("pairs").table(seed=1, cards="K♠")


def test_a_guest_brings_its_rule_sheet() -> None:
    rules = written(('{"en": {', '{"en": {"sheet": "# Duel\\n\\n## Bids\\n\\nBid.", ')).RULES
    pioche.register(rules)
    assert text.sheet(rules, "en").startswith("# Duel")
    assert text.sheet(rules, "fr") == ""
    assert "Bid." in game_list.sheet("duel", "en").markdown


def test_an_action_of_an_unknown_kind() -> None:
    with pytest.raises(pioche.BadRules, match=r"carries a gem.* rank, seat, slot"):
        Actions("choose:gem")


def test_a_reason_that_is_not_in_the_list() -> None:
    pioche.register(written(("    return 0\n", "    return 3\n")).RULES)
    with pytest.raises(pioche.BadRules, match="why_not of duel returns 3, and there are 1 refusals"):
        pioche.load("duel").table(seed=1).act(0, "bid:3")


# -- rules that run in Python and cannot be compiled -----------------------------------------------

HALF = ("s.points[p] += a - BID", "half = (a - BID) / 2\n    s.points[p] += 1 << half")


def test_what_cannot_be_compiled_is_named_by_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_a_duel.py").write_text(DUEL.replace(*HALF).replace('"duel", 1', '"half_a_duel", 1'), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = importlib.import_module("half_a_duel").RULES
    pioche.register(rules)
    with pytest.raises(pioche.BadRules, match=r"half_a_duel.py:26: apply holds a division that gives a float; write //"):
        pioche.simulate("half_a_duel", matches=2)
    del sys.modules["half_a_duel"]


def test_what_was_typed_at_a_prompt_has_no_line_but_a_sentence() -> None:
    pioche.register(written(HALF).RULES)
    with pytest.raises(pioche.BadRules, match="The rules of duel cannot be compiled") as refused:
        pioche.simulate("duel", matches=2)
    assert len(refused.value.en.splitlines()) == 1
