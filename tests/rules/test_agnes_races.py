"""Agnès against the clock: fair and arrival races, sealed ones, the turn clock, and what races must not tell."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pioche
from pioche import Illegal, Record, Table
from tests.rules.agnes_tables import cards, do, events, kinds, layout, lying

B_RIGHT, C_RIGHT, B_WRONG = "slam:1.2", "slam:2.1", "slam:1.1"
ROWS = ("3♠ 10♥ 8♦ Q♣", "5♦ 8♠ K♣ 2♥", "8♥ A♣ 9♦ 4♠", "7♠ 7♥ 7♦ 8♣")


def opened(seats: int = 3, at: int = 0, measured: dict[int, int] | None = None, **options: Any) -> Table:
    """A discards 8♦ at a known time; the lines in `measured` have been heard of in an earlier window."""
    table = lying(0, *ROWS[:seats], stock="2♣ 6♥ 7♣ 4♣ 9♣", options=options)
    if measured:
        table = lying(seats - 1, *ROWS[:seats], stock="3♣ 2♣ 6♥ 7♣ 4♣ 9♣", options=options)
        table.act(seats - 1, "draw", at=at, rtt=measured.get(seats - 1))
        table.act(seats - 1, "discard", at=at)
        for seat in range(seats - 1):
            table.act(seat, "pass", at=at, rtt=measured.get(seat, 0))
        table.act(seats - 1, "end", at=at)
    table.act(0, "draw", at=at)
    table.act(0, "keep:3", at=at)
    assert table.view(1)["phase"] == "slam"
    return table


def slams(table: Table) -> list[tuple[str, int]]:
    return [(e["kind"], e["seat"]) for e in events(table, "slam_right", "slam_wrong")]


# -- fair races --------------------------------------------------------------------------------------

LINES = {1: 20, 2: 240}


def test_e12_the_faster_reaction_wins_although_it_is_heard_later() -> None:
    table = opened(4, measured=LINES | {3: 1})
    table.act(1, B_RIGHT, at=700, since_open=680, rtt=20)
    assert table.next_timer == (950, "decide")
    assert slams(table) == [], "a slam held back is not shown to anybody"
    table.act(2, C_RIGHT, at=900, since_open=660, rtt=240)
    table.advance(949)
    assert slams(table) == []
    table.advance(950)
    assert slams(table) == [("slam_right", 2)]
    assert "too_late" in kinds(table, 1)
    assert layout(table, 1) == cards(ROWS[1])


def test_e12_with_three_seats_nobody_is_left_to_wait_for() -> None:
    table = opened(3, measured=LINES)
    table.act(1, B_RIGHT, at=700, since_open=680, rtt=20)
    assert table.next_timer == (950, "decide")
    table.act(2, C_RIGHT, at=900, since_open=660, rtt=240)
    assert slams(table) == [("slam_right", 2)]


def test_e12_by_arrival_the_first_message_wins() -> None:
    table = opened(3, latency="arrival")
    table.act(1, B_RIGHT, at=700, since_open=680, rtt=20)
    assert slams(table) == [("slam_right", 1)]
    table.act(2, C_RIGHT, at=900, since_open=660, rtt=240)
    assert slams(table) == [("slam_right", 1)]
    assert kinds(table, 2)[-1] == "too_late"


def test_e12_a_message_after_the_decision() -> None:
    table = opened(3, measured=LINES)
    table.act(1, B_RIGHT, at=700, since_open=680, rtt=20)
    table.act(2, C_RIGHT, at=960, since_open=690, rtt=240)
    assert slams(table) == [("slam_right", 1)]
    assert kinds(table, 2)[-1] == "too_late"
    assert layout(table, 2) == cards(ROWS[2])


@pytest.mark.parametrize(("claimed", "stamp"), [(660, 660), (200, 630), (5000, 900), (None, 900)])
def test_e12_the_line_limits_what_can_be_claimed(claimed: int | None, stamp: int) -> None:
    table = opened(4)
    table.act(2, C_RIGHT, at=900, since_open=claimed, rtt=240)
    assert table.position()["stamp"][2] == stamp


def test_r81_no_reaction_below_a_tenth_of_a_second() -> None:
    table = opened(4)
    table.act(2, C_RIGHT, at=40, since_open=5, rtt=0)
    assert table.position()["stamp"][2] == 100


def test_r82_equal_stamps_in_order_of_arrival() -> None:
    for order in ((1, 2), (2, 1)):
        table = opened(3)
        for seat in order:
            table.act(seat, (B_RIGHT, C_RIGHT)[seat - 1], at=500)
        assert slams(table) == [("slam_right", order[0])]


def test_r82_a_hold_without_a_right_slam_lets_the_window_go_on() -> None:
    table = opened(4, measured={1: 0, 2: 0, 3: 1})
    table.act(1, B_WRONG, at=400)
    assert table.next_timer == (431, "decide")
    table.advance(431)
    assert slams(table) == [("slam_wrong", 1)]
    assert table.actors == (2, 3)
    table.act(2, C_RIGHT, at=600)
    assert table.next_timer == (631, "decide")
    table.advance(700)
    assert slams(table) == [("slam_wrong", 1), ("slam_right", 2)]
    assert table.position()["clock"] == 700
    assert [e["t"] for e in table.events(None) if e["kind"].startswith("slam")] == [431, 631]


def test_r82_all_slams_of_a_hold_are_applied_until_one_is_right() -> None:
    table = opened(4, measured={1: 0, 2: 0, 3: 270})
    table.act(1, B_WRONG, at=400)
    table.act(2, C_RIGHT, at=500)
    table.act(3, "slam:3.1", at=600, since_open=320, rtt=270)  # 7♠, and the quickest
    assert slams(table) == [("slam_wrong", 3), ("slam_wrong", 1), ("slam_right", 2)]
    assert [len(row) for row in table.position()["layout"]] == [4, 5, 4, 5]


def test_r82_nothing_is_put_off_that_no_message_can_change() -> None:
    table = opened(4, measured={1: 270, 2: 0, 3: 1})
    table.act(1, B_RIGHT, at=1000, since_open=700, rtt=270)  # stamp 700; the others would have been heard by 731
    assert slams(table) == [("slam_right", 1)]


def test_r82_a_line_nobody_has_measured_may_be_as_slow_as_any() -> None:
    table = opened(3)
    table.act(1, B_RIGHT, at=700)
    assert table.next_timer == (1000, "decide")


def test_r83_a_slam_exactly_on_the_deadline_is_in_time() -> None:
    for at, right in ((3000, True), (3001, False)):
        table = opened(3, latency="arrival")
        table.act(1, B_RIGHT, at=at)
        assert bool(slams(table)) == right
    fair = opened(3, measured=LINES)
    assert fair.next_timer == (3270, "close")
    fair.act(2, C_RIGHT, at=3200, since_open=3000, rtt=240)
    fair.advance(4000)
    assert slams(fair) == [("slam_right", 2)]


def test_r83_a_stamp_beyond_the_window_does_not_count() -> None:
    table = opened(3, measured=LINES)
    table.act(2, C_RIGHT, at=3200, since_open=3100, rtt=240)
    assert kinds(table, 2)[-1] == "too_late"
    assert table.position()["slams"] == []
    table.advance(3270)
    assert slams(table) == []
    assert table.view(0)["phase"] == "end"


def test_r83_the_window_closes_by_itself() -> None:
    table = opened(3, latency="arrival", slam_window=1000)
    assert table.next_timer == (1000, "close")
    table.advance(999)
    assert table.view(0)["phase"] == "slam"
    table.advance(1000)
    assert table.view(0)["phase"] == "end"
    assert kinds(table)[-1] == "window_closed"
    passed = do(opened(3), "B pass", "C pass")
    assert passed.view(0)["phase"] == "end", "at once when nobody is left (R35)"


def test_r80_a_slam_sent_before_the_target_was_seen_is_dropped() -> None:
    table = opened(3, latency="arrival")
    shown = next(e["n"] for e in table.events(1) if e["kind"] == "discarded")
    before = table.position()
    table.act(1, B_RIGHT, at=50, seen=shown - 1)
    assert table.position() == before | {"clock": 50}
    assert table.actors == (1, 2), "nothing is used up"
    assert "too_late" not in kinds(table, 1)
    table.act(1, B_RIGHT, at=400, seen=shown)
    assert slams(table) == [("slam_right", 1)]


# -- bots by explicit times --------------------------------------------------------------------------


def test_e13_simulation() -> None:
    rows = ("3♠ 10♥ 8♦ Q♣", "6♦ 5♣ K♣ 2♥", "8♥ A♣ 9♦ 4♠", "7♠ 7♥ 7♦ 8♠")
    due = [(610, 2, "slam:2.1"), (640, 1, "slam:1.2"), (655, 3, "slam:3.4")]
    for c_passes, expected in ((False, [("slam_right", 2)]), (True, [("slam_wrong", 1), ("slam_right", 3)])):
        table = lying(0, *rows, stock="2♣ 6♥ 7♣", options={"latency": "arrival"})
        table.act(0, "draw", at=0)
        table.act(0, "keep:3", at=0)
        for at, seat, word in due:
            table.act(seat, "pass" if seat == 2 and c_passes else word, at=at)
        assert slams(table) == expected
        assert len(layout(table, 1)) == (5 if c_passes else 4)


# -- sealed ------------------------------------------------------------------------------------------


def test_r85_sealed_choices_are_applied_together() -> None:
    table = do(opened(4, race="sealed"), "B slam:B.1", "C slam:C.1")
    assert slams(table) == []
    assert table.actors == (3,)
    do(table, "D pass")
    assert ("slam_right", 2) in slams(table)
    assert table.next_timer is not None


def test_r85_every_order_is_equally_likely() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    game = pioche.load("agnes", seats=4, race="sealed")
    for seed in range(600):
        table = game.at(
            layout=[cards(row) for row in ROWS],
            stock=cards("2♣ 6♥ 7♣ 4♣ 9♣"),
            discard=["K♦"],
            turn=0,
            phase="slam",
            seed=seed,
        )
        do(table, "B slam:B.1", "C slam:C.2", "D slam:D.1")  # all wrong: all are applied
        found[tuple(seat for _, seat in slams(table))] += 1
    assert len(found) == 6
    assert all(60 < n < 145 for n in found.values()), found


def test_r85_those_behind_the_right_one_are_too_late() -> None:
    for seed in range(8):
        game = pioche.load("agnes", seats=3, race="sealed")
        table = game.at(
            layout=[cards(row) for row in ROWS[:3]], stock=cards("2♣ 6♥"), discard=["8♣"],
            turn=0, phase="slam", seed=seed,
        )  # fmt: skip
        do(table, "C slam:C.1", "B slam:B.2")
        ((_, winner),) = slams(table)
        assert kinds(table, 3 - winner)[-2:] == ["too_late", "window_closed"]
        assert "too_late" not in kinds(table, winner)


# -- the turn clock ----------------------------------------------------------------------------------


def test_r87_the_default_is_played_when_time_runs_out() -> None:
    table = lying(0, "3♠ 4♠", "5♠ 6♠", stock="9♥ 2♣ 7♦ 9♣", options={"rounds": 2})
    assert table.next_timer == (30_000, "turn")
    table.advance(30_000)
    assert (table.view(0)["phase"], table.view(0)["drawn"]) == ("place", "9♥")
    table.advance(60_000)
    assert table.view(0)["phase"] == "slam"
    table.advance(63_300)
    assert table.view(0)["phase"] == "power"
    table.advance(93_300)
    assert events(table, "power_skipped") == [{"kind": "power_skipped", "seat": 0}]
    table.advance(123_300)
    assert table.actors == (1,)
    table.act(1, "draw", at=123_400)
    assert table.next_timer == (153_400, "turn")


def test_r87_ten_seconds_to_memorise_and_to_give() -> None:
    table = pioche.load("agnes", seats=3, peek=1, first=2).table(seed=1)
    assert table.next_timer == (10_000, "turn")
    table.act(1, "ready", at=9_000)
    table.advance(10_000)
    assert (table.view(0)["phase"], table.actors) == ("draw", (2,))
    assert events(table, "ready") == [{"kind": "ready", "seat": seat} for seat in (1, 0, 2)]
    given = opened(3, latency="arrival")
    given.act(1, "slam:2.1", at=500)
    assert given.next_timer == (10_500, "turn")
    given.advance(10_500)
    assert layout(given, 2)[0] == "5♦", "the lowest slot is given"


def test_r87_sealed_choices_pass_and_no_clock_no_timer() -> None:
    table = opened(3, race="sealed")
    table.advance(30_000)
    assert table.view(0)["phase"] == "end"
    assert slams(table) == []
    assert opened(3, race="sealed", turn_time=0).next_timer is None
    live = opened(3, turn_time=1)
    live.advance(2900)
    assert live.view(0)["phase"] == "slam", "a live window has its own clock"


@pytest.mark.parametrize(
    ("table", "seat", "word"),
    [
        (lying(0, "3♠ 4♠", "5♠", stock="9♥"), 0, "draw"),
        (lying(0, "– 4♠", "5♠", discard="9♥"), 0, "take:2"),
        (lying(0, "– –", "5♠", discard="9♥"), 0, "stuck"),
        (do(lying(0, "3♠ 4♠", "5♠", stock="9♥"), "A draw"), 0, "discard"),
        (do(lying(0, "3♠ 4♠", "5♠", stock="9♥"), "A draw", "A discard"), 1, "pass"),
        (do(lying(0, "3♠ 4♠", "– 5♠ 6♠", stock="9♥"), "A draw", "A keep:1", "B pass"), 0, "end"),
        (do(lying(0, "3♠ 3♦", "– 5♠ 6♠", stock="9♥"), "A draw", "A keep:1", "B slam:A.2"), 1, "give:2"),
        (do(lying(0, "3♠ 4♠", "5♠", stock="K♥"), "A draw", "A discard", "B pass"), 0, "skip"),
        (do(lying(0, "3♠ 4♠", "5♠", stock="K♥"), "A draw", "A discard", "B pass", "A inspect:A.1/B.1"), 0, "leave"),
    ],
)
def test_r87_what_the_default_is(table: Table, seat: int, word: str) -> None:
    assert table.default_action(seat) == word
    table.act(seat, word)


# -- what nobody may notice --------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"latency": "arrival"}, {"race": "sealed"}])
def test_r90_who_has_passed_is_known_to_nobody(options: dict[str, Any]) -> None:
    quiet, passed = opened(4, **options), opened(4, **options)
    quiet.until(500)
    passed.act(1, "pass", at=500)
    for seat in (None, 0, 2, 3):
        assert passed.view(seat) == quiet.view(seat)
        assert passed.events(seat) == quiet.events(seat)
    assert passed.view(2)["actors"] == [1, 2, 3]
    assert passed.view(1)["actors"] == [2, 3]
    with pytest.raises(Illegal) as refused:
        passed.act(0, "draw")
    assert "Seat 2, Seat 3 and Seat 4" in refused.value.en


@pytest.mark.parametrize("options", [{}, {"race": "sealed"}])
def test_r82_a_slam_held_back_is_shown_to_nobody_else(options: dict[str, Any]) -> None:
    quiet, held = opened(4, **options), opened(4, **options)
    quiet.act(1, "pass", at=500)
    held.act(1, "slam:2.1", at=500, rtt=40)
    for seat in (None, 0, 2, 3):
        assert held.view(seat) == quiet.view(seat)
        assert held.events(seat) == quiet.events(seat)
    assert held.view(1)["aim"] == [None, "2.1", None, None]
    assert held.view(1)["legal"] == []


def test_r90_a_wrong_slam_is_seen_to_be_used_up() -> None:
    table = opened(4, latency="arrival")
    table.act(1, B_WRONG, at=500)
    assert table.view(2)["actors"] == [2, 3]


# -- records -----------------------------------------------------------------------------------------


def test_r88_a_race_replays_from_its_record() -> None:
    table = opened(4, measured=LINES | {3: 1})
    table.act(1, B_RIGHT, at=700, since_open=680, rtt=20)
    middle = Record.loads(table.record().dumps()).table()
    assert (middle.position(), middle.next_timer) == (table.position(), table.next_timer)
    written = table.game.at(table.position())
    assert written.position() == table.position()
    assert written.next_timer == table.next_timer
    table.act(2, C_RIGHT, at=900, since_open=660, rtt=240)
    table.advance(2000)
    table.act(3, "slam:3.4", at=2100)
    again = Record.loads(table.record().dumps()).table()
    assert again.history() == table.history()
    assert again.position() == table.position()


def test_without_a_clock_slams_count_as_they_come() -> None:
    """4.4: the rules need only an order of application; who gives no times plays by arrival."""
    table = do(opened(4), "C slam:C.1")
    assert slams(table) == [("slam_right", 2)]
    again = Record.loads(table.record().dumps()).table()
    assert again.history() == table.history()


def test_t21_late_messages_are_not_scolded() -> None:
    table = do(opened(3, latency="arrival"), "B slam:B.2")
    before = table.position()
    table.act(2, "pass")
    assert table.position() == before
    table.act(2, "slam:2.1")
    assert kinds(table, 2)[-1] == "too_late"
    for seat in (1, 2):
        with pytest.raises(Illegal):
            table.act(seat, "slam:1.1")  # each has had an answer
