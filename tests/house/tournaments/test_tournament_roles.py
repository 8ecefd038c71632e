"""Section 8, thing by thing and role by role: who sees what, and who may do what."""

from __future__ import annotations

from typing import Any

import pytest

from pioche.client import Client, Refused
from pioche.tournament.roles import MAY
from tests.house.running import Running, many, run
from tests.house.tournaments.evening import Evening, evening

NAMES = ["Ada", "Bruno", "Chloé", "Denis", "Élise", "Fanny", "Gil", "Hana"]
STAFF = {"organiser", "referee"}
EVERYBODY = STAFF | {"at the table", "at another table", "spectator", "stranger"}
SECRET = 7_919  # raw scores that occur nowhere else
# What is looked for in everything a role can fetch, and who finds it, moment by moment.
SEEN: dict[str, dict[str, set[str]]] = {
    "registered": {"entrants and clubs": EVERYBODY, "the seed": STAFF, "links": {"organiser"}},
    "seated": {"the seating": STAFF, "lots": STAFF, "the log": STAFF},
    "playing": {"the seating": EVERYBODY, "lots": EVERYBODY, "the log": STAFF},
    "proposed": {"the result": STAFF | {"at the table"}, "the warning": STAFF | {"at the table"}, "the call": STAFF,
                 "the penalty": EVERYBODY, "the log": STAFF},
    "ruled": {"the result": EVERYBODY, "standings": EVERYBODY, "the log": STAFF},
    "finished": {"the result": EVERYBODY, "standings": EVERYBODY, "ranking": EVERYBODY, "the warning": EVERYBODY,
                 "the log": EVERYBODY},
}  # fmt: skip


class Eyes:
    """Everything one role can fetch."""

    def __init__(self, role: str, client: Client, club: Evening) -> None:
        self.role, self.client, self.club = role, client, club

    async def fetch(self, path: str) -> Any:
        try:
            return await self.client.get(f"{self.club.path}{path}")
        except Refused as no:
            if no.status not in (403, 404, 409):
                raise
            return None

    async def all(self) -> dict[str, Any]:
        papers = [f"/print/{what}" for what in ("seats", "cards", "sheets", "standings", "ranking")]
        lists = ["/standings.csv", "/entrants.csv", "/results.csv", "/explain", "/log", "/comparison"]
        return {path: await self.fetch(path) for path in ("", *papers, *lists)}

    async def sees(self, thing: str, table: list[str]) -> bool:
        found = await self.all()
        answer, text = found[""], {path: str(told) for path, told in found.items() if told is not None}
        view = answer["view"]
        if thing == "entrants and clubs":
            return [(one["name"], one["club"]) for one in view["entrants"]] == [(n, "Kartell") for n in sorted(NAMES)]
        if thing == "the seed":
            return "seed" in view["settings"]
        if thing == "links":
            return answer["you"]["links"] is not None
        if thing == "the seating":
            shown = bool(view["history"]) and table in [one["seats"] for one in view["history"][-1]["tables"]]
            printed = [found[path] is not None for path in ("/print/seats", "/print/cards", "/print/sheets", "/explain")]
            assert set(printed) == {shown}
            assert ("results.csv" in text) <= shown
            return shown
        if thing == "lots":
            known = {one["lot"] for one in view["entrants"]} | {row["lot"] for row in view["standings"]}
            assert known in ({None}, set(range(1, 9)))
            return known != {None}
        if thing == "the log":
            assert view["log_open"] == (found["/log"] is not None)
            return found["/log"] is not None
        if thing == "the result":
            return any(str(SECRET) in told for path, told in text.items() if path != "/log")
        if thing == "the warning":
            return any("shouting" in told for told in text.values())
        if thing == "the call":
            return any("spilled" in told for path, told in text.items())
        if thing == "the penalty":
            return "phone" in text[""]
        if thing == "standings":
            return len(view["standings"]) == 8 and view["standings"][0]["score"] == str(SECRET)
        if thing == "ranking":
            return len(view["ranking"]) == 8
        raise AssertionError(thing)


async def look(moment: str, eyes: list[Eyes], table: list[str]) -> None:
    for thing, allowed in SEEN[moment].items():
        seeing = {one.role for one in eyes if await one.sees(thing, table)}
        assert seeing == allowed, (moment, thing, seeing ^ allowed)


def test_who_sees_what(house: Running) -> None:
    async def play() -> None:
        wish = {"place": "real", "privacy": "public", "rounds": 1, "final": "none", "avoid_club": 0}
        async with evening(house.address, **wish) as club:
            for name in sorted(NAMES):
                await club.enter(name, club="Kartell")
            referee, spectator, stranger = [await club.guest(name) for name in ("Rita", "Sven", "Till")]
            await referee.post(f"{club.path}/join", {"secret": club.links["referees"].partition("#")[2]})
            await spectator.post(f"{club.path}/join", {"secret": club.secret})
            await club.act(None, "seat")
            tables = (await club.look())["view"]["history"][0]["tables"]
            table, other = tables[0]["seats"], tables[1]["seats"]
            clients = {"organiser": club.organiser, "referee": referee, "at the table": club.people[table[0]],
                       "at another table": club.people[other[0]], "spectator": spectator, "stranger": stranger}  # fmt: skip
            eyes = [Eyes(role, client, club) for role, client in clients.items()]
            await look("registered", eyes, table)
            await look("seated", eyes, table)
            await club.act(None, "start")
            await look("playing", eyes, table)
            await club.act(table[1], "result", table=1, raw=[SECRET, 0, 0, 0])
            await club.act(table[1], "call", reason="spilled")
            await club.act(None, "warn", name=table[0], reason="shouting")
            await club.act(None, "penalty", name=other[3], points="2", reason="phone")
            await look("proposed", eyes, table)
            await referee.post(f"{club.path}/act", {"id": "r1", "do": "rule", "table": 1})
            await referee.post(f"{club.path}/act", {"id": "r2", "do": "rule", "table": 2, "raw": [0, 0, 0, 1]})
            await look("ruled", eyes, table)
            await club.act(None, "close")
            await club.act(None, "finish")
            await look("finished", eyes, table)

    run(play())


def test_a_stranger_sees_nothing_without_the_link(house: Running) -> None:
    async def play() -> None:
        async with evening(house.address) as club, Client(house.address, "Mallory") as stranger:
            await club.enter("Ada")
            for path in ("", "/events", "/log", "/explain", "/comparison", "/standings.csv", "/print/seats"):
                with pytest.raises(Refused) as no:
                    await stranger.get(club.path + path)
                assert (no.value.status, no.value.reason) == (403, "tournament_invitation")
            for path, body in (
                ("/join", {"name": "M"}), ("/act", {"id": "x", "do": "start"}), ("/manage", {"id": "x", "do": "relink", "link": "entrants"}),
            ):  # fmt: skip
                with pytest.raises(Refused) as no:
                    await stranger.post(club.path + path, body)
                assert no.value.status == 403

    run(play())


def test_whoever_has_come_before_registers_without_the_link(house: Running) -> None:
    """She looked on yesterday, and finds the tournament in her list today: it was answered as if she took part."""

    async def play() -> None:
        async with evening(house.address) as club:
            zoe = await club.guest("Zoé")
            looking = await zoe.post(f"{club.path}/join", {"secret": club.secret})
            assert looking["you"]["role"] == "spectator"
            taking_part = await zoe.post(f"{club.path}/join", {"name": "Zoé"})
            assert (taking_part["you"]["role"], taking_part["you"]["name"]) == ("entrant", "Zoé")

    run(play())


ACTS: dict[str, dict[str, Any]] = {
    "register": {"name": "New"}, "late": {"name": "New"}, "withdraw": {"name": "Bruno"}, "check_in": {"name": "Bruno"},
    "drop": {"name": "Bruno"}, "pause": {"name": "Bruno"}, "resume": {"name": "Bruno"}, "readmit": {"name": "Bruno"},
    "substitute": {"name": "Bruno", "new": "New"}, "no_show": {"name": "Bruno"}, "seat": {}, "swap": {"name": "Ada", "other": "Bruno"},
    "reseat": {}, "start": {}, "close": {}, "result": {"table": 1, "raw": [0]}, "confirm": {"table": 1, "name": "Bruno"},
    "object": {"table": 1, "name": "Bruno", "reason": "x"}, "rule": {"table": 1}, "correct": {"round": 1, "table": 1, "reason": "x"},
    "penalty": {"name": "Bruno", "points": "1", "reason": "x"}, "warn": {"name": "Bruno", "reason": "x"}, "forfeit": {"name": "Bruno"},
    "excuse": {"name": "Bruno"}, "disqualify": {"name": "Bruno", "reason": "x"}, "call": {"name": "Bruno"}, "answer": {"call": 1},
    "start_finals": {}, "decline": {"name": "Bruno"}, "finish": {}, "cancel": {},
}  # fmt: skip
NOT_YOURS = {"not_yours", "not_you", "tournament_role"}


@pytest.mark.parametrize("role", ["organiser", "referee", "entrant", "spectator"])
def test_who_may_do_what(house: Running, role: str) -> None:
    """Every action of section 4.1 by every role: what is not theirs is refused as such, everything else by other rules."""
    assert set(ACTS) == set(MAY) - {"lapse"}

    async def opened(people: list[Client]) -> tuple[str, Client]:
        """A tournament of Ada and Bruno, and whoever has this role in it."""
        olga, ada, bruno, rita = people
        made = await olga.post("/api/tournaments", {"game": "agnes", "place": "real"})
        path = f"/api/tournaments/{made['code']}"
        secrets = {link: made["links"][link].partition("#")[2] for link in ("entrants", "referees")}
        for client, name in ((ada, "Ada"), (bruno, "Bruno")):
            await client.post(f"{path}/join", {"secret": secrets["entrants"], "name": name})
        await rita.post(f"{path}/join", {"secret": secrets["referees" if role == "referee" else "entrants"]})
        return path, {"organiser": olga, "entrant": ada}.get(role, rita)

    async def play() -> None:
        names = ("Olga", "Ada", "Bruno", "Rita")
        async with many(*(Client(house.address, name) for name in names)) as people:
            path, client = await opened(people)
            for do, told in ACTS.items():
                refused = False
                try:
                    await client.post(f"{path}/act", {"id": do, "do": do, **told})
                    path, client = await opened(people)
                except Refused as no:
                    refused = no.reason in NOT_YOURS
                    if no.status not in (403, 409):
                        raise
                may = role in MAY[do] and (role != "entrant" or told.get("name") in (None, "Ada"))
                assert refused == (not may), (role, do)

    run(play(), 120)


def test_a_referee_who_plays_does_not_rule_on_his_own_table(house: Running) -> None:
    async def play() -> None:
        async with evening(house.address, place="real") as club:
            for name in NAMES:
                await club.enter(name)
            ada = club.people["Ada"]
            await ada.post(f"{club.path}/join", {"secret": club.links["referees"].partition("#")[2]})
            assert (await club.look("Ada"))["you"]["role"] == "referee"
            started = await club.round_begins()
            tables = started["view"]["history"][0]["tables"]
            own = next(table["number"] for table in tables if "Ada" in table["seats"])
            with pytest.raises(Refused) as no:
                await club.act("Ada", "rule", table=own, raw=[1, 0, 0, 0])
            assert no.value.said["rule"] == "TR5"
            assert (await club.act("Ada", "rule", table=3 - own, raw=[1, 0, 0, 0]))["you"]["place"]["table"] == own
            who = next(one["who"] for one in (await club.look())["view"]["referees"])
            dismissed = await club.manage("dismiss", who=who)
            assert (await club.look("Ada"))["you"]["role"] == "entrant"
            await ada.post(f"{club.path}/join", {"secret": club.links["referees"].partition("#")[2]})
            assert (await club.look("Ada"))["you"]["role"] == "entrant", "the link she still has opens nothing any more"
            await ada.post(f"{club.path}/join", {"secret": dismissed["you"]["links"]["referees"].partition("#")[2]})
            assert (await club.look("Ada"))["you"]["role"] == "referee"

    run(play())
