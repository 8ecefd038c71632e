"""Was what was promised kept? A record is checked from its promises to its last card. Nobody has to be asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from pioche.engine.fair.shares import Deal, house_promise, share_promise
from pioche.engine.fair.shown import played
from pioche.engine.keystream import commitment, is_key
from pioche.engine.record import SHOWN, Record
from pioche.errors import BadRecord

# What a record can prove when everything in it holds.
Proof = Literal["nobody_chose", "not_the_house_alone", "no_change", "nothing"]


class Finding(NamedTuple):
    """One thing that was checked. `kept` is None where there was nothing to keep."""

    what: str
    kept: bool | None
    about: Mapping[str, Any] = MappingProxyType({})


class Verdict(NamedTuple):
    findings: list[Finding]
    proof: Proof
    silent: list[int]  # seats that promised a share and did not show it

    @property
    def kept(self) -> bool:
        return all(finding.kept is not False for finding in self.findings)


def verify(record: Record) -> Verdict:
    findings, proof, silent = _promises(record)
    findings.append(_cards(record))
    return Verdict(findings, proof, silent)


def _promises(record: Record) -> tuple[list[Finding], Proof, list[int]]:
    if record.fair is None:
        laid = record.position is not None or record.cards or not is_key(record.seed)
        return [Finding("laid" if laid else "no_promise", None)], "nothing", []
    if record.fair.get("version") == 0:  # houses that promised the key itself, before players had a share
        kept = record.fair.get("promise") == commitment(record.seed)
        return [Finding("house_key", kept, {"promise": record.fair.get("promise")})], "no_change", []
    try:
        deal = Deal.read(record.fair)
    except (KeyError, TypeError, ValueError):
        return [Finding("unreadable", False)], "nothing", []
    found = [Finding("house", house_promise(deal.name, deal.secret) == deal.promise, {"promise": deal.promise})]
    for part in deal.parts:
        about = {"seat": part.seat, "promise": part.promise}
        if part.share is None:
            found.append(Finding("silent", None, about))
        else:
            found.append(Finding("share", share_promise(deal.name, part.seat, part.share) == part.promise, about))
    found.append(Finding("key", deal.key == record.seed and not record.cards and record.position is None))
    silent = [part.seat for part in deal.parts if part.share is None]
    if len(silent) == len(deal.parts):
        return found, "no_change", silent
    return found, "not_the_house_alone" if silent else "nobody_chose", silent


def _cards(record: Record) -> Finding:
    """Check that everything drawn and told follows from the key by the rules."""
    said = [record.shown, *({key: line[key] for key in SHOWN if key in line} for line in record.moves)]
    draws = 0
    try:
        for number, step in enumerate(played(record)):
            draws += len(step.get("drawn", ()))
            if any(said) and json.loads(json.dumps(step)) != said[number]:
                return Finding("other_cards", False, {"line": number, **_first_other(step, said[number])})
    except BadRecord as wrong:
        return Finding("no_replay", False, {"en": wrong.en, "fr": wrong.fr})
    return Finding("cards" if any(said) else "replays", True, {"draws": draws, "lines": len(record.moves)})


def _first_other(step: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """The first difference, as it ought to be and as it stands there."""
    for key in SHOWN:
        ought, is_ = json.loads(json.dumps(step.get(key, []))), said.get(key, [])
        for place in range(max(len(ought), len(is_))):
            pair = [rows[place] if place < len(rows) else None for rows in (ought, is_)]
            if pair[0] != pair[1]:
                return {"where": key, "ought": json.dumps(pair[0]), "said": json.dumps(pair[1])}
    return {"where": "", "ought": "", "said": ""}
