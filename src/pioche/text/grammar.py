"""The small grammar of our sentences: which slots a sentence may have, and how it is taken apart.

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

from functools import lru_cache
from typing import NamedTuple


class Slot(NamedTuple):
    """A slot taken apart. `form` is empty, an article, `?` or `|`; the last two choose between `one` and `other`."""

    inside: str  # as it is written
    form: str
    name: str  # of the value
    one: Parsed | None = None
    other: Parsed | None = None


class Parsed(NamedTuple):
    """A sentence taken apart: how it begins, then every slot with the text behind it."""

    first: str
    rest: tuple[tuple[Slot, str], ...] = ()


@lru_cache(4096)
def parsed(template: str) -> Parsed:
    first, *rest = pieces(template)
    slots, texts = rest[::2], [*rest[1::2], ""]  # the last slot may not be closed
    return Parsed(first, tuple((_slot(inside), then) for inside, then in zip(slots, texts, strict=False)))


def _slot(inside: str) -> Slot:
    if asks(inside):
        name, some, none = choices(inside)
        return Slot(inside, "?", name, parsed(some), parsed(none))
    if "|" in inside:
        name, one, many = inside.split("|")
        return Slot(inside, "|", name.strip(), Parsed(one), Parsed(many))
    article, _, name = inside.rpartition(" ")
    return Slot(inside, article, name)


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


def choices(inside: str) -> tuple[str, str, str]:
    """`left?some|none`: what is asked about, and what is said then or otherwise."""
    name, _, rest = inside.partition("?")
    depth = 0
    for at, letter in enumerate(rest):
        depth += (letter == "{") - (letter == "}")
        if letter == "|" and depth == 0:
            return name, rest[:at], rest[at + 1 :]
    return name, rest, ""


def asks(inside: str) -> bool:
    """Whether it is a slot of the form `name?text`."""
    return inside.partition("?")[0].isidentifier() and "?" in inside
