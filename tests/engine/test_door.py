"""The public door: numbered actions, answers of signals, copies, pickles, exact outcomes, notebooks."""

from __future__ import annotations

import copy
import json
import pickle
import random
import time
from typing import Any

import pytest

import pioche
from pioche import Answer, Illegal, Table, TooMany
from pioche.testing.steps import midway, playing
from tests.engine.toy import peek
from tests.rules.agnes_tables import lying
from tests.rules.racing import at_play, seen_all
from tests.strategies import GAMES

ACES, KINGS, REST = "AS AH AD AC", "KS KH KD KC", ("QS QH JS JH", "JD JC QD QC")


def pig(**options: Any) -> Table:
    return at_play(pioche.load("pig", **options), ACES, KINGS, *REST)


def acting(table: Table) -> Table:
    """Let time pass until somebody may act."""
    while not table.actors:
        timer = table.next_timer
        assert timer is not None
        table.advance(timer[0])
    return table


# -- actions by number -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_an_action_by_number_is_the_action_by_word(name: str) -> None:
    table = acting(midway(name, {}, 3, 9))
    seat = next(seat for seat in table.actors if table.legal(seat))
    words, numbers = table.legal(seat), table.menu(seat)
    assert [table.game.actions.read(word) for word in words] == numbers
    assert [table.game.actions.write(number) for number in numbers] == words
    one, other = table.clone(), table.clone()
    assert one.act(seat, words[-1]) == other.act(seat, numbers[-1])
    assert one.position() == other.position()
    assert one.moves == other.moves


@pytest.mark.parametrize(
    "wrong",
    [None, 1.0, b"hit", True, [], {}, -1, 10**30, "", "fly", "hit:", "x" * 10_000, object()],
    ids=lambda what: type(what).__name__,
)
def test_what_is_no_action_is_refused_with_a_sentence(wrong: Any) -> None:
    table = pioche.load("pairs").table(seed=1)
    with pytest.raises(Illegal, match="not a move of this game") as refused:
        table.act(table.actors[0], wrong)
    assert refused.value.reason == "unknown_action"
    assert len(refused.value.en) < 300
    assert not table.moves


@pytest.mark.parametrize("seat", [True, 1.0, "0", b"", [], 99, -1])
def test_what_is_no_seat_is_refused_with_a_sentence(seat: Any) -> None:
    with pytest.raises(Illegal) as refused:
        pioche.load("pairs").table(seed=1).act(seat, "hit")
    assert refused.value.reason == "no_such_seat"


# -- what became of a signal -------------------------------------------------------------------------


def test_a_move_in_turn_is_done() -> None:
    table = pioche.load("pairs").table(seed=1)
    assert table.act(table.actors[0], "hit") is Answer.DONE == "done"


def test_what_becomes_of_a_nose() -> None:
    table = pig(pause_ms=0)
    assert table.act(0, "touch_nose", at=10) == "done"
    assert table.act(1, "touch_nose", at=20) == "done"
    assert table.act(2, "touch_nose", at=30) == "done"
    assert table.act(3, "touch_nose", at=30) == "ignored"  # T21 the deal is over
    assert pig().act(2, "touch_nose", at=10) == "false"
    assert pig(false_start="blocked").act(2, "touch_nose", at=10) == "refused"


def test_what_becomes_of_a_slam() -> None:
    def opened(**options: Any) -> Table:
        rows = ("3♠ 10♥ 8♦ Q♣", "6♦ 8♣ K♣ 2♥", "8♥ A♣ 9♦ 4♠")
        table = lying(0, *rows, stock="8♠ 2♣ 6♥", discard="K♦", options=options)
        assert [table.act(0, word, at=0) for word in ("draw", "discard")] == ["done", "done"]
        return table

    table = opened(latency="arrival")
    number = seen_all(table, 1)
    assert table.act(1, "slam:1.2", at=50, seen=number - 2) == "ignored"  # R80
    assert table.act(1, "slam:1.2", at=60, seen=number) == "done"
    assert table.act(2, "slam:2.1", at=70, seen=number) == "late"  # R38
    assert opened(latency="arrival").act(1, "pass", at=10) == "done"


def test_a_pass_for_an_earlier_window_does_not_count() -> None:
    """R80: it was sent before its window was seen."""
    rows = ("3♠ 10♥ 8♦ Q♣", "6♦ 8♣ K♣ 2♥", "8♥ A♣ 9♦ 4♠")
    table = lying(0, *rows, stock="8♠ 2♣ 6♥", discard="K♦", options={"latency": "arrival"})
    before = seen_all(table, 1)
    for word in ("draw", "discard"):
        table.act(0, word, at=0)
    assert table.act(1, "pass", at=5, seen=before) == "ignored"
    assert table.actors == (1, 2)
    assert table.act(1, "pass", at=6, seen=seen_all(table, 1)) == "done"
    assert table.actors == (2,)


# -- copies ------------------------------------------------------------------------------------------


def test_a_clone_knows_that_the_race_is_open() -> None:
    """T13: who had not been shown the opening has not been shown it in a clone either."""
    table = pig(latency="fair")
    table.act(1, "pass:Kc", at=5)
    table.act(0, "touch_nose", at=10)
    for each in (table, table.clone(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert each.clone().act(2, "touch_nose", at=200, seen=0) == "false"
        assert each.clone().act(2, "touch_nose", at=200, seen=seen_all(table, 2)) == "done"


def test_a_position_keeps_the_time_of_the_decision_that_is_due() -> None:
    """R82: the first slam sets it; who has acted since then changes nothing."""
    rows = ("3♠ 10♥ 8♦ Q♣", "6♦ 5♣ K♣ 2♥", "8♥ A♣ 9♦ 4♠", "7♠ 7♥ 7♦ 8♣")
    table = lying(0, *rows, stock="8♠ 2♣ 6♥", discard="K♦", options={"latency": "fair"}, line=[0, 20, -1, 20])
    for word in ("draw", "discard"):
        table.act(0, word, at=0)
    table.act(1, "slam:1.1", at=300, since_open=290, rtt=20)
    due = table.next_timer
    assert due == (590, "decide")  # the line of seat 2 is not known yet
    table.act(2, "pass", at=310, rtt=20)
    forgetful = table.game.at({k: v for k, v in table.position().items() if k != "decision"})
    assert forgetful.next_timer == (340, "decide")
    assert table.next_timer == due
    again = table.game.at(json.loads(json.dumps(table.position())))
    assert again.next_timer == due
    assert again.position() == table.position()
    for each in (table, again):
        each.advance(due[0])
    assert again.position()["phase"] == table.position()["phase"]


@pytest.mark.parametrize("name", GAMES)
def test_pickles_and_deep_copies_are_the_match(name: str) -> None:
    table = midway(name, {}, 5, 25)
    for other in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table), copy.copy(table)):
        assert other.history() == table.history()
        assert [other.events(seat, 2) for seat in (None, 0, 1)] == [table.events(seat, 2) for seat in (None, 0, 1)]
        assert (other.position(), other.moves, other.next_timer) == (table.position(), table.moves, table.next_timer)
        one, two = table.clone(), other
        for step in playing(one, random.Random(1), 10):
            step.do(two)
        assert one.position() == two.position()
        assert other.game.options == table.game.options


def test_a_pickle_keeps_forced_cards_and_a_key() -> None:
    for how in ({"seed": 1, "cards": "4 9 7 8 7 8"}, {"seed": 2**200 + 5}):
        table = pioche.load("pairs", seats=2).table(**how)
        other = pickle.loads(pickle.dumps(table))
        for each in (table, other):
            each.act(0 if each.actors == (0,) else 1, "hit")
        assert other.position() == table.position()
        assert other.record() == table.record()


def test_a_game_out_of_a_notebook_is_pickled_by_its_module() -> None:
    game = peek(seats=4)
    again = pickle.loads(pickle.dumps(game))
    assert (again.id, again.options) == (game.id, game.options)
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(pioche.load("tacoma"))).preset == "tacoma"


def test_events_of_a_clone_go_on_where_the_match_was() -> None:
    table = peek(seats=2).table(seed=2, cards="5 6 7 8")
    other = table.clone()
    assert other.events(0) == other.history() == []
    for each in (table, other):
        each.act(0, "pass")
    assert other.events(0) == table.events(0)[3:]
    assert other.events(0)[0]["n"] == 4


def test_events_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that asks for news after every move pays for the news alone."""
    table = midway("pairs", {"games": 50}, 1, 400)
    assert len(table.s.log) > 500
    whole = table.events(0)
    assert table.events(0, since=len(whole) - 2) == whole[-2:]
    looks = 0

    class Log(list):  # type: ignore[type-arg]
        def __getitem__(self, place: Any) -> Any:
            nonlocal looks
            looks += 1
            return super().__getitem__(place)

    table.s.log = Log(table.s.log)
    assert table.events(0, since=len(whole) - 2) == whole[-2:]
    assert looks == 2


# -- exact outcomes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_outcomes_of_a_first_move_are_counted_quickly_or_not_at_all(name: str) -> None:
    table = acting(midway(name, {}, 1, 0))
    for word in table.legal(table.actors[0])[:3]:
        start = time.process_time()
        try:
            found = table.outcomes(table.actors[0], word)
        except TooMany:
            assert name in ("pairs", "blackstone"), "a first move of every other game can be counted"
        else:
            assert sum(chance for chance, _ in found) == pytest.approx(1)
            keys = [after.rules.shape.key(after.s) for _, after in found]
            assert len(set(keys)) == len(keys), "ways to the same position are one"
        assert time.process_time() - start < 10


def test_outcomes_can_be_played_on() -> None:
    table = pioche.load("port", seats=3).table(seed=1)
    for _, after in table.outcomes(table.actors[0], "draw"):
        assert after.history()[0]["kind"] == "draw"
        while not after.over:
            after.act(after.actors[0], "lock")


def test_the_first_hit_of_pairs_has_too_many() -> None:
    table = pioche.load("pairs").table(seed=3)
    with pytest.raises(TooMany, match="too many to count") as refused:
        table.outcomes(table.actors[0], "hit")
    assert "trop pour les compter" in refused.value.fr
    assert not table.moves


# -- history, notebooks --------------------------------------------------------------------------------


def test_history_keeps_what_an_event_says_beside_its_audience() -> None:
    table = pioche.load("kitty", seats=3).table(seed=1)
    for seat in range(3):
        table.act(seat, table.legal(seat)[0])
    passed = [event for event in table.history() if event["kind"] == "pass"]
    assert {(event["seat"], event["to"], event["only"]) for event in passed} == {
        (p, (p + 1) % 3, who) for p in range(3) for who in (p, (p + 1) % 3)
    }
    assert all(event["only"] is None for event in table.history() if event["kind"] == "round")


@pytest.mark.parametrize("name", GAMES)
def test_everything_shows_itself(name: str) -> None:
    table = midway(name, {}, 2, 10)
    table.names = ["<b>Alice</b>"] * table.game.seats
    shown = [repr(table), repr(table.record()), repr(table.game)]
    assert all(len(line) < 1000 and "0x" not in line and "\n" not in line for line in shown)
    record = table.record()
    record.names = list(table.names)
    for page in (table._repr_html_(), record._repr_html_(), table.game._repr_html_()):
        assert page.count("<table>") == page.count("</table>") > 0
        assert "<b>Alice" not in page
        assert len(page) < 20_000


def test_a_table_in_a_notebook_shows_what_a_spectator_may_see() -> None:
    table = pioche.load("hawthorn", seats=2).at(
        phase="choose", waiting=[0, 1], playing=[0, 1], hand=[[2, 2], [10, 10]], deck=[], discard=[]
    )
    other = pioche.load("hawthorn", seats=2).at(
        phase="choose", waiting=[0, 1], playing=[0, 1], hand=[[3, 4], [8, 9]], deck=[], discard=[]
    )
    assert table._repr_html_() == other._repr_html_()


def test_a_result_prints_on_one_screen() -> None:
    result = pioche.simulate("pairs", 300)
    assert len(str(result).splitlines()) < 24  # lines of a terminal
    assert repr(result) == "<Result of 300 matches of pairs, bots random, seed 1>"
    assert result._repr_html_().count("<tr>") == 5
