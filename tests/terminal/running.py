"""The real command, in a process of its own as a user starts it, or without the time a process takes to start."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from pioche.terminal.cli import main


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


def pioche_here(*arguments: str, state: Path) -> subprocess.CompletedProcess[str]:
    """Run `pioche ARGUMENTS` in this process, with the environment and the folder `pioche` gives it."""
    out, err = io.StringIO(), io.StringIO()
    with patch.dict(os.environ, environment(state), clear=True), chdir(state), redirect_stdout(out), redirect_stderr(err):
        code = main(list(arguments))
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())
