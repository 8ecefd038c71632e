"""A line of a given length: everything takes as long to arrive as it would from far away.

The house's kernel cannot see that it is long: the bytes wait in this proxy. So it says it as nginx does (`Forwarded`),
and the house of the tests trusts it by its address.
"""

from __future__ import annotations

import asyncio
from types import TracebackType

ADDRESS = "127.0.0.9"  # from which it comes to the house


class Far:
    """A proxy in front of the house that delays every byte by half the round trip, in both directions. `says`: the round
    trip it tells the house, in milliseconds; by default the truth, -1 for nothing."""

    def __init__(self, address: str, rtt: int, says: int | None = None) -> None:
        self.says = rtt if says is None else says
        self.host, port = address.removeprefix("http://").split(":")
        self.port, self.half = int(port), rtt / 2000
        self.address = ""
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Far:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self.host, self.port, local_addr=(ADDRESS, 0))
        self._writers |= {writer, back}
        said = b"" if self.says < 0 else b"Forwarded: for=127.0.0.1;rtt=%d\r\n" % (1000 * self.says)
        head = (await reader.readuntil(b"\r\n\r\n")).replace(b"\r\n", b"\r\n" + said, 1)
        asyncio.get_running_loop().call_later(self.half, back.write, head)
        await asyncio.gather(self._pump(reader, back), self._pump(there, writer), return_exceptions=True)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(65_536):
            loop.call_later(self.half, writer.write, data)
        loop.call_later(self.half, writer.close)
