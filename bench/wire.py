"""Lines of a real length between real kernels: two network namespaces, and a wire of ours between them.

The house is in one namespace, the players are in the other. Each has a TUN device; a process of its own carries every
packet from one to the other, as late as the address of the player says. So both kernels see the delay in all they
send: handshakes, acknowledgements, data. Linux, as root or where user namespaces are allowed; nothing outside the two
namespaces is touched. (`tc netem` would do the same, but is not in every kernel.)
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import os
import random
import selectors
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
NEWNET, NEWUSER = 0x40000000, 0x10000000
HOUSE = "10.77.0.1"
PLAIN = "10.78.0.1"  # an address of the players without any delay


class Length(NamedTuple):
    """A line: its round trip and how much that varies, up or down, in milliseconds."""

    rtt: float
    jitter: float = 0.0


def address(k: int) -> str:
    """Of the k-th line."""
    return f"10.78.{1 + k // 250}.{1 + k % 250}"


def unshare() -> None:
    """Into a network of one's own, where nothing is."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEWNET) and libc.unshare(NEWNET | NEWUSER):
        raise OSError(ctypes.get_errno(), "no network namespaces here")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def tun(name: str) -> int:
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    subprocess.run(["ip", "link", "set", name, "up", "mtu", "1500", "txqueuelen", "5000"], check=True)
    return fd


def house_side() -> int:
    """Called first: the house is started behind it."""
    unshare()
    fd = tun("house")
    for words in (["addr", "add", f"{HOUSE}/32", "dev", "house"], ["route", "add", "10.78.0.0/16", "dev", "house"]):
        subprocess.run(["ip", *words], check=True)
    return fd


def players_side(lines: Sequence[Length]) -> int:
    unshare()
    fd = tun("players")
    addresses = [PLAIN, *(address(k) for k in range(len(lines)))]
    words = "".join(f"addr add {one}/32 dev players\n" for one in addresses)
    words += f"route add {HOUSE}/32 dev players src {PLAIN}\n"
    subprocess.run(["ip", "-batch", "-"], input=words, text=True, check=True)
    return fd


def carry(house: int, players: int, lines: Sequence[Length], seed: int) -> int:
    """Start the wire; its process id. Packets of one line and direction never overtake each other."""
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _carry(house, players, {bytes(map(int, address(k).split("."))): line for k, line in enumerate(lines)}, seed)
    finally:
        os._exit(0)


def _carry(house: int, players: int, lengths: dict[bytes, Length], seed: int) -> None:
    parent, dice = os.getppid(), random.Random(seed)
    waiting: list[tuple[float, int, int, bytes]] = []
    last: dict[tuple[int, bytes], float] = {}
    plain, count = Length(0), 0
    with selectors.DefaultSelector() as selector:
        selector.register(house, selectors.EVENT_READ, players)
        selector.register(players, selectors.EVENT_READ, house)
        while os.getppid() == parent:
            left = waiting[0][0] - time.perf_counter() if waiting else 1.0
            # the last half millisecond is waited out awake: a timer would come late
            ready = selector.select(max(0.0, left - 0.0005) if left > 0.0005 else 0)
            for key, _ in ready:
                while True:
                    try:
                        packet = os.read(key.fd, 2048)
                    except BlockingIOError:
                        break
                    if packet[0] >> 4 != 4:
                        continue
                    far = packet[16:20] if key.fd == house else packet[12:16]
                    line = lengths.get(far, plain)
                    due = time.perf_counter() + (line.rtt + dice.uniform(-line.jitter, line.jitter)) / 2000
                    due = last[key.fd, far] = max(due, last.get((key.fd, far), 0.0))
                    count += 1
                    heapq.heappush(waiting, (due, count, key.data, packet))
            while waiting and waiting[0][0] <= time.perf_counter():
                _, _, there, packet = heapq.heappop(waiting)
                try:
                    os.write(there, packet)
                except OSError:  # as on any network, a packet may be lost
                    continue


def possible() -> str:
    """Why there can be no wire here; "": there can."""
    if not sys.platform.startswith("linux"):
        return "needs Linux"
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        return "/dev/net/tun cannot be opened"
    tried = subprocess.run([sys.executable, "-c", "from bench.wire import house_side; house_side()"], capture_output=True)
    return tried.stderr.decode().strip().rpartition("\n")[2] if tried.returncode else ""
