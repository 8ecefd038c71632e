"""`pioche compare`: settings of a game side by side, on the same deals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pioche.terminal import say
from pioche.terminal.game_names import load_named
from pioche.terminal.progress import bar


def compare(asked: Any, lang: str) -> int:
    from pioche.lab.comparing.compare import compare as run
    from pioche.lab.comparing.sides import settings

    sides = settings([asked.game, *asked.settings], asked.bots, load_named, **asked.options)
    if asked.out:
        from pioche.lab.plots import check

        check()
    with bar(sides[0].game.title(lang), lang) as progress:
        found = run(
            sides, asked.by, matches=asked.matches, seconds=asked.seconds, level=asked.level / 100, seed=asked.seed,
            common=not asked.apart, cluster=asked.cluster, progress=progress,
        )  # fmt: skip
    if asked.json:
        print(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
    else:
        for line in found.lines(lang):
            print(line)
    if asked.out:
        path = Path(asked.out if asked.out.endswith(".svg") else asked.out + ".svg")
        path.write_text(found.picture(lang), encoding="utf-8")
        if not asked.json:
            print(say("lab.drawn", lang, file=path))
    return 0
