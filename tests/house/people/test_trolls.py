"""People who annoy others: who is sent away stays away, and what can be done again and again has a limit."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from pioche.client import Client, Refused, Sitting
from pioche.house.operations.limits import MAX_PAUSE_MS, MAX_PEOPLE, RATES
from pioche.house.tables.commands import MAX_PAUSES
from tests.house.players import Player, people, refused
from tests.house.running import Running, many, run

FAST = 200  # a minute takes 0.3 s


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with the limits everybody has."""
    house = Running(tmp_path_factory.mktemp("strict"), "--tempo", "1000000", "--log", "info")
    yield house
    house.stop()
    assert not house.errors(), house.errors()[-3:]


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    house = Running(tmp_path_factory.mktemp("hurried"), "--tempo", "1000000", "--loose", "1000", "--speed", str(FAST))
    yield house
    house.stop()
    assert not house.errors(), house.errors()[-3:]


def kinds(sitting: Sitting) -> list[str]:
    return [event["kind"] for event in sitting.events if event["by"] == "house"]


# -- sent away ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("privacy", ["link", "public"])
def test_who_is_kicked_does_not_come_back_before_the_host_says_so(house: Running, privacy: str) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Trudy", "Bob") as (alice, trudy, bob):
            made = await alice.make("pairs", {"privacy": privacy, "spectators": "public"}, seats=3)
            code, secret = made["code"], made["secret"]
            for person in (trudy, bob):
                await person.join(code, secret)
            await trudy.sit(code, 1)
            async with many(alice.at(code), trudy.at(code), bob.at(code)) as (a, t, b):
                await t.until(lambda: t.table)
                answer = await a.wish("kick", seat=1)
                await t.until(lambda: t.bye)
                assert t.bye["reason"] == "banned"
                for back in (
                    trudy.sit(code, 1),
                    trudy.sit(code),
                    trudy.join(code, secret),
                    trudy.get(f"/api/tables/{code}"),
                ):
                    assert await refused(back) == "banned"
                await a.until(lambda: [p["name"] for p in a.table["banned"]] == ["Trudy"])
                await b.until(lambda: "kicked" in kinds(b))
                # As somebody else, with the invitation she had.
                async with Client(house.address, "Somebody") as again:
                    if privacy == "link":
                        assert await refused(again.join(code, secret)) == "not_joined"
                        await again.join(code, answer["secret"])
                    else:
                        await a.wish("lock", on=True)
                        assert await refused(again.join(code)) == "table_locked"
                assert await refused(trudy.sit(code, 1)) == "banned"
                await a.wish("ban", who=2, on=False)
                await trudy.sit(code, 1)
                await a.until(lambda: a.table["seats"][1]["name"] == "Trudy")

    run(play())


def test_in_a_match_she_goes_after_the_deal_and_cannot_get_round_it(house: Running) -> None:
    """Not by leaving the seat before she is made to."""

    async def play() -> None:
        async with people(house, "Alice", "Trudy") as (alice, trudy):
            made = await alice.make("hawthorn", {"spectators": "public", "pace": "relaxed"}, seats=2, deals=3)
            code = made["code"]
            await trudy.join(code, made["secret"])
            await trudy.sit(code, 1)
            async with many(alice.at(code), trudy.at(code)) as (a, t):
                await a.wish("start")
                await t.until(lambda: t.view)
                await a.wish("kick", seat=1)
                await t.until(lambda: "will_be_kicked" in kinds(t))
                await t.wish("stand")
                await t.until(lambda: t.bye)
                assert await refused(trudy.sit(code, 1)) == "banned"

    run(play())


def test_a_spectator_can_be_sent_away_and_a_host_cannot_ban_themselves(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Trudy") as (alice, trudy):
            made = await alice.make("pairs", {"spectators": "public"})
            await trudy.join(made["code"], made["secret"])
            async with many(alice.at(made["code"]), trudy.at(made["code"])) as (a, t):
                await t.until(lambda: t.table)
                assert await refused(a.wish("ban", who=1, on=True)) == "not_allowed"
                assert await refused(a.wish("ban", who=7, on=True)) == "no_such_person"
                answer = await a.wish("ban", who=2, on=True)
                assert answer["secret"] != made["secret"]
                await t.until(lambda: t.bye)
                assert await refused(a.wish("host", who=2)) == "no_such_person"

    run(play())


def test_who_is_sent_away_sees_no_later_match_by_going_on_from_it(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Trudy") as (alice, trudy):
            made = await alice.make("pairs", {"spectators": "public"}, {"bots": {"1": "random"}}, seats=2)
            code = made["code"]
            await trudy.join(code, made["secret"])
            async with alice.at(code) as a:
                await a.wish("ban", who=2, on=True)
                await a.wish("start")
                await Player(a, Random(7)).play()
            again = {"game": "pairs", "continues": {"code": code, "match": 1, "at": 1}}
            assert await refused(trudy.get(f"/api/tables/{code}/replay")) == "banned"
            assert await refused(trudy.post("/api/tables", again)) == "banned"
            assert (await alice.post("/api/tables", again))["code"]

    run(play())


# -- muted -------------------------------------------------------------------------------------------


def test_who_is_muted_does_not_speak_by_names(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Trudy") as (alice, trudy):
            made = await alice.make("pairs")
            await trudy.join(made["code"], made["secret"])
            async with many(alice.at(made["code"]), trudy.at(made["code"])) as (a, t):
                await t.until(lambda: t.table)
                await a.wish("mute", who=2, on=True)
                assert await refused(t.wish("rename", name="Alice cheats")) == "muted_name"
                await trudy.post("/api/me", {"name": "Alice is a cheat"})
                await trudy.join(made["code"], made["secret"])
                assert await refused(t.wish("say", text="and again")) == "muted"
                assert "renamed" not in kinds(a)

    run(play())


# -- again and again -----------------------------------------------------------------------------------


def test_names_seats_and_looks_change_so_often_and_no_more(strict: Running) -> None:
    """As fast as the line takes them: each is refused after its burst, and the journal stays short."""

    async def play() -> None:
        async with people(strict, "Alice", "Trudy") as (alice, trudy):
            made = await alice.make("pairs", {"spectators": "consent", "pace": "relaxed"}, seats=4)
            code = made["code"]
            await trudy.join(code, made["secret"])
            async with many(alice.at(code), trudy.at(code)) as (_, t):
                await t.until(lambda: t.table)
                done = {"rename": 0, "seat": 0, "stand": 0}
                before = len(strict.journal(code))
                for k in range(24):
                    for name, deed, more in (
                        ("rename", "rename", {"name": f"Trudy {k}"}),
                        ("stand" if k % 2 else "seat", "stand" if k % 2 else "sit", {}),  # leaving is never refused
                    ):
                        with contextlib.suppress(Refused):
                            await t.wish(deed, **more)
                            done[name] += 1
                    await asyncio.sleep(0.1)  # the line itself has a limit, too
                assert done["rename"] <= RATES["rename"].burst + 1
                assert done["seat"] <= RATES["seat"].burst + 1
                assert len(strict.journal(code)) - before == sum(done.values())
                assert await refused(t.wish("rename", name="Again")) == "too_often"

    run(play())


# -- pauses ------------------------------------------------------------------------------------------


async def at_a_match(house: Running, alice: Client, trudy: Client) -> str:
    made = await alice.make("hawthorn", {"pace": "normal"}, seats=2, deals=30)
    await trudy.join(made["code"], made["secret"])
    await trudy.sit(made["code"], 1)
    return str(made["code"])


def test_a_person_pauses_a_match_so_often_and_the_host_ends_it(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Trudy") as (alice, trudy):
            code = await at_a_match(house, alice, trudy)
            async with many(alice.at(code), trudy.at(code)) as (a, t):
                await a.wish("start")
                for _ in range(MAX_PAUSES):
                    await t.wish("pause")
                    await a.wish("resume")
                assert await refused(t.wish("pause")) == "too_many_pauses"
                for _ in range(MAX_PAUSES + 1):
                    await a.wish("pause")
                    await t.wish("resume")

    run(play())


def test_a_pause_has_an_end_unless_it_is_the_hosts(hurried: Running) -> None:
    async def play() -> None:
        async with people(hurried, "Alice", "Trudy") as (alice, trudy):
            code = await at_a_match(hurried, alice, trudy)
            async with many(alice.at(code), trudy.at(code)) as (a, t):
                await a.wish("start")
                began = time.monotonic()
                await t.wish("pause")
                paused = next(event for event in t.events if event["kind"] == "paused")
                assert paused["about"]["minutes"] == 5
                assert "5 minutes" in paused["en"]
                await a.until(lambda: "pause_over" in kinds(a), 30)
                assert time.monotonic() - began >= MAX_PAUSE_MS / 1000 / FAST
                await a.until(lambda: a.table["phase"] == "playing")
                await a.wish("pause")
                await asyncio.sleep(2 * MAX_PAUSE_MS / 1000 / FAST)
                assert a.table["phase"] == "paused"
                assert kinds(a).count("pause_over") == 1

    run(play())


# -- into a seat in mid-match --------------------------------------------------------------------------


def test_nobody_looks_at_a_bots_cards_before_the_host_allows_it(house: Running) -> None:
    """Three guests made for the purpose, one for each bot's seat: none sees a card."""

    async def play() -> None:
        async with people(house, "Alice", "Spy 1", "Spy 2", "Spy 3") as (alice, *spies):
            made = await alice.make("hawthorn", {"spectators": "public", "pace": "relaxed"}, seats=4)
            code = made["code"]
            async with alice.at(code) as a:
                await a.wish("start")
                for seat, spy in enumerate(spies, 1):
                    await spy.join(code, made["secret"])
                    assert await refused(spy.sit(code, seat)) == "ask_host"
                    async with spy.at(code) as s:
                        assert await refused(s.wish("sit", seat=seat)) == "ask_host"
                        assert await refused(s.wish("look", seat=seat)) == "not_in_consent"
                        await s.until(lambda s=s: s.view)
                        assert set(s.view["hand"][seat]) == {None}
                await a.until(lambda: len(a.others) == 3)
                assert a.others[0] == {"t": "asked", "who": 2, "name": "Spy 1", "seat": 1, "wants": "sit"}
                async with many(spies[0].at(code), spies[1].at(code)) as (first, second):
                    await a.wish("approve", who=2, on=True)
                    await second.until(lambda: "approved" in kinds(second))
                    await first.wish("sit", seat=1)
                    await first.until(lambda: first.view and first.view["seat"] == 1)
                    assert None not in first.view["hand"][1]
                    assert await refused(second.wish("sit", seat=2)) == "ask_host", "each needs it"
                    await first.wish("stand")
                    await first.wish("sit", seat=1)  # it was hers in this match
                    assert await refused(second.wish("sit", seat=1)) == "seat_taken"

    run(play())


def test_a_seat_kept_for_later_is_no_way_round_it(house: Running) -> None:
    """Sit and stand before the match, then take the bot's cards: the seat was not hers in this match."""

    async def play() -> None:
        async with people(house, "Alice", "Spy") as (alice, spy):
            made = await alice.make("hawthorn", {"spectators": "public", "pace": "relaxed"}, seats=2)
            await spy.join(made["code"], made["secret"])
            async with many(alice.at(made["code"]), spy.at(made["code"])) as (a, s):
                await s.wish("sit", seat=1)
                await s.wish("stand")
                await a.wish("start")
                assert await refused(s.wish("sit", seat=1)) == "ask_host"

    run(play())


# -- a crowd of made-up guests -----------------------------------------------------------------------


async def comes_from(address: str, client: Client) -> Client:
    """The same person, at another address of this machine."""
    await client.http.aclose()
    client.http = httpx.AsyncClient(
        base_url=client.address, timeout=30, transport=httpx.AsyncHTTPTransport(local_address=address)
    )
    return client


def test_whoever_only_looked_in_holds_no_place(hurried: Running) -> None:
    """Two minutes, here half a second, after the last of them the table has room again, and all keep their number."""

    async def play() -> None:
        async with people(hurried, "Alice") as (alice,):
            made = await alice.make("pairs", seats=3)
            crowd = [Client(hurried.address, "Trudy") for _ in range(MAX_PEOPLE + 5)]
            async with many(*crowd) as found:
                for trudy in found:
                    async with asyncio.timeout(20):
                        while (said := await answered(trudy.join(made["code"], made["secret"]))) == "too_many_people":
                            await asyncio.sleep(0.1)
                    assert said == ""
                async with crowd[0].at(made["code"]) as back:
                    await back.until(lambda: back.you)
                    assert back.you["who"] == 2

    run(play())


def test_a_full_table_has_room_when_somebody_leaves_or_is_sent_away(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("pairs", seats=3)
            code, secret = made["code"], made["secret"]
            crowd = [Client(house.address, "Trudy") for _ in range(MAX_PEOPLE - 1)]
            async with many(*crowd) as found, alice.at(code) as a:
                for trudy in found:
                    await trudy.join(code, secret)
                assert await refused(bob.join(code, secret)) == "too_many_people"
                await found[0].ask("DELETE", f"/api/tables/{code}/mine")
                await bob.join(code, secret)
                assert await refused(found[0].join(code, secret)) == "too_many_people"
                assert await refused(found[0].post(f"/api/tables/{code}/ticket")) == "too_many_people"
                await found[1].ask("DELETE", "/api/me")
                await found[0].join(code, secret)
                secret = (await a.wish("ban", who=5, on=True))["secret"]
                async with Client(house.address, "Carol") as carol:
                    await carol.join(code, secret)

    run(play())


def test_made_up_guests_of_one_address_come_slowly(strict: Running) -> None:
    """A club behind one address comes in at once; from another address the table can still be reached."""

    async def play() -> None:
        async with people(strict, "Alice") as (alice,):
            made = await alice.make("pairs", seats=3)
            came, said = 0, ""
            for k in range(int(RATES["newcomers"].burst) + 10):
                async with await comes_from(f"127.0.1.{k + 1}", Client(strict.address, "Trudy")) as trudy:
                    await comes_from("127.0.2.1", trudy)
                    said = await answered(trudy.join(made["code"], made["secret"]))
                    came += not said
            assert said == "too_often"
            assert 25 <= came <= RATES["newcomers"].burst + 5
            async with await comes_from("127.0.3.1", Client(strict.address, "Bob")) as bob:
                await bob.join(made["code"], made["secret"])

    run(play())


async def answered(work: Any) -> str:
    """Why it was refused, or nothing."""
    try:
        await work
    except Refused as no:
        return str(no.reason)
    return ""
