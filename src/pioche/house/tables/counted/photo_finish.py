"""The photo finish: after a race, everybody sees who reacted how fast, and where the line made the difference (T27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pioche.engine.table import Table
from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import said

REACTION = "reaction"  # what the rules of a race call it


@dataclass(frozen=True)
class Finish:
    about: dict[str, Any]
    at: int

    def said(self, names: list[str]) -> Said:
        rows = [(names[row["seat"]], f"{row['reaction'] / 1000:.2f}") for row in self.about["finish"]]
        en = ", ".join(f"{name} {seconds} s" for name, seconds in rows)
        fr = ", ".join(f"{name} {seconds.replace('.', ',')} s" for name, seconds in rows)
        return said("events", "photo_finish", finish=Said(en, fr))


def photo_finish(table: Table, since: int) -> Finish | None:
    """The finish of the race that ended among the happenings from `since` on, if one did.

    The rules tell everybody each reaction; here they come in one picture, the quickest first.
    """
    names = [kind.name for kind in table.rules.events.kinds]
    if REACTION not in names:
        return None
    kind = names.index(REACTION)
    told = [table._event(0, entry) for entry in table.s.log[since:] if entry[0] == kind]
    rows = [{"seat": event["seat"], "reaction": event["ms"], "place": event["place"]} for event in told]
    if not rows:
        return None
    rows.sort(key=lambda row: int(row["place"]))
    return Finish({"finish": rows, "differs": any(event["photo_finish"] for event in told)}, told[-1]["t"])
