"""A damaged byte in a row of lists or people costs what stands in that row: lists, other people and the table itself go on."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pioche.client import Client
from pioche.house import maintenance_commands
from pioche.house.protocol import bodies as a
from pioche.house.protocol import tournament_views as v
from tests.house.players import table_for
from tests.house.running import Running, run

ROWS = {
    "no UTF-8": "shown = CAST(x'5b22ff' AS BLOB)",
    "no JSON": "shown = x'5b'",
    "a number for bytes": "shown = 7",
    "another phase": "phase = 'pmaying'",
    "a phase in bytes": "phase = x'6f766572'",
    "a number for a game": "game = x'07', preset = x''",
    "a game nobody knows": "game = 'whist', preset = ''",
    "a word for a time": "last = 'soon', made = 'then', public = 1",
    "another code": "code = 'n0suchcode'",
}
LOST = "n0suchcode"


def changed(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        for statement in statements:
            file.execute(statement)


def test_a_damaged_row_harms_no_list_and_is_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--no-backups")
    codes: dict[str, str] = {}

    async def prepare() -> tuple[str, str]:
        async with Client(house.address, "Alice") as alice, Client(house.address, "Bob") as bob:
            for name in ROWS:
                codes[name] = (await table_for(alice, [bob], "pairs", {"privacy": "public", "pace": "relaxed"}, seats=2))[
                    "code"
                ]
            good = await table_for(bob, [alice], "pairs", {"privacy": "public", "pace": "relaxed"}, seats=2)
            return str(good["code"]), alice.token

    def ask(token: str, path: str, kind: Any = None) -> Any:
        answer = httpx.get(f"{house.address}{path}", headers={"authorization": f"Bearer {token}"}, trust_env=False)
        assert answer.status_code == 200, (path, answer.text)
        return msgspec.json.decode(answer.content, type=kind) if kind is not None else answer.json()

    def listed(token: str) -> tuple[set[str], set[str]]:
        lobby, mine = ask(token, "/api/tables", a.Lobby).tables, ask(token, "/api/me/tables", a.MyTables).tables
        return {table.code for table in lobby}, {table.code for table in mine}

    try:
        good, token = run(prepare())
        house.stop()
        changed(house.data, *(f"UPDATE tables SET {row} WHERE code = '{codes[name]}'" for name, row in ROWS.items()))
        assert maintenance_commands.doctor(house.data) == 2
        assert LOST in capsys.readouterr().err
        house.start()
        lobby, mine = listed(token)
        assert good in lobby & mine
        assert mine - {good} == set(codes.values()) - {codes["another code"]}
        for code in codes.values():
            assert ask(token, f"/api/tables/{code}")["seats"][0]["name"] == "Alice"
        refused = httpx.get(
            f"{house.address}/api/tables/{LOST}", headers={"authorization": f"Bearer {token}"}, trust_env=False
        )
        assert (refused.status_code, refused.json()["reason"]) == (409, "unreadable")
        assert "entry 1 of its journal is damaged" in refused.json()["en"]

        async def come_back() -> None:
            async with Client(house.address, token=token) as alice:
                for code in codes.values():
                    async with alice.at(code) as table:
                        assert (await table.wish("say", phrase="hello"))["t"] == "ack"

        run(come_back())
        for _ in range(100):
            lobby, mine = listed(token)
            if codes["another code"] in mine:
                break
            time.sleep(0.1)
        assert mine == {good, *codes.values()}
        assert LOST not in lobby
        assert not [line for line in house.errors() if "where" in line or "Traceback" in line]
    finally:
        house.stop()


def test_damaged_rows_of_people_harm_those_people_alone(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--no-backups")

    async def prepare() -> dict[str, str]:
        tokens = {}
        for name in ("Alice", "Bob", "Clara"):
            async with Client(house.address, name) as client:
                await client.post("/api/account", {"login": name, "password": f"correct horse of {name}"})
                tokens[name] = client.token
                await client.post("/api/tournaments", {"game": "agnes", "title": name, "privacy": "public"})
        return tokens

    def login(name: str) -> httpx.Response:
        body = {"login": name, "password": f"correct horse of {name}"}
        return httpx.post(f"{house.address}/api/login", json=body, trust_env=False)

    try:
        tokens = run(prepare())
        house.stop()
        changed(
            house.data,
            "UPDATE people SET password = replace(password, '$', '#') WHERE name = 'Alice'",
            "UPDATE sessions SET expires = x'07' WHERE person = (SELECT id FROM people WHERE name = 'Bob')",
            "UPDATE tournaments SET phase = 'opun', game = x'07' WHERE title = 'Alice'",
            "INSERT INTO sessions VALUES ('0', 'nobody', 'session', 1)",
        )
        house.start()
        answers = {}
        for name, token in tokens.items():
            with httpx.Client(base_url=house.address, headers={"authorization": f"Bearer {token}"}, trust_env=False) as http:
                answers[name] = http.get("/api/me").status_code
                found = http.get("/api/tournaments")
                assert found.status_code == 200
                cards = msgspec.json.decode(found.content, type=v.Tournaments)
                assert len(cards.mine) == (0 if name == "Bob" else 1)
                assert {card.title for card in cards.public} == {"Bob", "Clara"}
        assert answers == {"Alice": 200, "Bob": 401, "Clara": 200}
        said = {name: login(name) for name in tokens}
        assert {name: answer.status_code for name, answer in said.items()} == {"Alice": 503, "Bob": 200, "Clara": 200}
        assert said["Alice"].json()["reason"] == "data_damaged"
        house.stop()
        with contextlib.closing(sqlite3.connect(house.data)) as file:
            left = file.execute(
                "SELECT count(*) FROM sessions WHERE person = 'nobody' OR typeof(expires) <> 'integer'"
            ).fetchone()
        assert left == (0,), "what has ended is swept all the same"
        assert not [line for line in house.errors() if "where" in line or "Traceback" in line]
    finally:
        house.stop()
