"""Numbers as people read them: at most two decimals, a comma in French, a true minus."""

from __future__ import annotations

from fractions import Fraction

MINUS = "\u2212"


def figure(value: Fraction | int | None, lang: str) -> str:
    """13/4 is 3.25, or 3,25 in French; halves are rounded away from nought, only to be shown (V13)."""
    if value is None:
        return "–"
    cents = int(abs(Fraction(value)) * 100 + Fraction(1, 2))
    whole, rest = divmod(cents, 100)
    decimals = f"{rest:02d}".rstrip("0")
    shown = f"{whole}{',' if lang == 'fr' else '.'}{decimals}" if decimals else str(whole)
    return (MINUS if value < 0 and cents else "") + shown


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def plural(value: Fraction | int, lang: str) -> int:
    """1 or 2, for the form of a word beside a number: in French the plural begins at 2."""
    size = abs(Fraction(value))
    return 1 if (size < 2 if lang == "fr" else size == 1) else 2
