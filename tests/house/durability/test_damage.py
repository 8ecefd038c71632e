"""Damaged pages under an open house: what can be read goes on, and everybody is told the truth. A disk that fills up is told
once, and once more when it has room again."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.client import Client, Refused
from tests.house.durability.test_copies import wreck
from tests.house.running import Running, run

TRUTH = "Some stored data is damaged"


def lines(house: Running, event: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in house.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in found if line["event"].startswith(event)]


@pytest.mark.parametrize("what", ["tables", "lobby", "visits_of", "people", "sessions"])
def test_a_damaged_page_stops_only_what_needs_it(tmp_path: Path, what: str) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--no-backups")
    codes: list[str] = []
    kept: dict[str, str] = {}

    async def prepare() -> None:
        async with Client(house.address, "Alice") as alice:
            for _ in range(3):
                made = await alice.make("pairs", {"pace": "relaxed", "privacy": "public"}, seats=3)
                codes.append(made["code"])
            kept["token"] = alice.token

    async def come_back() -> None:
        headers = {"authorization": f"Bearer {kept['token']}"}
        async with httpx.AsyncClient(base_url=house.address, headers=headers, trust_env=False) as http:
            answers = {path: await http.get(path) for path in ("/api/tables", "/api/me/tables", f"/api/tables/{codes[0]}")}
            for path, answer in answers.items():
                if answer.status_code != 200:
                    assert (path, answer.status_code, answer.json()["reason"]) == (path, 503, "data_damaged")
                    assert answer.json()["en"].startswith(TRUTH)
            if what in ("tables", "lobby"):
                assert answers["/api/tables"].status_code == 200
                assert answers[f"/api/tables/{codes[0]}"].status_code == 200
            refused = sum(answer.status_code == 503 for answer in answers.values())
            assert refused == {"tables": 1, "lobby": 0, "visits_of": 1, "people": 3, "sessions": 3}[what]
            for _ in range(5):
                await http.get("/api/tables")
            del http.headers["authorization"]
            health = await http.get("/healthz")
            assert (health.status_code, health.json()["ok"], health.json()["damaged"]) == (200, True, True)
            assert "pioche_data_damaged 1.0" in (await http.get("/metrics")).text

    async def play() -> None:
        """Somebody new, at a table one has the code of."""
        async with Client(house.address, "Bob", token=kept["token"]) as bob, bob.at(codes[1]) as table:
            for k in range(5):
                assert (await table.wish("say", f"after{k}", phrase="hello"))["t"] == "ack"

    try:
        run(prepare())
        house.stop()
        wreck(house.data, what)
        house.start()
        run(come_back())
        if what in ("tables", "lobby"):
            run(play())
        assert len(lines(house, "stored data is damaged")) == 1
        assert "SQLITE_CORRUPT" in lines(house, "stored data is damaged")[0]["error"]
        assert not lines(house, "nothing can be stored now")
    finally:
        house.stop()


def test_a_disk_that_fills_up_is_told_once_and_once_more_when_it_has_room(tmp_path: Path) -> None:
    (small := tmp_path / "small").mkdir()
    if os.system(f"mount -t tmpfs -o size=1m none {small} 2>/dev/null"):
        pytest.skip("no disk can be mounted here")
    house = None
    try:
        (small / "house.log").symlink_to(tmp_path / "house.log")
        house = Running(small, "--tempo", "1000000", "--loose", "10000", "--no-backups")

        async def play() -> None:
            async with Client(house.address, "Alice") as alice:
                made = await alice.make("pairs", {"pace": "relaxed"}, seats=3)
                async with alice.at(made["code"]) as table:
                    await table.wish("say", "before", phrase="hello")
                    with (small / "filler").open("wb", 0) as filler:
                        try:
                            while filler.write(b"x" * 512):
                                pass
                        except OSError:
                            pass
                    refused: list[str] = []
                    for k in range(40):
                        try:
                            await table.wish("say", f"full{k}", text="x" * 300)
                        except Refused as no:
                            refused.append(no.reason)
                    assert len(refused) > 20
                    assert set(refused) == {"not_stored"}
                    assert "pioche_storing 0.0" in (await alice.http.get("/metrics")).text
                    (small / "filler").unlink()
                    await alice.http.get("/healthz")
                    assert (await table.wish("say", "after", phrase="thanks"))["t"] == "ack"
                    assert "pioche_storing 1.0" in (await alice.http.get("/metrics")).text

        run(play())
        (began,) = lines(house, "nothing can be stored now")
        assert (began["level"], began["error"]) == ("error", "full (SQLITE_FULL)")
        assert [line["level"] for line in lines(house, "moves are stored again")] == ["warning"]
    finally:
        if house is not None:
            house.stop()
        os.system(f"umount {small}")
