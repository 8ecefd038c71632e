"""Chance: the generator in the record, forced cards, and every outcome with its probability."""

from __future__ import annotations

from collections import Counter

import pytest

import pioche
from pioche import BadPosition
from pioche.engine.chance import outcomes, roll, seeded_below, seeded_pick, sow
from tests.engine.toy import peek


def test_the_generator_never_changes() -> None:
    """Records hold a seed: these numbers are part of the format."""
    g = [0, 0]
    sow(g, 7, 0)
    assert g == [12925236, 4173456317]
    assert [roll(g, 1000) for _ in range(8)] == [165, 786, 78, 430, 670, 31, 624, 954]


def test_seeds_and_streams_have_nothing_in_common() -> None:
    starts = set()
    for seed in (0, 1, 2, 2**32, 2**63, -1):
        for stream in range(4):
            g = [0, 0]
            sow(g, seed, stream)
            assert any(g)
            starts.add(tuple(g))
    assert len(starts) == 24


def test_rolls_are_fair_enough() -> None:
    g = [0, 0]
    sow(g, 1, 0)
    seen = Counter(roll(g, 6) for _ in range(60_000))
    assert sorted(seen) == list(range(6))
    assert all(abs(n - 10_000) < 500 for n in seen.values())  # more than five standard deviations


def test_a_card_is_picked_in_proportion_to_its_number() -> None:
    s = peek().table(seed=3).s
    counts = [0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 6]
    seen = Counter(seeded_pick(s, counts, 10) for _ in range(20_000))
    assert set(seen) == {1, 3, 10}
    assert all(abs(seen[rank] - 2000 * counts[rank]) < 350 for rank in seen)
    assert {seeded_below(s, 3) for _ in range(100)} == {0, 1, 2}


def test_forced_cards_come_first_then_the_seed() -> None:
    table = peek().table(seed=5, cards="10 9, 8 | 7")
    assert [table.position()["hand"][p] for p in (0, 1)] == [[9, 10], [7, 8]]
    assert table.position() == peek().table(seed=5, cards="10 9 8 7").position()
    assert table.position()["hand"][2] != peek().table(seed=6, cards="10 9 8 7").position()["hand"][2]


@pytest.mark.parametrize(("cards", "word"), [("1 1", "1"), ("11", "11"), ("K♥", "K♥"), ("x", "x")])
def test_a_forced_card_that_cannot_come_is_refused(cards: str, word: str) -> None:
    with pytest.raises(BadPosition, match=word) as refused:
        peek().table(cards=cards)
    assert word in refused.value.fr


def test_a_clone_has_its_own_script() -> None:
    table = pioche.load("pairs", seats=2).table(seed=1, cards="4 9 7 8 7 8")
    other = table.clone()
    for each in (table, other):
        each.act(0, "hit")
        each.act(1, "hit")
    assert table.position() == other.position()
    assert table.position()["pile"] == [[4, 7], [8, 9]]


def test_outcomes_are_exact() -> None:
    table = pioche.load("pairs", seats=2, continuous=True).table(seed=1, cards="4 9")
    found = table.outcomes(0, "hit")
    assert len(found) == 10
    assert sum(chance for chance, _ in found) == pytest.approx(1)
    pairs = sum(chance for chance, after in found if after.position()["points"][0] == 4)
    assert pairs == pytest.approx(3 / 53)  # three 4s are left among 53 cards, burned ones included
    assert table.position()["pile"] == [[4], [9]]
    with pytest.raises(pioche.Illegal):
        table.outcomes(1, "hit")


def test_every_path_is_walked_once() -> None:
    walked = list(outcomes(lambda driver: (driver.below(None, 2), driver.below(None, 3))))
    assert sorted(path for _, path in walked) == [(a, b) for a in range(2) for b in range(3)]
    assert all(chance == pytest.approx(1 / 6) for chance, _ in walked)
    with pytest.raises(OverflowError):
        list(outcomes(lambda driver: driver.below(None, 50), limit=10))


def test_a_long_seed_is_a_key_and_replays() -> None:
    key = 2**200 + 12345
    one, other = (pioche.load("pairs").table(seed=key) for _ in range(2))
    assert one.position() == other.position() != pioche.load("pairs").table(seed=key + 1).position()
    for table in (one, one.clone()):
        table.act(table.actors[0], "hit")
    again = pioche.Record.loads(one.record().dumps()).table()
    assert again.position() == one.position()
    assert again.history() == one.history()
