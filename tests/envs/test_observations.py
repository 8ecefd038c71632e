"""An observation says what its seat may know and nothing else, and every entry has a name."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import pioche
from pioche import Table
from pioche.bots.world_sampling import WorldSampler
from pioche.envs.core.information import information_state, observation, observation_names
from pioche.envs.core.observations import Observed, observed
from pioche.testing import noleak
from pioche.testing.noleak import Leak, has_secrets, other_choices, reshuffled, swapped
from pioche.testing.steps import fresh, playing
from tests.strategies import GAMES

NAMES = [*GAMES, *pioche.presets()]
IMAGINED = [name for name in GAMES if not pioche.load(name).rules.timed]  # what judgement fills in


def moments(name: str, seed: int, steps: int, every: int, **options: Any) -> Iterator[Table]:
    table = fresh(name, options, seed)
    for count, _ in enumerate(playing(table, random.Random(seed), steps)):
        if count % every == 0:
            yield table


def entries(table: Table, seat: int) -> dict[str, float]:
    return dict(zip(observation_names(table.game), observation(table, seat), strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_has_a_name_of_its_own(name: str) -> None:
    table = pioche.load(name).table(seed=1)
    names = observation_names(table.game)
    assert len(set(names)) == len(names)
    assert len(observation(table, 0)) == len(names)


@pytest.mark.parametrize("name", IMAGINED)
def test_positions_a_seat_cannot_tell_apart_look_the_same(name: str) -> None:
    """What its seat cannot see is filled in otherwise, in agreement with a perfect memory."""
    dice, changed = random.Random(name), 0
    for table in moments(name, 5, 60, 6):
        for seat in range(table.game.seats):
            worlds = WorldSampler(table.game, table.view(seat), table.memory(seat))
            for _ in range(3):
                other = Table(table.game, worlds.draw(dice))
                changed += table.rules.shape.key(other.s) != table.rules.shape.key(table.s)
                assert observation(other, seat) == observation(table, seat)
    assert changed or name in ("pairs", "port", "starboard", "five_cards", "blackstone", "rocket")


# -- the same test as for views --------------------------------------------------------------------------


def senses_with_tensor(table: Table, watcher: int | None) -> dict[str, Any]:
    """View, menu, events, and the observation but for what only a good memory knows."""
    seen = senses(table, watcher)
    if watcher is None:
        return seen
    kept = {k: v for k, v in entries(table, watcher).items() if " remembered" not in k and not _memory(table, k)}
    return seen | {"tensor": kept}


def _memory(table: Table, entry: str) -> bool:
    """Faces of cards that were looked at before: views have them only with a memory aid."""
    return table.rules.id == "agnes" and entry.startswith("layout")


senses = noleak.senses


def look(name: str, seed: int = 5, **options: Any) -> int:
    dice, made = random.Random(name), 0
    for table in moments(name, seed, 40, 8, **options):
        for watcher in dice.sample(range(table.game.seats), 2):
            made += reshuffled(table, watcher, dice) + swapped(table, watcher, dice) + other_choices(table, watcher, dice)
    return made


@pytest.mark.parametrize("name", GAMES)
def test_observations_do_not_leak(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noleak, "senses", senses_with_tensor)
    assert look(name) > 0 or not has_secrets(pioche.load(name))


LEAKS = {
    "another hand": "o[k] = s.hand[(p + 1) % s.seats][1]",
    "the next card": "o[k] = s.deck[1]",
    "a secret choice": "o[k] = s.choice[(p + 1) % s.seats]",
    "the generator": "o[k] = s.rng[0]",
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more entry that looks at what is hidden."""
    rules = pioche.load("hawthorn").rules
    made = Observed(rules, planted=LEAKS[leak])
    monkeypatch.setitem(rules.engines, "observed", made)
    monkeypatch.setattr(noleak, "senses", senses_with_tensor)
    with pytest.raises((Leak, AssertionError)):  # noqa: PT012 - several ways to look, one must notice
        for seed in range(4):
            look("hawthorn", seed, deals=3)
            test_positions_a_seat_cannot_tell_apart_look_the_same("hawthorn")


# -- what the entries say --------------------------------------------------------------------------------


def test_seats_are_counted_from_the_one_that_looks() -> None:
    table = pioche.load("hawthorn", seats=3).table(seed=1)
    for seat in (0, 1, 2):
        table.act(seat, table.legal(seat)[0])
    for seat in range(3):
        seen = entries(table, seat)
        for distance, label in enumerate(("me", "+1", "+2")):
            pile = table.view(seat)["pile"][(seat + distance) % 3]
            assert [rank for rank in range(1, 11) if seen[f"pile[{label}] {rank}"]] == pile
        hand = table.view(seat)["hand"][seat]
        assert [rank for rank in range(1, 11) for _ in range(int(seen[f"hand[me] {rank}"]))] == hand
        assert not any(name.startswith(("hand[+1] 1", "hand[+1] 2")) for name in seen)


def test_an_observation_remembers_cards_that_lay_open() -> None:
    table = pioche.load("pairs", seats=2).table(seed=3)
    while not table.s.discard[table.s.discard.index(max(table.s.discard))]:
        seat = table.actors[0]
        table.act(seat, table.legal(seat)[0])
    seen = entries(table, 0)
    assert [seen[f"discard remembered {rank}"] for rank in range(1, 11)] == table.s.discard[1:]


def test_a_card_is_seen_by_who_knows_it() -> None:
    table = pioche.load("agnes", peek=2).table(seed=2)
    seen, hidden = entries(table, 0), entries(table, 1)
    card = table.view(0)["layout"][0][0]
    face = card[:-1]
    assert seen["layout[me] 1 there"] == seen["layout[me] 1 seen"] == seen[f"layout[me] 1 {face}"] == 1
    assert hidden["layout[+3] 1 there"] == 1
    assert hidden["layout[+3] 1 seen"] == hidden[f"layout[+3] 1 {face}"] == 0


# -- keys of information states ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hawthorn", "kitty", "five_cards"])
def test_an_information_state_is_what_a_seat_was_told_and_did(name: str) -> None:
    """The same moves and the same told events give the same key; a difference in either gives another."""
    game = pioche.load(name)
    table, keys = game.table(seed=4), []
    dice = random.Random(1)
    for _ in range(12):
        seat = table.actors[0]
        keys.append(information_state(table, 0).key)
        table.act(seat, dice.choice(table.legal(seat)))
    again, dice = game.table(seed=4), random.Random(1)
    for key in keys:
        seat = again.actors[0]
        assert information_state(again, 0).key == key
        again.act(seat, dice.choice(again.legal(seat)))
    assert information_state(game.table(seed=5), 0).key != keys[0]


def test_an_information_state_does_not_depend_on_what_others_hold() -> None:
    game = pioche.load("hawthorn", seats=2)
    one, other = game.table(seed=1, cards="1 5 2 6 3 7 4 8 5 9"), game.table(seed=2, cards="1 8 2 8 3 8 4 9 5 10")
    assert information_state(one, 0) == information_state(other, 0)
    assert information_state(one, 1) != information_state(other, 1)


def test_observed_text_is_made_anew_for_rules_registered_again() -> None:
    rules = replace(pioche.load("hawthorn").rules, id="hawthorn_again")
    first = observed(rules)
    assert observed(rules) is first
    rules.engines.clear()
    assert observed(rules) is not first


def test_the_page_of_observations_and_actions_is_the_code() -> None:
    from tests.envs import tables

    for lang, page in tables.PAGES.items():
        assert page.read_text(encoding="utf-8") == tables.text(lang), "run python -m tests.envs.tables"
