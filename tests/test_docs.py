"""Docs fail when they drift: what is shown is run, what exists is mentioned."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pioche
from pioche.engine.compiled import subset
from pioche.engine.game import PLAIN
from pioche.lab.random_matches import Batch
from tests.strategies import GAMES

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = sorted({README, *ROOT.glob("*.md"), *ROOT.glob("docs/*.md")})


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def as_module(name: str, source: str, folder: Path) -> ModuleType:
    """Run a text as a module of its own, from a file so that its source can be read."""
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile(source, str(path), "exec"), vars(module))
    return module


# -- what is shown is run ----------------------------------------------------------------------------


def test_the_readme_is_there_and_shows_python() -> None:
    assert README.exists()
    assert len(blocks(README, "python")) >= 2


def pages_with_python() -> list[Path]:
    return [page for page in PAGES if page.exists() and page.name != "write-a-game.md" and blocks(page, "python")]


@pytest.mark.parametrize("page", pages_with_python(), ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one story: later ones may use what earlier ones made."""
    monkeypatch.chdir(tmp_path)
    as_module(f"page_{page.stem.replace('-', '_').lower()}", "\n".join(blocks(page, "python")), tmp_path)


def test_the_game_of_write_a_game_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its page builds a game in under a hundred lines; it keeps to the subset and plays alike in both engines."""
    page = ROOT / "docs" / "write-a-game.md"
    game_text, played = split_where_it_is_played(blocks(page, "python"))
    assert len([line for line in game_text.splitlines() if line.strip()]) < 100
    monkeypatch.setattr(pioche.engine.game, "_guests", {})
    module = as_module("little_pairs", game_text, tmp_path)
    assert subset.problems(module) == []
    exec(compile(played, "write-a-game.md", "exec"), vars(module))
    assert module.RULES.id in pioche.games()
    for seats in (2, 6):
        game = pioche.load(module.RULES.id, seats=seats)
        plain, compiled = Batch(game, PLAIN), Batch(game)
        assert plain.play(1, 50) == compiled.play(1, 50)
        assert plain.scores == compiled.scores.tolist()


def split_where_it_is_played(found: list[str]) -> tuple[str, str]:
    """The game itself ends with its declaration; what follows plays it."""
    last = max(number for number, block in enumerate(found) if "RULES = Rulebook(" in block)
    return "\n\n".join(found[: last + 1]), "\n".join(found[last + 1 :])


# -- what exists is mentioned --------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_option_stands_in_the_rulebook(name: str) -> None:
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    missing = [option.id for option in pioche.load(name).rules.options if f"`{option.id}`" not in page]
    assert not missing, f"docs/games/{name}.md does not mention {', '.join(missing)}"


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_an_option_stands_in_the_rulebook(name: str) -> None:
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    options = pioche.load(name).rules.options
    missing = [f"{o.id}={v}" for o in options for v in o.values if not re.search(rf"\b{re.escape(v)}\b", page)]
    assert not missing, f"docs/games/{name}.md does not mention {', '.join(missing)}"


def test_every_command_is_documented() -> None:
    from pioche.terminal.cli import COMMANDS

    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES if page.exists())
    missing = [name for name in COMMANDS if f"pioche {name}" not in text]
    assert not missing, f"no page mentions pioche {', pioche '.join(missing)}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_stands_in_the_readme(name: str) -> None:
    text, game = README.read_text(encoding="utf-8"), pioche.load(name)
    for title in (game.title("en"), game.title("fr")):
        assert title in text, f"the README does not name {title}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    dead = [link for link in links if link and "://" not in link and not (page.parent / link).exists()]
    assert not dead, f"{page.name} links to {', '.join(dead)}"
