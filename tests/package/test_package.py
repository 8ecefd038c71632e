"""What `pip install pioche` brings: the page, all games, and no compiler unless one wants it."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche
from tests.package import building

WITHOUT_COMPILER = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None; from pioche.terminal.cli import main; sys.exit(main())"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return building.build(tmp_path_factory.mktemp("dist"))


def test_wheel_and_sdist_carry_the_page_and_nothing_foreign(built: list[Path]) -> None:
    assert [file.suffix for file in built] == [".gz", ".whl"]
    assert [fault for file in built for fault in building.faults(file)] == []


def test_what_is_missing_or_foreign_is_found(built: list[Path], tmp_path: Path) -> None:
    bad = tmp_path / built[1].name
    with zipfile.ZipFile(built[1]) as good, zipfile.ZipFile(bad, "w") as worse:
        for name in good.namelist():
            if not name.endswith("house/page/index.html"):
                worse.writestr(name, good.read(name))
        worse.writestr("pioche/strange.py", f"# {building.ROOT}")
    found = "; ".join(building.faults(bad))
    assert "lacks house/page/index.html" in found
    assert "a path of this machine" in found


def licences_missing(wheel: Path) -> list[str]:
    """Return what lies in a wheel without its licence: fonts, the code bundled into the page, letters drawn from a font."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        page = next((archive.read(name).decode() for name in names if name.endswith("house/page/licences.md")), "")
        sections = {part.split(" - ")[0]: part for part in page.split("\n## ")[1:]}
        fonts = {Path(name).name.split("-")[0] for name in names if name.endswith(".woff2")}
        missing = [
            f for f in sorted(fonts) if "SIL OPEN FONT LICENSE" not in sections.get(f"@fontsource-variable/{f}", "").upper()
        ]
        missing += [code for code in ("svelte", "clsx") if "Permission is hereby granted" not in sections.get(code, "")]
        missing += ["letters.bin"] * (
            not any(name.endswith("licenses/src/pioche/house/pictures/letters.licence.txt") for name in names)
        )
        return missing if fonts else ["no fonts"]


def test_fonts_and_code_of_others_travel_with_their_licences(built: list[Path], tmp_path: Path) -> None:
    assert licences_missing(built[1]) == []
    bare = tmp_path / built[1].name
    with zipfile.ZipFile(built[1]) as good, zipfile.ZipFile(bare, "w") as worse:
        for name in good.namelist():
            if "licence" not in name:
                worse.writestr(name, good.read(name))
    assert licences_missing(bare) == ["fraunces", "inter", "svelte", "clsx", "letters.bin"]


def test_built_twice_it_is_the_same(built: list[Path], tmp_path: Path) -> None:
    assert [building.digest(file) for file in building.build(tmp_path)] == [building.digest(file) for file in built]


def test_the_sdist_needs_no_node_and_an_old_page_is_noticed(built: list[Path], tmp_path: Path) -> None:
    """A clone with the built page installs without npm; after a change of the page's source it would not."""
    shutil.unpack_archive(built[0], tmp_path, filter="data")
    (clone,) = tmp_path.iterdir()
    check = [sys.executable, str(clone / "web" / "scripts" / "build.py"), "--check"]
    assert subprocess.run(check, check=False).returncode == 0
    source = clone / "web" / "src" / "main.ts"
    source.write_text(source.read_text(encoding="utf-8") + "\n// changed\n", encoding="utf-8")
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "The page is older than its sources, or not there: make page\n")
    build = subprocess.run([*check[:2]], env={"PATH": "/nonexistent"}, capture_output=True, text=True, check=False)
    if shutil.which("npm", path=str(Path(sys.executable).parent)) is None:
        assert build.returncode == 1
        assert "there is no npm here" in build.stderr


def test_a_node_that_is_too_old_counts_as_none(tmp_path: Path) -> None:
    """pip then fetches the package that carries Node, instead of failing in the middle of the build."""
    spec = importlib.util.spec_from_file_location("page_build", building.ROOT / "web" / "scripts" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)
    for version, fits in {
        "v18.20.4": False,
        "v20.18.3": False,
        "v20.19.0": True,
        "v22.11.0": False,
        "v22.12.0": True,
        "v25.1.0": True,
    }.items():
        node = tmp_path / version
        node.write_text(f"#!/bin/sh\necho {version}\n")
        node.chmod(0o755)
        assert page.new_enough(str(node)) is fits, version


def test_one_version_everywhere() -> None:
    """The package, the page, the description of the routes and both changelogs say the same."""
    root = building.ROOT
    said = {
        "pyproject.toml": tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"],
        "package.json": json.loads((root / "web/package.json").read_text())["version"],
        "package-lock.json": json.loads((root / "web/package-lock.json").read_text())["version"],
        "openapi.json": json.loads((root / "src/pioche/house/api/openapi.json").read_text())["info"]["version"],
        "changelog": re.search(r"^## (\d\S+)", (root / "CHANGELOG.md").read_text(), re.MULTILINE)[1],
        "nouveautés": re.search(r"^## (\d\S+)", (root / "CHANGELOG.fr.md").read_text(), re.MULTILINE)[1],
    }
    assert said == dict.fromkeys(said, pioche.__version__)


def without_compiler(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_COMPILER, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "pairs"),
        ("arena", "pairs"),
        ("arena", "pairs", "--bots", "novice,expert"),
        ("play", "pairs", "--bots", "search"),
        ("odds", "pairs"),
    ],
)
def test_without_the_compiler_one_is_told_what_to_install(command: tuple[str, ...]) -> None:
    assert without_compiler("--lang", "en", *command) == (
        2, "This needs the compiler, which is not installed: pip install 'pioche[lab]'.\n",
    )  # fmt: skip
    assert without_compiler("--lang", "fr", *command)[1].startswith("Il faut pour cela le compilateur")


@pytest.fixture
def house_without_compiler(tmp_path: Path) -> Iterator[str]:
    command = [
        sys.executable,
        "-uc",
        WITHOUT_COMPILER,
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(tmp_path / "h.db"),
    ]
    house = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    for line in house.stdout:
        found = re.search(r"http://[^\s\x1b]+", line)
        if found:
            break
    else:
        raise AssertionError("it did not open")
    yield found.group().rstrip("/")
    house.terminate()
    house.communicate(timeout=20)


def test_without_the_compiler_the_house_has_all_games_and_every_bot_but_search(house_without_compiler: str) -> None:
    with urllib.request.urlopen(f"{house_without_compiler}/api/games", timeout=20) as answer:
        assert len(json.load(answer)["games"]) == building.GAMES
    with urllib.request.urlopen(f"{house_without_compiler}/api/house", timeout=20) as answer:
        offered = {bot["id"]: bot["games"] for bot in json.load(answer)["bots"]}
    assert {"random", "novice", "regular", "expert"} <= set(offered)
    assert "search" not in offered
