"""The photo finish: after a race, everybody sees who reacted how fast, what the line was given back for each, and between
which times the true reaction lies (T27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pioche.engine.table import Table
from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import said
from pioche.house.tables.reaction_claims import Claims, Signal, is_fair

REACTION = "reaction"  # what the rules of a race call it
BOTH = ("en", "fr")
MINUS = "\u2212"


@dataclass(frozen=True)
class Finish:
    about: dict[str, Any]
    at: int

    def said(self, names: list[str]) -> Said:
        rows = [(names[row["seat"]], f"{row['reaction'] / 1000:.2f}".replace("-", MINUS)) for row in self.about["finish"]]
        en = ", ".join(f"{name} {seconds} s" for name, seconds in rows)
        fr = ", ".join(f"{name} {seconds.replace('.', ',')} s" for name, seconds in rows)
        doubted = [row for row in self.about["finish"] if row["doubt"]]
        sentences = [said("events", "photo_finish", finish=Said(en, fr))]
        sentences += [said("events", f"no_credit_{row['doubt']}", name=names[row["seat"]]) for row in doubted]
        return Said(*(" ".join(getattr(sentence, lang) for sentence in sentences) for lang in BOTH))


def photo_finish(table: Table, since: int, claims: Claims) -> Finish | None:
    """The finish of the race that ended among the happenings from `since` on, if one did.

    The rules tell everybody each reaction; here they come in one picture, the quickest first.
    """
    names = [kind.name for kind in table.rules.events.kinds]
    if REACTION not in names:
        return None
    kind = names.index(REACTION)
    told = [table.event(0, entry) for entry in table.s.log[since:] if entry[0] == kind]
    if not told:
        return None
    told.sort(key=lambda event: int(event["place"]))
    signals = {event["seat"]: claims.last.get(event["seat"]) for event in told}
    opened = min((signal.line["at"] for signal in signals.values() if signal is not None), default=0)
    rows = [_row(table, event, signals[event["seat"]], opened) for event in told]
    claims.count([event["seat"] for event in told if signals[event["seat"]] is not None])
    return Finish({"finish": rows, "differs": any(event["photo_finish"] for event in told)}, max(e["t"] for e in told))


def _row(table: Table, event: dict[str, Any], signal: Signal | None, opened: int) -> dict[str, Any]:
    """A reaction lies between what it would be had the line taken all it may, and had it taken the least it can."""
    reaction: int = event["ms"]
    row = {"seat": event["seat"], "reaction": reaction, "place": event["place"], "credit": 0}
    row |= {"earliest": reaction, "latest": reaction, "doubt": ""}
    if signal is None or not is_fair(table):
        return row
    line, s = signal.line, table.s
    heard = line["at"] - opened
    row |= {"credit": max(0, heard - reaction), "doubt": signal.doubt}
    if signal.who and "since_open" in line and heard > 0:
        earliest = max(heard - min(line.get("rtt", 0) + s.jitter_ms, s.max_credit_ms), s.min_reaction_ms)
        row |= {"earliest": min(earliest, reaction), "latest": max(reaction, heard - signal.least)}
    return row
