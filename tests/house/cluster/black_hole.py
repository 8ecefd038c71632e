"""A process between workers and their database that can swallow everything, as a broken switch or a firewall does.

`python -m tests.house.cluster.black_hole SOCKET` listens on a port, prints it, and passes on what it hears. Words on its standard
input change that: `hole` passes nothing on, in either direction, and lets nobody know; `lose WORD` waits for a line that
writes that word, passes its COMMIT on and nothing of what the server answers, then hangs up and refuses everybody;
`drop WORD` does the same, but keeps the COMMIT back, too;
`open` is as before.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from typing import Any

HANGS_UP_AFTER = 0.5  # seconds in which the server has certainly committed


class Proxy:
    """Both directions of every line, in one loop."""

    def __init__(self, goal: str) -> None:
        self.goal = goal
        self.mode = "open"
        self.word = b""
        self.free = asyncio.Event()
        self.free.set()
        self.writers: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == "dark":
            writer.transport.abort()
            return
        await self.free.wait()
        try:
            there, back = await asyncio.open_unix_connection(self.goal)
        except OSError:  # the server is away
            writer.transport.abort()
            return
        self.writers |= {writer, back}
        await asyncio.gather(self.pump(reader, back, True), self.pump(there, writer, False), return_exceptions=True)

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asks: bool) -> None:
        written = False
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                await self.free.wait()
                written = self.mode in ("lose", "drop") and asks and (written or self.word in data)
                if written and b"COMMIT" in data:
                    if self.mode == "drop":
                        self.hang_up()
                        return
                    self.mode = "losing"
                    asyncio.get_running_loop().call_later(HANGS_UP_AFTER, self.hang_up)
                if asks or self.mode != "losing":
                    writer.write(data)
        writer.close()

    def hang_up(self) -> None:
        self.mode = "dark"
        for writer in self.writers:
            writer.transport.abort()
        self.writers = set()

    def told(self, order: str) -> None:
        self.mode, _, word = order.partition(" ")
        self.word = word.encode()
        if self.mode == "hole":
            self.free.clear()
        else:
            self.free.set()


async def main(goal: str) -> None:
    proxy, loop = Proxy(goal), asyncio.get_running_loop()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while word := await orders.readline():
        proxy.told(word.decode().strip())
        print("done", flush=True)


class BlackHole:
    """The process, and its reins."""

    def __init__(self, postgres: Any, store: str) -> None:
        goal = str(postgres.folder / ".s.PGSQL.5432")
        command = [sys.executable, "-m", "tests.house.cluster.black_hole", goal]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        port = int(self.process.stdout.readline())
        self.store = store.replace(
            f"host={postgres.folder}", f"host=127.0.0.1&port={port}&sslmode=disable&gssencmode=disable"
        )

    def _say(self, word: str) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def swallow(self) -> None:
        self._say("hole")

    def lose_the_commit_of(self, word: str) -> None:
        self._say(f"lose {word}")

    def drop_the_commit_of(self, word: str) -> None:
        self._say(f"drop {word}")

    def open(self) -> None:
        self._say("open")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
