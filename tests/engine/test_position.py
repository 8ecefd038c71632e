"""Declared fields: what they look like inside, in words, to a seat, and in a record row."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pioche import BadPosition, BadRules
from pioche.engine.position import Position, Shape, cards, inner, nobody, number, ranks
from tests.engine.toy import peek


def test_an_untouched_table_is_empty() -> None:
    s = peek().blank()
    assert (s.turn, s.best, s.table, s.hand[0]) == (-1, -1, [-1, -1, -1], [0] * 11)
    assert (s.seats, s.ante, s.speed, s.loud, s.first) == (3, 1, 0, 0, -1)
    assert (s.log, s.chance, s.opening) == ([], None, 0)


def test_a_position_is_written_in_words_and_read_back() -> None:
    written = {
        "hand": [[2, 2, 9], [], [10]], "pile": [[1, 7], [], [3]], "secret": [0, 5, 0], "marked": [True, False, False],
        "eyes": {"A♠": [0, 2]}, "table": ["A♠", None, "K♥"], "rest": ["10♦"], "best": None, "here": [0, 2],
        "phase": "turn", "turn": 2,
    }  # fmt: skip
    table = peek().at(written)
    again = table.position()
    assert {name: again[name] for name in written} == written
    assert table.actors == (2,)
    assert peek().at(again).position() == again


def test_the_deck_holds_what_lies_nowhere_else() -> None:
    table = peek().at(hand=[[1], [10, 10], []], pile=[[9], [], []], discard=[8], turn=0)
    assert len(table.position()["deck"]) == 50
    assert table.position()["deck"].count(10) == 8
    assert table.s.left == 50
    with pytest.raises(BadPosition, match="too many 1s") as refused:
        peek().at(hand=[[1, 1], [], []])
    assert "trop de 1" in refused.value.fr


@pytest.mark.parametrize(
    "wrong",
    [
        {"hand": [[11]]}, {"hand": [[0]]}, {"hand": 3}, {"pile": [[5, 5], [], []]}, {"table": ["Z♠"]}, {"phase": "nap"},
        {"nonsense": 1}, {"rng": [1, 2]}, {"ante": 3}, {"rest": ["A♠", "2♠", "3♠", "4♠", "5♠"]}, {"seats": 4},
        {"hand": [[], [], [], []]}, {"best": "me"}, {"eyes": {"Z": [1]}}, {"turn": 3},
        {"waiting": [0, 3]}, {"pot": 1.5}, {"pot": None},
    ],
    ids=str,
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_in_both_languages(wrong: dict[str, object]) -> None:
    with pytest.raises(BadPosition) as refused:
        peek().at(**wrong)  # type: ignore[arg-type]
    assert refused.value.en.strip()
    assert refused.value.fr.strip()
    assert refused.value.en != refused.value.fr


def test_what_each_seat_sees() -> None:
    table = peek().at(
        hand=[[2, 9], [3], []], secret=[4, 5, 6], eyes={"A♠": [0, 2]}, table=["A♠", None, "K♥"], rest=["10♦", "2♣"], turn=0
    )
    mine, theirs, spectator = table.view(0), table.view(1), table.view(None)
    assert mine["hand"] == [[2, 9], [None], []]
    assert theirs["hand"] == [[None, None], [3], []]
    assert spectator["hand"] == [[None, None], [None], []]
    assert mine["secret"] == [4, None, None]
    assert mine["table"] == ["A♠", None, "?"]
    assert theirs["table"] == spectator["table"] == ["?", None, "?"]
    assert mine["rest"] == spectator["rest"] == 2
    assert mine["deck"] == 52
    assert "eyes" not in mine
    assert "left" not in mine
    assert "rng" not in mine
    assert "legal" not in spectator


def test_a_clone_shares_nothing() -> None:
    s = peek().table(seed=1).s
    shape = peek().rules.shape
    before = shape.key(s)
    other = s.clone()
    other.hand[0][3] += 1
    other.purse[1] = 99
    other.table[0] = 5
    other.pot += 1
    assert shape.key(s) == before
    assert shape.key(other) != before
    assert shape.key(s.clone()) == before
    assert hash(shape.key(s)) == hash(before)


def test_rows_and_plain_objects_hold_the_same() -> None:
    import numpy as np

    game = peek()
    shape, s = game.rules.shape, game.table(seed=4).s
    row = np.zeros(1, shape.dtype())
    shape.write_row(s, row[0])
    assert shape.same(s, row[0]) == ""
    assert shape.key(shape.read_row(row[0])) == shape.key(s)
    row[0]["purse"][2] += 1
    assert shape.same(s, row[0]) == "purse"


def test_a_row_is_not_padded_between_fields() -> None:
    dtype = peek().rules.shape.dtype()
    offsets = sorted((dtype.fields[name][1], dtype.fields[name][0].itemsize) for name in dtype.names)
    for (start, size), (following, _) in pairwise(offsets):
        assert start + size == following


def test_a_declaration_that_cannot_be_is_refused() -> None:
    class Deep(Position, seats=(2, 3)):
        cube = number(2, 2, 2)

    with pytest.raises(BadRules, match="two dimensions, and cube has more"):
        Shape(Deep, [], ())

    class Plain(Position, seats=(2, 3)):
        pass

    with pytest.raises(BadRules, match="also a field"):
        Shape(Plain, ["turn"], ())


def test_inner_fields_stay_inside() -> None:
    class Small(Position, seats=(2, 3)):
        gears = inner(3)
        hidden = number(seen_by=nobody)
        pack = cards(2, seen_by=nobody)
        deck = ranks(seen_by=nobody)

    shape = Shape(Small, ["speed"], ("one",))
    s = shape.plain()
    s.seats = 2
    assert {"gears", "speed", "rng"} & set(shape.position(s)) == set()
    assert "hidden" in shape.position(s)
    assert {"gears", "speed", "rng", "hidden"} & set(shape.view(s, 0)) == set()
    assert shape.view(s, 0)["pack"] == shape.view(s, 0)["deck"] == 0
