"""Sweep: the examples of docs/games/sweep.md, and what the rules say besides."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Illegal, Table
from tests.rules.rank_zones import named
from tests.rules.told import told


def sweep(seats: int = 3, **options: Any) -> pioche.Game:
    return pioche.load("sweep", seats=seats, **options)


def round_of(hands: list[list[int]], centre: list[int], starter: int = 0, left: int = 20, **more: Any) -> Table:
    """A round about to be played; with left=0 it is the last of the deal."""
    game = sweep(len(hands), **more.pop("options", {}))
    return game.at(hand=hands, centre=centre, starter=starter, turn=starter, phase="play", round=1, left=left, **more)


def lay(table: Table, *plays: tuple[int, int]) -> None:
    for seat, rank in plays:
        assert table.actors == (seat,)
        table.act(seat, f"play:{rank}")


def captured(table: Table) -> list[tuple[int, int, int]]:
    return [(e["seat"], e["rank"], e.get("count", 1)) for e in told(table, "capture", "take")]


# -- section 10 --------------------------------------------------------------------------------------


def test_e1_the_lowest_takes_the_top_rank_and_the_others_what_is_below():
    t = round_of([[4], [8], [10]], [3, 5, 6, 9, 9])
    lay(t, (0, 4), (1, 8), (2, 10))
    assert t.position()["hand"] == [[9, 9], [3, 4, 5, 6], [8]]
    assert named(t, "discard") == [10]
    assert (t.position()["starter"], t.position()["last_taker"], t.actors) == (2, 2, (2,))
    assert captured(t) == [(0, 9, 2), (1, 3, 1), (1, 4, 1), (1, 5, 1), (1, 6, 1), (2, 8, 1)]


def test_e2_a_played_card_is_taken_by_the_next():
    t = round_of([[2], [3], [7]], [4, 5, 6, 8, 10])
    lay(t, (0, 2), (1, 3), (2, 7))
    assert t.position()["hand"] == [[10], [2], [3, 4, 5, 6]]
    assert named(t, "discard") == [7, 8]
    assert t.position()["starter"] == 2


def test_e3_tied_lowest_with_one_target_needs_no_choice():
    t = round_of([[3], [10], [3]], [2, 2, 5, 6, 9], starter=2)
    lay(t, (2, 3), (0, 3), (1, 10))
    assert t.position()["hand"] == [[], [2, 2, 3, 3, 5, 6], [9]]
    assert named(t, "discard") == [10]
    assert t.position()["starter"] == 1
    assert [e["seat"] for e in told(t, "take")] == [2]


def test_e4_a_tied_group_takes_one_each_in_turn():
    t = round_of([[7], [2], [7]], [1, 3, 4, 6, 8])
    lay(t, (0, 7), (1, 2), (2, 7))
    assert t.position()["phase"] == "capture"
    assert t.legal(0) == ["take:1", "take:2", "take:3", "take:4", "take:6"]
    for seat, rank in ((0, 6), (2, 4), (0, 3), (2, 2)):
        assert t.actors == (seat,)
        t.act(seat, f"take:{rank}")
    assert t.position()["hand"] == [[1, 3, 6], [8], [2, 4]]  # the 1 came by itself
    assert named(t, "discard") == [7, 7]
    assert t.position()["starter"] == 0


def test_e5_all_equal_share_the_top_rank_only():
    t = round_of([[5], [5], [5]], [2, 3, 7, 9, 9])
    lay(t, (0, 5), (1, 5), (2, 5))
    assert t.position()["hand"] == [[9], [9], []]
    assert named(t, "discard") == [2, 3, 5, 5, 5, 7]
    assert t.position()["starter"] == 1


def test_e6_equal_rank_is_safe_but_for_the_lowest():
    t = round_of([[5], [8], [9]], [5, 5, 8, 8, 8])
    lay(t, (0, 5), (1, 8), (2, 9))
    assert t.position()["hand"] == [[8, 8, 8], [5, 5, 5], [8]]
    assert named(t, "discard") == [9]


def test_e7_the_lowest_takes_only_one_rank_of_a_small_centre():
    t = round_of([[8], [9], [10]], [2, 3, 3, 4, 4])
    lay(t, (0, 8), (1, 9), (2, 10))
    assert t.position()["hand"] == [[4, 4], [2, 3, 3, 8], [9]]
    assert named(t, "discard") == [10]


def test_e8_scoring_gives_every_tied_seat_the_full_rank():
    t = round_of([[1, 3, 7, 7, 10], [2, 7, 8, 10, 10], [3, 8, 9, 9]], [5, 5, 6, 6, 10], left=0)
    lay(t, (0, 1), (1, 2), (2, 3))
    assert t.position()["shown"] == [[3, 7, 7, 10, 10], [1, 7, 8, 10, 10], [2, 8, 9, 9]]
    assert t.over
    assert t.scores == [20, 19, 19]
    assert t.ranking == [1, 2, 2]
    assert [(e["rank"], e["count"], e["points"], e["holders"]) for e in told(t, "score")] == [
        (10, 2, 10, [0, 1]), (9, 2, 9, [2]), (8, 1, 8, [1, 2]), (7, 2, 7, [0]),
        (3, 1, 3, [0]), (2, 1, 2, [2]), (1, 1, 1, [1]),
    ]  # fmt: skip


def test_e9_an_empty_hand_is_skipped_for_the_rest_of_the_deal():
    t = round_of([[6], [], [5]], [3, 4, 4, 6, 7])
    lay(t, (0, 6), (2, 5))
    assert t.position()["hand"] == [[3, 4, 4, 5], [], [7]]
    assert named(t, "discard") == [6, 6]
    assert t.position()["starter"] == 0
    assert [e["seat"] for e in told(t, "skip")] == [1]
    assert t.legal(1) == []
    with pytest.raises(Illegal) as refused:
        t.act(1, "play:6")
    assert refused.value.reason == "not_your_turn"


def e10(**options: Any) -> Table:
    """Final hands A 10 2, B 9 8 7 4, C 10 6 5 4 4 3 2 1: 12, 24 and 31 points."""
    hands = [[2, 4], [5, 7, 8, 9], [1, 2, 3, 4, 4, 6, 6, 10]]
    t = round_of(hands, [7, 8, 9, 9, 10], left=0, total=[140, 131, 96], options={"length": "cumulative", **options})
    lay(t, (0, 4), (1, 5), (2, 6))
    return t


def test_e10_the_highest_total_wins_even_if_another_passed_the_target():
    t = e10()
    assert t.over
    assert t.scores == [152, 155, 127]
    assert t.ranking == [2, 1, 3]


# -- the rest of the rules ---------------------------------------------------------------------------


def test_r3_r6_forced_cards_are_dealt_seat_by_seat_then_turned_up():
    t = sweep().table(cards="10 9 8 10 9 8 10 9 8 10 9 8 7 7 7 | 1 2 2 6 6")
    assert t.position()["hand"] == [[7, 10, 10, 10, 10], [7, 9, 9, 9, 9], [7, 8, 8, 8, 8]]
    assert t.position()["centre"] == [1, 2, 2, 6, 6]
    assert t.position()["left"] == 55 - 15 - 5
    assert told(t, "hand", seat=1) == [
        {"kind": "hand", "seat": 1, "rank": 7, "count": 1}, {"kind": "hand", "seat": 1, "rank": 9, "count": 4},
    ]  # fmt: skip
    assert told(t, "hand") == []


def test_r5_the_starter_is_drawn_at_random():
    starters = [sweep(6).table(seed=seed).position()["starter"] for seed in range(60)]
    assert set(starters) == set(range(6))


def test_r12_a_played_card_is_not_in_the_centre_before_it_has_captured():
    t = round_of([[3], [10], [9]], [1, 2, 2, 4, 4])
    lay(t, (0, 3), (1, 10), (2, 9))
    assert t.position()["hand"][0] == [4, 4]  # not the 10


def test_r18_a_captured_card_can_be_played_in_the_next_round():
    t = round_of([[4], [8], [10]], [3, 5, 6, 9, 9])
    lay(t, (0, 4), (1, 8), (2, 10))
    assert t.legal(2) == ["play:8"]


def test_r25_one_deal_is_a_match_by_default():
    t = sweep().table(seed=1)
    while not t.over:
        t.act(t.actors[0], t.legal(t.actors[0])[0])
    assert t.position()["deal"] == 1
    assert t.events(None)[-1]["kind"] == "match_over"


def test_r26_deals_go_on_until_the_target():
    t = e10(target_score=156)
    assert not t.over
    assert (t.scores, t.position()["deal"], t.position()["round"]) == ([152, 155, 127], 1, 1)
    assert [len(hand) for hand in t.position()["hand"]] == [5, 5, 5]  # R28 from a full shuffle
    assert t.position()["discard"] == []
    assert t.position()["shown"] == [[], [], []]


@pytest.mark.parametrize("length", ["single", "cumulative"])
def test_r27_a_tie_is_shared_or_played_on(length):
    def tied(match_tie: str) -> Table:
        more: dict[str, Any] = {
            "total": [12, 0, 0],
            "options": {"length": length, "target_score": 20, "match_tie": match_tie},
        }
        t = round_of([[2, 4], [5, 7, 8, 9], [3, 6]], [7, 8, 9, 9, 10], left=0, **more)
        lay(t, (0, 4), (1, 5), (2, 6))
        return t

    shared = tied("shared")
    assert (shared.scores, shared.ranking, shared.over) == ([24, 28, 8], [2, 1, 3], True)
    even = round_of(
        [[2, 4], [5, 7, 8, 9], [3, 6]], [7, 8, 9, 9, 10], left=0, total=[16, 0, 0],
        options={"length": length, "target_score": 20},
    )  # fmt: skip
    lay(even, (0, 4), (1, 5), (2, 6))
    assert (even.scores, even.ranking, even.over) == ([28, 28, 8], [1, 1, 3], True)
    again = round_of(
        [[2, 4], [5, 7, 8, 9], [3, 6]], [7, 8, 9, 9, 10], left=0, total=[16, 0, 0],
        options={"length": length, "target_score": 20, "match_tie": "extra_deal"},
    )  # fmt: skip
    lay(again, (0, 4), (1, 5), (2, 6))
    assert (again.scores, again.over, again.position()["deal"]) == ([28, 28, 8], False, 1)
    assert tied("extra_deal").over  # one seat leads alone


def test_time_out_plays_the_lowest_card_and_takes_the_highest_target():
    t = round_of([[7, 9], [2], [7]], [1, 3, 4, 6, 8])
    assert t.default_action(0) == "play:7"
    lay(t, (0, 7), (1, 2), (2, 7))
    assert t.default_action(0) == "take:6"


@pytest.mark.parametrize(
    ("word", "reason", "rule", "en", "fr"),
    [
        ("play:9", "not_in_hand", "R8", "You hold no such card.", "Vous n’avez pas cette carte en main."),
        ("take:3", "play_now", "R8", "Cards are being played now", "C’est le moment de poser une carte"),
    ],
)
def test_refusals_while_cards_are_played(word, reason, rule, en, fr):
    t = round_of([[4], [8], [10]], [3, 5, 6, 9, 9])
    with pytest.raises(Illegal) as refused:
        t.act(0, word)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
    assert en in refused.value.en
    assert fr in refused.value.fr
    assert "play a 4" in refused.value.en
    assert "poser un 4" in refused.value.fr


@pytest.mark.parametrize(
    ("word", "reason"), [("take:8", "not_a_target"), ("take:7", "not_a_target"), ("play:7", "take_now")]
)
def test_refusals_while_cards_are_taken(word, reason):
    t = round_of([[7, 7], [2], [7]], [1, 3, 4, 6, 8])
    lay(t, (0, 7), (1, 2), (2, 7))
    before = t.position()
    with pytest.raises(Illegal) as refused:
        t.act(0, word)
    assert (refused.value.reason, refused.value.rule) == (reason, "R16")
    assert t.position() == before


def test_options_and_the_named_variant():
    assert pioche.load("sweep").options == {"seats": 4, "length": "single", "target_score": 150, "match_tie": "shared"}
    variant = pioche.load("sweep_150")
    assert (variant.options["length"], variant.title("en"), variant.title("fr")) == (
        "cumulative", "Sweep to 150", "Balayage en 150 points",
    )  # fmt: skip
    for wrong in ({"seats": 2}, {"seats": 7}, {"target_score": 0}, {"length": "long"}):
        with pytest.raises(pioche.BadOption):
            pioche.load("sweep", **wrong)
