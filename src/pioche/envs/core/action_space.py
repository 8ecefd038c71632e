"""Dense actions: every action that can happen at a table, as a number from 0 upwards with a name.

The rules number actions with large gaps (`bet:count` has room for 4,096 of them). A dense space has those alone that can
come up with the options of a game, in the order of the rules, so that a number never changes its meaning for a game
and its options. In games with a clock, 0 is `wait`.

Nothing is split into several numbers: what would not fit is named by what it does. Actions on a layout of cards name the
place of a card in its row (1 to 12), not its slot number, which only grows; a card further on is out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from pioche.engine.cards import RANKS
from pioche.engine.game import Game
from pioche.engine.words import SIZES, Action
from pioche.envs.core.observations import WITHIN_REACH
from pioche.errors import BadOption

WAIT = "wait"
USUAL_MOST = {"column": 7, "count": 100}  # where nothing else is known of a game
BY_GAME: dict[str, dict[str, range]] = {"five_cards": {"column": range(1, 6)}, "blackstone": {"count": range(1, 56)}}
MOST_LOOKED_UP = 1 << 16  # engine numbers up to this have a place in a table


class ActionSpace:
    """The dense actions of a game. `names[d]` is the word of action d, `numbers[d]` what the rules call it."""

    def __init__(self, game: Game, ticks: bool = False) -> None:
        self.game, self.ticks = game, ticks
        found = sorted(number for kind in game.actions.kinds if comes_up(game, kind) for number in _all(game, kind))
        self.numbers: list[int] = [-1, *found] if ticks else found
        self.names: list[str] = [WAIT if number < 0 else game.actions.write(number) for number in self.numbers]

    def __len__(self) -> int:
        return len(self.numbers)

    def __repr__(self) -> str:
        return f"<{len(self)} actions of {self.game.id}: {self.names[0]} to {self.names[-1]}>"

    @cached_property
    def _dense(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """The dense number of an action; BadOption for a word that is none."""
        found = self._dense.get(name)
        if found is None:
            raise BadOption(
                f"{self.game.title('en')} has no action {name} in its dense space.",
                f"{self.game.title('fr')} n’a pas d’action {name} dans son espace dense.",
            )
        return found

    @cached_property
    def engine(self) -> Any:
        """The rules with what is needed to place actions, in plain Python."""
        return plain_observer(self.game)

    def of(self, s: Any, seat: int, number: int) -> int:
        """The dense number of an action of the rules at a table; -1 when it is out of reach."""
        at: int = self.engine.placed(s, seat, number)
        return self._by_number.get(at, -1)

    def at(self, s: Any, seat: int, dense: int) -> int:
        """Return the number that the rules have for a dense action at a table; -1 for waiting."""
        number = self.numbers[dense]
        return number if number < 0 else int(self.engine.unplaced(s, seat, number))

    @cached_property
    def _by_number(self) -> Mapping[int, int]:
        return {number: dense for dense, number in enumerate(self.numbers)}

    def looked_up(self) -> list[int]:
        """The dense number by the number of the rules, as far as a table of it is worth its room; -1 for none."""
        found = [-1] * (min(self.numbers[-1], MOST_LOOKED_UP) + 1)
        for dense, number in enumerate(self.numbers):
            if 0 <= number < len(found):
                found[number] = dense
        return found


def plain_observer(game: Game) -> Any:
    from pioche.engine.game import PLAIN
    from pioche.envs.core import batch_play
    from pioche.envs.core.observations import observed

    return game.engine(PLAIN, (batch_play, observed(game.rules).module))


def comes_up(game: Game, kind: Action) -> bool:
    """Some actions exist with some options only."""
    options = game.options
    if game.id == "venture":
        return kind.name != "keep" or options["draft"] == "on"
    if game.id == "pairs":
        return kind.pattern != ("fold" if options["continuous"] else "fold:seat")
    if game.id == "agnes":
        return kind.name != "penalty"  # the referee's
    return True


def _all(game: Game, kind: Action) -> Iterator[int]:
    values = [_values(game, what) for what in kind.kinds]
    pairs = "/" in kind.separators
    for chosen in product(*values):
        if pairs and chosen[0] >= chosen[len(chosen) // 2]:
            continue  # a pair without order: the lower seat first
        if kind.kinds == ("rank", "rank", "rank") and list(chosen) != sorted(chosen):
            continue  # a set of ranks, the lowest first
        number = 0
        for what, value in zip(kind.kinds, chosen, strict=True):
            number = number * SIZES[what] + value
        yield kind.base + number


def _values(game: Game, what: str) -> Any:
    if what in BY_GAME.get(game.id, {}):
        return BY_GAME[game.id][what]
    if what == "rank":
        return range(1, RANKS)
    if what == "seat":
        return range(game.seats)
    if what == "slot":
        return range(1, WITHIN_REACH + 1)
    if what == "card":
        deck = game.rules.positions.whole_deck
        return sorted(deck(game.blank())) if deck else range(52)
    if what == "end":
        return range(2)
    if game.id == "rocket":
        return range(10, int(game.options["max_bet"]) + 1, 10)  # R6: in tens
    return range(USUAL_MOST.get(what, SIZES[what] - 1) + 1)
