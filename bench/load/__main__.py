"""`python -m bench.load`: put everybody under the same load, print, write bench/results/load.md and load.json."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.load import report
from bench.load.contenders import CONTENDERS, HERE
from bench.load.database import program
from bench.load.measure import Load, Trouble, measure

RESULTS = Path(__file__).parents[1] / "results"
FILES = 8192  # open sockets, with room for everything else


def main(argv: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(argv)
    missing = _missing(asked.who)
    if missing:
        print(missing, file=sys.stderr)
        return 2
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    load = Load(asked.tables, asked.rates[0], asked.seconds, asked.warm, priority=asked.nice)
    results = []
    for lap in range(asked.laps):
        for name, rate in ((name, rate) for name in asked.who for rate in asked.rates):
            print(f"{name}, {rate} moves a second, {lap + 1} of {asked.laps} ...", flush=True)
            try:
                results.append(measure(CONTENDERS[name], replace(load, rate=rate)))
            except Trouble as trouble:
                print(f"{name}: {trouble}", file=sys.stderr)
                return 1
            print(report.line(results[-1]), flush=True)
    what = f"--tables {load.tables} --rates {' '.join(map(str, asked.rates))} --seconds {load.seconds}"
    command = f"python -m bench.load {what} --laps {asked.laps} --nice {asked.nice}"
    page = report.page(results, load, command)
    print(page)
    if asked.out is not None:
        for path in report.write(asked.out, page, results, load, command):
            print(f"wrote {path}")
    return 0


def _missing(who: Sequence[str]) -> str:
    if (os.cpu_count() or 1) < 2:
        return "This needs two cores: one for the server, one for those who play."
    for tool, where in (("node", "apt-get install nodejs"), ("taskset", "apt-get install util-linux")):
        if shutil.which(tool) is None:
            return f"This needs {tool}: {where}."
    if program("initdb") is None and any(CONTENDERS[name].database for name in who):
        return "This needs PostgreSQL: apt-get install postgresql."
    if not (HERE / "node_modules").is_dir():
        return "This needs boardgame.io: make load installs it (or npm ci in bench/load)."
    return ""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=sys.modules["bench.load"].__doc__)
    parser.add_argument("--tables", type=int, default=500, help="tables of four (default 500)")
    parser.add_argument(
        "--rates",
        type=int,
        nargs="+",
        default=[500, 1000],
        metavar="N",
        help="moves a second over all tables (default 500 and 1000)",
    )
    parser.add_argument("--seconds", type=int, default=60, help="how long it counts (default 60)")
    parser.add_argument("--warm", type=int, default=10, help="how long it does not count yet (default 10)")
    parser.add_argument("--laps", type=int, default=1, help="how often each is measured; the best lap counts (default 1)")
    parser.add_argument(
        "--who",
        nargs="+",
        choices=list(CONTENDERS),
        default=list(CONTENDERS),
        metavar="NAME",
        help=f"some of: {'; '.join(CONTENDERS)} (default all)",
    )
    parser.add_argument(
        "--nice",
        type=int,
        default=0,
        metavar="N",
        help="priority of servers and players; below 0 (root only) where other work shares the machine",
    )
    parser.add_argument("--out", type=Path, default=RESULTS, metavar="FOLDER", help="where the results go")
    return parser


if __name__ == "__main__":
    sys.exit(main())
