"""What is closed leaves the memory at once: nothing lies in circles that only a garbage collection would find.

Where it did, a collection in the middle of play took a quarter of a second, and memory grew until there was one.
"""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

from tests.house.doors.test_watchdog import attackers
from tests.house.running import Running


def test_nothing_of_ours_waits_for_a_garbage_collection(tmp_path: Path) -> None:
    """Connections cut in every way, refusals, tables that fall asleep, tournaments: everything hostile for some seconds."""
    counted = tmp_path / "counted.json"
    program = ("-m", "tests.house.doors.counting_house")
    house = Running(tmp_path, "--tempo", "0", program=program, env={"COUNTED": str(counted)})
    try:
        house.settled_rss()
        assert house.process is not None
        house.process.send_signal(signal.SIGUSR1)
        hostile = attackers(house, 8, 5)
        hostile.communicate()
        time.sleep(6)  # of more than a hundred tables nobody is at, some fall asleep
        house.process.send_signal(signal.SIGUSR2)
        for _ in range(100):
            if counted.exists() and counted.read_text(encoding="utf-8"):
                break
            time.sleep(0.1)
        found = json.loads(counted.read_text(encoding="utf-8"))
    finally:
        house.stop()
    lines = ("pioche.house.sockets.http_guard.GuardedHttp", "websockets.server.ServerProtocol", "starlette.requests.Request")
    for name in ("pioche.house.tables.room.Room", *lines):
        assert found.get(name, 0) <= 2, found  # hundreds of each were there
    assert sum(found.values()) < 2_000, found  # 25,000 where connections, rooms and errors kept themselves
