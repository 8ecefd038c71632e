"""What a seat sees, as one number: a rule function written from the declaration of a game.

Search keeps what it learns at such numbers. Because the text below reads a field only where `view` would show
it, no judgement of a seat can rest on what that seat does not know.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from pioche.engine.rulebook import Rulebook
from pioche.engine.position import Field, Knowers, Shape, everyone, on_top, owner

HEAD = """
def mixed(h, x):
    h = ((h ^ (x & 0xFFFFFFFF)) * 0x9E3779B1 + (x >> 32)) & 0xFFFFFFFFFFFF
    return h ^ (h >> 21)


def view_key(s, p):
    h = mixed(0x51ED27, p)
"""


def module_of(rules: Rulebook) -> ModuleType:
    """`view_key_of` a game as a module, one and the same for the same rules."""
    made: dict[Any, Any] = rules.engines
    if __name__ not in made:
        module = ModuleType(f"{__name__}.{rules.id}")
        for name, value in view_key_of(rules.shape).items():
            value.__module__ = module.__name__
            setattr(module, name, value)
        made[__name__] = module
    known: ModuleType = made[__name__]
    return known


def view_key_of(shape: Shape) -> dict[str, FunctionType]:
    """The functions `mixed` and `view_key` of a game, in the subset."""
    lines = [HEAD]
    for f in shape.fields.values():
        if not f.inner and f.name not in ("seats", "clock"):
            lines += _lines(shape, f)
    lines.append("    return h | 1")  # nought means an empty place in the book
    space: dict[str, Any] = {}
    exec("\n".join(lines), space)  # the text is ours, made from declarations
    return {name: value for name, value in space.items() if isinstance(value, FunctionType)}


def _lines(shape: Shape, f: Field) -> list[str]:
    name = f.name
    if f.veil:
        return [f"    h = mixed(h, (s.{name} & (1 << p)) | (s.{f.veil} & ~(1 << p)) if s.{f.veil} else s.{name})"]
    if f.seen_by == everyone:
        return _all(f, "{}")
    if f.seen_by == owner and f.per_seat:
        if len(f.shape) == 1:
            return [f"    h = mixed(h, s.{name}[p])"]
        sizes = [
            "    for i in range(s.seats):",
            "        n = 0",
            f"        for j in range({f.shape[1]}):",
            f"            n += {_held(f, f's.{name}[i][j]')}",
            "        h = mixed(h, n)",
        ]
        return [f"    for j in range({f.shape[1]}):", f"        h = mixed(h, s.{name}[p][j])", *sizes]
    if isinstance(f.seen_by, Knowers):
        return _all(f, "(({0} if (s." + f.seen_by.field + "[max({0}, 0)] >> p) & 1 else -2) if {0} >= 0 else -1)")
    if f.seen_by == on_top and f.size:
        return [f"    if s.{f.size} > 0:", f"        h = mixed(h, s.{name}[s.{f.size} - 1])"]
    if f.size:
        return [f"    h = mixed(h, s.{f.size})"]
    if f.kind == "ranks" and len(f.shape) == 1:
        return ["    n = 0", f"    for i in range({f.shape[0]}):", f"        n += s.{name}[i]", "    h = mixed(h, n)"]
    return []


def _held(f: Field, item: str) -> str:
    return item if f.kind == "ranks" else f"{item} >= 0"


def _all(f: Field, shown: str) -> list[str]:
    """Every number of a field, seats beyond the table left out."""
    first = "s.seats" if f.per_seat else str(f.shape[0]) if f.shape else ""
    if not f.shape:
        return [f"    h = mixed(h, {shown.format(f's.{f.name}')})"]
    if len(f.shape) == 1:
        return [f"    for i in range({first}):", f"        h = mixed(h, {shown.format(f's.{f.name}[i]')})"]
    return [
        f"    for i in range({first}):",
        f"        for j in range({f.shape[1]}):",
        f"            h = mixed(h, {shown.format(f's.{f.name}[i][j]')})",
    ]
