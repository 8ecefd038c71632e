"""What a game is like stands in its declaration, and nowhere else: no other code knows a game by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche
from pioche import text
from pioche.engine.words import Actions
from pioche.house.api.game_list import game_info
from tests.strategies import GAMES

SOURCE = Path(pioche.__file__).parent
OF_ONE_GAME = ("rules", "bots/judgement", "text", "lab/solved")  # folders in which every file is about one game
# Files elsewhere that know games of the house by their names, and why. The list may only become shorter.
EXCEPTIONS = {
    "envs/core/action_space.py": "actions that come up with some options only: no declaration says so yet",
    "envs/adapters/gymnasium_envs.py": "the game of whoever names none",
    "envs/adapters/pettingzoo_envs.py": "the game of whoever names none",
    "envs/adapters/textarena_envs.py": "the game of whoever names none",
    "printing/booklet.py": "the families in the order of the booklet",
    "printing/chances.py": "the odds printed beside each game",
    "printing/option_words.py": "names that keep their capital in a sentence",
    "printing/whole_sheets.py": "how the score of each game is written down",
    "testing/facedown.py": "what is secret in each game, said a second time on purpose",
    "testing/noleak.py": "what is secret in each game, said a second time on purpose",
}
REGISTRY = "HOUSE_GAMES"  # the list of what there is
COMMON_WORDS = {"pairs", "port", "sweep"}  # as names of variables they mean something else


def sources() -> list[Path]:
    own = [SOURCE / folder for folder in OF_ONE_GAME]
    return [path for path in SOURCE.rglob("*.py") if not any(path.is_relative_to(folder) for folder in own)]


def titles() -> set[str]:
    return {pioche.load(name).title(lang) for name in GAMES for lang in ("en", "fr")}


def named_in(source: str) -> set[str]:
    """The games a text of Python names in its code. Comments and docstrings may cite a rulebook."""
    tree = ast.parse(source)
    prose: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose.add(node.value)
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == REGISTRY for t in node.targets):
            prose |= set(ast.walk(node))
    said = re.compile(rf"\b({'|'.join(map(re.escape, titles() - {'Port'}))})\b")  # "Port" also opens a sentence about TCP
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
            found |= {node.value} & set(GAMES) | set(said.findall(node.value))
        for name in names_of(node):
            found |= {game for game in GAMES if game in name.lower() and game not in COMMON_WORDS}
            if isinstance(node, ast.Import | ast.ImportFrom):
                found |= set(re.split(r"[._]", name)) & COMMON_WORDS
    return found


def names_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.name for alias in node.names)
        yield (node.module or "") if isinstance(node, ast.ImportFrom) else ""


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_game_is_named(path: Path) -> None:
    found = named_in(path.read_text(encoding="utf-8"))
    assert bool(found) == (path.relative_to(SOURCE).as_posix() in EXCEPTIONS), found


@pytest.mark.parametrize(
    "planted",
    [
        'if game.id == "rocket": pass', 'DEALERS = {"pairs": 3}', "def rocket_odds(): pass", "engine.agnes()",
        "from pioche.rules import pairs", "from pioche.rules.port import deal", "from pioche.lab.solved import pairs_for_two",
        'say("Solved are Rocket and Hawthorn")', "print(f'{n} in Sweep')",
    ],
)  # fmt: skip
def test_a_planted_name_is_found(planted: str) -> None:
    assert named_in(planted)


def test_prose_may_cite_a_rulebook() -> None:
    assert named_in('"""Pig R34."""\nx = 1  # Venture R9\nport = 8421\npairs = [(1, 2)]') == set()


# -- what is declared is served ----------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_is_declared_for_display_exists(name: str) -> None:
    rules = pioche.load(name).rules
    known = {option.id for option in rules.options}
    assert {*rules.goals, *([rules.length] if rules.length else []), *rules.untimed} <= known
    for option in rules.options:
        for other, value in option.only.items():
            assert other in known
            assert pioche.load(name, **{other: value}).options[other] == value  # the value is one it can have
    for f in rules.shape.fields.values():
        assert not f.still_in or f.kind in ("seat", "seats")
    events = rules.events.named
    assert {*rules.counting.turned_up, *([rules.counting.dealt] if rules.counting.dealt else [])} <= set(events)
    if rules.lives:
        assert rules.lives.field in rules.shape.fields
        assert rules.option(rules.lives.option) is not None


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_served_what_is_declared(name: str) -> None:
    rules, display = pioche.load(name).rules, game_info(name).display
    view = pioche.load(name).table(1).view(0)
    assert {"seats", "deal", "phase", "waiting", "turn", "over", "clock"} <= set(display.machinery)
    assert all(zone in game_info(name).zones for zone in (*display.machinery, *display.still_in))
    assert all(isinstance(view[zone], list | int | None) for zone in display.still_in)
    assert display.signals == [kind.pattern for kind in rules.actions.kinds if kind.signal]
    assert bool(display.signals) == rules.timed
    assert (display.lives is None) == (rules.lives is None)


def test_lives_know_their_word() -> None:
    def word(name: str, lang: str, **options: str) -> str:
        game = pioche.load(name, **options)
        return text.life_word(game.rules, game.options, lang)

    assert word("pig", "en", lives="pig") == "PIG"
    assert word("pig", "en", lives="hog") == ""  # R24: pig, pig twice, then hog
    assert word("pig", "fr", lives="CARTE") == "CARTE"
    assert word("vatra", "fr", game="magarac") == "MAGARAC"
    assert word("vatra", "fr", game="vatra") == ""
    assert word("pairs", "en") == ""
    lives = game_info("spoons").display.lives
    assert lives is not None
    assert {value: (said.en, said.fr) for value, said in lives.words.items()} == {"three": ("", ""), "immediate": ("", "")}
    assert lives.lives_in_all == {"three": 3, "immediate": 1}


def test_a_signal_is_one_of_the_actions() -> None:
    with pytest.raises(TypeError, match="no action is called sneeze"):
        Actions("pass", "touch_nose", signals="touch_nose sneeze")
