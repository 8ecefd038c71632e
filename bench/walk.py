"""The way something takes through our own code: `python -m bench.walk` prints it, `python -m bench.walk move` one of them.

Three walks:

- `move`: one `hit` at a running Hawthorn table. A real house is opened in this process, on a real file, with real
  sockets: four people sit at the table, each with one connection. The walk begins when the server has read the bytes of
  the message from the line. It ends when the news has been handed to the transports of all four and the answer to the
  transport of the one who moved. Both threads of the server count: the one of the event loop and the one that writes to
  the disk. The people are in another thread, which does not count.
- `simulate`: `pioche simulate hawthorn`, from the command line to the printed table.
- `search`: one decision of a bot that thinks ahead, at a Hawthorn table.

How it is counted, always in the same way: every call of a function whose file is below `src/pioche`. A coroutine that goes
on after it has waited counts as called again, and a comprehension counts as a function where Python makes one of it (up to
3.11). Modules are imported, catalogues read and kernels compiled before: each walk is made once without counting. `changes
of file` is how often a call is in another file than the call before.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

import pioche
from pioche.client import Client, Sitting

SOURCE = str(Path(pioche.__file__).parent) + "/"
SEED = 7  # of the cards: the same match each time
QUIET = 0.2  # seconds until the server has nothing left to do


@dataclass
class Walk:
    """What was passed. `files` are in the order of the first visit, as paths below `src/pioche`."""

    files: list[str] = field(default_factory=list)
    steps: dict[CodeType, int] = field(default_factory=dict)  # functions in the order of the first visit, and how often
    calls: int = 0
    changes: int = 0

    @property
    def functions(self) -> list[str]:
        """`file:function`, in the order of the first visit."""
        return [f"{code.co_filename[len(SOURCE) :]}:{code.co_qualname}" for code in self.steps]

    def __str__(self) -> str:
        of = {file: [code for code in self.steps if code.co_filename[len(SOURCE) :] == file] for file in self.files}
        lines = [
            f"  {file:<32} {len(codes):>3} functions {sum(self.steps[code] for code in codes):>5} calls"
            for file, codes in of.items()
        ]
        sums = f"{len(self.files)} files, {len(self.steps)} functions, {self.calls} calls, {self.changes} changes of file"
        return "\n".join([*lines, sums])


class Recorder:
    """Takes part in a walk as the profiler of a thread. It begins with the first call of `begins`, if that is named."""

    def __init__(self, begins: str = "") -> None:
        self.walk = Walk()
        self.begins = begins
        self.on = False
        self._last = ""
        self._turn = threading.Lock()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.on or event != "call":
            return
        code = frame.f_code
        if self.begins:
            if code.co_name == self.begins:
                self.begins = ""
            return
        if code.co_filename.startswith(SOURCE):
            with self._turn:
                self._count(code)

    def _count(self, code: CodeType) -> None:
        walk, file = self.walk, code.co_filename[len(SOURCE) :]
        walk.calls += 1
        walk.changes += file != self._last
        self._last = file
        if code not in walk.steps:
            walk.steps[code] = 0
            if file not in walk.files:
                walk.files.append(file)
        walk.steps[code] += 1


def walk(work: Callable[[], object]) -> Walk:
    """The walk of a call in this thread. Do it once before, so that everything is loaded."""
    recorder = Recorder()
    recorder.on = True
    before = sys.getprofile()
    sys.setprofile(recorder)
    try:
        work()
    finally:
        sys.setprofile(before)
    return recorder.walk


# -- a move at a table -----------------------------------------------------------------------------------


@contextlib.contextmanager
def house(recorder: Recorder) -> Iterator[str]:
    """The address of a house with one file, in threads of this process that are watched by the recorder."""
    from pioche.house import app, serve
    from pioche.house.core import table_lists
    from pioche.house.core.house import Config
    from pioche.house.protocol import sentence_templates
    from pioche.house.sockets import connection_book
    from pioche.house.stores.sqlite import SQLiteStore

    with tempfile.TemporaryDirectory() as folder, serve.listen("127.0.0.1", 0) as listening:
        store = SQLiteStore(Path(folder) / "house.db")
        store.open()
        opened = threading.Event()
        sentence_templates.clear()  # what another house of this process has put into words is put into words again
        application = app.build(store, Config(loose=1000))
        server = serve.make_server(application, application.lifespan, opened=opened.set)
        thread = threading.Thread(target=server.run, args=([listening],))
        with contextlib.ExitStack() as stack:
            for module, pause in (
                (app, "SWEEP_SECONDS"),
                (app, "WARM_UP_PAUSE_SECONDS"),
                (table_lists, "PAUSE"),
                (connection_book, "CHECK_SECONDS"),
            ):
                stack.enter_context(patch.object(module, pause, 3600.0))  # nothing but the move
            threading.setprofile(recorder)
            try:
                thread.start()
                opened.wait(30)
                yield f"http://127.0.0.1:{listening.getsockname()[1]}"
            finally:
                threading.setprofile(None)
                server.end()
                thread.join()


async def table_of_four(address: str, stack: contextlib.AsyncExitStack) -> list[Sitting]:
    """Four people at a Hawthorn table whose first cards have been chosen."""
    people = [await stack.enter_async_context(Client(address, name)) for name in ("Anna", "Ben", "Cleo", "Dan")]
    made = await people[0].make("hawthorn", more={"seed": SEED}, seats=4)
    for friend in people[1:]:
        await friend.join(made["code"], made["secret"])
        await friend.sit(made["code"])
    sitting = [await stack.enter_async_context(person.at(made["code"])) for person in people]
    await sitting[0].wish("start")
    for player in sitting:
        await player.until(lambda player=player: player.menu)
        assert player.menu
        await player.move(player.menu[0]["do"])
    return sitting


async def hit(sitting: list[Sitting]) -> None:
    """Whoever's turn it is draws, and all four hear of it."""
    for person in sitting:
        await person.until(lambda person=person: (person.view or {}).get("phase") == "deck_round")
    turn = sitting[(sitting[0].view or {})["turn"]]
    before = [person.n for person in sitting]
    await turn.until(lambda: turn.menu)
    await turn.move("hit")
    for person, n in zip(sitting, before, strict=True):
        await person.until(lambda person=person, n=n: person.n > n)


def move() -> Walk:
    recorder = Recorder("data_received")

    async def play(address: str) -> None:
        async with contextlib.AsyncExitStack() as stack:
            sitting = await table_of_four(address, stack)
            await hit(sitting)
            await asyncio.sleep(QUIET)
            recorder.on = True
            await hit(sitting)
            await asyncio.sleep(QUIET)
            recorder.on = False

    with house(recorder) as address:
        asyncio.run(play(address))
    return recorder.walk


# -- the other two ---------------------------------------------------------------------------------------


def simulate() -> Walk:
    from pioche.terminal import cli

    def work() -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            assert cli.main(["simulate", "hawthorn", "--matches", "100", "--lang", "en"]) == 0

    work()
    return walk(work)


def search() -> Walk:
    from pioche import bots, load

    game = load("hawthorn", seats=4)
    table = game.table(seed=1)
    bot = bots.make("search:0.1", game, 1, measured=True)  # on one core, and it waits until its kernels are there

    def work() -> None:
        bot.choose(table.view(0), table.legal(0), table.events(0), table.memory(0))

    work()
    return walk(work)


WALKS: dict[str, Callable[[], Walk]] = {"move": move, "simulate": simulate, "search": search}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in WALKS]
    if unknown:
        print(f"There is no walk {', '.join(unknown)}; there are {', '.join(WALKS)}.", file=sys.stderr)
        return 2
    for name in names or WALKS:
        print(f"{name}\n{WALKS[name]()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
