"""A house with guests on its list: `python -m tests.guests.house`."""

from __future__ import annotations

import sys

from pioche.house import serve
from tests import guests

guests.register()  # also in the processes the house starts: they import this module again

if __name__ == "__main__":
    asked = serve._arguments()
    sys.exit(
        serve.main(port=asked.port, data=asked.data, open_browser=False, tempo=asked.tempo, loose=asked.loose, log_level=asked.log)
    )
