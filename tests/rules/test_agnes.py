"""Agnès by rule and example: the turn, the quick discard, the powers, the call (docs/games/agnes.md)."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Illegal
from tests.rules.agnes_tables import cards, do, events, kinds, layout, lying, total

E2 = ("3♠ 10♥ 8♦ Q♣", "5♦ 8♠ K♣ 2♥", "8♥ A♣ 9♦ 4♠")
E3 = ("3♠ 10♥ 8♦ Q♣", "5♦ 6♠ K♣ 2♥", "8♥ A♣ 9♦ 4♠")
E6 = ("9♠ 2♦ 7♣ 10♦", "A♣ 8♥ 6♠ J♦")


# -- setup -------------------------------------------------------------------------------------------


def test_e1_the_deal() -> None:
    game = pioche.load("agnes", seats=3, first=1)
    table = game.table(seed=1, cards="Kh 2c 9s Ad 3d Qc 7h 7s 4c 10d 5s Jh")
    rows = table.position()["layout"]
    assert rows[1] == cards("K♥ A♦ 7♥ 10♦")
    assert rows[2] == cards("2♣ 3♦ 7♠ 5♠")
    assert rows[0] == cards("9♠ Q♣ 4♣ J♥")
    assert [total(row) for row in rows] == [33, 17, 17]
    assert table.view(0)["stock"] == 40
    assert table.view(0)["discard"] == []
    assert table.actors == (1,)
    assert table.legal(1) == ["draw"]  # R27
    for seat in (0, 1, 2, None):
        assert table.view(seat)["layout"] == [["?"] * 4] * 3, "nobody looks at any of them"


@pytest.mark.parametrize(("seats", "decks", "size"), [(6, "auto", 52), (7, "auto", 104), (8, 1, 52), (2, 2, 104)])
def test_r2_a_second_deck_from_seven_players_up(seats: int, decks: Any, size: int) -> None:
    position = pioche.load("agnes", seats=seats, decks=decks).table(seed=3).position()
    every = [card for row in [*position["layout"], position["stock"]] for card in row]
    assert len(set(every)) == len(every) == size
    assert sum(card.startswith("K♥") for card in every) == size // 52


def test_r9_a_card_begins_the_discard_pile_and_opens_no_window() -> None:
    table = pioche.load("agnes", seats=2, first=0, start_discard=True).table(cards="As Ah 2s 2h 3s 3h 4s 4h 9c")
    assert table.view(1)["discard"] == ["9♣"]
    assert table.view(None)["phase"] == "draw"
    assert table.legal(0) == ["draw", "take:1", "take:2", "take:3", "take:4"]


def test_r10_memorise_two_cards() -> None:
    table = pioche.load("agnes", seats=2, first=1, peek=2).table(cards="As Ah 2s 2h 3s 3h 4s 4h")
    assert table.view(0)["phase"] == "memorise"
    assert table.actors == (0, 1)
    assert table.view(1)["layout"] == [["?"] * 4, ["A♠", "2♠", "?", "?"]]
    assert table.view(None)["layout"] == [["?"] * 4] * 2
    assert events(table, "you_saw", seat=0) == [
        {"kind": "you_saw", "owner": 0, "slot": 1, "card": "A♥"},
        {"kind": "you_saw", "owner": 0, "slot": 2, "card": "2♥"},
    ]
    do(table, "A ready")
    assert table.actors == (1,)
    assert table.view(0)["actors"] == [1], "who is ready is no secret"
    do(table, "B ready")
    assert table.view(1)["layout"] == [["?"] * 4] * 2
    assert (table.actors, table.view(0)["phase"]) == ((1,), "draw")


# -- the turn ----------------------------------------------------------------------------------------


def test_r21_a_drawn_card_is_seen_by_the_drawer_alone() -> None:
    table = do(lying(0, *E2, stock="2♣ 6♥ 7♣"), "A draw")
    assert [table.view(seat)["drawn"] for seat in (0, 1, 2, None)] == ["2♣", "?", "?", "?"]
    assert events(table, "you_drew", seat=0) == [{"kind": "you_drew", "card": "2♣"}]
    assert events(table, "you_drew", seat=1) == []
    assert table.legal(0) == ["keep:1", "keep:2", "keep:3", "keep:4", "discard"]


def test_r21_taking_the_top_discard() -> None:
    table = do(lying(0, *E2, discard="6♣ K♥", stock="2♣"), "A take:2")
    assert layout(table, 0) == cards("3♠ K♥ 8♦ Q♣")
    assert table.position()["discard"] == ["6♣", "10♥"]
    assert events(table, "took", "discarded") == [
        {"kind": "took", "seat": 0, "slot": 2, "card": "K♥"},
        {"kind": "discarded", "seat": 0, "card": "10♥", "from": 2, "window": 1},
    ]
    do(table, "B pass", "C pass")
    assert table.legal(0) == ["end", "call"], "a ten that comes from a layout has no power (R47)"


def test_r16_only_the_top_of_the_discard_pile_is_seen() -> None:
    table = lying(0, *E2, discard="6♣ J♥ K♥", stock="2♣ 3♣")
    assert table.view(1)["discard"] == ["?", "?", "K♥"]
    assert table.view(1)["stock"] == 2


def test_e2_the_race_and_the_next_player_wins_it() -> None:
    table = do(lying(0, *E2, stock="2♣ 6♥ 7♣"), "A draw", "A keep:3", "B slam:B.2")
    do(table, "C slam:C.1")  # R38 too late: no refusal, no effect
    assert table.position()["discard"] == ["8♦", "8♠"]
    assert layout(table, 1) == cards("5♦ – K♣ 2♥")
    assert layout(table, 2) == cards("8♥ A♣ 9♦ 4♠")
    assert events(table, "too_late", seat=2) == [{"kind": "too_late"}]
    assert "too_late" not in kinds(table)
    assert table.view(0)["layout"] == [["?"] * 4, ["?", None, "?", "?"], ["?"] * 4]
    do(table, "A end")
    assert table.legal(1) == ["draw", "take:1", "take:3", "take:4"]  # R39


def test_e3_slamming_an_opponents_card() -> None:
    table = do(lying(0, *E3, stock="2♣ 6♥ 7♣"), "A draw", "A keep:3", "B slam:C.1")
    assert table.view(2)["phase"] == "give"
    assert layout(table, 2) == cards("– A♣ 9♦ 4♠")
    assert table.legal(1) == ["give:1", "give:2", "give:3", "give:4"]
    do(table, "B give:3")
    assert table.position()["discard"] == ["8♦", "8♥"]
    assert layout(table, 2) == cards("K♣ A♣ 9♦ 4♠")
    assert layout(table, 1) == cards("5♦ 6♠ – 2♥")
    assert (total(layout(table, 2)), total(layout(table, 1))) == (24, 13)
    assert table.view(2)["layout"][2] == ["?"] * 4
    assert events(table, "gave") == [{"kind": "gave", "seat": 1, "from_slot": 3, "owner": 2, "slot": 1}]


def test_e4_a_wrong_slam_and_the_race_goes_on() -> None:
    table = do(lying(0, *E3, stock="2♣ 6♥ 7♣"), "A draw", "A keep:3", "B slam:A.1")
    assert events(table, "slam_wrong", "penalty") == [
        {"kind": "slam_wrong", "seat": 1, "owner": 0, "slot": 1, "card": "3♠"},
        {"kind": "penalty", "seat": 1, "slot": 5},
    ]
    assert layout(table, 0)[0] == "3♠"
    assert layout(table, 1) == cards("5♦ 6♠ K♣ 2♥ 6♥")
    assert all(table.view(seat)["layout"][1] == ["?"] * 5 for seat in range(3)), "nobody looks at a penalty card"
    with pytest.raises(Illegal):
        table.act(1, "slam:1.1")  # R33 one attempt
    do(table, "C slam:C.1")
    assert layout(table, 2) == cards("– A♣ 9♦ 4♠")
    assert table.position()["stock"] == ["7♣"]


def test_r31_the_turn_player_does_not_race_on_the_own_discard() -> None:
    table = do(lying(0, *E2, stock="2♣ 6♥"), "A draw", "A keep:3")
    assert table.actors == (1, 2)
    with pytest.raises(Illegal, match="not your turn"):
        table.act(0, "slam:0.1")


def test_r34_only_the_rank_counts() -> None:
    table = do(lying(0, "K♥ 2♠", "10♠ J♦", stock="K♠ J♣ 4♠ 5♠"), "A draw", "A discard")
    do(table, "B slam:A.1")  # K♥ matches any king
    assert events(table, "slam_right")[0]["card"] == "K♥"
    table = do(lying(0, "10♥ 2♠", "3♠ J♦", stock="J♣ K♠ 4♠ 5♠"), "A draw", "A discard", "B slam:A.1")
    assert events(table, "slam_wrong")[0]["card"] == "10♥", "ten and jack are two ranks"


@pytest.mark.parametrize(("options", "window"), [({}, 1), ({"slam_on": "layout"}, 0), ({"slam": "off"}, 0)])
def test_r30_which_discards_open_a_window(options: dict[str, Any], window: int) -> None:
    table = do(lying(0, *E2, stock="2♣ 6♥", options=options), "A draw", "A discard")
    assert events(table, "discarded") == [{"kind": "discarded", "seat": 0, "card": "2♣", "from": 0, "window": window}]
    assert table.view(0)["phase"] == ("slam" if window else "end")
    table = do(lying(0, *E2, stock="2♣ 6♥", options=options), "A draw", "A keep:1")
    assert table.view(0)["phase"] == ("end" if options.get("slam") == "off" else "slam")


# -- powers ------------------------------------------------------------------------------------------


def test_e5_the_power_comes_after_the_race() -> None:
    rows = ("4♠ 4♥ 9♣ 6♦", "Q♦ 3♣ 7♦ 2♠", "10♠ 10♣ 5♥ A♥")
    table = do(lying(0, *rows, stock="Q♠ 8♣ K♦"), "A draw", "A discard", "B slam:B.1")
    assert table.position()["discard"] == ["Q♠", "Q♦"]
    assert table.view(1)["phase"] == "power"
    assert [word for word in table.legal(0) if word.startswith("spy:1")] == ["spy:1.2", "spy:1.3", "spy:1.4"]
    do(table, "A spy:C.3")
    assert events(table, "you_saw", seat=0) == [{"kind": "you_saw", "owner": 2, "slot": 3, "card": "5♥"}]
    assert events(table, "spied", seat=1) == [{"kind": "spied", "seat": 0, "owner": 2, "slot": 3}]
    assert "you_saw" not in kinds(table, 1) + kinds(table, 2) + kinds(table)
    without = do(lying(0, *rows, stock="Q♠ 8♣ K♦"), "A draw", "A discard", "B pass", "C pass")
    assert "spy:1.1" in without.legal(0)
    assert not any(word.startswith("spy:0") for word in without.legal(0))


def test_r40_nine_and_ten_look_at_an_own_card() -> None:
    for rank in ("9♣", "10♠"):
        table = do(lying(0, "4♠ – 9♥", "Q♦ 3♣", stock=f"{rank} 8♣"), "A draw", "A discard", "B pass")
        assert table.legal(0) == ["look:1", "look:3", "skip"]
        do(table, "A look:3")
        assert events(table, "you_saw", seat=0) == [{"kind": "you_saw", "owner": 0, "slot": 3, "card": "9♥"}]
        assert events(table, "looked", seat=1) == [{"kind": "looked", "seat": 0, "slot": 3}]
        assert table.view(0)["layout"][0] == ["?", None, "?"], "seen for a moment only (R92)"


def test_r40_a_pair_has_no_order() -> None:
    table = do(lying(0, *E2, stock="J♣ 8♣"), "A draw", "A discard", "B pass", "C pass")
    assert len(table.legal(0)) == len(set(table.legal(0))) == 3 * 16 + 1
    assert "swap:1.2/2.3" in table.legal(0)
    assert "swap:2.3/1.2" not in table.legal(0)
    do(table, "A swap:C.3/B.2")
    assert (layout(table, 1)[1], layout(table, 2)[2]) == ("9♦", "8♠")
    assert events(table, "swapped") == [{"kind": "swapped", "seat": 0, "pos1": "1.2", "pos2": "2.3"}]
    assert all("you_saw" not in kinds(table, seat) for seat in range(3))


def test_e6_the_king() -> None:
    table = do(lying(0, *E6, stock="K♠ 5♣"), "A draw", "A discard", "B pass", "A inspect:A.4/B.1")
    assert table.view(0)["phase"] == "king"
    assert table.view(0)["layout"] == [["?", "?", "?", "10♦"], ["A♣", "?", "?", "?"]]
    assert table.view(1)["layout"] == [["?"] * 4] * 2
    assert table.view(1)["pair"] == ["0.4", "1.1"], "which cards is no secret"
    assert table.legal(0) == ["exchange", "leave"]
    do(table, "A exchange")
    assert layout(table, 0) == cards("9♠ 2♦ 7♣ A♣")
    assert layout(table, 1) == cards("10♦ 8♥ 6♠ J♦")
    assert (total(layout(table, 0)), total(layout(table, 1))) == (19, 34)
    assert table.position()["knows"] == {"10♦": [0], "A♣": [0]}
    assert table.view(0)["layout"] == [["?"] * 4] * 2


def test_r45_a_king_may_leave_both() -> None:
    table = do(lying(0, *E6, stock="K♥ 5♣"), "A draw", "A discard", "B pass", "A inspect:A.4/B.1", "A leave")
    assert [layout(table, seat) for seat in (0, 1)] == [cards(row) for row in E6]
    assert table.view(0)["phase"] == "end"


@pytest.mark.parametrize("word", ["swap:A.1/A.2", "swap:0.9/1.1", "look:1", "spy:1.1", "inspect:0.1/1.1", "swap:no"])
def test_e7_a_misused_power(word: str) -> None:
    strict = do(lying(0, *E6, stock="J♠ 5♣", options={"strict_power": True}), "A draw", "A discard", "B pass")
    strict.act(0, word)
    assert layout(strict, 0) == cards("9♠ 2♦ 7♣ 10♦ 5♣")
    assert layout(strict, 1) == cards(E6[1])
    assert events(strict, "misuse") == [{"kind": "misuse", "seat": 0}]
    assert events(strict, "penalty") == [{"kind": "penalty", "seat": 0, "slot": 5}]
    assert (strict.actors, strict.view(0)["phase"]) == ((1,), "draw"), "no chance to call"
    mild = do(lying(0, *E6, stock="J♠ 5♣"), "A draw", "A discard", "B pass")
    before = mild.position()
    with pytest.raises(Illegal):
        mild.act(0, word)
    assert mild.position() == before
    do(mild, "A swap:A.1/B.1")


def test_r46_only_power_commands_are_misused() -> None:
    table = do(lying(0, *E6, stock="J♠ 5♣", options={"strict_power": True}), "A draw", "A discard", "B pass")
    for word in ("end", "draw", "pass", "keep:1"):
        with pytest.raises(Illegal):
            table.act(0, word)
    table.act(0, "skip")
    assert table.view(0)["phase"] == "end"


def test_r48_the_referee_hands_out_a_penalty_card() -> None:
    table = lying(1, *E6, stock="K♠ 5♣")
    assert table.legal(-1) == ["penalty:0", "penalty:1"]
    table.act(None, "penalty:0")
    assert layout(table, 0) == cards("9♠ 2♦ 7♣ 10♦ K♠")
    assert table.actors == (1,)
    do(table, "B draw")
    with pytest.raises(Illegal):
        table.act(None, "penalty:0")
    with pytest.raises(Illegal):
        table.act(0, "penalty:1")
    called = lying(1, *E6, stock="K♠ 5♣", caller=0, turns_left=1)
    assert called.legal(-1) == ["penalty:1"]


# -- the stock ---------------------------------------------------------------------------------------


def test_e8_an_exhausted_stock_is_turned_over() -> None:
    table = do(lying(0, "3♠ 4♠", "5♠ 6♠", discard="7♣ J♠ 2♦ Q♥"), "A draw")
    assert table.view(0)["drawn"] == "7♣"
    assert table.position()["stock"] == ["J♠", "2♦"]
    assert table.position()["discard"] == ["Q♥"]
    assert events(table, "recycled") == [{"kind": "recycled", "size": 3}]
    do(table, "A discard", "B pass", "A end", "B draw", "B discard", "A pass")
    assert table.view(1)["phase"] == "power", "the jack has its power again (R47)"


def test_r17_the_order_of_a_turned_pile_is_known_whatever_the_next_cards_would_be() -> None:
    table = pioche.load("agnes", seats=2, rounds=1).at(
        layout=[cards("3♠ 4♠"), cards("5♠ 6♠")], stock=cards("5♣"), shuffled=True, discard=cards("7♣ J♠ 2♦"), turn=0,
        cards="5c 2d Js 7c",
    )  # fmt: skip
    do(table, "A draw", "A discard", "B pass", "A end", "B draw")
    assert events(table, "recycled") == [{"kind": "recycled", "size": 3}]
    assert table.view(1)["drawn"] == "7♣"  # discarded first, drawn first: the list of cards has no say
    assert table.position()["shuffled"] is False


def test_r17_or_shuffled() -> None:
    found = set()
    for seed in range(30):
        game = pioche.load("agnes", seats=2, recycle="shuffle")
        table = game.at(layout=[["3♠"], ["5♠"]], stock=[], discard=cards("7♣ J♠ 2♦ Q♥"), turn=0, seed=seed)
        table.act(0, "draw")
        found.add(table.view(0)["drawn"])
    assert found == {"7♣", "J♠", "2♦"}


def test_r18_nothing_to_draw() -> None:
    table = lying(0, "3♠ 4♠", "5♠ 6♠", discard="Q♥")
    assert table.legal(0) == ["take:1", "take:2"]
    with pytest.raises(Illegal) as refused:
        table.act(0, "draw")
    assert (refused.value.rule, refused.value.reason) == ("R18", "nothing_to_draw")
    assert "rien à piocher" in refused.value.fr
    do(table, "A take:1", "B slam:B.1")
    assert events(table, "penalty_waived") == [{"kind": "penalty_waived", "seat": 1}]
    assert layout(table, 1) == cards("5♠ 6♠")


def test_r21_stuck() -> None:
    table = lying(0, GONE, "5♠ 6♠", discard="Q♥")
    assert table.legal(0) == ["stuck"]
    do(table, "A stuck")
    assert table.legal(0) == ["end", "call"]


GONE = "– – – –"


def test_e14_an_empty_layout() -> None:
    table = do(lying(0, "6♥ 9♥ 9♠ 2♥", "– – – 6♣", stock="5♥ 3♦ K♣"), "A draw", "A keep:1", "B slam:B.4", "A end")
    assert layout(table, 1) == []
    assert table.view(0)["last_slot"] == [4, 4]
    assert table.legal(1) == ["draw"]
    do(table, "B draw")
    assert table.legal(1) == ["discard"]
    do(table, "B discard")
    assert table.actors == (0,)
    do(table, "A pass", "B call", "A draw", "A discard")  # R31 B is frozen: no window, and a king without target
    assert table.over
    assert table.scores == [0, 1]


# -- refusals ----------------------------------------------------------------------------------------


SPYING = do(lying(0, *E2, stock="Q♠"), "A draw", "A discard", "B pass", "C pass")
RACING = lying(1, *E2, stock="2♣ 3♣", phase="slam", discard="5♣", turns_left=2, caller=0)


@pytest.mark.parametrize(
    ("table", "move", "rule", "en", "fr"),
    [
        (lying(0, *E2, stock="2♣"), "A take:1", "R27", "still empty", "encore vide"),
        (lying(0, "3♠ – 4♠", "5♠", stock="2♣", discard="6♣"), "A take:2", "R42", "There is no card there", "pas de carte"),
        (lying(0, *E2, stock="2♣"), "A stuck", "R21", "still draw", "encore piocher"),
        (lying(0, *E2, stock="2♣"), "A call", "R21", "begins with a card", "commence par une carte"),
        (do(lying(0, *E2, stock="2♣"), "A draw"), "A end", "R25", "place the card", "Placez d’abord"),
        (SPYING, "A spy:A.1", "R40", "queen", "dame"),
        (SPYING, "A look:1", "R40", "another", "autre"),
        (SPYING, "A spy:D.1", "R42", "No player sits", "Personne"),
        (SPYING, "A end", "R41", "First use", "Utilisez d’abord"),
        (RACING, "C slam:A.1", "R52", "touch", "Nul"),
        (RACING, "C slam:C.9", "R42", "There is no card there", "pas de carte"),
        (RACING, "C draw", "R32", "slam a card or pass", "abattez"),
    ],
)
def test_r19_a_refusal_says_why_in_both_languages(table: pioche.Table, move: str, rule: str, en: str, fr: str) -> None:
    before = table.position()
    with pytest.raises(Illegal) as refused:
        do(table, move)
    assert refused.value.rule == rule
    assert en in refused.value.en
    assert fr in refused.value.fr
    assert table.position() == before
