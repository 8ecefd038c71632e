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
from tests.test_docs import PAGES, SAME_BLOCKS, blocks

ROOT = Path(__file__).parent.parent
MENU = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
TWINS = (
    "index",
    "play",
    "table-settings",
    "fair",
    "learn",
    "hosting",
    "tournament",
    "tournament-reference",
    "print",
)  # their commands speak French, too
IN_ENGLISH = {"api", "coverage", "fair-spec", "protocol"}  # reference: contracts in one language, read beside the code


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
    return pages.generated()


def test_every_page_stands_in_the_menu(pages: ModuleType) -> None:
    every = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    own = {name.replace(".en.md", ".md") for name in every if not name.endswith(".fr.md")}
    named = set(re.findall(r"([\w/.-]+\.md)$", MENU, re.MULTILINE))
    assert own - named == set(pages.UNLISTED)
    assert {f"play/{game}.md" for game in GAMES} <= named
    assert {f"reports/{game}.md" for game in (*GAMES, "README")} <= named  # made when the site is built


@pytest.mark.parametrize("name", TWINS)
def test_a_page_for_players_has_a_french_twin_of_the_same_shape(name: str) -> None:
    english, french = (ROOT / "docs" / f"{name}{end}" for end in (".md", ".fr.md"))
    language = "sh" if name == "tournament" else ""
    commands = [[len(block.splitlines()) for block in blocks(page, language)] for page in (english, french)]
    assert commands[0] == commands[1]
    assert headings(english) == headings(french)


def headings(page: Path) -> list[int]:
    """Their levels; what stands in a block is none."""
    told = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [len(marks) for marks in re.findall(r"^(#+) ", told, re.MULTILINE)]


def without_comments(page: Path) -> list[str]:
    """Return the fenced blocks of a page; comments behind commands and code are in the language of the page."""
    fenced = re.findall(r"^```\w*\n.*?^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [re.sub(r" +# .*$", "", block, flags=re.MULTILINE) for block in fenced]


@pytest.mark.parametrize("name", SAME_BLOCKS)
def test_a_french_twin_shows_the_same_commands_and_code(name: str) -> None:
    folder = ROOT if name.isupper() else ROOT / "docs"
    english, french = folder / f"{name}.md", folder / f"{name}.fr.md"
    assert without_comments(english) == without_comments(french)
    assert headings(english) == headings(french)


def test_every_page_is_there_in_french_or_is_reference() -> None:
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    english = {name for name in pages if not name.endswith(".fr")}
    assert english - {name.removesuffix(".fr") for name in pages if name.endswith(".fr")} == IN_ENGLISH - {"api"}
    assert {*TWINS, *SAME_BLOCKS} >= english - IN_ENGLISH - {"environments"}  # which is written by a program


@pytest.mark.parametrize("lang", text.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_has_rules_picture_and_odds(
    pages: ModuleType, made: dict[str, str], game: str, lang: str
) -> None:
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
    mended = pages.inside(
        "[a](house.md#b) [c](../bench/results/load.md) [d](../deploy) `[e](no.md)` [f](https://a.b)",
        "docs/hosting.md",
        known,
    )
    assert mended == "[a](house.md#b) [c](reports/load.md) `d` `[e](no.md)` [f](https://a.b)"
    assert pages.inside("[p](pairs.md)", "docs/games/kitty.md", known) == "[p](../games/pairs.md)"


def test_the_site_says_nothing_english_on_french_pages_and_breaks_no_option(pages: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "fr").mkdir()
    for name in ("a.html", "fr/a.html"):
        (tmp_path / name).write_text(
            '<a title="Permanent link">x</a> <code>--lang</code> <code>pioche --lang fr</code>', encoding="utf-8"
        )
    pages.with_our_words(tmp_path)
    assert 'title="Permanent link"' in (tmp_path / "a.html").read_text(encoding="utf-8")
    told = (tmp_path / "fr" / "a.html").read_text(encoding="utf-8")
    assert (
        told
        == '<a title="Lien vers ce passage">x</a> <code class="whole">--lang</code> <code>pioche <span class="whole">--lang</span> fr</code>'
    )


def test_the_other_language_stands_in_the_head_by_its_name(pages: ModuleType) -> None:
    menu = '<a href="../play.html" hreflang="en" class="x">\n English </a> <a href="play.html" hreflang="fr" class="x"> Français </a>'
    assert 'href="../play.html" hreflang="en" lang="en">English</a>' in pages.to_other_language(menu, "fr")
    assert 'href="play.html" hreflang="fr" lang="fr">Français</a>' in pages.to_other_language(menu, "en")


def test_a_french_page_with_english_words_says_so(pages: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "fr").mkdir()
    for name, words in (("a", "English"), ("fr/a", "English"), ("b", "English"), ("fr/b", "français")):
        told = f'<article class="x"><h1>{name[-1]}</h1><a href="{name}">{words}</a></article>'
        (tmp_path / f"{name}.html").write_text(told, encoding="utf-8")
    pages.with_our_words(tmp_path)
    said = [
        pages.ONLY_ENGLISH in (tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("a", "fr/a", "b", "fr/b")
    ]
    assert said == [False, True, False, False]
    assert '<article lang="en" class="x">' in (tmp_path / "fr" / "a.html").read_text(encoding="utf-8")


def test_each_language_has_a_search_of_its_own(pages: ModuleType, tmp_path: Path) -> None:
    workers = tmp_path / "assets" / "javascripts" / "workers"
    workers.mkdir(parents=True)
    (tmp_path / "fr").mkdir()
    (workers / "search.1a.min.js").write_text("theirs()\n//# sourceMappingURL=search.1a.min.js.map", encoding="utf-8")
    for name in ("a.html", "fr/a.html"):
        (tmp_path / name).write_text('"workers/search.1a.min.js"', encoding="utf-8")
    pages.search_of_each_language(tmp_path)
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == '"workers/search.1a.min.js"'
    assert (tmp_path / "fr" / "a.html").read_text(encoding="utf-8") == '"workers/search.fr.1a.min.js"'
    for name, lang in (("search.1a.min.js", "en"), ("search.fr.1a.min.js", "fr")):
        told = (workers / name).read_text(encoding="utf-8")
        assert f"'{lang}' === 'en'" in told
        assert "theirs()" in told
        assert "LANG" not in told


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_ready_papers_are_listed_with_the_colons_of_the_language(pages: ModuleType, lang: str) -> None:
    told = pages.list_of_papers(lang)
    assert told.count("- **") == 5
    assert "\u00a0\u00a0" not in told
    assert all(("\u00a0:" in line) == (lang == "fr") for line in told.splitlines() if ":" in line)


def test_the_search_finds_words_of_tables_apart(pages: ModuleType) -> None:
    assert pages.apart("<tr><th>Cartes</th><th>Durée</th></tr>") == "<tr><th>Cartes</th>\n<th>Durée</th>\n</tr>"


def test_a_dead_link_is_found(pages: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">b</a> <a href="b.html#gone">x</a> <a href="c.html">y</a>', encoding="utf-8"
    )
    (tmp_path / "b.html").write_text(
        '<h2 id="here">b</h2> <script src="https://elsewhere.example/x.js"></script>', encoding="utf-8"
    )
    assert pages.dead_links(tmp_path) == [
        "a.html: b.html#gone",
        "a.html: c.html",
        "b.html fetches https://elsewhere.example/x.js",
    ]


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
    if not words or (words[0].startswith("-") and words[0] != "--help"):
        words = ["serve", *words]
    if words[0] in ("tournament", "--help"):
        return  # tests/tournament and tests/terminal run these
    asked = cli.read(words[0], words[1:])
    if getattr(asked, "game", None):
        load_named(asked.game, **asked.options)
