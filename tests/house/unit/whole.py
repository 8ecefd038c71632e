"""The whole of a state as plain values, to be compared before and after."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import FunctionType, MethodType, ModuleType
from typing import Any

import msgspec

from pioche.engine.game import Game
from pioche.engine.rulebook import Rulebook

CACHES = frozenset({"event_index", "starting_position", "game", "rules", "engine"})  # recomputed, or shared by all tables
PLAIN = (int, float, str, bytes, bool, type(None))


def whole(value: Any) -> Any:
    """Return everything a value holds, however deep, but for caches. Order counts: a state is the same to the byte."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, Game | Rulebook | ModuleType | FunctionType | MethodType | type) or callable(value):
        return type(value).__name__
    if isinstance(value, Mapping):
        return [(whole(key), whole(one)) for key, one in value.items()]
    if isinstance(value, set | frozenset):
        return sorted(map(repr, map(whole, value)))
    items = [whole(one) for one in value] if isinstance(value, list | tuple | deque) or hasattr(value, "tobytes") else []
    return type(value).__name__, items, [(name, whole(one)) for name, one in _fields(value) if name not in CACHES]


def _fields(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    found = [(name, getattr(value, name)) for name in slots if isinstance(name, str) and hasattr(value, name)]
    return found + sorted(getattr(value, "__dict__", {}).items())


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Return where two of these differ, for the message of a test."""
    if one == other:
        return []
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        named = isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str)
        inside = f"{path}.{one[0]}" if named else path
        return [found for a, b in zip(one, other, strict=True) for found in differences(a, b, inside)]
    return [f"{path}: {str(one)[:80]} | {str(other)[:80]}"]
