"""`pioche report`: the portrait of a game, or of all games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from pioche.engine.game import Game, games, load
from pioche.terminal import refusal, say, show
from pioche.terminal.game_names import load_named
from pioche.terminal.progress import bar

FOLDER = "reports"


def report(asked: Any, lang: str) -> int:
    from pioche.lab.game_report.game_report import DEFAULT_EFFORT, game_report
    from pioche.lab.game_report.report_pages import headline, write_index, write_report
    from pioche.lab.plots import check

    check()
    if not asked.games and not asked.all:
        raise refusal("errors.no_report")
    wanted: list[Game] = [load(name) for name in games()] if asked.all else []
    wanted += [load_named(name, **asked.options) for name in asked.games]
    effort = DEFAULT_EFFORT
    if asked.quick:
        effort = replace(effort, matches=3000, luck=600, decisions=80, option_matches=1024, option_seconds=6.0)
    folder, made = Path(asked.out or FOLDER), []
    for game in wanted:
        with bar(game.title(lang), lang) as progress:
            found = game_report(game, effort, asked.seed, asked.cluster, progress)
        made.append(found)
        show(f"{game.title(lang)}: {headline(found).said(lang)}")
        show(say("lab.written", lang, file=write_report(found, folder)[-1]), flush=True)
    if asked.all:
        write_index(made, folder)
    return 0
