"""What holds at every decision of every game: menus, refusals, views and numbered events."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from pioche import Illegal, Table
from pioche.engine.match import ADMIT, DROP, REFUSE
from pioche.engine.words import SIZES
from tests.battery.play import fresh, playing
from tests.strategies import GAMES, covering, named, pairwise

STEPS = 120
NONSENSE = ("", "fly", "hit:hit", "pass:", "::", "play:999999", "🂡", "seat")


def moments(name: str, tables: list[dict[str, Any]], every: int = 1) -> Iterator[Table]:
    """Tables at many moments of play, the first and the last of each match included."""
    for number, choice in enumerate(tables):
        table, dice = fresh(name, choice, 100 + number), random.Random(number)
        for count, _ in enumerate(playing(table, dice, STEPS)):
            if count % every == 0:
                yield table
        yield table


def fingerprint(table: Table) -> Any:
    """Everything an action could change."""
    return table.position(), list(table.s.rng), len(table.s.log), table.scores


# -- menus -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_menus_belong_to_the_actors_and_their_words_read_back(name: str) -> None:
    for table in moments(name, covering(name)):
        actions = table.rules.actions
        assert table.over == (table.actors == () and table.next_timer is None)
        for seat in range(table.game.seats):
            menu, words = table.menu(seat), table.legal(seat)
            assert bool(menu) == (seat in table.actors), f"seat {seat} of {table.position()}"
            assert len(set(menu)) == len(menu)
            assert table.legal(seat) == words
            assert [actions.read(word) for word in words] == menu
            assert len(set(words)) == len(words)
        for nobody in (-2, table.game.seats, 77):
            assert table.legal(nobody) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_menu_is_the_same_on_a_copy(name: str) -> None:
    for table in moments(name, covering(name), every=5):
        other = table.clone()
        assert [other.legal(seat) for seat in other.actors] == [table.legal(seat) for seat in table.actors]


@pytest.mark.parametrize("name", GAMES)
def test_every_listed_action_is_accepted(name: str) -> None:
    dice = random.Random(name)
    for table in moments(name, covering(name), every=6):
        for seat in table.actors:
            words = table.legal(seat)
            for word in dice.sample(words, min(len(words), 8)):
                other = table.clone()
                other.act(seat, word)
                assert other.moves[-1]["do"] == word


@pytest.mark.parametrize("name", GAMES)
def test_what_is_played_for_an_absent_seat_is_legal(name: str) -> None:
    for table in moments(name, covering(name)):
        for seat in table.actors:
            assert table.default_action(seat) in table.legal(seat)


# -- refusals ----------------------------------------------------------------------------------------


def unlisted_words(table: Table, seat: int, dice: random.Random) -> Iterator[str]:
    """Words of the game's grammar that are not on this seat's menu, and words that are no action at all."""
    menu, in_any_order = set(table.menu(seat)), {_parts(word) for word in table.legal(seat)}
    for kind in table.rules.actions.kinds:
        for _ in range(3):
            number = kind.base
            for what in kind.kinds:
                most = table.game.seats + 1 if what == "seat" else min(SIZES[what], dice.choice((6, 60, 5000)))
                number = kind.base + (number - kind.base) * SIZES[what] + dice.randrange(most)
            word = kind.write(number)
            if table.rules.actions.read(word) not in menu and _parts(word) not in in_any_order:
                yield word
    yield dice.choice(NONSENSE)


def _parts(word: str) -> str:
    """The cards that are kept may be named in any order."""
    return " ".join(sorted(re.split("[:.]", word)))


def check_refusal(table: Table, seat: int | None, word: str) -> None:
    """A clear sentence in both languages, and nothing has changed."""
    before = fingerprint(table)
    with pytest.raises(Illegal) as refused:
        table.act(seat, word)
    assert fingerprint(table) == before
    en, fr = refused.value.en, refused.value.fr
    assert en.strip()
    assert fr.strip()
    assert en != fr, f"the same sentence in both languages: {en}"
    assert not set("{}") & set(en + fr), f"an unfilled sentence: {en} / {fr}"
    assert refused.value.reason not in (en, fr), f"no sentence for {refused.value.reason}"


@pytest.mark.parametrize("name", GAMES)
def test_an_unlisted_action_is_refused_and_changes_nothing(name: str) -> None:
    dice, refused = random.Random(name), 0
    for table in moments(name, covering(name), every=8):
        if table.rules.timed:
            table.until(table.s.clock)
        for seat in dice.sample(range(table.game.seats), 2):
            words = list(unlisted_words(table, seat, dice))
            for word in dice.sample(words, min(8, len(words))):
                trial = table.clone()
                answer = trial.engine.unlisted(trial.s, seat, number_of(trial, word))
                assert answer in (REFUSE, DROP, ADMIT)
                if answer == REFUSE:
                    refused += 1
                    check_refusal(trial, seat, word)
                elif answer == DROP:
                    before = trial.position()
                    trial.act(seat, word)
                    assert trial.position() == before
    assert refused > 100


def number_of(table: Table, word: str) -> int:
    try:
        return table.rules.actions.read(word)
    except ValueError:
        return -1


@pytest.mark.parametrize("name", GAMES)
def test_seats_that_do_not_exist_and_the_referee_are_refused(name: str) -> None:
    """No game lets a stranger act; the referee may do what the rulebook gives a referee and nothing else."""
    dice = random.Random(name)
    for table in moments(name, covering(name)[:3], every=10):
        words = [word for seat in table.actors for word in table.legal(seat)]
        for word in dice.sample(words, min(4, len(words))):
            for seat in (-2, -1, table.game.seats, 77):
                check_refusal(table, seat, word)
            if word not in table.legal(-1):
                check_refusal(table, None, word)
        assert not set(table.legal(-1)) & set(words), "the referee plays a seat's moves"


# -- views and events --------------------------------------------------------------------------------


def check_plain(value: Any, where: str) -> None:
    """Nothing but JSON's own types: no numpy, no tuples, no subclasses."""
    if type(value) is dict:
        for key, item in value.items():
            assert type(key) is str, where
            check_plain(item, f"{where}.{key}")
    elif type(value) is list:
        for item in value:
            check_plain(item, where)
    else:
        assert value is None or type(value) in (str, int, float, bool), f"{where} holds a {type(value)}"


@pytest.mark.parametrize("name", GAMES)
def test_views_are_plain_json_and_tell_what_everybody_needs(name: str) -> None:
    for table in moments(name, covering(name), every=4):
        for seat in (None, *range(0, table.game.seats, 1 + table.game.seats // 5)):
            view = table.view(seat)
            check_plain(view, f"{name} seat {seat}")
            assert json.loads(json.dumps(view)) == view
            assert view["actors"] == view["waiting"] == list(table.actors_seen_by(seat))
            assert (seat in view["actors"]) == (seat in table.actors)
            assert view["scores"] == table.scores
            assert view.get("legal") == (None if seat is None else table.legal(seat))
        check_plain(table.position(), f"{name} position")


@pytest.mark.parametrize("name", GAMES)
def test_events_are_numbered_without_gaps_for_every_seat(name: str) -> None:
    """A gap would tell a seat that somebody else was told something."""
    for number, choice in enumerate(covering(name)):
        table = fresh(name, choice, number)
        seen: dict[int | None, int] = dict.fromkeys((None, *range(table.game.seats)), 0)
        for _ in playing(table, random.Random(number), STEPS):
            for seat, since in seen.items():
                told = table.events(seat, since)
                check_plain(told, f"{name} {named(choice)}")
                assert [event["n"] for event in told] == list(range(since + 1, since + 1 + len(told)))
                seen[seat] = since + len(told)
        for seat, count in seen.items():
            assert table.events(seat)[:count] == table.events(seat, 0)[:count]
            assert len(table.events(seat)) >= count
        public = [{k: v for k, v in event.items() if k != "n"} for event in table.events(None)]
        for seat in range(table.game.seats):
            told = [{k: v for k, v in event.items() if k != "n"} for event in table.events(seat)]
            assert is_subsequence(public, told)


def is_subsequence(few: list[Any], many: list[Any]) -> bool:
    rest = iter(many)
    return all(any(item == other for other in rest) for item in few)


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_menus_and_refusals_at_every_table(name: str) -> None:
    dice = random.Random(name)
    for table in moments(name, list(pairwise(name)), every=30):
        for seat in range(table.game.seats):
            words = table.legal(seat)
            assert bool(words) == (seat in table.actors)
            assert len(set(words)) == len(words)
            if words:
                assert table.default_action(seat) in words
            if not table.rules.timed:
                for word in unlisted_words(table, seat, dice):
                    check_refusal(table, seat, word)
