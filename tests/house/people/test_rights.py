"""Who may do what: every deed by every role in every phase, generated from the one table in the code."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any

import pytest

from pioche.client import Client, Refused, Sitting
from pioche.house.protocol import messages as p
from pioche.house.protocol.rights import PHASES, RIGHTS, allowed
from tests.house.players import Player
from tests.house.running import Running, many, run

WISHES: dict[str, dict[str, Any]] = {
    "move": {"do": "hit"},
    "hint": {},
    "back": {},
    "sit": {},
    "stand": {},
    "say": {"phrase": "hello"},
    "ready": {},
    "rename": {"name": "Zazie"},
    "start": {},
    "rematch": {},
    "pause": {},
    "resume": {},
    "bot": {"seat": 3, "level": "random"},
    "lock": {"on": True},
    "mute": {"who": 2, "on": True},
    "kick": {"seat": 1},
    "ban": {"who": 3, "on": True},
    "approve": {"who": 4, "on": True},
    "penalty": {"seat": 1},
    "host": {"who": 2},
    "relink": {},
    "look": {"seat": 1},
    "allow": {"who": 4, "on": True},
    "there": {},
    "promise": {"match": 1, "promise": "0" * 64},
    "reveal": {"match": 1, "share": "0" * 64},
}
OVER_HTTP = {
    "see_table": ("GET", ""),
    "ticket": ("POST", "/ticket"),
    "record": ("GET", "/record"),
    "replay": ("GET", "/replay"),
}
# What the table says when the role or the phase is wrong; other refusals come from the game or the circumstances.
DENIED = {"not_allowed", "no_seat", "paused", "not_started", "not_joined"}
ACTORS = {"guest": {"guest"}, "seat": {"seat"}, "host with a seat": {"seat", "host"}, "host without": {"guest", "host"}}


def test_the_table_covers_every_wish() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in p.AnyCommand.__args__} - {"hello"}

    assert tags == set(WISHES)
    assert tags | set(OVER_HTTP) == set(RIGHTS)


def company(house: Running) -> Any:
    return many(*(Client(house.address, name) for name in ("Anna", "Bert", "Cleo", "Dora")))


@contextlib.asynccontextmanager
async def scene(people: list[Client], phase: str, actor: str) -> Any:
    """A table in a phase, and the one who acts there. 1 is the host, 2 has seat 1, 3 has just come, 4 watches."""
    seated_host = actor != "host without"
    host, seat, _, guest = people
    made = await host.make(
        "pairs",
        {"spectators": "consent", "pace": "relaxed", "hints": True, "privacy": "link"},
        {"sit": 0 if seated_host else None},
        seats=4,
        losing_score=5 if phase == "over" else 60,
    )
    code = made["code"]
    for person in people[1:]:
        await person.join(code, made["secret"])
    await seat.sit(code, 1)
    async with many(host.at(code), seat.at(code), guest.at(code)) as (h, s, g):
        for sitting in (h, s, g):
            await sitting.until(lambda sitting=sitting: sitting.table)
        if phase != "gathering":
            await h.wish("start")
        if phase == "paused":
            await h.wish("pause")
        if phase == "over":
            await _play_out([h, s] if seated_host else [s])
        doer = {"guest": g, "seat": s}.get(actor, h)
        await doer.until(lambda: doer.table.get("phase") == phase)
        yield doer, code


async def _play_out(sittings: list[Sitting]) -> None:
    await asyncio.gather(*(Player(sitting, random.Random(k)).play() for k, sitting in enumerate(sittings)))


async def try_it(doer: Sitting, deed: str) -> str:
    """ "" when it was done, else the reason."""
    try:
        await doer.wish(deed, **WISHES[deed])
    except Refused as no:
        return no.reason
    return ""


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("actor", ACTORS)
def test_what_is_not_allowed_changes_nothing(house: Running, phase: str, actor: str) -> None:
    roles: Any = frozenset(ACTORS[actor])

    async def play() -> None:
        async with company(house) as people, scene(people, phase, actor) as (doer, code):
            before = await people[0].get(f"/api/tables/{code}")
            length = len(house.journal(code))
            for deed in WISHES:
                if not allowed(deed, roles, phase):  # type: ignore[arg-type]
                    assert await try_it(doer, deed) in DENIED, deed
            assert await people[0].get(f"/api/tables/{code}") == before
            assert len([e for e in house.journal(code)[length:] if getattr(e, "by", "") != "bot"]) == 0

    run(play())


CASES = [
    (deed, actor, phase)
    for deed in WISHES
    for actor, roles in ACTORS.items()
    for phase in PHASES
    if allowed(deed, frozenset(roles), phase)  # type: ignore[arg-type]
]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("actor", ACTORS)
def test_what_is_allowed_is_not_denied(house: Running, phase: str, actor: str) -> None:
    """Done, or refused for a reason of the game or the circumstances, never for the role."""

    async def play() -> None:
        deeds = sorted((deed for deed, who, when in CASES if who == actor and when == phase), key=CHANGES.__contains__)
        async with company(house) as people:
            while deeds:
                async with scene(people, phase, actor) as (doer, _):
                    while deeds:
                        deed = deeds.pop(0)
                        reason = await try_it(doer, deed)
                        assert reason not in DENIED or (deed == "back" and reason == "not_allowed"), (deed, reason)
                        if deed in CHANGES and not reason:
                            break  # roles or phase are other ones now: a new table for the rest

    run(play())


CHANGES = {"sit", "stand", "start", "rematch", "pause", "resume", "host", "move"}


@pytest.mark.parametrize("phase", PHASES)
def test_who_was_sent_away_may_do_nothing_at_all(house: Running, phase: str) -> None:
    """Not by a new socket, not over HTTP, not with the invitation, whatever the phase; until the host says otherwise."""

    async def play() -> None:
        async with company(house) as people, scene(people, phase, "host with a seat") as (host, code):
            await host.wish("ban", who=4, on=True)
            for method, path in (*OVER_HTTP.values(), ("POST", "/sit"), ("POST", "/join")):
                body = None if method == "GET" or path == "/ticket" else {}
                with pytest.raises(Refused) as no:
                    await people[3].ask(method, f"/api/tables/{code}{path}", body)
                assert (no.value.reason, no.value.status) == ("banned", 403), path
            await host.wish("ban", who=4, on=False)
            assert (await people[3].get(f"/api/tables/{code}"))["banned"] == []

    run(play())


def test_strangers_are_told_nothing(house: Running) -> None:
    async def play() -> None:
        async with company(house) as people, scene(people, "playing", "seat") as (_, code):
            async with Client(house.address, "Stranger") as stranger:
                for method, path in OVER_HTTP.values():
                    with pytest.raises(Refused) as no:
                        await stranger.ask(method, f"/api/tables/{code}{path}")
                    assert (no.value.reason, no.value.status) == ("not_joined", 403)
                for body in ({"secret": ""}, {"secret": "0" * 22}):
                    with pytest.raises(Refused) as no:
                        await stranger.post(f"/api/tables/{code}/join", body)
                    assert no.value.reason == "not_joined"
                with pytest.raises(Refused):
                    await stranger.sit(code, 2)
            for person in people[1:]:
                assert (await person.get(f"/api/tables/{code}"))["code"] == code

    run(play())
