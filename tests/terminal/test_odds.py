"""Hints are exact, and never know more than the player who asks."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import pioche
from pioche.engine.odds import PATHS_PER_TURN, counting, odds, price, unseen
from pioche.terminal.play.menu import changes_in_words, cost, hint, offered

LANGUAGES = ("en", "fr")


def pairs(**fields: object) -> pioche.Table:
    position = {"phase": "turn", "turn": 0, "pile": [[3, 7, 10], [9], [4, 7], [2]], "points": [0, 9, 4, 0]}
    return pioche.load("pairs").at({**position, **fields})


def test_a_pair_is_counted_on_the_cards_not_seen() -> None:
    # 55 cards less the 7 on the table; of 3, 7 and 10 there are left 2, 5 and 9
    found = odds(pairs(), 0, "hit")

    assert found is not None
    assert found.cards == 48
    assert found.chance("pair") == Fraction(16, 48)
    assert found.mean("points") == Fraction(2 * 3 + 5 * 7 + 9 * 10, 48)
    assert not found.certain


def test_burned_cards_are_among_the_unseen() -> None:
    found = odds(pairs(burned=5, left=43), 0, "hit")

    assert found is not None
    assert found.cards == 48


def test_the_end_of_the_game_is_foreseen() -> None:
    # a seat with 9 points loses at 16: a pair of 7s or 10s would do it
    found = odds(pairs(points=[9, 0, 0, 0]), 0, "hit")

    assert found is not None
    assert found.chance("game_end") == Fraction(5 + 9, 48)


def test_folding_has_a_price_and_hitting_has_none() -> None:
    table = pairs()

    assert price(table, 0, "fold") == (("points", 2),)
    assert price(table, 0, "hit") is None
    assert cost(table, 0, "fold", "fr") == "+2 points"


def test_several_cards_at_once() -> None:
    # blackstone: one 10 before the seat, 9 more among 54 unseen cards; two cards are taken, one 10 loses
    position = {"phase": "turn", "turn": 0, "playing": [0, 1], "black": [[10], []], "minimum": 2, "stakes": [5, 5]}
    table = pioche.load("blackstone", seats=2).at(position)
    found = odds(table, 0, "take:2")

    assert found is not None
    safe = Fraction(45 * 44, 54 * 53)
    assert found.chance("loser") == 1 - safe


def hawthorn(hands: list[list[int]]) -> pioche.Table:
    position = {
        "phase": "deck_round", "turn": 0, "button": 0, "playing": [0, 1, 2], "pile": [[4, 9], [6], [8]],
        "hand": hands, "pot": 3, "purse": [-1, -1, -1],
    }  # fmt: skip
    return pioche.load("hawthorn", seats=3).at(position)


def test_hidden_hands_are_in_the_bag() -> None:
    table = hawthorn([[1, 2, 9], [4, 4, 4], [9, 9, 9]])
    bag = unseen(table, 0)
    found = odds(table, 0, "hit")

    assert bag is not None
    assert found is not None
    assert bag == [0, 0, 1, 3, 3, 5, 5, 7, 7, 7, 10]
    assert found.chance("pair") == Fraction(3 + 7, 48)
    assert found.mean("purse") == -Fraction(3 * 4 + 7 * 9, 48)


def test_odds_and_prices_do_not_depend_on_what_others_hold() -> None:
    told = set()
    for hands in ([[4, 4, 4], [9, 9, 9]], [[9, 9, 9], [10, 10, 10]], [[3, 3, 3], [5, 5, 7]]):
        table = hawthorn([[1, 2, 9], *hands])
        moves = table.legal(0)
        told.add(tuple((move, odds(table, 0, move), price(table, 0, move)) for move in moves))

    assert len(told) == 1


def test_no_odds_where_too_much_is_hidden() -> None:
    for name in ("goblin_poker", "sweep", "agnes"):
        table = pioche.load(name).table(seed=4)
        seat = table.actors[0]
        assert {odds(table, seat, word) for word in table.legal(seat)} == {None}


def test_asking_changes_nothing() -> None:
    table = pioche.load("pairs").table(seed=4)
    seat = table.actors[0]
    before = table.rules.shape.key(table.s), list(table.s.log), list(table.moves)
    for word in table.legal(seat):
        odds(table, seat, word)
        price(table, seat, word)

    assert before == (table.rules.shape.key(table.s), table.s.log, table.moves)


@pytest.mark.parametrize("name", pioche.games())
def test_every_game_can_be_asked_at_every_move(name: str) -> None:
    table = pioche.load(name).table(seed=2)
    dice = random.Random(name)
    for _ in range(25):
        while not table.actors and not table.over:
            table.advance(table.next_timer[0])
        if table.over:
            break
        seat = dice.choice(table.actors)
        moves = offered(table, seat, "fr", [])
        assert all(move.label for move in moves)
        hint(table, seat, moves, "fr")
        sure = {move.word: price(table, seat, move.word) for move in moves[:6]}
        word = dice.choice([move.word for move in moves])
        gained = sure.get(word)
        if gained is not None:
            before = _wealth(table, seat)
            deal = table.position()["deal"]
            table.act(seat, word)
            if table.position()["deal"] == deal and not table.over:
                assert dict(gained) == {k: n for k, n in _gain(before, _wealth(table, seat)).items() if n}
        else:
            table.act(seat, word)


def _wealth(table: pioche.Table, seat: int) -> dict[str, int]:
    view = table.view(None)
    fields = table.rules.shape.fields.values()
    coins = [f.name for f in fields if f.kind == "coins" and len(f.shape) == 1 and f.seen_by == "everyone"]
    wealth = {"purse": sum(view[name][seat] for name in coins)} if coins else {}
    return wealth | ({"points": view["points"][seat]} if "points" in view else {})


def _gain(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in after}


def test_amounts_are_written_as_each_language_writes_them() -> None:
    assert changes_in_words((("purse", -1), ("points", 2)), "en") == "−1 coin, +2 points"
    assert changes_in_words((("purse", -3),), "fr") == "−3 pièces"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_in_words(lang: str) -> None:
    table = pairs()
    lines = hint(table, 0, offered(table, 0, lang, []), lang)

    said = {
        "en": "a pair 16 in 48 (33 %), +2.7 points on average.",
        "fr": "une paire 16 sur 48 (33\u202f%), +2,7 points en moyenne.",
    }
    assert lines[0].endswith(said[lang])
    assert lines[1].endswith({"en": "+2 points for certain.", "fr": "+2 points à coup sûr."}[lang])


def test_a_long_count_is_made_in_short_pieces() -> None:
    """Whoever counts for one table in a house lets the others have their turn."""
    table = pioche.load("blackstone", seats=4).table(seed=0)
    seat, before = table.actors[0], table.position()
    pieces = {word: sum(1 for _ in counting(table, seat, word)) for word in table.legal(seat)}
    most = max(pieces, key=lambda word: pieces[word])
    assert pieces[most] > 10
    found = odds(table, seat, most)
    assert found is None or pieces[most] == (len(found.outcomes) - 1) // PATHS_PER_TURN
    assert table.position() == before
