"""`pioche new` lays out a game that plays, is tested and speaks both languages; its battery notices what is broken."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pioche
from pioche.terminal.cli import main
from pioche.testing.covering import covering
from pioche.testing.laws_of_games import LAWS

ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # of pytest's plug-ins only those that are named


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Python in the folder of a game that is found as if it were installed."""
    point = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]["pioche.games"]
    info = folder / "installed-0.1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: installed\nVersion: 0.1.0\n", encoding="utf-8")
    lines = [f"{name} = {value}" for name, value in point.items()]
    (info / "entry_points.txt").write_text("[pioche.games]\n" + "\n".join(lines), encoding="utf-8")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    told = {**os.environ, "PYTHONPATH": path, "PIOCHE_STATE": str(folder / "state"), **ALONE}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=told,
        capture_output=True,
        text=True,
        check=False,
        input="1\n" * 500,
    )


def test_a_new_game_plays_everywhere_and_passes_its_battery(tmp_path: Path) -> None:
    assert main(["new", "low_tide", "--title", "Low Tide", "--title-fr", "Marée basse"]) == 0
    folder = tmp_path / "low_tide"

    tests = run(folder, "pytest", "-q", "-p", "no:cacheprovider")
    assert tests.returncode == 0, tests.stdout
    assert f"{len(LAWS) + 3} passed" in tests.stdout
    assert "Marée basse" in run(folder, "pioche", "games", "--lang", "fr").stdout
    played = run(folder, "pioche", "play", "low_tide", "--seed", "1", "--plain", "--lang", "fr")
    assert played.returncode == 0, played.stderr
    assert "marque un point" in played.stdout
    figures = json.loads(
        run(folder, "pioche", "simulate", "low_tide", "--bots", "regular", "--matches", "200", "--json").stdout
    )
    assert figures["matches"] == 200


def test_a_variant_plays_by_the_rule_that_was_written_anew(tmp_path: Path) -> None:
    assert main(["new", "free_port", "--from", "port", "--lang", "fr"]) == 0
    folder, rules = tmp_path / "free_port", tmp_path / "free_port" / "free_port" / "rules.py"
    said = rules.read_text(encoding="utf-8")
    assert "pioche.families.locking:" in said  # where the rules of its family stand, and what each does
    assert "  buy_card " in said
    assert "R5: pay, then draw." in said
    assert said.count("  worth ") == 1  # Port has its own
    assert "pioche compare port free_port" in (folder / "README.md").read_text(encoding="utf-8")

    text = rules.read_text(encoding="utf-8").replace("\nRULES =", "\ndef worth(s, p):\n    return 1\n\n\nRULES =")
    rules.write_text(text, encoding="utf-8")
    found = run(folder, "pioche", "compare", "port", "free_port", "--matches", "1024", "--json")
    assert found.returncode == 0, found.stderr
    assert any(row["verdict"] == "different" for row in json.loads(found.stdout)["rows"])


def test_a_variant_says_some_things_differently_and_the_rest_as_before() -> None:
    old = pioche.load("hawthorn").rules
    new = old.variant(
        "other", "other", {"en": "Other", "fr": "Autre"}, words={"fr": {"actions": {"pass": "Passer pour une pièce"}}}
    )

    assert pioche.text.find(new, "fr", "actions", "pass") == "Passer pour une pièce"
    assert pioche.text.find(new, "fr", "actions", "hit") == pioche.text.find(old, "fr", "actions", "hit") != ""
    assert pioche.text.find(new, "en", "actions", "pass") == pioche.text.find(old, "en", "actions", "pass")
    assert pioche.text.find(old, "fr", "actions", "pass") != "Passer pour une pièce"


PILE = "    pile = rank_set(SEATS)  # face up before each seat\n"
LATE = "    if worth(s.pile[p]) > 12:\n        may(moves, STAY)\n"
FAULTS = {
    "words": ("words.py", '"stay": "Rester"', '"stai": "Rester"', "said in one language only: actions.stai, actions.stay"),
    "secrets": ("rules.py", PILE, PILE.replace("SEATS", "SEATS, seen_by=owner"), "sees a difference in its events"),
    "absent": ("rules.py", "    may(moves, STAY)\n", LATE, "time_out plays stay for seat"),
    "matches_end": ("rules.py", "        s.discard[card] += 1\n", "", "Cards were lost or made"),
    "bots": ("rules.py", PILE, PILE.replace("SEATS", "SEATS, seen_by=owner"), "has no bots but random"),
    "subset": ("rules.py", "    best = 0\n", "    best = len([0]) - 1\n", "rules.py"),
}


@pytest.mark.parametrize("law", FAULTS)
def test_the_battery_notices_what_is_broken(law: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"broken_{law}"
    main(["new", name])
    file, old, new, said = FAULTS[law]
    path = tmp_path / name / name / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new).replace("note, number,", "note, number, owner,"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / name))
    rules = importlib.import_module(f"{name}.rules").RULES
    pioche.register(rules)

    with pytest.raises(AssertionError) as noticed:
        LAWS[law](rules, covering(name))
    assert said in str(noticed.value)


def test_a_test_of_laws_without_rules_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text("def test_it(pioche_law):\n    pioche_law()\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "pioche.testing", str(tmp_path)]
    told = subprocess.run(command, env={**os.environ, **ALONE}, capture_output=True, text=True, check=False)

    assert told.returncode != 0
    assert "has no RULES" in told.stdout + told.stderr


@pytest.mark.parametrize("name", ["pairs", "continuous_pairs", "2tide", "class", "a", "Très bien"])
def test_names_that_cannot_be_are_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name]) == 2
    assert capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["os", "numpy", "pioche", "pytest", "token"])
def test_names_of_modules_are_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for lang, words in (("en", "Python already has a package called"), ("fr", "Python a déjà un paquet du nom de")):
        assert main(["new", name, "--out", str(tmp_path / "game"), "--lang", lang]) == 2
        assert f"{words} {name}" in capsys.readouterr().err
    assert not (tmp_path / "game").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "low_tide").mkdir()
    (tmp_path / "low_tide" / "mine.txt").write_text("mine", encoding="utf-8")

    assert main(["new", "low_tide"]) == 2
    assert [path.name for path in (tmp_path / "low_tide").iterdir()] == ["mine.txt"]
