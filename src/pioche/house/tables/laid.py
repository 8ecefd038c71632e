"""How the cards of a match lie at its beginning: dealt from its seed, or laid by the maker of the table."""

from __future__ import annotations

from pioche.engine.game import Game
from pioche.engine.record import replay_line
from pioche.engine.table import Table
from pioche.errors import PiocheError
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import journal as j


def lay(game: Game, opened: j.Opened, seed: int, version: int, trusted: bool) -> Table:
    """`version` of the rules. `trusted`: its position has been accepted before."""
    if opened.position is None:
        table = Table.fresh(game, seed, opened.cards, version)
    else:
        table = Table.at(game, opened.position, seed, opened.cards, trusted, version)
    for line in opened.before:
        replay_line(table, line)
    return table


def check_laid(game: Game, opened: j.Opened) -> None:
    """Refuse cards that cannot be played as their maker laid them. It may take some milliseconds."""
    try:
        lay(game, opened, int(opened.seed or 0), version_for(game, opened), trusted=bool(opened.before))
    except PiocheError as no:
        raise Refusal.of(no, 400) from no
    except (KeyError, TypeError, ValueError, AttributeError) as no:  # lines that do not follow from these cards
        raise Refusal("malformed", 400, why="continues") from no


def version_for(game: Game, opened: j.Opened) -> int:
    """The version of the rules a new match at this table is played under."""
    return opened.rules if game.rules.plays(opened.rules) else game.rules.version
