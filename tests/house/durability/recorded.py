"""A house that writes down what it asks of its disk: `python -m tests.house.durability.recorded`.

PIOCHE_DISK_LOG is where. PIOCHE_CHECKPOINT: pages after which the log is carried over into the file, when that is to
happen more often than usual. PIOCHE_HASTY: acknowledge before the commit.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pioche.house.core.house
from pioche.house import serve
from pioche.house.stores import sqlite
from tests.house.durability import disk_log
from tests.house.durability.forgetful import Hasty

if __name__ == "__main__":
    asked = serve._arguments()
    disk_log.record(Path(os.environ["PIOCHE_DISK_LOG"]), Path(asked.data))
    if os.environ.get("PIOCHE_CHECKPOINT"):
        sqlite.PRAGMAS["wal_autocheckpoint"] = os.environ["PIOCHE_CHECKPOINT"]
    if os.environ.get("PIOCHE_HASTY"):
        pioche.house.core.house.Writer = Hasty
    sys.exit(
        serve.main(
            port=asked.port, data=asked.data, open_browser=False, tempo=asked.tempo, loose=asked.loose, backups=asked.backups
        )
    )
