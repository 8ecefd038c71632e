"""How the house and the players make the key of a deal together.

Everybody promises a secret of 32 bytes before anybody shows one. The key is a hash of all of them: as long as one of them
was chosen honestly, nobody can have chosen the key. docs/fair-spec.md says it for others who want to write it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from pioche.engine.keystream import KEY_BITS

VERSION = 1
SECRET_BYTES = 32  # of a secret
SECRET = re.compile(r"[0-9a-f]{64}")
HOUSE, SHARE, DEAL = b"pioche house 1\n", b"pioche share 1\n", b"pioche deal 1\n"


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def house_promise(deal: str, secret: str) -> str:
    """Return the commitment the house publishes before any share is shown. `deal` is the name of the deal: no promise
    fits another one."""
    return hashlib.sha256(HOUSE + _line(deal) + _raw(secret)).hexdigest()


def share_promise(deal: str, seat: int, share: str) -> str:
    """Return the commitment a seat publishes. It contains the seat number, so that no promise can be copied."""
    return hashlib.sha256(SHARE + _line(deal) + _line(str(seat)) + _raw(share)).hexdigest()


def key_of(deal: str, secret: str, shares: Mapping[int, str | None]) -> int:
    """The key of the cards: of the house's secret and the shares by seat, None for a seat that stayed silent."""
    whole = DEAL + _line(deal) + _raw(secret)
    for seat in sorted(shares):
        share = shares[seat]
        whole += bytes([seat]) + (b"\0" if share is None else b"\1" + _raw(share))
    return int.from_bytes(hashlib.sha256(whole).digest(), "big") | 1 << (KEY_BITS - 1)


def _line(word: str) -> bytes:
    return word.encode() + b"\n"


def _raw(secret: str) -> bytes:
    if not SECRET.fullmatch(secret):
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, in hexadecimal")
    return bytes.fromhex(secret)


class Part(NamedTuple):
    """The contribution of one seat to a deal. Without a share the seat stayed silent."""

    seat: int
    promise: str
    share: str | None


class Deal(NamedTuple):
    """How the key of a match was derived, as its record keeps it."""

    name: str
    promise: str  # of the house
    secret: str
    parts: list[Part]

    @property
    def key(self) -> int:
        return key_of(self.name, self.secret, {part.seat: part.share for part in self.parts})

    def written(self) -> dict[str, Any]:
        shares = [{"seat": part.seat, "promise": part.promise, "share": part.share} for part in self.parts]
        return {"version": VERSION, "deal": self.name, "promise": self.promise, "secret": self.secret, "shares": shares}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Deal:
        """ValueError, KeyError or TypeError for what is none."""
        if written["version"] != VERSION:
            raise ValueError("another version")
        parts = [Part(int(one["seat"]), str(one["promise"]), one["share"]) for one in written["shares"]]
        if [part.seat for part in parts] != sorted({part.seat for part in parts}):
            raise ValueError("a seat is named twice, or out of order")
        found = cls(str(written["deal"]), str(written["promise"]), str(written["secret"]), parts)
        if "\n" in found.name or not found.name.isascii() or any(not 0 <= part.seat < 256 for part in parts):
            raise ValueError("no name of a deal, or no seat")
        for secret in (found.secret, *(part.share for part in parts)):
            if secret is not None:
                _raw(secret)
        return found
