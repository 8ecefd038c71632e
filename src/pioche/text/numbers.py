"""Numbers as they are printed in each language."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

MINUS = "\u2212"
NARROW_SPACE = "\u202f"  # unbreakable
NO_VALUE = "–"


def localized(number: str, lang: str) -> str:
    """Return a formatted number with a true minus sign and, in French, a decimal comma."""
    return (number.replace(".", ",") if lang == "fr" else number).replace("-", MINUS)


def decimal(value: float, lang: str, digits: int = 2, sign: str = "") -> str:
    """Return a value with so many digits; `sign` is that of a format specification."""
    return localized(f"{value:{sign}.{digits}f}", lang)


def percent(value: float, lang: str, digits: int = 0) -> str:
    """Return a share between 0 and 1 in percent."""
    return f"{decimal(100 * value, lang, digits)}{NARROW_SPACE}%"


def thousands(value: float | Fraction, separator: str = NARROW_SPACE) -> str:
    """Return a value rounded to a whole number, in groups of three digits."""
    return f"{round(value):,}".replace(",", separator)


def fraction(value: Fraction | int | None, lang: str) -> str:
    """Return at most two decimals, rounded half away from zero: 13/4 is 3.25 (V13)."""
    if value is None:
        return NO_VALUE
    cents = int(abs(Fraction(value)) * 100 + Fraction(1, 2))
    whole, rest = divmod(cents, 100)
    decimals = f"{rest:02d}".rstrip("0")
    shown = f"{whole}{',' if lang == 'fr' else '.'}{decimals}" if decimals else str(whole)
    return (MINUS if value < 0 and cents else "") + shown


def signed(value: int) -> str:
    """Return an integer with its sign; zero has none."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def plural(value: Fraction | int, lang: str) -> int:
    """Return 1 or 2, the form of a word beside a number: in French the plural begins at 2."""
    size = abs(Fraction(value))
    return 1 if (size < 2 if lang == "fr" else size == 1) else 2


def written(value: Any) -> str:
    """Return a slot's value as text; a negative integer has a true minus sign."""
    return MINUS + str(-value) if type(value) is int and value < 0 else str(value)
