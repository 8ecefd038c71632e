"""Vatra and Magarac, rule by rule: docs/games/vatra.md. The starter sits at the dealer's left."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import BadOption, Game, Illegal, Table
from pioche.text import action_label, narrate
from tests.rules.racing import at_play, cards, ended, hand, kinds, places, seen_all
from tests.rules.told import told


def vatra(**options: Any) -> Game:
    return pioche.load("vatra", **{"look_ms": 0, **options})


def in_use(**options: Any) -> tuple[list[str], list[int], Table]:
    """(all cards, hand sizes clockwise from the starter) of a first deal."""
    table = vatra(**options).table(seed=4)
    hands, dealer = table.position()["hand"], table.position()["dealer"]
    seats = len(hands)
    return [card for row in hands for card in row], [len(hands[(dealer + 1 + k) % seats]) for k in range(seats)], table


def acts(table: Table, *script: tuple[int, int, str]) -> Table:
    for t, seat, word in script:
        table.act(seat, word, at=t)
    return table


# -- cards and turns (V2-V8) -----------------------------------------------------------------------------


def test_e1_packs() -> None:
    found, sizes, _ = in_use(seats=4)
    assert (len(set(found)), sizes) == (16, [4, 4, 4, 4])
    assert {card[:-1] for card in found} == {"A", "K", "Q", "J"}
    assert len(set(in_use(seats=13)[0])) == 52


@pytest.mark.parametrize(("seats", "count", "odd"), [(4, 17, "7♦"), (7, 29, "7♦"), (8, 33, "JK"), (13, 53, "JK")])
def test_e1_the_travelling_card(seats: int, count: int, odd: str) -> None:
    found, sizes, table = in_use(seats=seats, traveller=True)
    assert (len(set(found)), sizes[0], sum(sizes)) == (count, 5, count)
    shown = told(table, "traveller_shown")
    assert [(e["card"], odd in table.position()["hand"][e["seat"]]) for e in shown] == [(odd, True)]  # V4


def test_e2_counts() -> None:
    table = at_play(vatra(seats=3), "AS KS QS AH", "KH QH AD KD", "QD AC KC QC", dealer=2)
    sizes = [[len(row) for row in table.view(None)["hand"]]]
    for seat in (0, 1, 2):
        assert table.position()["turn"] == seat
        table.act(seat, next(word for word in table.legal(seat) if word.startswith("pass:")))
        sizes.append([len(row) for row in table.view(None)["hand"]])
    assert sizes == [[4, 4, 4], [3, 5, 4], [3, 4, 5], [4, 4, 4]]
    assert table.position()["turn"] == 0


def test_v6_the_card_just_received_may_be_passed_and_all_see_that() -> None:
    table = fire()
    table.act(1, "pass:Kh", at=1100)
    assert [e["relayed"] for e in told(table, "passed")] == [False, True]
    assert hand(table, 2) == sorted(cards("AH AD QS QH KH"))
    assert told(table, "received", seat=2) == [{"kind": "received", "t": 1100, "card": "K♥"}]
    assert told(table, "received", seat=3) == []


# -- fire (V10-V17) --------------------------------------------------------------------------------------


def fire(**options: Any) -> Table:
    table = at_play(vatra(**options), "AS KH QD JC", "KS KD KC JS", "AH AD QS QH", "AC JH JD QC", dealer=3)
    table.act(0, "pass:Kh", at=1000)
    return table


def test_e3_fire_on_receipt() -> None:
    table = acts(fire(), (1400, 1, "slam"))
    assert (table.position()["race_open"], table.position()["opener"]) == (True, 1)
    acts(table, (1500, 1, "shout"), (1600, 0, "slam"), (1700, 2, "shout"), (1750, 2, "slam"), (1800, 3, "slam"))
    assert table.position()["signalled"] == [1, 2]
    acts(table, (1820, 3, "shout"))
    assert ended(table) == (1, [0], "race")
    assert table.scores == [1, 0, 0, 0]
    assert table.position()["stamp"] == [1600, 1500, 1750, 1820]
    assert len(told(table, "showed")) == 16  # V21 all hands
    assert sorted(table.view(None)["open_hand"][1]) == sorted(cards("KS KD KC KH JS"))
    table.advance(1820 + 4000)
    assert table.position()["dealer"] == 0


def test_e4_half_an_announcement() -> None:
    table = acts(fire(), (1400, 1, "slam"), (1600, 0, "slam"), (1700, 0, "shout"), (1710, 2, "shout"), (1750, 2, "slam"))
    acts(table, (1800, 3, "slam"), (1820, 3, "shout"))
    assert ended(table) == (0, [1], "race")


def test_e5_passing_stops() -> None:
    table = acts(fire(), (1400, 1, "slam"))
    for seat, word in ((1, "pass:Js"), (0, "pass:As"), (2, "pass:Ah")):
        with pytest.raises(Illegal, match="V13") as refused:
            table.act(seat, word, at=1450)
        assert "feu" in refused.value.fr
    assert table.legal(1) == ["shout"]


def test_v12_a_shout_opens_as_well_and_each_act_is_made_once() -> None:
    table = acts(fire(), (1400, 1, "shout"))
    assert table.position()["opener"] == 1
    with pytest.raises(Illegal, match="V12"):
        table.act(1, "shout", at=1410)


def test_v14_the_openers_second_act_is_no_reaction() -> None:
    table = fire(latency="fair")
    table.act(1, "slam", at=1400, rtt=40)
    table.act(1, "shout", at=1500, rtt=40, seen=seen_all(table, 1), since_open=5)
    assert table.position()["stamp"][1] == 1480
    table.act(2, "slam", at=1600, rtt=60, since_open=180, seen=seen_all(table, 2))
    table.act(2, "shout", at=1700, rtt=60, since_open=260, seen=seen_all(table, 2))
    assert table.position()["stamp"][2] == 1400 + 260  # the later of the two


# -- the travelling card (V9-V11) ------------------------------------------------------------------------


def locked(**options: Any) -> Table:
    """Seat 2 is on turn with four queens and the travelling card."""
    hands = ("AS AH KD JC", "KS KH AD JS", "QS QH QD QC 7D", "AC JH JD KC")
    return at_play(vatra(traveller=True, **options), *hands, turn=2, dealer=1)


def test_e6_the_traveller_locks() -> None:
    table = acts(locked(), (100, 2, "shout"))
    assert ended(table) == (None, [2], "false_alarm")
    table = acts(locked(), (100, 2, "pass:7d"))
    assert table.legal(3) == ["accept", "refuse", "slam", "shout"]
    assert (table.view(3)["offer"], table.view(2)["offer"][2]) == ([[], [], [None], []], ["7♦"])
    assert not table.engine.entitled(table.s, 2)  # not while the offer is pending
    acts(table, (200, 3, "accept"), (300, 2, "slam"))
    assert (table.position()["race_open"], table.position()["opener"]) == (True, 2)


def test_e7_bluff() -> None:
    table = acts(locked(), (100, 2, "pass:Qc"), (200, 3, "refuse"), (300, 2, "pass:7d"))
    assert "7♦" in table.position()["hand"][3]
    assert kinds(table)[-3:] == ["offered", "refused_card", "passed"]
    acts(table, (400, 2, "slam"))
    assert table.position()["race_open"]
    table = acts(locked(), (100, 2, "pass:Qc"), (200, 3, "accept"), (300, 2, "slam"))
    assert ended(table) == (None, [2], "false_alarm")


def test_e8_the_refused_traveller() -> None:
    table = acts(locked(), (100, 2, "pass:7d"), (200, 3, "refuse"))
    assert table.position()["hand"][2] == cards("QS QH QD QC 7D")  # back in its old place
    assert "pass:7♦" not in table.legal(2)
    with pytest.raises(Illegal, match="V9") as refused:
        table.act(2, "pass:7d", at=250)
    assert "refusée" in refused.value.fr
    acts(table, (300, 2, "pass:Qh"))
    assert (hand(table, 2), table.position()["turn"]) == (sorted(cards("QS QD QC 7D")), 3)


def test_v9_only_the_neighbour_moves_while_a_card_is_on_offer() -> None:
    table = acts(locked(), (100, 2, "pass:Qc"))
    for seat, word, reason in [(2, "pass:Qd", "not_answered"), (0, "accept", "no_offer"), (1, "pass:Ks", "not_on_turn")]:
        with pytest.raises(Illegal) as refused:
            table.act(seat, word, at=150)
        assert refused.value.reason == reason
    assert (table.legal(1), table.legal(2)) == (["slam", "shout"], ["slam", "shout"])


def test_v10_the_own_pending_offer_counts() -> None:
    hands = ("AS AH KD JC", "KS KH AD JS", "QS QH QD QC KC", "AC JH JD 7D")
    table = acts(at_play(vatra(traveller=True), *hands, turn=2), (100, 2, "pass:Qc"), (200, 2, "slam"))
    assert table.position()["race_open"]
    assert table.position()["offer"][2] == ["Q♣"]  # V13 stays where it is
    table.advance(30_200)
    assert ended(table) == (None, [], "straggler")  # V18 nobody is safe: void
    assert table.position()["open_hand"][2] == cards("QS QH QD KC QC")  # V21


# -- losers and the end (V16-V20, V27, V28) --------------------------------------------------------------


def test_e9_a_false_alarm() -> None:
    table = at_play(vatra(seats=3), "AS AH QD QC", "KS KD KC AC", "AD QS QH KH", dealer=2)
    acts(table, (100, 1, "shout"))
    assert ended(table) == (None, [1], "false_alarm")
    assert table.scores == [0, 1, 0]
    table.advance(4100)
    assert table.position()["dealer"] == 0


def test_e10_magarac_ends() -> None:
    table = at_play(vatra(), "AS AH QD QC", "KS KD KC AC", "AD QS QH KH", "JS JH JD JC", lost=[6, 3, 6, 0])
    acts(table, (100, 0, "slam"))
    assert table.over
    assert places(table) == [[3], [1], [2], [0]]
    letter, jackass = told(table, "letter", "jackass")[-2:]
    assert narrate(table, letter | {"n": 1}, "fr", ["Anne"]) == "Anne reçoit la lettre C\u00a0: M-A-G-A-R-A-C."
    assert narrate(table, jackass | {"n": 2}, "fr", ["Anne"]) == "Le mot est complet\u00a0: l’âne, c’est Anne\u202f!"
    assert narrate(table, jackass | {"n": 2}, "en", ["Anne"], me=0) == "The word is complete: you are the jackass!"


def test_v16_letter_costs_a_letter_and_may_end_the_match() -> None:
    table = fire(false_start="letter")
    acts(table, (1100, 0, "slam"), (1200, 2, "shout"))
    assert (table.scores, table.position()["phase"]) == ([1, 0, 0, 0], "play")  # grace for the second one
    assert table.legal(0) == ["slam", "shout"]  # the false act is withdrawn
    table = at_play(
        vatra(false_start="letter"), "AS KH QD JC", "KS KD KC JS", "AH AD QS QH", "AC JH JD QC", lost=[6, 0, 0, 0]
    )
    acts(table, (10, 0, "slam"))
    assert (table.over, table.scores) == (True, [7, 0, 0, 0])
    with pytest.raises(BadOption, match="magarac") as refused:
        vatra(game="vatra", false_start="letter")
    assert "lettres" in refused.value.fr


def test_v16_blocked_refuses_in_private() -> None:
    table = fire(false_start="blocked")
    assert (table.actors, table.legal(1)[-2:]) == ((1,), ["slam", "shout"])
    assert table.view(0)["actors"] == [1, 2, 3]  # nobody learns from it who holds what
    acts(table, (1100, 0, "slam"))
    assert kinds(table, 0)[-1] == "signal_refused"
    acts(table, (1300, 1, "slam"), (2099, 0, "slam"))
    assert 0 not in table.actors
    acts(table, (2100, 0, "slam"))
    assert table.position()["slammed"] == [0, 1]


def test_v18_stragglers() -> None:
    table = acts(fire(), (1400, 1, "slam"), (1500, 1, "shout"), (1600, 0, "slam"))
    table.advance(31_400)
    assert ended(table) == (1, [0, 2, 3], "straggler")
    assert [e["seat"] for e in told(table, "letter")] == [2, 3, 0]  # clockwise from the winner


def test_v18_when_the_opener_is_too_slow_the_first_safe_seat_wins() -> None:
    table = acts(fire(), (1400, 1, "slam"), (1600, 3, "slam"), (1700, 3, "shout"))
    table.advance(31_400)
    assert ended(table) == (3, [0, 1, 2], "straggler")


def test_v19_idlers_pass_accept_and_name() -> None:
    table = locked(idle_ms=1000)
    table.advance(1000)
    assert table.position()["offer"][2] == ["7♦"]  # received nothing: the last from ace to two
    table.advance(2000)
    assert told(table, "passed")[-1] == {"kind": "passed", "t": 2000, "seat": 2, "relayed": False, "forced": True}
    acts(table, (2500, 3, "pass:Kc"), (2600, 0, "refuse"))
    table.advance(3600)
    assert told(table, "passed")[-1]["relayed"]  # the 7♦ came last and was not refused
    table = at_play(vatra(game="vatra", idle_ms=500), "AS AH QD QC", "KS KD KC AC", "AD QS QH KH", "JS JH JD JC")
    acts(table, (0, 0, "slam"))
    table.advance(500)
    assert told(table, "named") == [{"kind": "named", "t": 500, "seat": 0, "card": "A♠", "end": "top"}]
    assert table.next_timer == (4500, "next_deal")


def test_v20_void_deals_end_in_a_draw() -> None:
    table = at_play(vatra(seats=3), "AS KS QS AH", "KH QH AD KD", "QD AC KC QC", dealer=2, delivered=599, lost=[1, 0, 2])
    acts(table, (10, 0, "pass:As"))
    assert ended(table) == (None, [], "stalemate")
    table.advance(4010)
    assert table.position()["dealer"] == 2
    drawn = at_play(
        vatra(seats=3, max_voids=1), "AS KS QS AH", "KH QH AD KD", "QD AC KC QC", dealer=2, delivered=599, lost=[1, 0, 2]
    )
    acts(drawn, (10, 0, "pass:As"))
    assert (drawn.over, places(drawn)) == (True, [[0, 1, 2]])


def test_v28_vatra_ends_after_its_deals_and_their_punishments() -> None:
    table = at_play(vatra(game="vatra", deals=1), "AS AH QD QC", "KS KD KC AC", "AD QS QH KH", "JS JH JD JC")
    acts(table, (0, 2, "slam"))
    assert (table.over, table.position()["phase"], table.actors) == (False, "punish", (2,))
    table.act(2, "name:Kd.bottom", at=20)
    assert table.over
    assert places(table) == [[0, 1, 3], [2]]


def test_presets_and_labels() -> None:
    assert pioche.load("vatra_fire").options["game"] == "vatra"
    assert pioche.load("travelling_magarac").options["traveller"] is True
    table = at_play(vatra(game="vatra"), "AS AH QD QC", "KS KD KC AC", "AD QS QH KH", "JS JH JD JC")
    acts(table, (0, 2, "slam"))
    assert action_label(table, "name:Q♦.bottom", "fr") == "Nommer la D♦, en partant du dessous"
    assert action_label(table, "name:Q♦.top", "en") == "Name Q♦, from the top"


def test_v9_the_ban_ends_with_the_delivery() -> None:
    table = at_play(vatra(seats=3, traveller=True), "AS KS QS AH 7D", "KH QH AD KD", "QD AC KC QC", dealer=2)
    acts(table, (10, 0, "pass:Ks"), (20, 1, "refuse"))
    assert "pass:K♠" not in table.legal(0)
    acts(table, (30, 0, "pass:As"))  # delivered at once
    assert table.position()["turn"] == 1
    passes = {word for word in table.legal(1) if word.startswith("pass:")}
    assert passes == {f"pass:{card}" for card in hand(table, 1)}  # no card of the next hand is banned
    table.act(1, "pass:Qh", at=40)  # and what is passed next is an offer again
    assert set(table.legal(2)) >= {"accept", "refuse"}
