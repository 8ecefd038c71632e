"""The pages on tournaments are run as they stand, name buttons that exist, and forget no rule of the rulebook."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

import pioche.tournament
from pioche import text
from pioche.terminal.cli import main
from pioche.terminal.commands.tournament_command import VERBS
from pioche.terminal.tournament.arguments import VERBS as READ
from pioche.tournament.settings import CRITERIA, Settings
from pioche.tournament.tournament import APPLY

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tournament.md").read_text(encoding="utf-8")
FRENCH = (ROOT / "docs" / "tournament.fr.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs" / "tournament-reference.md").read_text(encoding="utf-8")
BOOK = (ROOT / "docs" / "games" / "tournament.md").read_text(encoding="utf-8")
COVERAGE = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in Path(pioche.tournament.__file__).parent.rglob("*.py"))


def expanded(text: str) -> set[int]:
    """TR10-TR12 and TR10–TR12 name three rules."""
    found = set()
    for first, last in re.findall(r"TR(\d+)(?:\s*[-–]\s*(?:TR)?(\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize(("page", "lang", "heard"), [(PAGE, "en", "Final ranking"), (FRENCH, "fr", "Classement final")])
def test_every_command_of_the_page_runs(
    page: str, lang: str, heard: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PIOCHE_TOURNAMENT", raising=False)
    commands = [
        line for block in re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) for line in block.splitlines()
    ]
    assert len(commands) > 25
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "pioche"
        assert main([*words, "--lang", lang]) == 0, f"{command}: {capsys.readouterr().err}"
    said = capsys.readouterr().out
    assert heard in said
    assert (tmp_path / "seats.html").exists()
    assert (tmp_path / "results.csv").exists()


def test_the_commands_named_in_words_exist() -> None:
    named = set(re.findall(r"pioche tournament ([a-z-]+)", PAGE))
    assert named <= set(READ)
    assert set(VERBS) | {"new", "simulate"} == set(READ)


@pytest.mark.parametrize(("page", "lang", "end"), [(PAGE, "en", "## In a terminal"), (FRENCH, "fr", "## Dans un terminal")])
def test_the_buttons_of_the_page_have_these_labels(page: str, lang: str, end: str) -> None:
    labels = set(re.findall(r"\*\*(.+?)\*\*", page[: page.index(end)])) - {"⋯"}
    known = set()
    for name in ("page", "page_tournament"):
        for value in text.catalogue(name, lang).values():
            for label in value.values() if isinstance(value, dict) else [value]:
                known.add(str(label).replace("{number}", "1").replace("{minutes}", "5"))
    assert len(labels) > 40
    assert labels - known == set()


def test_every_setting_and_every_action_stands_on_the_pages() -> None:
    options = set(Settings.__dataclass_fields__) - {"game", "seed", "title", "game_options", "games"}
    assert [name for name in sorted(options) if f"`{name}`" not in PAGE] == []
    assert [name for name in APPLY if f"`{name}`" not in REFERENCE] == []
    assert [name for name in CRITERIA if name not in PAGE] == []


def test_every_rule_of_the_rulebook_is_cited_by_the_code_and_traced() -> None:
    rules = {int(number) for number in re.findall(r"\*\*TR(\d+)", BOOK)}
    assert len(rules) > 50
    assert rules - expanded(SOURCE) == set()
    assert rules - expanded(COVERAGE) == set()
    for said in (SOURCE, COVERAGE, PAGE, REFERENCE):
        assert {int(number) for number in re.findall(r"TR(\d+)", said)} - rules == set()


def test_every_example_and_invariant_has_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    for kind, last in (("x", 13), ("j", 10)):
        missing = [
            f"{kind}{number}" for number in range(1, last + 1) if not re.search(rf"def (?:test_)?{kind}{number}_", tests)
        ]
        assert missing == []


def test_the_model_knows_no_clock_no_disk_and_nothing_built_on_it() -> None:
    """It stands on the engine, the errors and the texts; its own modules aside."""
    for path in Path(pioche.tournament.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else []
            )
            for name in names:
                part = name.split(".")[1] if name.startswith("pioche.") else ""
                assert part in ("", "tournament", "engine", "errors", "text"), f"{path.name} imports {name}"
                assert name.split(".")[0] not in ("os", "time", "datetime", "pathlib", "random", "socket", "sqlite3"), (
                    f"{path.name} imports {name}"
                )
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "open", path.name
