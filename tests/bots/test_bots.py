"""What reaches a bot, and what a bot can reach."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from random import Random
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import pytest

import pioche
from pioche.bots import LEVELS, make
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.programs import ProgramBot
from pioche.bots.world_sampling import WorldSampler, _flat
from pioche.engine.table import Table

OPEN_BOOKS = (type, ModuleType, FunctionType, BuiltinFunctionType, CodeType)  # knowledge every player has


def reachable(thing: object) -> list[object]:
    """Every object one can come to from a bot, rules and modules aside."""
    found: dict[int, object] = {}
    todo = [thing]
    while todo:
        item = todo.pop()
        if id(item) in found or isinstance(item, (*OPEN_BOOKS, pioche.Game)):
            continue
        found[id(item)] = item
        todo += gc.get_referents(item)
    return list(found.values())


def sees_the_table(bot: object, table: Table) -> bool:
    return any(item is table or item is table.s or item is table.s.rng for item in reachable(bot))


def ask(bot: Any, table: Table, seat: int) -> str:
    return bot.choose(table.view(seat), table.legal(seat), table.events(seat), table.memory(seat))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_cannot_reach_the_table_it_sits_at(level):
    game = pioche.load("hawthorn", seats=3)
    table = game.table(seed=4)
    bot = make(level, game, seed=1, seconds=0.05)
    ask(bot, table, 0)

    assert not sees_the_table(bot, table)


def test_a_bot_that_keeps_the_table_is_found_out():
    table = pioche.load("hawthorn", seats=3).table(seed=4)
    bot = make("random", table.game, seed=1)
    bot.friend = [{"deep": table.s}]  # type: ignore[attr-defined]

    assert sees_the_table(bot, table)


@pytest.mark.parametrize("level", LEVELS)
def test_asking_a_bot_never_turns_the_generator_of_the_cards(level):
    game = pioche.load("hawthorn", seats=3)
    table = game.table(seed=4)
    before = game.rules.shape.key(table.s)
    bot = make(level, game, seed=1, seconds=0.05)
    for _ in range(3):
        ask(bot, table, 0)

    assert before == game.rules.shape.key(table.s)


def test_who_plays_never_changes_the_cards_of_a_deal():
    """The same actions on the same seed turn up the same cards, whatever bots thought of them."""
    game = pioche.load("pairs", seats=3)
    tables = [game.table(seed=9), game.table(seed=9)]
    bot = make("regular", game, seed=77)
    for _ in range(12):
        if tables[0].over:
            break
        seat = tables[0].actors[0]
        word = ask(bot, tables[0], seat)
        for table in tables:
            table.act(seat, word)

    assert tables[0].history() == tables[1].history()


PACKS = [  # one, two or parts of one
    ("pig", {"seats": 16}),
    ("pig", {"cards": 3}),
    ("pig", {"stock": True, "packs": 2, "cards": 3}),
    ("spoons", {"seats": 5}),
    ("vatra", {"seats": 9, "traveller": True}),
    ("agnes", {"seats": 8}),
]


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in pioche.games()), *PACKS])
def test_a_world_looks_exactly_like_the_view_it_was_made_from(name, options):
    """And it is made of the same cards as the table."""
    game = pioche.load(name, **options)
    rng = Random(3)
    for seed in range(2):
        table = game.table(seed=seed)
        for _ in range(40):
            if table.over:
                break
            if not table.actors:
                table.advance(table.next_timer[0])
                continue
            seat = rng.choice(table.actors)
            world = WorldSampler(game, table.view(seat), table.memory(seat)).draw(rng)

            assert table.view(seat) == Table(game, world).view(seat)
            assert cards(game, world) == cards(game, table.s)
            table.act(seat, rng.choice(table.legal(seat)))


@pytest.mark.parametrize("name", ["hawthorn", "goblin_poker", "kitty", "venture"])
def test_who_has_chosen_in_secret_may_choose_again_in_a_world_of_search(name):
    """They chose well, not at random; so they hold their card again, and judgement will choose for them."""
    game = pioche.load(name)
    table, rng = game.table(seed=1), Random(3)
    table.act(2, table.legal(2)[0])
    world = WorldSampler(game, table.view(0), table.memory(0), undecided=True).draw(rng)
    again = Table(game, world)

    assert 2 not in table.actors
    assert again.actors == tuple(range(game.seats))
    assert [sum(hand) for hand in world.hand] == [sum(hand) + (p == 2) for p, hand in enumerate(table.s.hand)]
    assert again.view(0)["hand"][0] == table.view(0)["hand"][0]
    again.act(2, rng.choice(again.legal(2)))
    assert again.view(0)["hand"] == table.view(0)["hand"]


def cards(game, s):
    """Every card with a face of its own that lies anywhere."""
    zones = [f.name for f in game.rules.shape.fields.values() if f.kind == "cards" and not f.inner]
    return Counter(card for name in zones for card in _flat(getattr(s, name)) if card >= 0)


def test_a_player_who_leaves_in_the_middle_of_a_deal_takes_no_card_along():
    game = pioche.load("pig", seats=5, look_ms=0)
    table = game.table(seed=1)
    table.advance(table.next_timer[0])
    table.act(2, "resign")
    world = WorldSampler(game, table.view(0), table.memory(0)).draw(Random(1))

    assert table.view(0) == Table(game, world).view(0)
    assert max(cards(game, world).values()) == 1


def test_search_answers_within_its_budget_of_iterations_and_plays_legally():
    from pioche.bots.search import Search

    game = pioche.load("hawthorn", seats=3, deals=1)
    search = Search(game, seed=1, iterations=300, worlds=8)
    table = game.table(seed=2)
    while not table.over:
        seat = table.actors[0]
        word = search.choose(table.view(seat), table.legal(seat), table.memory(seat))

        assert word in table.legal(seat)
        table.act(seat, word)


ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"do": asked["legal"][-1] if %s else "nonsense"}), flush=True)
"""


def test_a_program_in_any_language_can_play(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(ECHO % "True")
    table = pioche.load("pairs", seats=2).table(seed=1)
    bot = ProgramBot(f"{sys.executable} {path}")
    try:
        assert ask(bot, table, table.actors[0]) == "fold"
    finally:
        bot.close()


@pytest.mark.parametrize(
    ("text", "en", "fr"),
    [
        (ECHO % "False", "not legal", "pas permis"),
        ("print('hello')", "answered 'hello'", "a répondu 'hello'"),
        ("import time; time.sleep(9)", "did not answer within 0.5 s", "n’a pas répondu en 0.5 s"),
        ("", "has stopped", "s’est arrêté"),
    ],
)
def test_a_program_that_plays_wrong_is_told_so_in_one_sentence(tmp_path, text, en, fr):
    path = tmp_path / "bot.py"
    path.write_text(text)
    table = pioche.load("pairs", seats=2).table(seed=1)
    bot = ProgramBot(f"{sys.executable} {path}", patience=5 if en != "did not answer within 0.5 s" else 0.5)
    try:
        with pytest.raises(pioche.PiocheError, match=en) as refused:
            ask(bot, table, table.actors[0])
        assert fr in refused.value.fr
    finally:
        bot.close()


@pytest.mark.parametrize("name", pioche.games())
def test_no_name_of_the_bots_hides_a_rule_or_a_constant(name):
    """They share one namespace: what two modules define is refused when the engine is put together."""
    assert callable(judgement_engine(pioche.load(name)).decide)


def test_an_unknown_bot_is_refused_with_the_names_there_are():
    with pytest.raises(pioche.BadOption, match="novice"):
        make("genius", pioche.load("pairs"))
