"""An acknowledged move survives a power cut, whatever the disk has made of the last writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.house.durability.power import Recording, come_back, cut_often, play
from tests.house.progress import Progress

OFTEN = {"PIOCHE_CHECKPOINT": "40"}  # pages: many cuts fall into the moments in which the log goes into the file


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return play(tmp_path_factory.mktemp("recorded"), 2, seed=1, **OFTEN)


def test_sixty_cuts_lose_nothing(recording: Recording, tmp_path: Path) -> None:
    found = cut_often(recording, tmp_path, 60, seed=1)
    assert found.good, (found.lost[:3], found.strange[:3])
    assert found.within > 20, "most of them in the middle of something"
    assert found.moves > 100
    assert recording.checkpoints > 3


def test_a_house_cut_off_at_its_first_opening_opens_again(recording: Recording, tmp_path: Path) -> None:
    """Nobody has been told anything yet, and it must not be left half made."""
    opening = replace(recording, asked=[one for one in recording.asked if one.when < min(recording.made.values())][:40])
    found = cut_often(opening, tmp_path, 80, seed=3)
    assert found.good, found.strange[:3]


def test_people_come_back_after_a_cut_and_play_on(recording: Recording, tmp_path: Path) -> None:
    assert come_back(recording, tmp_path / "house", seed=2) == len(recording.pages)


def test_a_disk_that_forgets_what_it_synced_is_seen(recording: Recording, tmp_path: Path) -> None:
    """The comparison itself: with every second sync of the log left out something must be missing."""
    asked = [one for k, one in enumerate(recording.asked) if one.kind != "sync" or one.file != 1 or k % 2]
    assert cut_often(replace(recording, asked=asked), tmp_path, 60, seed=1).lost


def test_a_house_that_acknowledges_first_is_caught(tmp_path: Path) -> None:
    hasty = play(tmp_path, 2, seed=2, PIOCHE_HASTY="1")
    assert cut_often(hasty, tmp_path, 60, seed=2).lost


@pytest.mark.campaign
@pytest.mark.parametrize("kind", ["as usual", "many checkpoints"])
def test_a_thousand_cuts_lose_nothing(kind: str, tmp_path: Path) -> None:
    """Half of the thousand each: five houses, a hundred cuts; after two of these a real house is opened."""
    houses, cuts = 5, 100
    progress, moves, within = Progress(f"cuts, {kind}", houses * cuts), 0, 0
    for k in range(houses):
        folder = tmp_path / str(k)
        folder.mkdir()
        often = kind == "many checkpoints"  # else one comes in some eight seconds
        recording = play(folder, 15 if often else 60, seed=10 + k, **(OFTEN if often else {}))
        found = cut_often(recording, folder, cuts, seed=k, told=progress.step)
        assert found.good, (found.lost[:3], found.strange[:3])
        assert recording.checkpoints > 3
        moves, within = moves + found.moves, within + found.within
        for again in range(2):
            assert come_back(recording, folder / f"again{again}", seed=100 * k + again) == len(recording.pages)
    progress.say(f"{progress.done} power cuts, {within} of them between a write and its sync, {moves} moves looked for")
