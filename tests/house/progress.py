"""How far a campaign has come, told while it runs."""

from __future__ import annotations

import sys
import time


class Progress:
    """Says something ten seconds after it last did. pytest keeps back what is printed, so this goes past it."""

    def __init__(self, what: str, whole: int) -> None:
        self.what, self.whole, self.done = what, whole, 0
        self.began = self.last = time.monotonic()

    def step(self, *_: object) -> None:
        self.done += 1
        now = time.monotonic()
        if now - self.last > 10:
            self.last = now
            left = (now - self.began) / self.done * (self.whole - self.done)
            self.say(f"{self.done} of {self.whole} {self.what}, about {left / 60:.0f} min left")

    def say(self, line: str) -> None:
        print(line, file=sys.__stderr__, flush=True)
