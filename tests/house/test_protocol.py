"""The protocol page, the schema and the code say the same."""

from __future__ import annotations

import json
import re
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from pioche.house.api import handlers, schema
from pioche.house.api.routes import ROUTES
from pioche.house.operations.limits import RATES
from pioche.house.protocol import bodies, messages
from pioche.text import catalogue

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("name", "body"), EXAMPLES)
def test_every_example_is_a_message(name: str, body: str) -> None:
    kinds: dict[str, Any] = {"Wish": messages.AnyWish, "Telling": messages.AnyTelling}
    kind = kinds.get(name) or getattr(messages, name, None) or getattr(bodies, name)
    msgspec.json.decode(body.encode(), type=kind)
    described = schema.message_schema()  # parts that are written ahead are described there only
    jsonschema_rs.validate({"$ref": f"#/$defs/{name}", "$defs": described["$defs"]}, json.loads(body))


def test_the_page_names_every_route_and_every_wish() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for wish in messages.AnyWish.__args__:
        assert f"`{wish.__struct_config__.tag}`" in page or f'"t": "{wish.__struct_config__.tag}"' in page, (
            wish
        )
    for route in ROUTES:
        assert route.path.rsplit("/", 1)[-1].split("{")[0] in page, route.path


@pytest.mark.parametrize(
    ("name", "made"), [("schema.json", schema.message_schema), ("openapi.json", schema.openapi)]
)
def test_the_written_schema_is_the_present_one(name: str, made: Any) -> None:
    assert json.loads((schema.HERE / name).read_text(encoding="utf-8")) == made(), (
        "run python -m pioche.house.api.schema"
    )


def test_every_route_has_a_handler_and_a_known_rate() -> None:
    made = {name for name, made in vars(handlers).items() if iscoroutinefunction(made) and not name.startswith("_")}
    assert sorted(route.handler.__name__ for route in ROUTES) == sorted(made)
    assert len({route.name for route in ROUTES}) == len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)
    assert {route.rate for route in ROUTES} - {""} <= set(RATES)


def test_the_sentences_of_the_server_exist_in_both_languages() -> None:
    en, fr = catalogue("house", "en"), catalogue("house", "fr")
    assert _shape(en) == _shape(fr)
    for section, texts in en.items():
        if isinstance(texts, dict):
            for name, sentence in texts.items():
                slots = [set(re.findall(r"\{(?:\w+ )?(\w+)", said)) for said in (sentence, fr[section][name])]
                assert slots[0] == slots[1], (section, name)


def _shape(texts: Any) -> Any:
    return {name: _shape(value) if isinstance(value, dict) else None for name, value in texts.items()}
