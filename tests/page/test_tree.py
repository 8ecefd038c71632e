"""The tree of the page: web/README.md tells the folders in their order, and imports point back along it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche

WEB = Path(__file__).parents[2] / "web"
SOURCE = WEB / "src"
README = WEB / "README.md"
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]""")
FOLDERS = re.compile(r"^\| `src/([\w/]*)` \|", re.MULTILINE)


def order() -> list[str]:
    """The folders as web/README.md lists them. The last one, with an empty name, is `src` itself."""
    return [folder.rstrip("/") for folder in FOLDERS.findall(README.read_text(encoding="utf-8"))]


def sources() -> list[str]:
    return sorted(p.relative_to(SOURCE).as_posix() for p in SOURCE.rglob("*") if p.suffix in (".ts", ".svelte", ".css"))


def wrong_imports(path: str, text: str, folders: list[str]) -> Iterator[str]:
    """What a file imports from a folder that comes after its own."""
    own = posixpath.dirname(path)
    for target in IMPORT.findall(text):
        found = posixpath.normpath(posixpath.join(own, target))
        where = found if found in folders else posixpath.dirname(found)  # '../skins' is the index of skins
        if folders.index(where) > folders.index(own):
            yield f"{path} imports {target}: {where or 'src'} comes after {own}"


def test_the_readme_lists_every_folder_and_no_other() -> None:
    assert sorted(order()) == sorted({posixpath.dirname(path) for path in sources()})


@pytest.mark.parametrize("path", [path for path in sources() if not path.endswith(".css")])
def test_imports_point_one_way(path: str) -> None:
    assert not list(wrong_imports(path, (SOURCE / path).read_text(encoding="utf-8"), order()))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("parts/Drawer.svelte", "import { TableState } from '../table/model/table.svelte'"),
        ("table/pieces/Heap.svelte", "import type { Props } from '../felt/Seat.svelte'"),
        ("table/model/scene.ts", "import { add } from '../../people/webauthn'\nexport * from '../TablePage.svelte'"),
        ("words/fill.ts", "const { prefs } = await import('../state/prefs.svelte')"),
        ("door/Hero.svelte", 'import App from "../App.svelte"'),
        ("cards/Card.svelte", "import { skinOf } from '../skins'"),
    ],
)
def test_a_wrong_import_is_found(path: str, text: str) -> None:
    assert len(list(wrong_imports(path, text, order()))) == 1


def test_no_two_files_share_a_name() -> None:
    """Card.svelte and card.ts would be taken for one another."""
    stems: dict[str, list[str]] = {}
    for path in sources():
        stems.setdefault(posixpath.basename(path).split(".")[0].lower(), []).append(path)
    assert not [paths for paths in stems.values() if len(paths) > 1]


@pytest.mark.parametrize(
    "path", [path for path in sources() if not path.startswith("skins/") and path != "server/protocol.ts"]
)
def test_nothing_is_left_over(path: str) -> None:
    """A component is drawn somewhere, and what a file exports is wanted by another."""
    others = "\n".join((SOURCE / other).read_text(encoding="utf-8") for other in sources() if other != path)
    if path.endswith(".svelte"):
        assert posixpath.basename(path) in others
    text = (SOURCE / path).read_text(encoding="utf-8")
    exported = re.findall(r"^export (?:async )?(?:function|const|class|interface|type) (\w+)", text, re.MULTILINE)
    assert not [name for name in exported if not re.search(rf"\b{name}\b", others)]


# -- games ---------------------------------------------------------------------------------------------


def names() -> re.Pattern[str]:
    """Ids and titles as words of their own: 'goblin_poker', Goblin Poker, Agnès."""
    titles = {pioche.load(game).title(lang) for game in pioche.games() for lang in ("en", "fr")}
    return re.compile(rf"\b({'|'.join(re.escape(name) for name in sorted({*pioche.games(), *titles}))})\b", re.IGNORECASE)


@pytest.mark.parametrize(
    "path", [path for path in sources() if not path.startswith("skins/") and path != "words/catalogue.ts"]
)
def test_only_skins_name_a_game(path: str) -> None:
    """What a game needs on the page is named by its skin; the catalogue is written from the texts."""
    text = (SOURCE / path).read_text(encoding="utf-8")
    assert not [f"line {text.count(chr(10), 0, found.start()) + 1}: {found[0]}" for found in names().finditer(text)]


@pytest.mark.parametrize(
    "line", ["if (game === 'pig') return", "<!-- Vatra: it burns -->", "scenes.goblin_poker", "// Agnès has slots"]
)
def test_the_name_of_a_game_is_found(line: str) -> None:
    assert names().search(line)


OPTIONS = {
    "pig": {"talk_rule"},
    "spoons": {"talk_rule", "theme"},
    "vatra": {"traveller"},
    "port": {"played_for"},
}  # said or drawn otherwise


def rules_in_a_skin(text: str) -> list[str]:
    """What a skin computes instead of placing it: numbers and calculation outside its picture and its pauses.

    A comparison of fields, such as whose turn it is not, says how something is drawn, and is not found here.
    """
    text = re.sub(r"//.*", "", text)
    text = re.sub(r"^  picture: \[.*?\],$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\bms: \d+", "ms", text)
    text = re.sub(r"'[^'\n]*'", "''", text)
    text = re.sub(r"`[^`]*`", "''", text)
    return re.findall(r"\b\d+|\bMath\b|\breduce\b|\bsort\b|\bNumber\b|[-+*/%]|(?<!=)>|<", text)


@pytest.mark.parametrize("game", pioche.games())
def test_a_skin_holds_no_rule(game: str) -> None:
    """Figures, odds, orders and prices are told by the server (`facts` of a view, the display of a game)."""
    text = (SOURCE / "skins" / f"{game}.ts").read_text(encoding="utf-8")
    assert not rules_in_a_skin(text)
    assert set(re.findall(r"\boptions\??\.(\w+)", text)) <= OPTIONS.get(game, set())


@pytest.mark.parametrize(
    "line",
    [
        "tags: { 1: 'give' },",
        "facts: (v) => [{ n: Math.ceil(v.white.length) }],",
        "order: (v, p) => (p - v.starter + v.seats) % v.seats,",
        "sides: (v) => v.seats / v.pairs,",
        "word: e.captured > e.rank ? 'lowest' : 'below',",
        "low: (v) => v.pile.reduce(least),",
        "full: Number(v.decks),",
    ],
)
def test_a_rule_in_a_skin_is_found(line: str) -> None:
    assert rules_in_a_skin(line)


def test_every_game_of_the_house_has_a_skin() -> None:
    skins = {path.removeprefix("skins/").removesuffix(".ts") for path in sources() if path.startswith("skins/")}
    assert set(pioche.games()) <= skins
