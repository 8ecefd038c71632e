"""The arena with games of other people: levels meet where they really play, and none is played by another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche
from pioche.engine.game import registered
from pioche.lab import arena
from pioche.lab.arena import bouts, duel
from tests.engine.toy import toy
from tests.guests import GUESTS, auction


@pytest.fixture(autouse=True)
def guests() -> Iterator[None]:
    with registered(*GUESTS.values(), alone=True):
        yield


def test_levels_without_judgement_meet_at_tables() -> None:
    """The compiled league knows their names as well, but there they would all play any move."""
    game = pioche.load("auction", seats=2)
    found = duel(game, "expert", "novice", 20)

    assert arena.compiled_levels(game) == ("random",)
    assert bouts(["novice", "regular", "expert"], arena.compiled_levels(game)) == [
        ("regular", "novice"),
        ("expert", "regular"),
    ]
    assert found.matches == 40
    assert found.verdict == "better"


def test_guests_with_judgement_play_in_the_league() -> None:
    found = duel(pioche.load("ambush", seats=2), "regular", "novice", 300)

    assert found.verdict == "better"
    assert found == duel(pioche.load("ambush", seats=2), "regular", "novice", 300)


@pytest.mark.parametrize(
    ("name", "levels"),
    [("riddle", ["novice", "expert"]), ("riddle", ["random", "search:0.1"]), ("five_cards", ["random", "genius"])],
)
def test_a_level_that_does_not_exist_is_not_played_by_another(name: str, levels: list[str]) -> None:
    game = pioche.load(name)
    with pytest.raises(pioche.PiocheError, match="random"):
        arena.ladder(game, levels, 2)
    with pytest.raises(pioche.PiocheError, match="random"):
        duel(game, levels[1], levels[0], 2)


def test_a_game_only_this_process_knows_is_not_sent_to_others() -> None:
    game = toy("auction_here_only", Path(auction.__file__).read_text(encoding="utf-8"))
    with pytest.raises(pioche.PiocheError, match="Auction: put it into a module") as refused:
        duel(game, "expert", "novice", 2)
    assert "mettez-le dans un module" in refused.value.fr
