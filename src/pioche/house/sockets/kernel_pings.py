"""Round trips as the kernel measures them: when the far kernel acknowledged what it was sent (Linux).

A program can hold back its pong, and with it an acknowledgement that was to travel along: for 40 ms or more, depending on
the system. Two full segments it cannot hold back: they are acknowledged at once (RFC 5681, 4.2). So a measured ping is
preceded by two segments of unasked pongs, which no client answers (RFC 6455, 5.5.3), and the kernel reports when they went
out and when they were acknowledged (SO_TIMESTAMPING). Reports wait in the socket's error queue. One descriptor for
all connections wakes the loop for them, on any kind of loop.
"""

from __future__ import annotations

import asyncio
import os
import select
import socket
import sys
from collections.abc import Callable
from struct import error, pack, unpack_from
from typing import Any

from pioche.house.sockets.latency import RoundTrips

SO_TIMESTAMPING = 37  # <asm-generic/socket.h>
TX_SCHED, TX_ACK = 1 << 8, 1 << 9  # <linux/net_tstamp.h>: left for the network, acknowledged by the far kernel
REPORT = 1 << 4 | 1 << 7 | 1 << 11  # times of the system clock, with a number, without the data
SENT, ACKED = 1, 2  # what a report is about <linux/errqueue.h>
ERRORS = {(socket.IPPROTO_IP, 11), (socket.IPPROTO_IPV6, 25)}  # IP_RECVERR, IPV6_RECVERR
SND_MSS, MIN_RTT = 16, 148  # places in struct tcp_info <linux/tcp.h>
MAX_NETWORK_SEGMENT_BYTES = 9000  # no network has longer ones: such a connection stays in the machine
MAX_TRIP_MS = 10_000  # milliseconds; more is a clock that was set
PONG, MAX_PONG_BYTES = 0x8A, 125  # the first byte of a whole pong, and the most it holds (RFC 6455, 5.5)


def least_trip(sock: Any) -> float | None:
    """Return the least round trip the kernel has seen on a socket lately, the handshake included, in milliseconds."""
    if sys.platform != "linux" or sock is None:
        return None
    try:
        found: int = unpack_from("=I", sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 152), MIN_RTT)[0]
    except (OSError, error):
        return None
    return None if found == 0xFFFFFFFF else found / 1000


class KernelPings:
    """The kernel's measures of one connection, which go to `trips`."""

    def __init__(self, fd: int, trips: RoundTrips, loop: asyncio.AbstractEventLoop) -> None:
        """Raise OSError where the kernel has no such measures."""
        self.trips = trips
        self._sent: dict[int, float] = {}  # reports that wait for their acknowledgement, by number
        self._socket = socket.socket(fileno=os.dup(fd))
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPING, REPORT)
            self._reader = ErrorQueueReader.of(loop)
            self._reader.add(self._socket.fileno(), self._read)
        except OSError:
            self._socket.close()
            raise
        trips.inside = self._segment() > MAX_NETWORK_SEGMENT_BYTES
        trips.least = self.least

    @classmethod
    def on(cls, transport: asyncio.Transport, trips: RoundTrips, loop: asyncio.AbstractEventLoop) -> KernelPings | None:
        """Return the kernel's measures of a connection; None where there are none."""
        sock = transport.get_extra_info("socket")
        if sys.platform != "linux" or sock is None or transport.get_extra_info("sslcontext") is not None:
            return None
        try:
            return cls(sock.fileno(), trips, loop)
        except OSError:
            return None

    def least(self) -> float | None:
        return least_trip(self._socket)

    def _segment(self) -> int:
        return int(unpack_from("=I", self._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 152), SND_MSS)[0])

    def send(self, transport: asyncio.Transport) -> None:
        """Send two full segments; do nothing while other data waits to be sent, which would go first."""
        if self.trips.inside or transport.get_write_buffer_size() or transport.is_closing():
            return
        try:
            data = padding(2 * self._segment())
            ask = [(socket.SOL_SOCKET, SO_TIMESTAMPING, pack("=I", TX_SCHED | TX_ACK))]
            gone = self._socket.sendmsg([data], ask)
        except OSError:
            return
        if gone < len(data):
            transport.write(data[gone:])

    def _read(self) -> None:
        while True:
            try:
                _, notes, _, _ = self._socket.recvmsg(0, 512, socket.MSG_ERRQUEUE | socket.MSG_DONTWAIT)
            except OSError:
                return
            self._note(notes)

    def _note(self, notes: list[tuple[int, int, bytes]]) -> None:
        at, what, number = 0.0, 0, -1
        for level, kind, data in notes:
            if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPING):
                seconds, nanoseconds = unpack_from("@ll", data)
                at = seconds * 1000 + nanoseconds / 1e6
            elif (level, kind) in ERRORS:
                what, number = unpack_from("=II", data, 8)
        if what == SENT:
            if len(self._sent) > 8:  # acknowledgements of a connection that is cut
                self._sent.clear()
            self._sent[number] = -1.0 if number in self._sent else at  # sent again: it is unknown which one arrived
        elif what == ACKED:
            sent = self._sent.pop(number, -1.0)
            if sent >= 0 and 0 <= at - sent < MAX_TRIP_MS:
                self.trips.kernel.append(at - sent)

    def close(self) -> None:
        self.trips.least = None
        self._reader.drop(self._socket.fileno())
        self._socket.close()


class ErrorQueueReader:
    """The error queues of all measured sockets: one descriptor wakes the loop when the kernel has reports in any of them."""

    _one: ErrorQueueReader | None = None

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self._callbacks = loop, dict[int, Callable[[], None]]()
        self._epoll = select.epoll()
        loop.add_reader(self._epoll.fileno(), self._read_errors)

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> ErrorQueueReader:
        """Return the reader of a loop; a process has one loop."""
        if cls._one is None or cls._one.loop is not loop:
            cls._one = cls(loop)
        return cls._one

    def add(self, fd: int, read: Callable[[], None]) -> None:
        self._epoll.register(fd, select.EPOLLET)  # errors are always reported
        self._callbacks[fd] = read

    def drop(self, fd: int) -> None:
        if self._callbacks.pop(fd, None) is not None:
            self._epoll.unregister(fd)

    def _read_errors(self) -> None:
        for fd, _ in self._epoll.poll(0):
            if fd in self._callbacks:
                self._callbacks[fd]()


def padding(length: int) -> bytes:
    """Return so many bytes of unasked pongs."""
    whole, rest = divmod(length, MAX_PONG_BYTES + 2)
    if rest == 1:  # too short for a frame: the one before gives a byte
        return padding(length - 2) + bytes((PONG, 0))
    frames = bytes((PONG, MAX_PONG_BYTES)) + bytes(MAX_PONG_BYTES)
    return frames * whole + (bytes((PONG, rest - 2)) + bytes(rest - 2) if rest else b"")
