"""Time as data: timers fire in order, who acts on a deadline is in time, and records keep the times."""

from __future__ import annotations

import pytest

from pioche import Illegal, Record
from pioche.engine.game import registered
from tests.engine.toy import tick


def test_time_passes_only_when_it_is_told_to() -> None:
    table = tick().table(seed=1)
    assert table.actors == ()
    assert table.next_timer == (100, "go")
    table.advance(99)
    assert (table.s.clock, table.actors) == (99, ())
    table.advance(100)
    assert table.actors == (0,)
    assert table.next_timer == (1100, "close")


def test_who_acts_exactly_on_a_deadline_is_in_time() -> None:
    """T4: closing timers fire before an action only when they are due strictly before it."""
    table = tick().table(seed=1)
    table.act(0, "hand_on", at=1100)
    assert table.events(None)[-1] == {"n": 5, "kind": "turn", "t": 1100, "seat": 1}
    table.advance(1100)
    assert [event["kind"] for event in table.events(None)][-2:] == ["boom", "ready"]
    assert table.scores == [0, -1]


def test_one_millisecond_later_is_too_late() -> None:
    table = tick().table(seed=1)
    with pytest.raises(Illegal) as refused:
        table.act(0, "hand_on", at=1101)
    assert refused.value.reason == "not_your_turn"
    assert table.scores == [-1, 0]


def test_opening_timers_fire_before_an_action_at_the_same_instant() -> None:
    table = tick().table(seed=1)
    table.act(0, "hand_on", at=100)
    assert table.actors == (1,)


def test_timers_fire_in_order_through_a_long_wait() -> None:
    table = tick(deals=3).table(seed=1)
    table.advance(100_000)
    times = [event["t"] for event in table.events(None) if event["kind"] in ("go", "boom")]
    assert times == [100, 1100, 1200, 2200, 2300, 3300]
    assert table.over
    assert table.next_timer is None
    assert table.s.clock == 100_000


def test_time_never_runs_backwards() -> None:
    table = tick().table(seed=1)
    table.advance(500)
    for late in (lambda: table.advance(499), lambda: table.act(0, "hand_on", at=499)):
        with pytest.raises(Illegal) as refused:
            late()
        assert refused.value.reason == "time_runs_forward"
        assert refused.value.rule == "T2"
    assert table.s.clock == 500


def test_unlisted_actions_are_refused_dropped_or_admitted() -> None:
    table = tick().table(seed=1)
    table.advance(100)
    told = len(table.events(None))
    table.act(1, "whisper", at=150)
    assert len(table.events(None)) == told
    assert table.s.clock == 150
    table.act(1, "shout", at=200)
    assert table.events(None)[-1]["kind"] == "shouted"
    with pytest.raises(Illegal):
        table.act(1, "hand_on", at=210)


def test_seen_is_measured_against_the_opening() -> None:
    """T13: a seat has been shown the opening when its screen had drawn the event that opened the race."""
    table = tick().table(seed=1)
    table.advance(100)
    opening = next(event["n"] for event in table.events(1) if event["kind"] == "go")
    for seen, shown in ((opening - 1, False), (opening, True), (None, True)):
        table.act(1, "shout", at=300, seen=seen)
        assert table.events(None)[-1]["shown"] is shown


def test_a_record_keeps_times_and_waits() -> None:
    with registered(tick().rules, alone=True):
        table = tick(deals=1).table(seed=1)
        table.act(0, "hand_on", at=150, seen=2, since_open=40, rtt=9)
        table.act(1, "whisper", at=400)
        with pytest.raises(Illegal):
            table.act(0, "hand_on", at=500)
        table.act(1, "hand_on", at=700)
        table.advance(5000)
        moves = table.record().moves
        assert moves[0] == {"seat": 0, "do": "hand_on", "at": 150, "seen": 2, "since_open": 40, "rtt": 9}
        assert [line for line in moves if "until" in line] == [{"until": 400}, {"until": 500}]
        again = Record.loads(table.record().dumps()).table()
        assert again.history() == table.history()
        assert again.position() == table.position()
        assert again.record() == table.record()
