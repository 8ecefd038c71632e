"""Kitty: the examples of docs/games/kitty.md, and what the rules say besides."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Illegal, Table
from tests.rules.rank_zones import named
from tests.rules.told import told


def kitty(seats: int = 4, **options: Any) -> pioche.Game:
    return pioche.load("kitty", seats=seats, **options)


def bidding(hands: list[list[int]], target: list[int], left: int = 4, phase: str = "bid", **more: Any) -> Table:
    """Everybody is about to bid (or pass); with left=0 it is the last round of the deal."""
    seats, options = len(hands), more.pop("options", {})
    game = kitty(seats, **options)
    rounds = min(map(len, hands)) - 1  # so many can still be played after this one
    left = min(left, rounds * (2 if game.options["mode"] == "soft" else 1))
    return game.at(hand=hands, target=target, phase=phase, round=2, left=left, waiting=list(range(seats)), **more)


def all_do(table: Table, verb: str, ranks: list[int]) -> None:
    for seat, rank in enumerate(ranks):
        assert seat in table.actors
        table.act(seat, f"{verb}:{rank}")


def bids(target: list[int], ranks: list[int], **more: Any) -> Table:
    """Hands of a single 10 and the card that is bid."""
    table = bidding([sorted([rank, 10]) for rank in ranks], target, **more)
    all_do(table, "bid", ranks)
    return table


def gains(table: Table) -> list[list[int]]:
    """What the hands of `bids` hold besides their 10 (hands are written in ascending order)."""
    assert all(hand[-1] == 10 for hand in table.position()["hand"])
    return [hand[:-1] for hand in table.position()["hand"]]


def last_round(hands: list[list[int]], bid: int, target: int, **more: Any) -> Table:
    """All bid the same rank, so that these hands are scored as they are."""
    table = bidding([sorted([*hand, bid]) for hand in hands], [target], left=0, **more)
    all_do(table, "bid", [bid] * len(hands))
    return table


# -- section 10 --------------------------------------------------------------------------------------


def test_e1_the_lowest_bid_takes_the_target():
    t = bids([8], [3, 5, 6, 9])
    assert gains(t) == [[8], [], [], []]
    assert named(t, "discard") == [3, 5, 6, 9]
    assert told(t, "award") == [{"kind": "award", "seat": 0, "rank": 8, "from_bid": 3}]


def test_e2_tied_bids_are_ignored():
    t = bids([8], [3, 3, 6, 9])
    assert gains(t) == [[], [], [8], []]
    assert told(t, "ignored") == [{"kind": "ignored", "rank": 3, "seats": [0, 1]}]


def test_e3_without_a_claimant_the_target_is_discarded():
    t = bids([8], [3, 3, 6, 6])
    assert gains(t) == [[], [], [], []]
    assert named(t, "discard") == [3, 3, 6, 6, 8]


def test_e4_the_one_wins_for_somebody_else():
    t = bids([10], [1, 2, 7, 7])
    assert t.position()["phase"] == "give"
    assert t.actors == (0,)
    assert t.legal(0) == ["give:10.1", "give:10.2", "give:10.3"]
    assert t.position()["bids"] == [[1], [2], [7], [7]]
    t.act(0, "give:10.3")
    assert t.position()["hand"] == [[10], [10], [10], [10, 10]]
    assert told(t, "give") == [{"kind": "give", "giver": 0, "rank": 10, "seat": 3}]
    assert told(t, "award") == []
    assert 1 in t.position()["discard"]  # R16


def test_e5_soft_the_lowest_picks_and_the_second_takes_the_other():
    t = bids([5, 8], [2, 4, 4, 7], options={"mode": "soft"})
    assert t.legal(0) == ["pick:5", "pick:8"]
    t.act(0, "pick:8")
    assert gains(t) == [[8], [], [], [5]]
    assert [(e["seat"], e["rank"], e["from_bid"]) for e in told(t, "award")] == [(0, 8, 2), (3, 5, 7)]


def test_e6_soft_with_a_single_claimant():
    t = bids([5, 8], [2, 4, 4, 4], options={"mode": "soft"})
    t.act(0, "pick:8")
    assert gains(t) == [[8], [], [], []]
    assert named(t, "discard") == [2, 4, 4, 4, 5]


def test_e7_soft_the_recipient_may_also_be_the_second_claimant():
    t = bids([5, 8], [1, 4, 4, 7], options={"mode": "soft"})
    assert t.legal(0) == [f"give:{rank}.{seat}" for rank in (5, 8) for seat in (1, 2, 3)]
    t.act(0, "give:5.3")
    assert gains(t) == [[], [], [], [5, 8]]


def test_e8_cards_are_passed_to_the_left_at_the_same_moment():
    t = bidding([[1, 3], [9], [9], [2]], [8], phase="pass")
    all_do(t, "pass", [1, 9, 9, 2])
    assert t.position()["hand"] == [[2, 3], [1], [9], [9]]
    assert t.position()["phase"] == "bid"
    assert t.legal(1) == ["bid:1"]


def test_e9_scoring():
    t = last_round([[3, 8, 10, 10], [2, 8, 8, 10], [4, 9, 10, 10], [1, 7, 7, 9]], 6, 5)
    assert t.over
    assert t.scores == [13, 10, 23, 17]
    assert t.ranking == [3, 4, 1, 2]
    assert t.view(None)["shown"][0] == [3, 8, 10, 10]
    assert t.view(1)["hand"] == [[], [], [], []]


def test_e10_stakes():
    t = last_round([[9, 10], [7, 8], [3, 4, 6]], 5, 5, options={"stake": 1})
    assert t.scores == [19, 15, 13]
    assert t.position()["purse"] == [10, -4, -6]
    assert [(e["seat"], e["coins"]) for e in told(t, "settle")] == [(0, 10), (1, -4), (2, -6)]


def test_e11_partners_merge_their_hands():
    t = last_round([[5, 10, 10], [6, 10, 10], [5, 10], [6, 6]], 9, 8, options={"partners": "on", "stake": 2})
    assert t.scores == [15, 6, 15, 6]
    assert t.ranking == [1, 3, 1, 3]
    assert t.position()["purse"] == [18, -18, 18, -18]


def test_e12_the_one_never_goes_to_the_own_team():
    t = bids([9], [4, 1, 4, 6, 7, 8], options={"partners": "on"})
    assert t.legal(1) == ["give:9.0", "give:9.2", "give:9.3", "give:9.5"]


def test_e13_the_long_version():
    hands = [[4, 10], [3, 8, 9], [2, 7], [5, 6]]
    t = last_round(hands, 6, 1, total=[91, 88, 70, 95], options={"length": "long"})
    assert t.over
    assert t.scores == [105, 108, 79, 106]
    assert t.ranking == [3, 1, 4, 2]


# -- the rest of the rules ---------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "hand", "aside"), [(3, 16, 0), (4, 12, 0), (5, 9, 3), (6, 8, 0)])
def test_r1_to_r3_seven_cards_are_the_kitty_and_five_players_set_three_aside(seats, hand, aside):
    s = kitty(seats).table(seed=5).position()
    assert [len(h) for h in s["hand"]] == [hand] * seats
    assert (s["left"], s["burned"], len(s["target"])) == (6, aside, 1)
    assert len(s["deck"]) == 6 + aside


@pytest.mark.parametrize(("mode", "sizes"), [("hard", [1] * 7), ("soft", [1, 2, 2, 2])])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_r4_hard_plays_seven_targets_and_soft_four(seats, mode, sizes):
    t, found = kitty(seats, mode=mode).table(seed=2), {}
    while not t.over:
        s = t.position()
        if s["phase"] == "pass":
            found[s["round"]] = len(s["target"])
        t.act(t.actors[0], t.legal(t.actors[0])[0])
    assert list(found.values()) == sizes


def test_r6_forced_cards_fill_the_hands_then_the_targets():
    t = kitty(6).table(cards=("10 9 8 7 6 5 " * 5) + "10 9 8 7 6 4 10 9 8 7 4 4 10 9 8 4 3 3 | 2 3 1")
    assert t.position()["hand"][5] == [3, 4, 4, 5, 5, 5, 5, 5]
    assert t.position()["target"] == [2]
    for seat in (*range(6), *range(6)):
        t.act(seat, t.legal(seat)[-1])
    while t.position()["phase"] != "pass":
        t.act(t.actors[0], t.legal(t.actors[0])[0])
    assert t.position()["target"] == [1, 3]


def test_r7_only_passer_and_receiver_know_the_passed_card():
    t = bidding([[1], [9], [9], [2]], [8], phase="pass")
    t.act(0, "pass:1")
    assert t.view(0)["chosen"] == [[1], [], [], []]
    assert t.view(1)["chosen"] == [[None], [], [], []]
    assert t.view(1)["actors"] == [1, 2, 3]
    for seat, rank in ((1, 9), (2, 9), (3, 2)):
        t.act(seat, f"pass:{rank}")
    one = {"kind": "pass", "seat": 0, "rank": 1, "to": 1}
    assert one in told(t, "pass", seat=0)
    assert one in told(t, "pass", seat=1)
    assert one not in told(t, "pass", seat=2)
    assert told(t, "pass") == []


def test_r8_a_choice_is_final():
    t = bidding([[3, 4], [5], [6], [7]], [8])
    t.act(0, "bid:3")
    with pytest.raises(Illegal) as refused:
        t.act(0, "bid:4")
    assert refused.value.reason == "not_your_turn"
    assert t.position()["chosen"][0] == [3]


def test_r9_every_tied_rank_is_ignored():
    t = bids([8], [3, 3, 5, 5, 9])
    assert gains(t)[4] == [8]


def test_r11_two_equal_targets_need_no_pick():
    t = bids([8, 8], [2, 4, 4, 7], options={"mode": "soft"})
    assert gains(t) == [[8], [], [], [8]]


def test_r15_the_one_and_nobody_else():
    t = bids([5, 8], [1, 4, 4, 4], options={"mode": "soft"})
    t.act(0, "give:8.1")
    assert gains(t) == [[], [8], [], []]
    assert named(t, "discard") == [1, 4, 4, 4, 5]


def test_r22_every_winner_collects_in_full():
    t = last_round([[10], [10], [3], [2]], 6, 5, options={"stake": 3})
    assert t.scores == [10, 10, 3, 2]
    assert t.position()["purse"] == [3 * 15, 3 * 15, -3 * 2 * 7, -3 * 2 * 8]


def test_r23_two_winning_teams_of_three():
    hands = [[10], [10], [3], [], [], []]
    t = last_round(hands, 6, 5, options={"stake": 1, "partners": "on"})
    assert t.scores == [10, 10, 3, 10, 10, 3]
    assert t.position()["purse"] == [7, 7, -14, 7, 7, -14]


def test_stake_nothing_moves_without_one():
    t = last_round([[10], [9], [3], [2]], 6, 5)
    assert t.position()["purse"] == [0, 0, 0, 0]
    assert told(t, "settle") == []


@pytest.mark.parametrize("length", ["single", "long"])
@pytest.mark.parametrize("partners", ["off", "on"])
def test_r27_a_tie_is_shared_or_played_on(length, partners):
    options = {"length": length, "target_score": 20, "partners": partners}
    hands = [[10], [9], [], []]
    total = [10, 11, 10, 11] if partners == "on" else [10, 11, 0, 0]
    shared = last_round(hands, 6, 5, total=total, options=options)
    assert shared.over
    assert shared.ranking[:2] == [1, 1]
    again = last_round(hands, 6, 5, total=total, options={**options, "match_tie": "extra_deal"})
    assert not again.over
    assert again.scores[:2] == [20, 20]
    assert again.position()["deal"] == 1
    total[0] += 1
    total[2] += partners == "on"
    assert last_round(hands, 6, 5, total=total, options={**options, "match_tie": "extra_deal"}).over


def test_r28_only_totals_and_coins_carry_over():
    t = last_round([[9, 10], [7, 8], [3, 4, 6]], 5, 5, options={"stake": 1, "length": "long"})
    s = t.position()
    assert not t.over
    assert (s["total"], s["purse"], s["points"], s["discard"]) == ([19, 15, 13], [10, -4, -6], [0, 0, 0], [])
    assert (s["round"], s["shown"], s["bids"]) == (1, [[], [], []], [[], [], []])


def test_time_out_passes_and_bids_low_picks_high_and_gives_left():
    t = bidding([[2, 7], [4], [4], [8]], [5, 8], phase="pass", options={"mode": "soft"})
    assert t.default_action(0) == "pass:2"
    all_do(t, "pass", [7, 4, 4, 8])
    assert t.default_action(0) == "bid:2"
    all_do(t, "bid", [2, 7, 4, 4])
    assert t.default_action(0) == "pick:8"
    assert bids([5, 8], [6, 4, 4, 1], options={"mode": "soft"}).default_action(3) == "give:5.0"


def passing() -> Table:
    return bidding([[3], [4], [5], [6]], [8], phase="pass")


def about_to_bid() -> Table:
    return bidding([[3], [4], [5], [6]], [8])


def picking() -> Table:
    return bids([5, 8], [2, 4, 4, 7])


def giving() -> Table:
    return bids([5, 8], [1, 4, 4, 7])


def giving_as_partners() -> Table:
    return bids([8], [1, 4, 4, 7], options={"partners": "on"})


@pytest.mark.parametrize(
    ("table", "word", "reason", "rule", "en", "fr"),
    [
        (passing, "bid:3", "pass_now", "R7", "pass a card", "passe une carte"),
        (passing, "pass:4", "not_to_pass", "R7", "no such card", "pas cette carte"),
        (about_to_bid, "pass:3", "bid_now", "R8", "bid a card", "enchérit avec une carte"),
        (about_to_bid, "bid:4", "not_to_bid", "R8", "no such card", "pas cette carte"),
        (picking, "pick:7", "not_to_pick", "R11", "not in the prize", "pas dans la cible"),
        (picking, "give:5.1", "pick_now", "R11", "pick a card of the prize", "choisissez une carte"),
        (giving, "pick:5", "give_now", "R13", "must give", "devez donner"),
        (giving, "give:5.0", "yourself", "R13", "not to yourself", "pas à vous"),
        (giving, "give:6.1", "not_to_give", "R13", "not in the prize", "pas dans la cible"),
        (giving, "give:5.4", "no_seat", "R13", "doesn’t have that seat", "n’existe pas"),
        (giving_as_partners, "give:8.2", "partner", "R14", "your partner", "votre partenaire"),
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


def test_options_and_named_variants():
    assert [kitty(seats).options["mode"] for seats in (3, 4, 5, 6)] == ["hard", "hard", "soft", "soft"]
    assert pioche.load("kitty").options == {
        "seats": 4, "mode": "hard", "partners": "off", "length": "single", "target_score": 100, "stake": 0,
        "match_tie": "shared",
    }  # fmt: skip
    for seats in (3, 5):
        with pytest.raises(pioche.BadOption) as refused:
            kitty(seats, partners="on")
        assert "4 or 6" in refused.value.en
        assert "4 ou 6" in refused.value.fr
    assert kitty(6, partners="on").options["partners"] == "on"
    assert pioche.load("soft_kitty").title("fr") == "Chaton doux"
    assert pioche.load("kitty_partners").options["partners"] == "on"
    assert pioche.load("kitty_long").options["length"] == "long"
