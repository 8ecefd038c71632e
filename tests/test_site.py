"""The site: its pages exist in both languages, its menu leads to all of them, commands shown on it are right."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest

import pioche
from pioche import text
from pioche.terminal import cli
from pioche.terminal.game_names import load_named
from tests.strategies import GAMES
from tests.test_docs import PAGES, blocks

ROOT = Path(__file__).parent.parent
MENU = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
TWINS = ("index", "play", "fair", "learn", "hosting", "tournament", "print", "release-notes")  # what a French reader who is no developer needs


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_pages", ROOT / "docs" / "site_pages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made(pages: ModuleType) -> dict[str, str]:
    return pages.generated()  # type: ignore[no-any-return]


def test_every_page_stands_in_the_menu() -> None:
    every = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    own = {name.replace(".en.md", ".md") for name in every if not name.endswith(".fr.md")}
    named = set(re.findall(r"([\w/.-]+\.md)$", MENU, re.MULTILINE))
    assert own - named == set()
    assert {f"play/{game}.md" for game in GAMES} <= named


@pytest.mark.parametrize("name", TWINS)
def test_a_page_for_players_has_a_french_twin_of_the_same_shape(name: str) -> None:
    english, french = (ROOT / "docs" / f"{name}{end}" for end in (".md", ".fr.md"))
    language = "sh" if name == "tournament" else ""
    commands = [[len(block.splitlines()) for block in blocks(page, language)] for page in (english, french)]
    assert commands[0] == commands[1]
    if name != "tournament":  # settings, Python and the log of that page are in English only, and it says so
        heads = [len(re.findall(r"^##+ ", page.read_text(encoding="utf-8"), re.MULTILINE)) for page in (english, french)]
        assert heads[0] == heads[1]


@pytest.mark.parametrize("lang", text.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_has_rules_picture_and_odds(pages: ModuleType, made: dict[str, str], game: str, lang: str) -> None:
    rules = pioche.load(game).rules
    told = pages.game_page(rules, lang)
    picture = re.search(r"\]\((pictures/[^)]+)\)", told)
    assert picture
    assert f"play/{picture[1]}" in made
    assert f"play/{pages.suffixed(game, lang)}" in made
    assert {"en": "## Odds", "fr": "## Les chances"}[lang] in told
    for line in text.sheet(rules, lang).splitlines():
        if line.startswith("## "):
            assert line in told
    for option in rules.options:  # what somebody types stands in the full rulebook
        assert f"<code>{option}</code>" not in told
    assert f"play/{game}.md" in pages.list_of_games(lang)


def test_links_that_leave_the_folder_become_words(pages: ModuleType) -> None:
    known = {"house.md", "reports/load.md", "games/pairs.md"}
    mended = pages.inside("[a](house.md#b) [c](../bench/results/load.md) [d](../deploy) `[e](no.md)` [f](https://a.b)", "docs/hosting.md", known)
    assert mended == "[a](house.md#b) [c](reports/load.md) `d` `[e](no.md)` [f](https://a.b)"
    assert pages.inside("[p](pairs.md)", "docs/games/kitty.md", known) == "[p](../games/pairs.md)"


def test_a_dead_link_is_found(pages: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a> <a href="b.html#gone">x</a> <a href="c.html">y</a>', encoding="utf-8")
    (tmp_path / "b.html").write_text('<h2 id="here">b</h2> <script src="https://elsewhere.example/x.js"></script>', encoding="utf-8")
    assert pages.dead_links(tmp_path) == ["a.html: b.html#gone", "a.html: c.html", "b.html fetches https://elsewhere.example/x.js"]


def shown() -> list[tuple[str, str]]:
    """Every line of a fenced block that calls pioche, page by page."""
    found = []
    for page in PAGES:
        for block in [*blocks(page, ""), *blocks(page, "sh")]:
            for line in block.splitlines():
                command = re.sub(r"\s{2,}#.*$", "", line)
                if command.startswith("pioche"):
                    found.append((page.name, command))
    return found


@pytest.mark.parametrize(("page", "line"), shown(), ids=lambda value: value[:40])
def test_a_command_that_is_shown_is_understood(page: str, line: str) -> None:
    _, words = cli.language(shlex.split(line.split(" > ")[0])[1:], "en")
    if not words or words[0].startswith("-"):
        words = ["serve", *words]
    if words[0] == "tournament":
        return  # tests/tournament runs these
    asked = cli.read(words[0], words[1:])
    if getattr(asked, "game", None):
        load_named(asked.game, **asked.options)
