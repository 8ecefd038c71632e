"""TR84: what the arguments of an action may be. Anything else is refused in a sentence, not by a traceback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pioche.tournament.model import BOT, PERSON
from pioche.tournament.refusals import refused

MAX_SAFE_INTEGER = 2**53  # a whole number that every reader of JSON keeps exactly
MAX_TEXT_LENGTH = 500  # characters of a name or a reason


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -MAX_SAFE_INTEGER < value < MAX_SAFE_INTEGER


def sentence(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH


def _wholes(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(whole, value))


def _sentences(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(sentence, value))


def _round(value: Any) -> bool:
    return whole(value) or sentence(value)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _kind(value: Any) -> bool:
    return value in (PERSON, BOT)


def _tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(_sentences, value))


def _lines(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(map(_wholes, value))


def _points(value: Any) -> bool:
    try:
        return isinstance(value, str) and len(value) <= 40 and abs(Fraction(value)) < MAX_SAFE_INTEGER
    except (ValueError, ZeroDivisionError):
        return False


SHAPES: Mapping[str, Callable[[Any], bool]] = {
    "at": whole, "by": sentence, "name": sentence, "other": sentence, "new": sentence, "club": sentence, "kind": _kind,
    "consent": _flag, "reason": sentence, "beyond": _wholes, "tables": _tables, "byes": _sentences, "order": _sentences,
    "lots": _sentences, "fillers": _sentences, "table": whole, "lines": _lines, "round": _round, "call": whole,
    "points": _points,
}  # fmt: skip
_NAME = ("name",)
NEEDED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("register", "late", "check_in", "withdraw", "drop", "pause", "resume", "readmit", "decline"), _NAME),
    **dict.fromkeys(("no_show", "call", "forfeit", "excuse", "warn", "disqualify"), _NAME),
    "substitute": ("name", "new"), "swap": ("name", "other"), "penalty": ("name", "points"), "answer": ("call",),
    "result": ("table",), "rule": ("table",), "confirm": ("table", "name"), "object": ("table", "name"),
    "correct": ("round", "table"),
}  # fmt: skip


def check(entry: Mapping[str, Any]) -> None:
    """Refuse an argument that is missing or of another kind. Numbers of a result have sentences of their own (TR40)."""
    for what in ("by", *NEEDED.get(entry["do"], ())):
        if entry.get(what) is None:
            raise refused("no_value", "TR84", name=what)
    for what, value in entry.items():
        right = SHAPES.get(what)
        if right is not None and value is not None and not right(value):
            raise refused("bad_value", "TR84", name=what, kind=type(value).__name__)
