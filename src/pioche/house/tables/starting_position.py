"""The cards of a match at its beginning: dealt from its seed, or laid by the maker of the table."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from pioche.engine.chance import pass_over
from pioche.engine.fair.shares import Deal, Part
from pioche.engine.game import Game, load
from pioche.engine.record import Record, replay_line
from pioche.engine.rulebook import Rulebook
from pioche.engine.table import Table
from pioche.errors import PiocheError
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import journal as j
from pioche.text import catalogue

ON_A_NETWORK = {"latency": "fair", "idle_ms": 20_000}  # T11, T20: unless the host says otherwise


def on_a_network(name: str, options: Mapping[str, Any]) -> Game:
    """A game as it is played over lines of different length."""
    known = {option.id for option in load(name, **options).all_options}
    usual = {option: value for option, value in ON_A_NETWORK.items() if option in known - set(options)}
    return load(name, **{**usual, **options})


def lay(game: Game, opened: j.Opened, seed: int, version: int, trusted: bool) -> Table:
    """`version` of the rules. `trusted`: its position has been accepted before."""
    if opened.position is None:
        table = Table.fresh(game, seed, opened.cards, version)
    else:
        table = Table.at(game, opened.position, seed, opened.cards, trusted, version)
    pass_over(table.s)
    for line in opened.before:
        replay_line(table, line)
    return table


class StartingPosition:
    """The game of a table, and how its cards lie when a match begins. Where it continues a long one, its lines are played
    once, in a thread: every match begins with a copy of what they lead to."""

    def __init__(self, opened: j.Opened) -> None:
        self.opened = opened
        self.game = load(opened.preset or opened.game, **opened.options)
        self._kept: tuple[tuple[int, int], Table] | None = None

    def table(self, game: Game, seed: int, version: int) -> Table:
        """`game` has other options once a match was shortened."""
        if not self.opened.before or game is not self.game:
            return lay(game, self.opened, seed, version, trusted=True)
        if self._kept is None or self._kept[0] != (seed, version):
            self._kept = (seed, version), lay(game, self.opened, seed, version, trusted=True)
        table = self._kept[1].clone()
        table.cloned = 0  # it tells everything from the beginning
        return table

    def check(self) -> None:
        """Refuse cards that cannot be played as their maker laid them. The first time it may take long."""
        opened, seed, version = self.opened, int(self.opened.seed or 0), version_for(self.game, self.opened)
        try:
            if opened.before:
                self.table(self.game, seed, version)
            else:
                lay(self.game, opened, seed, version, trusted=False)
        except PiocheError as no:
            raise Refusal.of(no, 400) from no
        except (KeyError, TypeError, ValueError, AttributeError) as no:  # lines that do not follow from these cards
            raise Refusal("malformed", 400, why="continues") from no

    def get_ready(self) -> None:
        """Compute what takes long before a person waits for it."""
        if self.opened.before:
            with suppress(Refusal):  # it is refused when a match is begun
                self.check()


def played_by_our_rules(game: Game, record: Record) -> bool:
    """A match of another version of the rules is kept, and never played again: it would be another one."""
    return game.rules.plays(record.rules)


def promise_of(entry: j.Began) -> dict[str, Any] | None:
    """Return the promises made before the first card, as the record of the match keeps them."""
    if entry.deal is None:  # of a house that promised the key itself; or practice
        return {"version": 0, "promise": entry.promise} if entry.promise else None
    parts = [Part(one.seat, one.promise, one.share) for one in entry.deal.shares]
    return Deal(entry.deal.name, entry.deal.promise, entry.deal.secret, parts).written()


def shares_of(entry: j.Began) -> dict[str, Any]:
    """Return what all are told when the match begins, without the secret of the server."""
    if entry.deal is None:
        return {}
    shares = [{"seat": one.seat, "promise": one.promise, "share": one.share} for one in entry.deal.shares]
    return {"deal": entry.deal.name, "shares": shares}


def promises_of(entry: j.Promised) -> dict[str, Any]:
    """Return what all are told when the list is fixed, without the secret of the server."""
    shares = [{"seat": one.seat, "promise": one.promise} for one in entry.shares]
    return {"match": entry.match, "deal": entry.deal, "promise": entry.promise, "shares": shares}


def version_for(game: Game, opened: j.Opened) -> int:
    """The version of the rules a new match at this table is played under."""
    return opened.rules if game.rules.plays(opened.rules) else game.rules.version


def digest_of_events(rules: Rulebook) -> str:
    """Return a digest of the kinds of events: in a version with other kinds, the numbers of a stream mean something else."""
    of_the_game = [(event.name, event.fields) for event in rules.events.kinds]
    of_the_house = sorted(catalogue("house", "en")["events"])
    return hashlib.sha256(repr((rules.version, of_the_game, of_the_house)).encode()).hexdigest()[:8]
