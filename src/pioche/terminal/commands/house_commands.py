"""`pioche serve`, `pioche backup` and `pioche export`: the house from the command line."""

from __future__ import annotations

import os
from typing import Any


def _store(asked: Any) -> str:
    """The database, if there is one. An address with a password is better kept out of the command line."""
    return asked.store if asked.store is not None else os.environ.get("PIOCHE_STORE", "")


def serve(asked: Any, lang: str) -> int:
    from pioche.house.serve import main
    from pioche.house.workers.cluster import Several

    several = Several(_store(asked), asked.bus, asked.workers, asked.inside)
    return main(
        port=asked.port,
        data=asked.data,
        lan=asked.lan,
        lang=lang,
        open_browser=not asked.no_browser,
        several=several,
    )


def backup(asked: Any, lang: str) -> int:
    from pioche.house.keeping import make_copy

    return make_copy(asked.file, asked.data, lang, _store(asked))


def export(asked: Any, lang: str) -> int:
    from pioche.house.export import main

    return main(asked.folder, asked.data, lang, asked.unfinished, _store(asked))
