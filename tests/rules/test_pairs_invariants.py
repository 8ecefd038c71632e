"""What always holds in Pairs (section 11), over random play with random options."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche import Record, Table
from tests.rules.told import cards_in, wandering

tables = st.fixed_dictionaries(
    {
        "seats": st.integers(2, 8),
        "continuous": st.booleans(),
        "money": st.sampled_from(["none", "seattle", "tacoma", "olympia", "portland"]),
        "stake": st.sampled_from([None, 1, 7]),
        "losing_score": st.sampled_from([None, 5, 25]),
        "games": st.integers(1, 3),
    }
)
seeds = st.integers(0, 2**32)
few = settings(max_examples=30, deadline=None)


def check_cards(position: dict[str, Any]) -> None:
    assert cards_in(position, "deck", "discard", "pile", "kept") == {rank: rank for rank in range(1, 11)}
    assert position["left"] + position["burned"] == len(position["deck"])
    assert position["points"] == [sum(kept) for kept in position["kept"]]  # R10


@few
@given(tables, seeds)
def test_cards_scores_coins_and_views_at_every_decision(options: dict[str, Any], seed: int) -> None:
    table = pioche.load("pairs", **options).table(seed=seed)
    limit = table.game.options["losing_score"]
    before = table.position()
    for _ in wandering(table, seed):
        position = table.position()
        check_cards(position)
        assert max(position["points"]) < limit
        assert len(table.actors) == 1
        if not options["continuous"]:
            assert all(position["pile"])
        if position["deal"] == before["deal"]:
            assert all(now >= then for now, then in zip(position["points"], before["points"], strict=True))
        assert sum(position["purse"]) + position["pot"] == 0
        if options["money"] not in ("tacoma", "olympia"):
            assert position["pot"] == 0
        before = position
        views = [table.view(seat) for seat in (0, 1, None)]
        for view in views:
            view.pop("legal", None), view.pop("seat")
        assert views[0] == views[1] == views[2]
        assert views[0]["deck"] == position["left"]
    check_cards(table.position())
    reached = [points for points in table.position()["points"] if points >= limit]
    assert len(reached) == 1
    assert reached[0] < limit + 10
    assert sum(table.position()["lost"]) == options["games"]


def games_of(table: Table) -> list[list[dict[str, Any]]]:
    """What was told, game by game."""
    found: list[list[dict[str, Any]]] = []
    for event in table.events(None):
        if event["kind"] == "game_start":
            found.append([])
        found[-1].append(event)
    return found


@few
@given(tables, seeds)
def test_rounds_starters_and_payments(options: dict[str, Any], seed: int) -> None:
    table = pioche.load("pairs", **options).table(seed=seed)
    for _ in wandering(table, seed):
        pass
    n, limit = options["seats"], table.game.options["losing_score"]
    assert len(games_of(table)) == options["games"]
    for happened in games_of(table):
        scores = sum(event["kind"] == "score" for event in happened)
        deals = sum(event["kind"] == "deal" for event in happened) // n
        assert scores <= n * (limit - 1) + 1
        assert deals == (1 if options["continuous"] else scores)
        shown: dict[int, int] = {}
        turns = 0
        for event in happened:
            if event["kind"] == "deal":
                shown, turns = ({} if event["seat"] == 0 else shown) | {event["seat"]: event["rank"]}, 0
            elif event["kind"] == "turn":
                turns += 1
                if turns == 1:  # R4
                    assert shown[event["seat"]] == min(shown.values())
                assert options["continuous"] or turns <= 9 * n + 1
        paid = [event for event in happened if event["kind"] == "payment"]
        loser = next(event["loser"] for event in happened if event["kind"] == "game_end")
        assert all(event["from"] == loser != event["to"] for event in paid)
        assert len(paid) == n - 1 or options["money"] in ("none", "tacoma", "olympia")
        if options["money"] in ("tacoma", "olympia"):
            assert len({event["amount"] for event in paid}) == 1
    if options["money"] in ("tacoma", "olympia"):
        assert 0 <= table.position()["pot"] < len(paid)  # R23 less than the winners of the last split
    elif options["money"] == "none":
        assert paid == []


@settings(max_examples=10, deadline=None)
@given(st.integers(7, 8), st.booleans(), seeds)
def test_a_game_that_runs_out_of_cards_ends_with_one_loser(seats: int, continuous: bool, seed: int) -> None:
    table = pioche.load("pairs", seats=seats, losing_score=60, continuous=continuous).table(seed=seed)
    while not table.over:  # always the time-out default: folding takes the low cards first
        table.act(table.actors[0], table.default_action(table.actors[0]))
        check_cards(table.position())
    points = table.position()["points"]
    loser = table.position()["lost"].index(1)
    assert sum(table.position()["lost"]) == 1
    assert points[loser] == max(points)
    assert points[loser] >= 60 or sum(points) == 385


@few
@given(tables, seeds, st.integers(0, 80))
def test_a_table_is_its_record_and_its_position(options: dict[str, Any], seed: int, moves: int) -> None:
    table = pioche.load("pairs", **options).table(seed=seed)
    for count, _ in enumerate(wandering(table, seed)):
        if count == moves:
            break
    again = Record.loads(table.record().dumps()).table()
    assert again.position() == table.position()
    assert again.history() == table.history()
    assert table.game.at(table.position()).position() == table.position()
