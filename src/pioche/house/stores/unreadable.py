"""A table whose journal cannot be read or folded: it is frozen, its people are told why, and all others play on."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import Refusal, said
from pioche.house.stores.store import JournalDamaged, Store
from pioche.house.stores.writer import Writer

LATER = ("Invalid value", "Object contains unknown field", "Invalid enum value")  # how msgspec meets what it does not know


class Unreadable(Refusal):
    """This table is kept as it is; nothing can be played or shown there."""

    def __init__(self, why: Said, what: str = "unreadable") -> None:
        super().__init__(what, 409, why=why)

    @classmethod
    def at(cls, entry: int, wrong: Exception, what: str = "unreadable") -> Unreadable:
        """What is the matter with an entry, by what went wrong with it."""
        if isinstance(wrong, msgspec.ValidationError) and str(wrong).startswith(LATER):
            kind = "later"
        elif isinstance(wrong, JournalDamaged | msgspec.DecodeError | msgspec.ValidationError | UnicodeDecodeError):
            kind = "damaged"
        else:
            kind = "unplayable"
        return cls(said("unreadable", kind, entry=entry + 1), what)


async def stored_journal(writer: Writer, code: str, first: int = 0, what: str = "unreadable") -> list[bytes]:
    """The entries of a table. Unreadable when they are damaged; StoreFailed when nothing can be read at all."""
    return await _looked(writer, lambda store: store.journal(code, first), what)


async def stored_opening(writer: Writer, code: str, what: str = "unreadable") -> list[bytes]:
    """The first of them alone: whoever asks for the wrong kind of journal has nobody read all of it."""
    return await _looked(writer, lambda store: store.opening(code), what)


async def _looked(writer: Writer, entries: Callable[[Store], list[bytes]], what: str) -> list[bytes]:
    try:
        return await writer.look(entries)
    except JournalDamaged as damaged:
        raise Unreadable.at(damaged.entry, damaged, what) from damaged
