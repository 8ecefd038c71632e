"""The small grammar of our sentences: numbers, articles and elision in two languages.

    {seat}                  a name, a rank, an amount: whatever is called so
    {count|card|cards}      one form or the other, by number
    {auto|at once|}         one form or the other, by a flag: when it stands, when it does not
    {left? {left} stay}     only when there is any; {left?some|none} with something else for nothing
    {word count}            one, two … ten; un, deux … dix
    {a rank}                a 7, an 8
    {de seat} {que seat}    d’Alice, de Bob; qu’Alice, que Bob
    {le card}               le 10♦, la D♥, l’A♠, le joker

Slots may stand inside the texts of `?`, not inside those of `|`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

VOWELS = "aeiouyh"
MINUS = "\u2212"
NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
}
AND_OR = {"and": {"en": "and", "fr": "et"}, "or": {"en": "or", "fr": "ou"}}


def listing(items: Sequence[str], lang: str, how: str = "and") -> str:
    """« a, b et c »."""
    word = AND_OR[how][lang]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else ""


def fill(template: str, values: Mapping[str, Any], lang: str) -> str:
    """Put values into a sentence, with plural and elision."""
    return filled(pieces(template), values, lang)


def filled(parts: Sequence[str], values: Mapping[str, Any], lang: str) -> str:
    return "".join([part if at % 2 == 0 else _slot(part, values, lang) for at, part in enumerate(parts)])


@lru_cache(4096)
def pieces(template: str) -> tuple[str, ...]:
    """Text and slots by turns; a slot may hold slots."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(template):
        if letter == "{":
            depth += 1
            if depth == 1:
                found.append(template[start:at])
                start = at + 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                found.append(template[start:at])
                start = at + 1
    return (*found, template[start:])


@lru_cache(4096)
def choices(inside: str) -> tuple[str, str, str]:
    """`left?some|none`: what is asked about, and what is said then or otherwise."""
    name, _, rest = inside.partition("?")
    depth = 0
    for at, letter in enumerate(rest):
        depth += (letter == "{") - (letter == "}")
        if letter == "|" and depth == 0:
            return name, rest[:at], rest[at + 1 :]
    return name, rest, ""


def _slot(inside: str, values: Mapping[str, Any], lang: str) -> str:
    if inside in values:
        return written(values[inside])
    if asks(inside):
        name, some, none = choices(inside)
        return fill(some if values.get(name) else none, values, lang)
    if "|" in inside:
        name, one, many = inside.split("|")
        return one if is_one(values.get(name.strip(), 0), lang) else many
    article, _, name = inside.rpartition(" ")
    value = values.get(name, "")
    word = written(value)
    if article in ("de", "que", "De", "Que"):
        return (article[:-1] + "’" if elides(word) else article + " ") + word
    if article == "le":
        return ("l’" if word[:1] == "A" else "la " if word[:1] == "D" else "le ") + word
    if article == "a":
        return ("an " if word[:1] == "8" else "a ") + word
    if article == "word" and isinstance(value, int) and 0 <= value < len(NUMBERS[lang]):
        return NUMBERS[lang][value]
    return word


def asks(inside: str) -> bool:
    """Is it a slot of the form `name?text`?"""
    return inside.partition("?")[0].isidentifier() and "?" in inside


def written(value: Any) -> str:
    """A number below nought has a minus sign, not a hyphen."""
    return MINUS + str(-value) if type(value) is int and value < 0 else str(value)


def figure(number: str, lang: str) -> str:
    """A figure as it is printed: 1.5 is 1,5 in French, and what is below nought has a minus sign."""
    return (number.replace(".", ",") if lang == "fr" else number).replace("-", MINUS)


def elides(word: str) -> bool:
    """d’Óscar, d’Yves, d’Hélène, but de Yann: a y before a vowel is none."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", word.casefold().replace("œ", "oe").replace("æ", "ae"))
                   if not unicodedata.combining(c))  # fmt: skip
    if bare[:1] == "y":
        return len(bare) > 1 and bare[1] not in VOWELS
    return bare[:1] != "" and bare[0] in VOWELS


def is_one(value: Any, lang: str) -> bool:
    """In French the plural begins at two. A flag that stands takes the first form."""
    if isinstance(value, bool):
        return value
    try:
        number = abs(float(str(value).replace(",", ".").replace(MINUS, "-")))
    except ValueError:
        return False
    return number < 2 if lang == "fr" else number == 1
