"""A restore that dies at a chosen moment: `python -m tests.house.durability.cut COPY FILE`, then a number on each line.

Python tells beforehand what a program is about to do with files. The restore is killed right before the deed of that
number, and what became of it is answered: `cut`, or its exit code when there were fewer deeds.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from pioche.house import maintenance_commands

DEEDS = {"os.rename", "os.remove", "os.link", "os.truncate", "os.chmod", "os.chown", "os.mkdir", "open", "sqlite3.connect"}


def restore(copied: str, path: str, nth: int) -> int:
    folder, left = os.path.dirname(path), nth

    def about_to(deed: str, told: tuple[Any, ...]) -> None:
        nonlocal left
        if deed in DEEDS and folder in str(told):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(about_to)
    return maintenance_commands.restore(copied, path)


def main(copied: str, path: str) -> None:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os._exit(restore(copied, path, int(line)))
        _, status = os.waitpid(child, 0)
        print("cut" if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
