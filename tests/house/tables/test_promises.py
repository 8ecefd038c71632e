"""A deal made by the house and the players: who promised, who showed, who stayed silent, and what a crash may change."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pioche import Record
from pioche.client import Client, Refused, Sitting
from pioche.engine.fair.shares import house_promise, share_promise
from pioche.engine.fair.verifying import Verdict, verify
from tests.house.running import Running, many, run

PAIRS = {"pace": "relaxed"}


class Deaf:
    """Promises a share and never shows it."""

    def __init__(self, sitting: Sitting) -> None:
        assert sitting.shares is not None
        sitting.shares.shown = lambda about: None  # type: ignore[method-assign]


async def sitting_down(host: Client, *guests: Client, **settings: Any) -> dict[str, Any]:
    made: dict[str, Any] = await host.make("pairs", {**PAIRS, **settings}, seats=1 + len(guests))
    for guest in guests:
        await guest.join(made["code"], made["secret"])
        await guest.sit(made["code"])
    return made


def told(sitting: Sitting, kind: str) -> list[dict[str, Any]]:
    return [event["about"] for event in sitting.events if event["kind"] == kind]


async def to_the_end(*sittings: Sitting) -> None:
    """Whoever may hits, until somebody has lost."""

    async def play(sitting: Sitting) -> None:
        while sitting.table.get("phase") != "over":
            if sitting.menu and sitting.table["phase"] == "playing":
                with suppress(Refused):
                    await sitting.move(sitting.menu[0]["do"])
            else:
                await sitting.hear()

    async with asyncio.timeout(30):
        await asyncio.gather(*(play(sitting) for sitting in sittings))


async def verdict(client: Client, code: str, match: int = 1) -> Verdict:
    return verify(Record.loads(await client.get(f"/api/tables/{code}/record", match=match)))


async def here(*sittings: Sitting) -> None:
    """Everybody has promised."""
    for sitting in sittings:
        await sitting.until(lambda sitting=sitting: bool(sitting.table))
        await sitting.wish("there")


async def started(*sittings: Sitting) -> float:
    """The host starts while the others listen; how long it took until all had heard of it, in seconds."""
    began = time.monotonic()
    await asyncio.gather(sittings[0].wish("start"), *map(heard_of_it, sittings[1:]))
    await heard_of_it(sittings[0])
    return time.monotonic() - began


async def heard_of_it(sitting: Sitting) -> None:
    await sitting.until(lambda: bool(told(sitting, "started")))


def test_a_deal_of_three_is_promised_shown_played_and_verified(house: Running) -> None:
    async def main() -> None:
        async with many(*(Client(house.address, name) for name in ("Anna", "Bert", "Cleo"))) as people:
            made = await sitting_down(*people)
            async with many(*(one.at(made["code"]) for one in people)) as sittings:
                await here(*sittings)
                await started(*sittings)
                (fixed,), (start,) = told(sittings[0], "promised"), told(sittings[0], "started")
                deal = f"{made['code']}/1"
                assert fixed["deal"] == start["deal"] == deal
                assert fixed["promise"] == start["promise"]
                assert [one["seat"] for one in fixed["shares"]] == [0, 1, 2]
                for one, seen in zip(start["shares"], fixed["shares"], strict=True):
                    assert one["promise"] == seen["promise"] == share_promise(deal, one["seat"], one["share"])
                assert "secret" not in json.dumps([event["about"] for event in sittings[0].events])
                with pytest.raises(Refused):
                    await verdict(people[0], made["code"])
                await to_the_end(*sittings)
                found = await verdict(people[1], made["code"])
                assert (found.kept, found.proof, found.silent) == (True, "nobody_chose", [])
                assert [finding.what for finding in found.findings] == ["house", "share", "share", "share", "key", "cards"]
                record = Record.loads(await people[0].get(f"/api/tables/{made['code']}/record"))
                assert record.fair is not None
                assert house_promise(deal, record.fair["secret"]) == fixed["promise"]
                assert all(sitting.shares is not None and not sitting.shares.complaints for sitting in sittings)

    run(main())


def test_whoever_walks_away_stalls_nothing_and_is_named(house: Running) -> None:
    """One of eight has promised and stays silent: the others wait a quarter of a second, no longer."""

    async def main() -> None:
        async with many(*(Client(house.address, f"P{k}") for k in range(8))) as people:
            made = await sitting_down(*people)
            async with many(*(one.at(made["code"]) for one in people)) as sittings:
                await here(*sittings)
                Deaf(sittings[5])
                await started(*sittings)
                start = told(sittings[0], "started")[0]
                assert [one["seat"] for one in start["shares"] if one["share"] is None] == [5]
                assert len(start["shares"]) == 8
                await sittings[5].close()

    run(main())


@pytest.mark.campaign
def test_a_start_with_one_silent_of_eight_is_at_most_300_ms_slower(house: Running) -> None:
    """In turn with tables where nobody promises anything, as before there were promises; medians, all eight have heard of it."""

    async def main() -> tuple[float, float]:
        took: dict[bool, list[float]] = {False: [], True: []}
        async with many(*(Client(house.address, f"P{k}") for k in range(8))) as people:
            for _ in range(11):
                for sharing, times in took.items():
                    made = await sitting_down(*people)
                    async with many(*(one.at(made["code"]) for one in people)) as sittings:
                        for sitting in sittings:
                            sitting.shares = sitting.shares if sharing else None
                        await here(*sittings)
                        if sharing:
                            Deaf(sittings[5])
                        times.append(await started(*sittings))
        before, after = (sorted(times)[5] for times in took.values())
        return before, after

    before, after = run(main())
    print(f"a start of eight: {1000 * before:.0f} ms without shares, {1000 * after:.0f} ms with shares and one silent")
    assert after - before < 0.3


def test_an_absent_seat_is_not_in_the_list_and_old_clients_play_as_before(house: Running) -> None:
    async def main() -> None:
        async with many(*(Client(house.address, name) for name in ("Anna", "Bert", "Cleo"))) as people:
            made = await sitting_down(*people)
            async with many(people[0].at(made["code"]), people[1].at(made["code"])) as (anna, bert):
                bert.shares = None  # a client of earlier days
                await anna.until(lambda: bool(anna.table))
                await anna.wish("there")
                await started(anna, bert)
                assert [one["seat"] for one in told(anna, "started")[0]["shares"]] == [0]
            made = await sitting_down(*people[:2])
            async with many(people[0].at(made["code"]), people[1].at(made["code"])) as (anna, bert):
                anna.shares = bert.shares = None
                await started(anna, bert)
                assert not told(anna, "promised")
                await to_the_end(anna, bert)
                found = await verdict(people[0], made["code"])
                assert (found.kept, found.proof) == (True, "no_change")

    run(main())


def test_a_share_that_was_not_promised_is_refused_and_a_late_one_does_no_harm(house: Running) -> None:
    async def main() -> None:
        async with many(*(Client(house.address, name) for name in ("Anna", "Bert"))) as people:
            made = await sitting_down(*people)
            async with many(*(one.at(made["code"]) for one in people)) as (anna, bert):
                await here(anna, bert)
                Deaf(bert)
                asked = asyncio.ensure_future(anna.wish("start"))
                await bert.until(lambda: bool(told(bert, "promised")))
                with pytest.raises(Refused) as no:
                    await bert.wish("reveal", match=1, share="0" * 64)
                assert no.value.reason == "other_share"
                await asked
                assert told(anna, "started")[0]["shares"][1]["share"] is None
                assert bert.shares is not None
                answer = await bert.wish("reveal", match=1, share=bert.shares.share)
                assert answer["late"]
                assert (await bert.wish("promise", match=1, promise="0" * 64))["late"]

    run(main())


def test_what_is_wished_meanwhile_is_served_when_the_match_has_begun(house: Running) -> None:
    async def main() -> None:
        async with many(*(Client(house.address, name) for name in ("Anna", "Bert"))) as people:
            made = await sitting_down(*people)
            async with many(*(one.at(made["code"]) for one in people)) as (anna, bert):
                await here(anna, bert)
                Deaf(bert)
                asked = asyncio.ensure_future(anna.wish("start"))
                await bert.until(lambda: bool(told(bert, "promised")))
                await bert.wish("stand")
                await asked
                await anna.until(lambda: bool(told(anna, "stood")))
                kinds = [event["kind"] for event in anna.events if event["by"] == "house"]
                assert kinds.index("promised") < kinds.index("started") < kinds.index("stood")

    run(main())


def test_a_house_killed_between_promise_and_start_goes_on_with_the_same_list(tmp_path: Path) -> None:
    """The list and the secret stay; a share that was shown is not used for other cards."""

    async def main() -> None:
        house = Running(tmp_path, "--tempo", "0")
        try:
            async with many(*(Client(house.address, name) for name in ("Anna", "Bert"))) as people:
                made = await sitting_down(*people)
                async with many(*(one.at(made["code"]) for one in people)) as (anna, bert):
                    await here(anna, bert)
                    hears, bert_shows = bert.shares, bert.shares
                    assert hears is not None
                    assert bert_shows is not None
                    show, bert_shows.shown = bert_shows.shown, lambda about: None
                    await anna.send({"t": "start", "id": "start"})
                    await anna.until(lambda: bool(told(anna, "promised")))  # and has shown her share
                    await asyncio.to_thread(house.kill)
                    anna.cut()
                    bert.cut()
                    assert not told(anna, "started")
                    fixed = told(anna, "promised")[0]
                    await asyncio.to_thread(house.start)
                    bert_shows.shown = show
                    for sitting in (anna, bert):
                        await sitting.connect()
                    await asyncio.gather(heard_of_it(anna), heard_of_it(bert))
                    (start,) = told(anna, "started")
                    assert len(told(anna, "promised")) == 1
                    assert start["promise"] == fixed["promise"]
                    assert [one["share"] is None for one in start["shares"]] == [False, False]
                    assert (await anna.wish("start", id="start"))["t"] == "ack"  # the same wish, the same answer
                    assert len(told(anna, "started")) == 1
                    await to_the_end(anna, bert)
                    found = await verdict(people[0], made["code"])
                    assert (found.kept, found.proof) == (True, "nobody_chose")
        finally:
            house.stop()

    run(main())


# -- what a page says of a house that cheats ---------------------------------------------------------------


def shares_of(code: str = "k7m39qfx2p") -> Any:
    from pioche.client import Shares

    shares = Shares()
    you, table = {"seat": 1}, {"match": 0, "practice": False, "tournament": "", "phase": "gathering"}
    wish = shares.promised(code, you, table)
    assert wish is not None
    return shares, wish


def fixed_list(promise: str, house: str = "aa" * 32) -> dict[str, Any]:
    return {"match": 1, "deal": "k7m39qfx2p/1", "promise": house, "shares": [{"seat": 1, "promise": promise}]}


def test_a_page_shows_nothing_for_a_list_without_its_promise() -> None:
    shares, _ = shares_of()
    assert shares.shown(fixed_list("00" * 32)) is None
    assert shares.shown({**fixed_list("00" * 32), "shares": []}) is None
    assert shares.complaints == ["replaced", "left_out"]


def test_a_page_shows_a_share_for_one_list_only() -> None:
    """A house that has seen the share and then promises another secret gets nothing, and is named."""
    shares, wish = shares_of()
    first = fixed_list(wish["promise"])
    assert shares.shown(first) is not None
    assert shares.shown(first) == shares.again()
    assert shares.shown(fixed_list(wish["promise"], "bb" * 32)) is None
    assert shares.complaints == ["fixed_twice"]
    assert (
        shares.promised("k7m39qfx2p", {"seat": 1}, {"match": 0, "practice": False, "tournament": "", "phase": "gathering"})
        is None
    )


def test_a_page_notices_another_promise_and_its_own_silence() -> None:
    for change, complaint in (
        (lambda start: start.update(promise="bb" * 32), "other_promises"),
        (lambda start: start["shares"].append({"seat": 2, "promise": "cc" * 32, "share": None}), "other_promises"),
        (lambda start: start["shares"][0].update(share=None), "silenced"),
        (lambda start: start["shares"][0].update(share="dd" * 32), "silenced"),
    ):
        shares, wish = shares_of()
        first = fixed_list(wish["promise"])
        shares.shown(first)
        start = {**first, "names": [], "shares": [{**first["shares"][0], "share": shares.share}]}
        change(start)
        shares.started(start)
        assert complaint in shares.complaints
    shares, wish = shares_of()
    first = fixed_list(wish["promise"])
    shares.shown(first)
    shares.started({**first, "names": [], "shares": [{**first["shares"][0], "share": shares.share}]})
    assert shares.complaints == []
