"""The subset of Python that rules are written in, and the lint that holds them to it.

Rule functions run in two engines: as ordinary Python at the table, and as machine code on rows of numbers.
So they know ints and nothing else. `problems(module)` reads the source of a game (or of a module of
shared verbs) and says, one sentence for each place, what does not belong there and what to write instead:

    >>> from pioche import subset
    >>> from pioche.rules import pairs
    >>> subset.problems(pairs)
    []
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from pioche.engine.compiled.assembly import Modules
from pioche.engine.compiled.compiler import PLAIN_ONLY, SHORT_VERBS
from pioche.engine.rulebook import Rulebook
from pioche.errors import BadRules

Function = ast.FunctionDef | ast.AsyncFunctionDef
REPLACED = PLAIN_ONLY.keys() | SHORT_VERBS  # the compiled twin never reads their text
BUILTINS = frozenset({"range", "min", "max", "abs", "int"})
SAFE = (
    ast.FunctionDef, ast.Return, ast.Assign, ast.AugAssign, ast.If, ast.While, ast.For, ast.Pass, ast.Break,
    ast.Continue, ast.Expr, ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.UnaryOp, ast.BoolOp,
    ast.Compare, ast.IfExp, ast.Tuple, ast.Constant, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop,
)  # fmt: skip

INSTEAD: dict[type[ast.AST], str] = {
    ast.List: "a list is built; declare a field of the table for it, or return a small tuple",
    ast.Dict: "a dict is built; declare a field of the table, or use a row indexed by number",
    ast.Set: "a set is built; sets of seats or ranks are bits: bit, has, how_many",
    ast.ListComp: "a comprehension; write a for loop over range",
    ast.SetComp: "a comprehension; write a for loop over range",
    ast.DictComp: "a comprehension; write a for loop over range",
    ast.GeneratorExp: "a generator; write a for loop over range",
    ast.Lambda: "a lambda; write a function of its own beside the others",
    ast.Yield: "a generator; write a for loop over range",
    ast.YieldFrom: "a generator; write a for loop over range",
    ast.Await: "await; rules never wait, time arrives as an argument",
    ast.AsyncFunctionDef: "an async function; rules never wait, time arrives as an argument",
    ast.AsyncFor: "async; rules never wait, time arrives as an argument",
    ast.AsyncWith: "async; rules never wait, time arrives as an argument",
    ast.Try: "try; rules raise nothing and catch nothing, legal says what may happen",
    ast.Raise: "raise; refusals are made outside: see why_not and unlisted",
    ast.Assert: "assert; say it in a test",
    ast.With: "with; rules touch nothing but the table",
    ast.Import: "an import inside a rule; import at the top of the file",
    ast.ImportFrom: "an import inside a rule; import at the top of the file",
    ast.Global: "global; what changes lies on the table: declare a field",
    ast.Nonlocal: "nonlocal; what changes lies on the table: declare a field",
    ast.ClassDef: "a class inside a rule; declare fields of the table",
    ast.Delete: "del; set the field to its empty value",
    ast.Slice: "a slice; write a for loop over range",
    ast.Starred: "a star; name every argument",
    ast.NamedExpr: "an assignment inside an expression; give it a line of its own",
    ast.JoinedStr: "a string; sentences live in the catalogues, rules note an event",
    ast.Match: "match; write if and elif",
    ast.AnnAssign: "an annotation; rule functions carry no types",
}
OPERATORS: dict[type[ast.AST], str] = {
    ast.Div: "a division that gives a float; write //",
    ast.Pow: "a power; write products, or 1 << n for a power of two",
    ast.MatMult: "a matrix product; rules know numbers only",
    ast.In: "in; ask has for a set of bits, or write a loop",
    ast.NotIn: "not in; ask has for a set of bits, or write a loop",
    ast.Is: "is; compare with ==, and let -1 stand for nobody and nothing",
    ast.IsNot: "is not; compare with !=, and let -1 stand for nobody and nothing",
}


def problems(module: ModuleType) -> list[str]:
    """Return what in the rule functions of a module does not belong to the subset, one sentence each."""
    path = Path(inspect.getfile(module))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    rules = getattr(module, "RULES", None)
    fields = frozenset(rules.shape.fields) if isinstance(rules, Rulebook) else None
    found = [
        (line, said)
        for node in tree.body
        if isinstance(node, Function) and is_rule(node) and node.name not in REPLACED
        for line, said in Reader(node, vars(module), fields).read()
    ]
    found += circles(tree)
    return [f"{path.name}:{line}: {said}." for line, said in sorted(set(found))]


def not_compiled(rules: Rulebook, more: Modules, trouble: Exception) -> BadRules:
    """Return the refusal of rules that run in plain Python and cannot be compiled, with the places where they leave the
    subset, or else the place where the compiler stopped."""
    found: list[str] = []
    for module in (rules.source, *more):
        with contextlib.suppress(OSError, TypeError, SyntaxError):  # what was typed at a prompt has no file to read
            found += problems(module)
    if not found:
        places = re.findall(r'File "([^"]*)", line (\d+)', str(trouble))
        wrong = [line.strip() for line in str(trouble).splitlines() if line.strip() and not line.startswith("Failed in")]
        last = f"{Path(places[-1][0]).name}:{places[-1][1]}: " if places else ""
        found = [last + (wrong[0] if wrong else type(trouble).__name__)]
    return BadRules(
        f"The rules of {rules.id} cannot be compiled: they leave the subset (docs/write-a-game.md). " + " ".join(found),
        f"Les règles de {rules.id} ne peuvent pas être compilées : elles sortent du sous-ensemble (docs/write-a-game.md). "
        + " ".join(found),
    )


def is_rule(node: Function) -> bool:
    """Rules carry no annotations; what is annotated belongs to the engine room and may use all of Python."""
    everything = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
    return node.returns is None and not any(a is not None and a.annotation is not None for a in everything)


class Reader:
    """Reads one rule function."""

    def __init__(self, rule: Function, names: dict[str, Any], fields: frozenset[str] | None) -> None:
        self.rule = rule
        self.names = names
        self.fields = fields
        self.own = {a.arg for a in rule.args.args} | {
            n.id for n in ast.walk(rule) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        self.called = {id(n.func) for n in ast.walk(rule) if isinstance(n, ast.Call)}
        self.ranges = {id(n.iter) for n in ast.walk(rule) if isinstance(n, ast.For)}

    def read(self) -> Iterator[tuple[int, str]]:
        yield from self.signature()
        if self.rule.name == "why_not":
            yield from unnamed_refusals(self.rule)
        for node in self.nodes():
            said = self.judge(node)
            if said:
                yield getattr(node, "lineno", self.rule.lineno), f"{self.rule.name} holds {said}"

    def nodes(self) -> Iterator[ast.AST]:
        """Yield the nodes of the body without its docstring; the inside of a refused node is not read."""
        waiting: list[ast.AST] = list(self.rule.body[ast.get_docstring(self.rule) is not None :])
        while waiting:
            node = waiting.pop()
            yield node
            if isinstance(node, SAFE) and not isinstance(node, ast.FunctionDef):
                waiting += ast.iter_child_nodes(node)

    def signature(self) -> Iterator[tuple[int, str]]:
        rule, line = self.rule, self.rule.lineno
        if isinstance(rule, ast.AsyncFunctionDef):
            yield line, f"{rule.name} is {INSTEAD[ast.AsyncFunctionDef]}"
        if rule.decorator_list:
            yield line, f"{rule.name} has a decorator; rules are plain functions"
        if rule.args.vararg or rule.args.kwarg or rule.args.kwonlyargs or rule.args.posonlyargs:
            yield line, f"{rule.name} takes its arguments in a fancy way; name them one by one"
        for default in rule.args.defaults:
            if not (isinstance(default, ast.Constant) and type(default.value) is int):
                yield line, f"{rule.name} has a default that is no whole number; let -1 stand for nothing"

    def judge(self, node: ast.AST) -> str:
        """Return what is wrong with one node; empty when nothing is."""
        if isinstance(node, ast.FunctionDef):
            return f"a function of its own, {node.name}; write it beside the others, at the top level"
        if type(node) in INSTEAD:
            return INSTEAD[type(node)]
        if type(node) in OPERATORS:
            return OPERATORS[type(node)]
        if not isinstance(node, SAFE):
            return f"{type(node).__name__}, which is not in the subset"
        if isinstance(node, ast.Constant):
            return constant(node)
        if isinstance(node, ast.For):
            return loop(node)
        if isinstance(node, ast.Subscript):
            return index(node)
        if isinstance(node, ast.While) and node.orelse:
            return "while with else; set a number and test it"
        if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)]
        if isinstance(node, ast.Compare):
            return next((OPERATORS[type(op)] for op in node.ops if type(op) in OPERATORS), "")
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node)
        return self.name(node) if isinstance(node, ast.Name) else ""

    def call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name):
            return "a call of something that has no name of its own; rules call rules and verbs by name"
        name = node.func.id
        if node.keywords:
            return f"a keyword in the call of {name}; arguments go by their place"
        if name == "range" and id(node) not in self.ranges:
            return "range outside a for loop"
        if name in self.own:
            return f"a call of {name}, which is passed in; call rules by name"
        if name in BUILTINS or callable(self.names.get(name)):
            value = self.names.get(name)
            if isinstance(value, FunctionType) and value.__annotations__:
                return f"a call of {name}, which has types: it belongs to the engine room"
            return f"a call of {name}; a class has no place in a rule" if isinstance(value, type) else ""
        known = ", ".join(sorted(BUILTINS))
        return f"a call of {name}, which is neither a rule nor a verb nor one of {known}; if a module has it, import it"

    def attribute(self, node: ast.Attribute) -> str:
        if not isinstance(node.value, ast.Name | ast.Subscript):
            return f"a detour to {node.attr}; rules say s.{node.attr}"
        on_table = isinstance(node.value, ast.Name) and node.value.id == "s"
        if on_table and self.fields is not None and node.attr not in self.fields:
            return f"s.{node.attr}, which is neither a field of the table nor an option"
        return ""

    def name(self, node: ast.Name) -> str:
        if node.id in self.own or id(node) in self.called or isinstance(node.ctx, ast.Store):
            return ""
        if node.id not in self.names:
            return f"{node.id}, which is not defined in this file"
        value = self.names[node.id]
        if isinstance(value, FunctionType):
            return f"{node.id} passed as a value; call it, or pass a number that says which"
        return "" if is_number(value) else f"{node.id}, which is no whole number (nor a tuple of them)"


def unnamed_refusals(rule: Function) -> Iterator[tuple[int, str]]:
    """The places where a rule returns a refusal by its number; -1, none of them, is the only number."""
    waiting = [node.value for node in ast.walk(rule) if isinstance(node, ast.Return)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, ast.IfExp):
            waiting += [value.body, value.orelse]
        elif isinstance(value, ast.Constant):
            yield (
                value.lineno,
                f"{rule.name} returns a refusal by its number; name the refusals, FIRST, SECOND = range(len(REFUSALS))",
            )


def constant(node: ast.Constant) -> str:
    value = node.value
    if isinstance(value, str | bytes):
        return "a string; words live outside, rules use the constants of Actions, Events and Phases"
    if value is None:
        return "None; let -1 stand for nobody and nothing"
    if isinstance(value, float | complex):
        return "a number with a point; count in whole numbers"
    return "" if isinstance(value, int) else "an ellipsis"


def loop(node: ast.For) -> str:
    if node.orelse:
        return "for with else; set a number and test it"
    iterated = node.iter
    if not (isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id == "range"):
        return "a loop over something else than range"
    return "" if isinstance(node.target, ast.Name) else "a loop variable that is not a plain name"


def index(node: ast.Subscript) -> str:
    where = node.slice
    if isinstance(where, ast.Tuple):
        return "two numbers in one index; write s.grid[p][i]"
    if isinstance(where, ast.UnaryOp) and isinstance(where.op, ast.USub):
        return "a negative index; count from the front"
    return ""


def is_number(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(map(is_number, value)))


def circles(tree: ast.Module) -> list[tuple[int, str]]:
    """Rules that come back to themselves: a compiler of types cannot follow them, and they may never end."""
    rules = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef) and is_rule(n) and n.name not in REPLACED}
    calls = {
        name: {c.func.id for c in ast.walk(n) if isinstance(c, ast.Call) and isinstance(c.func, ast.Name)} & set(rules)
        for name, n in rules.items()
    }
    found = []
    for name in rules:
        reached, waiting = set[str](), list(calls[name])
        while waiting:
            other = waiting.pop()
            if other not in reached:
                reached.add(other)
                waiting += calls[other]
        if name in reached:
            found.append((rules[name].lineno, f"{name} comes back to itself; write a loop"))
    return found
