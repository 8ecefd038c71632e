"""The copies a house makes by itself: one a night, seven of them, and never in anybody's way."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import httpx
import pytest

from pioche.house.stores import backup
from pioche.house.stores.nightly import NightlyCopies
from pioche.house.stores.sqlite import SQLiteStore
from tests.house.running import Running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = SQLiteStore(tmp_path / "house.db")
    store.open()
    store.close()
    return tmp_path / "house.db"


def at(written: str) -> float:
    return time.mktime(time.strptime(written, "%Y-%m-%d %H:%M"))


def test_one_copy_a_night(path: Path) -> None:
    copies = NightlyCopies(path)
    assert copies.copy_if_due(at("2026-03-10 20:00")), "the first opening"
    assert not copies.copy_if_due(at("2026-03-10 20:10"))
    assert not copies.copy_if_due(at("2026-03-11 03:50")), "still the same evening"
    assert copies.copy_if_due(at("2026-03-11 04:10")), "the night"
    assert not copies.copy_if_due(at("2026-03-11 23:50"))
    assert copies.copy_if_due(at("2026-03-13 09:00")), "closed for a night: at the first opening of the day"
    assert [kept.name[6:16] for kept in backup.copies(path.parent / "backups")] == ["2026-03-10", "2026-03-11", "2026-03-13"]


def test_seven_are_kept_and_can_be_opened(path: Path) -> None:
    copies = NightlyCopies(path)
    for day in range(1, 11):
        assert copies.copy_if_due(at(f"2026-03-{day:02} 12:00"))
    kept = backup.copies(path.parent / "backups")
    assert [copied.name[6:16] for copied in kept] == [f"2026-03-{day:02}" for day in range(4, 11)]
    assert sqlite3.connect(kept[-1]).execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_what_goes_wrong_is_logged_and_tried_again(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    copies = NightlyCopies(path)
    copies.folder.write_text("a file where the folder should be")
    assert not copies.copy_if_due(at("2026-03-10 20:00"))
    assert "the copy of the night failed" in caplog.text
    copies.folder.unlink()
    assert copies.copy_if_due(at("2026-03-10 20:10"))


def test_what_was_cut_off_is_swept_away(path: Path) -> None:
    copies = NightlyCopies(path)
    copies.folder.mkdir()
    part = copies.folder / "house-2026-03-09-040000.db.part"
    part.write_text("half a copy")
    journal = part.with_name(f"{part.name}-journal")
    journal.write_text("its journal")
    assert copies.copy_if_due(time.time() + 2 * backup.UNFINISHED_COPY_SECONDS)
    assert not part.exists()
    assert not journal.exists()


@pytest.mark.parametrize("more", [("--backup-every", "2"), ("--backup-every", "2", "--no-backups")])
def test_a_house_copies_itself_while_it_is_open(tmp_path: Path, more: tuple[str, ...]) -> None:
    house = Running(tmp_path, *more)
    wanted = 0 if "--no-backups" in more else 2
    try:
        until = time.monotonic() + (20 if wanted else 5)
        while time.monotonic() < until and (not wanted or len(backup.copies(tmp_path / "backups")) < wanted):
            assert httpx.get(f"{house.address}/healthz", trust_env=False).status_code == 200
            time.sleep(0.1)
        assert not house.errors()
    finally:
        house.stop()
    made = backup.copies(tmp_path / "backups")
    assert len(made) >= wanted
    assert bool(made) == bool(wanted)
