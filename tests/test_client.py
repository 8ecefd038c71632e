"""What the small client needs, what it says when that is missing, and that it passes on all it is told."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

from pioche.client import Client, Sitting


def test_without_httpx_it_says_what_to_install() -> None:
    program = "import sys; sys.modules['httpx'] = None; import pioche.client"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")

    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "pioche.client needs the package httpx: pip install 'pioche[client]'." in last
    assert "demande le paquet httpx" in last


def test_nothing_else_needs_httpx() -> None:
    program = (
        "import sys; sys.modules['httpx'] = sys.modules['matplotlib'] = None; "
        "import pioche, pioche.lab.arena, pioche.lab.ladder, pioche.house.app; from pioche.terminal.cli import main; main(['games'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")

    assert (done.returncode, done.stderr) == (0, "")


class Line:
    """A socket on which everything has been said already; each wish is answered after the news it causes."""

    def __init__(self, *told: list[dict[str, Any]]) -> None:
        self.told, self.waiting = list(told), list[dict[str, Any]]()

    async def send(self, text: str) -> None:
        self.waiting += [*self.told.pop(0), {"t": "ack", "id": json.loads(text)["id"], "n": 0}]

    async def recv(self) -> str:
        return json.dumps(self.waiting.pop(0), separators=(",", ":"))


def news(n: int, *menu: str) -> dict[str, Any]:
    event = {"n": n, "by": "game", "kind": "hit", "match": 1, "about": {}, "en": "", "fr": "", "at": None}
    return {"t": "news", "events": [event], "view": {}, "menu": [{"do": do} for do in menu], "clock": None, "more": False}


def test_news_that_come_before_the_answer_to_a_wish_are_not_lost() -> None:
    async def play() -> list[tuple[list[int], list[str]]]:
        table = Sitting(Client("http://127.0.0.1:1"), "k7m39qfx2p")
        table.shares = None
        table.socket = Line([news(1), news(2, "hit")], [news(3, "fold")])  # type: ignore[assignment]
        heard = []
        await table.wish("start")
        async for one in table.news():
            heard.append(([event["n"] for event in one["events"]], [choice["do"] for choice in one["menu"]]))
            if one["menu"][0]["do"] == "fold":
                break
            await table.move(one["menu"][0]["do"])
        return heard

    assert asyncio.run(play()) == [([1, 2], ["hit"]), ([3], ["fold"])]
