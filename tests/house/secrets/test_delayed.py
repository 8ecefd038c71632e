"""Delayed means delayed in everything: what happens now changes no byte of what a delayed spectator is told now.

Two tables are played alike until the spectator has seen it. Then one of them lives on, at the other nobody does
anything. For as long as the delay lasts the spectator must not be able to tell which is which: not by the socket, not by
a new one, not by any answer to anything they ask.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import pioche
from pioche.client import Client, Refused, Sitting
from tests.house.players import Player
from tests.house.running import Running, many, run
from tests.house.secrets.noninterference import CALM, plain
from tests.house.wire import Line

SPEED = 3  # the half minute takes ten seconds
DELAY = 30 / SPEED


@pytest.fixture(scope="module")
def slowly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    house = Running(tmp_path_factory.mktemp("delayed"), "--tempo", "1000000", "--loose", "1000", "--speed", str(SPEED))
    yield house
    house.stop()
    assert not house.errors(), house.errors()[-3:]


async def told(client: Client, path: str, body: Any = None, **query: Any) -> str:
    """Whatever the house answers."""
    try:
        return json.dumps(await client.ask("GET" if body is None else "POST", path, body, **query))
    except Refused as no:
        return json.dumps(no.said)


def smooth(text: str, code: str) -> str:
    """Without names of tables and moments of the clock that no two runs share."""
    text = re.sub(r'"(ticket|secret|promise|token|link)": ?"[^"]*"', "", plain(text, code))
    return re.sub(r'"left":\d+', '"left":0', text)


async def world(house: Running, game: str, lively: bool) -> dict[str, list[str]]:
    names = ("Alice", "Bob", "Wanda", "Paul")
    async with many(*(Client(house.address, name) for name in names)) as (alice, bob, wanda, paul):
        calm = CALM | {"stock": True}  # no timer of the rules tells anything while we look
        options = {name: value for name, value in calm.items() if name in pioche.load(game).options}
        settings = {"spectators": "delayed", "pace": "normal", "privacy": "public"}
        made = await alice.make(game, settings, {"seed": 7}, seats=2, **options)
        code = made["code"]
        for person in (bob, wanda, paul):
            await person.join(code, made["secret"])
        await bob.sit(code, 1)
        line = Line(house.address, wanda.token)
        async with many(alice.at(code), bob.at(code)) as (a, b):
            await a.until(lambda: a.table)
            wire = await line.socket(code)
            await wire.first_look()
            await a.wish("start")
            while not any('"started"' in text for text in wire.heard):
                await wire.hear()
            await settle(wire)
            before = len(wire.heard)
            if lively:
                await live(a, b, paul)
            answers = await probe(wanda, code)
            for number, wish in enumerate(WISHES):
                answers.append(json.dumps(await wire.wish(id=f"w{number}", **wish)))
            late = await line.socket(code)
            await late.first_look()
            await late.close()
            fresh = await line.socket(code, since=None)
            await fresh.first_look()
            await settle(wire)
            found = {"socket": wire.heard[before:], "again": late.heard, "fresh": fresh.heard, "asked": answers}
            for one in (wire, fresh):
                await one.close()
            await line.close()
        return {name: [smooth(text, code) for text in texts] for name, texts in found.items()}


WISHES: list[dict[str, Any]] = [
    *({"t": "say", "text": "what?", "reply_to": number} for number in (1, 2, 3)),
    {"t": "say", "phrase": "hello"},
    {"t": "say", "text": "what now?"},
    {"t": "look", "seat": 1},
    {"t": "sit", "seat": 0},
    {"t": "sit", "seat": 1},
    {"t": "sit"},
    {"t": "move", "do": "hit"},
    {"t": "back"},
    {"t": "hint"},
    {"t": "pause"},
    {"t": "resume"},
    {"t": "rematch"},
]


async def settle(wire: Any) -> None:
    """Hear what is on its way."""
    while True:
        try:
            async with asyncio.timeout(0.4):
                await wire.hear()
        except TimeoutError:
            return


async def probe(wanda: Client, code: str) -> list[str]:
    """Everything a spectator may ask over HTTP."""
    table = f"/api/tables/{code}"
    return [
        await told(wanda, table),
        await told(wanda, f"{table}/record"),
        await told(wanda, f"{table}/record", match=1),
        await told(wanda, f"{table}/replay"),
        await told(wanda, f"{table}/replay", match=1, eyes=1),
        await told(wanda, f"{table}/sit", {"seat": 1}),
        await told(wanda, f"{table}/join", {}),
        await told(wanda, "/api/tables", {"game": "pairs", "continues": {"code": code, "match": 1}}),
        *[await listed(wanda, path, code) for path in ("/api/tables", "/api/me/tables")],
    ]


async def listed(client: Client, path: str, code: str) -> str:
    """What a list shows of the table; when something last happened there is a moment of the clock."""
    rows = [row for row in (await client.get(path))["tables"] if row["code"] == code]
    return json.dumps([{name: value for name, value in row.items() if name != "last"} for row in rows])


async def live(a: Sitting, b: Sitting, paul: Client) -> None:
    """As much as can happen: moves, somebody else comes and is let in, a pause, a name, a seat is left, the host changes."""
    for _ in range(6):
        for one in (a, b):
            if one.menu:
                await one.move(one.menu[0]["do"])
    await b.wish("rename", name="Robert")
    await b.wish("say", text="well")
    await b.wish("pause")
    await a.wish("resume")
    await a.wish("approve", who=4, on=True)
    await b.wish("stand")
    await paul.sit(b.code, 1)
    await a.wish("host", who=4)


@pytest.mark.parametrize("game", ["hawthorn", "pairs", "pig"])
def test_what_happens_now_changes_no_byte(slowly: Running, game: str) -> None:
    async def both() -> list[dict[str, list[str]]]:
        return list(await asyncio.gather(world(slowly, game, True), world(slowly, game, False)))

    lively, still = run(both())
    for name, texts in still.items():
        first = next(((one, two) for one, two in zip(lively[name], texts, strict=False) if one != two), None)
        assert first is None, f"{game}, {name}: {first}"
        assert len(lively[name]) == len(texts), f"{game}, {name}"


def test_and_afterwards_they_see_all_of_it(slowly: Running) -> None:
    """The same spectator, half a minute later: nothing was left out, in the same order, and the clock was one of then."""

    async def play() -> None:
        async with many(*(Client(slowly.address, name) for name in ("Alice", "Bob", "Wanda"))) as (alice, bob, wanda):
            made = await alice.make("hawthorn", {"spectators": "delayed", "pace": "normal"}, seats=2)
            for person in (bob, wanda):
                await person.join(made["code"], made["secret"])
            await bob.sit(made["code"], 1)
            async with many(alice.at(made["code"]), bob.at(made["code"]), wanda.at(made["code"])) as (a, b, w):
                await a.wish("start")
                for _ in range(4):
                    for one in (a, b):
                        if one.menu:
                            await one.move(one.menu[0]["do"])
                public = [event["kind"] for event in a.events if event["kind"] != "hand"]
                await w.until(lambda: len(w.events) >= len(public), 60)
                assert [event["kind"] for event in w.events] == public
                assert (w.view["pile"], w.view["actors"]) == (a.view["pile"], a.view["actors"])
                assert [row["seat"] for row in w.clock["deadlines"]] == w.view["actors"]

    run(play())


def test_that_another_match_is_on_is_not_told_by_a_refusal(slowly: Running) -> None:
    async def play() -> None:
        async with many(*(Client(slowly.address, name) for name in ("Alice", "Bob", "Wanda"))) as (alice, bob, wanda):
            made = await alice.make("pairs", {"spectators": "delayed", "pace": "relaxed"}, {"seed": 7}, seats=2)
            code = made["code"]
            for person in (bob, wanda):
                await person.join(code, made["secret"])
            await bob.sit(code, 1)
            async with many(alice.at(code), bob.at(code), wanda.at(code)) as (a, b, w):
                await a.wish("start")
                await asyncio.gather(*(Player(one, Random(7)).play() for one in (a, b)))
                await w.until(lambda: w.table and w.table["phase"] == "over" and w.table["match"] == 1, 60)
                asked = [
                    (f"/api/tables/{code}/{what}", match) for what in ("record", "replay", "share") for match in (1, 2, 3)
                ]
                before = [await told(wanda, path, match=match) for path, match in asked]
                await a.wish("rematch")
                assert [await told(wanda, path, match=match) for path, match in asked] == before

    run(play())


def test_when_something_was_done_is_told_later_too(slowly: Running) -> None:
    """Whoever is away sees at once in the own list that it is their turn. Others see no time of it, nor of who came and went."""

    async def last(client: Client, code: str) -> tuple[int, bool]:
        rows = (await client.get("/api/me/tables"))["tables"]
        return next((row["last"], row["your_turn"]) for row in rows if row["code"] == code)

    async def play() -> None:
        async with many(*(Client(slowly.address, name) for name in ("Alice", "Bob", "Wanda"))) as (alice, bob, wanda):
            made = await alice.make("hawthorn", {"spectators": "delayed", "pace": "relaxed"}, {"seed": 7}, seats=2)
            code = made["code"]
            for person in (bob, wanda):
                await person.join(code, made["secret"])
            await bob.sit(code, 1)
            async with many(alice.at(code), wanda.at(code)) as (a, w):
                b = bob.at(code)
                await b.connect()
                await a.wish("start")
                await w.until(lambda: w.view and w.table["phase"] == "playing", 60)
                await asyncio.sleep(1)
                before, _ = await last(wanda, code)
                await asyncio.sleep(1)  # the time is told in seconds
                await b.close()
                while not (await last(bob, code))[1]:
                    if a.menu:
                        do, a.menu = a.menu[0]["do"], None
                        await a.move(do)
                    await asyncio.sleep(0.2)
                await asyncio.sleep(1)  # rows are written twice a second
                assert (await last(wanda, code))[0] == before

    run(play())
