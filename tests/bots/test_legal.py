"""No level ever makes an illegal move: a few thousand here, 100,000 of every game by `make campaign-bots`."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import pioche
from pioche.bots import LEVELS, Judgement, make
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.reflex_bot import Reflexes, simulated
from pioche.bots.search import MoveEstimates, Search
from pioche.engine.game import COMPILED
from pioche.engine.table import MENU_SIZE
from pioche.errors import Illegal

MANY = 100_000
RACES = [name for name in pioche.games() if pioche.load(name).rules.timed]
TURNS = [name for name in pioche.games() if name not in RACES]
JUDGED = LEVELS[:4]


def strays(game: pioche.Game, level: str, moves: int) -> tuple[int, int, int]:
    """Decisions of a level in the compiled twin, how many were not legal, and how many touched the cards."""
    rows = np.zeros(2, game.rules.shape.dtype())
    game.rules.shape.write_row(game.blank(), rows[0])
    found = np.zeros(2, "i8")
    numbers = np.zeros(2, "i8"), np.zeros(MENU_SIZE, "i8")
    made = judgement_engine(game, COMPILED).stray_moves(rows, 1, 1, moves, LEVELS.index(level), *numbers, found)
    return int(made), int(found[0]), int(found[1])


def played_at_a_table(game: pioche.Game, level: str, moves: int) -> int:
    """Through the door that refuses what is illegal; the bot may not even try."""
    rng, made = Random(1), 0
    while made < moves:
        table = game.table(seed=made)
        bots = [make(level, game, made * 64 + seat) for seat in range(game.seats)]
        while not table.over and made < moves:
            if not table.actors:
                table.advance(table.next_timer[0])
                continue
            seat = rng.choice(table.actors)
            word = bots[seat].choose(table.view(seat), table.legal(seat), [], table.memory(seat))
            assert word in table.legal(seat)
            assert not getattr(bots[seat], "illegal_choices", 0)
            table.act(seat, word)
            made += 1
    return made


def searched(game: pioche.Game, moves: int) -> tuple[int, int]:
    """Moves of a search that hardly thinks: how many of its answers were not on the menu, and how many were refused."""
    rng, made, seed, refused = Random(1), 0, 0, 0
    search = Search(game, seed=1, iterations=2, worlds=1)
    while made < moves:
        seed += 1
        table = game.table(seed=seed)
        while not table.over and made < moves:
            seat = rng.choice(table.actors)
            word = search.choose(table.view(seat), table.legal(seat), table.memory(seat))
            try:
                table.act(seat, word)
            except Illegal:
                refused += 1
            made += 1
    return search.illegal_choices, refused


@pytest.mark.parametrize("level", JUDGED)
@pytest.mark.parametrize("name", pioche.games())
def test_moves_at_a_table_are_legal(name: str, level: str) -> None:
    assert played_at_a_table(pioche.load(name), level, 60) == 60


@pytest.mark.parametrize("name", TURNS)
def test_what_search_finds_is_on_the_menu(name: str) -> None:
    assert searched(pioche.load(name), 300) == (0, 0)


def test_search_that_strays_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MoveEstimates, "decided", lambda *_: -1)

    assert searched(pioche.load("five_cards"), 20)[0] > 10


def test_judgement_that_strays_is_found_out() -> None:
    game = pioche.load("five_cards")
    bot = Judgement(game, "expert", 1)
    bot.engine = SimpleNamespace(decide=lambda *_: game.rules.actions.read("place:1"))
    table = game.table(seed=1)
    seat = table.actors[0]
    legal = [word for word in table.legal(seat) if word != "place:1"]
    word = bot.choose(table.view(seat), legal, [], table.memory(seat))

    assert bot.illegal_choices == 1
    assert word in legal


def test_the_twin_finds_no_stray_move() -> None:
    assert strays(pioche.load("five_cards"), "expert", 3000)[1:] == (0, 0)


# -- the campaign ------------------------------------------------------------------------------------------------


@pytest.mark.campaign
@pytest.mark.parametrize("name", pioche.games())
def test_no_level_of_judgement_strays(name: str) -> None:
    for level in JUDGED:
        made, illegal, turned = strays(pioche.load(name), level, MANY)
        assert made >= MANY
        assert (illegal, turned) == (0, 0), level


@pytest.mark.campaign
@pytest.mark.parametrize("name", RACES)
def test_no_reflex_strays(name: str) -> None:
    """At real tables, where an illegal action raises."""
    game, made, seed = simulated(pioche.load(name)), 0, 0
    while made < MANY:
        seed += 1
        table = game.table(seed=seed)
        bots = Reflexes(table, [(seed + seat) % 3 / 2 for seat in range(game.seats)], seed)
        while bots.once():
            pass
        assert table.over
        made += sum("do" in line for line in table.moves)


@pytest.mark.campaign
@pytest.mark.parametrize("name", TURNS)
def test_search_does_not_stray(name: str) -> None:
    """A search that hardly thinks, so that 100,000 moves do not take a day; it answers by the same way."""
    assert searched(pioche.load(name), MANY) == (0, 0)
