"""What the small client needs, and what it says when that is missing."""

from __future__ import annotations

import subprocess
import sys


def test_without_httpx_it_says_what_to_install() -> None:
    program = "import sys; sys.modules['httpx'] = None; import pioche.client"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")

    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "pioche.client needs the package httpx: pip install httpx." in last
    assert "demande le paquet httpx" in last


def test_nothing_else_needs_httpx() -> None:
    program = (
        "import sys; sys.modules['httpx'] = sys.modules['matplotlib'] = None; "
        "import pioche, pioche.lab.arena, pioche.lab.ladder, pioche.house.app; from pioche.terminal.cli import main; main(['games'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")

    assert (done.returncode, done.stderr) == (0, "")
