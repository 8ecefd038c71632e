"""A mutant of the house that shows views as the engine makes them: `python -m tests.house.secrets.leaky`."""

from __future__ import annotations

import sys
from typing import Any

from pioche.engine.table import Table
from pioche.house import serve
from pioche.house.tables import news


def everything(table: Table) -> dict[str, Any]:
    return table.view_in_common()


if __name__ == "__main__":
    news.in_common = everything
    asked = serve._arguments()
    sys.exit(serve.main(port=asked.port, data=asked.data, open_browser=False, tempo=asked.tempo, loose=asked.loose))
