"""Open a house, take a picture of every screen and game, close it again.

python web/scripts/screenshots.py [folder] [game,game]
python web/scripts/screenshots.py folder tournament      the organiser's path on a phone, a laptop and a projector
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).parents[1]


def main(folder: str = "screenshots", games: str = "") -> int:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-u", "-m", "pioche.house.serve", "--port", "0", "--no-browser", "--loose", "1000"]
        pace = ["--tempo", "0.25", "--data", f"{data}/house.db"]
        with subprocess.Popen([*command, *pace], stdout=subprocess.PIPE, text=True) as house:
            assert house.stdout is not None
            line = next(line for line in house.stdout if "http://" in line)
            address = re.search(r"http://[\d.:]+", line)
            assert address is not None
            out = str(Path(folder).resolve())
            script = "tournament.mjs" if games == "tournament" else "screenshots.mjs"
            taken = subprocess.run(["node", f"scripts/{script}", address[0], out, games], cwd=WEB, check=False)
            house.terminate()
    return taken.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
