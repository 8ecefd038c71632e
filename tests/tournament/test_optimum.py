"""TR20-TR23: the seating is the best there is, and few meet twice."""

from __future__ import annotations

import time
from itertools import combinations
from random import Random

import pytest

from pioche.tournament.seating.lots import Chance
from pioche.tournament.seating.optimum import MAX_EXACT_ENTRANTS, cost, distances, optimum
from pioche.tournament.seating.sizes import table_sizes
from pioche.tournament.seating.tabu import Tabu, searched
from tests.tournament.playing import play, random_raw, tournament


def history(n: int, rng: Random, most: int = 3) -> list[list[int]]:
    met = [[0] * n for _ in range(n)]
    for i, j in combinations(range(n), 2):
        met[i][j] = met[j][i] = rng.choice([0, 0, *range(most)]) ** 2
    return met


def brute(weight: list[list[int]], sizes: tuple[int, ...]) -> tuple[int, int]:
    """Every seating, one after the other: another way than the one under test."""
    n = sum(sizes)
    best: list[tuple[int, int]] = []

    def block(t: int) -> tuple[int, int]:
        start = sum(sizes[:t])
        return start, start + sizes[t] - 1

    def far(i: int, t: int) -> int:
        low, high = block(t)
        return (low - i) ** 2 if i < low else (i - high) ** 2 if i > high else 0

    def go(t: int, left: tuple[int, ...], a: int, b: int) -> None:
        if t == len(sizes):
            best.append((a, b))
            best[:] = [min(best)]
            return
        for table in combinations(left, sizes[t]):
            repeats = sum(weight[i][j] for i in table for j in table if i < j)
            go(t + 1, tuple(i for i in left if i not in table), a + repeats, b + sum(far(i, t) for i in table))

    go(0, tuple(range(n)), 0, 0)
    return best[0]


@pytest.mark.parametrize("n", [5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("seed", range(6))
def test_j5_up_to_twelve_the_seating_is_the_best_of_all(n: int, seed: int) -> None:
    rng = Random(seed * 100 + n)
    k = rng.choice([2, 3, 4])
    sizes, byes = table_sizes(n, k, 2 if k == 2 else 3, 5)
    weight = history(n - byes, rng)
    found = optimum(weight, sizes, Chance(seed))
    assert cost(found, weight, distances(sizes)) == brute(weight, sizes)


@pytest.mark.parametrize("seed", range(2))
def test_j5_twelve_at_three_tables(seed: int) -> None:
    rng = Random(seed)
    weight = history(12, rng)
    assert cost(optimum(weight, (4, 4, 4), Chance(seed)), weight, distances((4, 4, 4))) == brute(weight, (4, 4, 4))


def test_ties_are_drawn_evenly_by_the_seed() -> None:
    """Two seatings of the same cost: both occur, and a seed always draws the same."""
    weight = [[0] * 4 for _ in range(4)]
    for i, j in ((0, 1), (2, 3), (0, 2), (1, 3)):  # 0 and 3 sit together, at either table
        weight[i][j] = weight[j][i] = 1
    drawn = [tuple(map(tuple, optimum(weight, (2, 2), Chance(seed)))) for seed in range(60)]
    assert len(set(drawn)) == 2
    assert 15 < max(drawn.count(one) for one in set(drawn)) < 50
    assert drawn == [tuple(map(tuple, optimum(weight, (2, 2), Chance(seed)))) for seed in range(60)]


def stable(tables: list[list[int]], weight: list[list[int]], sizes: tuple[int, ...]) -> bool:
    far = distances(sizes)
    now = cost(tables, weight, far)
    for a, b in combinations(range(len(tables)), 2):
        for i in range(len(tables[a])):
            for j in range(len(tables[b])):
                other = [list(table) for table in tables]
                other[a][i], other[b][j] = other[b][j], other[a][i]
                if cost(other, weight, far) < now:
                    return False
    return True


@pytest.mark.parametrize("n", [13, 14, 17, 22, 31])
@pytest.mark.parametrize("more", [False, True])
def test_j5_beyond_twelve_no_exchange_is_better(n: int, more: bool) -> None:
    for seed in range(2):
        sizes, _ = table_sizes(n, 4, 3, 5)
        weight = history(n, Random(seed), 2)
        found = optimum(weight, sizes, Chance(seed), more, effort=0.2)
        assert sorted(i for table in found for i in table) == list(range(n))
        assert tuple(map(len, found)) == sizes
        assert stable(found, weight, sizes)


@pytest.mark.parametrize("seed", range(4))
def test_the_search_finds_what_the_exact_way_finds(seed: int) -> None:
    """On small tables, where the best is known, the search for large ones is as good."""
    rng = Random(seed)
    sizes = (4, 4, 4)
    weight = history(MAX_EXACT_ENTRANTS, rng)
    far = distances(sizes)
    assert cost(searched(weight, far, sizes, Chance(seed), False, 1.0), weight, far) == brute(weight, sizes)


def repeats(n: int, rounds: int, seed: int) -> int:
    t = tournament(n, seed=seed, rounds=rounds, scoring="rank")
    rng = Random(seed)
    met: set[frozenset[str]] = set()
    again = 0
    for _ in range(rounds):
        seating = t.seat()
        for table in seating.tables:
            for pair in map(frozenset, combinations(table, 2)):
                again += pair in met
                met.add(pair)
        t.start()
        play(t, random_raw(rng))
    return again


@pytest.mark.parametrize(("n", "wanted"), [(10, 3), (12, 9), (8, 12), (9, 17)])
def test_repeats_of_a_small_tournament(n: int, wanted: int) -> None:
    """Three rounds, as TR66 suggests."""
    assert [repeats(n, 3, seed) for seed in range(4)] == [wanted] * 4


@pytest.mark.parametrize(("n", "rounds"), [(24, 4), (24, 5), (25, 5), (26, 5), (29, 5), (36, 5)])
def test_no_repeats_from_24_on(n: int, rounds: int) -> None:
    assert [repeats(n, rounds, seed) for seed in range(2)] == [0, 0]


@pytest.mark.parametrize("seed", range(3))
def test_sixteen_meet_nobody_twice_in_five_rounds(seed: int) -> None:
    """All 15 others in five rounds of three: possible only if every round thinks of the next."""
    assert repeats(16, 5, seed) == 0


def test_four_hundred_entrants_are_seated_in_two_seconds() -> None:
    t = tournament(400, rounds=6, scoring="rank")
    rng = Random(3)
    for _ in range(3):
        t.seat(effort=0.01)
        t.start()
        play(t, random_raw(rng))
    before = time.process_time()
    seating = t.seat()
    assert time.process_time() - before < 2
    assert seating.cost[0] == 0


def test_a_seating_without_history_is_the_plain_cut() -> None:
    assert optimum([[0] * 8 for _ in range(8)], (4, 4), Chance(1)) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_the_search_keeps_no_seating_that_an_exchange_betters() -> None:
    weight = history(20, Random(5), 2)
    sizes = (4,) * 5
    tabu = Tabu(weight, distances(sizes), sizes, Chance(1))
    tabu.run(900, 1.0)
    found = tabu.stable()
    assert found
    assert all(stable(tables, weight, sizes) for tables in found)
