"""The common clock: docs/games/reaction_clock.md, played with Pig. T1-T27 are its rules."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Illegal, Table
from tests.rules.racing import at_play, ended, has_set, kinds, seen_all
from tests.rules.told import told

SET, NONE = "AS AH AD AC", ("KS KH QS QH", "QD JS JH TS", "JD TH 9S 9H", "8S 8H 7S 7H")


def table_of(
    hands: tuple[str, ...] = (SET, *NONE[:3]), at: int = 0, more: dict[str, Any] | None = None, **options: Any
) -> Table:
    """Seat 0 holds four aces unless the hands say otherwise."""
    game = pioche.load("pig", seats=len(hands), **options)
    return at_play(game, *hands, **{"clock": at, **(more or {})})


# -- section 8: the worked example ---------------------------------------------------------------------


def after_step_3() -> Table:
    table = table_of(latency="fair", at=9000)
    table.act(0, "touch_nose", at=10000, rtt=40)
    table.act(1, "touch_nose", at=10330, rtt=60, since_open=250, seen=seen_all(table, 1))
    table.act(2, "touch_nose", at=10400, rtt=200, since_open=180, seen=seen_all(table, 2))
    return table


def test_e1_stamps_and_the_closing_time() -> None:
    table = after_step_3()
    assert table.position()["stamp"] == [9980, 10250, 10180, 0]
    assert table.next_timer == (10550, "close")


def last_signal(at: int, since_open: int | None, rtt: int) -> Table:
    table = after_step_3()
    table.act(3, "touch_nose", at=at, rtt=rtt, since_open=since_open, seen=seen_all(table, 3))
    return table


def test_e1a_the_photo_finish_beats_the_order_of_arrival() -> None:
    table = last_signal(10500, 210, 260)
    assert ended(table) == (0, [1], "race")
    found = {e["seat"]: (e["ms"], e["place"], e["photo_finish"]) for e in told(table, "reaction")}
    assert found == {0: (-20, 1, False), 1: (250, 4, True), 2: (180, 2, True), 3: (210, 3, True)}


def test_e1b_a_claim_the_line_cannot_explain_is_cut() -> None:
    table = last_signal(10500, 100, 60)
    assert table.position()["stamp"][3] == 10410
    assert ended(table) == (0, [3], "race")


def test_e1c_on_the_deadline_in_time_but_last_and_after_it_dropped() -> None:
    table = last_signal(10550, 0, 10_000)
    assert table.position()["stamp"][3] == 10250
    assert ended(table) == (0, [3], "race")
    assert "nose" in kinds(table)
    assert told(table, "nose")[-1]["seat"] == 3
    table = last_signal(10551, 0, 10_000)
    assert ended(table) == (0, [3], "race")
    assert [e["seat"] for e in told(table, "nose")] == [0, 1, 2]
    assert told(table, "deal_over")[-1]["t"] == 10550


def test_e1d_who_had_not_seen_the_opening_starts_falsely() -> None:
    table = table_of(latency="fair", at=9000)
    before = seen_all(table, 3)
    table.act(0, "touch_nose", at=10000, rtt=40)
    table.act(3, "touch_nose", at=10020, seen=before)
    assert ended(table) == (0, [3], "false_start")  # T17 the winner still counts


def test_e1_by_arrival_it_ends_at_10400_with_seat_3_last() -> None:
    table = table_of(at=9000)
    table.act(0, "touch_nose", at=10000, rtt=40)
    table.act(1, "touch_nose", at=10330, rtt=60, since_open=250)
    table.act(2, "touch_nose", at=10400, rtt=200, since_open=180)
    assert ended(table) == (0, [3], "race")
    assert told(table, "deal_over")[-1]["t"] == 10400


# -- the clock -----------------------------------------------------------------------------------------


def test_t2_time_never_runs_back() -> None:
    table = table_of(at=500)
    with pytest.raises(Illegal, match="T2") as refused:
        table.act(1, "pass:Ks", at=499)
    assert "recule" in refused.value.fr
    table.act(1, "pass:Ks", at=500)
    assert table.events(None)[-1]["t"] == 500


def test_t4_opening_timers_come_before_an_action_at_the_same_instant() -> None:
    table = pioche.load("pig").table(seed=1)
    table.act(0, table.legal(0)[0] if table.legal(0) else "touch_nose", at=2999)  # dropped: nobody may act yet
    assert table.position()["phase"] == "look"
    table.act(0, "touch_nose", at=3000)
    assert kinds(table)[-1] == "deal_over"


def test_t12_missing_measures_count_as_the_whole_delay() -> None:
    table = table_of(latency="fair", at=9000)
    table.act(0, "touch_nose", at=10000)
    table.act(1, "touch_nose", at=10330)
    assert table.position()["stamp"][:2] == [10000, 10330]


def test_t14_nobody_reacts_faster_than_people_can() -> None:
    table = table_of(latency="fair", at=9000)
    table.act(0, "touch_nose", at=10000)
    table.act(1, "touch_nose", at=10030, since_open=20)
    assert table.position()["stamp"][1] == 10100


def test_t14_t16_an_entitled_seat_that_had_not_seen_the_opening_may_win() -> None:
    table = table_of((SET, "KS KH KD KC", "QS QH JD JC"), latency="fair", at=9000)
    before = seen_all(table, 1)
    table.act(0, "touch_nose", at=10000, rtt=20)
    table.act(1, "touch_nose", at=10050, rtt=400, seen=before)
    assert table.position()["stamp"][:2] == [9990, 9850]
    assert table.next_timer == (10290, "close")
    table.advance(10290)
    assert ended(table) == (1, [2], "race")
    assert {e["card"] for e in told(table, "showed")} == {"K♠", "K♥", "K♦", "K♣"}


def test_t15_card_moves_go_on_during_the_photo_finish() -> None:
    table = table_of((SET, *NONE[:2]), latency="fair", at=9000)
    table.act(0, "touch_nose", at=10000)
    table.act(1, "touch_nose", at=10200)
    table.act(2, "pass:Js", at=10300)
    assert table.position()["slot"] == [0, 0, 1]
    table.advance(10500)
    assert ended(table) == (0, [2], "race")


# -- false starts (T17, T18) ---------------------------------------------------------------------------


def test_t17_a_letter_then_grace_for_everybody() -> None:
    table = table_of((*NONE,), false_start="letter")
    table.act(1, "touch_nose", at=2500)
    assert (table.scores, table.position()["phase"]) == ([3, 2, 3, 3], "play")
    table.act(0, "touch_nose", at=2900)
    table.act(1, "touch_nose", at=3999)
    assert table.scores == [3, 2, 3, 3]
    assert kinds(table, 0)[-1] == "signal_refused"
    assert "signal_refused" not in kinds(table, None)
    table.act(0, "touch_nose", at=4000)
    assert table.scores == [2, 2, 3, 3]
    assert len(table.actors) == 4  # a false signal is withdrawn


def test_t17_the_last_life_ends_the_deal_without_another_loser() -> None:
    table = table_of((*NONE,), false_start="letter", more={"letters": [0, 2, 0, 0]})
    table.act(1, "touch_nose", at=2500)
    assert ended(table) == (None, [1], "false_start")
    assert (table.position()["live"], table.scores) == ([0, 2, 3], [3, 0, 3, 3])


def test_t17_blocked_refuses_in_private_and_locks_out() -> None:
    table = table_of((SET, *NONE[:2]), false_start="blocked")
    assert "touch_nose" in table.legal(0)
    assert "touch_nose" not in table.legal(2)
    table.act(2, "touch_nose", at=1000)
    assert kinds(table, 2) == ["signal_refused"]
    assert kinds(table, None) == []
    table.act(0, "touch_nose", at=1500)
    assert "touch_nose" not in table.legal(2)
    table.act(2, "touch_nose", at=1700)  # valid now, but locked; and not prolonged
    assert table.next_timer == (2000, "unlock")
    table.act(2, "touch_nose", at=2000)
    assert ended(table) == (0, [1], "race")


def test_t17_what_others_see_of_the_actors_tells_nothing_of_a_hand() -> None:
    """With five cards a seat that waits for a card may hold a set: only its own menu tells."""
    for four in ("AS AH AD AC", "AS AH AD KC"):
        game = pioche.load("pig", seats=3, cards=5, false_start="blocked")
        table = at_play(game, four, "QS QH QD JS JH", "TS TH TD 9S 9H", slot=[1, 0, 0], on_the_way=["8♠"])
        assert table.legal(0) == (["touch_nose"] if has_set(table, 0) else [])
        assert table.view(1)["actors"] == table.view(None)["waiting"] == [0, 1, 2]


def test_t18_another_players_set_is_no_excuse() -> None:
    table = table_of()
    table.act(1, "touch_nose", at=10)
    assert ended(table) == (None, [1], "false_start")


# -- stragglers, idlers, late messages (T19-T21) -------------------------------------------------------


def test_t19_everybody_without_signal_loses_clockwise_from_the_winner() -> None:
    table = table_of((NONE[0], NONE[1], SET, NONE[2]), more={"letters": [2, 0, 0, 2]})
    table.act(2, "touch_nose", at=100)
    table.advance(30099)
    assert table.position()["phase"] == "play"
    table.advance(30100)
    assert ended(table) == (2, [0, 1, 3], "straggler")
    assert [e["seat"] for e in told(table, "letter")] == [3, 0, 1]
    assert table.over  # two went out together
    assert table.ranking == [3, 1, 1, 3]


def test_t19_can_be_switched_off() -> None:
    table = table_of(straggler_ms=0)
    table.act(0, "touch_nose", at=100)
    assert table.next_timer is None


def test_t20_idlers_take_then_pass_what_came_last() -> None:
    table = table_of(
        ("AS AH KD QS", "KS KH QH", "QD JS JH TS"), idle_ms=1000, more={"slot": [1, 0, 0], "on_the_way": ["2♣"]}
    )
    assert table.next_timer == (1000, "idle")
    table.act(0, "pass:Kd", at=900)
    table.advance(1000)
    forced = [(e["kind"], e["seat"]) for e in told(table, "passed", "picked") if e["forced"]]
    assert forced == [("picked", 1), ("passed", 2)]  # from the dealer's left
    assert table.position()["on_the_way"] == ["K♦", "10♠"]  # seat 2 had received nothing: its last card from the ace down
    table.advance(2000)
    assert told(table, "passed")[-1] == {"kind": "passed", "t": 2000, "seat": 1, "relayed": True, "forced": True}
    assert "2♣" in table.position()["on_the_way"]


def test_t4_idlers_of_one_instant_move_in_seat_order_from_the_left_of_the_dealer() -> None:
    table = table_of((SET, *NONE[:3]), idle_ms=1000, more={"dealer": 2})
    table.advance(1000)
    assert [e["seat"] for e in told(table, "passed") if e["forced"]] == [3, 0, 1, 2]


def test_t20_the_period_begins_when_a_move_is_open() -> None:
    table = table_of(("AS AH KD", "KS KH QH QC", "QD JS JH TS"), idle_ms=1000)
    table.act(2, "pass:Ts", at=800)  # only now seat 0 has something to take
    table.act(1, "pass:Ks", at=900)
    table.advance(1799)
    assert told(table, "picked") == []
    table.advance(1800)
    assert [e["seat"] for e in told(table, "picked")] == [0]


def test_t20_never_signals_and_never_in_an_open_race() -> None:
    table = table_of(idle_ms=1000)
    table.act(0, "touch_nose", at=500)
    table.advance(9000)
    assert kinds(table) == ["nose"]


def test_t20_idle_tables_end_as_stalemates() -> None:
    table = pioche.load("pig", seats=3, idle_ms=100, stalemate_rounds=3, max_voids=1).table(seed=3)
    table.advance(100_000)
    assert table.over
    assert ended(table)[2] == "stalemate"
    assert "nose" not in kinds(table)


def test_t21_late_messages_are_dropped_without_a_word() -> None:
    table = table_of()
    table.act(1, "touch_nose", at=10)
    for word in ("touch_nose", "pass:Ks", "pick"):
        before, told_before = table.position(), len(table.s.log)
        table.act(2, word, at=10)
        assert (table.position(), len(table.s.log)) == (before, told_before)
    assert pioche.Record.loads(table.record().dumps()).table().history() == table.history()


def test_t27_go_is_announced_ahead() -> None:
    table = pioche.load("pig", look_ms=1234).table(seed=1)
    assert table.events(None)[0]["go_at"] == 1234
