"""`pioche arena`: bots play each other, and the ladder says who is better."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

from pioche.bots import ENTRY_POINTS, LEVELS, is_program, seconds_of
from pioche.bots.own_bots import LEARNT, is_own
from pioche.engine.game import games
from pioche.terminal import refusal, say, show, show_json
from pioche.terminal.game_names import load_named
from pioche.terminal.progress import bar

SECONDS_A_PAIR = 15  # of one core, for each second of thinking: about fifteen decisions


def arena(asked: Any, lang: str) -> int:
    from pioche.lab import plots
    from pioche.lab.arena import ladder, rungs
    from pioche.lab.ladder import section, write

    levels = bots(asked.bots, asked.seconds)
    minutes = asked.minutes or math.inf
    if not asked.games and not asked.all:
        names = games()
        raise refusal("arena.which", count=len(names), minutes=about(len(names), levels, asked), one=about(1, levels, asked))
    tables = [load_named(name, **asked.options) for name in asked.games or games()]
    for game in tables:
        rungs(game, levels)  # refuse wrong levels before the first match
    if about(len(tables), levels, asked) > 1:
        show(say("arena.how_long", lang, minutes=about(len(tables), levels, asked)), error=True, flush=True)
    if asked.out:
        plots.check()
    found = []
    for game in tables:
        with bar(game.title(lang), lang) as progress:
            one = ladder(game, levels, asked.pairs, asked.search_pairs, asked.seed, minutes, progress)
        found.append(one)
        if not asked.json:
            show("\n".join(section(one, lang)) + "\n", flush=True)
        if asked.out:
            write(Path(asked.out), one, lang)
    if asked.json:
        show_json(json.dumps([one.as_json() for one in found], ensure_ascii=False, indent=1))
    elif asked.out:
        show(say("arena.written", lang, out=asked.out))
    return 0


def about(games: int, levels: list[str], asked: Any) -> int:
    """How many minutes it takes, roughly: bots that think need nearly all of them."""
    judged = sum(level in LEVELS for level in levels)
    thinking = [seconds_of(level) for level in levels if level.startswith("search:")]
    bouts: list[float] = [SECONDS_A_PAIR * asked.search_pairs * seconds / (os.cpu_count() or 1) / 60 for seconds in thinking]
    limit: float = asked.minutes or math.inf
    return math.ceil(games * (0.1 * judged + sum(min(bout, limit) for bout in bouts)))


def bots(names: str, seconds: float) -> list[str]:
    """The bots by name; search thinks as long as is said."""
    found = [word.strip() for word in names.split(",") if word.strip()]
    for bot in found:
        if not _is_there(bot):
            raise refusal("errors.no_bots", value=bot, levels=", ".join(LEVELS))
    return [f"search:{seconds:g}" if bot == "search" else bot for bot in found]


def _is_there(bot: str) -> bool:
    from importlib.metadata import entry_points

    thinks = bot.startswith("search:") and seconds_of(bot) > 0
    if bot in LEVELS or bot == LEARNT or is_program(bot) or is_own(bot) or thinks:
        return True
    return any(point.name == bot for point in entry_points(group=ENTRY_POINTS))
