"""Search: how it uses its time, its cores and the minutes before its twin is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche.bots import make, seconds_of
from pioche.bots.search import MoveEstimates, Search, SearchBuffers
from pioche.bots.world_sampling import WorldSampler

GAME = pioche.load("five_cards")


def asked(table: pioche.Table) -> tuple[dict[str, Any], list[str], dict[str, Any]]:
    seat = table.actors[0]
    return table.view(seat), table.legal(seat), table.memory(seat)


def test_two_threads_learn_twice_as_much_and_the_same_every_time() -> None:
    view, legal, memory = asked(GAME.table(seed=3))
    found = []
    for _ in range(2):
        search = Search(GAME, seed=5, iterations=150, threads=2)
        found.append((search.choose(view, legal, memory), search.moves_played))
    one = Search(GAME, seed=5, iterations=150)
    one.choose(view, legal, memory)

    assert found[0] == found[1]
    assert found[0][1] > 1.5 * one.moves_played


@pytest.mark.parametrize("seconds", [0.5, 1.0])
def test_search_stops_when_its_time_is_up(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock of which every look takes a hundredth of a second."""
    monkeypatch.setattr(SearchBuffers, "settled", lambda _: False)  # there is always something left to weigh
    ticks = count()
    looks: list[float] = []

    def clock() -> float:
        looks.append(next(ticks) / 100)
        return looks[-1]

    view, legal, memory = asked(GAME.table(seed=3))
    search = Search(GAME, seconds=seconds, clock=clock)
    search.choose(view, legal, memory)
    assert looks[0] + seconds <= looks[-1] <= looks[0] + 1.2 * seconds


def test_moves_are_weighed_against_judgements_own() -> None:
    view, legal, memory = asked(GAME.table(seed=3))
    estimates = MoveEstimates(Search(GAME, iterations=700), WorldSampler(GAME, view, memory), 1)
    estimates.think()

    assert {GAME.rules.actions.write(a) for a in estimates.tried} == set(legal)
    expert = make("expert", GAME).choose(view, legal, [], memory)
    assert GAME.rules.actions.write(estimates.judgement_move) == expert
    assert estimates.gained[estimates.judgement_move] == 0
    assert any(estimates.gained.values())
    assert estimates.tried[estimates.judgement_move] == max(estimates.tried.values())


def test_what_is_clearly_worse_is_tried_no_more() -> None:
    """A pile that pairs with nearly every card, and a 1 to be had: nobody needs a minute to see what to do."""
    game = pioche.load("pairs", seats=2)
    piles = [[4, 5, 6, 7, 8, 9, 10], [1]]
    deck = [rank for rank in range(1, 11) for _ in range(rank)]
    for rank in (*piles[0], *piles[1], *[10] * 5):  # five are burned
        deck.remove(rank)
    table = game.at(
        {
            **game.table(seed=1).position(),
            "pile": piles,
            "deck": deck,
            "left": len(deck),
            "burned": 0,
            "turn": 0,
            "waiting": [0],
        }
    )
    view, legal, memory = asked(table)
    search = Search(game, seconds=60)

    assert search.choose(view, legal, memory) == "fold"
    assert search.moves_played < 100_000


def test_a_search_says_in_its_name_how_long_it_thinks() -> None:
    assert seconds_of("search:0.25") == 0.25
    assert seconds_of("search", 3) == 3
    assert make("search:0.25", GAME).seconds == 0.25  # type: ignore[attr-defined]
    with pytest.raises(pioche.BadOption):
        make("search:soon", GAME)


COLD = """
import threading
import pioche
from pioche.bots import make
from pioche.bots import warm_start

aside, gate = warm_start.compile_aside, threading.Event()
warm_start.compile_aside = lambda game: gate.wait() and aside(game)  # nothing is compiled until the first answers are given
game = pioche.load("five_cards")
table = game.table(seed=1)
bot = make("search", game, seed=2, seconds=0.05)


def answer():
    seat = table.actors[0]
    word = bot.choose(table.view(seat), table.legal(seat), [], table.memory(seat))
    assert word in table.legal(seat)
    table.act(seat, word)


for _ in range(5):
    answer()
assert not warm_start.warm_start_of(game).ready.is_set()
assert bot.search is None
gate.set()
assert warm_start.warm_start_of(game).ready.wait(600)
while bot.search is None or not bot.search.moves_played:
    answer()
print("searched", table.over)
"""


def test_the_first_answers_come_before_the_twin_is_compiled(tmp_path: Path) -> None:
    """With an empty cache: judgement plays until a process of its own has compiled the twin, then search does."""
    environment = os.environ | {"PIOCHE_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, env=environment, timeout=900)

    assert done.stdout == "searched False\n", done.stderr
    assert list(tmp_path.glob("five_cards-*/weigh-*.kernel"))
