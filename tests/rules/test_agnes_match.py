"""Agnès by rule and example: the call, scoring, the match, and what a perfect memory knows."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Illegal, Table, text
from tests.rules.agnes_tables import cards, do, events, kinds, layout, lying, total

# -- the call and the final lap ----------------------------------------------------------------------


def test_r50_a_call_ends_the_turn_and_begins_the_final_lap() -> None:
    table = lying(0, "A♠ 2♠", "7♥ 7♦", "7♠ K♦", stock="3♣ 4♣ 5♣ 6♣", phase="end")
    assert table.legal(0) == ["end", "call"]
    do(table, "A call")
    assert events(table, "called", "turn_ended") == [{"kind": "called", "seat": 0}, {"kind": "turn_ended", "seat": 0}]
    assert (table.view(1)["caller"], table.view(1)["turns_left"], table.actors) == (0, 2, (1,))
    do(table, "B draw", "B discard", "C pass")
    assert (table.actors, table.view(1)["turns_left"]) == ((2,), 1), "no phase `end` after a call (R53)"
    do(table, "C draw", "C discard", "B pass")
    assert table.over
    assert table.next_timer is None


def test_e11_the_final_lap() -> None:
    rows = ("A♠ 2♠ – –", "7♥ 7♦ J♥ 2♣", "7♠ K♦ 3♥ 9♠")
    table = do(lying(0, *rows, stock="J♣ 7♣ 5♦ 10♠", phase="end"), "A call", "B draw", "B discard")
    assert table.actors == (2,)
    assert not any(word.startswith("slam:0") for word in table.legal(2))
    do(table, "C pass")
    assert len(table.legal(1)) == 17
    assert table.legal(1)[-1] == "skip"
    assert all(word.startswith("swap:1.") and "/2." in word for word in table.legal(1)[:-1])
    do(table, "B swap:B.3/C.2")
    assert table.actors == (2,)
    do(table, "C draw", "C discard")
    assert table.actors == (1,)
    do(table, "B slam:B.1")
    assert table.over
    assert table.scores == [1, 0, 0]
    assert events(table, "round_ended") == [
        {"kind": "round_ended", "seat": 0, "total": 3, "points": 1},
        {"kind": "round_ended", "seat": 1, "total": 19, "points": 0},
        {"kind": "round_ended", "seat": 2, "total": 29, "points": 0},
    ]
    shown = {seat: [e["card"] for e in events(table, "card_shown") if e["seat"] == seat] for seat in range(3)}
    assert shown == {0: cards("A♠ 2♠"), 1: cards("7♦ K♦ 2♣"), 2: cards("7♠ J♥ 3♥ 9♠")}
    assert [e["card"] for e in events(table, "stock_shown")] == cards("5♦ 10♠"), "everything is public now (R94)"


def test_r42_no_target_no_power() -> None:
    for card in ("J♣", "Q♣", "K♣"):
        table = do(lying(1, "A♠ 2♠", "7♥ 7♦", stock=f"{card} 4♣", caller=0, turns_left=1), "B draw", "B discard")
        assert table.over, f"{card} has nothing to touch (Q24)"
    table = do(lying(1, "A♠ 2♠", "7♥ 7♦", stock="9♣ 4♣", caller=0, turns_left=1), "B draw", "B discard")
    assert table.legal(1) == ["look:1", "look:2", "skip"]


def test_r54_the_lap_limit() -> None:
    game = pioche.load("agnes", seats=2, lap_limit=5, rounds=1, slam="off", first=0)
    table = game.table(seed=4)
    for turn in range(10):
        assert not table.over
        do(table, *(f"{'AB'[turn % 2]} {word}" for word in ("draw", "keep:1", "end")))
    assert table.over
    assert "called" not in kinds(table)
    late = game.table(seed=4)
    for turn in range(9):
        do(late, *(f"{'AB'[turn % 2]} {word}" for word in ("draw", "keep:1", "end")))
    do(late, "B draw", "B keep:1", "B call", "A draw", "A keep:1")
    assert late.over
    assert late.position()["calls"] == [0, 1]


# -- scoring -----------------------------------------------------------------------------------------

BY_TOTAL = {  # layouts of one suit each, by total
    0: "", -1: "K♥", 3: "A{} 2{}", 4: "4{}", 5: "5{}", 6: "6{}", 7: "7{}", 8: "8{}", 9: "9{}", 11: "A{} 10{}",
    12: "2{} 10{}", 14: "4{} 10{}", 15: "5{} J{}", 20: "J{} Q{}", 30: "J{} Q{} K{}",
}  # fmt: skip


def scored(caller: int | None, totals: list[int], **options: Any) -> Table:
    """The last turn of a round in which it changes nothing."""
    rows = [BY_TOTAL[total].replace("{}", suit) for total, suit in zip(totals, "♠♥♦♣", strict=True)]
    assert [total(cards(row)) for row in rows] == totals
    options = {"lap_limit": 5, "slam": "off"} | options
    if caller is None:
        return do(lying(3, *rows, stock="3♣", phase="end", turns=19, options=options), "D end")
    last = "ABCD"[caller - 1]
    table = lying(caller - 1 if caller else 3, *rows, stock="3♣", caller=caller, turns_left=1, options=options)
    return do(table, f"{last} draw", f"{last} discard")


@pytest.mark.parametrize(
    ("caller", "totals", "points", "options"),
    [
        (0, [4, 9, 12, 20], [1, 0, 0, 0], {}),  # R62
        (0, [4, 4, 7, 9], [1, 0, 0, 0], {}),  # R63
        (0, [5, 3, 3, 8], [0, 1, 1, 0], {}),  # R64, R65
        (0, [6, 9, 12, 7], [-1, 0, 0, 1], {}),  # R61, Q25
        (0, [8, 8, 8, 15], [-1, 1, 1, 0], {}),
        (0, [7, 11, 11, 20], [-1, 0, 0, 0], {"win_needs_five": True}),  # R66
        (None, [14, 9, 9, 30], [0, 1, 1, 0], {}),  # R54
        (1, [0, -1, 3, 5], [0, 1, 0, 0], {}),
    ],
)
def test_e9_scoring(caller: int | None, totals: list[int], points: list[int], options: dict[str, Any]) -> None:
    table = scored(caller, totals, **options)
    assert table.over
    assert table.next_timer is None
    assert table.scores == points
    assert [e["total"] for e in events(table, "round_ended")] == totals
    assert table.position()["card_sum"] == totals
    assert table.position()["rounds_won"] == [int(n > 0) for n in points]
    assert table.position()["calls_failed"] == [int(n < 0) for n in points]


def test_r71_equal_scores_share_the_rank() -> None:
    assert scored(0, [5, 3, 3, 8]).ranking == [3, 1, 1, 3]


# -- the match ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "options", "starter"),
    [([3, 9, 11, 3], {}, 0), ([9, 11, 3, 12], {}, 3), ([9, 11, 7, 12], {"win_needs_five": True}, 3)],
)
def test_e10_the_next_starter(totals: list[int], options: dict[str, Any], starter: int) -> None:
    rows = [BY_TOTAL[total].replace("{}", suit) for total, suit in zip(totals, "♠♥♦♣", strict=True)]
    options = {"rounds": 2, "lap_limit": 5} | options
    table = do(lying(1, *rows, stock="3♣", phase="end", turns=19, starter=2, options=options), "B end")
    assert events(table, "round_started") == [{"kind": "round_started", "seat": starter}]
    assert table.actors == (starter,)


def play_round(table: Table) -> None:
    """Everybody draws and discards; the starter calls."""
    rounds = table.position()["deal"]
    while not table.over and table.position()["deal"] == rounds:
        seat = table.actors[0]
        menu = table.legal(seat)
        table.act(seat, next(word for word in ("call", "discard", "draw", "pass", "skip") if word in menu))


def test_r70_rounds_or_target() -> None:
    table = pioche.load("agnes", seats=2, rounds=3).table(seed=9)
    for done in range(3):
        assert not table.over
        assert table.position()["deal"] == done
        play_round(table)
    assert table.over
    assert sum(table.position()["calls"]) == kinds(table).count("called") == 3
    target = pioche.load("agnes", seats=2, rounds=50, target=2).table(seed=9)
    while not target.over:
        assert max(target.scores) < 2
        play_round(target)
    assert max(target.scores) == 2


def test_r73_gathered_instead_of_shuffled() -> None:
    game = pioche.load("agnes", seats=2, rounds=2, shuffle_between="no", slam="off", lap_limit=5)
    table = game.at(
        layout=[cards("A♠ 2♠ – 4♠"), cards("7♥ 8♥")], stock=cards("3♣ 5♦ 6♦ 9♦ 10♦ J♦"), discard=cards("Q♠ K♠"),
        turn=1, phase="end", turns=9, starter=0,
    )  # fmt: skip
    do(table, "B end")  # A has 7 and wins, so B starts
    packet = cards("K♠ Q♠ 7♥ 8♥ A♠ 2♠ 4♠ 3♣ 5♦ 6♦ 9♦ 10♦ J♦")
    assert layout(table, 1) == packet[0:8:2]
    assert layout(table, 0) == packet[1:8:2]
    assert table.position()["stock"] == packet[8:]
    assert table.position()["discard"] == []


# -- what a perfect memory knows ---------------------------------------------------------------------


def known(table: Table, seat: int) -> dict[str, str]:
    """R93 as a map from place to card."""
    rows = table.view(seat)["known"]
    return {f"{p}.{n}": card for p, row in enumerate(rows) for n, card in enumerate(row, 1) if card not in (None, "?")}


def test_r93_the_memory_aid() -> None:
    aided = {"memory_aid": True}
    rows = ("3♠ 10♥ 8♦ Q♣", "5♦ 6♠ K♣ 2♥", "8♥ A♣ 9♦ 4♠")
    table = do(lying(0, *rows, stock="2♣ 6♥ 7♣ J♣ 4♣ 9♣", options=aided), "A draw", "A keep:3")
    assert [known(table, p) for p in range(3)] == [{"0.3": "2♣"}, {}, {}]
    do(table, "B slam:A.1")  # wrong: all see 3♠
    assert [known(table, p) for p in range(3)] == [{"0.1": "3♠", "0.3": "2♣"}, {"0.1": "3♠"}, {"0.1": "3♠"}]
    do(table, "C slam:C.1", "A end", "B take:4")  # all see 8♥ go into B.4
    assert known(table, 2) == {"0.1": "3♠", "1.4": "8♥"}
    do(table, "A pass", "C pass", "B end", "C draw", "C discard", "A pass", "B pass")
    assert known(table, 2) == {"0.1": "3♠", "1.4": "8♥"}, "the drawn 7♣ is gone"
    do(table, "C end", "A draw", "A discard", "B pass", "C pass", "A swap:A.3/B.4")
    assert known(table, 0) == {"0.1": "3♠", "1.4": "2♣", "0.3": "8♥"}
    assert known(table, 1) == known(table, 2) == {"0.1": "3♠", "0.3": "8♥"}, "knowledge moves with the cards"
    assert table.view(None)["known"] == table.view(None)["layout"], "a spectator is told nothing"


def test_r92_without_the_aid_the_view_forgets() -> None:
    table = do(lying(0, "3♠ 10♥", "5♦ 6♠", stock="2♣ 6♥ 7♣"), "A draw", "A keep:2")
    assert "known" not in table.view(0)
    assert table.view(0)["layout"] == [["?", "?"], ["?", "?"]]


# -- options and sentences ---------------------------------------------------------------------------


def test_options_and_their_defaults() -> None:
    assert pioche.load("agnes").options == {
        "seats": 4, "peek": 0, "start_discard": False, "decks": "auto", "recycle": "turn", "slam": "on",
        "slam_on": "any", "race": "live", "latency": "fair", "slam_window": 3000, "strict_power": False,
        "win_needs_five": False, "shuffle_between": "yes", "lap_limit": 40, "rounds": 8, "target": 0,
        "first": "random", "turn_time": 30, "memory_aid": False,
    }  # fmt: skip
    for wrong in ({"peek": 3}, {"slam_window": 999}, {"lap_limit": 4}, {"decks": 3}, {"seats": 9}, {"turn_time": 121}):
        with pytest.raises(pioche.BadOption):
            pioche.load("agnes", **wrong)


def test_the_story_is_told_in_both_languages() -> None:
    table = do(lying(0, "9♠ 2♦", "A♣ 8♥", stock="K♠ 5♣"), "A draw", "A discard", "B pass", "A inspect:A.2/B.1")
    event = table.events(1)[-1]
    assert text.narrate(table, event, "en", ["Ann", "Bob"], me=1) == "Ann inspects their own card 2 and your card 1."
    vous = "Vous inspectez votre carte n°\u00a02 et la carte n°\u00a01 de Bob."
    assert text.narrate(table, event, "fr", ["Anne", "Bob"], me=0) == vous
    saw = next(e for e in table.events(0) if e["kind"] == "you_saw" and e["owner"] == 1)
    assert text.narrate(table, saw, "fr", ["Anne", "Bob"], me=0) == "Vous voyez la carte n°\u00a01 de Bob\u00a0: l’A♣."
    assert text.action_label(table, "exchange", "fr") == "Échanger les deux cartes"


def test_a_stock_that_is_not_written_holds_all_other_cards() -> None:
    table = pioche.load("agnes", seats=2).at(layout=[["A♠", "2♠"], ["3♠"]], discard=["4♠"], turn=0, seed=5, cards="9♣")
    assert table.view(0)["stock"] == 48
    do(table, "A draw")
    assert table.view(0)["drawn"] == "9♣"
    assert "A♠" not in table.position()["stock"]
    with pytest.raises(Illegal):
        table.act(0, "draw")
