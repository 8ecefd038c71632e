"""`pioche compare`: settings of a game side by side, on the same deals."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pioche.terminal import say, show, show_json
from pioche.terminal.commands.report_command import FOLDER
from pioche.terminal.game_names import load_named
from pioche.terminal.progress import bar

if TYPE_CHECKING:
    from pioche.lab.comparing.compared import Comparison


def compare(asked: Any, lang: str) -> int:
    from pioche.lab.comparing.compare import compare as run
    from pioche.lab.comparing.sides import settings
    from pioche.lab.plots import check, picture_kind
    from pioche.lab.sums import json_text

    sides = settings([asked.game, *asked.settings], asked.bots, load_named, **asked.options)
    if asked.out:
        check()
        picture_kind(Path(asked.out))
    with bar(sides[0].game.title(lang), lang) as progress:
        found = run(
            sides, asked.by, matches=asked.matches, seconds=asked.seconds, level=asked.level / 100, seed=asked.seed,
            common=not asked.apart, cluster=asked.cluster, progress=progress,
        )  # fmt: skip
    if asked.json:
        show_json(json_text(found.as_json()))
    else:
        for line in found.lines(lang):
            show(line)
    if asked.out or not (asked.json or asked.no_picture):
        _draw(found, asked, lang)
    return 0


def _draw(found: Comparison, asked: Any, lang: str) -> None:
    """The answer as a picture; without matplotlib, how to have one."""
    if not asked.out and find_spec("matplotlib") is None:
        show(say("lab.no_picture", lang), error=True)
        return
    path = found.save_picture(asked.out or Path(FOLDER) / found.file_name, lang)
    show(say("lab.drawn", lang, file=path), error=asked.json)
