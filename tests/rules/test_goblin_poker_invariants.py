"""Goblin Poker: section 11 of docs/games/goblin_poker.md, over random matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pioche
from pioche import Table
from tests.rules.walking import DECK, check_round_trips, flat, happened, walk


def goblins(**options: Any) -> pioche.Game:
    return pioche.load("goblin_poker", **options)


def cards_of(s: dict[str, Any]) -> list[int]:
    return sorted(s["deck"] + s["discard"] + s["heap"] + flat(s["choice"]) + flat(s["pile"]) + flat(s["hand"]))


@pytest.mark.parametrize("pass_cost", ["pot_plus_low", "low"])
@pytest.mark.parametrize("seats", range(3, 9))
def test_invariants_of_a_match(seats, pass_cost):
    game = goblins(seats=seats, pass_cost=pass_cost, deals=4, ante=(1, 7, 100)[seats % 3])
    rounds = set()
    for seed in range(8):
        before: dict[str, Any] = {"deal": -1}
        turns, word = 0, ""
        for table, seat, next_word in walk(game, seed):
            s = table.position()
            playing = s["playing"]
            assert cards_of(s) == DECK
            assert sum(s["purse"]) + s["pot"] == 0
            assert all(len(set(pile)) == len(pile) for pile in s["pile"])
            assert all(not s["pile"][p] and not s["hand"][p] for p in range(seats) if p not in playing)
            if s["phase"] == "throw":
                rounds.add(s["round"])
                waiting = s["to_act"]
                assert s["turn"] == seat
                assert seat in waiting
                assert all(len(s["hand"][p]) == 6 - s["round"] - (p not in waiting) for p in playing)
                assert len(s["heap"]) == len(playing) - len(waiting)
                assert sorted(rank for rank in s["thrown"] if rank) == s["heap"]
                if before["deal"] == s["deal"] and before["phase"] == "throw":
                    assert set(playing) <= set(before["playing"])
                    check_pot(table, before, s, word)
                turns += 1
            else:
                turns = 0
            assert turns <= 5 * seats
            before, word = s, next_word
        pots = happened(table, "pot")
        assert len(pots) == 4
        assert all(pot["winners"] and 0 <= pot["carry"] < len(pot["winners"]) for pot in pots)
        assert sum(table.scores) + pots[-1]["carry"] == 0
    assert max(rounds) >= 3  # the matches are long enough to say something


def check_pot(table: Table, before: dict[str, Any], s: dict[str, Any], word: str) -> None:
    """A pass raises the pot from p to 2p + low; nothing lowers it before the payment."""
    assert s["pot"] >= before["pot"]
    if word == "pass" and s["round"] == before["round"]:
        low = min(min(before["pile"][p]) for p in before["playing"])
        grown = before["pot"] if table.game.options["pass_cost"] == "pot_plus_low" else 0
        assert s["pot"] == before["pot"] + grown + low


def test_five_rounds_are_the_most():
    """Without passes some deals come to their fifth round, and none goes beyond."""
    dice, longest = random.Random(5), 0
    for seed in range(40):
        table = goblins(seats=3, deals=1).table(seed=seed)
        while not table.over:
            seat = table.actors[0]
            table.act(seat, dice.choice([word for word in table.legal(seat) if word != "pass"]))
        longest = max(longest, *(e["number"] for e in happened(table, "round")))
        assert happened(table, "pot")[0]["winners"]
    assert longest == 5


def test_a_view_does_not_depend_on_what_is_hidden():
    """Shuffle everything a seat does not know: the seat sees, is told and may do the same."""
    game, compared = goblins(seats=4, deals=2), 0
    for seed in range(12):
        for count, (table, _, _) in enumerate(walk(game, seed)):
            if count % 3:
                continue
            for me in range(4):
                other = game.at(reshuffled(table.position(), me, random.Random(seed)))
                assert other.view(me) == game.at(table.position()).view(me) == table.view(me)
                compared += other.position() != table.position()
    assert compared > 300


def reshuffled(s: dict[str, Any], me: int, dice: random.Random) -> dict[str, Any]:
    """The same table with every card dealt anew that this seat has no way of knowing."""
    others = [p for p in range(len(s["hand"])) if p != me]
    pool = s["deck"] + s["discard"] + [rank for p in others for rank in s["hand"][p] + s["choice"][p]]
    pool += [s["thrown"][p] for p in others if s["thrown"][p]]
    dice.shuffle(pool)

    def take(n: int) -> list[int]:
        return [pool.pop() for _ in range(n)]

    t = dict(s)
    for zone in ("hand", "choice"):
        t[zone] = [held if p == me else sorted(take(len(held))) for p, held in enumerate(s[zone])]
    t["thrown"] = [rank if p == me or not rank else take(1)[0] for p, rank in enumerate(s["thrown"])]
    t["heap"] = sorted(rank for rank in t["thrown"] if rank)
    t["deck"], t["discard"] = sorted(take(len(s["deck"]))), sorted(take(len(s["discard"])))
    assert not pool
    return t


def test_records_and_positions_lead_back():
    check_round_trips(goblins(seats=4, deals=2), range(4))


def test_hands_are_as_long_while_first_cards_are_chosen():
    """R3: whoever has chosen holds one card fewer, and everybody has one to throw afterwards."""
    table = goblins(seats=3).table(seed=1)
    table.act(0, table.legal(0)[0])
    position = table.position()
    assert table.game.at(position).position() == position
    short = position["hand"][:1] + [hand[:-1] for hand in position["hand"][1:]]
    for hands in ([[], *position["hand"][1:]], short, [[], [7], [6]]):
        with pytest.raises(pioche.BadPosition, match="R6"):
            table.game.at({**position, "hand": hands})
    last = table.game.at({**position, "hand": [[3], [7, 9], [6, 8]]})
    while not last.over and last.position()["deal"] == position["deal"]:
        last.act(last.actors[0], last.default_action(last.actors[0]))
