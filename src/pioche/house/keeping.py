"""`pioche backup`, `pioche restore` and `pioche doctor`: what they do and what they say."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from pioche.house.protocol.sentences import said
from pioche.house.stores import backup, recovery
from pioche.house.stores.nightly import folder_beside
from pioche.house.stores.sqlite import data_file, failure
from pioche.house.stores.store import StoreFailed
from pioche.house.tables.state import TableState
from pioche.house.tournaments.all_tournaments import begins_a_tournament
from pioche.house.tournaments.tournament_state import TournamentState
from pioche.house.workers import cluster

FAILED = 2
MEGABYTE = 1_000_000


def make_copy(target: str | Path, data: str | Path | None = None, lang: str = "en", store: str = "", keep: int = 0) -> int:
    """Copy everything stored so far to a new file, or into a folder where the latest `keep` copies stay, or all of them.
    The house need not stop."""
    if store:
        return say(lang, "pg_dump", FAILED, file=target)
    path, goal = Path(data) if data is not None else data_file(), Path(target)
    if not path.is_file():
        return say(lang, "no_data", FAILED, file=path)
    try:
        if goal.is_dir() or keep:
            made, tables = backup.copy_into(path, goal, keep)
        elif goal.exists():
            return say(lang, "exists", FAILED, file=goal)
        else:
            made, tables = goal, backup.copy(path, goal)
    except (sqlite3.Error, OSError) as wrong:
        return complain(lang, failure(wrong), goal)
    return say(lang, "backup_done", 0, tables=tables, file=made)


def restore(copied: str | Path, data: str | Path | None = None, lang: str = "en", store: str = "") -> int:
    """Put a copy in the place of a house that is closed."""
    source, goal = Path(copied), Path(data) if data is not None else data_file()
    if store:
        return say(lang, "pg_restore", FAILED, file=source)
    if source.is_dir() and (latest := backup.copies(source)):
        source = latest[-1]
    if not source.is_file():
        return say(lang, "no_copy", FAILED, file=source)
    if goal.exists() and source.samefile(goal):
        return say(lang, "same_file", FAILED, file=goal)
    try:
        health = recovery.look(source)
    except StoreFailed as wrong:
        return complain(lang, wrong, source)
    if not health.whole:
        return say(lang, "copy_damaged", FAILED, file=source, tables=len(health.broken), codes=", ".join(health.broken))
    try:
        aside = recovery.put_back(source, goal)
    except StoreFailed as wrong:
        return complain(lang, wrong, goal)
    except (sqlite3.Error, OSError) as wrong:
        return complain(lang, failure(wrong), goal)
    if aside:
        say(lang, "moved_aside", 0, file=aside[0])
    return say(lang, "restored", 0, file=goal, backup=source, tables=health.tables)


def doctor(data: str | Path | None = None, lang: str = "en", store: str = "") -> int:
    """What is in this house, is it whole, and what to do if not."""
    path = Path(data) if data is not None else data_file()
    if store:
        return _doctor_of_a_database(store, lang)
    if not path.is_file():
        return say(lang, "no_data", FAILED, file=path)
    try:
        found = recovery.look(path, _fold)
    except StoreFailed as wrong:
        return complain(lang, wrong, path)
    size = f"{found.size / MEGABYTE:.1f}"
    say(lang, "doctor_file", 0, file=path, size=size, version=found.version)
    say(lang, "doctor_holds", 0, tables=found.tables, entries=found.entries, people=found.people)
    kept = backup.copies(folder_beside(path))
    say(lang, "doctor_copies" if kept else "doctor_no_copy", 0, copies=len(kept), latest=kept[-1].name if kept else "")
    if found.whole:
        return say(lang, "doctor_whole", 0)
    return say(lang, "doctor_damaged", FAILED, tables=len(found.broken), codes=", ".join(found.broken))


def _fold(journal: list[bytes]) -> object:
    """A table, or a tournament: their journals begin differently."""
    return TournamentState.of(journal) if begins_a_tournament(journal) else TableState.of(journal)


def _doctor_of_a_database(address: str, lang: str) -> int:
    """Every journal is read and folded; the files of the database are PostgreSQL's own affair."""
    try:
        store = cluster.database(address, read_only=True)
        with closing(store):
            found = recovery.Health()
            for code in store.all_journals():
                found.add(store, code, _fold)
            say(lang, "pg_doctor", 0, file=cluster.shown(address), version=store.version)
            say(lang, "doctor_holds", 0, tables=found.tables, entries=found.entries, people=store.count_people())
    except cluster.Unusable as no:
        return say(lang, no.sentence, FAILED, **no.words)
    except StoreFailed as wrong:
        return say(lang, "no_database", FAILED, file=cluster.shown(address), why=wrong)
    if store.undurable:
        say(lang, "not_durable", FAILED, settings=", ".join(store.undurable))
    if found.whole:
        return say(lang, "doctor_whole", 0)
    return say(lang, "doctor_damaged", FAILED, tables=len(found.broken), codes=", ".join(found.broken))


def complain(lang: str, wrong: StoreFailed, path: Path) -> int:
    return say(lang, wrong.sentence, FAILED, file=path, why=wrong)


def say(lang: str, name: str, code: int, **values: object) -> int:
    sentence = said("serve", name, **values)
    print(sentence.fr if lang == "fr" else sentence.en, file=sys.stderr if code else sys.stdout)
    return code
