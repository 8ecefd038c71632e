"""Tournaments: any number of entrants, tables of a few, several rounds, one ranking. Settings and a log, nothing else.

    from pioche.tournament import Tournament
    t = Tournament("agnes", seed=7)

The rules are those of docs/games/tournament.md; every function names its rule.
"""

from __future__ import annotations

from pioche.tournament.finals import Placed
from pioche.tournament.model import Entrant, State
from pioche.tournament.profiles import Profile, profile_of, profiles
from pioche.tournament.refusals import Refused
from pioche.tournament.seating.explain import Seating
from pioche.tournament.seating.sizes import suggested_rounds, table_sizes
from pioche.tournament.settings import Settings
from pioche.tournament.standings import Row
from pioche.tournament.tournament import Tournament

__all__ = [
    "Tournament", "Settings", "State", "Entrant", "Seating", "Row", "Placed", "Profile", "profiles", "profile_of", "Refused",
    "table_sizes", "suggested_rounds",
]  # fmt: skip
