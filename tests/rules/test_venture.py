"""Venture: the examples of docs/games/venture.md, and what the rules say besides."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Illegal, Table
from tests.rules.told import told


def venture(seats: int = 5, **options: Any) -> pioche.Game:
    return pioche.load("venture", seats=seats, **options)


def fired(centre: list[int], bids: list[int], more_rounds: bool = True, **more: Any) -> Table:
    """One round: these bids over this centre; then the hands are empty or hold a 7 each."""
    seats = len(bids)
    game = venture(seats, **more.pop("options", {}))
    hands = [sorted([rank] + [7] * more_rounds) for rank in bids]
    t = game.at(hand=hands, centre=centre, phase="bid", round=3, waiting=list(range(seats)), left=0, **more)
    for seat, rank in enumerate(bids):
        t.act(seat, f"bid:{rank}")
    return t


def outcome(table: Table) -> tuple[list[list[int]], list[int]]:
    return table.position()["pile"], table.position()["centre"]


# -- section 10 --------------------------------------------------------------------------------------


def test_e1_bids_fire_from_low_to_high():
    t = fired([4, 5, 6, 8, 10], [2, 3, 4, 5, 6])
    assert outcome(t) == ([[10], [2], [3], [4, 4], [5, 5]], [6, 6, 8])
    assert [(e["seat"], e["rank"], e["captured"], e["count"]) for e in told(t, "fire")] == [
        (0, 2, 10, 1), (1, 3, 2, 1), (2, 4, 3, 1), (3, 5, 4, 2), (4, 6, 5, 2),
    ]  # fmt: skip
    assert [(e["rank"], e["count"]) for e in told(t, "centre")] == [(6, 2), (8, 1)]


def test_e2_tied_bids_miss_and_can_be_captured():
    t = fired([6, 6, 8], [5, 5, 7, 9, 9])
    assert outcome(t) == ([[], [], [5, 5, 6, 6], [], []], [7, 8, 9, 9])
    assert [(e["rank"], e["seats"]) for e in told(t, "miss")] == [(5, [0, 1]), (9, [3, 4])]


def test_e3_a_complete_set_pays_its_rank_and_every_other_card_costs_one():
    pile = [5, 5, 5, 5, 5, 2, 6, 6, 7, 8, 9]
    t = fired([], [10, 10, 10], more_rounds=False, pile=[pile, [], []])
    assert t.over
    assert t.scores == [-1, 0, 0]
    assert {(e["seat"], e["rank"], e["points"]) for e in told(t, "score")} == {
        (0, 2, -1), (0, 5, 5), (0, 6, -2), (0, 7, -1), (0, 8, -1), (0, 9, -1),
    }  # fmt: skip


def test_e4_the_centre_may_complete_a_set():
    helped = fired([9], [10, 10, 10], more_rounds=False, pile=[[9] * 8, [], []])
    assert helped.scores == [9, 0, 0]
    split = fired([], [10, 10, 10], more_rounds=False, pile=[[9] * 8, [9], []])
    assert split.scores == [-8, -1, 0]


def test_e5_a_bid_captured_before_its_turn_does_not_fire():
    t = fired([4, 6], [2, 7, 10])
    assert outcome(t) == ([[10], [2, 4, 6], []], [7])
    assert told(t, "lost_before_firing") == [{"kind": "lost_before_firing", "seat": 2, "rank": 10}]


def test_e6_the_lowest_captures_tied_bids_too():
    t = fired([4, 10], [3, 10, 10])
    assert outcome(t) == ([[10, 10, 10], [], []], [3, 4])
    assert [e["rank"] for e in told(t, "miss")] == [10]
    assert told(t, "lost_before_firing") == []


def test_e7_when_all_bid_the_same_all_miss():
    t = fired([8], [6, 6, 6, 6])
    assert outcome(t) == ([[], [], [], []], [6, 6, 6, 6, 8])


def test_e8_a_tie_above_the_lowest():
    t = fired([9, 9], [3, 4, 4])
    assert outcome(t) == ([[9, 9], [], []], [3, 4, 4])


def test_e9_nobody_inherits_the_privilege_of_a_tied_lowest():
    t = fired([10], [3, 3, 5, 4])
    assert outcome(t) == ([[], [], [4], [3, 3]], [5, 10])


def test_e10_mixed_scoring():
    t = fired([1, 2], [10, 10, 10], more_rounds=False, pile=[[2, 3, 3, 3, 7], [7, 7, 10], []])
    assert t.scores == [4, -3, 0]
    assert t.ranking == [1, 3, 2]


def test_e11_draft_of_seven_players():
    t = venture(7, draft="on").table(seed=4)
    steps = []
    while t.position()["phase"] == "draft":
        s = t.position()
        sizes = {(len(packet), len(kept)) for packet, kept in zip(s["packet"], s["kept"], strict=True)}
        assert len(sizes) == 1
        assert s["centre"] == []
        assert [len(hand) for hand in s["hand"]] == [0] * 7
        steps.append(sizes.pop())
        for seat in range(7):
            t.act(seat, t.legal(seat)[0])
    assert steps == [(7, 0), (4, 3)]
    s = t.position()
    assert [len(hand) for hand in s["hand"]] == [7] * 7
    assert s["packet"] == s["kept"] == [[]] * 7
    assert len(s["centre"]) == 6
    assert [e["count"] for e in told(t, "draft_step")] == [4, 1]


def test_e12_best_totals_share_the_match_or_play_on():
    total = [-14, -9, -9, -20]
    t = fired([], [6, 6, 6, 6], more_rounds=False, deal=2, total=total, options={"deals": 3})
    assert (t.over, t.scores, t.ranking) == (True, total, [3, 1, 1, 4])
    options = {"deals": 3, "match_tie": "extra_deal"}
    again = fired([], [6, 6, 6, 6], more_rounds=False, deal=2, total=total, options=options)
    assert (again.over, again.scores, again.position()["deal"]) == (False, total, 3)
    alone = fired([], [6, 6, 6, 6], more_rounds=False, deal=3, total=[-9, -8, -9, -9], options=options)
    assert (alone.over, alone.ranking) == (True, [2, 1, 2, 2])


# -- the rest of the rules ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "slug", "hand", "choices", "last"),
    [(3, 4, 17, 5, 2), (4, 3, 13, 4, 1), (5, 5, 10, 3, 1), (6, 7, 8, 2, 2), (7, 6, 7, 2, 1), (8, 7, 6, 1, 3)],
)
def test_r1_r6_slug_hands_and_number_of_draft_choices(seats, slug, hand, choices, last):
    s = venture(seats).table(seed=1).position()
    assert (len(s["centre"]), [len(h) for h in s["hand"]]) == (slug, [hand] * seats)
    t = venture(seats, draft="on").table(seed=1)
    found = 0
    while t.position()["phase"] == "draft":
        found += 1
        for seat in range(seats):
            t.act(seat, t.legal(seat)[-1])
    assert found == choices
    assert told(t, "draft_step")[-1]["count"] == last
    assert [len(h) for h in t.position()["hand"]] == [hand] * seats


def test_r2_r3_forced_cards_fill_the_hands_then_the_slug():
    deal = "10 9 8 7 6 5 " * 5 + "10 9 8 7 6 4 10 9 8 7 4 4 10 9 8 4 3 3 "
    t = venture(6).table(cards=deal + "1 2 2 3 9 10 10")
    assert t.position()["hand"][5] == [3, 4, 4, 5, 5, 5, 5, 5]
    assert t.position()["centre"] == [1, 2, 2, 3, 9, 10, 10]
    drafted = venture(6, draft="on").table(cards=deal + "1 2 2 3 9 10 10")
    assert drafted.position()["packet"][5] == [3, 4, 4, 5, 5, 5, 5, 5]
    assert drafted.position()["centre"] == []
    while drafted.position()["phase"] == "draft":
        drafted.act(drafted.actors[0], drafted.legal(drafted.actors[0])[0])
    assert drafted.position()["centre"] == [1, 2, 2, 3, 9, 10, 10]


def drafting(packets: list[list[int]]) -> Table:
    seats = len(packets)
    return venture(seats, draft="on").at(packet=packets, phase="draft", waiting=list(range(seats)), left=4)


def test_r4_three_cards_are_a_multiset_named_in_any_order():
    t = drafting([[2, 2, 7, 9], [3, 3, 3, 4], [5, 6, 8, 10]])
    assert t.legal(0) == ["keep:2.2.7", "keep:2.2.9", "keep:2.7.9"]
    assert t.legal(1) == ["keep:3.3.3", "keep:3.3.4"]
    t.act(0, "keep:7.2.2")
    assert t.position()["kept"][0] == [2, 2, 7]
    assert t.position()["packet"][0] == [9]
    for wrong in ("keep:3.3.5", "keep:3.4.4", "keep:4.4.3", "keep:0.3.3"):
        with pytest.raises(Illegal) as refused:
            t.act(1, wrong)
        assert (refused.value.reason, refused.value.rule) == ("not_in_packet", "R4")
    with pytest.raises(Illegal) as refused:
        t.act(0, "keep:9.9.9")
    assert refused.value.reason == "not_your_turn"
    t.act(1, "keep:4.3.3")
    t.act(2, "keep:10.8.5")
    assert t.position()["hand"] == [[2, 2, 6, 7], [3, 3, 4, 9], [3, 5, 8, 10]]  # R5 left, R6 kept whole


def test_r4_r5_each_seat_is_told_its_own_cards_only():
    t = drafting([[2, 2, 7, 9], [3, 3, 3, 4], [5, 6, 8, 10]])
    t.act(0, "keep:2.2.7")
    assert t.view(1)["kept"] == [[None] * 3, [], []]
    assert t.view(1)["packet"] == [[None], [3, 3, 3, 4], [None] * 4]
    t.act(1, "keep:3.3.3")
    t.act(2, "keep:5.6.8")
    assert told(t, "passed", seat=0) == [{"kind": "passed", "seat": 0, "rank": 9, "count": 1, "to": 1}]
    assert told(t, "received", seat=0) == [{"kind": "received", "seat": 0, "rank": 10, "count": 1, "from": 2}]
    assert [e["rank"] for e in told(t, "kept", seat=0)] == [2, 2, 7, 10]
    assert told(t, "kept", "passed", "received") == []


def test_r8_a_bid_is_secret_until_all_are_in():
    t = venture(3).at(hand=[[2, 3], [4, 4], [5, 6]], phase="bid", waiting=[0, 1, 2], round=1, left=0)
    t.act(0, "bid:3")
    assert t.view(0)["chosen"] == [[3], [], []]
    assert t.view(1)["chosen"] == [[None], [], []]
    assert told(t, "bids") == []
    with pytest.raises(Illegal) as refused:
        t.act(0, "bid:2")
    assert refused.value.reason == "not_your_turn"
    t.act(1, "bid:4")
    t.act(2, "bid:5")
    assert [(e["seat"], e["rank"]) for e in told(t, "bids")] == [(0, 3), (1, 4), (2, 5)]


def test_r20_a_captured_one_is_a_complete_set_and_an_untouched_rank_pays_nobody():
    t = fired([2, 2], [10, 10, 10], more_rounds=False, pile=[[1], [], []])
    assert t.scores == [1, 0, 0]


def test_r21_the_provisional_score_is_public():
    t = fired([4, 5, 6, 8, 10], [2, 3, 4, 5, 6])
    assert t.view(None)["points"] == [-1, -1, -1, -2, -2]
    assert t.scores == [0] * 5


def test_r22_scores_of_several_deals_are_added():
    t = fired([], [10, 10, 10], more_rounds=False, pile=[[9, 9], [1], []], total=[3, 0, 0], options={"deals": 2})
    assert not t.over
    assert t.scores == [1, 1, 0]
    s = t.position()
    assert (s["deal"], s["round"], s["pile"], s["points"]) == (1, 1, [[], [], []], [0, 0, 0])


def test_table_talk_changes_nothing():
    tables = [venture(3, table_talk=talk).table(seed=3) for talk in ("on", "off")]
    while not tables[0].over:
        seat = tables[0].actors[0]
        word = tables[0].legal(seat)[-1]
        for t in tables:
            t.act(seat, word)
    assert tables[0].history() == tables[1].history()


def test_time_out_bids_the_lowest_and_keeps_the_three_lowest():
    t = drafting([[2, 2, 7, 9], [3, 3, 3, 4], [5, 6, 8, 10]])
    assert [t.default_action(seat) for seat in range(3)] == ["keep:2.2.7", "keep:3.3.3", "keep:5.6.8"]
    assert fired([8], [6, 6, 6, 6]).default_action(0) == "bid:7"


def about_to_bid() -> Table:
    return fired([8], [6, 6, 6])


def about_to_keep() -> Table:
    return drafting([[2, 2, 7, 9], [3, 3, 3, 4], [5, 6, 8, 10]])


@pytest.mark.parametrize(
    ("table", "word", "reason", "rule", "en", "fr"),
    [
        (about_to_bid, "bid:3", "not_in_hand", "R8", "no such card. You may: bid a 7", "miser un 7"),
        (about_to_bid, "keep:7.7.7", "bid_now", "R8", "The draft is over", "Pas de draft maintenant"),
        (about_to_keep, "bid:2", "keep_now", "R4", "First comes the draft", "D’abord le draft"),
        (about_to_keep, "keep:2.7.7", "not_in_packet", "R4", "does not hold", "ne contient pas"),
    ],
)
def test_refusals(table, word, reason, rule, en, fr):
    t = table()
    before = t.position()
    with pytest.raises(Illegal) as refused:
        t.act(0, word)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
    assert en in refused.value.en
    assert fr in refused.value.fr
    assert t.position() == before


def test_the_referee_has_nothing_to_keep():
    with pytest.raises(Illegal) as refused:
        about_to_keep().act(None, "keep:2.2.7")
    assert refused.value.reason == "no_referee"


def test_options_and_named_variants():
    assert pioche.load("venture").options == {
        "seats": 5, "draft": "off", "deals": 1, "table_talk": "on", "match_tie": "shared",
    }  # fmt: skip
    assert pioche.load("venture_draft").options["draft"] == "on"
    assert pioche.load("venture_series").options["deals"] == 5
    assert pioche.load("venture_draft").title("fr") == "Entreprise avec draft"
    for wrong in ({"seats": 2}, {"seats": 9}, {"deals": 0}, {"deals": 21}):
        with pytest.raises(pioche.BadOption):
            pioche.load("venture", **wrong)
