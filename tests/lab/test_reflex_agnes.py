"""Agnès between bots with reflexes: windows (R86, E13), memory that fails, and the figures of section 12."""

from __future__ import annotations

import pytest

import pioche
from pioche.bots.common.reflexes import DUE, NEVER, PLANS
from pioche.bots.reflex_bot import Reflexes
from pioche.engine.cards import read_card
from pioche.engine.verbs import TALLY
from pioche.lab.reflex_matches import ReflexBatch


def window():
    """E13: seat A has put down the 8♦; the bots have not noticed yet."""
    table = pioche.load("agnes", latency="arrival", turn_time=0).at(
        layout=[["2♣", "3♦", "9♠", "Q♣"], ["A♠", "5♣", "K♣", "2♥"], ["8♥", "A♣", "9♦", "4♠"], ["7♠", "J♦", "6♠", "8♠"]],
        discard=["8♦"], phase="slam", turn=0,
    )  # fmt: skip
    bots = Reflexes(table, ["average"] * 4, 1)
    for row in bots.plans:
        row[DUE] = NEVER
    return table, bots


def slam(table, bots, seat, at, place):
    bots.plans[PLANS * seat] = [at, seat, table.rules.actions.read(f"slam:{place}")]


def finish(table, bots):
    while table.s.phase == 2 and bots.once():
        pass
    told = ("slam_right", "slam_wrong", "penalty")
    return [(event["t"], event["kind"], event["seat"]) for event in table.history() if event["kind"] in told]


def test_agnes_e13_the_first_right_slam_wins_and_the_others_are_dropped():
    table, bots = window()
    slam(table, bots, 1, 640, "1.2")
    slam(table, bots, 2, 610, "2.1")
    slam(table, bots, 3, 655, "3.4")

    assert finish(table, bots) == [(610, "slam_right", 2)]
    assert bots.pending(1) == bots.pending(3) == []


def test_agnes_e13_without_it_the_wrong_one_pays_and_the_next_wins():
    table, bots = window()
    slam(table, bots, 1, 640, "1.2")
    bots.plans[PLANS * 2] = [0, 0, table.rules.actions.read("pass")]
    slam(table, bots, 3, 655, "3.4")

    assert finish(table, bots) == [(640, "slam_wrong", 1), (640, "penalty", 1), (655, "slam_right", 3)]


def test_agnes_r86_a_bot_without_a_match_in_mind_passes_at_once():
    table, _ = window()
    bots = Reflexes(table, ["average"] * 4, 1)

    assert [bots.pending(p) for p in range(4)] == [[], [(0, "pass")], [(0, "pass")], [(0, "pass")]]


def test_agnes_a_remembered_card_is_slammed_after_a_while_own_ones_first():
    table, _ = window()
    for card in ("8♥", "8♠"):
        table.s.knows[read_card(card)] = 0b1100  # seats C and D have seen it
    bots = Reflexes(table, ["expert"] * 4, 1)

    assert bots.pending(2)[0][1] == "slam:2.1"
    assert bots.pending(3)[0][1] == "slam:3.4"
    assert all(bots.pending(p)[0][0] > 160 for p in (2, 3))


def held_slam(place):
    """R82: seat B slams in a fair race, and nobody else has acted: it is held for whoever may have been quicker."""
    table = pioche.load("agnes", latency="fair", turn_time=0).at(window()[0].start)
    bots = Reflexes(table, ["expert"] * 4, 1)
    table.act(1, f"slam:{place}", at=640, since_open=640, rtt=0)
    bots.look(1, f"slam:{place}")
    assert [event["kind"] for event in table.history()] == []
    return table, bots


def believed(bots, word):
    return [mind[bots.engine.FACES + read_card(word)] for mind in bots.minds]


def test_agnes_r36_everybody_learns_from_a_wrong_slam_that_was_held():
    table, bots = held_slam("1.2")
    assert believed(bots, "5♣") == [0, 0, 0, 0]  # nobody has been shown anything yet

    table.advance(table.next_timer[0])
    bots.look()

    assert table.history()[0]["kind"] == "slam_wrong"
    assert believed(bots, "5♣") == [read_card("5♣") + 1] * 4


def test_agnes_r38_nobody_learns_from_a_slam_that_came_too_late():
    table, bots = held_slam("1.2")
    table.act(3, "slam:3.4", at=655, since_open=630, rtt=0)  # it was the quicker one
    bots.look(3, "slam:3.4")
    table.advance(table.next_timer[0])
    bots.look()

    assert [event["kind"] for event in table.history() if event["kind"].startswith("slam")] == ["slam_right"]
    assert believed(bots, "5♣") == [0, 0, 0, 0]


def test_agnes_what_is_forgotten_is_blank_or_taken_for_a_neighbour():
    """Section 12: two forgotten cards in three are blanks, the third is believed to lie elsewhere with its owner."""
    table, bots = window()
    faces = bots.engine.FACES
    theirs = [read_card(card) for card in ("8♥", "A♣", "9♦", "4♠")]
    blank = moved = 0
    for _ in range(10_000):
        for card in theirs:
            bots.minds[0][faces + card] = 0
        bots.minds[0][faces + theirs[0]] = theirs[0] + 1
        bots.engine.forget(table.s, 0, 0, bots.minds[0], bots.dice, [[0, 0, 0, 60_000]])
        held = [bots.minds[0][faces + card] for card in theirs]
        assert sum(held) in (0, theirs[0] + 1)
        blank += sum(held) == 0
        moved += held[0] == 0 and sum(held) > 0

    assert 500 < blank + moved < 700
    assert 0.25 < moved / (blank + moved) < 0.42


@pytest.mark.parametrize(
    ("level", "wrong", "failed"), [("novice", (0.6, 1.0), (1 / 14, 1 / 5)), ("expert", (0.0, 0.06), (0, 1 / 50))]
)
def test_agnes_slams_and_calls_go_wrong_as_often_as_the_rulebook_says(level, wrong, failed):
    """Section 12: a novice about 0.8 wrong slams a round and 1 failed call in 8, an expert 0.02 and 1 in 140."""
    batch = ReflexBatch(pioche.load("agnes"), level)
    names = [event.name for event in batch.game.rules.events.kinds]
    rounds = calls = failures = slams = 0
    for seed in range(150):
        batch.play(seed, 1)
        rounds += int(batch.deals[0])
        slams += int(batch.tallies[0][TALLY * names.index("slam_wrong")])
        calls += int(batch.rows[1]["calls"].sum())
        failures += int(batch.rows[1]["calls_failed"].sum())

    assert calls > 1000
    assert wrong[0] <= slams / rounds <= wrong[1]
    assert failed[0] <= failures / calls <= failed[1]
