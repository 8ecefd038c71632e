"""The commands `pioche backup`, `pioche restore` and `pioche doctor`."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from pathlib import Path

from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import said
from pioche.house.stores import backup, recovery
from pioche.house.stores.damage import PagesDamaged
from pioche.house.stores.house_file import data_file, named_file
from pioche.house.stores.nightly import folder_beside
from pioche.house.stores.sqlite import failure
from pioche.house.stores.store import Problem, StoreDamaged, StoreFailed
from pioche.house.tables.state import TableState
from pioche.house.tournaments.all_tournaments import begins_a_tournament
from pioche.house.tournaments.tournament_state import TournamentState
from pioche.house.workers import cluster
from pioche.text.plain_letters import harmless_values

FAILED = 2
MEGABYTE = 1_000_000


def make_copy(target: str | Path, data: str | Path | None = None, lang: str = "en", store: str = "", keep: int = 0) -> int:
    """Copy everything stored so far to a new file, or into a folder that keeps the latest `keep` copies (0: all). The server
    need not stop. Return the exit code."""
    if store:
        return say(lang, "pg_dump", FAILED, file=target)
    path, goal = Path(data) if data is not None else data_file(), Path(target)
    try:
        if wrong := unreadable(path):
            return say(lang, wrong, FAILED, file=path)
        there = what_is(goal)
        if keep and there not in ("", "folder"):
            return say(lang, "keep_in_a_folder", FAILED, file=goal)
        if there == "folder" or keep or str(target).endswith((os.sep, os.altsep or os.sep)):
            made = backup.copy_into(path, goal, keep)
        elif there:
            return say(lang, "exists", FAILED, file=goal)
        elif not what_is(goal.parent):
            return say(lang, "no_folder", FAILED, folder=goal.parent)
        else:
            made = backup.copy(path, goal)
    except StoreFailed as failed:
        return unread(lang, failed, path)
    except (sqlite3.Error, OSError) as refused:
        return unwritable(lang, failure(refused), goal)
    say(lang, "backup_done", 0, tables=made.damage.tables, file=made.path)
    if made.damage.codes:
        codes = ", ".join(made.damage.codes)
        return say(lang, "backup_damaged", FAILED, tables=len(made.damage.codes), codes=codes, file=path)
    return say(lang, "backup_damaged_pages", FAILED, file=path) if made.damage else 0


def restore(copied: str | Path, data: str | Path | None = None, lang: str = "en", store: str = "") -> int:
    """Restore a house that is closed from a copy; return the exit code."""
    source, asked = Path(copied), Path(data) if data is not None else data_file()
    if store:
        return say(lang, "pg_restore", FAILED, file=source)
    try:
        if source.is_dir() and (latest := backup.copies(source)):
            source = latest[-1]
        if not source.is_file():
            return say(lang, "no_copy", FAILED, file=source)
        source.open("rb").close()
        health = recovery.check_health(source)
    except StoreDamaged as wrong:
        return say(lang, "bad_copy", FAILED, file=source, why=wrong)
    except StoreFailed as wrong:
        return complain(lang, wrong, source)
    except OSError as wrong:
        return say(lang, "cannot_read", FAILED, file=source, why=wrong.strerror)
    if not health.whole:
        return say(lang, "copy_damaged", FAILED, file=source, tables=len(health.broken), codes=", ".join(health.broken))
    goal = asked
    try:
        goal = named_file(data)
        if goal.exists() and source.samefile(goal):
            return say(lang, "same_file", FAILED, file=goal)
        aside = recovery.put_back(source, goal)
    except StoreFailed as wrong:
        return complain(lang, wrong, asked)
    except (sqlite3.Error, OSError) as wrong:
        return complain(lang, failure(wrong, goal), asked)
    if aside:
        say(lang, "moved_aside", 0, file=aside[0])
    return say(lang, "restored", 0, file=goal, backup=source, tables=health.tables)


def doctor(data: str | Path | None = None, lang: str = "en", store: str = "") -> int:
    """Print the contents of a house, whether it is damaged, and how to repair it; return the exit code."""
    path = Path(data) if data is not None else data_file()
    if store:
        return _doctor_of_a_database(store, lang)
    if wrong := unreadable(path):
        return say(lang, wrong, FAILED, file=path)
    whole_pages = True
    try:
        found = recovery.check_health(path, _fold)
    except PagesDamaged as some:
        found, whole_pages = some.found, False
    except StoreFailed as failed:
        return unread(lang, failed, path)
    size = f"{found.size / MEGABYTE:.1f}"
    say(lang, "doctor_file", 0, file=path, size=Said(size, size.replace(".", ",")), version=found.version)
    holds = {"tables": found.tables, "entries": found.entries, "people": found.people}
    say(lang, "doctor_holds" if whole_pages else "doctor_reads", 0, **holds)
    kept = backup.copies(folder_beside(path))
    beside = {"copies": len(kept), "latest": kept[-1].name if kept else "", "file": path}
    say(lang, "doctor_copies" if kept else "doctor_no_copy", 0, **beside)
    if found.broken:
        say(lang, "doctor_damaged", FAILED, tables=len(found.broken), codes=", ".join(found.broken), file=path)
    if not whole_pages:
        indexes = not found.broken and backup.only_indexes(path)
        return say(lang, "doctor_indexes" if indexes else "doctor_pages", FAILED, file=path)
    return FAILED if found.broken else say(lang, "doctor_whole", 0)


def _fold(journal: list[bytes]) -> object:
    """Fold the journal of a table or of a tournament."""
    return TournamentState.of(journal) if begins_a_tournament(journal) else TableState.of(journal)


def _doctor_of_a_database(address: str, lang: str) -> int:
    """Read and fold every journal of a database. Its files are not checked: that is PostgreSQL's task."""
    try:
        with cluster.read(address) as store:
            found = recovery.Health()
            for code in store.all_journals():
                found.add(store, code, _fold)
            say(lang, "pg_doctor", 0, file=cluster.shown(address), version=store.version)
            holds = {"tables": found.tables, "entries": found.entries}
            if store.damaged:
                say(lang, "doctor_reads", 0, **holds)
            else:
                say(lang, "doctor_holds", 0, **holds, people=store.count_people())
    except cluster.Unusable as no:
        return say(lang, no.sentence, FAILED, **no.words)
    if store.undurable:
        say(lang, "not_durable", FAILED, settings=", ".join(store.undurable))
    if found.broken:
        say(lang, "pg_damaged", FAILED, tables=len(found.broken), codes=", ".join(found.broken))
    if store.damaged:
        return say(lang, "pg_pages", FAILED, file=cluster.shown(address))
    return FAILED if found.broken else say(lang, "doctor_whole", 0)


def what_is(path: Path) -> str:
    """Return "file", "folder", "something else", or "" when there is nothing; raise PermissionError."""
    try:
        mode = path.stat().st_mode
        return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "something else"
    except (FileNotFoundError, NotADirectoryError):
        return ""


def unreadable(path: Path) -> str:
    """Return the name of the sentence why the file of a house cannot be read; empty when it can."""
    try:
        there = what_is(path)
    except PermissionError:
        return "not_yours"
    except OSError:  # a name that cannot be one
        return "no_data"
    if there != "file":  # reading a pipe would block for ever
        return {"folder": "a_folder", "": "no_data"}.get(there, "no_file")
    return "" if os.access(path, os.R_OK) else "not_yours"


def complain(lang: str, wrong: StoreFailed, path: Path) -> int:
    return say(lang, wrong.problem, FAILED, file=path, why=wrong)


def unread(lang: str, wrong: StoreFailed, path: Path) -> int:
    """Print why a house could not be read; return the exit code. SQLite writes beside a closed one to read it."""
    asked_for_more = wrong.problem in (Problem.FAILED, Problem.FORBIDDEN) and not os.access(path.parent, os.W_OK)
    return say(lang, "folder_not_yours", FAILED, file=path) if asked_for_more else complain(lang, wrong, path)


def unwritable(lang: str, wrong: StoreFailed, path: Path) -> int:
    """Print why a file other than the house could not be written; return the exit code."""
    kind = wrong.problem if wrong.problem in (Problem.FULL, Problem.FORBIDDEN) else "failed"
    return say(lang, f"goal_{kind}", FAILED, file=path, why=wrong)


def say(lang: str, name: str, code: int, **values: object) -> int:
    """Print a sentence, to standard error if the exit code is not 0; return the code."""
    sentence = said("serve", name, **harmless_values(values))
    print(sentence.fr if lang == "fr" else sentence.en, file=sys.stderr if code else sys.stdout)
    return code
