"""The tables of docs/protocol.md, made from the code: `python -m tests.protocol_page` writes them into the page.

Sentences around them and examples are written by hand. tests/house/protocol/test_protocol.py compares.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec.inspect import type_info

from pioche import games, load, tournament
from pioche.engine.table import Table
from pioche.errors import BadOption, BadPosition, UnknownGame
from pioche.house.api.routes import ROUTES
from pioche.house.api.schema import plain, statuses
from pioche.house.operations import limits
from pioche.house.protocol import bodies, happenings, messages
from pioche.house.protocol.rights import COUNTED, PHASES, RIGHTS
from pioche.text import catalogue

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
HOUSE = Path(messages.__file__).parents[1]
COMMAND = "python -m tests.protocol_page"
BLOCK = re.compile(r"(<!-- made: (\w+) -->\n).*?(\n<!-- /made -->)", re.DOTALL)


def table(head: str, rows: Iterable[Iterable[object]]) -> str:
    columns = head.split(" | ")
    lines = [f"| {head} |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


# -- types -----------------------------------------------------------------------------------------


def written(kind: Any) -> str:
    """A type in words."""
    name = type(kind).__name__
    match name:
        case "Metadata":
            return _raw(kind.extra_json_schema) if type(kind.type).__name__ == "RawType" else written(kind.type)
        case "IntType" | "FloatType":
            return ("integer" if name == "IntType" else "number") + _bounds(kind.ge, kind.le)
        case "StrType":
            return "string" + _bounds(kind.min_length, kind.max_length, kind.pattern)
        case "BoolType":
            return "boolean"
        case "NoneType":
            return "null"
        case "AnyType":
            return "anything"
        case "LiteralType":
            return " or ".join(json.dumps(value) for value in kind.values)
        case "UnionType":
            return " or ".join(written(one) for one in sorted(kind.types, key=lambda one: type(one).__name__ == "NoneType"))
        case "ListType":
            return f"list{_bounds(kind.min_length, kind.max_length)} of {_inside(kind.item_type)}"
        case "DictType":
            return f"object{_bounds(kind.min_length, kind.max_length)} of {_inside(kind.value_type)}"
        case "TupleType":
            return f"list of {len(kind.item_types)}: {', '.join(map(_inside, kind.item_types))}"
        case "StructType":
            return str(kind.cls.__name__)
    raise TypeError(f"{COMMAND} has no words for {name}: add them to `written`")


def _inside(kind: Any) -> str:
    text = written(kind)
    return f"({text})" if " or " in text else text


def _bounds(low: int | None, high: int | None, pattern: str | None = None) -> str:
    parts = [] if low is None and high is None else [f"{low or 0}…{'' if high is None else high}"]
    parts += [] if pattern is None else [f"`{plain(pattern)}`"]
    return f" ({', '.join(parts)})" if parts else ""


def _raw(shape: dict[str, Any]) -> str:
    """A part that is written ahead, by its schema."""
    if "$ref" in shape:
        return str(shape["$ref"].rsplit("/", 1)[1])
    if "anyOf" in shape:
        return " or ".join(_raw(one) for one in shape["anyOf"])
    return {"array": f"list of {_raw(shape['items'])}" if "items" in shape else "", "null": "null"}.get(
        shape["type"], "object of anything"
    )


def remarks(struct: type) -> dict[str, str]:
    """What stands behind a field, or in the description of its type."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base.__module__.startswith("pioche"):
            found |= {
                name: text.strip().replace("None", "null")
                for name, text in re.findall(r"^    (\w+):.*?  # (.+)$", inspect.getsource(base), re.MULTILINE)
            }
    for field in type_info(struct).fields:  # type: ignore[attr-defined]
        for part in getattr(field.type, "types", (field.type,)):
            about = (getattr(part, "extra_json_schema", None) or {}).get("description", "")
            if about and field.name not in found:
                found[field.name] = about
    return found


def fields(struct: type, name: str, sent: bool) -> list[list[str]]:
    """One row a field. `sent`: by the client; else by the house, which leaves a field out only where that is said."""
    info: Any = type_info(struct)
    texts, omits = remarks(struct), struct.__struct_config__.omit_defaults  # type: ignore[attr-defined]
    rows = []
    for field in info.fields:
        usual = field.default if field.default is not msgspec.NODEFAULT else None
        if field.default_factory is not msgspec.NODEFAULT:
            usual = field.default_factory()
        shown = "{}" if isinstance(usual, msgspec.Struct) else json.dumps(usual, ensure_ascii=False)
        given = (
            ("needed" if field.required else f"else {shown}")
            if sent
            else f"left out if {shown}"
            if omits and not field.required
            else "always"
        )
        rows.append([f"`{name}`", f"`{field.encode_name}`", written(field.type), given, texts.get(field.name, "")])
    return rows


def parts(kind: Any, found: dict[str, type]) -> None:
    """Every struct a type holds, by name."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        kind = type_info(kind)
    if type(kind).__name__ == "StructType":
        if kind.cls.__name__ in found:
            return
        found[kind.cls.__name__] = kind.cls
        for field in kind.fields:
            parts(field.type, found)
    if shape := getattr(kind, "extra_json_schema", None):
        for name in re.findall(r"#/\$defs/(\w+)", json.dumps(shape)):
            parts(getattr(messages, name), found)
    for name in ("type", "item_type", "value_type"):
        if inside := getattr(kind, name, None):
            parts(inside, found)
    for one in getattr(kind, "types", ()):
        parts(one, found)


FIELDS = "of | field | type | given | meaning"


def struct_rows(structs: Iterable[type], sent: Callable[[type], bool]) -> list[list[str]]:
    """What each is for stands in front of its fields."""
    rows = []
    for struct in structs:
        rows += [[f"**{struct.__name__}**", "", "", "", _about(struct)], *fields(struct, struct.__name__, sent(struct))]
    return rows


def _about(struct: type) -> str:
    """Its docstring, if it has one of its own."""
    return " ".join((struct.__dict__.get("__doc__") or "").split()).replace("None", "null")


# -- the tables of the page ------------------------------------------------------------------------


def routes() -> str:
    rows = []
    for route in ROUTES:
        query = ", ".join(
            f"`{q.name}` ({'integer 0…' + str(q.most) if q.kind == 'integer' else ', '.join(q.values) or f'string 0…{q.most}'}{', needed' if q.needed else ''})"
            for q in route.query
        )
        answer = f"`{route.answer}`" if isinstance(route.answer, str) else route.answer.__name__
        body = route.body.__name__ if route.body is not None else ""
        rate = f"`{route.rate}`" + (" by address" if route.by_address else "") if route.rate else ""
        needs = {"nothing": "anyone", "guest": "a guest", "joined": "somebody at the table"}[route.needs]
        refused = " ".join(map(str, sorted(set(statuses(route)))))
        rows.append([f"`{route.method} {route.path}`", route.about, needs, query, body, answer, refused, rate])
    return table("route | what for | who | query | body | answer | refused with | rate", rows)


def http() -> str:
    """Bodies and answers, each once, in the order of the routes."""
    found: dict[str, type] = {}
    sent: dict[str, type] = {}  # in what a client sends
    for route in ROUTES:
        for kind in (route.body, route.answer):
            if kind is not None and not isinstance(kind, str):
                parts(kind, found)
        if route.body is not None:
            parts(route.body, sent)
    parts(bodies.Refused, found)
    known = _told()
    return table(FIELDS, struct_rows((found[name] for name in found if name not in known), lambda one: one.__name__ in sent))


def _told() -> dict[str, type]:
    """The parts of messages from the house."""
    found: dict[str, type] = {}
    for kind in get_args(messages.AnyTelling):
        for field in type_info(kind).fields:  # type: ignore[attr-defined]
            parts(field.type, found)
    return found


def told_parts() -> str:
    return table(FIELDS, struct_rows(_told().values(), lambda one: one is messages.Settings))


def wishes() -> str:
    rows = []
    for kind in get_args(messages.AnyCommand):
        tag = str(kind.__struct_config__.tag)
        who, when = RIGHTS.get(tag, (frozenset(), frozenset(PHASES)))
        phases = "always" if when == frozenset(PHASES) else " or ".join(phase for phase in PHASES if phase in when)
        rows.append([f"`{tag}`", " or ".join(sorted(who)) or "whoever has a ticket", phases, _about(kind)])
    return table("t | who | when | what it does", rows)


def wish_fields() -> str:
    kinds = get_args(messages.AnyCommand)
    return table(
        "t | field | type | given | meaning",
        [row for kind in kinds for row in fields(kind, str(kind.__struct_config__.tag), True)],
    )


def tellings() -> str:
    rows = [[f"`{kind.__struct_config__.tag}`", _about(kind)] for kind in get_args(messages.AnyTelling)]
    return table("t | what it says", rows)


def telling_fields() -> str:
    kinds = get_args(messages.AnyTelling)
    return table(
        "t | field | type | given | meaning",
        [row for kind in kinds for row in fields(kind, str(kind.__struct_config__.tag), False)],
    )


def events() -> str:
    said = catalogue("house", "en")["events"]
    kinds = [("house", kind, about) for kind, about in happenings.HOUSE.items()]
    kinds += [("talk", kind, about) for kind, about in happenings.TALK.items()]
    return table(
        "by | kind | about | its sentence", [[by, f"`{kind}`", about.__name__, said[kind]] for by, kind, about in kinds]
    )


def event_fields() -> str:
    found: dict[str, type] = {}
    for struct in [*happenings.HOUSE.values(), *happenings.TALK.values()]:
        parts(struct, found)
    return table(FIELDS, struct_rows(found.values(), lambda _: False))


def source() -> str:
    """The code of the house."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(HOUSE.rglob("*.py")))


def reasons() -> str:
    code = source()
    rows = [[f"`{name}`", said] for name, said in catalogue("house", "en")["refusals"].items() if f'"{name}"' in code]
    return table("reason | its sentence", rows)


def game_reasons() -> str:
    """Refusals of the engine and of each game."""
    code = Path(inspect.getsourcefile(Table) or "").read_text(encoding="utf-8")
    every = dict.fromkeys(re.findall(r'refusal\(self, "(\w+)"|reason="(\w+)"', code))
    made = [kind.__name__ for kind in (UnknownGame, BadOption, BadPosition)]
    rows = [["any game, at the table", ", ".join(f"`{a or b}`" for a, b in every)]]
    rows.append(["when a table or a tournament is made", ", ".join(f"`{name}`" for name in made)])
    there = "\n".join(
        path.read_text(encoding="utf-8")
        for path in Path(tournament.__file__).parent.rglob("*.py")
        if path.stem != "spreadsheet"
    )
    rows.append(
        [
            "in a tournament",
            ", ".join(f"`{name}`" for name in catalogue("tournament", "en")["refusals"] if f'"{name}"' in there),
        ]
    )
    own = {game: dict.fromkeys(reason for reason, _ in load(game).rules.refusals) for game in games()}
    rows += [[f"`{game}`", ", ".join(f"`{reason}`" for reason in found)] for game, found in own.items()]
    return table("where | reasons", rows)


def endings() -> dict[int, list[tuple[str, str]]]:
    """Return the close codes the server ends a socket with, and (reason, retry) of each. It hangs up by these functions alone."""
    ending = ("hang_up", "_bye", "_refuse_message", "_release_all")
    found: dict[int, dict[tuple[str, str], None]] = {}
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = ast.unparse(node.func).rsplit(".", 1)[-1] if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or name not in ending:
                continue
            given = [*node.args, *(word.value for word in node.keywords)]
            said = [ast.unparse(one).rsplit(".", 1)[-1] for one in given]
            codes = [getattr(messages, word) for word in said if word.isupper() and hasattr(messages, word)]
            inside = [one for word in given for one in ([word.body, word.orelse] if isinstance(word, ast.IfExp) else [word])]
            reasons = [one.value for one in inside if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            retries = [word.replace("_", "") for word in said if word.replace("_", "").isdigit()]
            for reason in reasons if codes else []:
                found.setdefault(codes[0], {})[reason, (retries or ["null"])[0]] = None
    return {code: list(pairs) for code, pairs in sorted(found.items())}


def closes() -> str:
    said = catalogue("house", "en")["bye"]
    return table(
        "close code | reason | retry | its sentence",
        [[code, f"`{reason}`", retry, said[reason]] for code, pairs in endings().items() for reason, retry in pairs],
    )


ELSEWHERE = {
    "connect": "connections, by address", "request": "every request, by address",
    "message": "messages on all sockets, by address: what is more waits in the line", "read": "every GET, by address",
    "write": "every other request, by address", "messages": "every message, by socket",
    "make_here": "new tables and tournaments, by address", "public": "public tables and tournaments, by person",
    "public_here": "public tables and tournaments, by address", "newcomers": "people who are new to a table, by address",
    "bots": "moves of bots, by the address of the person who joined the table first of those present; further ones are delayed",
}  # fmt: skip
AT_A_TABLE = {"say": "talk", "hint": "hint", **COUNTED}  # what is sent there, and the rate it is counted under


def rates() -> str:
    rows = []
    for name, rate in {**limits.RATES, "messages": limits.COMMAND_RATE}.items():
        of = [route for route in ROUTES if route.rate == name]
        sent = [f"`{t}`" for t, counted in AT_A_TABLE.items() if counted == name]
        sides = [[f"`{route.method} {route.path}`" for route in of if route.by_address == side] for side in (False, True)]
        whom = [", ".join([*side, by]) for side, by in zip(sides, ("by person", "by address"), strict=True) if side]
        whom += [", ".join(sent) + " at one table, by person"] if sent else []
        whom += [ELSEWHERE[name]] if name in ELSEWHERE else []
        assert whom, f"{COMMAND} does not know what is counted under {name}: add it to ELSEWHERE"
        rows.append([f"`{name}`", f"{rate.burst:g}", f"{rate.per_second:g}", "; ".join(whom)])
    return table("rate | at once | then a second | of what", rows)


def sizes() -> str:
    """Every plain number of `limits`, with the remark behind it."""
    text = inspect.getsource(limits)
    rows = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign):
            remark = text.splitlines()[node.lineno - 1].partition("  # ")[2]
            names = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
            rows += [
                [f"`{name.id}`", f"{value:g}" if isinstance(value, float) else value, remark]
                for name in names
                if isinstance(name, ast.Name) and isinstance(value := getattr(limits, name.id), int | float)
            ]
    return table("limit | value | of what", rows)


MADE: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        routes, http, rates, sizes, wishes, wish_fields, tellings, telling_fields, told_parts, events, event_fields, reasons,
        game_reasons, closes,
    )
}  # fmt: skip


def renewed(page: str) -> str:
    return BLOCK.sub(lambda found: found[1] + MADE[found[2]]() + found[3], page)


def main() -> int:
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
