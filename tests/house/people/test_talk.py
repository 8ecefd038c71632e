"""Who may watch, who may speak, and the games that have rules about it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pioche.client import Client, Refused
from pioche.house.tables import talk
from tests.house.players import heard, people, refused
from tests.house.running import Running, many, run

# -- spectators --------------------------------------------------------------------------------------


def test_no_spectators_means_none(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("pairs", {"spectators": "none", "pace": "relaxed"})
            await bob.join(made["code"], made["secret"])
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await b.until(lambda: b.table)
                await a.wish("start")
                await b.until(lambda: b.bye)
                assert b.bye["reason"] == "no_spectators"
                async with bob.at(made["code"]) as again:
                    await again.until(lambda: again.bye)
                    assert again.view is None

    run(play())


def test_over_a_shoulder_only_with_consent_and_everybody_knows(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob", "Chloé") as (alice, bob, chloe):
            made = await alice.make("hawthorn", {"spectators": "consent", "pace": "relaxed"}, seats=3)
            for person in (bob, chloe):
                await person.join(made["code"], made["secret"])
            await bob.sit(made["code"], 1)
            async with many(alice.at(made["code"]), bob.at(made["code"]), chloe.at(made["code"])) as (a, b, c):
                await a.wish("start")
                await c.until(lambda: c.view)
                assert c.view["hand"][0] == [None] * 5
                await c.wish("look", seat=0)
                await a.until(lambda: a.others)
                assert a.others[0] == {"t": "asked", "who": 3, "name": "Chloé", "seat": 0, "wants": "look"}
                assert c.view["hand"][0] == [None] * 5, "asking shows nothing"
                await a.wish("allow", who=3, on=True)
                await c.until(lambda: c.you["eyes"] == 0 and c.view["seat"] == 0)
                assert None not in c.view["hand"][0]
                assert c.menu is None, "looking is not playing"
                assert (await heard(b, "looking"))["about"]["name"] == "Chloé"
                assert await refused(c.wish("sit", seat=2)) == "knows_too_much"
                assert await refused(c.move("hit")) == "no_seat"
                await a.wish("allow", who=3, on=False)
                await c.until(lambda: c.you["eyes"] is None and c.view["seat"] is None)

    run(play())


def test_delayed_spectators_see_the_past(tmp_path: Any) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "1000", "--speed", "20")  # the half minute takes 1.5 s

    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("hawthorn", {"spectators": "delayed", "pace": "relaxed"}, seats=2)
            await bob.join(made["code"], made["secret"])
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await a.wish("start")
                await a.until(lambda: a.menu)
                began = asyncio.get_running_loop().time()
                await a.move(a.menu[0]["do"])
                await b.until(lambda: any(event["kind"] == "started" for event in b.events), 10)
                assert asyncio.get_running_loop().time() - began > 1.2
                async with bob.at(made["code"]) as late:
                    await late.until(lambda: late.view is not None)
                    await a.until(lambda: a.n >= late.n)  # they never know more than who plays

    try:
        run(play())
        assert not house.errors()
    finally:
        house.stop()


# -- talk --------------------------------------------------------------------------------------------


def test_what_is_said_is_bounded_as_it_is_shown(house: Running) -> None:
    """One letter may become eighteen when it is made plain."""

    async def play() -> None:
        async with people(house, "Alice") as (alice,):
            made = await alice.make("pairs")
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.table)
                for text in ("\ufdfa" * 300, "\ufdfa" * 17, "\u3300" * 100):
                    assert await refused(a.wish("say", text=text)) == "talk_too_long"
                for text in ("\ufdfa" * 16, "é" * 300, "\ufb03" * 100):
                    await a.wish("say", text=text)
                assert max(len(event["about"]["text"]) for event in a.events if event["by"] == "talk") == 300

    run(play())


def test_a_name_is_bounded_as_it_is_shown(house: Running) -> None:
    """On arrival and at the table: twenty letters that become three hundred and sixty are cut, not shown."""

    async def play() -> None:
        async with people(house, "\ufdfa" * 20) as (alice,):
            assert 1 <= len((await alice.get("/api/me"))["name"]) <= 20
            made = await alice.make("pairs")
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.table)
                await a.wish("rename", name="\ufdfa\u3300" * 10)
                assert len((await heard(a, "renamed"))["about"]["name"]) == 20
                assert a.table
                assert len(a.table["seats"][0]["name"]) == 20

    run(play())


def test_what_is_said_is_heard_by_all(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("pairs")
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with many(alice.at(made["code"]), bob.at(made["code"])) as (a, b):
                await a.wish("say", text="<b>Hi</b> @Bob \u202e!")
                said = await heard(b, "said")
                assert said["by"] == "talk"
                assert said["about"]["text"] == "<b>Hi</b> @Bob !"
                assert said["about"]["to"] == [1]
                await b.wish("say", phrase="well_played", reply_to=said["about"]["message"])
                await a.until(lambda: a.events[-1]["about"].get("reply_to") == 1)
                answer = a.events[-1]
                assert (answer["en"], answer["fr"]) == ("Bob: Well played!", "Bob\u00a0: Bien joué\u202f!")
                assert await refused(a.wish("say", text="\u200b ")) == "nothing_said"
                assert await refused(a.wish("say", phrase="rubbish")) == "no_such_phrase"

    run(play())


@pytest.mark.parametrize(("talk", "reason"), [("off", "talk_off"), ("phrases", "talk_phrases")])
def test_quiet_tables(house: Running, talk: str, reason: str) -> None:
    async def play() -> None:
        async with people(house, "Alice") as (alice,):
            made = await alice.make("pairs", {"talk": talk})
            async with alice.at(made["code"]) as a:
                assert await refused(a.wish("say", text="psst")) == reason

    run(play())


def test_venture_closes_the_talk_while_bids_are_chosen(house: Running) -> None:
    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("venture", {"pace": "relaxed"}, table_talk="off")
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with alice.at(made["code"]) as a:
                await a.wish("say", text="before we start")
                await a.wish("start")
                await a.until(lambda: a.menu)
                assert await refused(a.wish("say", text="I bid ten")) == "talk_while_bidding"

    run(play())


def test_venture_leaves_the_draft_open_to_talk(house: Running) -> None:
    """R9: what is closed is talk while bids are chosen; the draft comes before."""

    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("venture", {"pace": "relaxed"}, table_talk="off", draft="on")
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with alice.at(made["code"]) as a:
                await a.wish("start")
                await a.until(lambda: a.menu)
                assert a.view["phase"] == "draft"
                await a.wish("say", text="I take the nines")
                assert (await heard(a, "said"))["about"]["text"] == "I take the nines"

    run(play())


@pytest.mark.parametrize("partners", ["on", "off"])
def test_partners_have_ready_made_phrases_while_cards_are_played(house: Running, partners: str) -> None:
    """Kitty R5: partners may not talk about their cards."""

    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("kitty", {"pace": "relaxed"}, seats=4, partners=partners)
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with alice.at(made["code"]) as a:
                await a.wish("say", text="before we start")
                await a.wish("start")
                await a.until(lambda: a.menu)
                if partners == "on":
                    assert await refused(a.wish("say", text="I hold three tens")) == "talk_phrases_now"
                    await a.wish("say", phrase="well_played")
                else:
                    await a.wish("say", text="I hold three tens")

    run(play())


def test_never_talk_to_a_pig(house: Running) -> None:
    """R34, E9: answering a seat that is out costs all lives; speaking to the table at large costs nothing."""

    async def play() -> None:
        position = {
            "phase": "between",
            "live": [0, 1, 2, 3],
            "letters": [0, 0, 0, 0, 3],
            "exit": [0, 0, 0, 0, 1],
            "exits": 1,
        }
        async with people(house, "Ann", "Ben", "Cid", "Dan", "Eve") as (ann, ben, _cid, _dan, eve):
            made = await ann.make(
                "pig", more={"position": position}, seats=5, talk_rule="on", pause_ms=600_000, latency="arrival"
            )
            for seat, person in ((1, ben), (4, eve)):
                await person.join(made["code"], made["secret"])
                await person.sit(made["code"], seat)
            async with many(ann.at(made["code"]), ben.at(made["code"]), eve.at(made["code"])) as (a, b, e):
                await a.wish("start")
                await a.wish("say", text="Quiet, everybody!")
                await e.wish("say", text="@Ann, look at me!")
                await b.wish("say", text="Hello Ann", to=[0])
                await b.until(lambda: b.events[-1]["kind"] == "said")
                assert not any(event["kind"] == "talked" for event in b.events)
                message = next(event for event in b.events if event["about"].get("name") == "Eve" and event["by"] == "talk")
                await b.wish("say", text="Shh!", reply_to=message["about"]["message"], seen=b.n)
                assert (await heard(a, "talked"))["about"] == {"seat": 1, "other": 4}
                await a.until(lambda: a.view["live"] == [0, 2, 3])

    run(play())


UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"


def test_a_name_has_letters_one_can_see(house: Running) -> None:
    """What is a letter to Unicode and nothing to the eye makes no name, and tells no two names apart."""

    async def play() -> None:
        async with people(house, "Alice", "Bob") as (alice, bob):
            made = await alice.make("pairs", {}, {"sit": 0}, seats=3)
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with bob.at(made["code"]) as b:
                for letter in UNSEEN:
                    for name in (letter, f" {letter}{letter} "):
                        with pytest.raises(Refused) as no:
                            await b.wish("rename", name=name)
                        assert no.value.reason == "bad_name"
                        with pytest.raises(Refused) as no:
                            await bob.post("/api/me", {"name": name})
                        assert no.value.reason == "bad_name"
                    with pytest.raises(Refused) as no:
                        await b.wish("rename", name=f"Al{letter}ice")
                    assert no.value.reason == "name_taken"
                with pytest.raises(Refused) as no:
                    await b.wish("rename", name="Al\ufe0fice")
                assert no.value.reason == "name_taken"
                await b.wish("rename", name="B\u3164ob")
                await b.until(lambda: b.table["seats"][1]["name"] == "Bob")

    run(play())


@pytest.mark.parametrize("name", ["Аlice", "ALІСE", "αlice", "Alıce"])
def test_letters_of_others_that_look_like_ours_make_no_new_name(name: str) -> None:
    assert talk.same_name(name, ["Alice"])
    assert talk.free_name(name, ["Alice"]) == f"{name} 2"


def test_nobody_comes_under_the_name_of_a_bot(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs", {}, {"bots": {"1": "random"}}, seats=2)
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.table)
                bot = a.table["seats"][1]["name"]
                async with Client(house.address, bot) as ada:
                    await ada.join(made["code"], made["secret"])
                    async with ada.at(made["code"]):
                        await a.until(lambda: a.table["people"])
                        assert a.table["people"][0]["name"] == f"{bot} 2"

    run(play())
