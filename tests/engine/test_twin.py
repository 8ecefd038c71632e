"""One text, two engines: how they are put together, and how the disk cache notices a change."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import FunctionType, SimpleNamespace

import pytest

import pioche
from pioche.engine.compiled import engines
from pioche.lab.random_matches import Batch


def test_later_modules_win_and_verbs_see_the_games_constants() -> None:
    rules = pioche.load("pairs").rules
    names = [module.__name__ for module in engines.modules_of(rules)]
    assert names[0] == "pioche.engine.chance"
    assert names[-1] == "pioche.rules.pairs"
    space = engines.assemble(rules)
    assert space["BURN"] == 5
    assert space["deal"].__module__ == "pioche.rules.pairs"
    assert space["between"].__module__ == "pioche.engine.match"
    assert engines.assemble(pioche.load("hawthorn").rules)["BURN"] == 0


def test_only_rules_and_numbers_get_in() -> None:
    space = engines.assemble(pioche.load("pairs").rules)
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
    compiled, plain = Batch(game), Batch(game, "plain")
    assert compiled.play(5, 3) == plain.play(5, 3)
    assert game.table(seed=5).actors == (0, 1)


def test_the_digest_follows_every_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rules = pioche.load("hawthorn").rules
    before = engines.digest(rules, "compiled")
    assert engines.digest(rules, "compiled") == before
    assert engines.digest(pioche.load("pairs").rules, "compiled") != before
    edited = tmp_path / "verbs.py"
    edited.write_text(Path(str(engines.verbs.__file__)).read_text(encoding="utf-8") + "\n# a comment\n", encoding="utf-8")
    monkeypatch.setattr(engines.verbs, "__file__", str(edited))
    assert engines.digest(rules, "compiled") != before


def test_old_cache_folders_are_swept_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    names = ("pairs-compiled-" + "0" * 16, "pairs-compiled-" + "1" * 16, "port-compiled-" + "0" * 16)
    stale, recent, others = (tmp_path / name for name in names)
    for folder in (stale, recent, others):
        folder.mkdir()
    long_ago = time.time() - 40 * 86400
    for folder in (stale, others):
        os.utime(folder, (long_ago, long_ago))
    folder = engines.cache_folder(pioche.load("pairs").rules, "compiled")
    assert folder.parent == tmp_path
    assert folder.is_dir()
    assert {path.name for path in tmp_path.iterdir()} == {folder.name, recent.name, others.name}


def test_a_home_that_cannot_be_written_to_is_no_hindrance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path / "file"))
    folder = engines.cache_folder(pioche.load("pairs").rules, "compiled")
    assert folder.is_dir()
    assert not folder.is_relative_to(tmp_path)


def test_an_engine_is_a_namespace_of_functions() -> None:
    engine = pioche.load("pairs").plain
    assert isinstance(engine, SimpleNamespace)
    assert all(callable(getattr(engine, name)) for name in ("begin", "step", "legal", "score", "random_matches"))
