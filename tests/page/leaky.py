"""A mutant of the house that lays every hidden card open in its views: `python -m tests.page.leaky`."""

from __future__ import annotations

import sys
from typing import Any

from pioche.house import desk, serve
from pioche.table import Table

CARDS = ("ranks", "rank_set", "cards")


def everything(table: Table, watcher: int | None) -> dict[str, Any]:
    view = table.view(watcher)
    del view["clock"]
    truth = table.position()
    fields = table.rules.shape.fields
    return view | {zone: truth[zone] for zone in view if zone in truth and zone in fields and fields[zone].kind in CARDS}


if __name__ == "__main__":
    desk.seen = everything
    asked = serve._arguments()
    sys.exit(serve.main(port=asked.port, data=asked.data, open_browser=False, tempo=asked.tempo, loose=asked.loose))
