"""`pioche verify RECORD`: check the promises about the cards from the record alone, without the network."""

from __future__ import annotations

from typing import Any

from pioche.engine.fair.verifying import Finding
from pioche.engine.fair.verifying import verify as verified
from pioche.engine.record import Record
from pioche.terminal import say, show
from pioche.text.plain_letters import on_one_line

BROKEN = 1


def verify(asked: Any, lang: str) -> int:
    record = Record.open(asked.file)
    verdict = verified(record)
    for finding in verdict.findings:
        mark = {True: "kept", False: "broken", None: "note"}[finding.kept]
        show(f"{say(f'verify.{mark}', lang)} {_sentence(finding, record, lang)}")
    show()
    if not verdict.kept:
        show(say("verify.not_kept", lang))
        return BROKEN
    show(say(f"verify.proof.{verdict.proof}", lang, deals=2 ** len(verdict.silent), silent=len(verdict.silent)))
    return 0


def _sentence(finding: Finding, record: Record, lang: str) -> str:
    about = dict(finding.about)
    if "seat" in about:
        seat = int(about["seat"])
        about["name"] = (
            on_one_line(str(record.names[seat])) if seat < len(record.names) else say("verify.seat", lang, seat=seat + 1)
        )
    if finding.what == "no_replay":
        about["why"] = about[lang]
    if finding.what == "other_cards" and finding.about["line"] == 0:
        return say("verify.finding.other_first", lang, **about)
    key = finding.what if finding.kept is not False or finding.what in ALWAYS_BROKEN else f"{finding.what}_broken"
    return say(f"verify.finding.{key}", lang, **about)


ALWAYS_BROKEN = ("unreadable", "no_replay", "other_cards")
