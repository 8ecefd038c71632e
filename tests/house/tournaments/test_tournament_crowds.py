"""Whoever makes tournaments by the dozen, or fills one to the brim, costs the others nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.client import Client, Refused
from pioche.house.app import build
from pioche.house.core.house import Config
from pioche.house.operations import limits
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.tables import talk
from pioche.house.tournaments import all_tournaments, entering, reconcile
from pioche.house.tournaments.tournament_room import TournamentRoom
from pioche.tournament import Tournament
from pioche.tournament.paper import standings_page
from tests.house.running import Running, in_process, many, run

FULL = [f"Numéro {k}" for k in range(400)]


async def make(client: Client, **more: Any) -> str:
    made = await client.post("/api/tournaments", body={"game": "pairs", "place": "real", **more})
    return str(made["code"])


def test_one_guest_does_not_fill_the_list_of_tournaments(tmp_path: Path) -> None:
    house = Running(tmp_path, "--loose", "1000")

    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Mallory")) as (alice, mallory):
            code = await make(alice, privacy="public")
            for _ in range(all_tournaments.MAX_LISTED + 1):
                await make(mallory, privacy="public", title="MALLORY")
            shown = (await alice.get("/api/tournaments"))["public"]
            assert code in [one["code"] for one in shown]
            assert [one["title"] for one in shown].count("MALLORY") == limits.MAX_LOBBY_TABLES_PER_HOST

    try:
        run(play())
    finally:
        house.stop()


def test_public_tournaments_have_a_rate_for_each_person_and_address(tmp_path: Path) -> None:
    house = Running(tmp_path)

    async def play() -> None:
        made = 0
        for _ in range(10):
            async with Client(house.address, "Mallory") as mallory:
                for _ in range(limits.MAX_LOBBY_TABLES_PER_HOST + 1):
                    with contextlib.suppress(Refused):
                        await make(mallory, privacy="public")
                        made += 1
        assert limits.RATES["public_here"].burst <= made <= limits.RATES["public_here"].burst + 1
        async with Client(house.address, "Alice") as alice:
            await make(alice)

    try:
        run(play())
    finally:
        house.stop()


@pytest.mark.parametrize("bound", ["MAX_LIVE", "MAX_IDLE"])
def test_where_there_is_no_room_the_one_nobody_asks_for_goes_to_sleep(monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    """And is there again when somebody asks. One that somebody listens to stays, whatever others make; many that nobody
    asks for sleep though there is room."""
    monkeypatch.setattr(all_tournaments, bound, 4)
    asleep: list[str] = []
    close = TournamentRoom.close
    monkeypatch.setattr(TournamentRoom, "close", lambda room: (asleep.append(room.code), close(room)))
    with in_process() as address, httpx.Client(base_url=address, trust_env=False, timeout=20) as client:

        def guest(name: str) -> dict[str, str]:
            return {"authorization": f"Bearer {client.post('/api/me', json={'name': name}).json()['token']}"}

        alice, mallory = guest("Alice"), guest("Mallory")
        wish = {"game": "pairs", "place": "real"}
        mine = client.post("/api/tournaments", json=wish, headers=alice).json()["code"]
        with client.stream("GET", f"/api/tournaments/{mine}/events", headers=alice) as events:
            told = events.iter_lines()
            before = json.loads(next(told).removeprefix("data: "))["version"]
            theirs = [client.post("/api/tournaments", json=wish, headers=mallory).json()["code"] for _ in range(10)]
            act = {"id": "a", "do": "register", "names": ["Ada", "Bruno"]}
            assert client.post(f"/api/tournaments/{mine}/act", json=act, headers=alice).status_code == 200
            assert 5 <= len(asleep) <= 7
            assert mine not in asleep
            while json.loads(next(line for line in told if line).removeprefix("data: "))["version"] <= before:
                pass  # that it is still there
        for code in theirs:
            assert client.get(f"/api/tournaments/{code}", headers=mallory).status_code == 200
        found = client.get(f"/api/tournaments/{mine}", headers=alice).json()
        assert len(found["view"]["entrants"]) == 2


def test_where_all_are_played_one_that_nobody_watches_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has as many as there is room for in mid-round, for weeks, shuts nobody out, and loses nothing."""
    monkeypatch.setattr(all_tournaments, "MAX_LIVE", 4)
    with in_process() as address, httpx.Client(base_url=address, trust_env=False, timeout=20) as client:

        def guest(name: str) -> dict[str, str]:
            return {"authorization": f"Bearer {client.post('/api/me', json={'name': name}).json()['token']}"}

        alice, mallory = guest("Alice"), guest("Mallory")
        wish = {"game": "pairs", "place": "real"}
        mine = client.post("/api/tournaments", json=wish, headers=alice).json()["code"]
        theirs = []
        for _ in range(6):
            theirs.append(client.post("/api/tournaments", json=wish, headers=mallory).json()["code"])
            for do in (
                {"do": "register", "names": ["A", "B", "C"]},
                {"do": "check_in", "names": ["A", "B", "C"]},
                {"do": "seat"},
                {"do": "start"},
            ):
                told = client.post(f"/api/tournaments/{theirs[-1]}/act", json={"id": do["do"], **do}, headers=mallory)
                assert told.status_code == 200, told.text
        assert client.get(f"/api/tournaments/{mine}", headers=alice).status_code == 200
        for code in theirs:
            assert client.get(f"/api/tournaments/{code}", headers=mallory).json()["view"]["phase"] == "playing"


def test_tables_of_bots_alone_begin_a_few_at_a_time(tmp_path: Path) -> None:
    """They play though nobody is there: five requests had two hundred tables played at once."""
    house = Running(tmp_path)
    names = [f"Bot {k}" for k in range(4 * limits.MAX_BOT_TABLES_PER_TOURNAMENT)]

    async def play() -> None:
        async with Client(house.address, "Mallory") as mallory:
            for _ in range(2):
                code = await make(mallory, place="house", k=2, kmin=2, kmax=2, rounds=1, units=1)
                for do in (
                    {"do": "register", "kind": "bot", "names": names},
                    {"do": "check_in", "names": names},
                    {"do": "seat"},
                    {"do": "start"},
                ):
                    await mallory.post(f"/api/tournaments/{code}/act", {"id": do["do"], **do})
            page = (await mallory.http.get("/metrics")).text
            rooms = next(line for line in page.splitlines() if line.startswith("pioche_tables_awake"))
            assert 0 < float(rooms.split()[-1]) <= 2 * limits.MAX_BOT_TABLES_PER_TOURNAMENT

    try:
        run(play())
    finally:
        house.stop()


def test_tables_of_bots_alone_that_wait_are_played_when_others_have_ended(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            names = [f"Bot {k}" for k in range(2 * limits.MAX_BOT_TABLES_PER_TOURNAMENT + 10)]
            code = await make(alice, place="house", k=2, kmin=2, kmax=2, rounds=1, units=1)
            for do in (
                {"do": "register", "kind": "bot", "names": names},
                {"do": "check_in", "names": names},
                {"do": "seat"},
                {"do": "start"},
            ):
                await alice.post(f"/api/tournaments/{code}/act", {"id": do["do"], **do})
            while True:
                tables = (await alice.get(f"/api/tournaments/{code}"))["view"]["history"][0]["tables"]
                if {table["status"] for table in tables} == {"final"}:
                    return
                assert len(tables) == limits.MAX_BOT_TABLES_PER_TOURNAMENT + 5
                await asyncio.sleep(0.2)

    run(play(), 60)


def test_nobody_fills_the_log_of_a_tournament_alone(house: Running) -> None:
    """Coming and going for a night, one entrant had brought it to its end: then its organiser could do nothing more."""

    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Mallory")) as (alice, mallory):
            code = await make(alice, privacy="public")
            came, no = 0, ""
            while not no and came < 200:
                try:
                    await mallory.post(f"/api/tournaments/{code}/join", {"name": "Mallory"})
                    came += 1
                    await mallory.post(f"/api/tournaments/{code}/act", {"id": f"w{came}", "do": "withdraw"})
                except Refused as refused:
                    no = refused.reason
            assert no == "enough_deeds"
            assert came > 20
            await alice.post(f"/api/tournaments/{code}/join", {"name": "Alice"})
            for k in range(110):
                await alice.post(f"/api/tournaments/{code}/act", {"id": f"n{k}", "do": "register", "name": f"Name {k}"})

    run(play(), 60)


def test_lookers_on_keep_nobody_from_taking_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "MAX_GUESTS", 3)
    with in_process() as address, httpx.Client(base_url=address, trust_env=False, timeout=20) as client:

        def comes(code: str, **wish: str) -> httpx.Response:
            token = client.post("/api/me", json={"name": "Guest"}).json()["token"]
            return client.post(f"/api/tournaments/{code}/join", json=wish, headers={"authorization": f"Bearer {token}"})

        token = client.post("/api/me", json={"name": "Alice"}).json()["token"]
        wish = {"game": "pairs", "privacy": "public"}
        made = client.post("/api/tournaments", json=wish, headers={"authorization": f"Bearer {token}"}).json()
        answers = [comes(made["code"]) for _ in range(3)]
        assert [told.status_code for told in answers] == [200, 200, 409]
        assert answers[-1].json()["reason"] == "tournament_full"
        assert comes(made["code"], name="Zoé").status_code == 200
        assert comes(made["code"], secret=made["links"]["referees"].partition("#")[2]).status_code == 200


def test_tables_that_have_ended_sleep_until_the_round_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were looked at every ten seconds, and woken for it: hundreds of them took all of the processor for nothing."""
    monkeypatch.setattr(reconcile, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr("pioche.house.core.house.Config", partial(Config, tempo=0))
    looks: list[str] = []
    look = reconcile.Reconciler._look_at

    def counted(self: Any, state: Any, one: Any, table: Any, link: Any) -> Any:
        looks.append(link.code)
        return look(self, state, one, table, link)

    monkeypatch.setattr(reconcile.Reconciler, "_look_at", counted)
    with in_process() as address, httpx.Client(base_url=address, trust_env=False, timeout=20) as client:
        token = client.post("/api/me", json={"name": "Alice"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        names = [f"Bot {k}" for k in range(4)]
        wish = {"game": "pairs", "k": 2, "kmin": 2, "kmax": 2, "rounds": 1, "units": 1}
        code = client.post("/api/tournaments", json=wish).json()["code"]
        for do in (
            {"do": "register", "kind": "bot", "names": names},
            {"do": "check_in", "names": names},
            {"do": "seat"},
            {"do": "start"},
        ):
            assert client.post(f"/api/tournaments/{code}/act", json={"id": do["do"], **do}).status_code == 200
        while True:
            tables = client.get(f"/api/tournaments/{code}").json()["view"]["history"][0]["tables"]
            if {table["status"] for table in tables} == {"final"} and all(table["over"] for table in tables):
                break
            time.sleep(0.1)
        looks.clear()
        time.sleep(2)
        assert not looks
        assert client.post(f"/api/tournaments/{code}/act", json={"id": "c", "do": "close"}).status_code == 200


def test_a_full_tournament_is_looked_at_once(house: Running) -> None:
    """Four hundred names in one request, then the same pages again and again: they are made once for each role."""

    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Mallory")) as (alice, mallory):
            code = await make(alice, privacy="public")
            await alice.post(f"/api/tournaments/{code}/act", {"id": "a", "do": "register", "names": FULL})
            await alice.post(f"/api/tournaments/{code}/act", {"id": "b", "do": "check_in", "names": FULL})
            with pytest.raises(Refused) as no:
                await alice.post(f"/api/tournaments/{code}/act", {"id": "c", "do": "register", "name": "NUMERO 7"})
            assert no.value.said["reason"] == "name_taken"
            papers = [f"/api/tournaments/{code}/print/{what}" for what in ("seats", "standings")]
            papers += [f"/api/tournaments/{code}/{what}.csv" for what in ("standings", "entrants")]
            await alice.post(f"/api/tournaments/{code}/act", {"id": "d", "do": "seat"})
            await alice.post(f"/api/tournaments/{code}/act", {"id": "e", "do": "start"})
            texts = {path: (await mallory.http.get(path)).text for path in papers}
            for path in papers:
                for _ in range(5):
                    assert (await mallory.http.get(path)).text == texts[path]
            await alice.post(f"/api/tournaments/{code}/act", {"id": "f", "do": "drop", "name": FULL[0]})
            assert (await mallory.http.get(papers[3])).text != texts[papers[3]], "something has changed"

    run(play(), 120)


def test_the_standings_are_reckoned_once_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first result all four hundred lead: it was once for each of them, four seconds."""
    t = Tournament("pairs", seed=1, at=0)
    for name in FULL:
        t.register(name, at=1)
        t.check_in(name, at=1)
    t.seat(at=2)
    t.start(at=3)
    asked, plain = [], Tournament.standings
    monkeypatch.setattr(Tournament, "standings", lambda self: asked.append(1) or plain(self))
    page = standings_page(t, "fr")
    assert page.count('class="top"') == 400
    assert len(asked) == 1


def test_names_are_made_plain_once() -> None:
    """Each new name is held against all that are there: four hundred times four hundred took most of a second."""
    talk.as_read.cache_clear()
    there: list[str] = []
    began = time.process_time()
    for name in FULL:
        assert not talk.same_name(name, there)
        there.append(name)
    assert talk.as_read.cache_info().misses == len(FULL)
    assert time.process_time() - began < 1


@pytest.mark.parametrize(("made", "asked"), [("tables", "tournaments"), ("tournaments", "tables")])
def test_nobody_has_a_long_journal_read_by_asking_at_the_wrong_door(tmp_path: Path, made: str, asked: str) -> None:
    """What is no tournament, or no table, is known by its first entry."""

    class Watched(SQLiteStore):
        def journal(self, code: str, first: int = 0) -> list[bytes]:
            read.append(code)
            return super().journal(code, first)

    read: list[str] = []
    wishes = {"tables": {"game": "pairs"}, "tournaments": {"game": "pairs", "place": "real"}}
    store = Watched(tmp_path / "house.db")
    store.open()
    application = build(store, Config())

    async def play() -> None:
        line = httpx.ASGITransport(app=application)
        async with application.lifespan(), httpx.AsyncClient(transport=line) as client:
            token = (await client.post("http://house/api/me", json={"name": "Alice"})).json()["token"]
            alice = {"authorization": f"Bearer {token}"}
            found = await client.post(f"http://house/api/{made}", json=wishes[made], headers=alice)
            code = found.json()["code"]
            application.state.house.rooms.clear()
            application.state.house.tournaments.rooms.clear()
            assert (await client.get(f"http://house/api/{asked}/{code}", headers=alice)).status_code == 404
            assert code not in read
            assert (await client.get(f"http://house/api/{made}/{code}", headers=alice)).status_code == 200
            assert code in read

    run(play())
