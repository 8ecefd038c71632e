"""CPU time of a move in the server, without sockets and without a disk: four people at a table who all read.

    python -m bench.moves src /elsewhere/src     the same matches on several source trees, by turns
    python -m bench.moves src                    on one

Every move of a match is timed by itself, and its shortest time of all repetitions counts: what else the machine does
lengthens some of them, never all.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import time
from typing import Any

GAMES: dict[str, dict[str, Any]] = {"hawthorn": {"seats": 4}, "kitty": {}}
PEOPLE, ROUNDS, REPETITIONS = 4, 3, 30
STEPS_A_MOVE = 4  # of the event loop, until a move is answered
KEY = (1 << 200) + 12345  # deals come from a key, as in a match of the server


class Connection:
    """A connection that takes everything."""

    address, many, takes_more, racing = "127.0.0.1", 1, True, False

    def measured(self) -> Any:
        from pioche.house.tables.circumstances import NO_CONNECTION

        return NO_CONNECTION

    def send_texts(self, texts: list[bytes]) -> None: ...
    def measure_often(self, fair: bool) -> None: ...
    def drop(self) -> None: ...


class Server:
    """Registry, writer and services of a table in one."""

    epoch, speed, tempo = 1, 1.0, 0.0

    def __init__(self) -> None:
        from pioche.house.operations.limits import Limits

        self.limits, self.writer, self.written = Limits(1000), self, 0

    async def append(self, code: str, first: int, bodies: list[bytes], token: int) -> None:
        await asyncio.sleep(0)
        self.written += len(bodies)

    def schedule_list_update(self, state: Any) -> None: ...
    def visited(self, person: str, code: str) -> None: ...
    def preload_game(self, game: str) -> None: ...
    def forget(self, actor: Any) -> None: ...


def begun(name: str) -> Any:
    from pioche.engine.game import load
    from pioche.house.protocol.messages import Settings
    from pioche.house.tables import journal as j
    from pioche.house.tables.state import TableState

    game = load(name, **GAMES[name])
    state = TableState(j.Opened(code="T", game=name, preset="", options=dict(game.options), settings=Settings()))
    for who in range(1, PEOPLE + 1):
        state.absorb(j.Joined(person=f"person {who}", name=f"Name {who}"))
    for who in range(1, PEOPLE + 1):
        state.absorb(j.Sat(who=who, seat=who - 1))
    state.absorb(j.Began(match=1, seed=str(KEY), names=list(state.names[-1]), rules=game.rules.version))
    return state


async def steps(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def match(name: str) -> list[float]:
    """Play a match; return the seconds of CPU each move took."""
    from pioche.house.protocol import messages as p
    from pioche.house.tables.news import Reader
    from pioche.house.tables.room import Room

    server: Any = Server()
    room = Room(server, server, begun(name), 1)
    readers = [Reader(who, "", Connection()) for who in range(1, PEOPLE + 1)]
    for reader in readers:
        room.enter(reader, None, "")
    await steps(20)
    dice, costs = random.Random(5), list[float]()
    while room.state.phase == "playing":
        table, length = room.state.table, room.state.length
        assert table is not None
        seat = table.actors[0]
        move = p.Move(f"m{len(costs)}", dice.choice(table.legal(seat)))
        began = time.process_time()
        room.receive(readers[seat], move, room.loop.time())
        await steps(STEPS_A_MOVE)
        costs.append(time.process_time() - began)
        assert room.state.length > length, "a move was not stored in time"
    room.close()
    return costs


def shortest(name: str) -> float:
    """Return the microseconds a move takes, on average over the match."""
    best: list[float] = []
    for _ in range(REPETITIONS):
        gc.collect()
        gc.disable()
        costs = asyncio.run(match(name))
        gc.enable()
        best = list(map(min, best or costs, costs))
    return 1e6 * sum(best) / len(best)


def main(trees: list[str]) -> None:
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for tree in trees:
            env = {**os.environ, "PYTHONPATH": tree}
            told = subprocess.run([sys.executable, "-m", "bench.moves"], env=env, check=True, stdout=subprocess.PIPE).stdout
            for name, cost in json.loads(told).items():
                best[tree, name] = min(cost, best.get((tree, name), cost))
    for (tree, name), cost in best.items():
        print(f"{name:9} {cost:6.1f} µs a move, {cost / best[trees[0], name]:.3f} of the first  {tree}")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1:])
    else:
        print(json.dumps({name: shortest(name) for name in GAMES}))
