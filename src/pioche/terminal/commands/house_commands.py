"""`pioche serve`, `backup`, `restore`, `doctor` and `export`: the house from the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pioche.terminal import refusal, say, show


def _store(asked: Any) -> str:
    """The database, if there is one. An address with a password is better kept out of the command line; a file that is
    named there counts more than the environment."""
    if asked.store is not None and asked.data is not None:
        raise refusal("errors.data_or_store")
    if asked.store is None and asked.data is None:
        return os.environ.get("PIOCHE_STORE", "")
    return asked.store or ""


def serve(asked: Any, lang: str) -> int:
    from pioche.house.serve import main
    from pioche.house.stores.nightly import COPY_INTERVAL_SECONDS
    from pioche.house.workers.cluster import Several

    if asked.data and not _store(asked):
        _tell_of_a_new_house(Path(asked.data), lang)
    several = Several(_store(asked), asked.workers)
    return main(
        port=asked.port,
        data=asked.data,
        lan=asked.lan,
        lang=lang,
        open_browser=not asked.no_browser,
        several=several,
        backups=0 if asked.no_backups else COPY_INTERVAL_SECONDS,
        names=asked.host_name,
        proxies=asked.trusted_proxy,
        notices=asked.notices,
    )


def _tell_of_a_new_house(file: Path, lang: str) -> None:
    """A file that is not there may be a slip of the pen: say that a new house begins, and what is made for it."""
    try:
        there = file.exists()
    except OSError:  # the house itself says what is wrong with it
        return
    if not there:
        key = "serve.new_house" if file.parent.is_dir() else "serve.new_folder"
        show(say(key, lang, file=file, folder=file.parent))


def backup(asked: Any, lang: str) -> int:
    from pioche.house.maintenance_commands import make_copy

    return make_copy(asked.file, asked.data, lang, _store(asked), asked.keep)


def restore(asked: Any, lang: str) -> int:
    from pioche.house.maintenance_commands import restore

    return restore(asked.copy, asked.data, lang, _store(asked))


def doctor(asked: Any, lang: str) -> int:
    from pioche.house.maintenance_commands import doctor

    return doctor(asked.data, lang, _store(asked))


def export(asked: Any, lang: str) -> int:
    from pioche.house.export import main

    return main(asked.folder, asked.data, lang, asked.unfinished, _store(asked))
