"""No game tells a seat what it may not know; and the tool that says so notices planted leaks."""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import pioche
from pioche import Game, Table
from pioche.rules import hawthorn
from pioche.testing.noleak import Leak, has_secrets, other_cards, other_choices, reshuffled, swapped
from pioche.testing.steps import fresh, playing
from tests.battery import blind
from tests.strategies import GAMES, covering, pairwise, spread

STEPS = 60


def moments(name: str, tables: list[dict[str, Any]], every: int) -> Iterator[Table]:
    for number, choice in enumerate(tables):
        table = fresh(name, choice, 50 + number)
        for count, _ in enumerate(playing(table, random.Random(number), STEPS)):
            if count % every == 0:
                yield table


def look_everywhere(name: str, tables: list[dict[str, Any]], every: int) -> dict[str, int]:
    """All ways to look, at many moments, through the eyes of two seats and a spectator; counts what was compared."""
    dice, made = random.Random(name), dict.fromkeys(("reshuffled", "swapped", "other_choices", "secret"), 0)
    for table in moments(name, tables, every):
        made["secret"] += len(table.actors) > 1 and not table.rules.timed
        for watcher in (None, *dice.sample(range(table.game.seats), 2)):
            made["reshuffled"] += reshuffled(table, watcher, dice)
            made["swapped"] += swapped(table, watcher, dice)
            made["other_choices"] += other_choices(table, watcher, dice)
    return made


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_learns_nothing_it_may_not_know(name: str) -> None:
    made = look_everywhere(name, spread(covering(name), 12), 10)
    game = pioche.load(name)
    if has_secrets(game):
        assert min(made["reshuffled"], made["swapped"]) > 20, "the tool found next to nothing to compare"
    if made["secret"]:
        assert made["other_choices"] > 0, "no secret choice was ever tried otherwise"


@pytest.mark.parametrize("name", GAMES)
def test_the_same_events_mean_the_same_view(name: str) -> None:
    made = 0
    for number, choice in enumerate(spread(covering(name), 12)):
        game, dice = pioche.load(name, **choice), random.Random(number)
        for seed in range(3):
            made += other_cards(game, seed, dice.randrange(game.seats), dice)
    if has_secrets(pioche.load(name)):
        assert made > 50, "the tool found next to nothing to compare"


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_no_leak_at_every_table(name: str) -> None:
    look_everywhere(name, list(pairwise(name)), 25)


# -- planted leaks -----------------------------------------------------------------------------------


def planted(source: str, old: str = "", new: str = "") -> Game:
    """The text of a game with one line changed."""
    assert not old or source.count(old) == 1, f"{old!r} does not stand in the text once"
    module = ModuleType(f"planted_{abs(hash((source, old, new)))}")
    sys.modules[module.__name__] = module
    exec(compile(source.replace(old, new) if old else source, module.__name__, "exec"), vars(module))
    return Game(module.RULES, {})


def look(game: Game) -> None:
    """Everything the battery does to a game, for a few matches."""
    dice = random.Random(1)
    for seed in range(6):
        table = game.table(seed=seed)
        for count, _ in enumerate(playing(table, random.Random(seed), 25)):
            if count % 3 == 0:
                for watcher in (None, 0, 1):
                    reshuffled(table, watcher, dice)
                    swapped(table, watcher, dice)
                    other_choices(table, watcher, dice)
        other_cards(game, seed, 0, dice)


HAWTHORN = inspect.getsource(hawthorn)
HAND = "    hand = ranks(SEATS, seen_by=owner)\n"
HAND_LEFT = "s.hand[left_of(s, p)]"
LEAKS: dict[str, tuple[str, str]] = {
    "a declaration that shows all hands": (HAND, HAND.replace(", seen_by=owner", "")),
    "a declaration that shows a choice": ("choice = rank_set(SEATS, seen_by=owner, ", "choice = rank_set(SEATS, "),
    "a menu that depends on the neighbour's hand": (
        "    may(moves, PASS)\n",
        f"    if {HAND_LEFT}[10] == 0:\n        may(moves, PASS)\n",
    ),
    "a menu whose order depends on the neighbour's hand": (
        "    elif can_draw(s):\n        may(moves, HIT)  # R7\n",
        f"    elif can_draw(s):\n        if {HAND_LEFT}[9]:\n            may(moves, PASS)\n        may(moves, HIT)\n"
        f"        if {HAND_LEFT}[9]:\n            return\n",
    ),
    "a public event that tells of a hand": (
        "    note(s, PLAYED, p, rank)\n",
        "    note(s, PLAYED, p, rank)\n    note(s, POT_WON, p, s.hand[p][10])\n",
    ),
    "an extra event now and then": (
        "    note(s, DRAWN, p, card)\n",
        "    note(s, DRAWN, p, card)\n    if s.hand[p][8]:\n        note(s, OUT, p)\n",
    ),
    "a private event for the wrong seat": (
        "def choose(s, p, rank):\n",
        "def choose(s, p, rank):\n    tell(s, left_of(s, p), DEALT_TO_YOU, rank)\n",
    ),
    "a choice that is told before the reveal": (
        "def choose(s, p, rank):\n",
        "def choose(s, p, rank):\n    note(s, REVEALED, p, rank)\n",
    ),
    "a refusal that explains too much": (
        "def why_not(s, p, a):\n",
        f"def why_not(s, p, a):\n    if {HAND_LEFT}[7]:\n        return 1\n",
    ),
    "a score that counts hidden cards": ("def why_not(", "def score(s, p):\n    return s.hand[p][10]\n\n\ndef why_not("),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_tool_notices_a_leak_planted_in_hawthorn(leak: str) -> None:
    with pytest.raises(Leak):
        look(planted(HAWTHORN, *LEAKS[leak]))


@pytest.mark.parametrize("leak", blind.LEAKS)
def test_the_tool_notices_a_leak_planted_in_a_game_with_card_ids(leak: str) -> None:
    with pytest.raises(Leak):
        look(planted(blind.BLIND, *blind.LEAKS[leak]))


@pytest.mark.parametrize("source", [HAWTHORN, blind.BLIND], ids=["hawthorn", "blind"])
def test_the_tool_is_content_with_the_games_themselves(source: str) -> None:
    look(planted(source))
