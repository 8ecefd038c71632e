"""`pioche simulate`, `pioche odds` and `pioche bench`: the lab from the command line."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pioche
from pioche import text
from pioche.engine.game import COMPILED, PLAIN, Game, games, has_compiler
from pioche.errors import BadOption, NeedsCompiler
from pioche.terminal import refusal, show, show_json
from pioche.terminal.game_names import load_named
from pioche.terminal.progress import bar
from pioche.terminal.screen import Screen

ENGINES = (COMPILED, PLAIN)
CPU_SECONDS_A_FIGURE = 1.0  # of CPU time for each figure of the bench


def simulate(asked: Any, lang: str) -> int:
    from pioche.lab.sums import json_text

    game = load_named(asked.game, **asked.options)
    if asked.figures:
        if asked.out:
            raise refusal("errors.figures_out")
        found = [_run(table, asked, lang).as_json() for table in _every_size(asked)]
        show_json(json_text(found))
        return 0
    result = _run(game, asked, lang)
    if asked.json:
        show_json(json_text(result.as_json()))
    else:
        for line in result.lines(lang):
            show(line)
    if asked.out:
        show(text.fill(text.catalogue("terminal", lang)["lab"]["written"], {"file": asked.out}, lang), error=True)
    return 0


def _run(game: Game, asked: Any, lang: str) -> Any:
    from pioche.lab.simulate import simulate as run

    with bar(game.title(lang), lang) as progress:
        return run(
            game, asked.matches, asked.bots, asked.seed, cluster=asked.cluster, progress=progress, out=asked.out,
            table=asked.table,
        )  # fmt: skip


def _every_size(asked: Any) -> Iterator[Game]:
    """The game at every number of seats its options allow."""
    low, high = load_named(asked.game).seat_range
    for seats in range(low, high + 1):
        try:
            yield load_named(asked.game, **{**asked.options, "seats": seats})
        except BadOption:  # some options want more players
            continue


def odds(asked: Any, lang: str) -> int:
    """Print the exact solutions of a game beside the same figures by simulation."""
    from pioche.lab.solved import solve, solver

    game, screen = load_named(asked.game), Screen(lang)
    module = solver(game.id)
    if module and module.MINUTES[1] and not asked.decks:
        if not has_compiler():  # what takes minutes is compiled
            raise NeedsCompiler
        low, high = module.MINUTES
        show(screen.word("odds.how_long", low=low, high=high), error=True, flush=True)
    with bar(screen.word("odds.solving"), lang) as progress:
        found = solve(game.id, asked.decks, asked.rounds, asked.seed, progress)
    if found is None:
        raise refusal("errors.no_odds", game=game.id)
    if asked.json:
        show_json(json.dumps(found.figures, indent=2))
        return 0
    screen.tell(f"odds.{found.head[0]}", **found.head[1])
    rows = []
    for row in found.rows:
        told, apart = "–", "–"
        if row.played:
            told = f"{_share(row.played[0], lang)} ± {_share(row.played[1], lang)}"
            apart = _apart((row.played[0] - row.exact) / row.played[1], lang)
        rows.append([*(screen.word(f"odds.{who}") for who in row.who), _share(row.exact, lang), told, apart])
    screen.grid([screen.word(f"odds.{name}") for name in (*found.who, found.share, "played", "apart")], rows)
    for note, numbers in found.notes:
        screen.tell(f"odds.{note}", **numbers)
    return 0


def _share(value: float, lang: str) -> str:
    return text.percent(value, lang, 2)


def _apart(value: float, lang: str) -> str:
    return text.decimal(value, lang, 1, "+")


def bench(asked: Any, lang: str) -> int:
    """The repository's bench when it is at hand, else how fast each game runs in both engines."""
    whole = _repository()
    if whole is not None:
        return int(whole(asked.rest))
    from pioche.lab.speed import measure

    screen = Screen(lang)
    rows = []
    for name in games():
        show(screen.word("bench.waiting", game=name), error=True)
        compiled, plain = (n / seconds for n, seconds in (measure(name, engine, CPU_SECONDS_A_FIGURE) for engine in ENGINES))
        rows.append([name, text.thousands(compiled), text.thousands(plain), f"{compiled / plain:.0f}×"])
    screen.tell("bench.head", seconds=CPU_SECONDS_A_FIGURE)
    screen.grid([screen.word(f"bench.{name}") for name in ("game", "compiled", "plain", "ratio")], rows)
    return 0


def _repository() -> Callable[[list[str]], int] | None:
    """The benchmark in the source folder, which knows the other libraries; None when Pioche runs without it."""
    root = Path(pioche.__file__).parents[2]
    if not (root / "bench" / "__main__.py").is_file():
        return None
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    main: Callable[[list[str]], int] = importlib.import_module("bench.__main__").main
    return main
