"""What families ask of the house: a face at the seat, every match remembered and deletable, bots that adapt, a picture
for the chat, a door that opens only from inside."""

from __future__ import annotations

import asyncio
import html
import random
import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import httpx
import numpy as np
import pytest

from pioche.client import Client
from pioche.house.core.lan_access import LanAccess
from pioche.house.pictures.canvas import Canvas
from pioche.house.pictures.preview import HEIGHT, WIDTH, MatchSummary, picture, tags
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots.handicap import MAX_SKILL_SHIFT, Handicap, behind
from tests.house.players import Player, table_for
from tests.house.running import Running, many, run


class Guest:
    """Somebody with a token of their own."""

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def __init__(self, house: Running, name: str) -> None:
        self.http = httpx.Client(base_url=house.address, timeout=60)
        token = self.http.post("/api/me", json={"name": name, "lang": "en"}).json()["token"]
        self.http.headers["authorization"] = f"Bearer {token}"

    def post(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("family"), "--tempo", "0.02", "--loose", "1000")
    yield running
    running.stop()


def test_a_face_is_seen_by_all_and_can_be_changed(house: Running) -> None:
    with Guest(house, "Anne") as anne, Guest(house, "Bob") as bob:
        made = anne.post("/api/tables", game="pairs", face="fox", settings={"privacy": "public"})
        seen = bob.post(f"/api/tables/{made['code']}/join", secret="", face="owl")
        assert seen["seats"][0]["face"] == "fox"
        seated = bob.post(f"/api/tables/{made['code']}/sit", seat=1)
        assert [seat["face"] for seat in seated["seats"][:2]] == ["fox", "owl"]
        assert anne.http.post("/api/tables", json={"game": "pairs", "face": "<svg>"}).status_code == 400


def test_every_match_is_remembered_shown_to_strangers_and_deleted(house: Running) -> None:
    """Two matches at one table are two; the picture is for whoever has the link; what is deleted is gone for oneself."""

    async def play() -> None:
        async with many(Client(house.address, "Anne"), Client(house.address, "Bob")) as (anne, bob):
            code = (await table_for(anne, [bob], "blackstone", {"pace": "relaxed"}, deals=1))["code"]
            async with many(anne.at(code), bob.at(code)) as (a, b):
                await a.wish("start")
                await asyncio.gather(Player(a, random.Random(1)).play(), Player(b, random.Random(2)).play())
                await a.wish("rematch")
                for one in (a, b):
                    await one.until(lambda one=one: one.table["match"] == 2)
                (mine,) = (await anne.get("/api/me/tables"))["tables"]
                assert [one["match"] for one in mine["played"]] == [1], "while the next one is played, too"
                await asyncio.gather(Player(a, random.Random(3)).play(), Player(b, random.Random(4)).play())
            (mine,) = (await anne.get("/api/me/tables"))["tables"]
            assert [one["match"] for one in mine["played"]] == [2, 1]
            assert {one["seat"] for one in mine["played"]} == {0}
            for one in mine["played"]:
                assert (one["players"][:2], one["at"] > 1e9) == (["Anne", "Bob"], True)
            share = (await anne.get(f"/api/tables/{code}/share", match=1))["share"]
            with httpx.Client(base_url=house.address) as stranger:
                page = stranger.get(f"/t/{code}", params={"replay": 1, "share": share, "at": 2, "lang": "fr"})
                shown = html.unescape(page.text.split('og:image" content="')[1].split('"')[0])
                drawn = stranger.get(shown)
                assert drawn.headers["content-type"] == "image/png"
                assert pixels(drawn.content).shape == (HEIGHT, WIDTH, 3)
                wrong = stranger.get(f"/t/{code}", params={"replay": 1, "share": "0" * 32})
                assert "og:" not in wrong.text
                assert stranger.get(f"/api/shared/{code}/picture", params={"match": 1, "share": "0" * 32}).status_code == 403
                token = {"authorization": f"Bearer {anne.token}"}
                assert stranger.delete(f"/api/tables/{code}/mine", headers=token).status_code == 200
            assert (await anne.get("/api/me/tables"))["tables"] == []
            (his,) = (await bob.get("/api/me/tables"))["tables"]
            assert len(his["played"]) == 2, "the others keep what they played"

    run(play())


def test_handicap_follows_the_standing_and_stays_within_bounds() -> None:
    table: Any = SimpleNamespace(s=SimpleNamespace(deal=0), ranking=[1, 1, 1, 1])
    handicap, skills, levels = Handicap(), [0.5, 0.4, 0.4, 1.0], ["", "regular", "regular", "expert"]
    assert handicap.eased(skills, levels, table) == skills, "before the first deal is over nothing is known"
    table.ranking = [4, 1, 2, 3]
    assert handicap.eased(skills, levels, table) == skills, "nothing changes within a deal"
    eased = []
    for deal in range(1, 12):
        table.s.deal = deal
        eased.append(handicap.eased(skills, levels, table)[3])
    assert eased == sorted(eased, reverse=True), "people are last: slower after every deal"
    assert handicap.shift == -MAX_SKILL_SHIFT
    table.ranking = [1, 2, 3, 4]
    table.s.deal = 20
    assert handicap.eased(skills, levels, table)[3] > eased[-1], "people lead: quicker again"
    assert behind([1, 2], ["", ""]) == 0


def test_the_door_opens_only_from_the_machine_itself() -> None:
    async def opener() -> str:
        return "http://192.0.2.7:8421/"

    door = LanAccess()
    assert not door.may_open(("127.0.0.1", "127.0.0.1:8421")), "a service has no such door"
    door.opener = opener
    for comes in (("192.0.2.9", "127.0.0.1:8421"), ("127.0.0.1", "cards.example.org"), ("", "")):
        assert not door.may_open(comes)
        with pytest.raises(Refusal):
            asyncio.run(door.open(comes))
    assert asyncio.run(door.open(("127.0.0.1", "localhost:8421"))) == "http://192.0.2.7:8421/"
    assert not door.may_open(("127.0.0.1", "localhost:8421")), "it is open now"


def test_a_house_that_was_started_as_a_service_has_no_door(house: Running) -> None:
    """--no-browser: nobody sits at this machine."""
    with httpx.Client(base_url=house.address) as http:
        assert http.get("/api/house").json().get("door", False) is False
        assert http.post("/api/door", json={}, headers={"origin": house.address}).status_code == 403


TOLD = MatchSummary("port", "Bâbord & « Port »", ("Anne", "Óscar <b>"), (4, -4), (1, 2), 3, 20, "fr")


def pixels(png: bytes) -> np.ndarray[Any, Any]:
    """What a reader of PNG sees."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, size = 8, b"", (0, 0)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(size[1], -1)
    assert (lines[:, 0] == 2).all()
    return np.cumsum(lines[:, 1:], axis=0, dtype=np.uint8).reshape(size[1], size[0], 3)


def test_the_picture_of_a_match_is_a_png_with_its_words() -> None:
    seen = pixels(picture(TOLD))
    assert seen.shape == (HEIGHT, WIDTH, 3)
    cream = np.abs(seen.astype(int) - (255, 248, 232)).sum(axis=2) < 30
    assert cream[150:220, 70:600].sum() > 2000, "the title is written"
    other = pixels(picture(replace(TOLD, scores=(7, -7))))
    assert (seen != other).any()


def test_words_for_chats_are_escaped() -> None:
    head = tags(TOLD, "http://x/?a=1&b=2", "http://x/p")
    assert "Anne a gagné." in head
    assert "Bâbord &amp; « Port »" in head
    assert "a=1&amp;b=2" in head
    assert "<b>" not in head


def test_long_names_are_shortened_and_unknown_letters_left_out() -> None:
    assert Canvas.shortened("Anne", 42, 400) == "Anne"
    assert Canvas.shortened("A" * 60, 42, 200).endswith("…")
    assert Canvas.measure("日本", 42) == 0
