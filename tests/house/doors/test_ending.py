"""How a house ends: by hand, or by whoever keeps services. Both times it says so, and nothing went wrong."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.running import SERVE


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_house_says_that_it_is_closed(tmp_path: Path, by: signal.Signals, lang: str) -> None:
    arguments = ("--no-browser", "--port", "0", "--data", str(tmp_path / "house.db"), "--lang", lang)
    house = subprocess.Popen([sys.executable, *SERVE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert house.stdout is not None
    while "Ctrl+C" not in house.stdout.readline():
        pass
    house.send_signal(by)
    said, wrong = house.communicate(timeout=30)
    assert (house.returncode, wrong) == (0, "")
    assert said.strip() == {"en": "Stopped. All moves are saved.", "fr": "Arrêté. Tous les coups sont enregistrés."}[lang]
