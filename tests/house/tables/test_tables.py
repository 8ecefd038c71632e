"""Tables and people: invitations, seats, hosts, spectators, rematches, and what is told about them."""

from __future__ import annotations

import asyncio
import random

import pioche
from pioche.engine.record import Record
from tests.house.players import Player, heard, people, refused
from tests.house.running import Running, many, run


def test_a_link_seats_a_friend_without_an_account(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("hawthorn", seats=3)
            assert made["link"] == f"/t/{made['code']}#{made['secret']}"
            assert await refused(bob.join(made["code"], "wrong")) == "not_joined"
            await bob.join(made["code"], made["secret"])
            table = await bob.sit(made["code"])
            assert [seat["name"] for seat in table["seats"]] == ["Alice", "Bob", ""]
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await a.wish("start")
                await b.until(lambda: b.view is not None and b.table["phase"] == "playing")
                assert b.view["seat"] == 1
                assert b.table["seats"][2]["bot"] == "regular"

    run(play())


def test_names_are_told_apart(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "alice", "A\u200blice") as (one, two, three):
            made = await one.make("pairs")
            for other in (two, three):
                await other.join(made["code"], made["secret"])
                await other.sit(made["code"])
            names = [seat["name"] for seat in (await one.get(f"/api/tables/{made['code']}"))["seats"][:3]]
            assert names == ["Alice", "alice 2", "A lice"] or len({name.casefold().replace(" ", "") for name in names}) == 3
            async with two.at(made["code"]) as at:
                assert await refused(at.wish("rename", name="ALICE")) == "name_taken"
                assert await refused(at.wish("rename", name="\u200b\u200b")) == "bad_name"
                await at.wish("rename", name="Zoé")

    run(play())


def test_the_same_wish_happens_once(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("hawthorn", {"pace": "relaxed"}, seats=2)
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with many(alice.at(made["code"]), bob.at(made["code"]), alice.at(made["code"])) as (a, b, tab):
                first = await a.wish("start", "begin")
                assert await a.wish("start", "begin") == first
                await a.until(lambda: a.menu)
                word = a.menu[0]["do"]
                once = await a.move(word, "mine")
                assert await a.move(word, "mine") == once
                assert await tab.move(word, "mine") == once, "another tab of the same person"
                a.cut()
                assert await a.move(word, "mine") == once, "after a cut"
                await b.until(lambda: b.menu)
                assert (await b.move(b.menu[0]["do"], "mine"))["id"] == "mine", "somebody else's id is another wish"
                no = await refused(a.move("nonsense", "bad"))
                assert await refused(a.move("nonsense", "bad")) == no
            lines = [
                entry
                for entry in house.journal(made["code"])
                if getattr(entry, "line", {}).get("do") == word and entry.who == 1
            ]
            assert len(lines) == 1

    run(play())


def test_a_move_for_another_deal_comes_too_late(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice") as (alice,):
            made = await alice.make("pairs", {"pace": "relaxed"}, {"start": True}, seats=2)
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.menu)
                n = len(house.journal(made["code"]))
                assert (await a.move("hit", deal=7))["late"]
                assert len(house.journal(made["code"])) == n

    run(play())


def test_four_tabs_and_no_more(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice") as (alice,):
            made = await alice.make("pairs")
            async with many(*(alice.at(made["code"]) for _ in range(5))) as tabs:
                await tabs[4].until(lambda: tabs[4].table)
                await tabs[0].until(lambda: tabs[0].bye)
                assert tabs[0].bye["reason"] == "replaced"
                for tab in tabs[1:]:
                    await tab.wish("say", phrase="hello")

    run(play())


def test_who_leaves_is_replaced_by_a_bot_and_may_come_back(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob", "Chloé") as (alice, bob, chloe):
            made = await alice.make("hawthorn", {"pace": "relaxed", "spectators": "public"}, seats=3, deals=20)
            for person in (bob, chloe):
                await person.join(made["code"], made["secret"])
            await bob.sit(made["code"], 1)
            async with many(alice.at(made["code"]), bob.at(made["code"]), chloe.at(made["code"])) as (a, b, c):
                await a.wish("start")
                await b.until(lambda: b.view)
                seen = b.view["hand"]
                stream = b.stream
                await b.wish("stand")
                await b.until(lambda: b.you["seat"] is None and b.view and b.view["seat"] is None)
                assert b.stream != stream
                assert b.view["hand"][1] != seen[1], "a spectator sees no hand"
                assert await refused(b.wish("sit", seat=2)) == "knows_too_much"
                await a.wish("approve", who=3, on=True)
                await c.wish("sit", seat=1)
                await c.until(lambda: c.you["seat"] == 1 and c.view["seat"] == 1)
                await a.until(lambda: a.table["seats"][1]["name"] == "Chloé")
                assert await refused(b.wish("sit", seat=1)) == "seat_taken"
                await c.wish("stand")
                assert await refused(b.wish("sit", seat=1)) == "ask_host", "it was Chloé's last"
                await a.wish("approve", who=2, on=True)
                await b.wish("sit", seat=1)
                await b.until(lambda: b.you["seat"] == 1)

    run(play())


def test_the_host_locks_mutes_kicks_between_deals_and_hands_over(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob", "Chloé") as (alice, bob, chloe):
            made = await alice.make("hawthorn", {"pace": "relaxed"}, seats=2, deals=3)
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await a.wish("lock", on=True)
                assert await refused(chloe.join(made["code"], made["secret"])) == "table_locked"
                await a.wish("mute", who=2, on=True)
                assert await refused(b.wish("say", text="let me talk")) == "muted"
                await b.wish("say", phrase="oops")
                await a.wish("start")
                await a.wish("kick", seat=1)
                assert (await heard(b, "will_be_kicked"))["about"]["seat"] == 1
                assert b.you["seat"] == 1, "not in the middle of a deal"
                players = [Player(a, random.Random(1)), Player(b, random.Random(2))]
                await asyncio.gather(
                    players[0].play(lambda: a.table["seats"][1]["who"] is None),
                    players[1].play(lambda: b.you["seat"] is None or b.bye),
                    return_exceptions=True,  # whoever was sent away gets no ticket to come back
                )
                assert (a.view["deal"], a.table["phase"]) == (1, "playing"), "as soon as the deal is over"
                assert a.table["seats"][1]["bot"], "a bot plays on"
                await a.wish("lock", on=False)
                secret = (await a.wish("relink"))["secret"]
                assert await refused(chloe.join(made["code"], made["secret"])) == "not_joined"
                await chloe.join(made["code"], secret)
                assert await refused(a.wish("host", who=2)) == "no_such_person", "Bob was sent away"
                await a.wish("host", who=3)
                assert await refused(a.wish("lock", on=True)) == "not_allowed"

    run(play())


def test_a_rematch_keeps_the_seats(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("pairs", {"pace": "relaxed"}, seats=3, losing_score=5)
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await a.wish("start")
                await asyncio.gather(*(Player(s, random.Random(3)).play() for s in (a, b)))
                n = a.n
                await b.wish("rematch")
                await a.until(lambda: a.table["phase"] == "playing")
                assert a.table["match"] == 2
                assert a.n > n, "the stream goes on"
                assert [seat["name"] for seat in a.table["seats"][:2]] == ["Alice", "Bob"]
                assert await refused(alice.get(f"/api/tables/{made['code']}/record")) == "not_over_yet"
                one = Record.loads(await alice.get(f"/api/tables/{made['code']}/record", match=1))
                await asyncio.gather(*(Player(s, random.Random(4)).play() for s in (a, b)))
                two = Record.loads(await alice.get(f"/api/tables/{made['code']}/record", match=2))
                assert one.seed != two.seed
                assert one.names[:2] == ["Alice", "Bob"]

    run(play())


# -- practice, replay, hints -------------------------------------------------------------------------


def test_a_finished_match_is_continued_from_any_move(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("hawthorn", {"pace": "relaxed"}, {"start": True}, seats=3, deals=2)
            async with alice.at(made["code"]) as a:
                await Player(a, random.Random(5)).play()
            old = {"code": made["code"], "match": 1, "at": 7}
            assert await refused(bob.make("hawthorn", more={"continues": old})) == "practice_only"
            again = await alice.make("hawthorn", {"pace": "relaxed"}, {"continues": old, "start": True})
            assert again["table"]["practice"]
            record = Record.loads(await alice.get(f"/api/tables/{made['code']}/record"))
            async with alice.at(again["code"]) as b:
                await b.until(lambda: b.view)
                seen = record.table(upto=7).view(0)
                assert b.view["hand"][0] == seen["hand"][0]

    run(play())


def test_replays_through_other_eyes_only_where_it_was_agreed(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            for how in ("open", "own"):
                made = await alice.make("hawthorn", {"replay": how, "pace": "relaxed"}, {"start": True}, seats=2, deals=1)
                code = made["code"]
                assert await refused(alice.get(f"/api/tables/{code}/replay")) == "not_over_yet"
                async with alice.at(code) as a:
                    await Player(a, random.Random(6)).play()
                mine = await alice.get(f"/api/tables/{code}/replay", eyes=0, first=0, count=3)
                assert [frame["at"] for frame in mine["frames"]] == [0, 1, 2]
                if how == "own":
                    assert await refused(alice.get(f"/api/tables/{code}/replay", eyes=1)) == "own_eyes_only"
                    assert await refused(alice.get(f"/api/tables/{code}/record")) == "own_eyes_only"
                else:
                    other = await alice.get(f"/api/tables/{code}/replay", eyes=1, count=1)
                    assert None not in other["frames"][0]["view"]["hand"][1]
                assert await refused(bob.get(f"/api/tables/{code}/replay")) == "not_joined"

    run(play())


def test_hints_where_they_are_allowed(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice") as (alice,):
            for allowed in (True, False):
                made = await alice.make("pairs", {"hints": allowed, "pace": "relaxed"}, {"start": True}, seats=2)
                async with alice.at(made["code"]) as a:
                    await a.until(lambda: a.menu)
                    if allowed:
                        found = await a.wish("hint")
                        assert [hint["do"] for hint in found["hints"]] == ["hit", "fold"]
                        assert 0 <= found["hints"][0]["chances"].get("pair", 0) < 1
                    else:
                        assert await refused(a.wish("hint")) == "no_hints"

    run(play())


def test_odds_are_on_the_table_only_where_hints_are_allowed(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice") as (alice,):
            table = pioche.load("rocket", seats=2).table(seed=5)
            while table.position()["phase"] != "turn":
                table.act(table.actors[0], table.legal(table.actors[0])[0])
            position = table.position()
            for allowed in (True, False):
                settings = {"hints": allowed, "pace": "relaxed"}
                made = await alice.make("rocket", settings, {"start": True, "position": position}, seats=2)
                async with alice.at(made["code"]) as a:
                    await a.until(lambda a=a: a.view)
                    facts = {fact.get("name") or fact["do"]: fact for fact in a.view["facts"]}
                    assert facts.keys() == {"pass", "reshuffle"} | ({"dealer_risk"} if allowed else set())

    run(play())


def test_the_lobby_shows_public_tables_only(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            shown = await alice.make("pairs", {"privacy": "public"})
            hidden = await alice.make("pairs")
            codes = {table["code"]: table for table in (await bob.get("/api/tables"))["tables"]}
            assert hidden["code"] not in codes
            assert codes[shown["code"]]["free"] == 3
            await bob.join(shown["code"])
            await bob.sit(shown["code"])
            mine = await bob.get("/api/me/tables")
            assert [table["code"] for table in mine["tables"]] == [shown["code"]]

    run(play())
