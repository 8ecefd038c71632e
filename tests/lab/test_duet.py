"""Pairs for two, solved with an endless deck."""

from __future__ import annotations

import json
from random import Random

import pytest

from pioche.lab.solved import Progress, pairs_for_two
from pioche.lab.solved.pairs_for_two import BY_COST, NEVER_FOLDS, PERFECT

LOSING_SCORE = 6  # short games are solved quickly, by the same code


def test_the_first_points_lose_a_game_to_one() -> None:
    """Whoever scores at all has lost, so nobody who plays perfectly folds: it is the same as never folding."""
    assert pairs_for_two.solve(PERFECT, PERFECT, 1) == pytest.approx(0.5)
    assert pairs_for_two.solve(PERFECT, NEVER_FOLDS, 1) == pytest.approx(0.5)
    assert pairs_for_two.solve(BY_COST, NEVER_FOLDS, 1) < 0.5


@pytest.mark.parametrize("policy", range(3))
def test_nobody_beats_their_own_like(policy: int) -> None:
    assert pairs_for_two.solve(policy, policy, LOSING_SCORE) == pytest.approx(0.5)


def test_what_one_wins_the_other_loses() -> None:
    there, back = (
        pairs_for_two.solve(BY_COST, NEVER_FOLDS, LOSING_SCORE),
        pairs_for_two.solve(NEVER_FOLDS, BY_COST, LOSING_SCORE),
    )
    assert there + back == pytest.approx(1)


def test_perfect_play_loses_to_nobody() -> None:
    for other in (BY_COST, NEVER_FOLDS):
        assert pairs_for_two.solve(PERFECT, other, LOSING_SCORE) > pairs_for_two.solve(PERFECT, PERFECT, LOSING_SCORE)


def test_play_agrees_with_the_solution() -> None:
    exact = pairs_for_two.solve(BY_COST, NEVER_FOLDS, LOSING_SCORE)
    mean, error = pairs_for_two.played(BY_COST, NEVER_FOLDS, 20_000, LOSING_SCORE, seed=4)
    assert abs(mean - exact) < 3 * error
    assert abs(exact - 0.5) > 3 * error  # else agreement would say little


def test_a_tie_of_all_ten_ranks_ends() -> None:
    """Rare, but in fifty thousand games it happens: both draw the same ten ranks one after another."""

    class Twins(Random):
        def __init__(self) -> None:
            super().__init__(1)
            self.drawn = [(rank * (rank - 1) / 2 + 0.5) / pairs_for_two.DECK for rank in range(1, 11) for _ in range(2)]

        def random(self) -> float:
            return self.drawn.pop(0) if self.drawn else super().random()

    assert pairs_for_two._game((BY_COST, NEVER_FOLDS), 1, Twins()) in (0, 1)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    pairs_for_two.solve(PERFECT, BY_COST, 2, lambda done, total: told.append((done, total)))
    assert told[-1] == (4, 4)
    assert told == sorted(told)


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from pioche.terminal.cli import main

    solved = {(0, 1): 0.52, (0, 2): 0.54, (1, 2): 0.51}  # a whole game takes half a minute each
    monkeypatch.setattr(pairs_for_two, "solve", lambda mine, theirs, *_: solved[mine, theirs])
    assert main(["odds", "pairs", "--rounds", "200", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(line["player"], line["against"], line["wins"]) for line in told] == [
        ("perfect", "by_cost", 0.52), ("perfect", "never_folds", 0.54), ("by_cost", "never_folds", 0.51)
    ]  # fmt: skip
    assert told[0]["played"] is None
    assert 0 < told[2]["played"] < 1
    assert main(["odds", "pairs", "--rounds", "200", "--lang", "fr"]) == 0
    assert "ne passe jamais" in capsys.readouterr().out


def test_the_command_says_how_long_it_takes_and_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pioche.terminal import progress
    from pioche.terminal.cli import main

    def slowly(mine: int, theirs: int, score: int, progress: Progress) -> float:
        progress(1, 4)
        return 0.5

    monkeypatch.setattr(pairs_for_two, "solve", slowly)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", -1.0)
    assert main(["odds", "pairs", "--rounds", "200", "--lang", "en"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "This takes 1 to 3 minutes; progress is shown here."
    assert said[1] == "Solving: 8 % done"
