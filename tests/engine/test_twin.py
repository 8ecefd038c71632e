"""One text, two engines: how they are put together, and how the disk cache notices a change."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace

import pytest

import pioche
from pioche.bots.judgement_engine import bot_modules, judgement_engine
from pioche.engine import verbs
from pioche.engine.compiled import assembly, compiler
from pioche.engine.game import PLAIN
from pioche.lab.random_matches import Batch
from tests.strategies import GAMES


def test_later_modules_win_and_verbs_see_the_games_constants() -> None:
    rules = pioche.load("pairs").rules
    names = [module.__name__ for module in assembly.modules_of(rules)]
    assert names[0] == "pioche.engine.chance"
    assert names[-1] == "pioche.rules.pairs"
    space = assembly.assemble(rules)
    assert space["BURN"] == 5
    assert space["deal"].__module__ == "pioche.rules.pairs"
    assert space["between"].__module__ == "pioche.engine.match"
    assert assembly.assemble(pioche.load("hawthorn").rules)["BURN"] == 0


def test_only_rules_and_numbers_get_in() -> None:
    space = assembly.assemble(pioche.load("pairs").rules)
    for name, value in space.items():
        if isinstance(value, FunctionType):
            assert not value.__annotations__, name
        else:
            assert isinstance(value, int | tuple), name
    assert "Rulebook" not in space
    assert "outcomes" not in space


def test_engines_of_two_games_do_not_meet() -> None:
    pairs, hawthorn = pioche.load("pairs").plain, pioche.load("hawthorn").plain
    assert pairs.draw.__code__ is hawthorn.draw.__code__
    assert pairs.draw.__globals__ is not hawthorn.draw.__globals__
    assert pioche.load("pairs").plain is pairs


def test_one_process_holds_both_engines() -> None:
    game = pioche.load("hawthorn", seats=2, deals=1)
    compiled, plain = Batch(game), Batch(game, PLAIN)
    assert compiled.play(5, 3) == plain.play(5, 3)
    assert game.table(seed=5).actors == (0, 1)


def test_the_digest_follows_every_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rules = pioche.load("hawthorn").rules
    before = compiler.digest(compiler.Source(rules, False, ()))
    assert compiler.digest(compiler.Source(rules, False, ())) == before
    assert compiler.digest(compiler.Source(rules, False, bot_modules(rules))) != before
    assert compiler.digest(compiler.Source(pioche.load("pairs").rules, False, ())) != before
    edited = tmp_path / "verbs.py"
    edited.write_text(Path(str(verbs.__file__)).read_text(encoding="utf-8") + "\n# a comment\n", encoding="utf-8")
    monkeypatch.setattr(verbs, "__file__", str(edited))
    assert compiler.digest(compiler.Source(rules, False, ())) != before


def test_old_cache_folders_are_swept_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    names = ("pairs-compiled-" + "0" * 16, "pairs-compiled-" + "1" * 16, "port-compiled-" + "0" * 16)
    stale, recent, others = (tmp_path / name for name in names)
    for folder in (stale, recent, others):
        folder.mkdir()
    long_ago = time.time() - 40 * 86400
    for folder in (stale, others):
        os.utime(folder, (long_ago, long_ago))
    current = compiler.cache_folder(compiler.Source(pioche.load("pairs").rules, False, ()))
    assert current is not None
    assert current.parent == tmp_path
    assert current.is_dir()
    assert {path.name for path in tmp_path.iterdir()} == {current.name, recent.name, others.name}


def test_an_engine_is_a_namespace_of_functions() -> None:
    engine = pioche.load("pairs").plain
    assert isinstance(engine, SimpleNamespace)
    assert all(callable(getattr(engine, name)) for name in ("begin", "step", "legal", "score", "random_matches"))


# -- every name belongs to one module ------------------------------------------------------------------


def module_with(name: str, text: str) -> ModuleType:
    module = ModuleType(name)
    sys.modules[name] = module
    exec(text, vars(module))
    return module


@pytest.mark.parametrize("name", GAMES)
def test_no_two_modules_of_a_game_define_the_same(name: str) -> None:
    """Neither the rules nor what the bots add; a clash would raise BadRules."""
    rules = pioche.load(name).rules
    added = assembly.added(rules, bot_modules(rules))
    assert "decide" in added
    assert not added.keys() & assembly.assemble(rules).keys() - {"any_seat"}


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("def draw(s): return 1", "draw"),
        ("DEAL_OVER = 77", "DEAL_OVER"),
        ("def roll(g, n): return 0", "roll"),
        ("def step(s, p, a): pass", "step"),
    ],
)
def test_a_helper_named_like_a_verb_is_refused(text: str, taken: str) -> None:
    space = assembly.Space()
    for module in assembly.modules_of(pioche.load("hawthorn").rules):
        space.add(module)
    with pytest.raises(pioche.BadRules) as refused:
        space.add(module_with("my_helpers", text))
    for said in (refused.value.en, refused.value.fr):
        assert "my_helpers" in said
        assert "pioche.engine." in said
        assert taken in said


@pytest.mark.parametrize("taken", ["choose", "score", "draw", "legal", "BURN"])
def test_judgement_may_not_change_a_rule(taken: str) -> None:
    """Not even a hook: those are for games."""
    rules = pioche.load("hawthorn").rules
    text = f"{taken} = 99" if taken.isupper() else f"def {taken}(s, p): pass"
    with pytest.raises(pioche.BadRules, match=taken):
        assembly.added(rules, (*bot_modules(rules), module_with("strange_judgement", text)))


def test_hooks_may_be_defined_anew_and_a_game_by_its_variant() -> None:
    space = assembly.Space()
    for module in assembly.modules_of(pioche.load("hawthorn").rules):
        space.add(module)
    space.add(module_with("a_family", 'def left_to_games(s):\n    """A game says."""\n    return -1'))
    variant = module_with(
        "a_variant", "def left_to_games(s): return 5\ndef choose(s, p, a): return 1\ndef score(s, p): return 2\nBURN = 3"
    )
    space.add(variant)
    for name in ("left_to_games", "choose", "score", "BURN"):
        assert space.names[name] is vars(variant)[name]


def test_what_is_imported_is_not_defined_anew() -> None:
    """A module that imports a default does not bring it back for everybody."""
    space = assembly.Space()
    space.add(module_with("base_rules", 'def hook(s):\n    """Left to others."""\n    return 0'))
    space.add(module_with("own_rules", "def hook(s): return 1"))
    space.add(module_with("later_rules", "from base_rules import hook"))
    assert space.names["hook"](None) == 1


def test_a_constant_of_judgement_stays_what_the_game_says() -> None:
    """Pairs burns five cards, also for its bots."""
    assert judgement_engine(pioche.load("pairs")).BURN == 5


def test_pythons_own_functions_are_no_rules() -> None:
    module = module_with("with_a_helper", "from glob import glob\ndef rule(s): return 1")
    names = [one.__name__ for one in assembly._imported(module)]
    assert names == ["with_a_helper"]
