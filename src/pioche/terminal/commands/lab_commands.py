"""`pioche simulate` and `pioche bench`: the lab from the command line."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import pioche
from pioche.engine.game import COMPILED, PLAIN, Game, games
from pioche.errors import BadOption
from pioche.terminal import refusal
from pioche.terminal.game_names import load_named
from pioche.terminal.screen import Screen

ENGINES = (COMPILED, PLAIN)
SECONDS = 1.0  # of CPU time for each figure of the bench

Progress = Callable[[int, int], None]


def simulate(asked: Any, lang: str) -> int:
    game = load_named(asked.game, **asked.options)
    if asked.figures:
        found = [_run(table, asked, lang).as_json() for table in _every_size(asked)]
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    result = _run(game, asked, lang)
    if asked.json:
        print(json.dumps(result.as_json(), ensure_ascii=False, indent=2))
    else:
        for line in result.lines(lang):
            print(line)
    return 0


def _run(game: Game, asked: Any, lang: str) -> Any:
    from pioche.lab.simulate import simulate as run

    with bar(game.title(lang)) as progress:
        return run(game, asked.matches, asked.bots, asked.seed, progress=progress)


def _every_size(asked: Any) -> Iterator[Game]:
    """The game at every number of seats its options allow."""
    low, high = load_named(asked.game).seat_range
    for seats in range(low, high + 1):
        try:
            yield load_named(asked.game, **{**asked.options, "seats": seats})
        except BadOption:  # some options want more players
            continue


@contextmanager
def bar(title: str) -> Iterator[Progress | None]:
    """A bar on the terminal, apart from the results; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def odds(asked: Any, lang: str) -> int:
    """What is solved exactly, beside the same by play: the dealer's edge at Rocket, and Pairs for two."""
    game = load_named(asked.game)
    if game.id == "pairs" and not asked.decks:
        return _pairs_for_two(asked, lang)
    if game.id != "rocket" or asked.decks > 8:
        raise refusal("errors.no_odds", game=game.id)
    from pioche.lab.solved import rocket_for_one

    found = []
    for policy in rocket_for_one.POLICIES:
        play = rocket_for_one.play_engine if asked.decks else rocket_for_one.play_endless
        how = (policy, asked.decks, asked.rounds, asked.seed) if asked.decks else (policy, asked.rounds, asked.seed)
        mean, error = play(*how)
        found.append((policy, rocket_for_one.rocket(policy, asked.decks).edge, mean, error))
    if asked.json:
        print(json.dumps([{"policy": p, "edge": e, "played": m, "se": se} for p, e, m, se in found], indent=2))
        return 0
    screen = Screen(lang)
    screen.tell("odds.shoe" if asked.decks else "odds.endless", decks=asked.decks, rounds=asked.rounds)
    rows = [
        [screen.word(f"odds.{p}"), _share(e, lang), f"{_share(m, lang)} ± {_share(se, lang)}", f"{(m - e) / se:+.1f}"]
        for p, e, m, se in found
    ]
    screen.grid([screen.word(f"odds.{name}") for name in ("policy", "edge", "played", "apart")], rows)
    passes = rocket_for_one.rocket("optimal", asked.decks).first_passes()
    for dealer in sorted({d for _, d in passes}):
        screen.tell("odds.leave", dealer=dealer, own=min(a for a, d in passes if d == dealer))
    return 0


def _pairs_for_two(asked: Any, lang: str) -> int:
    """Who wins how often against whom; by play where a policy needs no solution."""
    from pioche.lab.solved import pairs_for_two

    losing_score = int(pioche.load("pairs", seats=2).options["losing_score"])
    pairings = list(combinations(range(len(pairs_for_two.POLICIES)), 2))
    screen = Screen(lang)
    found = []
    with bar(screen.word("odds.solving")) as progress:
        for k, (mine, theirs) in enumerate(pairings):

            def part(done: int, total: int, k: int = k) -> None:
                if progress:
                    progress(k * total + done, len(pairings) * total)

            exact = pairs_for_two.solve(mine, theirs, losing_score, part)
            simple = pairs_for_two.PERFECT not in (mine, theirs)
            by_play = pairs_for_two.played(mine, theirs, asked.rounds, losing_score, asked.seed) if simple else None
            found.append((pairs_for_two.POLICIES[mine], pairs_for_two.POLICIES[theirs], exact, by_play))
    if asked.json:
        said = [{"player": a, "against": b, "wins": e, "played": p and p[0], "se": p and p[1]} for a, b, e, p in found]
        print(json.dumps(said, indent=2))
        return 0
    screen.tell("odds.duet", score=losing_score, rounds=asked.rounds)
    rows = [
        [
            screen.word(f"odds.{a}"),
            screen.word(f"odds.{b}"),
            _share(e, lang),
            f"{_share(p[0], lang)} ± {_share(p[1], lang)}" if p else "–",
            f"{(p[0] - e) / p[1]:+.1f}" if p else "–",
        ]
        for a, b, e, p in found
    ]
    screen.grid([screen.word(f"odds.{name}") for name in ("policy", "against", "wins", "played", "apart")], rows)
    return 0


def _share(value: float, lang: str) -> str:
    return f"{100 * value:.2f}\u202f%".replace(".", "," if lang == "fr" else ".")


def bench(asked: Any, lang: str) -> int:
    """The repository's bench when it is at hand, else how fast each game runs in both engines."""
    whole = _repository()
    if whole is not None:
        return int(whole(asked.rest))
    from pioche.lab.speed import measure

    screen = Screen(lang)
    rows = []
    for name in games():
        print(screen.word("bench.waiting", game=name), file=sys.stderr)
        compiled, plain = (n / seconds for n, seconds in (measure(name, engine, SECONDS) for engine in ENGINES))
        rows.append([name, _thousands(compiled), _thousands(plain), f"{compiled / plain:.0f}×"])
    screen.tell("bench.head", seconds=SECONDS)
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


def _thousands(number: float) -> str:
    return f"{number:,.0f}".replace(",", "\u202f")
