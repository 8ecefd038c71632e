"""Wheel and sdist as the standard tools build them, and what must hold for both.

`python -m tests.package.building dist` builds both into a folder, checks them, and tries them in a fresh environment of
every supported Python found here; `make dist` runs it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
REGISTRIES = re.compile(rb"pypi\.org|registry\.npmjs\.org|files\.pythonhosted\.org")  # a package names no registry
TEXTS = (".py", ".toml", ".md", ".json", ".txt", ".mjs", ".ts", ".svelte", ".js", ".css", ".html")
GAMES = 15


def build(folder: Path) -> list[Path]:
    """The sdist of this clone and the wheel of that sdist, built with the hatchling that is installed here."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return [*folder.glob("*.tar.gz"), *folder.glob("*.whl")]


def contents(file: Path) -> dict[str, bytes]:
    """Names, from the top of the package or project, to bytes."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    found = {}
    with tarfile.open(file) as archive:
        for member in archive.getmembers():
            opened = archive.extractfile(member)
            if opened is not None:
                found[member.name.partition("/")[2]] = opened.read()
    return found


def faults(file: Path) -> Iterator[str]:
    """What is wrong with a built package, a sentence each."""
    inside = contents(file)
    top = "" if file.suffix == ".whl" else "src/"
    for name in ("house/page/index.html", "house/page/built-from", "text/fr/page.toml", "py.typed"):
        if f"{top}pioche/{name}" not in inside:
            yield f"{file.name} lacks {name}"
    for name, body in inside.items():
        if "node_modules/" in name or name.endswith((".pyc", ".db")) or "/.venv/" in name:
            yield f"{file.name} holds {name}"
        if name.endswith(TEXTS) and REGISTRIES.search(body) and "test" not in name:
            yield f"{name} in {file.name} names a registry"
        if name.endswith(TEXTS) and str(ROOT).encode() in body:
            yield f"{name} in {file.name} holds a path of this machine"
    if file.suffix == ".whl" and any(name.startswith(("tests/", "bench/", "web/")) for name in inside):
        yield f"{file.name} holds more than the package"


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


# -- in fresh environments -------------------------------------------------------------------------


def pythons() -> list[str]:
    """Every supported Python of this machine, the one that runs this among them."""
    found: dict[str, str] = {}
    for one in (sys.executable, *(f"python3.{minor}" for minor in range(11, 20))):
        if shutil.which(one):
            told = [one, "-c", "import ensurepip, sys; print(sys.version)"]
            done = subprocess.run(told, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                found.setdefault(done.stdout, one)
    return list(found.values())


def tried(python: str, file: Path, folder: Path) -> str:
    """Install a package where there is nothing else, serve the page with all games, and say how long and how large."""
    began = time.monotonic()
    subprocess.run([python, "-m", "venv", str(folder / "env")], check=True)
    there = folder / "env" / "bin"
    bare = {"PATH": "/nonexistent", "HOME": str(folder), "LANG": "C.UTF-8"} | {
        name: value for name, value in os.environ.items() if name.startswith("PIP_")
    }  # no Node, no make, no git
    pip = [str(there / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", str(file)]
    subprocess.run(pip, env=bare, check=True, cwd=folder)
    installed = time.monotonic() - began
    size = sum(one.stat().st_size for one in (folder / "env").rglob("*") if one.is_file() and not one.is_symlink())
    house = subprocess.Popen(
        [str(there / "pioche"), "serve", "--no-browser", "--port", "0", "--data", str(folder / "house.db")],
        env=bare | {"PYTHONUNBUFFERED": "1"}, cwd=folder, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        address = _address(house)
        page = urllib.request.urlopen(address, timeout=20).read().decode()
        games = urllib.request.urlopen(f"{address}/api/games", timeout=20).read().decode()
        if "/assets/index-" not in page:
            raise RuntimeError("the page is not the real one")
        if games.count('"pitch"') != GAMES:
            raise RuntimeError(f"{games.count(chr(34) + 'pitch' + chr(34))} games instead of {GAMES}")
    finally:
        house.terminate()
        house.wait(20)
    version = subprocess.run([str(there / "python"), "--version"], capture_output=True, text=True, check=True)
    return f"{file.name} on {version.stdout.strip()}: installed in {installed:.0f} s, {size / 1e6:.0f} MB, page and games served"


def _address(house: subprocess.Popen[str]) -> str:
    assert house.stdout is not None
    for line in house.stdout:
        found = re.search(r"http://[^\s\x1b]+", line)
        if found:
            return found.group().rstrip("/")
    raise RuntimeError("the house did not say where it is")


def main() -> int:
    parser = argparse.ArgumentParser(description="Build wheel and sdist, check them and try them.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    made = build(folder)
    wrong = [fault for file in made for fault in faults(file)]
    with tempfile.TemporaryDirectory() as again:
        for first, second in zip(made, build(Path(again)), strict=True):
            if digest(first) != digest(second):
                wrong.append(f"{first.name} differs when it is built again")
    twine = shutil.which("twine", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if twine is None:
        wrong.append("twine is not installed")
    elif subprocess.run([twine, "check", "--strict", *map(str, made)], check=False).returncode:
        wrong.append("twine has complaints")
    for file in made:
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB, sha256 {digest(file)[:16]}…", flush=True)
    for python in pythons():
        for file in made:
            with tempfile.TemporaryDirectory() as scratch:
                print(tried(python, file, Path(scratch)), flush=True)
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
