"""One text of the rules, two engines: the functions of a game brought together in one namespace.

The rules of a game are plain functions spread over its file and the shared verbs. An engine is those functions in one
namespace, so that the match layer calls this game's `deal` and the verbs see this game's constants. *Plain*: the
functions as they are, made here. *Compiled*: the same code objects under Numba (`compiler.py`).

Later modules win, but only where an earlier one allows it. A module lists in `HOOKS` the names that others may redefine;
a function that does nothing but return a number is a hook as well. Every other name belongs to one module.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator, Sequence
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from pioche.engine import chance, match, verbs
from pioche.engine.compiled import random_play
from pioche.engine.rulebook import Rulebook
from pioche.errors import BadRules

Modules = Sequence[ModuleType]
CONSTANT = frozenset({"RESUME", "NOP", "LOAD_CONST", "LOAD_SMALL_INT", "RETURN_VALUE", "RETURN_CONST"})
MAX_CONSTANT_BYTES = 8  # of code: as many as it takes to return a constant


def modules_of(rules: Rulebook) -> list[ModuleType]:
    """The modules whose functions make up a game, the most general first."""
    found = [chance, verbs, match, random_play]
    for module in _imported(rules.source):
        if module not in found:
            found.append(module)
    found.remove(rules.source)
    return [*found, rules.source]


def added_modules(rules: Rulebook, more: Modules) -> list[ModuleType]:
    """Return the modules that `more` add to those of a game: themselves, and what they import beside its rules. One of
    them may be the file of the rules: its functions for bots come after those that all bots share."""
    found: list[ModuleType] = []
    there = modules_of(rules)
    for module in more:
        found += [one for one in _imported(module) if (one not in there or one is module) and one not in found]
    return found


def _imported(module: ModuleType, seen: set[str] | None = None) -> Iterator[ModuleType]:
    """The module and, before it, those whose functions it imports; Python's own are no rules."""
    seen = seen if seen is not None else set()
    if module.__name__ in seen:
        return
    seen.add(module.__name__)
    for value in list(vars(module).values()):
        if isinstance(value, FunctionType) and is_rule(value) and value.__module__ != module.__name__:
            home = sys.modules.get(value.__module__)
            if home is not None and value.__module__.partition(".")[0] not in sys.stdlib_module_names:
                yield from _imported(home, seen)
    yield module


def is_rule(value: FunctionType) -> bool:
    """Rule functions are untyped on purpose; everything typed belongs to the engine room."""
    return not value.__annotations__ and not value.__closure__ and value.__name__ != "<lambda>"


def names_of(module: ModuleType) -> dict[str, Any]:
    """The rule functions and constants of a module."""
    return {
        name: value
        for name, value in vars(module).items()
        if (isinstance(value, FunctionType) and is_rule(value))
        or isinstance(value, int | float)
        or (isinstance(value, tuple) and _ints(value))
    }


def _ints(value: tuple[Any, ...]) -> bool:
    return all(isinstance(item, int) or (isinstance(item, tuple) and _ints(item)) for item in value)


def declared(modules: Modules, what: str) -> frozenset[str]:
    """The names that modules list in their `HOOKS` or `KERNELS`."""
    return frozenset(name for module in modules for name in getattr(module, what, ()))


class Space:
    """Names to functions and constants, as one module after another brings them."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self._of: dict[str, ModuleType] = {}  # who defined each
        self._hooks: set[str] = set()
        self._closed: frozenset[str] = frozenset()

    def add(self, module: ModuleType) -> None:
        self._hooks |= declared([module], "HOOKS")
        for name, value in names_of(module).items():
            borrowed = isinstance(value, FunctionType) and value.__module__ != module.__name__
            if name not in self.names:
                self.names[name], self._of[name] = value, module
            elif not borrowed and not _same(value, self.names[name]):
                if not self._may_replace(name, module):
                    raise _twice(name, self._of[name], module)
                self.names[name], self._of[name] = value, module
            if isinstance(value, FunctionType) and not borrowed and _says_nothing(value):
                self._hooks.add(name)

    def close(self) -> None:
        """The rules are complete: what is added from now on may not change them, unless it says so in its own `HOOKS`."""
        self._closed = frozenset(self.names)
        self._hooks.clear()

    def _may_replace(self, name: str, module: ModuleType) -> bool:
        """Return whether a module may redefine a name: hooks, and all that another game defines. A variant, a game made of
        another game, may redefine everything."""
        if name in self._hooks or name in self._closed:
            return name in self._hooks
        return _is_game(self._of[name]) or (_is_game(module) and any(map(_is_game, {*self._of.values()} - {module})))


def _is_game(module: ModuleType) -> bool:
    return isinstance(getattr(module, "RULES", None), Rulebook)


def _same(value: Any, other: Any) -> bool:
    """A constant that several modules hold is one constant while its value is one."""
    return value is other or (not isinstance(value, FunctionType) and type(value) is type(other) and value == other)


def _says_nothing(rule: FunctionType) -> bool:
    """A function with a docstring that returns a constant: it is there to be defined by others."""
    few = bool(rule.__doc__) and len(rule.__code__.co_code) <= MAX_CONSTANT_BYTES
    return few and all(step.opname in CONSTANT for step in dis.get_instructions(rule))


def _twice(name: str, one: ModuleType, other: ModuleType) -> BadRules:
    return BadRules(
        f"Both {one.__name__} and {other.__name__} define {name}, and rules share one namespace: "
        f"give one of the two another name.",
        f"{one.__name__} et {other.__name__} définissent tous deux {name}, et les règles partagent un seul espace de noms : "
        f"donnez un autre nom à l’un des deux.",
    )


def assemble(rules: Rulebook) -> dict[str, Any]:
    """Names to functions and constants, as this game sees them."""
    return _assembled(rules).names


def _assembled(rules: Rulebook) -> Space:
    space = Space()
    for module in modules_of(rules):
        space.add(module)
    space.names["SETS_TOLD"] = tuple(
        sum(1 << place for place, (_, kind) in enumerate(event.fields) if kind == "seats") for event in rules.events.kinds
    )
    return space


def added(rules: Rulebook, more: Modules) -> dict[str, Any]:
    """Return the names that more modules add to those of a game; the rules keep their own."""
    space = _assembled(rules)
    before = dict(space.names)
    space.close()
    for module in added_modules(rules, more):
        space.add(module)
    return {name: value for name, value in space.names.items() if value is not before.get(name)}


def plain_engine(rules: Rulebook, more: Modules = ()) -> SimpleNamespace:
    """The game in ordinary Python: no compilation, debugger and coverage work."""
    space: dict[str, Any] = {"__builtins__": __builtins__}
    bind(assemble(rules), space)
    if more:
        space = dict(space)  # what is added never reaches the rules
        bind(added(rules, more), space)
    return SimpleNamespace(**{name: value for name, value in space.items() if name != "__builtins__"})


def bind(names: dict[str, Any], space: dict[str, Any]) -> None:
    """Put names into a namespace, with functions that look there for what they call."""
    for name, value in names.items():
        space[name] = rebound(value, space) if isinstance(value, FunctionType) else value


def rebound(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    return FunctionType(function.__code__, space, function.__name__, function.__defaults__)
