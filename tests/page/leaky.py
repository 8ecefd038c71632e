"""A mutant of the house that lays every hidden card open in its views: `python -m tests.page.leaky`."""

from __future__ import annotations

import sys
from typing import Any

from pioche.engine.table import Table
from pioche.house import serve

CARDS = ("ranks", "rank_set", "cards")
honest = Table.view_of_own


def everything(table: Table, seat: int | None) -> dict[str, Any]:
    own, truth, fields = honest(table, seat), table.position(), table.rules.shape.fields
    return own | {zone: truth[zone] for zone in own if zone in fields and fields[zone].kind in CARDS}


if __name__ == "__main__":
    Table.view_of_own = everything  # type: ignore[method-assign, assignment]
    asked = serve._arguments()
    sys.exit(serve.main(port=asked.port, data=asked.data, open_browser=False, tempo=asked.tempo, loose=asked.loose))
