"""J1-J10, after every action of tournaments that go any way they can."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pioche.tournament import Refused, Tournament, table_sizes
from pioche.tournament.scoring import table_scores
from pioche.tournament.seating.draft import weights
from pioche.tournament.seating.optimum import cost, distances
from pioche.tournament.seating.sizes import sizes_with_fillers
from tests.tournament.playing import order, play, random_raw, row, run, tournament
from tests.tournament.test_optimum import brute, stable

SHAPES = [
    {}, {"scoring": "rank"}, {"scoring": "win"}, {"k": 4, "kmin": 4, "kmax": 4}, {"filler": "bot"}, {"uneven": "larger", "scoring": "rank"},
    {"pairing": "random"}, {"plain_last": 1}, {"round1": "snake"}, {"final": "semis", "k": 3, "kmin": 3, "kmax": 4},
    {"tiebreaks": "score met raw second", "scoring": "win"},
]  # fmt: skip


def refusal_of(action: Any) -> Refused | None:
    try:
        action()
    except Refused as refused:
        return refused
    return None


class Evening(RuleBasedStateMachine):
    """An organiser who does whatever the rules allow, in any order."""

    @initialize(shape=st.sampled_from(SHAPES), seed=st.integers(0, 99), n=st.integers(4, 11))
    def begin(self, shape: dict[str, Any], seed: int, n: int) -> None:
        self.t = Tournament("agnes", **{"seed": seed, "rounds": 3, "late_until": 3, **shape})
        self.rng = Random(seed)
        for i in range(n):
            self.t.register(f"P{i}", club="xy"[i % 2] if i < 4 else "", rating=1000 + 37 * (i * 7 % 11))
            if i != 1:
                self.t.check_in(f"P{i}")

    def anybody(self, pick: int) -> str:
        there = self.t.entrants or self.t.state.entrants  # all may have withdrawn
        return there[pick % len(there)].name

    def may(self, action: Any) -> bool:
        """A refusal changes nothing."""
        before, found = self.t.log, refusal_of(action)
        if found is not None:
            assert found.rule
            assert found.en != found.fr
            assert self.t.log == before
        return found is None

    @rule()
    def seat(self) -> None:
        if self.may(lambda: self.t.seat(effort=0.1)):
            self.check_seating()

    @rule()
    def reseat(self) -> None:
        if self.may(lambda: self.t.reseat(effort=0.1)):
            self.check_seating()

    @rule(a=st.integers(0, 20), b=st.integers(0, 20))
    def swap(self, a: int, b: int) -> None:
        self.may(lambda: self.t.swap(self.anybody(a), self.anybody(b)))

    @rule()
    def start(self) -> None:
        if self.may(self.t.start):
            self.check_present()

    @rule(pick=st.integers(1, 4), how=st.sampled_from(["rule", "confirm", "object", "none"]))
    def result(self, pick: int, how: str) -> None:
        def enter() -> None:
            table = self.t.state.table(pick)
            self.t.result(
                pick, [self.rng.randint(-2, 6) for _ in table.seats], second=[self.rng.randint(0, 90) for _ in table.seats]
            )
            if how == "rule":
                self.t.rule(pick)
            elif how == "confirm":
                for name in [self.t.state.name(number) for number in table.entrants]:
                    if table.status != "final":
                        self.t.confirm(pick, name, by=f"entrant:{name}")
                assert table.status == "final"
            elif how == "object":
                self.t.object(pick, self.t.state.name(table.entrants[0]), "no")

        refusal_of(enter)

    @rule()
    def rest_of_the_round(self) -> None:
        if self.t.phase in ("playing", "finals") and self.t.state.current.state == "playing":
            for table in self.t.tables():
                if table.status != "final":
                    self.t.rule(table.number, [self.rng.randint(-2, 6) for _ in table.seats])
            self.t.close()

    @rule()
    def round_at_once(self) -> None:
        """So that long evenings are reached, with finals."""
        if self.may(lambda: self.t.seat(effort=0.1)) or self.may(lambda: self.t.reseat(effort=0.1)):
            self.check_seating()
            self.t.start()
            self.check_present()
            self.rest_of_the_round()
        elif self.may(self.t.start_finals):
            self.rest_of_the_round()

    @rule()
    def close(self) -> None:
        self.may(self.t.close)

    @rule(
        pick=st.integers(0, 20),
        action=st.sampled_from(["drop", "pause", "resume", "readmit", "check_in", "no_show", "decline", "withdraw"]),
    )
    def presence(self, pick: int, action: str) -> None:
        self.may(lambda: getattr(self.t, action)(self.anybody(pick)))

    @rule(pick=st.integers(0, 9), consent=st.booleans())
    def late(self, pick: int, consent: bool) -> None:
        self.may(lambda: self.t.late(f"L{pick}", consent=consent))

    @rule(pick=st.integers(0, 20), action=st.sampled_from(["forfeit", "excuse", "disqualify", "warn"]))
    def referee(self, pick: int, action: str) -> None:
        self.may(lambda: getattr(self.t, action)(self.anybody(pick), "because"))

    @rule(pick=st.integers(0, 20), points=st.sampled_from(["1/2", 3]))
    def penalty(self, pick: int, points: Any) -> None:
        self.may(lambda: self.t.penalty(self.anybody(pick), points, "because"))

    @rule(number=st.integers(1, 4), table=st.integers(1, 3))
    def j7_a_correction_and_its_inverse_restore_the_standings(self, number: int, table: int) -> None:
        try:
            found = self.t.state.table(table, number)
        except Refused:
            return
        if found.status == "final" and found.result is not None and self.t.phase not in ("finished", "cancelled"):
            before, raw = [one.as_json() for one in self.t.standings()], list(found.result.raw)
            self.t.correct(number, table, [self.rng.randint(-2, 6) for _ in raw], "a")
            self.t.correct(number, table, raw, "b")
            assert [one.as_json() for one in self.t.standings()] == before

    @rule()
    def start_finals(self) -> None:
        self.may(self.t.start_finals)

    @rule()
    def finish(self) -> None:
        self.may(self.t.finish)

    # -- what always holds -----------------------------------------------------------------------------

    def check_seating(self) -> None:
        """J1, J2, J5, J10 for a fresh seating."""
        state, now = self.t.state, self.t.state.current
        seated = [number for table in now.tables for number in table.entrants]
        assert sorted(seated + now.byes) == sorted(one.number for one in state.active)  # J1, J10
        plan = now.plan
        if self.t.settings.filler == "bot":
            assert tuple(len(table.entrants) for table in now.tables) == sizes_with_fillers(len(seated), plan.k)
            assert all(len(table.seats) == plan.k for table in now.tables)
        else:
            sizes, byes = table_sizes(len(state.active), plan.k, plan.kmin, plan.kmax, self.t.settings.uneven)
            assert (tuple(len(table.seats) for table in now.tables), len(now.byes)) == (sizes, byes)  # J2
        plain = (self.t.settings.plain_last and now.number == state.total) or (
            now.number == 1 and self.t.settings.round1 == "snake"
        )
        if not plain:
            place = {number: at for at, number in enumerate(now.order)}
            tables = [[place[number] for number in table.entrants] for table in now.tables]
            weight, sizes = weights(state, now.order, now.number), tuple(map(len, tables))
            assert now.cost == cost(tables, weight, distances(sizes))
            assert stable(tables, weight, sizes)
            if len(place) <= 8:
                assert now.cost == brute(weight, sizes)  # J5

    def check_present(self) -> None:
        for table in self.t.tables():
            assert len(set(table.seats)) == len(table.seats)
            assert all(self.t.state.entrants[number].status == "active" for number in table.entrants)  # J10

    @invariant()
    @precondition(lambda self: hasattr(self, "t"))
    def j3_what_a_table_hands_out(self) -> None:
        for one in self.t.state.rounds:
            for table in one.live:
                if table.status == "final" and table.result is not None:
                    size = len(table.counted)
                    assert sum(table_scores(table, "rank", one.plan.k).values()) == 6 * size
                    if not table.forfeits and size:
                        assert sum(table_scores(table, "win", one.plan.k).values()) == 1
                        counted = [
                            raw for number, raw in zip(table.seats, table.result.raw, strict=True) if number in table.counted
                        ]
                        assert sum(table_scores(table, "raw", one.plan.k).values()) == Fraction(
                            sum(counted) * size, one.plan.k
                        )

    @invariant()
    @precondition(lambda self: hasattr(self, "t"))
    def j6_the_log_tells_everything(self) -> None:
        told = json.loads(json.dumps(self.t.log))
        again = Tournament.replay(told)
        assert again == self.t
        assert [one.as_json() for one in again.standings()] == [one.as_json() for one in self.t.standings()]

    @invariant()
    @precondition(lambda self: hasattr(self, "t"))
    def j8_the_order_is_total(self) -> None:
        rows = self.t.standings()
        assert len({one.lot for one in rows if one.lot}) == sum(one.lot is not None for one in rows)
        for one, other in pairwise(rows):
            same = (one.score, one.wins, one.second, one.opp) == (other.score, other.wins, other.second, other.opp)
            if "met" not in self.t.settings.tiebreaks:
                assert (one.place == other.place) == same
            if one.place == other.place:
                assert (one.lot or 0) <= (other.lot or 0)
        places = [placed.place for placed in self.t.ranking()]
        assert places == sorted(places)


Evening.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestEvening = Evening.TestCase


@pytest.mark.parametrize("n", [9, 10, 11, 13])
def test_j4_byes_are_spread_evenly(n: int) -> None:
    t = tournament(n, k=4, kmin=4, kmax=4, rounds=8, scoring="rank")
    run(t, 8, Random(n))
    byes = [one.byes for one in t.standings()]
    assert sum(byes) == 8 * (n % 4)
    assert max(byes) - min(byes) <= 1


def test_j6_seatings_follow_from_the_seed() -> None:
    t = tournament(14, rounds=4)
    run(t, 3, Random(1))
    again = Tournament.replay(t.log, verify=True)
    assert again == t
    t.seat(effort=0.1)
    assert Tournament.replay(t.log, verify=True) == t
    other = tournament(14, rounds=4, seed=8)
    other.seat()
    assert other.seating(1).tables != t.seating(1).tables


@pytest.mark.parametrize("options", SHAPES[:7])
def test_j9_names_do_not_matter(options: dict[str, Any]) -> None:
    """The same evening under other names: only the names differ."""
    names = [f"P{i}" for i in range(13)]
    other = {name: f"Zoé {len(names) - i}" for i, name in enumerate(names)}
    evenings = []
    for known in (names, list(other.values())):
        t = tournament(known, **{"rounds": 3, **options})
        rng = Random(4)
        for _ in range(3):
            t.seat(effort=0.2)
            t.start()
            play(t, random_raw(rng))
        evenings.append(t)
    one, two = evenings
    assert [other[name] for name in order(one)] == order(two)
    for number in (1, 2, 3):
        assert [[other.get(name, name) for name in table] for table in one.seating(number).tables] == two.seating(
            number
        ).tables


def test_j10_nobody_meets_one_who_left() -> None:
    t = tournament(9, rounds=4)
    run(t, 1, Random(2))
    t.drop("P1")
    t.pause("P2")
    t.disqualify("P3", "cheated")
    seating = t.seat()
    assert not {"P1", "P2", "P3"} & {name for table in seating.tables for name in table}


def test_every_pair_that_met_counts_once() -> None:
    t = tournament(8, rounds=2)
    run(t, 1, Random(2))
    state = t.state
    weight = weights(state, list(range(8)), 2)
    together = {pair for table in t.seating(1).tables for pair in map(frozenset, combinations(table, 2))}
    for i, j in combinations(range(8), 2):
        assert weight[i][j] == int(frozenset({f"P{i}", f"P{j}"}) in together)
    assert row(t, "P1").opp is not None


@pytest.mark.parametrize("options", SHAPES[:5])
def test_j1_everybody_active_sits_once_or_has_a_bye(options: dict[str, Any]) -> None:
    t = tournament(11, **{"rounds": 4, **options})
    t.pause("P4")
    for _ in range(4):
        seating = t.seat(effort=0.2)
        placed = [name for table in seating.tables for name in table if not name.startswith("filler")] + seating.byes
        assert sorted(placed) == sorted(f"P{i}" for i in range(11) if i != 4)
        t.start()
        play(t, random_raw(Random(1)))


@pytest.mark.parametrize("n", range(3, 31))
def test_j2_tables_have_the_sizes_of_the_rule_and_every_seat_once(n: int) -> None:
    t = tournament(n, rounds=1)
    t.seat()
    assert tuple(len(table.seats) for table in t.tables()) == table_sizes(n, 4, 3, 5)[0]
    assert all(len(set(table.seats)) == len(table.seats) for table in t.tables())


@pytest.mark.parametrize(("scoring", "wanted"), [("rank", 6 * 11), ("win", 3), ("raw", None)])
def test_j3_what_a_round_hands_out(scoring: str, wanted: int | None) -> None:
    t = tournament(11, rounds=1, scoring=scoring)
    t.seat()
    t.start()
    play(t, lambda seats: [4, 3, 2, 1][: len(seats)])
    total = sum((one.score for one in t.standings()), Fraction(0))
    assert total == (wanted if wanted is not None else 10 + 10 + Fraction(9 * 3, 4))


def test_j7_a_correction_and_its_inverse() -> None:
    t = tournament(12, rounds=2)
    run(t, 2, Random(3))
    before = [one.as_json() for one in t.standings()]
    result = t.state.table(2, 1).result
    assert result is not None
    t.correct(1, 2, [9, 9, 0, 0], "misread")
    assert [one.as_json() for one in t.standings()] != before
    t.correct(1, 2, result.raw, "read again")
    assert [one.as_json() for one in t.standings()] == before


def test_j8_the_lot_makes_the_order_strict() -> None:
    t = tournament(8, rounds=1)
    t.seat()
    t.start()
    play(t, lambda seats: [1, 1, 1, 1])
    assert {one.place for one in t.standings()} == {1}
    assert [one.lot for one in t.standings()] == list(range(1, 9))
