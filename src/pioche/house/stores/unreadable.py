"""Tables whose journal cannot be read or folded: requests for them are refused with the reason; all others work."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import Refusal, said
from pioche.house.stores.store import JournalDamaged, Store
from pioche.house.stores.writer import Writer

LATER = (
    "Invalid value",
    "Object contains unknown field",
    "Invalid enum value",
)  # msgspec's errors for entries of a later version


class Unreadable(Refusal):
    """The refusal at a table whose journal cannot be read: nothing is changed, played or shown there."""

    def __init__(self, why: Said, what: str = "unreadable") -> None:
        super().__init__(what, 409, why=why)

    @classmethod
    def at(cls, entry: int, wrong: Exception, what: str = "unreadable") -> Unreadable:
        """Return the refusal for the exception that an entry has caused."""
        if isinstance(wrong, msgspec.ValidationError) and str(wrong).startswith(LATER):
            kind = "later"
        elif isinstance(wrong, JournalDamaged | msgspec.DecodeError | msgspec.ValidationError | UnicodeDecodeError):
            kind = "damaged"
        else:
            kind = "unplayable"
        return cls(said("unreadable", kind, entry=entry + 1), what)


async def stored_journal(writer: Writer, code: str, first: int = 0, what: str = "unreadable") -> list[bytes]:
    """Return the entries of a journal; raise Unreadable when they are damaged, StoreFailed when nothing can be read."""
    return await _read_entries(writer, lambda store: store.journal(code, first), what)


async def stored_opening(writer: Writer, code: str, what: str = "unreadable") -> list[bytes]:
    """Return the first entry alone, which tells the kind of a journal without reading all of it."""
    return await _read_entries(writer, lambda store: store.opening(code), what)


async def _read_entries(writer: Writer, entries: Callable[[Store], list[bytes]], what: str) -> list[bytes]:
    try:
        return await writer.read(entries)
    except JournalDamaged as damaged:
        raise Unreadable.at(damaged.entry, damaged, what) from damaged
