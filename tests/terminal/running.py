"""The real command in a process of its own, as a user starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def environment(state: Path, **more: str) -> dict[str, str]:
    """A clean environment: English, no colours asked for, unfinished matches kept in a folder of the test."""
    ours = ("LC_", "LANG", "PIOCHE", "NO_COLOR")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"PIOCHE_STATE": str(state), "LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "100"} | more


def pioche(
    *arguments: str, state: Path, typed: str = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `pioche ARGUMENTS` with some typed lines."""
    return subprocess.run(
        [sys.executable, "-m", "pioche", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(state, **(env or {})),
        cwd=state,
        timeout=60,
        check=False,
    )
