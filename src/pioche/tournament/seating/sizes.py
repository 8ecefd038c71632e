"""TR10, TR12, TR62, TR66: how many tables, of which sizes, and how many rounds."""

from __future__ import annotations

from functools import cache

SUGGESTED = ((12, 3), (24, 4), (64, 5))  # up to so many entrants, so many rounds
MAX_SUGGESTED_ROUNDS = 6


@cache
def table_sizes(n: int, k: int, kmin: int, kmax: int, uneven: str = "smaller") -> tuple[tuple[int, ...], int]:
    """TR10: sizes in the order of the tables, and the number of byes. Nothing when fewer than kmin are there."""
    for byes in range(n):
        seated = n - byes
        cuts = [_cut(seated, tables) for tables in range(1, seated + 1)]
        found = [cut for cut in cuts if kmin <= min(cut) and max(cut) <= kmax]
        if found:
            more = -1 if uneven == "smaller" else 1
            best = min(found, key=lambda sizes: (sum(abs(size - k) for size in sizes), more * len(sizes)))
            return tuple(sorted(best, key=lambda size: (size != k, size))), byes
    return (), n


def _cut(n: int, tables: int) -> list[int]:
    """As even as possible, the larger first."""
    return [n // tables + (place < n % tables) for place in range(tables)]


def sizes_with_fillers(n: int, k: int) -> tuple[int, ...]:
    """TR12: how many entrants sit at each table; fillers complete it to k."""
    return tuple(_cut(n, -(-n // k)))


def snake(n: int, sizes: tuple[int, ...]) -> list[list[int]]:
    """TR62: deal entrants to tables in a snake. Full tables are skipped, as sizes may differ."""
    tables: list[list[int]] = [[] for _ in sizes]
    place = dealt = 0
    while dealt < n:
        row, column = divmod(place, len(sizes))
        table = column if row % 2 == 0 else len(sizes) - 1 - column
        place += 1
        if len(tables[table]) < sizes[table]:
            tables[table].append(dealt)
            dealt += 1
    return tables


def suggested_rounds(n: int) -> int:
    """TR66."""
    return next((rounds for most, rounds in SUGGESTED if n <= most), MAX_SUGGESTED_ROUNDS)
