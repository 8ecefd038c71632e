"""Tournaments in the house: from registration to the ranking, tables and results by themselves, every hand in between."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from pioche.client import Client, Refused
from pioche.house.tournaments import drawing
from pioche.tournament import Tournament
from tests.house.running import Running, run
from tests.house.tournaments.evening import Evening, evening

NAMES = ["Ada", "Bruno", "Chloé", "Denis", "Élise", "Fanny", "Gil", "Hana"]


async def refused(work: Any) -> dict[str, Any]:
    with pytest.raises(Refused) as no:
        await work
    assert no.value.said["en"]
    assert no.value.said["fr"]
    return {**no.value.said, "status": no.value.status}


def tables(answer: Any) -> list[Any]:
    found: list[Any] = answer["view"]["history"][-1]["tables"]
    return found


def test_a_whole_tournament_by_itself(house: Running) -> None:
    """Two rounds and a final of Agnès: registered by link, seated, opened, played, signed, ranked; the log tells it all."""

    async def play() -> None:
        async with evening(house.address, title="Dimanche", rounds=2, units=1, final_units=1) as club:
            for name in NAMES:
                await club.enter(name, club="La Pioche" if name < "D" else "")
            for number in (1, 2):
                seated = await club.act(None, "seat")
                assert [len(table["seats"]) for table in tables(seated)] == [4, 4]
                started = await club.act(None, "start")
                assert {table["place"] for table in tables(started)} == {"house"}
                place = (await club.look("Ada"))["you"]["place"]
                assert place["round"] == number
                assert len(place["against"]) == 3
                await club.play()
                closed = await club.act(None, "close")
                assert {table["status"] for table in tables(closed)} == {"final"}
                assert all(len(table["result"]["second"]) == 4 for table in tables(closed))
            await club.act(None, "start_finals")
            await club.play()
            await club.act(None, "close")
            over = await club.act(None, "finish")
            model = await club.log("Hana")  # everybody may have it now
            assert [(one.place, one.name, one.by) for one in model.ranking()] == [
                (row["place"], row["name"], row["by"]) for row in over["view"]["ranking"]
            ]
            assert len(over["view"]["ranking"]) == len(NAMES)
            listed = await club.people["Ada"].get("/api/tournaments")
            card = {"entrants": 8, "round": 3, "rounds": 2, "phase": "finished", "role": "entrant", "title": "Dimanche"}
            assert [{name: one[name] for name in card} for one in listed["mine"]] == [card]
            assert club.code not in [card["code"] for card in listed["public"]]
            mine = await club.people["Ada"].get("/api/me/tables")
            assert len(mine["tables"]) >= 2
            assert not (await club.organiser.get("/api/tables"))["tables"] or club.code not in str(
                await club.organiser.get("/api/tables")
            )

    run(play(), 120)


def test_titles_names_and_clubs_are_bounded_as_they_are_shown(house: Running) -> None:
    """One letter may become eighteen when it is made plain: what is too long then is cut, as names at tables are."""

    async def play() -> None:
        async with evening(house.address, title="\ufdfa" * 60, privacy="public") as club:
            await club.enter("\ufdfa" * 20, check_in=False, club="\u3300" * 40)
            await club.act(None, "register", names=["\ufdfa\u3300" * 10], club="\u3300" * 40)
            seen = await club.look()
            assert len(seen["view"]["title"]) == 60
            assert [len(one["name"]) for one in seen["view"]["entrants"]] == [20, 20]
            assert [len(one["club"]) for one in seen["view"]["entrants"]] == [40, 40]
            listed = await club.organiser.get("/api/tournaments")
            assert [len(card["title"]) for card in listed["mine"]] == [60]
            model = await club.log()
            assert len(model.settings.title) == 60
            assert {len(one.club or "") for one in model.entrants} == {40}

    run(play())


def test_real_cards_and_tables_of_the_house_in_one_round(house: Running) -> None:
    """Table 2 is played with real cards: its sheet is typed line by line, signed by its players."""

    async def play() -> None:
        async with evening(house.address, rounds=1, units=2, final="none") as club:
            for name in NAMES[:7]:
                await club.enter(name)
            await club.act(None, "register", name="Hugo")  # without a device of his own
            await club.act(None, "check_in", name="Hugo")
            await club.act(None, "seat")
            prepared = await club.look()
            where = {table["number"]: table["place"] for table in tables(prepared)}
            hugo = next(table["number"] for table in tables(prepared) if "Hugo" in table["seats"])
            assert where == {hugo: "real", 3 - hugo: "house"}
            started = await club.act(None, "start")
            real = next(table for table in tables(started) if table["number"] == hugo)
            assert (real["code"], real["link"]) == ("", "")
            people = [name for name in real["seats"] if name != "Hugo"]
            wrong = await refused(club.act(people[0], "result", table=hugo, lines=[[1, 0, 0, 0], [0, 0, 0, 0]]))
            assert (wrong["status"], wrong["rule"]) == (409, "TR31")
            await club.act(people[0], "result", table=hugo, lines=[[1, 0, 0, 0], [0, 1, -1, 0]])
            for name in people[1:]:
                await club.act(name, "confirm", table=hugo)
            waiting = await club.look()
            assert next(table for table in tables(waiting) if table["number"] == hugo)["status"] == "proposed"
            await club.act(None, "confirm", table=hugo, name="Hugo")
            await club.play()
            closed = await club.act(None, "close")
            raw = next(table for table in tables(closed) if table["number"] == hugo)["result"]
            assert (raw["raw"], raw["units"]) == ([1, 1, -1, 0], 2)
            other = next(table for table in tables(closed) if table["number"] != hugo)
            early = await refused(club.act(other["seats"][0], "result", table=other["number"], raw=[0, 0, 0, 0]))
            assert early["rule"] == "TR32"
            await club.act(None, "finish")

    run(play(), 60)


def test_a_result_of_the_house_is_not_typed_by_a_player(house: Running) -> None:
    async def play() -> None:
        async with evening(house.address, rounds=1, units=2, final="none") as club:
            for name in NAMES[:4]:
                await club.enter(name)
            await club.round_begins()
            no = await refused(club.act("Ada", "result", table=1, raw=[9, 0, 0, 0]))
            assert no["reason"] == "arrives_by_itself"
            ruled = await club.act(None, "rule", table=1, raw=[1, 0, 0, 0])  # the organiser may, whatever lies on the table
            assert tables(ruled)[0]["status"] == "final"
            await club.act(None, "close")
            code = (await club.look())["view"]["history"][-1]["tables"][0]["code"]
            info = await club.people["Ada"].get(f"/api/tables/{code}")
            assert info["phase"] == "over"

    run(play(), 60)


def test_nobody_else_sits_or_pauses_at_a_table_of_a_tournament(house: Running) -> None:
    async def play() -> None:
        async with evening(house.address, rounds=1, units=1, final="none", tables={"spectators": "public"}) as club:
            for name in NAMES[:4]:
                await club.enter(name)
            started = await club.round_begins()
            table = tables(started)[0]
            code, secret = table["link"].removeprefix("/t/").split("#")
            stranger = await club.guest("Mallory")
            assert (await refused(stranger.get(f"/api/tables/{code}")))["status"] == 403
            await stranger.join(code, secret)
            assert (await refused(stranger.sit(code)))["reason"] == "in_a_tournament"
            async with stranger.at(code) as looking, club.people["Ada"].at(code) as playing:
                for wish, told in (
                    ("pause", {}),
                    ("stand", {}),
                    ("rename", {"name": "X"}),
                    ("start", {}),
                    ("kick", {"seat": 0}),
                ):
                    for at in (looking, playing):
                        assert (await refused(at.wish(wish, **told)))["reason"] == "in_a_tournament"
                assert playing.table["seats"][table["seats"].index("Ada")]["name"] == "Ada"
                assert looking.menu is None

    run(play(), 60)


def test_fillers_and_bots_play_by_themselves(house: Running) -> None:
    """Seven bots and a table nobody looks at: results arrive, and nobody has to sign."""

    async def play() -> None:
        async with evening(house.address, rounds=1, units=1, final="none", filler="bot") as club:
            bots = [f"Bot {letter}" for letter in "ABCDEFG"]
            await club.act(None, "register", names=bots, kind="bot")
            await club.act(None, "check_in", names=bots)
            started = await club.round_begins()
            assert [table["fillers"] for table in tables(started)] == [[], [3]]
            async with asyncio.timeout(40):
                while {table["status"] for table in tables(await club.look())} != {"final"}:
                    await asyncio.sleep(0.3)
            closed = await club.act(None, "close")
            assert len(closed["view"]["standings"]) == 7

    run(play(), 60)


def test_who_has_come_meanwhile_hinders_no_list_of_several(house: Running) -> None:
    """The desk lets in all who are on its list while somebody on it comes by their own phone."""

    async def play() -> None:
        async with evening(house.address) as club:
            wanted = {"Ada": "active", "Bruno": "active", "Chloe": "active", "Dora": "paused"}
            for name in wanted:
                await club.enter(name, check_in=False)
            await club.act("Bruno", "check_in")
            await club.act("Dora", "pause")
            for _ in range(2):
                told = await club.act(None, "check_in", names=[*wanted])
                assert {one["name"]: one["status"] for one in told["view"]["entrants"]} == wanted
            assert (await refused(club.act(None, "check_in", name="Bruno")))["reason"] == "not_registered"
            assert (await refused(club.act(None, "check_in", names=["Ada", "No one"])))["reason"] == "no_entrant"

    run(play())


def test_one_person_is_one_entrant(house: Running) -> None:
    async def play() -> None:
        async with evening(house.address) as club:
            ada = await club.enter("Ada")
            again = {"secret": club.secret, "name": "Ada"}
            assert (await ada.post(f"{club.path}/join", again))["you"]["name"] == "Ada"  # the same wish once more
            assert (await refused(ada.post(f"{club.path}/join", {**again, "name": "Zoé"})))["reason"] == "already_entered"
            other = await club.guest("Zoé")
            assert (await refused(other.post(f"{club.path}/join", again)))["rule"] == "TR3"
            assert (await refused(other.post(f"{club.path}/join", {**again, "name": "ADA"})))["reason"] == "name_taken"
            assert (await refused(other.post(f"{club.path}/join", {"secret": "x", "name": "Zoé"})))["status"] == 403
            await club.manage("registration", on=False)
            assert (await refused(other.post(f"{club.path}/join", {**again, "name": "Zoé"})))["reason"] == "no_registration"
            await club.manage("relink", link="entrants")
            assert (await refused(other.post(f"{club.path}/join", {**again, "name": "Zoé"})))["status"] == 403
            await club.act("Ada", "withdraw")
            assert (await club.look("Ada"))["you"]["name"] is None

    run(play())


def test_the_same_deed_happens_once(house: Running) -> None:
    async def play() -> None:
        async with evening(house.address) as club:
            for name in NAMES[:4]:
                await club.enter(name)
            wish = {"id": "once", "do": "penalty", "name": "Ada", "points": "1/2", "reason": "late"}
            for _ in range(3):
                answer = await club.organiser.post(f"{club.path}/act", wish)
            penalties = next(one for one in answer["view"]["entrants"] if one["name"] == "Ada")["penalties"]
            assert penalties == [["1/2", "late"]]
            seats = [club.organiser.post(f"{club.path}/act", {"id": f"s{k}", "do": "seat"}) for k in range(4)]
            done = await asyncio.gather(*seats, return_exceptions=True)
            assert sum(isinstance(one, dict) for one in done) == 1  # two clicks draw one seating
            assert {one.said["rule"] for one in done if isinstance(one, Refused)} == {"TR1"}

    run(play())


def test_events_tell_that_something_changed(house: Running) -> None:
    """Only whom it concerns: a warning is heard by one entrant and the organiser, and by nobody else."""

    async def versions(client: Client, club: Evening, heard: list[int]) -> None:
        headers = {"authorization": f"Bearer {client.token}"}
        async with client.http.stream("GET", f"{club.path}/events", headers=headers, timeout=60) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            async for line in answer.aiter_lines():
                if line.startswith("data:") and (version := json.loads(line[5:])["version"]) not in heard[-1:]:
                    heard.append(version)

    async def play() -> None:
        async with evening(house.address) as club:
            for name in NAMES[:3]:
                await club.enter(name, check_in=False)
            heard: dict[str, list[int]] = {name: [] for name in ("Ada", "Bruno")}
            streams = [asyncio.create_task(versions(club.people[name], club, heard[name])) for name in heard]
            try:
                async with asyncio.timeout(10):
                    while not all(heard.values()):
                        await asyncio.sleep(0.05)
                    first = {name: list(told) for name, told in heard.items()}
                    assert first["Ada"] == [(await club.look("Ada"))["version"]]
                    await club.act(None, "warn", name="Ada", reason="noise")
                    while heard["Ada"] == first["Ada"]:
                        await asyncio.sleep(0.05)
                    await asyncio.sleep(0.3)
                    assert heard["Bruno"] == first["Bruno"]
                    await club.act("Bruno", "check_in")
                    while heard["Bruno"] == first["Bruno"]:
                        await asyncio.sleep(0.05)
                assert heard["Ada"][-1] == (await club.look("Ada"))["version"]
                await club.people["Ada"].post("/api/logout")  # a session that ends takes its stream along
                async with asyncio.timeout(5):
                    await streams[0]
            finally:
                for stream in streams:
                    stream.cancel()

    run(play())


def test_settings_that_cannot_be_are_refused(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Olga") as olga:
            for wish, rule in (({"k": 9}, "TR10"), ({"kmin": 5, "k": 4}, "TR2"), ({"tiebreaks": ["opp"]}, "TR50")):
                no = await refused(olga.post("/api/tournaments", {"game": "agnes", **wish}))
                assert (no["status"], no["rule"]) == (400, rule)
            assert (await refused(olga.post("/api/tournaments", {"game": "chess"})))["status"] == 404
            assert (await refused(olga.post("/api/tournaments", {"game": "agnes", "rounds": 5000})))["status"] == 400
            assert (await refused(olga.get("/api/tournaments/0123456789")))["reason"] == "no_such_tournament"
            profiles = (await olga.get("/api/tournament-profiles"))["profiles"]
            assert (profiles[0]["game"], profiles[0]["units"], profiles[0]["second"]) == ("agnes", 8, "card_sum")
            made = await olga.post("/api/tournaments", {"game": "agnes", "games": {"2": {"game": "pairs"}}})
            view = (await olga.get(f"/api/tournaments/{made['code']}"))["view"]
            assert view["settings"]["scoring"] == "rank"
            assert (await refused(olga.get(f"/api/tables/{made['code']}")))["reason"] == "no_such_table"
            table = await olga.make("pairs", seats=2)
            assert (await refused(olga.get(f"/api/tournaments/{table['code']}")))["reason"] == "no_such_tournament"

    run(play())


def test_papers_and_lists(house: Running) -> None:
    async def play() -> None:
        async with evening(house.address, place="real", privacy="public", rounds=1, final="none") as club:
            for name in NAMES[:4]:
                await club.enter(name)
            await club.act(None, "seat")
            assert (await refused(club.people["Ada"].get(f"{club.path}/print/seats")))["status"] == 404  # not published
            assert "Ada" in await club.organiser.get(f"{club.path}/print/seats", lang="fr")
            await club.act(None, "start")
            for what in ("seats", "cards", "sheets", "standings"):
                page = await club.people["Ada"].get(f"{club.path}/print/{what}", lang="fr")
                assert '<html lang="fr"' in page
            await club.act(None, "result", table=1, raw=[4, 2, 1, 1])
            assert (
                "4"
                not in (await club.people["Ada"].get(f"{club.path}/results.csv")).replace("Agnès", "").split("Ada")[1][:6]
            )
            await club.act(None, "rule", table=1)
            async with Client(house.address, "Paul") as anybody:
                csv = await anybody.get(f"{club.path}/standings.csv")
                assert csv.count("\n") == 5
                assert "Ada" in await anybody.get(f"{club.path}/entrants.csv")
                reasons = (await anybody.get(f"{club.path}/explain", round=1))["reasons"]
                assert reasons[0]["en"] != reasons[0]["fr"]
                assert (await refused(anybody.get(f"{club.path}/log")))["reason"] == "log_later"
                assert (await refused(anybody.get(f"{club.path}/comparison")))["reason"] == "no_duplicates"
                answer = await anybody.http.get(f"{club.path}/print/standings")
                assert "unsafe-inline" in answer.headers["content-security-policy"]
                assert "script" not in answer.headers["content-security-policy"]
            await club.act(None, "close")
            await club.act(None, "finish")
            assert "Ada" in await club.people["Ada"].get(f"{club.path}/print/ranking")

    run(play())


def test_the_log_goes_on_at_a_laptop(house: Running, tmp_path: Any) -> None:
    """What the house exports the command line reads, and plays on."""
    from pioche.terminal.cli import main

    async def play() -> str:
        async with evening(house.address, place="real", rounds=2, final="none") as club:
            for name in NAMES[:4]:
                await club.enter(name)
            await club.round_begins()
            await club.act(None, "result", table=1, raw=[4, 2, 1, 1])
            text: str = await club.organiser.get(f"{club.path}/log")
            return text

    path = tmp_path / "evening.jsonl"
    path.write_text(run(play()), encoding="utf-8")
    before = Tournament.replay([json.loads(line) for line in path.read_text("utf-8").splitlines()])
    assert before.phase == "playing"
    for command in (["rule", "1"], ["close"], ["standings"]):
        assert main(["tournament", command[0], "--file", str(path), *command[1:]]) == 0
    after = Tournament.replay([json.loads(line) for line in path.read_text("utf-8").splitlines()])
    assert after.phase == "closed"


def test_only_a_search_is_drawn_in_a_process_of_its_own() -> None:
    """A first round is cut by lot, however many there are; clubs and meetings make a search of it."""
    t, clubs = Tournament("agnes", seed=1, rounds=3), Tournament("agnes", seed=1, rounds=3)
    for number in range(16):
        for one in (t, clubs):
            one.register(f"P{number}", club="x" if one is clubs and number < 2 else None)
            one.check_in(f"P{number}")
    assert drawing.is_quick(t.state)
    assert not drawing.is_quick(clubs.state)
    t.seat()
    t.start()
    for table in t.tables():
        t.rule(table.number, [3, 2, 1, 0])
    t.close()
    assert not drawing.is_quick(t.state)
    for number in range(4, 16):
        t.drop(f"P{number}")
    assert drawing.is_quick(t.state)
