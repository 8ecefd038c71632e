"""A tournament with people who register, play, sign and come back, whatever happens to the house meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from collections.abc import AsyncIterator
from typing import Any

from pioche.client import LOST, Client, Refused
from pioche.tournament import Tournament
from tests.house.players import Acked, Player

QUICK = {"lap_limit": 5, "slam_window": 1000}  # of Agnès
BUSY = {"moved", "disk_refuses", "too_often"}


class Evening:
    """The organiser and the people; `again` asks until the house answers."""

    def __init__(self, organiser: Client, code: str, links: dict[str, Any]) -> None:
        self.organiser, self.code, self.links = organiser, code, links
        self.people: dict[str, Client] = {}
        self.acks: dict[str, list[tuple[str, Acked]]] = {}  # table -> (name, move)
        self.done: list[str] = []  # ids of what was answered
        self.dice = random.Random(code)
        self.stack = contextlib.AsyncExitStack()

    @property
    def path(self) -> str:
        return f"/api/tournaments/{self.code}"

    @property
    def secret(self) -> str:
        return self.links["entrants"].partition("#")[2]

    async def again(self, ask: Any, *args: Any, **named: Any) -> Any:
        """The house may be dead, or have just come back."""
        while True:
            try:
                return await ask(*args, **named)
            except LOST:
                await asyncio.sleep(0.1)
            except Refused as no:
                if no.reason not in BUSY:
                    raise
                await asyncio.sleep(0.1)

    async def act(self, who: str | None, do: str, **told: Any) -> Any:
        client = self.organiser if who is None else self.people[who]
        wish = {"id": secrets.token_hex(6), "do": do, **told}
        answer = await self.again(client.post, f"{self.path}/act", wish)
        self.done.append(str(wish["id"]))
        return answer

    async def manage(self, do: str, **told: Any) -> Any:
        return await self.again(self.organiser.post, f"{self.path}/manage", {"id": secrets.token_hex(6), "do": do, **told})

    async def look(self, who: str | None = None) -> Any:
        return await self.again((self.organiser if who is None else self.people[who]).get, self.path)

    async def guest(self, name: str) -> Client:
        client: Client = await self.again(self.stack.enter_async_context, Client(self.organiser.address, name))
        return client

    async def enter(self, name: str, check_in: bool = True, secret: str = "", **told: Any) -> Client:
        client = await self.guest(name)
        wish = {"secret": secret or self.secret, "name": name, **told}
        await self.again(client.post, f"{self.path}/join", wish)
        self.people[name] = client
        if check_in and (await self.look(name))["you"]["status"] == "registered":
            await self.act(name, "check_in")
        return client

    async def round_begins(self) -> Any:
        await self.act(None, "seat")
        return await self.act(None, "start")

    async def log(self, who: str | None = None) -> Tournament:
        client = self.organiser if who is None else self.people[who]
        text = await self.again(client.get, f"{self.path}/log")
        return Tournament.replay([json.loads(line) for line in text.splitlines()], verify=True)

    async def play(self, absent: tuple[str, ...] = (), sign: bool = True) -> None:
        """Everybody plays their table of this round to its end, and signs the result."""
        await asyncio.gather(*(self.sit_and_play(name, sign) for name in self.people if name not in absent))

    async def sit_and_play(self, name: str, sign: bool = True) -> None:
        client = self.people[name]
        while True:
            place = (await self.look(name))["you"]["place"]
            if place is None or place["status"] == "final" or (not sign and place["status"] != "running"):
                return
            if place["status"] == "proposed" and not place["i_confirmed"]:
                with contextlib.suppress(Refused):  # somebody else's word made it final
                    await self.act(name, "confirm", table=place["table"])
            elif place["status"] == "running" and place["link"] and not place["over"]:
                await self._at_table(client, name, place["code"])
            await asyncio.sleep(0.05)

    async def _at_table(self, client: Client, name: str, code: str) -> None:
        sitting = client.at(code)
        player = Player(sitting, random.Random(self.dice.getrandbits(32)))
        try:
            await player.play()
        except Refused as no:
            if no.reason not in BUSY | {"not_joined"}:
                raise
        except TimeoutError:
            pass  # nothing to hear: look where one plays
        finally:
            self.acks.setdefault(code, []).extend((name, ack) for ack in player.acks if not ack.late)
            with contextlib.suppress(*LOST):
                await sitting.close()


@contextlib.asynccontextmanager
async def evening(address: str, game: str = "agnes", **wish: Any) -> AsyncIterator[Evening]:
    """A tournament whose organiser has just made it."""
    async with Client(address, "Olga") as organiser:
        options = {"game_options": QUICK} if game == "agnes" else {}
        made = await organiser.post("/api/tournaments", {"game": game, **options, **wish})
        found = Evening(organiser, made["code"], made["links"])
        async with found.stack:
            yield found
