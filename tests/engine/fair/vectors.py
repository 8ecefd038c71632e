"""Test vectors for whoever writes a verifier: `python -m tests.engine.fair.vectors` writes docs/fair-vectors.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pioche import Record
from pioche.engine.fair.shares import Deal, house_promise, key_of, share_promise
from pioche.engine.fair.shown import Noted, shown
from pioche.engine.fair.verifying import verify
from pioche.engine.keystream import commitment
from tests.engine.fair.deals import deal_of, flips, match, secret

FILE = Path(__file__).parents[3] / "docs" / "fair-vectors.json"
WIDE = [2**63 + 1] * 4  # about every second word is thrown away; as text, because JavaScript cuts long numbers
BOUNDS = [2, 3, 6, 10, 52, 55, 1000, 2**32, 7, 1, 52]


def made() -> dict[str, Any]:
    name = "k7m39qfx2p/1"
    own, shares = secret("house"), {0: secret("Ada"), 2: secret("Béa"), 11: secret("Chloé")}
    keys = [
        {
            "deal": name,
            "secret": own,
            "shares": [[seat, share] for seat, share in one.items()],
            "key": f"{key_of(name, own, one):064x}",
        }
        for one in ({}, shares, {0: shares[0], 2: None, 11: shares[11]}, {0: None})
    ]
    return {
        "about": "Test vectors of docs/fair-spec.md. Secrets, shares, promises and keys are in hexadecimal.",
        "house": [
            {"deal": one, "secret": own, "promise": house_promise(one, own)}
            for one in (name, "k7m39qfx2p/2", "club/3/duplicate/5/0")
        ],
        "shares": [
            {"deal": name, "seat": seat, "share": share, "promise": share_promise(name, seat, share)}
            for seat, share in shares.items()
        ],
        "keys": keys,
        "streams": [_stream(key_of(name, own, {})), _stream(key_of(name, own, shares))],
        "records": _records(),
    }


def _stream(key: int) -> dict[str, Any]:
    stream = Noted(key)
    wide = [[str(bound), str(stream.below(None, bound))] for bound in WIDE]
    stream.notes.clear()
    for bound in BOUNDS:
        stream.below(None, bound)
    row, left = [0, *range(1, 11)], 55
    for _ in range(12):
        row[stream.pick(None, row, left)] -= 1
        left -= 1
    return {"key": f"{key:064x}", "wide": wide, "drawn": stream.notes, "words": stream.drawn}


def _records() -> list[dict[str, Any]]:
    found = []

    def add(name: str, text: str, honest: Record | None = None) -> None:
        verdict, honest = verify(Record.loads(text)), honest or Record.loads(text)
        found.append(
            {
                "name": name, "kept": verdict.kept, "proof": verdict.proof, "silent": verdict.silent,
                "findings": [[finding.what, finding.kept] for finding in verdict.findings], "seen": seen(honest, 0),
                "record": text,
            }
        )  # fmt: skip

    good = match("pairs", deal_of("vectors/1", 3), 40, seats=3)
    hidden = match("hawthorn", deal_of("vectors/2", 2, silent=(1,)), 30, seats=2, deals=1)
    pack = match("agnes", deal_of("vectors/3", 1), 30, seats=3)
    add("three shares", good.dumps())
    add("a silent seat", hidden.dumps())
    add("a pack of cards", pack.dumps())
    add("the house alone", match("pairs", deal_of("vectors/4", 0), 10, seats=2).dumps())
    earlier = match("pairs", deal_of("vectors/5", 0), 10, seats=2)
    earlier.fair = {"version": 0, "promise": commitment(earlier.seed)}
    add("an earlier house: the key alone was promised", earlier.dumps())
    earlier.fair = None
    add("a key and no promise", earlier.dumps())
    plain = shown(_practice())
    add("practice", plain.dumps())
    for k, (where, text) in enumerate(flips(good)):
        if k % 29 == 0:
            add(f"one number changed: {where}", text, good)
    for change in (_other_secret, _other_share, _silenced, _left_out, _other_key):
        bad = Record.loads(good.dumps())
        change(bad)
        add(f"tampered: {change.__name__[1:]}", bad.dumps(), good)
    return found


def seen(record: Record, seat: int) -> list[dict[str, Any]]:
    """What the page of a seat was told during the match."""
    told = [
        event for line in (record.shown, *record.moves) for event in line.get("told", ()) if event["only"] in (None, seat)
    ]
    return [
        {"kind": event["kind"], "about": {k: v for k, v in event.items() if k not in ("kind", "only")}} for event in told
    ]


def _practice() -> Record:
    import pioche

    table = pioche.load("pairs", seats=2).table(seed=7)
    for _ in range(6):
        table.act(table.actors[0], "hit")
    return table.record()


def _other_secret(record: Record) -> None:
    assert record.fair is not None
    record.fair["secret"] = secret("another")


def _other_share(record: Record) -> None:
    assert record.fair is not None
    record.fair["shares"][1]["share"] = secret("another")


def _silenced(record: Record) -> None:
    """A share that was shown is said to have stayed silent."""
    assert record.fair is not None
    record.fair["shares"][1]["share"] = None


def _left_out(record: Record) -> None:
    assert record.fair is not None
    del record.fair["shares"][1]


def _other_key(record: Record) -> None:
    """The house has the cards of another secret, and the right promises."""
    assert record.fair is not None
    wrong = Deal.read({**record.fair, "secret": secret("another")})
    record.seed = wrong.key


if __name__ == "__main__":
    FILE.write_text(json.dumps(made(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(FILE, FILE.stat().st_size)
