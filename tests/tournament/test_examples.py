"""X1-X13: the examples of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from pioche.tournament import Tournament, profiles
from pioche.tournament.model import FINAL, Entrant, Result, Round, State, Table
from pioche.tournament.scoring import table_scores
from pioche.tournament.seating.draft import seats
from pioche.tournament.settings import Settings
from tests.tournament.playing import arrange, by_lot, order, play, row, tournament


def scores(raw: list[int], scoring: str, forfeits: tuple[int, ...] = ()) -> list[F]:
    table = Table(1, list(range(len(raw))), FINAL, Result(raw, None, 8), list(forfeits))
    found = table_scores(table, scoring, 4)
    return [found[number] for number in table.seats]


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ([5, 3, 2, 0], [12, 8, 4, 0]),
        ([3, 3, 2, 0], [10, 10, 4, 0]),
        ([4, 1, 1, 1], [12, 4, 4, 4]),
        ([4, 2, 2], [12, 3, 3]),
        ([3, 2, 1, 1, 0], [12, 9, F(9, 2), F(9, 2), 0]),
        ([2, 2, 2, 2, 2], [6, 6, 6, 6, 6]),
    ],
)
def test_x1_table_points_by_rank(raw: list[int], wanted: list[F]) -> None:
    assert scores(raw, "rank") == wanted


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [([4, 3, 0], [3, F(9, 4), 0]), ([4, 3, -1, 1], [4, 3, -1, 1]), ([4, 3, 0, -2, 2], [5, F(15, 4), 0, F(-5, 2), F(5, 2)])],
)
def test_x2_agnes_counts_raw_points_weighed_by_the_size(raw: list[int], wanted: list[F]) -> None:
    assert scores(raw, "raw") == wanted


def second_round(names: str, tables: list[str], standing: str, **options: Any) -> Tournament:
    """Round 1 at these tables, standings as given, round 2 seated."""
    t = tournament(list(names), scoring="raw", rounds=3, **options)
    t.seat()
    arrange(t, tables)
    t.start()
    play(t, {name: len(standing) - place for place, name in enumerate(standing)})
    assert order(t) == list(standing)
    t.seat()
    return t


def as_sets(t: Tournament) -> list[set[str]]:
    return [set(table) for table in t.seating().tables]


def test_x3_seating_straight() -> None:
    t = second_round("ABCDEFGH", ["ABCD", "EFGH"], "AEFBCGDH")
    assert as_sets(t) == [set("AEFB"), set("CGDH")]
    assert t.seating().cost == (4, 0)


def test_x4_seating_with_an_exchange() -> None:
    t = second_round("ABCDEFGH", ["ABCD", "EFGH"], "ABCEFDGH")
    assert as_sets(t) == [set("ABEF"), set("CDGH")]
    assert t.seating().cost == (4, 5)


def test_x5_seating_without_repeats() -> None:
    t = second_round("ABCDEFGHI", ["ABC", "DEF", "GHI"], "ABDGEHCFI", k=3, kmin=3, kmax=3)
    assert as_sets(t) == [set("ADG"), set("BEH"), set("CFI")]
    assert t.seating().cost == (0, 5)


def test_x6_clubs() -> None:
    clubs = dict(zip("ABCDEF", "xxyyzz", strict=True))
    t = by_lot("ABCDEFGH", clubs)
    seating = t.seat()
    assert [set(table) for table in seating.tables] == [set("ACEG"), set("BDFH")]
    assert seating.cost == (0, 20)


def test_x7_seats() -> None:
    lots = {"W": 5, "X": 2, "Y": 9, "Z": 1}
    entrants = [Entrant(number, name, status="active", lot=lot) for number, (name, lot) in enumerate(lots.items())]
    entrants += [Entrant(4 + i, f"o{i}", status="active", lot=20 + i) for i in range(30)]
    settings = Settings.of("agnes", {})
    had = {"W": (0, 1), "X": (0, 0), "Y": (2, 0), "Z": (1, 0)}
    rounds, other = [], iter(range(4, 34))
    for r in (0, 1):
        tables = []
        for place, name in enumerate(lots):
            seated = [next(other) for _ in range(3)]
            seated.insert(had[name][r], place)
            tables.append(Table(place + 1, seated))
        rounds.append(Round(r + 1, "round", settings.plan(r + 1), tables, [], (0, 0), []))
    state = State(settings, entrants=entrants, rounds=rounds)
    assert [state.entrants[number].name for number in seats(state, [0, 1, 2, 3], 3)] == ["Z", "X", "W", "Y"]


def x8(shared: bool, second: dict[str, list[int]]) -> Tournament:
    """Three rounds: P scores 3, 2, 2 and Q 4, 2, 1, 24 manches and 22; each wins one table, and P may share another."""
    t = by_lot("PRSTQUVW", rounds=3)  # round 1: P and Q at tables of their own
    mine = {"P": [3, 2, 2], "Q": [4, 2, 1]}
    for number in (0, 1, 2):
        t.seat()
        if number:
            arrange(t, ["PRUV", "QSTW"])
        t.start()
        for table in t.tables():
            seats = t.seating().tables[table.number - 1]
            ours = "P" if "P" in seats else "Q"
            others = {0: 0, 1: 2 if shared and ours == "P" else 3, 2: 5}[number]  # the best of the others
            raw = [mine[name][number] if name == ours else others if name in "RS" else -1 for name in seats]
            cards = [second[name][number] if name == ours else 200 for name in seats]
            t.result(table.number, raw, second=cards, units=6 if (ours, number) == ("Q", 2) else 8)
            t.rule(table.number)
        t.close()
    return t


def test_x8_tie_break_by_wins() -> None:
    t = x8(True, {"P": [100, 100, 100], "Q": [50, 50, 50]})
    p, q = row(t, "P"), row(t, "Q")
    assert (p.score, q.score) == (7, 7)
    assert (p.wins, q.wins) == (F(3, 2), 1)
    assert p.place < q.place  # although Q has the better cards


def test_x8_tie_break_by_cards_per_manche() -> None:
    t = x8(False, {"P": [90, 90, 82], "Q": [90, 90, 70]})
    p, q = row(t, "P"), row(t, "Q")
    assert (p.score, q.score, p.wins, q.wins) == (7, 7, 1, 1)
    assert (p.second, q.second) == (F(262, 24), F(250, 22))
    assert p.place < q.place  # although Q's sum is lower: per manche it is higher


@pytest.mark.parametrize(("direction", "first"), [("lower", "Q"), ("higher", "P")])
def test_tr52_the_secondary_value_counts_in_the_direction_of_the_profile(
    direction: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(profiles(), "agnes", replace(profiles()["agnes"], second=("card_sum", direction)))
    t = x8(False, {"P": [90, 90, 90], "Q": [80, 80, 80]})
    p, q = row(t, "P"), row(t, "Q")
    assert (p.score, p.wins) == (q.score, q.wins)
    assert (p.second, q.second) == (F(270, 24), F(240, 22))
    assert (p.place < q.place) == (first == "P")


def test_x8_units_differ_from_table_to_table() -> None:
    t = tournament("PQRSTUVW", rounds=1)
    t.seat()
    t.start()
    for table in (1, 2):
        t.result(
            table,
            [4, 3, 2, 1],
            second=[262, 300, 300, 300] if table == 1 else [250, 300, 300, 300],
            units=8 if table == 1 else 7,
        )
        t.rule(table)
    first, other = (t.seating().tables[place][0] for place in (0, 1))
    assert (row(t, first).second, row(t, other).second) == (F(262, 8), F(250, 7))
    assert order(t)[:2] == [first, other]


def test_x9_bye() -> None:
    t = by_lot("ABCDEFWYZ", k=4, kmin=4, kmax=4, rounds=4, scoring="raw")
    assert t.seat().byes == ["Z"]
    t.start()
    play(t, lambda seats: [1] * 4)
    t.penalty("W", 30, "x")
    t.penalty("Z", 100, "x")
    assert t.seat().byes == ["W"]  # Z is lower, but had a bye
    t.start()
    play(t, lambda seats: [1] * 4)
    t.penalty("Y", 50, "x")
    assert order(t)[-2:] == ["Y", "Z"]
    assert t.seat().byes == ["Y"]
    t.start()
    points = iter([4, 2, 1, 1, 3, 2, 2, 0])
    play(t, lambda seats: [next(points) for _ in seats])
    cell = row(t, "Y").rounds[2]
    assert (cell.kind, cell.score) == ("bye", F(15, 8))


def test_tr44_a_bye_under_win_is_worth_one_kth_whatever_the_size_of_the_tables() -> None:
    t = by_lot("ABCDEFG", k=4, kmin=4, kmax=5, rounds=1, scoring="win")
    seating = t.seat()
    assert (len(seating.tables[0]), seating.byes) == (5, ["G", "F"])
    t.start()
    play(t, lambda seats: list(range(len(seats))))
    assert [row(t, name).score for name in "FG"] == [F(1, 4), F(1, 4)]
    assert sum(row(t, name).score for name in "ABCDE") == 1


def test_tr42_a_raw_score_weighs_only_the_seats_that_count() -> None:
    table = Table(1, [0, 1, 2, 3], FINAL, Result([8, 4, 0, 5], None, 8), excused=[3])
    assert table_scores(table, "raw", 4) == {0: 6, 1: 3, 2: 0}  # three seats count: 3/4 of the raw score


def test_x10_late() -> None:
    t = tournament("ABCDEFGH", k=4, kmin=4, kmax=4, rounds=4, scoring="rank")
    t.seat()
    t.start()
    play(t, lambda seats: [4, 3, 2, 1])
    t.late("L")
    for points in (0, 99, 50):  # the bye comes first: he is last in the standings; then he is first, then second

        def raw(seats: list[str], points: int = points) -> list[int]:
            others = iter([60, 40, 20, 10])
            return [points if name == "L" else next(others) for name in seats]

        seating = t.seat()
        assert (seating.byes == ["L"]) == (points == 0)
        t.start()
        play(t, raw)
    cells = row(t, "L").rounds
    assert [cell.kind for cell in cells] == ["missed", "bye", "table", "table"]
    assert [cell.score for cell in cells] == [0, 6, 12, 8]
    assert row(t, "L").score == 26


def test_x10_leaving() -> None:
    assert scores([5, 3, 2, 0], "rank", forfeits=(0,)) == [0, 12, 8, 4]
    assert scores([5, 3, 2, 0], "raw", forfeits=(0,)) == [0, 3, 2, 0]
    assert scores([5, 3, 2, 0], "win", forfeits=(0,)) == [0, 1, 0, 0]
    assert scores([-2, 3, 2, 0], "raw", forfeits=(0,)) == [-2, 3, 2, 0]


def test_x11_correction() -> None:
    t = tournament(12, scoring="rank", rounds=4)
    for _ in (1, 2):
        t.seat()
        t.start()
        play(t, lambda seats: [3, 2, 2, 1])
    t.seat()
    t.start()
    seated, names = t.seating().tables, t.seating(2).tables[2]
    before = [row(t, name).rounds[1].score for name in names]
    assert before == [12, 6, 6, 0]
    t.correct(round=2, table=3, raw=[2, 3, 2, 1], reason="two lines exchanged")
    assert [row(t, name).rounds[1].score for name in names] == [6, 12, 6, 0]
    assert t.seating().tables == seated


def finals(active: int) -> Tournament:
    t = tournament(active, rounds=1, final="semis")
    t.seat()
    t.start()
    place = {f"P{i}": i for i in range(active)}
    for table in t.tables():
        t.result(table.number, [0 for _ in table.seats])
        t.rule(table.number)
    t.close()
    for name, i in place.items():
        t.penalty(name, i + 1, "order")
    assert order(t) == list(place)
    t.start_finals()
    return t


def test_tr61_exactly_twice_k_active_still_play_two_semi_finals() -> None:
    assert [sorted(table) for table in finals(8).seating().tables] == [["P0", "P3", "P4", "P7"], ["P1", "P2", "P5", "P6"]]
    assert len(finals(7).seating().tables) == 1


def test_tr63_a_tie_at_the_final_is_broken_by_the_qualifying_standings_as_they_were() -> None:
    t = tournament(8, rounds=1, scoring="raw")
    t.seat()
    t.start()
    play(t, {f"P{i}": i for i in range(8)})  # the last registered stand first
    assert t.start_finals().tables == [["P7", "P6", "P5", "P4"]]
    where = next(table for table in t.seating(1).tables if "P5" in table)
    number = t.seating(1).tables.index(where) + 1
    t.correct(1, number, [9 if name == "P5" else int(name[1:]) for name in where], "a digit was misread")
    assert order(t)[0] == "P5"
    play(t, {"P7": 3, "P6": 3, "P5": 3, "P4": 8})
    t.finish()
    assert [one.name for one in t.ranking()][:4] == ["P4", "P7", "P6", "P5"]


def test_x12_semi_finals() -> None:
    def numbers(t: Tournament) -> list[list[int]]:
        return [[int(name[1:]) + 1 for name in table] for table in t.seating().tables]

    t = finals(18)
    assert numbers(t) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    play(t, lambda seats: [0, 0, 9, 1])
    assert numbers(t) == [[9, 10, 11, 12]]
    t = finals(11)
    assert numbers(t) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    play(t, lambda seats: [1, 2, 3, 4])
    assert numbers(t) == [[5, 6, 7, 8]]
    assert numbers(finals(7)) == [[1, 2, 3, 4]]


def test_x12_a_tie_at_a_semi_final_is_broken_by_the_standings() -> None:
    t = finals(18)
    play(t, lambda seats: [0, 5, 5, 0])
    assert "P4" in t.seating().tables[0]  # the fifth and the twelfth tied
    assert "P11" not in t.seating().tables[0]


def test_x13_no_show_the_others_play_on() -> None:
    t = tournament(8, rounds=2)
    t.seat()
    t.start(at=1000)
    gone, *others = t.seating().tables[0]
    t.no_show(gone, at=1300)
    assert t.seating().tables[0] == others
    t.result(1, [4, 3, 0])
    t.rule(1)
    assert [row(t, name).score for name in others] == [3, F(9, 4), 0]
    cell = row(t, gone).rounds[0]
    assert (cell.kind, cell.score, row(t, gone).status) == ("missed", 0, "paused")


def test_x13_no_show_at_a_small_table() -> None:
    t = tournament(11, rounds=2)
    t.seat()
    t.start()
    assert [len(table) for table in t.seating().tables] == [4, 4, 3]
    gone, *others = t.seating().tables[2]
    t.no_show(gone)
    assert [len(table) for table in t.seating().tables] == [5, 5, 0]
    lots = {one.name: one.lot or 0 for one in t.entrants}
    first, second = sorted(others, key=lots.__getitem__)
    assert (t.seating().tables[0][4], t.seating().tables[1][4]) == (first, second)
    assert [table.number for table in t.tables()] == [1, 2]


def test_x13_no_show_with_fillers() -> None:
    t = tournament(6, rounds=2, k=3, kmin=3, kmax=3, filler="bot")
    t.seat()
    t.start()
    gone = t.seating().tables[1][1]
    t.no_show(gone)
    assert t.seating().tables[1][1].startswith("filler ")
    assert len(t.seating().tables[1]) == 3
