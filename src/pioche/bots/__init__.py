"""Bots: `make("expert", game)` is one, `levels(game)` says which there are. docs/bots.md tells all about them."""

from __future__ import annotations

from pioche.bots.bot import (
    COMPILE_WAIT_SECONDS, DEFAULT_LEVEL, ENTRY_POINTS, LEVELS, Bot, Judgement, RandomBot, SearchBot, is_program, levels,
    make, offered, seconds_of, usual,
)  # fmt: skip

__all__ = [
    "COMPILE_WAIT_SECONDS", "DEFAULT_LEVEL", "ENTRY_POINTS", "LEVELS", "Bot", "Judgement", "RandomBot", "SearchBot",
    "is_program", "levels", "make", "offered", "seconds_of", "usual",
]  # fmt: skip
