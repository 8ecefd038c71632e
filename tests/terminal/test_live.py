"""Games against the clock: keys, reflexes and the loop, on a clock that only moves when the test says so."""

from __future__ import annotations

import pytest

import pioche
from pioche.bots.reflex_bot import SKILLS, delay_tables
from pioche.terminal.play import opponents
from pioche.terminal.play.keys import SPACE, codes, complete
from pioche.terminal.play.real_time import Live
from pioche.terminal.play.turn_based import Leave, Session
from pioche.terminal.screen import Screen


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class Typist:
    """Presses each key at its millisecond; waiting moves the clock."""

    by_key = True

    def __init__(self, clock: Clock, *typed: tuple[int, str]) -> None:
        self.clock, self.typed, self.start = clock, list(typed), clock.seconds

    def wait(self, seconds: float | None) -> str | None:
        due = self.start + self.typed[0][0] / 1000 if self.typed else float("inf")
        until = float("inf") if seconds is None else self.clock.seconds + seconds
        self.clock.seconds = max(self.clock.seconds, min(due, until))
        return self.typed.pop(0)[1] if due <= until else None

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, *problem: object) -> None:
        pass


def sit_down(*typed: tuple[int, str], **options: object) -> Live:
    """At a table of Agnès, to begin."""
    return at_table(pioche.load("agnes", **{"seats": 3, "first": 0, "latency": "arrival", **options}), *typed)


def at_table(game: pioche.Game, *typed: tuple[int, str]) -> Live:
    names = opponents.seat_names(game.seats, 0, "", "en")
    session = Session(game.table(seed=4), 0, names, Screen("en", plain=True), None, "regular")
    clock = Clock()
    return Live(session, Typist(clock, *typed), clock)


def test_a_key_acts_at_the_moment_it_is_pressed() -> None:
    live = sit_down((700, "d"), (1500, "2"), (1600, "q"))
    with pytest.raises(Leave):
        live.play()

    assert {"seat": 0, "do": "draw", "at": 700, "rtt": 0} in live.table.moves
    assert {"seat": 0, "do": "keep:2", "at": 1500, "rtt": 0} in live.table.moves


def test_bots_react_in_their_own_time_and_never_at_once() -> None:
    live = sit_down((700, "d"), (1500, "2"), (1700, "e"), (30_000, "q"))
    with pytest.raises(Leave):
        live.play()

    # to let a window pass takes no time: nothing is done
    others = [line for line in live.table.moves if line.get("seat") in (1, 2) and line["do"] != "pass"]
    first = {line["seat"]: line["at"] for line in reversed(others)}
    assert {1, 2} == set(first)
    assert all(at > 1700 + 100 for at in first.values())


def test_bots_play_as_the_lab_lets_them() -> None:
    """Whoever sits at the table, the others have the reflexes of their level and a seed of their own."""
    live = at_table(pioche.load("vatra"))

    assert live.bots.bots == 0b1110
    assert live.bots.delays == delay_tables([SKILLS["regular"]])
    for _ in range(200):
        at, plan = live.next_due()
        if plan >= 0:
            break
        live.catch_up(at)
    assert live.bots.take(plan)[0] in (1, 2, 3)


def test_who_does_nothing_is_played_for_by_the_clock() -> None:
    live = sit_down(rounds=1, lap_limit=5, turn_time=1, slam_window=1000)
    live.play()

    assert live.table.over
    assert not [line for line in live.table.moves if line.get("seat") == 0]
    assert any("advance" in line for line in live.table.moves)


def test_a_live_match_replays_to_the_same_table() -> None:
    live = sit_down(rounds=1, lap_limit=5, turn_time=1, slam_window=1000)
    live.play()

    again = pioche.Record.loads(live.table.record().dumps()).table()
    assert again.position() == live.table.position()
    assert again.history() == live.table.history()


def test_the_clock_stands_still_while_help_is_read() -> None:
    live = sit_down((500, "?"), (60_500, "\n"), (60_700, "d"), (60_800, "q"), turn_time=10)
    with pytest.raises(Leave):
        live.play()

    assert live.table.moves[0] == {"seat": 0, "do": "draw", "at": 700, "rtt": 0}


def test_a_refused_key_is_explained_and_the_game_goes_on() -> None:
    live = sit_down((300, "k"), (310, "\n"), (700, "d"), (710, "q"))
    with pytest.raises(Leave):
        live.play()

    assert any("k is not a move" in sentence for sentence, _ in live.recent)
    assert [line["do"] for line in live.table.moves if "do" in line] == ["draw"]


def test_lines_work_where_there_is_no_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Typist, "by_key", False)
    live = sit_down((700, "draw"), (900, "keep:3"), (910, "q"))
    with pytest.raises(Leave):
        live.play()

    assert [line["do"] for line in live.table.moves if line.get("seat") == 0] == ["draw", "keep:3"]


@pytest.mark.skipif("pig" not in pioche.games(), reason="no Pig in this house")
def test_bots_race_without_false_starts_and_a_dreamer_loses() -> None:
    # three of a kind from two packs: soon found; who idles relays the cards, so the others are not held up
    live = at_table(pioche.load("pig", match="one_deal", look_ms=100, idle_ms=3000, stock=True, packs=2, cards=3))
    live.play()

    told = live.table.history()
    assert live.table.over
    assert not [event for event in told if event["kind"] == "false_start"]
    assert [event["losers"] for event in told if event["kind"] == "deal_over"] == [[0]]
    noses = [line for line in live.table.moves if line.get("do") == "touch_nose"]
    assert sorted(line["seat"] for line in noses) == [1, 2, 3]


@pytest.mark.skipif("pig" not in pioche.games(), reason="no Pig in this house")
def test_an_early_finger_is_a_false_start() -> None:
    live = at_table(pioche.load("pig", match="one_deal", look_ms=100), (150, SPACE))
    live.play()

    told = live.table.history()
    assert [event["seat"] for event in told if event["kind"] == "false_start"] == [0]


# -- keys ------------------------------------------------------------------------------------------------


def test_slots_are_digits_and_other_seats_have_letters() -> None:
    rules = pioche.load("agnes").rules
    found = codes(rules, ["pass", "slam:0.1", "slam:0.4", "slam:1.2", "slam:3.12"], 0)

    assert found == {"p": "pass", "1": "slam:0.1", "4": "slam:0.4", "b2": "slam:1.2", "d12": "slam:3.12"}


def test_two_places_are_named_in_full() -> None:
    rules = pioche.load("agnes").rules

    assert codes(rules, ["swap:0.1/2.3", "skip"], 0) == {"s": "skip", "a1c3": "swap:0.1/2.3"}


def test_moves_that_would_share_a_key_do_not() -> None:
    rules = pioche.load("agnes").rules
    found = codes(rules, ["take:1", "keep:1", "draw", "discard"], 0)

    assert sorted(found.values()) == ["discard", "draw", "keep:1", "take:1"]
    assert found["d"] == "draw"


def test_a_key_waits_for_enter_only_when_it_may_go_on() -> None:
    known = ["1", "2", "12", "b1"]

    assert complete("2", known)
    assert not complete("1", known)
    assert complete("12", known)
    assert not complete("b", known)


def test_the_signal_lies_on_the_space_bar() -> None:
    class Pattern:
        name, pattern, kinds, signal = "touch_nose", "touch_nose", (), True

    rules = type("Rules", (), {})()
    rules.actions = type("Words", (), {"read": lambda self, word: 0, "of": lambda self, number: Pattern})()

    assert codes(rules, ["touch_nose"], 0) == {SPACE: "touch_nose"}
