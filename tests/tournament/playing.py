"""Helpers: tournaments that stand where a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from pioche.tournament import Row, Tournament

Raw = Callable[[list[str]], list[int]]


def tournament(
    names: Sequence[str] | int, game: str = "agnes", clubs: Mapping[str, str] | None = None, **options: Any
) -> Tournament:
    """Everybody registered and checked in."""
    t = Tournament(game, **{"seed": 7, **options})
    for name in [f"P{i}" for i in range(names)] if isinstance(names, int) else names:
        t.register(name, club=(clubs or {}).get(name))
        t.check_in(name)
    return t


def by_lot(names: Sequence[str], clubs: Mapping[str, str] | None = None, **options: Any) -> Tournament:
    """The same, and the lots stand in the order of the names."""
    probe = tournament(len(names), **options)
    probe.seat()
    lots = [one.lot for one in probe.entrants]
    return tournament([names[(lot or 0) - 1] for lot in lots], clubs=clubs, **options)


def arrange(t: Tournament, tables: Sequence[Sequence[str]]) -> None:
    """Swap until these sit at these tables."""
    for number, wanted in enumerate(tables, 1):
        for name in wanted:
            here = t.seating().tables[number - 1]
            if name not in here:
                t.swap(name, next(other for other in here if other not in wanted))


def play(t: Tournament, raw: Raw | Mapping[str, int], second: Mapping[str, int] | None = None) -> None:
    """Results for all tables that wait for one, and the round is closed."""
    for table in t.tables():
        if table.status != "final":
            seats = t.seating().tables[table.number - 1]
            found = raw(seats) if callable(raw) else [raw[name] for name in seats]
            t.result(table.number, found, second=[second[name] for name in seats] if second else None)
            if t.state.table(table.number).status != "final":
                t.rule(table.number)
    t.close()


def random_raw(rng: Random) -> Raw:
    return lambda seats: [rng.randint(-2, 6) for _ in seats]


def run(t: Tournament, rounds: int, rng: Random) -> None:
    for _ in range(rounds):
        t.seat()
        t.start()
        play(t, random_raw(rng))


def row(t: Tournament, name: str) -> Row:
    return next(one for one in t.standings() if one.name == name)


def order(t: Tournament) -> list[str]:
    return [one.name for one in t.standings()]
