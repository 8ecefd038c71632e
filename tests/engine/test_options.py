"""Options are typed, have defaults that may depend on the table, and refuse with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import BadOption, UnknownGame
from pioche.engine.game import registered
from pioche.engine.options import by_choice, by_seats, choice, number_option, seat_option, switch, word_option
from tests.engine.toy import peek


@pytest.mark.parametrize(
    ("option", "given", "value", "number"),
    [
        (switch("a"), None, False, 0), (switch("a", True), None, True, 1), (switch("a"), "oui", True, 1),
        (switch("a"), "off", False, 0), (switch("a"), 1, True, 1),
        (choice("b", "x y z"), None, "x", 0), (choice("b", "x y z", "z"), None, "z", 2),
        (choice("b", "x y"), " Y ", "y", 1),
        (choice("b", "on off"), True, "on", 0), (choice("b", "on off"), "false", "off", 1),
        (number_option("c", 1, 9, 4), None, 4, 4), (number_option("c", 1, 9, 4), "9", 9, 9),
        (number_option("c", 10, 100, 20, 10), 30, 30, 30),
        (number_option("c", 1, 9, by_seats({3: 7})), None, 7, 7),
        (number_option("c", 1, 9, by_choice("b", {"y": 2})), None, 2, 2),
        (seat_option("d"), None, "random", -1), (seat_option("d"), "2", 2, 2),
        (word_option("e", "pig", pig=3), None, "pig", 3), (word_option("e", "pig", pig=3), "vatra", "VATRA", 5),
    ],
)  # fmt: skip
def test_values_are_settled(option: Any, given: Any, value: Any, number: int) -> None:
    settled = option.resolve(given, {"seats": 3, "b": "y"})
    assert settled == value
    assert type(settled) is type(value)
    assert option.number(settled) == number


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (switch("a"), "perhaps"), (switch("a"), 2), (choice("b", "x y"), "w"), (choice("b", "x y"), True),
        (number_option("c", 1, 9, 4), 0), (number_option("c", 1, 9, 4), 10), (number_option("c", 1, 9, 4), "many"),
        (number_option("c", 1, 9, 4), True), (number_option("c", 1, 9, 4), 4.5),
        (number_option("c", 10, 100, 20, 10), 25), (seat_option("d"), 3), (seat_option("d"), -1),
        (word_option("e", "pig"), "x" * 13), (word_option("e", "pig"), "a b"),
    ],
)  # fmt: skip
def test_a_value_the_rulebook_does_not_have_is_refused_with_what_it_has(option: Any, given: Any) -> None:
    with pytest.raises(BadOption) as refused:
        option.resolve(given, {"seats": 3})
    assert refused.value.en.startswith(f"{option.id} cannot be {given}")
    assert refused.value.fr.startswith(f"{option.id} ne peut pas être {given}")
    assert refused.value.en != refused.value.fr


def test_a_game_settles_its_options_in_order() -> None:
    game = peek(players=4, ante="3", speed="slow")
    assert game.options == {"seats": 4, "ante": 3, "deals": 2, "loud": False, "speed": "slow", "first": "random"}
    assert game.seats == 4
    assert game.blank().speed == 1
    assert peek(**game.options).options == game.options


def test_wrong_options_are_named_with_a_hint() -> None:
    with pytest.raises(BadOption, match="Did you mean ante") as refused:
        peek(anet=3)
    assert "Vouliez-vous dire ante" in refused.value.fr
    with pytest.raises(BadOption, match="Two seats cannot be slow"):
        peek(seats=2, speed="slow")
    with pytest.raises(BadOption, match="whole number from 2 to 4"):
        peek(seats=5)


def test_games_are_found_by_name_and_by_preset() -> None:
    assert pioche.load("Pairs").id == "pairs"
    preset = pioche.load("continuous-pairs", seats=3)
    assert (preset.id, preset.options["continuous"], preset.seats) == ("pairs", True, 3)
    assert preset.title("en") != pioche.load("pairs").title("en")
    with pytest.raises(UnknownGame, match="Did you mean hawthorn") as refused:
        pioche.load("hawtorn")
    assert "Vouliez-vous dire hawthorn" in refused.value.fr


def test_a_game_can_be_registered() -> None:
    with registered(alone=True):
        assert "toy_peek" not in pioche.games()
        pioche.register(peek().rules)
        assert "toy_peek" in pioche.games()
        assert pioche.load("toy_peek", seats=2).table(seed=1).actors == (0,)
