"""Somebody who only wants to play, while everything hostile is tried on every door: how long did they wait?"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pioche.client import Client, Sitting
from pioche.house.operations.limits import COMMAND_RATE
from tests.house.running import Running, run

PAUSE = 1.5 / COMMAND_RATE.per_second  # seconds between two moves of the innocent
WARM = 60.0  # seconds until the first burst of everything is over: memory is compared with what it was then


@dataclass
class Seen:
    """What the innocent player and the house went through."""

    began: float = field(default_factory=time.monotonic)
    waits: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)  # when each was over
    acknowledged: list[str] = field(default_factory=list)
    code: str = ""
    before: float = 0.0
    after: float = 0.0
    answers: dict[str, int] = field(default_factory=dict)

    @property
    def errors(self) -> dict[str, int]:
        return {name: count for name, count in self.answers.items() if name[:1] == "5"}

    def report(self) -> str:
        waits = sorted(self.waits)
        longest = sorted(zip(self.waits, self.ends, strict=True), reverse=True)[:5]
        told = ", ".join(f"{wait * 1000:.0f} ms in second {end - self.began:.0f}" for wait, end in longest)
        middle, late = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        return (
            f"{len(waits)} moves; longest wait {waits[-1] * 1000:.1f} ms, 99 % {late * 1000:.1f} ms, half {middle * 1000:.1f}"
            f" ms; memory {self.before:.1f} -> {self.after:.1f} MB; answers {json.dumps(self.answers)}; longest: {told}"
        )


async def innocent(table: Sitting, seen: Seen, stop: asyncio.Event) -> None:
    """Moves when it is their turn, quicker than people but not quicker than the house allows (`limits.COMMAND_RATE`), and begins
    again when a match is over."""
    k = 0
    while not stop.is_set():
        began = time.monotonic()
        if table.table.get("phase") == "over":
            await table.wish("rematch")
            await table.until(lambda: table.table.get("phase") == "playing")
        elif table.menu:
            k += 1
            do, table.menu = table.menu[0]["do"], None
            await table.move(do, f"calm{k}")
            seen.acknowledged.append(f"calm{k}")
            seen.ends.append(time.monotonic())
            seen.waits.append(seen.ends[-1] - began)
            await asyncio.sleep(PAUSE)
        else:
            await table.hear()


def attackers(house: Running, seconds: float, seed: int, only: str = "") -> subprocess.Popen[str]:
    """On the other core, where there is one, and at the lowest priority: as if on other machines."""
    cores = sorted(os.sched_getaffinity(0))

    def step_aside() -> None:
        os.sched_setaffinity(0, {cores[-1]})
        os.nice(19)

    command = [sys.executable, "-m", "tests.house.doors.attackers", str(house.port), str(seconds), str(seed)]
    return subprocess.Popen(command + ([only] if only else []), stdout=subprocess.PIPE, text=True, preexec_fn=step_aside)


def watch(house: Running, seconds: float, seed: int, warm: float, only: str = "") -> Seen:
    """Play while they attack. Our own garbage collection is no wait of the house's: of the happenings of ten minutes it takes
    a tenth of a second."""
    seen = Seen()
    gc.disable()
    cores = sorted(os.sched_getaffinity(0))
    assert house.process is not None
    os.sched_setaffinity(house.process.pid, {cores[0]})

    async def play() -> None:
        async with Client(house.address, "Calm") as calm:
            made = await calm.make("hawthorn", {"pace": "relaxed"}, {"start": True})
            seen.code = str(made["code"])
            stop = asyncio.Event()
            async with calm.at(seen.code) as table:
                await table.until(lambda: table.view)
                playing = asyncio.create_task(innocent(table, seen, stop))
                hostile = attackers(house, seconds, seed, only)
                await asyncio.sleep(warm)
                seen.before = house.rss()
                while hostile.poll() is None:
                    assert not playing.done(), playing.exception()
                    await asyncio.sleep(0.2)
                assert hostile.stdout is not None
                seen.answers = json.loads(hostile.stdout.read() or "{}")
                hostile.stdout.close()
                seen.after = house.rss()
                stop.set()
                await playing

    try:
        run(play(), seconds + 300)
    finally:
        gc.enable()
    return seen


def every_acknowledged_move_stands(house: Running, seen: Seen) -> bool:
    stored = [getattr(entry, "id", "") for entry in house.journal(seen.code)]
    return [id for id in stored if id.startswith("calm")] == seen.acknowledged


def checked(house: Running, seen: Seen) -> None:
    print(seen.report())
    assert len(seen.waits) > 20
    assert not seen.errors, seen.report()
    assert every_acknowledged_move_stands(house, seen)
    assert not house.errors(), house.errors()[-3:]


def test_nobody_waits_for_whoever_attacks(tmp_path: Path) -> None:
    """The short version: nothing lost, no error of ours, and no wait a person would call a break."""
    house = Running(tmp_path, "--tempo", "0", "--log", "info")
    try:
        seen = watch(house, 15, 1, 10)
        checked(house, seen)
        assert max(seen.waits) < 5, seen.report()
        assert sorted(seen.waits)[len(seen.waits) // 2] < 1, seen.report()
    finally:
        house.stop()


@pytest.mark.campaign
def test_ten_minutes_of_everything_hostile(tmp_path: Path) -> None:
    """On a machine that does nothing else."""
    seconds = float(os.environ.get("SECONDS_OF_FUZZ", "600"))
    house = Running(tmp_path, "--tempo", "0", "--log", "info")
    try:
        seen = watch(house, seconds, 2, min(WARM, seconds / 2))
        checked(house, seen)
        assert max(seen.waits) <= 0.050, seen.report()
        assert seen.after - seen.before < 10, seen.report()
    finally:
        house.stop()


def figures(argv: list[Any]) -> None:
    """`python -m tests.house.doors.test_watchdog 30 [attack,attack]`: only the report."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        house = Running(Path(folder), "--tempo", "0", "--log", "info")
        seen = watch(house, float(argv[1]), 3, float(argv[1]) / 2, argv[2] if len(argv) > 2 else "")
        house.stop()
        print(seen.report())
        print(house.errors()[-3:])


if __name__ == "__main__":
    figures(sys.argv)
