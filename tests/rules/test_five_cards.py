"""Five Cards, rule by rule: docs/games/five_cards.md. A is seat 0 (top), B seat 1 (bottom)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche import BadOption, Illegal, Record, Table
from pioche.text import narrate
from tests.rules.told import cards_in, told, wandering

A, B = 0, 1
Side = list[list[int]]


def duel(**options: Any) -> pioche.Game:
    return pioche.load("five_cards", **options)


def started_by(seat: int, cards: str) -> Table:
    tables = (duel().table(seed=seed, cards=cards) for seed in range(50))
    return next(table for table in tables if table.position()["starter"] == seat)


def layout(targets: list[int], top: Side, bottom: Side, turn: int, draw: str, **more: Any) -> Table:
    """The player to move draws the given card from a position in the middle of a round."""
    game = duel(**{name: more.pop(name) for name in ("target_score", "match_tie") if name in more})
    position = {"targets": targets, "top": top, "bottom": bottom, "turn": turn, "phase": "place", "starter": A}
    return game.at({**position, **more}, cards=draw)


def source_position(draw: str) -> Table:
    top, bottom = [[7, 2], [8], [7, 4], [5], [10]], [[6, 1], [7], [10], [9], [7]]
    return layout([3, 5, 6, 7, 9], top, bottom, B, draw)


# -- the examples of the rulebook --------------------------------------------------------------------


def test_e1_an_unplayable_7_ends_the_round() -> None:
    table = source_position("7")
    assert told(table, "unplayable") == [{"kind": "unplayable", "seat": B, "rank": 7}]
    assert [(e["top"], e["bottom"], e["points"]) for e in told(table, "score")] == [
        (9, 7, 3), (8, 7, 5), (11, 10, 6), (5, 9, 7), (10, 7, 9),
    ]  # fmt: skip
    assert [(e["seat"], e["points"], e["total"]) for e in told(table, "totals")] == [(A, 23, 23), (B, 7, 7)]
    assert table.position()["starter"] == B
    assert table.position()["deal"] == 1
    assert table.actors == (B,)


@pytest.mark.parametrize(("rank", "columns"), [("10", "1 2 4"), ("6", "2 4 5"), ("3", "2 3 4 5")])
def test_e2_legal_columns(rank: str, columns: str) -> None:
    table = source_position(rank)
    assert table.position()["drawn"] == [int(rank)]
    assert table.legal(B) == [f"place:{column}" for column in columns.split()]
    assert table.legal(A) == []


def test_e3_repeated_ranks_are_set_aside_and_shuffled_back() -> None:
    table = duel().table(cards="9 9 4 10 9 4 1 6 | 3")
    assert table.position()["targets"] == [1, 4, 6, 9, 10]
    assert [event["rank"] for event in told(table, "set_aside")] == [9, 9, 4]
    assert [(e["column"], e["rank"]) for e in told(table, "targets")] == [(1, 1), (2, 4), (3, 6), (4, 9), (5, 10)]
    assert table.position()["left"] == 49  # fifty less the first draw
    assert table.position()["deck"].count(9) == 8
    assert table.position()["discard"] == []


def test_e4_the_fastest_end() -> None:
    table = started_by(A, "2 4 6 8 10 | 10 10 10 10 10")
    for column, seat in enumerate((A, B, A, B), 1):
        table.act(seat, f"place:{column}")
    assert told(table, "unplayable") == [{"kind": "unplayable", "seat": A, "rank": 10}]
    assert table.position()["points"] == [13, 17]
    assert table.position()["starter"] == A


def test_e5_ties_share_half_the_target_and_lose_the_odd_point() -> None:
    """The sums of the example cannot end a round with real cards, so the count alone is looked at."""
    top, bottom = [[], [8], [3], [9], [8]], [[], [2, 6], [1, 2], [10], [2, 6]]
    table = duel().table()
    for name, value in (("targets", [1, 4, 5, 7, 10]), ("top", top), ("bottom", bottom)):
        table.rules.shape.read(table.s, name, value)
    table.engine.score_round(table.s)
    assert [(e["top"], e["bottom"]) for e in told(table, "score")] == [(0, 0), (8, 8), (3, 3), (9, 10), (8, 8)]
    assert table.position()["points"] == [9, 16]


def test_e6_a_5_always_fits() -> None:
    table = layout([1, 2, 3, 4, 6], [[5], [], [5], [], []], [[], [5], [], [], [5]], A, "5")
    assert table.legal(A) == ["place:4"]


def test_e7_a_placement_may_be_forced() -> None:
    table = layout([2, 4, 6, 8, 9], [[9], [], [10], [9], []], [[], [9], [7], [], []], A, "9")
    assert table.legal(A) == ["place:3"]


EVEN = [[10], [], [], [10], []], [[], [10], [10], [], []]
FOR_A = [[], [], [], [10], [1, 9]], [[10], [10], [10], [], []]


@pytest.mark.parametrize(
    ("sides", "points", "starter"), [(EVEN, [15, 15], B), (FOR_A, [18, 12], B), (FOR_A[::-1], [12, 18], A)]
)
def test_e8_who_scored_less_starts_and_after_an_even_round_the_other(
    sides: tuple[Side, Side], points: list[int], starter: int
) -> None:
    table = layout([2, 4, 6, 8, 10], *sides, A, "10")
    assert table.position()["points"] == points
    assert table.position()["starter"] == starter
    assert told(table, "starter")[-1] == {"kind": "starter", "seat": starter}
    assert table.actors == (starter,)


def test_e9_the_higher_total_wins_even_if_both_reach_it() -> None:
    top, bottom = [[], [], [], [10], []], [[10], [10], [10], [], [9]]
    table = layout([4, 5, 6, 8, 10], top, bottom, A, "10", total=[96, 91])
    assert table.over
    assert table.scores == [104, 116]
    assert table.ranking == [2, 1]
    assert table.position()["out"] == [10]


# -- rules -------------------------------------------------------------------------------------------


def test_r6_chance_names_the_first_starter() -> None:
    assert {duel().table(seed=seed).position()["starter"] for seed in range(30)} == {A, B}


def test_r9_a_card_goes_to_the_own_side_and_the_other_moves() -> None:
    for seat, side in ((A, "top"), (B, "bottom")):
        table = started_by(seat, "2 4 6 8 10 | 7 9")
        assert told(table, "draw") == [{"kind": "draw", "seat": seat, "rank": 7}]
        table.act(seat, "place:4")
        assert table.position()[side] == [[], [], [], [7], []]
        assert told(table, "place") == [{"kind": "place", "seat": seat, "column": 4, "rank": 7}]
        assert table.actors == (1 - seat,)
        assert table.position()["drawn"] == [9]


@pytest.mark.parametrize("rank", range(1, 6))
def test_r12_the_last_copy_of_a_low_rank_always_fits(rank: int) -> None:
    others = [[rank] if column < rank else [] for column in range(1, 6)]
    table = layout([6, 7, 8, 9, 10], others, [[]] * 5, A, str(rank))
    assert table.legal(A) == [f"place:{column}" for column in range(rank, 6)]


@pytest.mark.parametrize(("match_tie", "over"), [("shared", True), ("extra_round", False)])
def test_r16_equal_totals(match_tie: str, over: bool) -> None:
    table = layout([2, 4, 6, 8, 10], *EVEN, A, "10", total=[90, 90], match_tie=match_tie)
    assert table.over == over
    assert table.scores == [105, 105]
    assert table.ranking == [1, 1]


def test_r16_an_extra_round_ends_when_somebody_leads() -> None:
    table = layout([2, 4, 6, 8, 10], *FOR_A, A, "10", total=[90, 90], match_tie="extra_round")
    assert table.over
    assert table.ranking == [1, 2]


@pytest.mark.parametrize(("target", "over"), [(18, True), (19, False)])
def test_r16_reaching_the_target_is_enough(target: int, over: bool) -> None:
    assert layout([2, 4, 6, 8, 10], *FOR_A, A, "10", target_score=target).over == over


def test_a_duel_has_two_seats() -> None:
    with pytest.raises(BadOption):
        duel(seats=3)


def test_time_out_takes_the_first_open_column() -> None:
    assert source_position("6").default_action(B) == "place:2"


# -- refusals and texts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "reason", "rule", "en", "fr"),
    [
        ("place:3", "rank_lies_there", "R8", "already has this rank", "déjà dans cette colonne"),
        ("place:0", "no_such_column", "R4", "five columns", "cinq colonnes"),
        ("place:6", "no_such_column", "R4", "five columns", "cinq colonnes"),
        ("pass", "unknown_action", "", "pass", "pass"),
    ],
)
def test_r8_refusals_say_why(word: str, reason: str, rule: str, en: str, fr: str) -> None:
    table = source_position("10")
    with pytest.raises(Illegal) as refused:
        table.act(B, word)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
    assert en in refused.value.en
    assert fr in refused.value.fr
    assert table.legal(B) == ["place:1", "place:2", "place:4"]


def test_the_round_is_told_in_both_languages() -> None:
    table = source_position("10")
    table.act(B, "place:4")
    laid = next(event for event in table.events(A) if event["kind"] == "place")
    assert narrate(table, laid, "en", ["Ann", "Ben"]) == "Ben lays the 10 in column 4."
    assert narrate(table, laid, "fr", ["Ann", "Ben"]) == "Ben pose le 10 dans la colonne 4."
    assert narrate(table, laid, "fr", ["Ann", "Ben"], me=B) == "Vous posez le 10 dans la colonne 4."


# -- what always holds (section 11) ------------------------------------------------------------------

few = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32)


@few
@given(seeds)
def test_cards_columns_and_turns_at_every_decision(seed: int) -> None:
    table = duel(target_score=30).table(seed=seed)
    for _ in wandering(table, seed):
        position = table.position()
        zones = ("targets", "top", "bottom", "drawn", "out", "deck")
        assert cards_in(position, *zones) == {rank: rank for rank in range(1, 11)}
        assert len(position["targets"]) == 5
        assert position["left"] == len(position["deck"]) > 0
        for target, above, below in zip(position["targets"], position["top"], position["bottom"], strict=True):
            assert len({target, *above, *below}) == 1 + len(above) + len(below)
        laid = [sum(map(len, position[side])) for side in ("top", "bottom")]
        starter = position["starter"]
        assert laid[starter] - laid[1 - starter] == (table.actors != (starter,))
        views = [table.view(seat) for seat in (A, B, None)]
        for view in views:
            view.pop("legal", None), view.pop("seat")
        assert views[0] == views[1] == views[2]
        assert isinstance(views[0]["deck"], int)


@few
@given(seeds)
def test_every_round_and_match(seed: int) -> None:
    table = duel().table(seed=seed)
    for _ in wandering(table, seed):
        pass
    rounds, targets, placed, points, ties = 0, [0] * 5, 0, 0, 0
    totals = [0, 0]
    for event in table.events(None):
        match event:
            case {"kind": "targets", "column": column, "rank": rank}:
                targets[column - 1] = rank
            case {"kind": "place"}:
                placed += 1
            case {"kind": "unplayable", "rank": rank}:
                assert rank >= 6
            case {"kind": "score", "column": column, "top": top, "bottom": bottom}:
                ties += top == bottom and targets[column - 1] % 2
            case {"kind": "totals", "seat": seat, "points": gained, "total": total}:
                totals[seat] += gained
                points += gained
                assert total == totals[seat]
                if seat == B:
                    assert targets == sorted(set(targets))
                    assert 15 <= sum(targets) <= 40
                    assert points == sum(targets) - ties >= 12
                    assert 4 <= placed <= 35
                    rounds, placed, points, ties = rounds + 1, 0, 0, 0
    assert totals == table.scores
    assert max(totals) >= 100
    assert rounds <= 17


@few
@given(st.permutations([rank for rank in range(1, 11) for _ in range(rank)]), seeds, seeds)
def test_r12_when_a_round_ends_depends_on_the_stock_alone(deck: list[int], one: int, other: int) -> None:
    ends = []
    for policy in (one, other):
        table, dice = duel().table(cards=" ".join(map(str, deck))), random.Random(policy)
        while not told(table, "unplayable"):
            (seat,) = table.actors
            table.act(seat, dice.choice(table.legal(seat)))
        ends.append((len(told(table, "place")), told(table, "unplayable")[0]["rank"]))
    assert ends[0] == ends[1]


@few
@given(seeds, st.integers(0, 60))
def test_a_table_is_its_record_and_its_position(seed: int, moves: int) -> None:
    table = duel().table(seed=seed)
    for count, _ in enumerate(wandering(table, seed)):
        if count == moves:
            break
    again = Record.loads(table.record().dumps()).table()
    assert again.position() == table.position()
    assert again.history() == table.history()
    assert table.game.at(table.position()).position() == table.position()
