"""JSON Schema of every message and OpenAPI of every route. `python -m pioche.house.api.schema` writes both beside this
file; a test fails while they are out of date."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from pioche.house.api.endpoint import Route
from pioche.house.api.routes import ROUTES
from pioche.house.operations import limits
from pioche.house.protocol import bodies, happenings, messages
from pioche.house.protocol.client_commands import END

REF = "#/$defs/{name}"
API_REF = "#/components/schemas/{name}"
HERE = Path(__file__).parent


def _structs() -> list[Any]:
    """List the structs of HTTP bodies and answers, and those of messages that are sent encoded."""
    wanted: list[Any] = [messages.Event, messages.Choice, messages.TableInfo]
    for route in ROUTES:
        wanted += [t for t in (route.body, route.answer) if t is not None and not isinstance(t, str)]
    return [*wanted, bodies.Refused]


def plain(pattern: str) -> str:
    """Return a pattern with `$` for the end of a text, as JSON Schema has it."""
    return pattern.replace(END, "$")


def _components(types: list[Any], ref: str) -> tuple[Any, dict[str, Any]]:
    shapes, defs = msgspec.json.schema_components(types, ref_template=ref)
    return shapes, _plain(defs)


def _plain(shape: Any) -> Any:
    """Return a schema with all its patterns made `plain`."""
    if isinstance(shape, dict):
        done = {name: _plain(value) for name, value in shape.items()}
        if isinstance(done.get("pattern"), str):  # and no field of that name
            done["pattern"] = plain(done["pattern"])
        return done
    return [_plain(value) for value in shape] if isinstance(shape, list) else shape


def message_schema() -> dict[str, Any]:
    """Return the JSON Schema of messages and HTTP bodies. `Wish` is a message of a client, `Telling` one of the server."""
    about = dict.fromkeys([*happenings.HOUSE.values(), *happenings.TALK.values()])
    types = [messages.AnyCommand, messages.AnyTelling, messages.Clock, messages.Ending, *_structs(), *about]
    shapes, defs = _components(types, REF)
    defs["Wish"], defs["Telling"] = dict(shapes[0]), dict(shapes[1])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pioche",
        "oneOf": [{"$ref": "#/$defs/Wish"}, {"$ref": "#/$defs/Telling"}],
        "$defs": dict(sorted(defs.items())),
    }


def openapi() -> dict[str, Any]:
    shapes, defs = _components(_structs(), API_REF)
    refs = dict(zip(_structs(), shapes, strict=True))
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, refs)
    from pioche import __version__

    return {
        "openapi": "3.1.0",
        "info": {"title": "Pioche, the house", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(defs.items())),
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "pioche"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(route: Route, refs: dict[Any, Any]) -> dict[str, Any]:
    json_body = not isinstance(route.answer, str)
    media = "application/json" if json_body else route.answer
    shape: dict[str, Any] = refs[route.answer] if json_body else {} if "json" in media else {"type": "string"}
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.about,
        "responses": {"200": {"description": "done", "content": {media: {"schema": shape}}}},
    }
    refusal = {"application/json": {"schema": refs[bodies.Refused]}}
    for status in sorted(set(statuses(route))):
        operation["responses"][str(status)] = {"description": REASONS[status], "content": refusal}
    parameters = [
        {
            "name": part[1:-1],
            "in": "path",
            "required": True,
            "schema": {"type": "string", "maxLength": limits.MAX_PATH_PART_LETTERS},
        }
        for part in route.path.split("/")
        if part.startswith("{")
    ]
    for query in route.query:
        kind: dict[str, Any] = {"type": query.kind}
        if query.kind == "integer":
            kind |= {"minimum": 0, "maximum": query.most}
        if query.kind == "string" and not query.values:
            kind["maxLength"] = query.most
        if query.values:
            kind["enum"] = list(query.values)
        parameters.append({"name": query.name, "in": "query", "required": query.needed, "schema": kind})
    if parameters:
        operation["parameters"] = parameters
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": refs[route.body]}}}
    if route.needs != "nothing":
        operation["security"] = [{"cookie": []}, {"bearer": []}]
    return operation


REASONS = {
    400: "malformed", 401: "no valid session, login or link", 403: "not allowed", 404: "not found", 409: "not now",
    413: "too long", 415: "not JSON", 429: "too often", 503: "cannot be stored or served now",
}  # fmt: skip


def statuses(route: Route) -> list[int]:
    """Return every status of refusal a route may answer with. Any route may refuse a foreign origin or host name (403), too
    many requests (429), and answer 503 while the store fails."""
    found = [*route.refuses, 403, 429, 503]
    if route.query or "{" in route.path:
        found.append(400)
    if route.method != "GET":
        found += [400, 413, 415]
    if route.needs != "nothing":
        found.append(401)
    return found


def main() -> int:
    """Write schema.json and openapi.json; with `--check` only return 1 if they are out of date."""
    stale = False
    for name, made in (("schema.json", message_schema()), ("openapi.json", openapi())):
        text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale = True
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
