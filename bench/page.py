"""`python -m bench.page`: how quick, how smooth and how lasting the page is, into `bench/results/page.md`.

A house is opened, a real Chromium visits it, plays in it and is measured. Nothing is asserted: a busy machine
gives other figures, not other facts.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results"
WARM = 0.25  # of a session: caches fill, code is compiled


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the table in play is watched (default 10)")
    parser.add_argument("--out", type=Path, default=RESULTS, metavar="FOLDER")
    asked = parser.parse_args(argv)
    found = measure(asked.minutes)
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "page.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (asked.out / "page.md").write_text(told(found), encoding="utf-8")
    print(told(found))
    return 0


def measure(minutes: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-m", "pioche.house.serve", "--port", "0", "--no-browser"]
        command += ["--data", f"{folder}/house.db", "--tempo", "0.05", "--loose", "1000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as house:
            try:
                assert house.stdout is not None
                address = next(found[0] for line in house.stdout if (found := re.search(r"http://[\d.:]+", line)))
                script = ["node", "scripts/measure.mjs", address, str(minutes)]
                load = os.getloadavg()[0]
                done = subprocess.run(script, cwd=ROOT / "web", capture_output=True, text=True, check=False)
                if done.returncode:
                    raise SystemExit(done.stderr)
            finally:
                house.terminate()
    machine = {"cores": os.cpu_count(), "load_before": round(load, 1), "load_after": round(os.getloadavg()[0], 1)}
    when = datetime.now(UTC).date().isoformat()
    return {"date": when, "system": platform.platform(terse=True), **machine, **json.loads(done.stdout)}


def growth(samples: list[dict[str, Any]]) -> tuple[float, float]:
    """Kilobytes of heap per thousand pieces of news after the warm-up, by least squares; and how far it swings."""
    late = samples[int(len(samples) * WARM) :]
    xs, ys = [s["news"] / 1000 for s in late], [float(s["heap_kb"]) for s in late]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mx) ** 2 for x in xs)
    slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / spread if spread else 0.0
    return slope, max(ys) - min(ys)


def told(found: dict[str, Any]) -> str:
    visits, weight, samples = found["visits"], found["weight"], found["memory"]
    lines = [
        "# The page, measured",
        "",
        f"{found['date']}, {found['system']}, {found['cores']} cores, Chromium {found['chromium']} without a graphics card. "
        f"The machine was shared: {found['load_before']} processes wanted a core at the start, "
        f"{found['load_after']} at the end. "
        "`make measure-page` writes this page anew.",
        "",
        "| what | goal | measured |",
        "|---|---|---|",
        f"| first visit until interactive, median of {visits['visits']} | 1000 ms | {visits['median_ms']} ms "
        f"({min(visits['ready_ms'])} to {max(visits['ready_ms'])}) |",
        f"| of that, processor time of the page's main thread | | {visits['busy_ms']} ms |",
        f"| everything a first visit fetches | | {visits['bytes'] / 1000:.0f} kB |",
        f"| script, compressed | 150 kB | {weight['script_gzip'] / 1000:.0f} kB ({weight['script'] / 1000:.0f} kB plain) |",
        f"| style, compressed | | {weight['style_gzip'] / 1000:.0f} kB |",
    ]
    lines += [
        f"| frames a second while cards move, {row['game']} | 60 | {row['fps']} (median gap {row['median_ms']} ms, "
        f"19 of 20 under {row['p95_ms']} ms; {row['busy_ms_a_frame']} ms of the main thread a frame) |"
        for row in found["frames"]
    ]
    lines += ["", _why(found)]
    if samples:
        lines += ["", *_lasting(samples)]
    return "\n".join(lines) + "\n"


def _why(found: dict[str, Any]) -> str:
    """Where the frames go that are missing from sixty a second."""
    dearest = max(row["busy_ms_a_frame"] for row in found["frames"])
    typical = max(row["median_ms"] for row in found["frames"])
    return (
        f"A frame has 16.7 ms. The page's main thread needs {dearest} ms of it on average, and the usual gap between two "
        f"frames is {typical} ms. What is missing from sixty is drawn by the processor instead of a graphics card, in "
        f"processes that wait for one of {found['cores']} cores which {found['load_before']} others wanted too."
    )


def _lasting(samples: list[dict[str, Any]]) -> list[str]:
    slope, swing = growth(samples)
    first, last = samples[int(len(samples) * WARM)], samples[-1]
    per_hour = 60 * 60 / 1.5  # a table of people and bots at their usual pace hears something every second and a half
    return [
        "## A table in play",
        "",
        f"{last['news']} pieces of news in {last['seconds'] / 60:.0f} minutes, "
        f"as many as {last['news'] / per_hour:.1f} hours at the usual pace. Heap after garbage collection:",
        "",
        "| news heard | deal | heap | nodes | listeners |",
        "|---|---|---|---|---|",
        *(f"| {s['news']} | {s['deal'] + 1} | {s['heap_kb']} kB | {s['nodes']} | {s['listeners']} |" for s in samples),
        "",
        f"From {first['heap_kb']} kB to {last['heap_kb']} kB; "
        f"trend {slope:+.1f} kB per thousand pieces of news, swing {swing:.0f} kB.",
    ]


if __name__ == "__main__":
    sys.exit(main())
