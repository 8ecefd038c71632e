"""Guest games: registered, changed and registered again; never in the way of the house's own."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from types import ModuleType
from typing import Any

import pytest

import pioche
from pioche import text
from pioche.bots.judgement import judgement_module
from pioche.engine import game as registry
from pioche.engine.game import COMPILED, HOUSE_GAMES, PLAIN
from pioche.engine.rulebook import Rulebook
from pioche.lab.random_matches import Batch

GAME = """
from pioche.kit import Actions, Events, PairsDeck, Phases, Purses, Rulebook, draw, end_deal, everybody, gather, may, number_option, to_move
ACTIONS = Actions("stay")
STAY, = ACTIONS
EVENTS = Events("paid seat")
PAID, = EVENTS
PHASES = Phases("turn")
TURN, = PHASES
WORTH = 1

class Table(PairsDeck, Purses, seats=(2, 4), usual=2):
    pass

def deal(s):
    gather(s)
    s.phase = TURN
    to_move(s, 0)

def legal(s, p, moves):
    may(moves, STAY)

def apply(s, p, a):
    s.purse[p] += WORTH
    if p + 1 < s.seats:
        to_move(s, p + 1)
    else:
        end_deal(s)

RULES = Rulebook(
    id="stayers", version=1, module=__name__, position=Table, actions=ACTIONS, events=EVENTS, phases=PHASES,
    options=(number_option("deals", 1, 9, 3),), family="pairs", minutes=(1, 2),
)
"""


@pytest.fixture(autouse=True)
def no_guests() -> Iterator[None]:
    registry._installed.cache_clear()
    with registry.registered(alone=True):
        yield
    registry._installed.cache_clear()


def cell(module: ModuleType, text: str) -> None:
    """Run a cell of a notebook: everything stands in one module, again and again."""
    exec(text, vars(module))


def notebook(name: str = "a_notebook") -> ModuleType:
    module = ModuleType(name)
    sys.modules[name] = module
    return module


def scores() -> tuple[list[Any], list[Any]]:
    game = pioche.load("stayers")
    plain, compiled = Batch(game, PLAIN), Batch(game, COMPILED)
    plain.play(1, 1)
    compiled.play(1, 1)
    return plain.scores[0], compiled.scores[0].tolist()


# -- registered again --------------------------------------------------------------------------------


def test_a_game_that_was_changed_and_registered_again_plays_by_its_new_rules() -> None:
    book = notebook()
    cell(book, GAME)
    pioche.register(book.RULES)
    assert scores() == ([3, 3], [3, 3])

    cell(book, GAME.replace("WORTH = 1", "WORTH = 2"))
    pioche.register(book.RULES)
    assert scores() == ([6, 6], [6, 6])


def test_one_function_may_be_changed_alone() -> None:
    """The declaration stays the same object: whoever registers it again means the functions as they are now."""
    book = notebook()
    cell(book, GAME)
    pioche.register(book.RULES)
    table = pioche.load("stayers").table(seed=1)
    assert scores() == ([3, 3], [3, 3])

    cell(
        book,
        "def apply(s, p, a):\n    s.purse[p] += 5\n    if p + 1 < s.seats:\n        to_move(s, p + 1)\n    else:\n        end_deal(s)\n",
    )
    pioche.register(book.RULES)
    assert scores() == ([15, 15], [15, 15])
    table.act(0, "stay")  # a table that is open plays on
    assert table.actors == (1,)


def test_words_may_be_changed_alone() -> None:
    """The events stay the same object: their sentences are taken apart again."""
    book = notebook()
    cell(
        book,
        GAME.replace("    s.purse[p] += WORTH", "    note(s, PAID, p)\n    s.purse[p] += WORTH").replace(
            "may, number", "may, note, number"
        ),
    )
    for words in ("{seat} pays.", "{seat} has paid."):
        changed = replace(book.RULES, text={lang: {"events": {"paid": words}} for lang in ("en", "fr")})
        pioche.register(changed)
        table = pioche.load("stayers").table(seed=1)
        table.act(0, "stay")
        told = next(event for event in table.events(1) if event["kind"] == "paid")
        assert text.narrate(table, told, "en", ("Alice", "Bob"), 1) == words.replace("{seat}", "Alice")


def test_a_game_may_stand_in_main(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    cell(sys.modules["__main__"], GAME)
    pioche.register(sys.modules["__main__"].RULES)
    assert scores() == ([3, 3], [3, 3])


def test_old_rules_are_forgotten() -> None:
    book = notebook()
    cell(book, GAME)
    pioche.register(book.RULES)
    scores()
    old = [weakref.ref(one.random_matches) for one in pioche.load("stayers").rules.engines.values()]
    assert len(old) == 2

    cell(book, GAME)
    pioche.register(book.RULES)
    gc.collect()
    assert [one() for one in old] == [None, None]


# -- never in the way of the house -------------------------------------------------------------------


def test_guests_come_after_the_house() -> None:
    cell(book := notebook(), GAME)
    pioche.register(book.RULES)
    assert pioche.games() == [*HOUSE_GAMES, "stayers"]


@pytest.mark.parametrize("taken", ["pairs", "agnes", next(iter(registry.presets()))])
@pytest.mark.parametrize("as_preset", [False, True])
def test_a_guest_takes_no_name_of_the_house(taken: str, as_preset: bool) -> None:
    text = (
        GAME.replace('family="pairs"', f'presets={{"{taken}": {{}}}}, family="pairs"')
        if as_preset
        else GAME.replace("stayers", taken)
    )
    cell(book := notebook(), text)
    before = pioche.games()
    with pytest.raises(pioche.BadRules) as refused:
        pioche.register(book.RULES)
    assert taken in refused.value.en
    assert taken in refused.value.fr
    assert pioche.games() == before


@pytest.mark.parametrize("name", ["warm_start", "common", "reflexes", "playouts", "pig_again"])
def test_a_guest_named_like_a_module_of_the_bots_has_no_judgement(name: str) -> None:
    cell(book := notebook(), GAME.replace("stayers", name))
    assert judgement_module(book.RULES) is None


# -- other packages ----------------------------------------------------------------------------------


def offered(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    found = EntryPoints(EntryPoint(name, value, registry.ENTRY_POINTS) for name, value in points)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found.select(group=group))
    registry._installed.cache_clear()


def test_one_package_that_fails_does_not_take_the_others_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cell(notebook("good_package"), GAME)
    cell(notebook("greedy_package"), GAME.replace("stayers", "pairs"))
    cell(notebook("odd_package"), "RULES = 5")
    offered(
        monkeypatch, ("missing", "no_such_package:RULES"), ("stayers", "good_package:RULES"), ("mine", "greedy_package:RULES"),
        ("odd", "odd_package:RULES"),
    )  # fmt: skip

    assert pioche.games() == [*HOUSE_GAMES, "stayers"]
    assert pioche.load("pairs").rules.module == "pioche.rules.pairs"
    broken = registry.broken_guests()
    assert set(broken) == {"missing", "mine", "odd"}
    assert "no_such_package" in broken["missing"].en
    assert "no_such_package" in broken["missing"].fr


def test_asking_for_a_broken_game_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    offered(monkeypatch, ("missing", "no_such_package:RULES"))
    with pytest.raises(pioche.UnknownGame, match="No module named 'no_such_package'"):
        pioche.load("missing")


def test_the_terminal_lists_the_rest_and_says_what_is_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pioche.terminal.cli import main

    offered(monkeypatch, ("missing", "no_such_package:RULES"))
    for lang, said in (("en", "cannot be loaded"), ("fr", "ne peut pas être chargé")):
        assert main(["games", "--lang", lang]) == 0
        told = capsys.readouterr()
        assert "Agnès" in told.out
        assert said in told.err


def test_what_is_no_rulebook_is_refused() -> None:
    with pytest.raises(pioche.BadRules):
        pioche.register("hawthorn")  # type: ignore[arg-type]
    assert isinstance(pioche.load("hawthorn").rules, Rulebook)
