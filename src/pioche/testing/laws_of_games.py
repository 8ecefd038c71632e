"""The battery for the author of a game: laws that hold in every game, by their names.

Each is a function of a game's rulebook and the options of some tables, and raises AssertionError with a sentence.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pioche
from pioche import text
from pioche.bots import levels, make
from pioche.bots.world_check import why_not
from pioche.engine.compiled.subset import problems
from pioche.engine.rulebook import Rulebook
from pioche.lab import trial
from pioche.testing import every_moment
from pioche.testing.covering import Choice
from pioche.testing.noleak import other_cards, other_choices, reshuffled, swapped
from pioche.testing.steps import fresh, playing

Law = Callable[[Rulebook, Sequence[Choice]], None]
SECRET_STEPS = 60  # of a match that are looked at for secrets


def subset(rules: Rulebook, tables: Sequence[Choice]) -> None:
    """The rules keep to the part of Python that both engines run."""
    assert not (found := problems(rules.source)), "\n".join(found)


def words(rules: Rulebook, tables: Sequence[Choice]) -> None:
    """Check that everything is worded in both languages; options and moves have names."""
    en, fr = (text.texts(rules, lang) for lang in ("en", "fr"))
    missing = sorted(_keys(en) ^ _keys(fr))
    assert not missing, f"said in one language only: {', '.join(missing)}"
    for lang, said in (("en", en), ("fr", fr)):
        assert said.get("title"), f"no title in {lang}"
        unnamed = [option.id for option in rules.options if not text.find(rules, lang, "options", option.id, "label")]
        unnamed += [kind.name for kind in rules.actions.kinds if not _named(rules, lang, kind)]
        assert not unnamed, f"without a name in {lang}: {', '.join(unnamed)}"


def _named(rules: Rulebook, lang: str, kind: Any) -> bool:
    return any(text.find(rules, lang, "actions", name) for name in (kind.pattern, kind.name))


def _keys(said: Mapping[str, Any], head: str = "") -> set[str]:
    found = set()
    for key, value in said.items():
        found |= _keys(value, f"{head}{key}.") if isinstance(value, Mapping) else {head + key}
    return found


def matches_end(rules: Rulebook, tables: Sequence[Choice]) -> None:
    """Every match ends, no card is lost or doubled, and its record plays the same match."""
    for choice in tables:
        assert not (found := trial._played(pioche.load(rules.id, **choice), 3)), found[0]


def engines(rules: Rulebook, tables: Sequence[Choice]) -> None:
    """Plain Python and machine code play the same match."""
    for number, choice in enumerate(tables):
        assert not (found := trial._compared(pioche.load(rules.id, **choice), 1 + number)), found[0]


def secrets(rules: Rulebook, tables: Sequence[Choice]) -> None:
    """Nothing a seat sees, may do or is told depends on what it may not know."""
    dice = random.Random(rules.id)
    for number, choice in enumerate(tables):
        table = fresh(rules.id, choice, 50 + number)
        for count, _ in enumerate(playing(table, random.Random(number), SECRET_STEPS)):
            if count % 10 == 0:
                for watcher in (None, *dice.sample(range(table.game.seats), 2)):
                    reshuffled(table, watcher, dice)
                    swapped(table, watcher, dice)
                    other_choices(table, watcher, dice)
        other_cards(table.game, number, dice.randrange(table.game.seats), dice)


def bots(rules: Rulebook, tables: Sequence[Choice]) -> None:
    """Check that there are bots, and that every level plays a match to its end; those that think are left out."""
    game = pioche.load(rules.id)
    cannot = why_not(game)
    assert cannot is None, cannot.en
    for level in levels(game):
        if level == "search" or rules.timed:
            continue
        table, seated = game.table(seed=5), [make(level, game, seat) for seat in range(game.seats)]
        while not table.over:
            seat = table.actors[0]
            move = seated[seat].choose(table.view(seat), table.legal(seat), [], table.memory(seat))
            assert move in table.legal(seat), f"{level} wants {move}, which is not legal"
            table.act(seat, move)


def _at_every_moment(check: Callable[[str, Sequence[Choice]], Any]) -> Law:
    def law(rules: Rulebook, tables: Sequence[Choice]) -> None:
        check(rules.id, tables)

    return law


LAWS: dict[str, Law] = {
    "subset": subset, "words": words,
    **{
        name: _at_every_moment(getattr(every_moment, name))
        for name in ("menus", "copies", "accepted", "absent", "refused", "strangers", "views", "events")
    },
    "matches_end": matches_end, "secrets": secrets, "engines": engines, "bots": bots,
}  # fmt: skip
