"""Small integers inside, words outside."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.engine.cards import card_id, card_word, read_card, read_rank
from pioche.engine.words import JOKER, SIZES, Actions, Events, Phases, from_word, to_word

ACTIONS = Actions("pass", "play:rank", "fold", "fold:seat", "slam:seat.slot", "pick:card", "put:end", "bet:count")
PASS, PLAY, FOLD, FOLD_FROM, SLAM, PICK, PUT, BET = ACTIONS


def test_actions_count_up_and_leave_room_for_their_arguments() -> None:
    assert (PASS, PLAY, FOLD, FOLD_FROM, SLAM) == (0, 1, 12, 13, 45)
    assert ACTIONS.size == BET + SIZES["count"]
    assert [ACTIONS.of(a).pattern for a in (PASS, PLAY + 10, FOLD, FOLD_FROM + 31)] == [
        "pass", "play:rank", "fold", "fold:seat",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("pass", PASS), ("play:7", PLAY + 7), ("fold", FOLD), ("fold:3", FOLD_FROM + 3), ("fold:D", FOLD_FROM + 3),
        ("slam:2.3", SLAM + 2 * SIZES["slot"] + 3), ("slam:C.3", SLAM + 2 * SIZES["slot"] + 3), (" play:7 ", PLAY + 7),
        ("pick:10d", PICK + 35), ("pick:K♥b", PICK + 52 + 25), ("pick:jk", PICK + JOKER), ("put:bottom", PUT + 1),
        ("bet:40", BET + 40),
    ],
)  # fmt: skip
def test_words_are_read(word: str, number: int) -> None:
    assert ACTIONS.read(word) == number
    assert ACTIONS.read(ACTIONS.write(number)) == number


@pytest.mark.parametrize(
    "word",
    ["", "play", "play:", "play:11", "play:-1", "play:x", "play:1_0", "play:+3", "play:٣", "play:3.4", "pass:",
     "pass:1", "slam:2", "slam:2.3.4", "fold:99", "pick:1x", "put:middle", "Pass", "play 7", ":7", "play::7"],
)  # fmt: skip
def test_what_is_no_action_is_not_read(word: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # read promises no more
        ACTIONS.read(word)


@given(st.integers(0, ACTIONS.size - 1))
def test_every_number_has_one_word(number: int) -> None:
    try:
        word = ACTIONS.write(number)
        read = ACTIONS.read(word)
    except ValueError:  # a card beyond the last pack has no word, and never lies on a table
        assert ACTIONS.of(number).name == "pick"
        return
    assert read == number


def test_a_number_beyond_the_last_action_has_no_word() -> None:
    with pytest.raises(ValueError, match=str(ACTIONS.size)):
        ACTIONS.write(ACTIONS.size)
    with pytest.raises(ValueError, match="-1"):
        ACTIONS.write(-1)


def test_events_know_their_fields_and_kinds() -> None:
    events = Events("hit seat rank", "moved from to card", "ended flag seats", "lock seat auto=flag")
    assert list(events) == [4, 5, 6, 7]
    assert events[4].fields == (("seat", "seat"), ("rank", "rank"))
    assert [kind for _, kind in events[5].fields] == ["seat", "seat", "card"]
    assert events[7].fields[1] == ("auto", "flag")
    assert [events[k].name for k in range(4)] == ["match_over", "turn", "reshuffle", "tie_break"]
    assert list(Phases("choose", "play")) == [0, 1]


@given(st.integers(0, 8 * 52 - 1))
def test_cards_read_back(card: int) -> None:
    assert read_card(card_word(card)) == card
    assert from_word("card", to_word("card", card)) == card


@pytest.mark.parametrize(
    ("word", "card"),
    [("A♠", 0), ("10♦", card_id(9, 2)), ("10d", card_id(9, 2)), ("Td", card_id(9, 2)), ("qh", card_id(11, 1)),
     ("Q♥b", 52 + card_id(11, 1)), ("7cb", 52 + card_id(6, 3)), ("1s", 0)],
)  # fmt: skip
def test_cards_are_read_as_people_write_them(word: str, card: int) -> None:
    assert read_card(word) == card


@pytest.mark.parametrize("word", ["", "A", "11♠", "♠A", "0h", "7x", "7♠i", "10"])
def test_what_is_no_card_is_not_read(word: str) -> None:
    with pytest.raises(ValueError, match="^" + word):
        read_card(word)


def test_ranks_go_from_one_to_ten() -> None:
    assert [read_rank(str(n)) for n in range(1, 11)] == list(range(1, 11))
    for word in ("0", "11", "x", ""):
        with pytest.raises(ValueError):  # noqa: PT011
            read_rank(word)
