"""What holds at every decision of every game: menus, refusals, views and numbered events.

Each check takes a game by its name and the options of some tables, plays there, and raises AssertionError with a sentence.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pioche import Illegal, Table
from pioche.engine.match import ADMIT, DROP, REFUSE
from pioche.engine.words import SIZES
from pioche.testing.covering import Choice, named
from pioche.testing.steps import fresh, playing

MAX_STEPS = 120
NONSENSE = ("", "fly", "hit:hit", "pass:", "::", "play:999999", "🂡", "seat")


def moments(name: str, tables: Sequence[Choice], every: int = 1) -> Iterator[Table]:
    """Tables at many moments of play, the first and the last of each match included."""
    for number, choice in enumerate(tables):
        table, dice = fresh(name, choice, 100 + number), random.Random(number)
        for count, _ in enumerate(playing(table, dice, MAX_STEPS)):
            if count % every == 0:
                yield table
        yield table


def fingerprint(table: Table) -> Any:
    """Return everything an action could change."""
    return table.position(), list(table.s.rng), len(table.s.log), table.scores


# -- menus -------------------------------------------------------------------------------------------


def menus(name: str, tables: Sequence[Choice]) -> None:
    """Menus belong to the actors, and their words read back."""
    for table in moments(name, tables):
        actions = table.rules.actions
        assert table.over == (table.actors == () and table.next_timer is None), "nobody may act, and it is not over"
        for seat in range(table.game.seats):
            menu, words = table.menu(seat), table.legal(seat)
            assert bool(menu) == (seat in table.actors), f"seat {seat} of {table.position()}"
            assert len(set(menu)) == len(menu), f"a move twice on the menu: {words}"
            assert table.legal(seat) == words, "another menu when asked again"
            assert [actions.read(word) for word in words] == menu, f"words that do not read back: {words}"
            assert len(set(words)) == len(words), f"a word twice on the menu: {words}"
        for nobody in (-2, table.game.seats, 77):
            assert table.legal(nobody) == [], f"there is no seat {nobody}"


def copies(name: str, tables: Sequence[Choice]) -> None:
    """The menu is the same on a copy of the table."""
    for table in moments(name, tables, every=5):
        other = table.clone()
        assert [other.legal(seat) for seat in other.actors] == [table.legal(seat) for seat in table.actors]


def accepted(name: str, tables: Sequence[Choice]) -> None:
    """Every listed action is accepted."""
    dice = random.Random(name)
    for table in moments(name, tables, every=6):
        for seat in table.actors:
            words = table.legal(seat)
            for word in dice.sample(words, min(len(words), 8)):
                other = table.clone()
                other.act(seat, word)
                assert other.moves[-1]["do"] == word, f"{word} was played as {other.moves[-1]}"


def absent(name: str, tables: Sequence[Choice]) -> None:
    """Check that the action played for an absent seat is legal."""
    for table in moments(name, tables):
        for seat in table.actors:
            played = table.default_action(seat)
            assert played in table.legal(seat), f"time_out plays {played} for seat {seat} of {table.position()}"


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
    try:
        table.act(seat, word)
    except Illegal as refused:
        en, fr, reason = refused.en, refused.fr, refused.reason
    else:
        raise AssertionError(f"seat {seat} may play {word}, which is not on its menu")
    assert fingerprint(table) == before, f"{word} was refused, and changed something"
    assert en.strip(), f"no English sentence refuses {word}"
    assert fr.strip(), f"no French sentence refuses {word}"
    assert en != fr, f"the same sentence in both languages: {en}"
    assert not set("{}") & set(en + fr), f"an unfilled sentence: {en} / {fr}"
    assert reason not in (en, fr), f"no sentence for {reason}"


def refused(name: str, tables: Sequence[Choice]) -> int:
    """An unlisted action is refused and changes nothing; how many were."""
    dice, count = random.Random(name), 0
    for table in moments(name, tables, every=8):
        if table.rules.timed:
            table.until(table.s.clock)
        for seat in dice.sample(range(table.game.seats), 2):
            words = list(unlisted_words(table, seat, dice))
            for word in dice.sample(words, min(8, len(words))):
                trial = table.clone()
                answer = trial.engine.unlisted(trial.s, seat, number_of(trial, word))
                assert answer in (REFUSE, DROP, ADMIT), f"unlisted answers {answer}"
                if answer == REFUSE:
                    count += 1
                    check_refusal(trial, seat, word)
                elif answer == DROP:
                    before = trial.position()
                    trial.act(seat, word)
                    assert trial.position() == before, f"{word} shall be dropped, and changed something"
    return count


def number_of(table: Table, word: str) -> int:
    try:
        return table.rules.actions.read(word)
    except ValueError:
        return -1


def strangers(name: str, tables: Sequence[Choice]) -> None:
    """No game lets a stranger act; the referee may do what the rulebook gives a referee and nothing else."""
    dice = random.Random(name)
    for table in moments(name, tables[:3], every=10):
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


def views(name: str, tables: Sequence[Choice]) -> None:
    """Views are plain JSON and tell what everybody needs."""
    for table in moments(name, tables, every=4):
        for seat in (None, *range(0, table.game.seats, 1 + table.game.seats // 5)):
            view = table.view(seat)
            check_plain(view, f"{name} seat {seat}")
            assert json.loads(json.dumps(view)) == view
            assert view["actors"] == view["waiting"] == list(table.actors_seen_by(seat))
            assert (seat in view["actors"]) == (seat in table.actors)
            assert view["scores"] == table.scores
            assert view.get("legal") == (None if seat is None else table.legal(seat))
        check_plain(table.position(), f"{name} position")


def events(name: str, tables: Sequence[Choice]) -> None:
    """Events are numbered without gaps for every seat: a gap would tell a seat that somebody else was told something."""
    for number, choice in enumerate(tables):
        table = fresh(name, choice, number)
        seen: dict[int | None, int] = dict.fromkeys((None, *range(table.game.seats)), 0)
        for _ in playing(table, random.Random(number), MAX_STEPS):
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
