"""The house as its owner sees it: clear complaints, copies while it plays, records for whoever comes after."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import pioche
from pioche.client import Client
from pioche.engine.fair.verifying import verify
from pioche.house import export, first_start, maintenance_commands
from tests.house.players import Player
from tests.house.running import Running, run


def attempt(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pioche.house.serve", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    return done.returncode, done.stderr


def test_a_taken_port_is_explained(house: Running, tmp_path: Path) -> None:
    code, said = attempt("--port", str(house.port), "--data", str(tmp_path / "other.db"))
    assert code == 2
    assert said.startswith(f"Port {house.port} is taken by another program")
    assert said.endswith(f"Try --port {house.port + 1}.\n")
    _, dit = attempt("--port", str(house.port), "--data", str(tmp_path / "other.db"), "--lang", "fr")
    assert dit.startswith(f"Le port {house.port} est pris")
    assert not (tmp_path / "other.db").exists()


def test_a_place_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    code, said = attempt("--port", "0", "--data", str(tmp_path / "folder"))
    assert code == 2
    assert said == f"{tmp_path / 'folder'} is a folder. Name a file in it: --data {tmp_path / 'folder'}/house.db.\n"


def test_a_file_of_another_kind_is_not_touched(tmp_path: Path) -> None:
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Bob, this is not a house. " * 100)
    code, said = attempt("--port", "0", "--data", str(letter))
    assert code == 2
    assert "isn’t a Pioche data file" in said
    assert letter.read_text().startswith("Dear Bob")


def test_a_copy_is_made_while_people_play_and_leads_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "1000")

    async def play() -> tuple[str, str, list[str], str]:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("hawthorn", {"pace": "relaxed"}, {"start": True}, seats=3, deals=2)
            async with alice.at(made["code"]) as a:
                await Player(a, random.Random(1)).play(lambda: a.n > 30)
                assert maintenance_commands.make_copy(tmp_path / "copy.db", house.data) == 0
                copied = a.n
                await Player(a, random.Random(2)).play()
            return alice.token, made["code"], a.raw[:copied], a.stream

    async def look(token: str, code: str, raw: list[str], stream: str) -> None:
        async with Client(other.address, token=token) as alice, alice.at(code) as a:
            await a.until(lambda: a.n >= len(raw) and a.view)
            assert a.raw[: len(raw)] == raw
            assert a.stream == stream.replace(":1:", ":2:"), "history may be another one: a new epoch"
            await Player(a, random.Random(3)).play()

    try:
        found = run(play())
        assert maintenance_commands.make_copy(tmp_path / "copy.db", house.data) == 2, "never over an existing file"
        (tmp_path / "other").mkdir()
        assert maintenance_commands.restore(tmp_path / "copy.db", tmp_path / "other" / "house.db") == 0
        other = Running(tmp_path / "other", "--tempo", "0", "--loose", "1000")
        run(look(*found))
        other.stop()
        assert export.main(tmp_path / "records", house.data, "fr") == 0
        assert "1 enregistrement écrit" in capsys.readouterr().out
        (record,) = (tmp_path / "records").glob("hawthorn-*.jsonl")
        assert pioche.replay(record).over
        verdict = verify(pioche.Record.open(record))
        assert (verdict.kept, verdict.findings[-1].what) == (True, "cards")
    finally:
        house.stop()


def test_the_address_on_the_network_is_shown_with_a_code_to_scan(tmp_path: Path) -> None:
    house = Running(tmp_path, "--lan")
    try:
        assert house.process is not None
        assert house.process.stdout is not None
        lines = [house.process.stdout.readline() for _ in range(12)]
        assert f":{house.port}/" in lines[0]
        assert any("█" in line or "▀" in line for line in lines)
    finally:
        house.stop()
    assert first_start.own_address().count(".") == 3


def test_closing_says_good_bye_and_keeps_everything(tmp_path: Path) -> None:
    house = Running(tmp_path)

    async def play() -> None:
        import asyncio

        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs")
            async with alice.at(made["code"]) as a:
                await a.wish("say", phrase="bye")
                closing = asyncio.create_task(asyncio.to_thread(house.stop))
                await a.until(lambda: a.bye)
                assert (a.bye["reason"], a.bye["retry"]) == ("restart", 500)
                await closing
        assert [entry.phrase for entry in house.journal(made["code"]) if type(entry).__name__ == "Spoke"] == ["bye"]

    run(play())
    assert not house.errors()
