"""Tables of a tournament: same cards, the round clock, who does not come, who leaves, substitutes, and a house that sleeps."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pioche import Record
from pioche.client import Client, Refused
from pioche.engine.fair.verifying import verify
from pioche.house.tables import journal as j
from tests.house.running import Running, many, run
from tests.house.tournaments.evening import Evening, evening

NAMES = ["Ada", "Bruno", "Chloé", "Denis", "Élise", "Fanny", "Gil", "Hana"]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house whose clocks run sixty times as fast: a minute is a second."""
    running = Running(tmp_path_factory.mktemp("hasty"), "--tempo", "0", "--loose", "10000", "--speed", "60")
    yield running
    running.stop()
    assert not running.errors(), running.errors()[-3:]


async def entered(club: Evening, count: int) -> None:
    for name in NAMES[:count]:
        await club.enter(name)


def tables(answer: Any) -> list[Any]:
    found: list[Any] = answer["view"]["history"][-1]["tables"]
    return found


async def until(ask: Any, true: Any, seconds: float = 40) -> Any:
    async with asyncio.timeout(seconds):
        while not true(answer := await ask()):
            await asyncio.sleep(0.1)
        return answer


def began(house: Running, code: str) -> j.Began:
    return next(entry for entry in house.journal(code) if isinstance(entry, j.Began))


# -- the same cards ----------------------------------------------------------------------------------


def test_duplicate_deals_are_secret_until_the_round_is_closed(house: Running) -> None:
    async def play() -> None:
        wish = {"rounds": 1, "units": 1, "final": "none", "duplicate": 1, "tables": {"spectators": "public"}}
        async with evening(house.address, **wish) as club:
            await entered(club, 8)
            started = await club.round_begins()
            one, two = tables(started)
            assert (one["link"], two["link"]) == ("", "")  # whatever was wished: nobody looks on
            assert began(house, one["code"]).seed == began(house, two["code"]).seed
            await asyncio.gather(*(club.sit_and_play(name, sign=False) for name in one["seats"]))
            await until(club.look, lambda seen: tables(seen)[0]["status"] == "proposed")
            for name in one["seats"]:
                await club.act(name, "confirm", table=1)
            ada, other = club.people[one["seats"][0]], club.people[two["seats"][0]]
            for path in ("record", "replay", "replay?eyes=0"):  # not even for those who sat there
                with pytest.raises(Refused) as no:
                    await ada.get(f"/api/tables/{one['code']}/{path}")
                assert no.value.reason == "round_not_closed"
            again = {"game": "agnes", "continues": {"code": one["code"]}}
            with pytest.raises(Refused) as no:
                await ada.post("/api/tables", again)
            assert no.value.reason == "round_not_closed"
            with pytest.raises(Refused) as no:
                await other.get(f"/api/tables/{one['code']}")
            assert no.value.reason == "not_joined"
            seen = await other.get(club.path)
            shown = tables(seen)[0]
            assert (shown["status"], shown["result"], shown["unit"], shown["over"], shown["code"]) == (
                "running",
                None,
                None,
                False,
                "",
            )
            assert {row["score"] for row in seen["view"]["standings"]} == {"0"}
            with pytest.raises(Refused) as no:
                await club.organiser.get(f"{club.path}/comparison", round=1)
            assert no.value.reason == "round_not_closed"
            await asyncio.gather(*(club.sit_and_play(name) for name in two["seats"]))
            closed = await club.act(None, "close")
            compared = (await other.get(f"{club.path}/comparison", round=1))["groups"]
            assert [(group["size"], group["tables"]) for group in compared] == [(4, [1, 2])]
            for seat, column in enumerate(compared[0]["seats"]):
                raw = {table["seats"][seat]: table["result"]["raw"][seat] for table in tables(closed)}
                assert {(cell["name"], cell["raw"]) for cell in column} == set(raw.items())
                assert [cell["raw"] for cell in column] == sorted(raw.values(), reverse=True)
            records = [
                Record.loads(await who.get(f"/api/tables/{table['code']}/record"))
                for who, table in ((ada, one), (other, two))
            ]
            deals = [record.fair or {} for record in records]
            assert deals[0] == deals[1]  # the same promise at both tables
            assert deals[0]["deal"] == f"{club.path.rpartition('/')[2]}/1/duplicate/4/0"
            assert [(verify(record).kept, verify(record).proof) for record in records] == [(True, "no_change")] * 2
            code, secret = tables(await other.get(club.path))[0]["link"].removeprefix("/t/").split("#")
            await other.join(code, secret)  # now everybody may look how the others played
            assert (await other.get(f"/api/tables/{code}/replay", eyes=0))["frames"]

    run(play(), 90)


def test_the_cards_do_not_follow_from_what_the_organiser_knows(house: Running) -> None:
    """The seed of the tournament stands in the log; the keys of its tables need the house's own."""

    async def play() -> None:
        keys = []
        for _ in range(2):
            async with evening(house.address, rounds=1, final="none") as club:
                await entered(club, 8)
                started = await club.round_begins()
                keys += [began(house, table["code"]).seed for table in tables(started)]
                model = await club.log()
                assert all(int(key) >> 200 for key in keys)
                assert not any(str(model.match_seed(number)) == key for number in (1, 2) for key in keys)
                info = await club.people["Ada"].get(f"/api/tables/{(await club.look('Ada'))['you']['place']['code']}")
                assert info["practice"] is False
        assert len(set(keys)) == 4

    run(play(), 60)


# -- the round clock ---------------------------------------------------------------------------------


def test_tr33_no_new_unit_when_the_round_is_over(hasty: Running) -> None:
    """Some seconds for fifty manches: what is being played is finished, counts as it stands, and the record is whole."""

    async def play() -> None:
        wish = {"rounds": 1, "units": 50, "final": "none", "round_minutes": 3, "filler": "bot"}
        async with evening(hasty.address, **wish) as club:
            await entered(club, 4)
            started = await club.round_begins()
            code = tables(started)[0]["code"]
            one = started["view"]["history"][-1]
            assert one["ends"] == one["started"] + 180
            more = await club.manage("extend", minutes=1)
            assert more["view"]["history"][-1]["ends"] == one["started"] + 240
            await club.play()
            closed = await club.act(None, "close")
            result = tables(closed)[0]["result"]
            entries = hasty.journal(code)
            short = [entry for entry in entries if isinstance(entry, j.Shortened)]
            assert len(short) == 1
            assert 1 <= result["units"] == short[0].options["rounds"] < 50
            record = await club.people["Ada"].get(f"/api/tables/{code}/record")
            from pioche import Record

            table = Record.loads(record).table()
            assert table.over
            assert table.scores == result["raw"]

    run(play(), 120)


def test_tr32_a_result_nobody_objects_to_is_final_by_itself(hasty: Running) -> None:
    async def play() -> None:
        async with evening(hasty.address, rounds=1, units=1, final="none") as club:
            await entered(club, 4)
            await club.round_begins()
            await club.play(sign=False)
            final = await until(club.look, lambda seen: tables(seen)[0]["status"] == "final")
            model = await club.log()
            assert [line["do"] for line in model.entries if line["by"] == "house"] == ["result", "lapse"]
            assert final["you"]["may"][:1] == ["close"]

    run(play(), 60)


# -- who is not there --------------------------------------------------------------------------------


def test_tr34_who_does_not_come_is_offered_and_the_table_is_made_anew(hasty: Running) -> None:
    async def play() -> None:
        wish = {"rounds": 2, "units": 50, "final": "none", "grace": 3, "round_minutes": 0}
        async with evening(hasty.address, **wish) as club:
            await entered(club, 4)
            started = await club.round_begins()
            first = tables(started)[0]
            with pytest.raises(Refused) as no:
                await club.act(None, "no_show", name="Ada")
            assert no.value.said["rule"] == "TR34"
            others = [name for name in first["seats"] if name != "Ada"]
            sitting = [club.people[name].at(first["code"]) for name in others]
            for at in sitting:
                await at.connect()
            await until(club.look, lambda seen: seen["view"]["absent"] == ["Ada"])
            remade = await club.act(None, "no_show", name="Ada")
            table = tables(remade)[0]
            assert table["seats"] == others
            assert table["code"] != first["code"]
            assert began(hasty, table["code"]).seed != began(hasty, first["code"]).seed  # those cards were seen
            assert isinstance(hasty.journal(first["code"])[-1], j.CalledOff)
            assert (await club.look("Ada"))["you"]["status"] == "paused"
            place = (await club.look(others[0]))["you"]["place"]
            assert (place["code"], len(place["against"])) == (table["code"], 2)
            for at in sitting:
                await at.close()

    run(play(), 60)


def test_tr35_who_leaves_is_played_for_to_the_end(hasty: Running) -> None:
    async def play() -> None:
        async with evening(hasty.address, rounds=1, units=2, final="none") as club:
            await entered(club, 4)
            started = await club.round_begins()
            code, seats = tables(started)[0]["code"], tables(started)[0]["seats"]
            async with club.people["Ada"].at(code) as ada:
                await club.act("Ada", "drop")
                async with asyncio.timeout(10):
                    with contextlib.suppress(ConnectionClosed):
                        while True:
                            await ada.hear()
                assert ada.bye is not None
                assert ada.bye["reason"] == "no_spectators"  # she has no seat any more, and nobody looks on here
            await club.play(absent=("Ada",))
            closed = await club.act(None, "close")
            table = tables(closed)[0]
            assert table["forfeits"] == ["Ada"]
            cells = {row["name"]: row["rounds"][0]["kind"] for row in closed["view"]["standings"]}
            assert cells["Ada"] == "forfeit"
            retired = [entry.seat for entry in hasty.journal(code) if isinstance(entry, j.Retired)]
            assert retired == [seats.index("Ada")]

    run(play(), 90)


def test_tr75_a_substitute_takes_over_by_a_link(hasty: Running) -> None:
    async def play() -> None:
        async with evening(hasty.address, rounds=1, units=2, final="none") as club:
            await entered(club, 4)
            await club.round_begins()
            linked = await club.act(None, "substitute", name="Ada")
            (link,) = linked["you"]["links"]["substitutes"]
            assert link["name"] == "Ada"
            zoe = await club.guest("Zoé")
            seen = await zoe.post(f"{club.path}/join", {"secret": link["link"].partition("#")[2], "name": "Zoé"})
            code = seen["you"]["place"]["code"]
            assert seen["you"]["name"] == "Zoé"
            assert (await zoe.get(f"/api/tables/{code}"))["seats"][seen["you"]["place"]["seat"]]["name"] == "Zoé"
            assert (await club.look("Ada"))["you"]["name"] is None
            club.people["Zoé"] = zoe
            del club.people["Ada"]
            await club.play()
            closed = await club.act(None, "close")
            zoes = next(one for one in closed["view"]["entrants"] if one["name"] == "Zoé")
            assert zoes["former"] == ["Ada"]
            late = await club.guest("Paul")
            with pytest.raises(Refused):  # it worked once
                await late.post(f"{club.path}/join", {"secret": link["link"].partition("#")[2], "name": "Paul"})

    run(play(), 90)


def test_a_table_goes_from_the_house_to_real_cards(house: Running) -> None:
    """The network of the club fails: the organiser takes the table out of the house, and types the result."""

    async def play() -> None:
        async with evening(house.address, rounds=1, units=2, final="none") as club:
            await entered(club, 4)
            started = await club.round_begins()
            code = tables(started)[0]["code"]
            moved = await club.manage("place", table=1, place="real")
            assert (tables(moved)[0]["place"], tables(moved)[0]["code"]) == ("real", "")
            assert isinstance(house.journal(code)[-1], j.CalledOff)
            await club.act("Ada", "result", table=1, raw=[1, 1, 0, 0], units=2)
            for name in NAMES[1:4]:
                await club.act(name, "confirm", table=1)
            assert tables(await club.act(None, "close"))[0]["result"]["raw"] == [1, 1, 0, 0]

    run(play(), 60)


def test_a_table_that_is_played_stays_on_the_list(house: Running) -> None:
    """Its entrant would be seated again, under a number instead of a name. Afterwards it goes."""

    async def play() -> None:
        async with evening(house.address, rounds=1, units=1, final="none") as club:
            for name in ("Ada", "Bruno", "Chloé", "David"):
                await club.enter(name)
            await club.round_begins()
            ada = club.people["Ada"]
            code = (await club.look("Ada"))["you"]["place"]["code"]
            with pytest.raises(Refused) as no:
                await ada.ask("DELETE", f"/api/tables/{code}/mine")
            assert no.value.reason == "in_a_tournament"
            assert "Ada" in [seat["name"] for seat in (await ada.get(f"/api/tables/{code}"))["seats"]]
            await club.act(None, "cancel")
            await ada.ask("DELETE", f"/api/tables/{code}/mine")
            assert code not in [table["code"] for table in (await ada.get("/api/me/tables"))["tables"]]

    run(play(), 60)


# -- a house that is dead, or asleep -------------------------------------------------------------------


def test_a_result_arrives_though_the_house_was_dead_when_the_match_ended(tmp_path: Path) -> None:
    """Killed in the moment of the last card, again and again: the tournament finds the result when the house opens."""

    async def play(house: Running) -> None:
        async with evening(house.address, rounds=1, units=1, final="none") as club:
            await entered(club, 4)
            started = await club.round_begins()
            code = tables(started)[0]["code"]
            playing = asyncio.ensure_future(club.play(sign=False))
            deadline = time.monotonic() + 60
            while not playing.done() and time.monotonic() < deadline:
                await asyncio.sleep(0.7)
                await asyncio.to_thread(house.kill)
                ended = _ended(house, code)
                await asyncio.to_thread(house.start)
                if ended:
                    break
            await playing
            seen = await until(club.look, lambda seen: tables(seen)[0]["status"] == "proposed")
            async with Client(house.address, token=club.people["Ada"].token) as ada:
                assert (await ada.get(f"/api/tables/{code}"))["phase"] == "over"
            assert len(tables(seen)[0]["result"]["raw"]) == 4

    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--speed", "20")
    try:
        run(play(house), 150)
        assert not house.errors(), house.errors()[-3:]
    finally:
        house.stop()


def _ended(house: Running, code: str) -> bool:
    from pioche.house.tables.state import TableState

    entries = house.journal(code)
    first = entries[0]
    assert isinstance(first, j.Opened)
    state = TableState(first)
    for entry in entries[1:]:
        state.absorb(entry)
    return state.phase == "over"


@pytest.mark.parametrize("spectators", ["public", "delayed"])
def test_how_far_a_table_is_stands_nowhere_sooner_than_at_the_table(house: Running, spectators: str) -> None:
    """Where onlookers see everything later, only who runs the tournament is told which deal is played."""

    async def play() -> None:
        async with evening(house.address, rounds=1, units=1, final="none", tables={"spectators": spectators}) as club:
            await entered(club, 4)
            table = tables(await club.round_begins())[0]
            async with many(
                *(club.people[name].at(table["link"].removeprefix("/t/").split("#")[0]) for name in table["seats"])
            ):
                await until(club.look, lambda seen: tables(seen)[0]["unit"] == 1)
                seen = await club.people[table["seats"][0]].get(club.path)
                assert tables(seen)[0]["unit"] == (None if spectators == "delayed" else 1)

    run(play(), 60)
