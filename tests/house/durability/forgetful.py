"""A mutant of the house that acknowledges before the commit; the tests must catch it.

`python -m tests.house.durability.forgetful`
"""

from __future__ import annotations

import sys
import time
from typing import Any

from pioche.house import serve
from pioche.house.stores import writer


class Hasty(writer.Writer):
    """Says done, then writes: what a server does that answers on receipt."""

    def _serve(self, batch: list[Any]) -> None:
        writes = [(future, None) for _, future, wanted in batch if wanted]
        if writes:
            self.loop.call_soon_threadsafe(self._written, writes)
            time.sleep(0.03)  # the disk takes its time
        super()._serve(batch)


if __name__ == "__main__":
    import pioche.house.core.house

    pioche.house.core.house.Writer = Hasty
    asked = serve._arguments()
    sys.exit(serve.main(port=asked.port, data=asked.data, open_browser=False, tempo=asked.tempo, loose=asked.loose))
