"""`pioche new NAME`: the package of a game of one's own, complete and playable, to be changed."""

from __future__ import annotations

import importlib.util
import inspect
import keyword
import re
import shutil
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from pioche.engine.game import HOUSE_GAMES, Game, presets, rulebooks
from pioche.terminal import refusal, say, show
from pioche.terminal.game_names import load_named

NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
NO_RULES = ("arrange",)  # derives the rest of a written position


def new(asked: Any, lang: str) -> int:
    """Write the package of a game. Nothing is overwritten, and a folder that could not be finished is removed."""
    name = asked.name.strip().lower().replace("-", "_").replace(" ", "_")
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise refusal("errors.new_name", name=asked.name)
    if name in rulebooks() or name in presets():
        raise refusal("errors.new_taken", name=name)
    if is_module(name):
        raise refusal("errors.new_module", name=name)
    base = load_named(asked.base) if asked.base else None
    if base is not None and base.id not in HOUSE_GAMES:
        raise refusal("errors.new_base", name=asked.base)
    folder = Path(asked.out or name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise refusal("errors.new_folder", folder=folder)
    titles = {"en": asked.title or name.replace("_", " ").title(), "fr": asked.title_fr or asked.title or ""}
    titles["fr"] = titles["fr"] or titles["en"]
    there = folder.exists()
    try:
        for path, written in layout(name, titles, base, lang).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(written, encoding="utf-8")
    except BaseException:
        if not there:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    show(say("new.made", lang, title=titles[lang], folder=folder))
    show(say("new.next", lang, folder=folder, name=name).strip("\n"))
    return 0


def is_module(name: str) -> bool:
    """Whether Python or an installed package has this name: `import` would find that one instead of the game."""
    if name in sys.stdlib_module_names:
        return True
    found = importlib.util.find_spec(name)
    return found is not None and found.origin is not None  # a folder without __init__.py is no package yet


def layout(name: str, titles: dict[str, str], base: Game | None, lang: str) -> dict[str, str]:
    """Return the files of a game package by their paths."""
    kind = "" if base is None else "_variant"
    taken = {
        "pyproject.toml": "pyproject.toml.txt",
        "README.md": f"README{kind}.{lang}.md",
        f"{name}/rules.py": "rules.py.txt" if base is None else "variant.py.txt",
        f"tests/test_{name}.py": "test_game.py.txt" if base is None else "test_variant.py.txt",
    }
    if base is None:
        taken |= {f"{name}/words.py": "words.py.txt", f"{name}/judgement.py": "judgement.py.txt"}
    written = {path: _filled(_template(source), name, titles, base) for path, source in taken.items()}
    return {f"{name}/__init__.py": f'"""{titles["en"]}, a card game for Pioche."""\n', **written}


def _template(name: str) -> str:
    return files("pioche.terminal").joinpath("new_game", name).read_text(encoding="utf-8")


def _filled(template: str, name: str, titles: dict[str, str], base: Game | None) -> str:
    words = {
        "My Game": titles["en"], "Mon jeu": titles["fr"], "my_game": name, "my-game": name.replace("_", "-"),
        "MyGame": name.title().replace("_", ""),
    }  # fmt: skip
    if base is not None:
        words |= {"FUNCTIONS": "\n\n".join(_functions(base)), "BASED_ON": "BASED_ON", "BASE": base.id}
        words |= {"Base Game": base.title("en"), "Jeu de départ": base.title("fr")}
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], template)


def _functions(base: Game) -> list[str]:
    """List the functions of a game in the order of its file, then those of its family, each with its docstring."""
    source = base.rules.source
    used = {one.__module__ for one in vars(source).values() if inspect.isfunction(one)}
    homes = [source.__name__, *sorted(name for name in used if name.startswith("pioche.families."))]
    told: dict[str, None] = {}
    return [f"{home}:\n" + "\n".join(f"  {line}" for line in _written_in(home, told)) for home in homes]


def _written_in(home: str, told: dict[str, None]) -> list[str]:
    """List the functions of a module that are not in `told` yet, and add them to it."""
    found = [one for one in vars(sys.modules[home]).values() if inspect.isfunction(one) and one.__module__ == home]
    ordered = sorted(found, key=lambda one: one.__code__.co_firstlineno)
    rules = [one for one in ordered if not one.__annotations__ and one.__name__ not in (*NO_RULES, *told)]
    told |= dict.fromkeys(one.__name__ for one in rules)
    wide = max((len(one.__name__) for one in rules), default=0)
    return [f"{one.__name__:{wide}}  {(one.__doc__ or '').strip().partition(chr(10))[0]}".rstrip()[:116] for one in rules]
