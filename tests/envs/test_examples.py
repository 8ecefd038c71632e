"""The examples run, in small."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import pioche
from pioche.bots import make, offered
from pioche.lab.arena import duel

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    far, value = example("solve_kuhn").solve(60)
    assert far < 0.02
    assert value == pytest.approx(-1 / 18, abs=0.005)


def test_a_stub_model_plays_a_match_in_both_languages() -> None:
    talking = example("talking_seat")
    assert sorted(talking.play(1, "en"))[0] == 1
    assert sorted(talking.play(1, "fr"))[0] == 1


def test_twenty_lines_are_a_bot_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    pairs = pioche.load("pairs", seats=3)
    assert offered("careful:Careful", pairs)
    assert len((EXAMPLES / "careful.py").read_text(encoding="utf-8").splitlines()) <= 20
    careful: Any = make("careful:Careful", pairs, 1)
    assert careful.afraid_of == 4
    assert duel(pairs, "random", "careful:Careful", 4, seed=1).matches >= 8


@pytest.mark.campaign
def test_training_learns_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="PyTorch is missing: make campaign-envs installs it (pip install 'pioche[learn]')")
    from pioche.envs.batches.policies import evaluate

    learn, file = example("learn_hawthorn"), tmp_path / "player.npz"
    monkeypatch.setattr(sys, "argv", ["learn", "--minutes", "1", "--tables", "1024", "--out", str(file)])
    learn.main()
    table = pioche.load("hawthorn", deals=1)
    learnt = evaluate(table, file, "expert", 20_000)
    anyhow = evaluate(table, lambda seen, mask: mask.argmax(axis=1), "expert", 20_000)
    assert learnt.gain > anyhow.gain + 1
