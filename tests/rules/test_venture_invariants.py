"""Venture: section 11 of docs/games/venture.md, over random matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pioche
from pioche import Table
from tests.rules.rank_zones import all_cards, check_secrecy
from tests.rules.told import wandering
from tests.rules.walking import DECK, check_round_trips, happened, walk

HANDS = {3: 17, 4: 13, 5: 10, 6: 8, 7: 7, 8: 6}
CHOICES = {3: 5, 4: 4, 5: 3, 6: 2, 7: 2, 8: 1}


def venture(**options: Any) -> pioche.Game:
    return pioche.load("venture", **options)


@pytest.mark.parametrize("draft", ["off", "on"])
@pytest.mark.parametrize("seats", HANDS)
def test_nothing_is_lost_and_actions_are_counted(seats, draft):
    for seed in range(3):
        piles, actions = [0] * seats, 0
        for table, _, _ in walk(venture(seats=seats, draft=draft), seed):
            s = table.position()
            assert all_cards(table) == DECK
            assert s["discard"] == []
            if s["phase"] == "bid" and len(s["waiting"]) == seats:
                assert {len(hand) for hand in s["hand"]} == {HANDS[seats] + 1 - s["round"]}
            now = [len(pile) for pile in s["pile"]]
            assert all(a <= b for a, b in zip(piles, now, strict=True))
            piles, actions = now, actions + 1
        assert all_cards(table) == DECK
        assert table.position()["round"] == HANDS[seats]
        assert actions == seats * (HANDS[seats] + CHOICES[seats] * (draft == "on"))


def naive_fire(centre: list[int], bids: list[int]) -> tuple[list[list[int]], list[int]]:
    """R10-R17 once more, with a list of (rank, bidder): what each seat captures and what is left."""
    table = [(rank, -1) for rank in centre] + [(rank, seat) for seat, rank in enumerate(bids)]
    captured: list[list[int]] = [[] for _ in bids]
    for seat in sorted(range(len(bids)), key=lambda p: bids[p]):
        mine = bids[seat]
        if bids.count(mine) > 1 or (mine, seat) not in table:
            continue
        top = max(rank for rank, _ in table)
        taken = [card for card in table if (card[0] == top if mine == min(bids) else card[0] < mine)]
        table = [card for card in table if card not in taken]
        captured[seat] = sorted(rank for rank, _ in taken)
    return captured, sorted(rank for rank, _ in table)


def fired(centre: list[int], bids: list[int]) -> Table:
    seats = len(bids)
    t = venture(seats=seats).at(
        hand=[[rank] for rank in bids], centre=centre, phase="bid", round=1, waiting=list(range(seats)), left=0
    )
    for seat, rank in enumerate(bids):
        t.act(seat, f"bid:{rank}")
    return t


@pytest.mark.parametrize("seats", HANDS)
def test_firing_follows_the_rules_and_does_not_know_the_seats(seats):
    dice, lost = random.Random(seats), 0
    for _ in range(80):
        cards = dice.sample(DECK, seats + dice.randrange(9))
        bids, centre = cards[:seats], sorted(cards[seats:])
        table = fired(centre, bids)
        piles, left = naive_fire(centre, bids)
        assert table.position()["pile"] == piles
        assert table.position()["centre"] == left
        lost += len(happened(table, "lost_before_firing"))
        order = dice.sample(range(seats), seats)
        other = fired(centre, [bids[p] for p in order])
        assert other.position()["pile"] == [piles[p] for p in order]
        assert other.position()["centre"] == left
        tied = {p for e in happened(table, "miss") for p in e["seats"]}
        gone = {e["seat"] for e in happened(table, "lost_before_firing")}
        for p in range(seats):  # every bid that fires captures, every other one does not
            assert (len(piles[p]) > 0) == (p not in tied | gone)
        privileged = [p for p in range(seats) if any(card >= bids[p] for card in piles[p])]
        assert all(bids[p] == min(bids) for p in privileged)
        assert len(privileged) <= 1
    assert lost


@pytest.mark.parametrize("seats", HANDS)
def test_scores_follow_from_piles_and_centre(seats):
    sets = 0
    for seed in range(8):
        table = venture(seats=seats).table(seed=seed)
        for _ in wandering(table, seed):
            pass
        s = table.position()
        expected, per_rank = [0] * seats, dict.fromkeys(range(1, 11), 0)
        for p, pile in enumerate(s["pile"]):
            for rank in set(pile):
                complete = pile.count(rank) + s["centre"].count(rank) == rank
                expected[p] += rank if complete else -pile.count(rank)
                per_rank[rank] += complete
        assert table.scores == s["points"] == expected
        assert all(-45 <= n <= 55 for n in expected)
        assert all(n <= 1 for n in per_rank.values())
        assert sum(e["points"] for e in happened(table, "score")) == sum(expected)
        sets += sum(per_rank.values())
    assert sets


def test_resolution_after_the_deal_needs_no_chance():
    start = venture(seats=4).table(seed=6).position()
    ends = []
    for seed in (1, 2):
        table = venture(seats=4).at(start, seed=seed)
        for _ in wandering(table, 9):
            pass
        ends.append(table.position())
    assert ends[0] == ends[1]


def test_no_view_or_menu_depends_on_what_a_seat_cannot_see():
    games = [venture(seats=4), venture(seats=3, draft="on"), venture(seats=7, draft="on")]
    assert sum(check_secrecy(game.table(seed=2), 2, every=6) for game in games) > 100


def test_drafted_cards_go_round_to_the_left():
    """Whatever a seat ends up with was in its own packet or came from its right."""
    table = venture(seats=5, draft="on").table(seed=12)
    while table.position()["phase"] == "draft":
        before = table.position()
        for seat in range(5):
            table.act(seat, table.default_action(seat))
        after = table.position()
        for seat in range(5):
            rest = sorted(before["packet"][seat])[3:]
            assert (after["packet"][(seat + 1) % 5] or rest) == rest
    assert [len(hand) for hand in table.position()["hand"]] == [10] * 5


def test_records_and_positions_lead_back():
    check_round_trips(venture(seats=3, draft="on", deals=2), range(1))
    check_round_trips(venture(seats=8), range(2))


def test_extra_deals_end_with_one_leader():
    longer = 0
    for seed in range(20):
        table = venture(seats=8, match_tie="extra_deal").table(seed=seed)
        for _ in wandering(table, seed):
            pass
        assert table.ranking.count(1) == 1
        longer += table.position()["deal"] > 1
    assert longer
