"""The protocol page, the schema and the code say the same."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import subprocess
import sys
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pioche import load
from pioche.client import Client
from pioche.house.api import first_deals, handlers, previews, schema, tournament_handlers
from pioche.house.api.routes import ROUTES
from pioche.house.operations.limits import RATES
from pioche.house.protocol import bodies, happenings, messages, tournament_bodies, tournament_views
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from pioche.text import catalogue
from tests import protocol_page
from tests.house.protocol import page_client
from tests.house.running import Running, run

PAGE = protocol_page.PAGE.read_text(encoding="utf-8")
BLOCKS = {name: text for _, name, text in re.findall(r"(<!-- made: (\w+) -->\n)(.*?)\n<!-- /made -->", PAGE, re.DOTALL)}
EXAMPLES = [
    ("Wish" if name == "Wishes" else name, example)
    for name, body in re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL)
    for example in (body.splitlines() if name == "Wishes" else [body])
]


@pytest.mark.parametrize(("name", "body"), EXAMPLES)
def test_every_example_is_a_message(name: str, body: str) -> None:
    kinds: dict[str, Any] = {"Wish": messages.AnyCommand, "Telling": messages.AnyTelling}
    modules = (messages, bodies, tournament_bodies, tournament_views)
    kind = kinds.get(name) or next(getattr(module, name) for module in modules if hasattr(module, name))
    msgspec.json.decode(body.encode(), type=kind)
    described = schema.message_schema()  # parts that are written ahead are described there only
    jsonschema_rs.validate({"$ref": f"#/$defs/{name}", "$defs": described["$defs"]}, json.loads(body))


@pytest.mark.parametrize(
    ("name", "body"), [(name, body) for name, body in EXAMPLES if name in ("Telling", "Refused", "Event")]
)
def test_an_example_of_what_the_house_says_has_every_field(name: str, body: str) -> None:
    """As the page says it: whoever writes a client from the examples has met them all."""
    page, said = page_client.Page(PAGE), json.loads(body)
    told = page.told[said.pop("t")] if name == "Telling" else page.types.structs[name]
    page.types.fields(told, said, name)
    if "table" in said:
        assert {row["field"] for row in page.types.structs["Settings"]} == set(said["table"]["settings"])


# -- the page says what the code does, and nothing else ----------------------------------------------------


@pytest.mark.parametrize("name", protocol_page.MADE)
def test_the_tables_of_the_page_are_those_of_the_code(name: str) -> None:
    assert name in BLOCKS, f"docs/protocol.md has no table `{name}`: add the lines <!-- made: {name} --> and <!-- /made -->"
    shown, made = BLOCKS[name].splitlines(), protocol_page.MADE[name]().splitlines()
    more = [f"+ {row}" for row in made if row not in shown] + [f"- {row}" for row in shown if row not in made]
    assert shown == made, f"docs/protocol.md: run {protocol_page.COMMAND}; the table `{name}` differs:\n" + "\n".join(more)


def test_every_message_and_every_body_has_an_example() -> None:
    shown = {(name, json.loads(body).get("t") if name in ("Wish", "Telling") else "") for name, body in EXAMPLES}
    wanted = {("Wish", str(kind.__struct_config__.tag)) for kind in get_args(messages.AnyCommand)}
    wanted |= {("Telling", str(kind.__struct_config__.tag)) for kind in get_args(messages.AnyTelling)}
    wanted |= {(route.body.__name__, "") for route in ROUTES if route.body is not None}
    missing = [f"```json {name}" + (f' with "t": "{t}"' if t else "") for name, t in sorted(wanted - shown)]
    assert not missing, f"docs/protocol.md: add an example: {', '.join(missing)}"


def test_the_page_speaks_of_no_route_that_is_not_there() -> None:
    known = {f"{route.method} {route.path}" for route in ROUTES}
    for method, path in re.findall(r"`(GET|POST|DELETE) (/[^`\s?]*)[^`]*`", PAGE):
        assert f"{method} {path.replace('<code>', '{code}')}" in known, f"docs/protocol.md: there is no {method} {path}"


def test_every_event_of_the_house_is_described() -> None:
    kinds, said = (
        {**happenings.HOUSE, **happenings.TALK},
        set(catalogue("house", "en")["events"]) - set(happenings.OTHER_WORDS),
    )
    assert set(kinds) >= said, f"pioche.house.protocol.happenings: add {sorted(said - set(kinds))}, with what each is about"
    assert said >= set(kinds), f"text/*/house.toml, section events: there is no sentence for {sorted(set(kinds) - said)}"


def test_events_are_about_what_is_described(tmp_path: Path) -> None:
    """Folded from real journals, of the stored house and of a table where the rest happens."""
    kinds, seen = {**happenings.HOUSE, **happenings.TALK}, set()
    for state in [*stored_tables(tmp_path), *handmade_tables()]:
        for told in map(state.told_at, range(state.told)):
            if told.by != "game":
                seen.add(told.kind)
                about = msgspec.json.decode(msgspec.json.encode(told.about))
                msgspec.convert(about, kinds[told.kind])
                fields = msgspec.structs.fields(kinds[told.kind])
                needed = {field.encode_name for field in fields if field.required}
                assert needed <= set(about) <= {field.encode_name for field in fields}, (
                    f"happenings.{kinds[told.kind].__name__}: {told.kind} is about {sorted(about)}"
                )
    assert seen >= {"photo_finish", "played_for", "penalty_given", "earlier_rules", "away", "stands_in", "back", "said"}


def stored_tables(folder: Path) -> list[TableState]:
    path = folder / "house.db"
    path.write_bytes(gzip.decompress((Path(__file__).parents[1] / "durability/stored/0.1.0/house.db.gz").read_bytes()))
    with contextlib.closing(SQLiteStore(path)) as store:
        store.open()
        return [TableState.of(store.journal(row.code)) for row in store.all_tables()]


def handmade_tables() -> list[TableState]:
    people = [
        j.Joined(person="p", name="Alice"),
        j.Joined(person="q", name="Bob"),
        j.Sat(who=1, seat=0),
        j.Sat(who=2, seat=1),
    ]
    found = []
    for game, rules, more in (
        ("pairs", 1, [j.StandsIn(seat=1, bot=""), j.CameBack(who=2, seat=1), j.StandsIn(seat=1, bot="random")]),
        ("pairs", 77, []),
        ("agnes", 2, [j.Line(who=1, line={"seat": None, "do": "penalty:1", "at": 10}, by="host")]),
    ):
        options = dict(load(game, seats=2).options)
        head = j.Opened(code="0123456789", game=game, preset="", options=options, settings=messages.Settings())
        began = j.Began(who=1, match=1, seed="5", names=["Alice", "Bob"], rules=rules)
        state = TableState.of([j.write(entry) for entry in (head, *people, began, *more)])
        if game == "pairs" and state.table is not None:
            decision = commands.default_move(state, state.table.actors[0], 0, {})
            state.absorb(decision.entries[0], decision.table)
        found.append(state)
    return found


# -- how a line ends -----------------------------------------------------------------------------------------


def test_every_good_bye_is_one_the_page_can_find() -> None:
    """The table of close codes is read from the calls that hang up; a reason that is said in another way would be missed."""
    code, found = protocol_page.source(), {reason for pairs in protocol_page.endings().values() for reason, _ in pairs}
    for reason in catalogue("house", "en")["bye"]:
        assert reason in found or f'"{reason}"' not in code, (
            f"protocol_page.endings does not find who says the good bye {reason}"
        )


LINES = {  # what one has to send for a line to end without a good bye; 1006, 1011 and 1012 need more than a frame
    1002: b"\xf1\x80\0\0\0\0",
    1007: b"\x81\x82\0\0\0\0\xff\xff",
    1009: b"\x81\xfe\x13\x88\0\0\0\0" + b"x" * 5000,
}


def test_lines_end_as_the_page_says(tmp_path: Path) -> None:
    table = PAGE[PAGE.index("Without a `bye`") :]
    codes = {int(code) for code in re.findall(r"^\| (\d{4}) \|", table, re.MULTILINE)}
    assert codes == {*LINES, 1006, 1011, 1012}
    house = Running(tmp_path, "--tempo", "0")

    async def visit() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs")
            for code, frame in LINES.items():
                async with alice.at(made["code"]) as at:
                    await at.until(lambda at=at: at.welcome)
                    assert at.socket is not None
                    at.socket.transport.write(frame)
                    with pytest.raises(ConnectionClosed):
                        await at.until(lambda: False)
                    assert at.socket.close_code == code
                    assert at.bye is None
            address = house.address.replace("http", "ws", 1) + f"/t/{made['code']}/ws"
            with pytest.raises(InvalidStatus) as no:
                await connect(address, origin="https://evil.example", proxy=None)  # type: ignore[arg-type]
            assert no.value.response.status_code == 403

    try:
        run(visit())
        assert not house.errors(), "what a client sends is no error of ours"
    finally:
        house.stop()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"watchers": None}, "watchers is None; the page says integer"),
        ({"phase": "asleep"}, "phase is 'asleep'; the page says"),
        ({"seats": [{"seat": "0"}]}, "seat is '0'; the page says integer"),
        ({"host": ...}, "has no host"),
        ({"secret": "x"}, "has secret, of which the page says nothing"),
    ],
)
def test_the_client_of_the_page_notices_what_is_not_as_it_says(change: dict[str, Any], words: str) -> None:
    types = page_client.Page(PAGE).types
    told = next(json.loads(body) for name, body in EXAMPLES if name == "Telling" and '"t": "table"' in body)["table"]
    types.check("TableInfo", told, "table")
    with pytest.raises(page_client.Differs, match=words):
        types.check("TableInfo", {key: value for key, value in {**told, **change}.items() if value is not ...}, "table")


# -- a client from the page alone ----------------------------------------------------------------------------


def test_a_client_made_from_the_page_alone_does_everything(house: Running) -> None:
    root = protocol_page.PAGE.parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "tests.house.protocol.page_visit", str(protocol_page.PAGE), house.address],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"docs/protocol.md is not enough, or not true:\n{done.stderr[-1500:]}"
    did = json.loads(done.stdout)
    assert {f"{route.method} {route.path}" for route in ROUTES} == set(did["routes"])
    left = {str(kind.__struct_config__.tag) for kind in get_args(messages.AnyCommand)} - set(did["sent"])
    assert not left, f"tests/house/protocol/page_visit.py: also send {sorted(left)}"
    left = {str(kind.__struct_config__.tag) for kind in get_args(messages.AnyTelling)} - set(did["told"])
    assert not left, f"tests/house/protocol/page_visit.py: also do what makes the house say {sorted(left)}"


@pytest.mark.parametrize(("name", "made"), [("schema.json", schema.message_schema), ("openapi.json", schema.openapi)])
def test_the_written_schema_is_the_present_one(name: str, made: Any) -> None:
    assert json.loads((schema.HERE / name).read_text(encoding="utf-8")) == made(), "run python -m pioche.house.api.schema"


def test_every_route_has_a_handler_and_a_known_rate() -> None:
    modules = (handlers, tournament_handlers, first_deals, previews)
    of_modules = [of for module in modules for of in vars(module).items()]
    asked = [(name, of) for name, of in of_modules if iscoroutinefunction(of) and not name.startswith("_")]
    made = [name for name, handler in asked if "call" in signature(handler).parameters]
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
