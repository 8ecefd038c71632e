"""`pioche arena`: bots play each other, and the ladder says who is better."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from pioche.bots import ENTRY_POINTS, LEVELS, is_program, seconds_of
from pioche.engine.game import games
from pioche.terminal import refusal, say
from pioche.terminal.commands.lab_commands import bar
from pioche.terminal.game_names import load_named


def arena(asked: Any, lang: str) -> int:
    from pioche.lab.arena import ladder, rungs
    from pioche.lab.ladder import section, write

    levels = bots(asked.bots, asked.seconds)
    tables = [load_named(name, **asked.options) for name in asked.games or games()]
    for game in tables:
        rungs(game, levels)  # whatever is wrong is said before anything is played
    minutes = asked.minutes or math.inf
    found = []
    for game in tables:
        with bar(game.title(lang), lang) as progress:
            one = ladder(game, levels, asked.pairs, asked.search_pairs, asked.seed, minutes, progress)
        found.append(one)
        if not asked.json:
            print("\n".join(section(one, lang)) + "\n", flush=True)
        if asked.out:
            write(Path(asked.out), one, lang)
    if asked.json:
        print(json.dumps([one.as_json() for one in found], ensure_ascii=False, indent=1))
    elif asked.out:
        print(say("arena.written", lang, out=asked.out))
    return 0


def bots(names: str, seconds: float) -> list[str]:
    """The bots by name; search thinks as long as is said."""
    found = [word.strip() for word in names.split(",") if word.strip()]
    for bot in found:
        if not _is_there(bot):
            raise refusal("errors.no_bots", value=bot, levels=", ".join(LEVELS))
    return [f"search:{seconds:g}" if bot == "search" else bot for bot in found]


def _is_there(bot: str) -> bool:
    from importlib.metadata import entry_points

    if bot in LEVELS or is_program(bot) or (bot.startswith("search:") and seconds_of(bot) > 0):
        return True
    return any(point.name == bot for point in entry_points(group=ENTRY_POINTS))


