"""Sweep: section 11 of docs/games/sweep.md, over random matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pioche
from tests.rules.rank_zones import all_cards, check_secrecy, together
from tests.rules.told import wandering
from tests.rules.walking import DECK, check_round_trips, happened, walk


def sweep(seats: int, **options: Any) -> pioche.Game:
    return pioche.load("sweep", seats=seats, **options)


def rounds_of(events: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The events of a match, round by round."""
    found: list[list[dict[str, Any]]] = []
    for event in events:
        if event["kind"] == "round":
            found.append([])
        if found:
            found[-1].append(event)
    return found


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_cards_are_conserved_and_rounds_counted(seats):
    for seed in range(12):
        plays = 0
        for table, _, word in walk(sweep(seats), seed):
            assert all_cards(table) == DECK
            s = table.position()
            assert s["left"] == len(s["deck"]) == 5 * (11 - seats - s["round"])
            plays += word.startswith("play")
        s = table.position()
        assert all_cards(table) == DECK
        assert s["deck"] == []
        assert s["round"] == 11 - seats
        assert plays <= seats * (11 - seats)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_group_captures_and_the_last_taker_starts_next(seats):
    ties = 0
    for seed in range(12):
        chosen: list[int] = []
        table = sweep(seats).table(seed=seed)
        for _, word in wandering(table, seed):
            n = table.position()["round"]
            chosen += [0] * (n - len(chosen))
            chosen[n - 1] += word.startswith("take")
        assert all(takes <= 4 + seats for takes in chosen)
        last_taker = None
        for happening in rounds_of(table.events(None)):
            kinds: dict[str, list[Any]] = {"play": [], "skip": [], "capture": [], "take": []}
            for event in happening:
                kinds.setdefault(event["kind"], []).append(event)
            played = {e["seat"]: e["rank"] for e in kinds["play"]}
            assert len(played) == len(kinds["play"])
            assert len(played) + len(kinds["skip"]) == seats
            assert sum(e["count"] for e in kinds["centre"]) == 5
            assert last_taker in (None, kinds["play"][0]["seat"])
            takers = [e["seat"] for e in happening if e["kind"] in ("capture", "take")]
            last_taker = takers[-1]
            groups = [{p for p in played if played[p] == rank} for rank in sorted(set(played.values()))]
            assert all(group & set(takers) for group in groups)
            assert last_taker in groups[-1]
            ties += any(len(group) > 1 for group in groups)
    assert ties > 10


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_scores_follow_from_the_hands_shown(seats):
    shared = 0
    for seed in range(30):
        table = sweep(seats).table(seed=seed)
        for _ in wandering(table, seed):
            pass
        hands = table.position()["shown"]
        expected = [0] * seats
        for rank in range(1, 11):
            most = max(hand.count(rank) for hand in hands)
            winners = [p for p in range(seats) if most and hands[p].count(rank) == most]
            shared += len(winners) > 1
            for p in winners:
                expected[p] += rank
        assert table.scores == expected
        assert all(0 <= n <= 55 for n in expected)
        assert sum(set(together(hands))) <= sum(expected)
        assert all(expected[p] == 0 for p in range(seats) if not hands[p])
    assert shared > 5


def naive_round(
    hands: list[list[int]], centre: list[int], order: list[tuple[int, int]], takes: list[int]
) -> tuple[list[list[int]], list[int], int]:
    """R11-R20 once more, with lists of cards: hands, discards and last taker after a round."""
    hands, centre, takes, last = [list(h) for h in hands], list(centre), list(takes), -1
    for place, rank in enumerate(sorted({rank for _, rank in order})):
        group = [seat for seat, played in order if played == rank]
        targets = [c for c in centre if (c == max(centre) if place == 0 else c < rank)]
        turn = 0
        while targets:
            last = group[turn % len(group)]
            if len(group) == 1 or len(set(targets)) == 1:
                card = targets[0]
            else:
                card = takes.pop(0)
            targets.remove(card)
            centre.remove(card)
            hands[last].append(card)
            turn += 1
        centre += [rank] * len(group)
    assert not takes
    return [sorted(h) for h in hands], sorted(centre), last


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_capture_depends_on_centre_plays_and_choices_only(seats):
    dice, chosen = random.Random(seats), 0
    for _ in range(120):
        few = dice.sample(range(3, 11), 3)  # few ranks to play make many ties
        hands = [[card] for card in dice.sample([card for card in DECK if card in few], seats)]
        rest = list(DECK)
        for hand in hands:
            rest.remove(hand[0])
        dice.shuffle(rest)
        centre, starter = rest[:5], dice.randrange(seats)
        start = {
            "hand": hands,
            "centre": centre,
            "starter": starter,
            "turn": starter,
            "phase": "play",
            "round": 1,
            "left": 20,
        }
        order = [((starter + k) % seats, hands[(starter + k) % seats][0]) for k in range(seats)]
        ends, picks = [], dice.random()
        for seed in (1, 2):
            table, takes, more = sweep(seats).at(start, seed=seed), [], random.Random(picks)
            for seat, rank in order:
                table.act(seat, f"play:{rank}")
            while table.position()["phase"] == "capture":
                word = more.choice(table.legal(table.actors[0]))
                takes.append(int(word.partition(":")[2]))
                table.act(table.actors[0], word)
            s = table.position()
            ends.append((s["hand"], s["discard"], s["last_taker"]))
        assert ends[0] == ends[1] == naive_round([[]] * seats, centre, order, takes)
        chosen += len(takes)
    assert chosen > 20


def test_no_view_or_menu_depends_on_what_a_seat_cannot_see():
    assert sum(check_secrecy(sweep(seats).table(seed=seats), seats) for seats in (3, 6)) > 50


def test_records_and_positions_lead_back():
    check_round_trips(sweep(3, length="cumulative", target_score=40), range(2))
    check_round_trips(sweep(6), range(2))


def test_extra_deals_end_with_one_leader():
    found = 0
    for seed in range(60):
        table = sweep(6, match_tie="extra_deal").table(seed=seed)
        for _ in wandering(table, seed):
            pass
        assert table.ranking.count(1) == 1
        found += table.position()["deal"] > 1
        assert len(happened(table, "deal")) == table.position()["deal"]
    assert found
