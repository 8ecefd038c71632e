"""`pioche serve`, `pioche backup` and `pioche export`: the house from the command line."""

from __future__ import annotations

from typing import Any


def serve(asked: Any, lang: str) -> int:
    from pioche.house.serve import main

    return main(
        port=asked.port, data=asked.data, lan=asked.lan, lang=lang, open_browser=not asked.no_browser
    )


def backup(asked: Any, lang: str) -> int:
    from pioche.house.backup import main

    return main(asked.file, asked.data, lang)


def export(asked: Any, lang: str) -> int:
    from pioche.house.export import main

    return main(asked.folder, asked.data, lang, asked.unfinished)
