"""The long version of what comparisons promise: null ones in games of the house, planted differences of three sizes."""

from __future__ import annotations

import pytest

import pioche
from pioche.lab.comparing.compare import compare
from pioche.lab.comparing.sides import settings
from tests.lab.made import RULES

RUNS = 200
TWICE = 2 * (0.05 * 0.95 * RUNS) ** 0.5  # two standard errors of how many are called different wrongly
NULLS = {
    "starboard": "seats=3+deals=2",
    "hawthorn": "seats=3+deals=1",
    "pairs": "seats=2+losing_score=11",
    "rocket": "seats=3",
}


@pytest.mark.campaign
@pytest.mark.parametrize("name", NULLS)
def test_a_setting_differs_from_itself_as_seldom_as_it_says(name: str) -> None:
    """All metrics are looked at, again and again, on deals of its own for each side."""
    called = 0
    for run in range(RUNS):
        sides = settings([name, NULLS[name], NULLS[name]])
        called += bool(compare(sides, "all", matches=6000, seconds=1e6, common=False, seed=1 + 1_000_000 * run).different)

    print(f"{name}: {called} of {RUNS} called different")
    assert called <= 0.05 * RUNS + TWICE


@pytest.mark.campaign
@pytest.mark.parametrize(("bias", "matches", "power"), [(52, 100_000, 0.95), (55, 20_000, 0.95), (60, 6_000, 0.95)])
def test_planted_differences_are_found_with_the_stated_power(bias: int, matches: int, power: float) -> None:
    """0.04, 0.1 and 0.2 standard deviations of a coin; the true difference lies inside its interval as often as it says."""
    pioche.register(RULES)
    game, found, inside, needed = pioche.load("made", kind="bias"), 0, 0, 0
    for run in range(RUNS):
        sides = settings([game, "bias=50", f"bias={bias}"])
        told = compare(sides, "seat", matches=matches, seconds=1e6, common=False, seed=1 + 1_000_000 * run)
        row = next(row for row in told.rows if row["metric"] == "seat1.win")
        found += row["verdict"] == "different"
        inside += row["low"] <= (bias - 50) / 100 <= row["high"]
        needed += told.matches

    print(f"50 against {bias} %: found {found} of {RUNS}, inside {inside}, {needed / RUNS:.0f} matches on average")
    assert found >= power * RUNS
    assert inside >= 0.95 * RUNS
