"""Every number, list and text a client may send has a bound, and it is checked before anything is done with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from msgspec import Meta, Struct, ValidationError, convert, inspect

import pioche.house.protocol
from pioche.house.api.endpoint import Query
from pioche.house.api.routes import ROUTES
from pioche.house.api.schema import message_schema, openapi
from pioche.house.operations import limits
from pioche.house.protocol.bodies import Code, Login
from pioche.house.protocol.client_commands import END
from pioche.house.protocol.messages import AnyCommand, Face, Hash, Id
from pioche.house.protocol.tournament_bodies import RoundKey
from tests.house.running import Running

SENT = {"every message of a socket": AnyCommand} | {route.name: route.body for route in ROUTES if route.body is not None}


def unbounded(kind: inspect.Type, where: str) -> Iterator[str]:
    """Where somebody could send as much as they like."""
    if isinstance(kind, inspect.Metadata):
        yield from unbounded(kind.type, where)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from unbounded(one, where)
    elif isinstance(kind, inspect.StructType):
        if not kind.forbid_unknown_fields:
            yield f"{where}: other fields"
        for field in kind.fields:
            yield from unbounded(field.type, f"{where}.{field.name}")
    elif isinstance(kind, inspect.IntType):
        low = kind.ge if kind.ge is not None else kind.gt
        high = kind.le if kind.le is not None else kind.lt
        if low is None or high is None or max(abs(low), abs(high)) > 2**53:
            yield f"{where}: a number"
    elif isinstance(kind, inspect.StrType):
        fixed = kind.pattern is not None and "{10}" + END in kind.pattern
        if not fixed and (kind.max_length is None or kind.max_length > limits.MAX_BODY_BYTES):
            yield f"{where}: a text"
    elif isinstance(kind, inspect.ListType):
        if kind.max_length is None:
            yield f"{where}: a list"
        yield from unbounded(kind.item_type, f"{where}[]")
    elif isinstance(kind, inspect.DictType):
        if kind.max_length is None:
            yield f"{where}: an object"
        yield from unbounded(kind.key_type, f"{where} (key)")
        yield from unbounded(kind.value_type, f"{where}{{}}")
    elif not isinstance(kind, inspect.BoolType | inspect.NoneType | inspect.LiteralType):
        yield f"{where}: {type(kind).__name__}"


@pytest.mark.parametrize("name", SENT)
def test_what_is_sent_has_bounds(name: str) -> None:
    assert list(unbounded(inspect.type_info(SENT[name]), name)) == []


@pytest.mark.parametrize(
    ("kind", "good"),
    [
        (Id, "a.1:b-c"),
        (Face, "owl"),
        (Hash, "0" * 64),
        (Code, "0123456789"),
        (Login, "al.ice"),
        (RoundKey, "12"),
        (Face, ""),
    ],
)
def test_nothing_stands_behind_the_end_of_a_text(kind: Any, good: str) -> None:
    assert convert(good, kind) == good
    for more in ("\n", "\r", " ", "\u2028"):
        with pytest.raises(ValidationError):
            convert(good + more, kind)


def test_patterns_end_where_the_text_does() -> None:
    """And machines that read them elsewhere read a pattern they know."""
    for made in (message_schema(), openapi()):
        said = set(re.findall(r'"pattern": ("[^"]*")', json.dumps(made)))
        assert said
        assert all(json.loads(one).endswith("$") for one in said), said
    for path in (Path(pioche.house.protocol.__file__).parent).glob("*.py"):
        found = re.findall(r'pattern=r"[^"]*\$"', path.read_text(encoding="utf-8"))
        assert not found, (path.name, found)


def test_a_login_with_a_line_feed_behind_it_is_refused(house: Running) -> None:
    with httpx.Client(base_url=house.address, headers={"origin": house.address}, trust_env=False) as client:
        client.post("/api/me", json={"name": "Alice"})
        refused = client.post("/api/account", json={"login": "alice.of.bounds\n", "password": "long enough"})
        assert (refused.status_code, refused.json()["reason"]) == (400, "malformed")


class Loose(Struct):
    number: int
    text: str
    half: Annotated[int, Meta(ge=0)]
    rows: list[Annotated[str, Meta(max_length=3)]]
    table: dict[str, bool]
    anything: Any
    fraction: float


def test_what_has_no_bound_is_found() -> None:
    found = list(unbounded(inspect.type_info(Loose), "loose"))
    assert len(found) == 9, found


def test_addresses_have_bounds() -> None:
    """Parts of an address, and what stands behind its question mark."""
    for path, methods in openapi()["paths"].items():
        for method, said in methods.items():
            for parameter in said.get("parameters", ()):
                shape = parameter["schema"]
                bounded = "enum" in shape or "maxLength" in shape or {"minimum", "maximum"} <= set(shape)
                assert bounded, (path, method, parameter)
    assert all(isinstance(query, Query) and query.most <= 2**31 for route in ROUTES for query in route.query)
