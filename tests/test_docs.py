"""Docs fail when they drift: what is shown is run, what exists is mentioned."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import pioche
from pioche import kit
from pioche.bots import LEVELS, levels
from pioche.engine.game import PLAIN, registered
from pioche.lab.arena import duel
from pioche.lab.random_matches import Batch
from tests.bots.judging import JUDGED, is_legal_and_leaves_the_table_as_it_was, knows_only_what_its_seat_knows
from tests.strategies import GAMES

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = sorted({README, *ROOT.glob("*.md"), *ROOT.glob("docs/*.md")})
SAME_BLOCKS = (  # pages whose French twin shows the same commands and the same code
    "README", "CONTRIBUTING", "write-a-game", "write-a-game-2", "lessons", "lab", "metrics", "research", "data", "bots", "server", "record",
    "architecture", "glossary",
)  # fmt: skip


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    fences = re.findall(r"^```(.*?)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [block for name, block in fences if name == language]


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
    assert blocks(README, "python")


def pages_with_python() -> list[Path]:
    """Those of French twins are the same to the letter (tests/test_site.py), or a page of its own."""
    own = [
        page
        for page in PAGES
        if page.exists() and page.stem not in ("write-a-game", "write-a-game-2", *(f"{name}.fr" for name in SAME_BLOCKS))
    ]
    return [page for page in own if blocks(page, "python")]


@pytest.mark.parametrize("page", pages_with_python(), ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one story: later ones may use what earlier ones made."""
    monkeypatch.chdir(tmp_path)
    as_module(f"page_{page.stem.replace('-', '_').lower()}", "\n".join(blocks(page, "python")), tmp_path)


# -- write a game: its files lie side by side, and what plays them is run in order ------------------------------


WRITE_A_GAME = [ROOT / "docs" / f"{name}.md" for name in ("write-a-game", "write-a-game-2")]  # one story
ON_THAT_PAGE = re.compile(
    r"^<!-- (file: (?P<file>\w+\.py)|run) -->$|^```python\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)


def files_and_runs() -> tuple[dict[str, str], list[str]]:
    """Every block of Python on the page belongs to the file named before it, or is run."""
    files: dict[str, str] = {}
    runs: list[str] = []
    file: str | None = None
    story = "\n".join(page.read_text(encoding="utf-8") for page in WRITE_A_GAME)
    for found in ON_THAT_PAGE.finditer(story):
        if found["code"] is None:
            file = found["file"]
        elif file is None:
            runs.append(found["code"])
        else:
            files[file] = files.get(file, "") + "\n\n" + found["code"] if file in files else found["code"]
    return files, runs


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The files of the page in a folder of their own, from which they can be imported."""
    files, _ = files_and_runs()
    for name, source in files.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with registered(alone=True):
        yield files
    for name in files:
        sys.modules.pop(name.removesuffix(".py"), None)


def test_the_first_game_of_write_a_game_is_short(written: dict[str, str]) -> None:
    assert len([line for line in written["little_pairs.py"].splitlines() if line.strip()]) < 100


def test_write_a_game_plays_what_it_shows(written: dict[str, str]) -> None:
    space: dict[str, object] = {}
    for run in files_and_runs()[1]:
        exec(compile(run, "write-a-game.md", "exec"), space)


def test_write_a_game_imports_the_kit_alone(written: dict[str, str]) -> None:
    own = {name.removesuffix(".py") for name in written} | {
        "pioche",
        "pioche.kit",
        "pioche.lab.trial",
        "collections.abc",
        "typing",
    }
    for name, source in written.items():
        imported = set(re.findall(r"^\s*(?:from|import) ([\w.]+)", source, re.MULTILINE))
        assert {module for module in imported - own if not module.startswith("pioche.rules.")} == set(), name


@pytest.mark.parametrize("name", ["little_pairs", "lone_low", "magpie", "cheap_hawthorn"])
def test_the_games_of_write_a_game_are_alike_in_both_engines(written: dict[str, str], name: str) -> None:
    module = importlib.import_module(name)
    assert kit.problems(module) == []
    pioche.register(module.RULES)
    game = pioche.load(name)
    for seats in (game.seat_range[0], game.seats, game.seat_range[1]):
        game = pioche.load(name, seats=seats)
        plain, compiled = Batch(game, PLAIN), Batch(game)
        assert plain.play(1, 50) == compiled.play(1, 50)
        assert plain.scores == compiled.scores.tolist()


def test_the_test_of_write_a_game_passes(written: dict[str, str]) -> None:
    module = importlib.import_module("test_lone_low")
    tests = [value for name, value in vars(module).items() if name.startswith("test_")]
    assert len(tests) >= 4
    for test in tests:
        test()


def test_the_game_of_write_a_game_speaks_both_languages(written: dict[str, str]) -> None:
    words = importlib.import_module("lone_low_words")

    def shape(table: object) -> object:
        return {key: shape(value) for key, value in table.items()} if isinstance(table, dict) else None

    assert shape(words.EN) == shape(words.FR)
    rules = importlib.import_module("lone_low").RULES
    pioche.register(rules)
    assert set(words.EN["options"]) == {option.id for option in rules.options}
    assert set(words.EN["refusals"]) == {reason for reason, _ in rules.refusals}
    with pytest.raises(pioche.BadOption, match="Two players need"):
        pioche.load("lone_low", seats=2, cards=4)
    assert pioche.load("quick_lone_low").options["cards"] == 5


def test_the_judgement_of_write_a_game_is_judgement(written: dict[str, str]) -> None:
    """Every level is legal and knows only what its seat knows; the regular beats the novice."""
    rules = importlib.import_module("lone_low").RULES
    pioche.register(rules)
    setting = ("lone_low", {"seats": 4})
    assert levels(pioche.load("lone_low")) == LEVELS
    for level in JUDGED:
        is_legal_and_leaves_the_table_as_it_was(setting, level)
        knows_only_what_its_seat_knows(setting, level)
    assert duel(pioche.load("lone_low", seats=4), "regular", "novice", 1500).verdict == "better"


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
