"""Copies of tables of other workers, to read only: for lists, the lobby, and matches continued from an old one.

A copy is brought up to date from the journal each time it is asked for, so it is never older than the question.
"""

from __future__ import annotations

from collections import OrderedDict
from operator import methodcaller

from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.unreadable import Unreadable, stored_journal
from pioche.house.stores.writer import Writer
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState

MAX_READ_ONLY_TABLES = 200  # kept in memory


class ReadOnlyTables:
    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self._kept: OrderedDict[str, tuple[int, TableState]] = OrderedDict()  # code -> (epoch, state)

    async def read(self, code: str) -> TableState:
        """Return the state of a table as it is stored now; raise Refusal."""
        epoch = self.writer.store.epoch
        kept = self._kept.pop(code, None)
        state = kept[1] if kept is not None and kept[0] == epoch else None
        first = state.length if state is not None else 0
        bodies = await stored_journal(self.writer, code, first)
        if state is None:
            if not bodies or await self.writer.read(methodcaller("table", code)) is None:  # a tournament has a journal, too
                raise Refusal("no_such_table", 404)
            state = TableState.of(bodies)
        else:
            for body in bodies:
                try:
                    state.absorb(j.read(body))
                except Exception as wrong:
                    raise Unreadable.at(state.length, wrong) from wrong
        self._kept[code] = epoch, state
        while len(self._kept) > MAX_READ_ONLY_TABLES:
            self._kept.popitem(last=False)
        return state
