"""A house on a disk that can be filled and emptied from outside: `python -m tests.house.durability.narrow`.

SIGUSR1: no page of any file can be written any more, as on a full disk. SIGUSR2: there is room again.
"""

from __future__ import annotations

import resource
import signal
import sys
from typing import Any

from pioche.house import serve


def main() -> int:
    asked = serve._arguments()
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def full(*_: Any) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))

    def free(*_: Any) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    signal.signal(signal.SIGUSR1, full)
    signal.signal(signal.SIGUSR2, free)
    return serve.main(port=asked.port, data=asked.data, open_browser=False, tempo=asked.tempo, loose=asked.loose)


if __name__ == "__main__":
    sys.exit(main())
