"""The same text of the rules, run in both engines, plays the same matches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche import Game
from pioche.engine.game import COMPILED, PLAIN
from pioche.engine.table import MENU_SIZE
from pioche.lab.random_matches import Batch
from tests.engine.test_declaration import written
from tests.strategies import GAMES, covering, named, pairwise

DEALS, DECISIONS = 700, 40_000  # a game, everyday: whichever is reached first, but every table at least once
CAMPAIGN_DEALS = 10_000


def play_both(game: Game, first: int, matches: int, where: str) -> tuple[int, int]:
    """Play matches in both engines, one by one so that every final state is compared; (deals, decisions) played."""
    plain, compiled = Batch(game, PLAIN), Batch(game, COMPILED)
    deals = decisions = 0
    for seed in range(first, first + matches):
        here = f"{where} seed {seed}"
        played = plain.play(seed, 1)
        assert compiled.play(seed, 1) == played, f"{here}: not as many decisions"
        assert compiled.lengths.tolist() == plain.lengths == [played], here
        assert compiled.scores.tolist() == plain.scores, f"{here}: other scores"
        assert compiled.standings.tolist() == plain.standings, f"{here}: other standings"
        differs = game.rules.shape.same(plain.rows[1], compiled.rows[1])
        assert not differs, f"{here}: {differs} differs at the end"
        deals += plain.rows[1].deal
        decisions += played
    return deals, decisions


def compare_engines(name: str, tables: list[dict[str, Any]], deals: int, decisions: int) -> int:
    """Go round the tables until enough has been played; every table is played at least once."""
    played = moves = lap = 0
    while lap == 0 or (played < deals and moves < decisions):
        for number, choice in enumerate(tables):
            more = play_both(pioche.load(name, **choice), 1 + 100_000 * number + lap, 1, f"{name} {named(choice)}")
            played, moves = played + more[0], moves + more[1]
            if lap and (played >= deals or moves >= decisions):
                break
        lap += 1
    return played


@pytest.mark.parametrize("name", GAMES)
def test_plain_and_compiled_play_the_same_matches(name: str) -> None:
    assert compare_engines(name, covering(name), DEALS, DECISIONS) > 20


class FromTheFront(list[Any]):
    """A row that refuses to be counted from its end."""

    def __getitem__(self, where: Any) -> Any:
        assert where >= 0, "an index counts from the end"
        return super().__getitem__(where)

    def __setitem__(self, where: Any, value: Any) -> None:
        assert where >= 0, "an index counts from the end"
        super().__setitem__(where, value)


def from_the_front(s: Any, game: Game) -> Any:
    for field in game.rules.shape.rows:
        setattr(s, field.name, FromTheFront(getattr(s, field.name)))
    for field in game.rules.shape.grids:
        setattr(s, field.name, FromTheFront(map(FromTheFront, getattr(s, field.name))))
    return s


@pytest.mark.parametrize("name", GAMES)
def test_no_rule_counts_from_the_end_of_a_row(name: str) -> None:
    """The compiled engine relies on it: there an index below 0 would reach the row before."""
    for number, choice in enumerate(covering(name)[:12]):
        game = pioche.load(name, **choice)
        rows, dice, moves = [game.blank()] * 2, [number + 1, 7], FromTheFront([0] * MENU_SIZE)
        game.plain.open_match(rows, 1, number)
        s = from_the_front(rows[1], game)
        for _ in range(150):
            if s.over:
                break
            if s.waiting:
                game.plain.random_decision(s, dice, moves)
            else:
                game.plain.wait(s)


def test_an_index_below_nought_would_be_noticed() -> None:
    game = pioche.load("pairs")
    s = from_the_front(game.blank(), game)
    for row in (s.points, s.kept, s.kept[0]):
        with pytest.raises(AssertionError, match="counts from the end"):
            row[-1]


def test_a_guest_may_count_from_the_end_of_a_row() -> None:
    game = Game(written(("s.points[p] += a - BID", "s.points[p - 1] += a - BID")).RULES, {})
    assert play_both(game, 1, 20, "a duel")[0] >= 20


@pytest.mark.parametrize("name", GAMES)
def test_a_difference_between_the_engines_would_be_noticed(name: str) -> None:
    """The comparison looks at every field of the final state, not at scores alone."""
    game = pioche.load(name)
    plain, compiled = Batch(game, PLAIN), Batch(game, COMPILED)
    plain.play(1, 1)
    compiled.play(1, 1)
    shape = game.rules.shape
    for field in shape.fields.values():
        row = compiled.rows[1].copy()
        if field.shape:
            row[field.name].flat[-1] += 1
        else:
            row[field.name] += 1
        assert shape.same(plain.rows[1], row) == field.name


# -- the campaign ------------------------------------------------------------------------------------


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_deals(name: str) -> None:
    tables = covering(name) + list(pairwise(name))[:: max(1, len(list(pairwise(name))) // 300)]
    assert compare_engines(name, tables, CAMPAIGN_DEALS, 10**9) >= CAMPAIGN_DEALS


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_no_rule_reaches_beyond_its_rows(name: str, tmp_path: Path) -> None:
    """Machine code does not check its indices unless it is told to; a cache of its own keeps the two apart."""
    bounds = os.environ | {"NUMBA_BOUNDSCHECK": "1", "PIOCHE_CACHE": str(tmp_path), "PIOCHE_TEST_GAMES": name}
    script = f"from tests.battery.test_engines import bounds_run; bounds_run({name!r})"
    done = subprocess.run([sys.executable, "-c", script], env=bounds, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def bounds_run(name: str) -> None:
    """In a process of its own, with the indices checked."""
    for number, choice in enumerate(covering(name)):
        Batch(pioche.load(name, **choice)).play(1 + 1000 * number, 40)
