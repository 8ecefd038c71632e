"""The words of the page as TypeScript, from the catalogues they share a home with: src/pioche/text/{en,fr}/page.toml,
and page_tournament.toml for the screens of a tournament, which are fetched only when somebody goes there.

python web/scripts/words.py

A sentence with slots becomes a function of them, in the order of the English sentence.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "web" / "src" / "words"
MADE = {"page": WORDS / "catalogue.ts", "page_tournament": WORDS / "tournament_catalogue.ts"}
HEAD = """/* Written by `make page` from src/pioche/text/{en,fr}/NAME.toml; change the catalogues, not this. */
import { fill, slots } from './fill'

type Value = string | number

/** A sentence as a function of what is filled in, in its own order, or in that of the English sentence where it differs. */
const given = (lang: 'en' | 'fr') => (template: string, names = slots(template)) => (...values: Value[]) =>
  fill(template, Object.fromEntries(names.map((name, k) => [name, values[k]!])), lang)
"""


def catalogue(name: str, lang: str) -> dict[str, Any]:
    text = (ROOT / "src" / "pioche" / "text" / lang / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def camel(key: str) -> str:
    head, *rest = key.split("_")
    return head + "".join(part.title() for part in rest)


def slots(template: str) -> list[str]:
    """Names of what is to be filled in, each once: {n}, {n|card|cards}, {de name}, {left?{left} stay|}."""
    return list(dict.fromkeys(re.findall(r"\{(?:\w+ )?(\w+)(?=[?|}])", template)))


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def kind(value: Any) -> str:
    if isinstance(value, dict):
        return f"Record<string, {kind(next(iter(value.values())))}>"
    names = slots(value)
    return f"({', '.join(f'{name}: Value' for name in names)}) => string" if names else "string"


def literal(value: Any, other: Any, lang: str) -> str:
    """The English sentence says which slots there are and in which order."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(key)}: {literal(item, other[key], lang)}" for key, item in value.items()) + " }"
    names = slots(other)
    order = "" if slots(value) == names else f", [{', '.join(map(quoted, names))}]"
    return f"{lang}Given({quoted(value)}{order})" if names else quoted(value)


def typescript(name: str) -> str:
    english = catalogue(name, "en")
    lines = [HEAD.replace("NAME", name), "export interface Catalogue {"]
    lines += [f"  {camel(key)}: {kind(value)}" for key, value in english.items()]
    lines.append("}")
    for lang in ("en", "fr"):
        words = catalogue(name, lang)
        lines += ["", f"const {lang}Given = given('{lang}')", f"export const {lang}: Catalogue = {{"]
        lines += [f"  {camel(key)}: {literal(words[key], value, lang)}," for key, value in english.items()]
        lines.append("}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name, path in MADE.items():
        path.write_text(typescript(name), encoding="utf-8")
