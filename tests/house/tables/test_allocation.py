"""What is no longer used goes back to the system, in a real process and as the system counts it."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading
from pioche.house.operations.allocation import return_freed_memory

def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

def answers():
    large = bytearray(8 * 2**20)  # glibc learns to keep as much
    del large
    before = megabytes()
    many = [bytearray(b"x" * 2**20) for _ in range(30)]
    kept.append(bytearray(5000))  # something small that stays lies behind them
    del many
    print(megabytes() - before)

kept = []
if sys.argv[1] == "given back":
    return_freed_memory()
thread = threading.Thread(target=answers)
thread.start()
thread.join()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the settings are glibc's")
def test_a_thread_that_made_large_answers_gives_their_memory_back() -> None:
    def grown(how: str) -> float:
        done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
        return float(done.stdout)

    assert grown("left alone") > 10
    assert grown("given back") < 5
