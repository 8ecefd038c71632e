"""TR5, section 4.1: actions each role may take.

An actor is written `organiser`, `referee`, `referee:Zoé`, `entrant:Zoé` or `house`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche.tournament.model import State
from pioche.tournament.refusals import refused

ORGANISER, REFEREE, ENTRANT, HOUSE = "organiser", "referee", "entrant", "house"
ROLES = (ORGANISER, REFEREE, ENTRANT, HOUSE)
OWN = (ORGANISER, ENTRANT)  # and the entrant concerned
PRESENCE = (ORGANISER, REFEREE, ENTRANT)
RULING = (ORGANISER, REFEREE)
MAY: Mapping[str, tuple[str, ...]] = {
    "register": OWN, "withdraw": OWN, "check_in": PRESENCE, "late": OWN, "drop": OWN, "pause": OWN, "resume": OWN,
    "readmit": (ORGANISER,), "substitute": (ORGANISER,), "no_show": RULING, "excuse": RULING,
    "seat": (ORGANISER,), "swap": RULING, "reseat": RULING, "start": (ORGANISER, HOUSE), "close": (ORGANISER, HOUSE),
    "result": ROLES, "confirm": (ENTRANT, ORGANISER, REFEREE), "object": (ENTRANT, ORGANISER, REFEREE), "rule": RULING,
    "lapse": ROLES, "correct": RULING, "penalty": RULING, "warn": RULING, "forfeit": (*RULING, HOUSE), "disqualify": RULING,
    "start_finals": (ORGANISER,), "decline": OWN, "finish": (ORGANISER,), "cancel": (ORGANISER,),
    "call": PRESENCE, "answer": RULING,
}  # fmt: skip
OWN_TABLE = ("rule", "correct", "forfeit", "excuse", "result")  # no referee rules where he plays
PERSONAL = ("register", "withdraw", "check_in", "late", "drop", "pause", "resume", "confirm", "object", "call", "decline")


def role(by: str) -> tuple[str, str]:
    found, _, name = by.partition(":")
    if found not in ROLES or (found == ENTRANT and not name):
        raise refused("no_role", "TR5", by=by, roles=", ".join(ROLES))
    return found, name


def check(state: State, entry: Mapping[str, Any]) -> None:
    who, name = role(entry["by"])
    action = entry["do"]
    if who not in MAY[action]:
        raise refused("not_yours", "TR5", role=who, action=action)
    if who == ENTRANT:
        if action in PERSONAL and entry["name"] != name:
            raise refused("not_you", "TR5", name=name, other=entry["name"])
        if action == "result":
            table = state.table(entry["table"])
            if state.entrant(name).number not in table.seats:
                raise refused("not_at_table", "TR32", name=name, table=entry["table"])
    if who == REFEREE and name and action in OWN_TABLE and name in state.names:
        _own_table(state, entry, state.names[name])


def _own_table(state: State, entry: Mapping[str, Any], number: int) -> None:
    """A referee who plays may not rule on his own table."""
    where = state.round(entry.get("round"))
    if "table" in entry:
        table = state.table(entry["table"], where.number)
    else:
        found = where.table_of(state.entrant(entry["name"]).number)
        if found is None:
            return
        table = found
    if number in table.seats and entry["do"] != "result":
        raise refused("own_table", "TR5", name=state.name(number), table=table.number)
