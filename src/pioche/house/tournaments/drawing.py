"""Seatings are searched in another process: it may take a second, and no table is to wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import msgspec

from pioche.errors import PiocheError
from pioche.house.protocol.sentences import Refusal
from pioche.tournament import Refused, Tournament
from pioche.tournament.model import State

Line = dict[str, Any]
QUICK_ENTRANTS = 12  # up to so many it takes some milliseconds
DRAWN = ("seat", "reseat")  # actions that search a seating


def draw(
    log: bytes, do: str, by: str, at: int, tables: Sequence[Sequence[str]] | None, fillers: Sequence[str]
) -> Line | tuple[str, str, str, str]:
    """The line of the log that seats the next round, or why it cannot be (both sentences, the rule, the reason)."""
    model = Tournament.replay(msgspec.json.decode(log))
    before = len(model.entries)
    try:
        if do == "seat":
            model.seat(tables, fillers=fillers, by=by, at=at)
        else:
            model.reseat(tables, fillers=fillers, by=by, at=at)
    except Refused as no:
        return no.en, no.fr, no.rule, no.reason
    return dict(model.entries[before])


def refusal(found: tuple[str, str, str, str]) -> Refusal:
    """Of a seating that cannot be, with what `draw` says."""
    no = Refusal.of(PiocheError(found[0], found[1]), 409)
    no.rule, no.reason = found[2:]
    return no


def is_quick(state: State) -> bool:
    """Is there nothing to search? Few people, or a first round without clubs to keep apart."""
    clubs = [one.club for one in state.active if one.club]
    alike = bool(state.settings.avoid_club) and len(set(clubs)) < len(clubs)
    return len(state.active) <= QUICK_ENTRANTS or (not any(True for _ in state.meetings(10**9)) and not alike)


def get_ready() -> None:
    """Load what a drawing needs before the first one."""
    import_module("pioche.tournament.seating.tabu")  # and NumPy with it
