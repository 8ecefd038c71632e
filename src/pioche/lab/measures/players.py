"""Who plays in the lab: a level for everybody or one for each seat, bots that think, and bots of one's own.

`expert` is a level; `expert,novice,novice` names one for each seat. `search:0.02` thinks that long about a move, `python
my_bot.py` is a program that speaks JSON lines, and `my_bots:Careful` a class or function of one's own that is called with
the game and a seed; models in files and learnt players have names too (`pioche.bots.own_bots`). From Python such a class, or
a policy, may be given as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pioche.bots import LEVELS, make
from pioche.bots import levels as levels_of
from pioche.bots.judgement import judgement_module
from pioche.bots.own_bots import as_bot
from pioche.bots.reflex_bot import LEVELS as REFLEX_LEVELS
from pioche.bots.reflex_bot import by_reflexes, skill_of
from pioche.engine.game import Game
from pioche.errors import BadOption

Make = Callable[[Game, int], Any]  # a bot of one's own from a game and a seed
Named = str | Make
COMPILED_LEVELS = LEVELS[:4]  # levels the compiled engine knows by number, where a game has judgement
REFERENCE = "reference"  # T25 at the average level


@dataclass(frozen=True)
class Lineup:
    """The players of a table, a name or a class for each seat. `how` they play: `levels` and `reflexes` in the compiled
    engine, `tables` at real tables."""

    seats: tuple[Named, ...]
    how: str

    @property
    def named(self) -> str:
        """The name of the players; a single one where all play alike."""
        names = [one if isinstance(one, str) else _name(one) for one in self.seats]
        return names[0] if len(set(names)) == 1 else ", ".join(names)

    @property
    def numbers(self) -> list[int]:
        """The levels as the compiled engine numbers them."""
        return [LEVELS.index(str(one)) for one in self.seats]

    @property
    def skills(self) -> list[float]:
        return [skill(str(one)) for one in self.seats]

    @property
    def travels(self) -> bool:
        """Return whether another process can make these players."""
        return all(isinstance(one, str) for one in self.seats)


def lineup(game: Game, bots: Named | Sequence[Named]) -> Lineup:
    """Return the players of each seat. Raise BadOption for an unknown one."""
    names = [one.strip() for one in bots.split(",")] if isinstance(bots, str) else [bots] if callable(bots) else list(bots)
    if len(names) == 1:
        names *= game.seats
    if len(names) != game.seats:
        raise BadOption(
            f"Name one player for all, or one for each of the {game.seats} seats.",
            f"Nommez un joueur pour tous, ou un pour chacune des {game.seats} places.",
        )
    if all(name == "random" for name in names):
        return Lineup(tuple(names), "levels")
    if by_reflexes(game):
        return _racing(game, names)
    if judgement_module(game.rules) and all(name in COMPILED_LEVELS for name in names):
        return Lineup(tuple(names), "levels")
    for name in names:
        _must_exist(game, name)
    return Lineup(tuple(names), "tables")


def _racing(game: Game, names: Sequence[Named]) -> Lineup:
    """Against the clock it takes reflexes."""
    for name in names:
        try:
            skill(name if isinstance(name, str) else "")
        except BadOption:
            known = ", ".join((REFERENCE, *REFLEX_LEVELS))
            said = name if isinstance(name, str) else _name(name)
            raise BadOption(
                f"{game.title('en')} is played against the clock, and {said} has no reflexes: for all seats random, or "
                f"for each one of {known}, or a number from 0 to 1.",
                f"{game.title('fr')} se joue contre la montre, et {said} n’a pas de réflexes : pour toutes les places "
                f"random, ou pour chacune {known}, ou un nombre de 0 à 1.",
            ) from None
    return Lineup(tuple(names), "reflexes")


def skill(name: str) -> float:
    return skill_of({REFERENCE: "average", "regular": "average"}.get(name, name))


def _must_exist(game: Game, name: Named) -> None:
    """Refuse an unknown player before anything is played."""
    if not isinstance(name, str):
        return
    level = name.partition(":")[0]
    if level in LEVELS and level not in levels_of(game):
        from pioche.bots.world_check import why_not

        cannot = why_not(game)
        assert cannot is not None
        raise BadOption(cannot.en, cannot.fr)
    getattr(make_player(game, name, 0), "close", lambda: None)()


def make_player(game: Game, name: Named, seed: int) -> Any:
    """Make one player for a real table."""
    return make(name, game, seed, measured=True) if isinstance(name, str) else as_bot(name, game, seed)


def _name(maker: Make) -> str:
    return getattr(maker, "__name__", type(maker).__name__)
