"""Kitty: section 11 of docs/games/kitty.md, over random matches."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from tests.rules.rank_zones import all_cards, check_secrecy, together
from tests.rules.told import wandering
from tests.rules.walking import DECK, check_round_trips, happened, walk

TABLES: list[dict[str, Any]] = [
    {"seats": 3, "mode": "soft"},
    {"seats": 4},
    {"seats": 4, "partners": "on", "stake": 2},
    {"seats": 5, "mode": "hard", "stake": 1},
    {"seats": 5},
    {"seats": 6, "mode": "hard"},
    {"seats": 6, "partners": "on"},
]


def kitty(**options: Any) -> pioche.Game:
    return pioche.load("kitty", **options)


@pytest.mark.parametrize("options", TABLES)
def test_cards_are_conserved_and_actions_counted(options):
    game = kitty(**options)
    seats, rounds = game.seats, 7 if game.options["mode"] == "hard" else 4
    for seed in range(6):
        count = {"pass": 0, "bid": 0, "pick": 0, "give": 0}
        for table, _, word in walk(game, seed):
            assert all_cards(table) == DECK
            s = table.position()
            assert len(s["deck"]) == s["left"] + s["burned"]
            count[word.partition(":")[0]] += 1
            assert all(s["hand"][p] for p in range(seats))  # ruling 10
        assert all_cards(table) == DECK
        assert count["pass"] == count["bid"] == seats * rounds
        assert count["pick"] + count["give"] <= rounds
        assert table.position()["round"] == rounds


@pytest.mark.parametrize("options", TABLES)
def test_hand_sizes_follow_from_rounds_and_cards_won(options):
    game = kitty(**options)
    dealt = {3: 16, 4: 12, 5: 9, 6: 8}[game.seats]
    ones = 0
    for seed in range(6):
        for table, _, _ in walk(game, seed):
            s = table.position()
            if s["phase"] == "pass" and len(s["waiting"]) == game.seats:
                won = [e["seat"] for e in happened(table, "award") + happened(table, "give")]
                for p in range(game.seats):
                    assert len(s["hand"][p]) == dealt - s["round"] + 1 + won.count(p)
        awarded = len(happened(table, "award")) + len(happened(table, "give"))
        bids, discarded = len(happened(table, "bids")), sum(e["count"] for e in happened(table, "discard"))
        assert awarded + discarded - bids == 7
        assert all(e["from_bid"] != 1 for e in happened(table, "award"))  # who bids the 1 gains nothing
        assert all(e["giver"] != e["seat"] for e in happened(table, "give"))
        ones += len(happened(table, "give"))
    assert ones


@pytest.mark.parametrize("options", TABLES)
def test_scores_and_coins_follow_from_the_hands_shown(options):
    game = kitty(**options)
    seats, stake = game.seats, game.options["stake"]
    sides = seats // 2 if game.options["partners"] == "on" else seats
    for seed in range(15):
        table = game.table(seed=seed)
        for _ in wandering(table, seed):
            pass
        s = table.position()
        merged = [together(s["shown"][side::sides]) for side in range(sides)]
        points = [0] * sides
        for rank in range(1, 11):
            most = max(hand.count(rank) for hand in merged)
            for side in range(sides):
                points[side] += rank * (most > 0 and merged[side].count(rank) == most)
        assert table.scores == [points[p % sides] for p in range(seats)]
        assert all(0 <= n <= 55 for n in points)
        assert sum(set(together(merged))) <= sum(points)
        change = [0] * seats
        for loser in range(sides):  # R21-R23 as they are written: seat by seat, winner by winner
            for winner in range(sides):
                if points[winner] == max(points) > points[loser]:
                    for seat in range(0, seats, sides):
                        change[loser + seat] -= stake * (points[winner] - points[loser])
                        change[winner + seat] += stake * (points[winner] - points[loser])
        assert s["purse"] == change
        assert sum(change) == 0
        assert any(change) == (stake > 0 and len(set(points)) > 1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_claims_are_settled_from_the_lowest_untied_bid(seats):
    """R9-R12 once more, from the public events of each round."""
    picks = 0
    for seed in range(10):
        table = kitty(seats=seats, mode=("hard", "soft")[seed % 2]).table(seed=seed)
        for _ in wandering(table, seed):
            pass
        happening: dict[str, list[Any]] = {}
        for event in table.events(None):
            if event["kind"] == "round":
                happening = {"bids": [], "award": [], "give": [], "discard": []}
            happening.setdefault(event["kind"], []).append(event)
            if event["kind"] == "discard" and sum(e["count"] for e in happening["discard"]) >= seats:
                bids = {e["seat"]: e["rank"] for e in happening["bids"]}
                ranks = list(bids.values())
                claims = sorted(rank for rank in ranks if ranks.count(rank) == 1)
                target = [e["rank"] for e in happening["reveal"] for _ in range(e["count"])]
                served = [bids[e["giver"]] for e in happening["give"]] + [bids[e["seat"]] for e in happening["award"]]
                discards = together([e["rank"]] * e["count"] for e in happening["discard"])
                taken = [e["rank"] for e in happening["give"] + happening["award"]]
                if len(discards) + len(taken) == seats + len(target):
                    assert served == claims[: len(target)]
                    assert sorted(discards + taken) == sorted(ranks + target)
                    picks += len(target) == len(served) == 2
                    happening["checked"] = [event]
            if event["kind"] == "deal_score":
                assert "checked" in happening
    assert picks


def test_no_view_or_menu_depends_on_what_a_seat_cannot_see():
    tables = [kitty(**options).table(seed=3) for options in TABLES[1::3]]
    assert sum(check_secrecy(table, 3, every=4) for table in tables) > 100


def test_views_of_third_parties_do_not_depend_on_unrevealed_choices():
    one, other = (kitty(seats=4).table(seed=8) for _ in range(2))
    for table, place in ((one, 0), (other, -1)):
        table.act(1, table.legal(1)[place])
    assert one.position() != other.position()
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.events(2) == other.events(2)
    assert one.view(1) != other.view(1)


def test_records_and_positions_lead_back():
    check_round_trips(kitty(seats=6, partners="on", stake=1, length="long", target_score=50), range(1))
    check_round_trips(kitty(seats=5), range(2))


@pytest.mark.parametrize("partners", ["off", "on"])
def test_extra_deals_end_with_one_leading_side(partners):
    for seed in range(12):
        options = {"partners": partners, "length": "long", "match_tie": "extra_deal", "target_score": 25}
        table = kitty(seats=4, **options).table(seed=seed)
        for _ in wandering(table, seed):
            pass
        assert table.ranking.count(1) == (2 if partners == "on" else 1)
        assert max(table.scores) >= 25
