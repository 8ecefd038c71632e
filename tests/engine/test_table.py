"""The table: the only door through which moves reach the rules."""

from __future__ import annotations

import pytest

import pioche
from pioche import Illegal
from pioche.engine.game import registered
from pioche.errors import PiocheError
from tests.engine.toy import peek


def test_only_the_actors_may_act_and_only_by_what_is_listed() -> None:
    table = peek().table(seed=2, cards="5 6 7 8 9 10")
    assert table.actors == (0,)
    assert table.legal(0) == ["show:5", "show:6", "pass"]
    assert table.legal(1) == table.legal(9) == table.legal(-1) == []
    before = table.position(), len(table.events(None))
    for seat, word, reason, rule in (
        (1, "pass", "not_your_turn", ""),
        (0, "show:7", "no_such_card", "R1"),
        (0, "fly", "unknown_action", ""),
        (0, "give:1.5", "not_now", ""),
        (3, "pass", "no_such_seat", ""),
        (-1, "pass", "no_such_seat", ""),
        (None, "pass", "no_referee", ""),
    ):
        with pytest.raises(Illegal) as refused:
            table.act(seat, word)
        assert (refused.value.reason, refused.value.rule) == (reason, rule)
        assert refused.value.as_json() == {
            "en": refused.value.en, "fr": refused.value.fr, "rule": rule, "reason": reason,
        }  # fmt: skip
    assert (table.position(), len(table.events(None))) == before
    assert table.moves == []


def test_a_refusal_carries_its_rule_before_the_full_stop() -> None:
    with pytest.raises(Illegal) as refused:
        peek().table(cards="5 6 7 8 9 10").act(0, "show:7")
    assert refused.value.en == "You hold no such card (R1)."
    assert refused.value.said("fr") == "Vous n’avez pas cette carte (R1)."
    assert str(refused.value) == refused.value.en


def test_events_reach_those_they_are_for() -> None:
    table = peek(seats=2).table(seed=2, cards="5 6 7 8")
    kinds = [(event["kind"], event.get("rank")) for event in table.events(0)]
    assert kinds == [("dealt", 5), ("dealt", 6), ("turn", None)]
    assert [event["n"] for event in table.events(1)] == [1, 2, 3]
    assert [event["kind"] for event in table.events(None)] == ["turn"]
    assert table.events(0, since=2) == [{"n": 3, "kind": "turn", "seat": 0}]
    assert table.events(0, since=99) == []
    assert [event["only"] for event in table.history()] == [0, 0, 1, 1, None]


def test_deals_make_a_match() -> None:
    table = peek(seats=2, ante=3, deals=2).table(seed=2)
    assert table.position()["pot"] == 6
    for _ in range(2):
        assert not table.over
        table.act(0, "pass")
        table.act(1, "pass")
    assert table.over
    assert table.actors == ()
    assert table.scores == [-6, 6]
    assert table.ranking == [2, 1]
    assert table.events(None)[-1]["kind"] == "match_over"
    assert table.position()["phase"] == "over"
    with pytest.raises(Illegal) as refused:
        table.act(0, "pass")
    assert refused.value.reason == "match_over"


def test_equal_results_share_a_place() -> None:
    table = peek(seats=4).at(purse=[5, 9, 5, 1], turn=0)
    assert table.ranking == [2, 1, 2, 4]


def test_what_is_played_for_a_seat_whose_time_has_run_out() -> None:
    assert peek().table(seed=1).default_action(0) == "pass"


def test_a_clone_tells_its_events_afresh_and_keeps_the_whole_record() -> None:
    with registered(peek().rules, alone=True):
        table = peek().table(seed=4)
        table.act(0, "pass")
        other = table.clone()
        assert other.events(None) == []
        other.act(1, other.legal(1)[0])
        assert len(table.moves) == 1
        assert other.record().moves[0] == table.record().moves[0]
        assert other.record().table().position() == other.position()


def test_games_without_a_clock_refuse_time() -> None:
    table = peek().table(seed=1)
    assert table.next_timer is None
    with pytest.raises(Illegal, match="no clock"):
        table.advance(100)


def test_a_position_for_other_seats_is_refused() -> None:
    with pytest.raises(pioche.BadPosition, match="4 seats"):
        pioche.load("hawthorn", seats=3).at(pioche.load("hawthorn", seats=4).table(seed=1).position())


def test_french_refusals_are_typeset_however_they_were_typed() -> None:
    no = PiocheError("No.", "L'as : « non » ; pourquoi ? pip install 'pioche[lab]' !")
    assert no.fr == "L’as\u00a0: «\u00a0non\u00a0»\u202f; pourquoi\u202f? pip install 'pioche[lab]'\u202f!"
