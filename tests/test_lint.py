"""`make lint` finds planted faults, and the page is built from a lock file that holds every platform.

Each fault is planted into a copy of the tree, where the very command of `make lint` is run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
PACKAGE = "src/pioche"


def commands() -> list[str]:
    """What `make lint` runs, one command each, without the installation."""
    done = subprocess.run(["make", "-n", "lint"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line for line in done.stdout.splitlines() if "install" not in line.lower() and not line.startswith("touch")]
    return [command.strip() for line in lines for command in line.split("&&")]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and of the settings of the tools."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(
        ROOT / PACKAGE, folder / PACKAGE, ignore=lambda _, names: [n for n in names if "." in n and not n.endswith(".py")]
    )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.fixture
def plant(tree: Path) -> Iterator[Path]:
    """The file that is planted; it is removed afterwards."""
    file = tree / PACKAGE / "house" / "protocol" / "planted.py"
    yield file
    file.unlink(missing_ok=True)


def run(tool: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run every command of `make lint` that names the tool; return the first that fails, or the last."""
    found = [line for line in commands() if tool in line]
    assert found, f"make lint does not run {tool}"
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    for line in found:
        here = line.replace(".venv/bin/", f"{Path(sys.executable).parent}/")
        done = subprocess.run(here, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            break
    return done


@pytest.mark.parametrize("tool", ["ruff check", "ruff format", "lint-imports"])
def test_the_copy_is_clean(tree: Path, tool: str) -> None:
    done = run(tool, tree)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("tool", "source", "said"),
    [
        ("ruff format", "x = [ 1,2 ]\n", "would be reformatted"),
        ("ruff check", "from h11._util import validate\n\n__all__ = [\"validate\"]\n", "Private name import"),
        ("ruff check", "import h11\n\nhandlers = h11.Connection(h11.SERVER)._cstate\n", "Private member accessed"),
        ("lint-imports", "from pioche.house import serve\n", "pioche.house.protocol is not allowed to import pioche.house.serve"),
        ("lint-imports", "def late() -> None:\n    import pioche.lab.arena\n", "pioche.house is not allowed to import pioche.lab"),
        (
            "lint-imports",
            "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from pioche.house.stores import store\n",
            "pioche.house.protocol is not allowed to import pioche.house.stores",
        ),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(plant: Path, tree: Path, tool: str, source: str, said: str) -> None:
    plant.write_text(source, encoding="utf-8")
    done = run(tool, tree)
    assert done.returncode != 0
    assert said in done.stdout


def test_a_package_without_a_place_in_the_order_is_found(tree: Path) -> None:
    package = tree / PACKAGE / "house" / "planted"
    package.mkdir()
    try:
        (package / "__init__.py").write_text("", encoding="utf-8")
        done = run("lint-imports", tree)
        assert done.returncode != 0
        assert "planted" in done.stdout
    finally:
        shutil.rmtree(package)


def test_a_rule_that_imports_the_engine_is_found(tree: Path) -> None:
    rule = tree / PACKAGE / "rules" / "planted.py"
    try:
        rule.write_text("from pioche.engine import cards\n", encoding="utf-8")
        done = run("lint-imports", tree)
        assert done.returncode != 0
        assert "pioche.rules.planted -> pioche.engine" in done.stdout
    finally:
        rule.unlink()


# -- the page ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("node") or not (WEB / "node_modules").is_dir(), reason="the page's tools: make page")
def test_a_wrong_type_in_a_component_is_found(tmp_path: Path) -> None:
    assert any("npm run" in line and "check" in line.split() for line in commands())
    script = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["scripts"]["check"]
    checks = script.split(" && ")[-1]  # what comes before it writes the types of the protocol
    for name in ("package.json", "tsconfig.json", "svelte.config.js"):
        shutil.copy(WEB / name, tmp_path)
    (tmp_path / "node_modules").symlink_to((WEB / "node_modules").resolve())
    (tmp_path / "src").mkdir()
    component = tmp_path / "src" / "Planted.svelte"

    def check(value: str) -> subprocess.CompletedProcess[str]:
        component.write_text(
            f'<script lang="ts">\n    const n: number = {value}\n</script>\n\n<p>{{n}}</p>\n', encoding="utf-8"
        )
        command = ["npx", "--no-install", *checks.split()]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert check("1").returncode == 0
    wrong = check("'one'")
    assert wrong.returncode != 0
    assert "Type 'string' is not assignable to type 'number'" in wrong.stdout


@pytest.mark.parametrize("folder", ["web", "bench/load"])
def test_the_lock_holds_every_platform(folder: str) -> None:
    """A lock written on one machine can leave out the packages of others; `npm ci` then builds nothing there."""
    packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    names = {path.rpartition("node_modules/")[2] for path in packages}
    optional = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    assert optional - names == set()
    if folder == "web":
        assert {
            "@rolldown/binding-win32-x64-msvc",
            "@rolldown/binding-darwin-arm64",
            "@rolldown/binding-linux-x64-gnu",
        } <= optional


def test_builds_install_what_the_lock_says() -> None:
    """`npm install` rewrites the lock for the machine it runs on."""
    files = [ROOT / "Makefile", WEB / "page.mk", WEB / "scripts" / "build.py", ROOT / "hatch_build.py"]
    said = {file.name: file.read_text(encoding="utf-8") for file in files}
    assert [name for name, text in said.items() if "npm install" in text or '"install"' in text] == []
    assert "npm ci" in said["page.mk"]
    assert '"ci"' in said["build.py"]
