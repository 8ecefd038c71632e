"""Up- and downgrades of a playing house: no match is ever played again under other rules, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.durability import editions
from tests.house.durability.editions import (
    CARELESS,
    OTHER_HAWTHORN,
    OTHER_PAIRS,
    OTHER_STORE,
    Walk,
    change,
    edition,
    refuses,
    today,
)
from tests.house.progress import Progress
from tests.house.running import run


def walk(folder: Path, times: int, seconds: float, seed: int, *more: editions.Change, told: object = None) -> Walk:
    """Today's edition and one with other rules, by turns."""
    (folder / "house").mkdir()
    other = edition("next", folder, *OTHER_PAIRS, *OTHER_HAWTHORN, *more)
    walked = Walk(folder / "house", seed)
    run(change(walked, [today(), other], times, seconds, told), 60 + 30 * times)
    return walked


def test_three_changes_of_rules_and_back(tmp_path: Path) -> None:
    walked = walk(tmp_path, 3, 1, seed=1)
    assert walked.wrong == []
    assert walked.changes == 3
    assert walked.acked > 30
    assert walked.kept > 0, "matches of Pairs were frozen on the way"
    assert walked.told > 0, "matches of Hawthorn were played on under the rules they began with"


def test_rules_that_play_whatever_they_find_are_caught(tmp_path: Path) -> None:
    assert walk(tmp_path, 2, 1, 2, *CARELESS).wrong


def test_an_older_edition_refuses_a_newer_file_and_leaves_it_alone(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    newer = edition("newer", tmp_path, *OTHER_STORE)
    walked = Walk(tmp_path / "house", 3)
    run(change(walked, [today()], 0, 1))
    house = walked.house
    assert house is not None
    walked.open(newer)
    run(walked.visit(newer, 1))
    house.kill()  # what it did stands in the log beside the file
    kept = (house.data, house.data.with_name("house.db-wal"))
    before = [path.read_bytes() for path in kept]
    assert all(before)
    usual = house.arguments
    for lang, words in (
        ("en", "was written by a newer Pioche"),
        ("fr", "a été écrit par une version plus récente de Pioche"),
    ):
        house.arguments = (*usual, "--lang", lang)
        said = refuses(house, today())
        assert said.startswith("2: ")
        assert words in said
        assert [path.read_bytes() for path in kept] == before
    house.arguments = usual
    walked.compare(newer)
    run(change(walked, [newer], 0, 1))
    assert walked.wrong == []
    assert walked.acked > 20


@pytest.mark.campaign
def test_twenty_changes_of_edition(tmp_path: Path) -> None:
    progress = Progress("changes of edition", 20)
    walked = walk(tmp_path, 20, 3, seed=7, told=progress.step)
    progress.say(
        f"{walked.changes} changes, {walked.acked} acknowledged moves, {walked.kept} looks at a match that was kept, "
        f"{walked.told} at one told under its own rules"
    )
    assert walked.wrong == []
    assert walked.changes == 20
