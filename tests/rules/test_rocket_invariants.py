"""What always holds in Rocket (section 11), over random play with random options."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import pioche
from pioche import Record, Table
from tests.rules.told import cards_in, wandering

tables = st.fixed_dictionaries(
    {
        "seats": st.integers(2, 7),
        "decks": st.sampled_from([1, 1, 2, 8]),
        "reshuffle_percent": st.sampled_from([5, 20, 50]),
        "max_bet": st.sampled_from([10, 100, 4000]),
        "dealer": st.sampled_from(["rotate", "house"]),
        "first_player": st.sampled_from(["left_of_dealer", "lowest_card"]),
        "laps_of_table": st.just(1),
        "rounds": st.integers(1, 6),
    }
)
few = settings(max_examples=40, deadline=None)


@few
@given(tables, st.integers(0, 2**32))
def test_cards_coins_and_menus_at_every_decision(options: dict[str, Any], seed: int) -> None:
    table = pioche.load("rocket", **options).table(seed=seed)
    seats, decks = options["seats"], options["decks"]
    for _ in wandering(table, seed):
        position = table.position()
        assert cards_in(position, "deck", "discard", "pile") == {rank: rank * decks for rank in range(1, 11)}
        assert position["left"] == len(position["deck"])
        assert sum(position["purse"]) + sum(position["bet"]) == 0
        assert position["dealing"] not in table.actors
        assert table.legal(position["dealing"]) == []
        assert position["bet"][position["dealing"]] == 0
        assert 3 not in position["pile"][position["dealing"]]
        if position["phase"] == "bet":
            assert sum(position["bet"]) == 0
            players = set(range(seats)) - {position["dealing"]}
            assert set(table.actors) | {p for p, b in enumerate(position["secret_bet"]) if b} == players
        else:
            assert len(table.actors) == 1
            assert set(position["playing"]) == {p for p, b in enumerate(position["bet"]) if b}
    assert sum(table.scores) == 0
    assert table.position()["bet"] == [0] * seats


def rounds_of(table: Table) -> list[list[dict[str, Any]]]:
    """What was told, round by round."""
    found: list[list[dict[str, Any]]] = [[]]
    for event in table.events(None):
        found[-1].append(event)
        if event["kind"] == "round_end":
            found.append([])
    return found[:-1]


@few
@given(tables, st.integers(0, 2**32))
def test_every_round_pays_whole_units_within_the_bet(options: dict[str, Any], seed: int) -> None:
    table = pioche.load("rocket", **options).table(seed=seed)
    for _ in wandering(table, seed):
        pass
    purses, dealer = [0] * options["seats"], options["seats"] - 1
    for happened in rounds_of(table):
        bets, results = {}, Counter[int]()
        draws, turns = 0, Counter[int]()
        for event in happened:
            if event["kind"] == "dealer" and event["seat"] is not None:
                dealer = event["seat"]
            elif event["kind"] == "bets":
                bets[event["seat"]] = event["amount"]
            elif event["kind"] in ("pass", "pair"):
                results[event["seat"]] -= event["paid"]
                turns[event["seat"]] += event["kind"] == "pass"
            elif event["kind"] == "payment":
                results[event["to"]] += event["amount"]
            elif event["kind"] == "continue":
                turns[event["seat"]] += 1
            draws += event["kind"] == "dealer_draw"
        assert set(bets) == set(range(options["seats"])) - {dealer}
        for seat, result in results.items():
            assert result % (bets[seat] // 10) == 0
            assert abs(result) <= bets[seat]
            purses[seat] += result
        purses[dealer] -= results.total()
        assert draws <= 9
        assert max(turns.values(), default=0) <= 9
    assert purses == table.scores
    assert len(rounds_of(table)) == (options["rounds"] if options["dealer"] == "house" else options["seats"])


@few
@given(tables, st.integers(0, 2**32), st.integers(0, 60))
def test_a_table_is_its_record_and_its_position(options: dict[str, Any], seed: int, moves: int) -> None:
    table = pioche.load("rocket", **options).table(seed=seed)
    for count, _ in enumerate(wandering(table, seed)):
        if count == moves:
            break
    again = Record.loads(table.record().dumps()).table()
    assert again.position() == table.position()
    assert again.history() == table.history()
    there = table.game.at(table.position())
    assert there.position() == table.position()
    assert [there.legal(seat) for seat in there.actors] == [table.legal(seat) for seat in table.actors]


@few
@given(tables, st.integers(0, 2**32), st.data())
def test_nobody_sees_a_bet_before_all_are_in(options: dict[str, Any], seed: int, data: st.DataObject) -> None:
    """Two tables that differ in one secret bet look the same to everybody else."""
    game = pioche.load("rocket", **options)
    one, other = game.table(seed=seed), game.table(seed=seed)
    assume(len(one.actors) > 1)
    better = data.draw(st.sampled_from(one.actors))
    for table in (one, other):
        table.act(better, data.draw(st.sampled_from(table.legal(better))))
    for seat in [None, *range(options["seats"])]:
        if seat != better:
            assert one.view(seat) == other.view(seat)
            assert one.events(seat) == other.events(seat)
