"""Reads the fields of a written position: every value by the kind of its field, within its bounds.

Nothing is made before its size is known, so that a hostile position costs no more than an honest one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Any

from pioche.engine.cards import RANKS, read_rank
from pioche.engine.words import SIZES, SLOTS, from_word
from pioche.errors import BadPosition

if TYPE_CHECKING:
    from pioche.engine.position import Field, Shape

MAX_CARDS = 8 * 55  # in a zone of ranks: eight decks
MAX_VALUE_CHARACTERS = 40  # characters of a wrong value that a refusal repeats


class Wrong(Exception):
    """A fault of one value, as the end of a sentence in English and French."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.en, self.fr = en, fr


def read_field(shape: Shape, s: Any, name: str, value: Any) -> None:
    """Put one field of a written position on the table; BadPosition says what is wrong with it."""
    f = shape.fields[name]
    try:
        _put(shape, s, f, value)
    except Wrong as wrong:
        raise BadPosition(f"{name}: {wrong.en}.", f"{name} : {wrong.fr}.") from None


def _put(shape: Shape, s: Any, f: Field, value: Any) -> None:
    if f.kind == "phase":
        if not isinstance(value, str) or value not in (*shape.phases, "over"):
            phases = ", ".join(shape.phases)
            raise Wrong(f"there is no phase {brief(value)}; there are {phases} and over",
                         f"il n'y a pas de phase {brief(value)} ; il y a {phases} et over")  # fmt: skip
        setattr(s, f.name, -1 if value == "over" else shape.phases.index(value))
    elif f.slots:
        rows, numbers = getattr(s, f.name), getattr(s, f.slots)
        for p, row in enumerate(_list(value, s.seats, "row", "rangée")):
            held = [(card, n) for n, card in enumerate(_list(row, SLOTS - 1, "slot", "case"), 1) if card is not None]
            rows[p] = _read(f, [card for card, _ in held], f.shape[1:], s.seats)
            numbers[p] = [n for _, n in held] + [0] * (f.shape[1] - len(held))
    elif f.per_seat:
        rows = getattr(s, f.name)
        for p, row in enumerate(_list(value, s.seats, "seat", "place")):
            rows[p] = _read(f, row, f.shape[1:], s.seats)
    else:
        read = _read(f, value, f.shape, s.seats)
        if f.face_down:  # written from its top, which is the last place
            n = sum(1 for card in read if card >= 0)
            read[:n] = read[:n][::-1]
        setattr(s, f.name, read)
    if f.size and f.kind == "cards" and len(f.shape) == 1:
        setattr(s, f.size, sum(1 for card in getattr(s, f.name) if card >= 0))


def _read(f: Field, value: Any, shape: tuple[int, ...], seats: int) -> Any:
    if f.kind == "ranks" and len(shape) == 1:
        row = [0] * RANKS
        for rank in _list(value, MAX_CARDS, "card", "carte"):
            row[_rank(rank)] += 1
        if max(row) > 127:
            raise Wrong("so many cards of one rank cannot be", "il ne peut pas y avoir autant de cartes d'un rang")
        return row
    if f.kind == "by_card":
        if not isinstance(value, Mapping):
            raise Wrong(f"cards with their seats are expected, as in {{\"A♠\": [0]}}, not {brief(value)}",
                         f"il faut des cartes avec leurs places, comme {{\"A♠\": [0]}}, pas {brief(value)}")  # fmt: skip
        row = [0] * shape[0]
        for card, those in value.items():
            number = _card(card)
            if number >= shape[0]:
                raise Wrong(f"{brief(card)} is not in this game", f"{brief(card)} n'est pas dans ce jeu")
            row[number] = _set(those, lambda n: _seat(n, seats))
        return row
    if shape:
        rows = _list(value, shape[0], "row" if len(shape) > 1 else "place", "rangée" if len(shape) > 1 else "place")
        items = [_read(f, item, shape[1:], seats) for item in rows]
        if f.packed and len(shape) == 1 and any(a < 0 <= b for a, b in pairwise(items)):
            raise Wrong("there is a gap between the cards", "il y a un trou entre les cartes")
        missing = shape[0] - len(items)
        return items + [[f.empty] * shape[1] if len(shape) > 1 else f.empty for _ in range(missing)]
    if f.kind == "cards":
        return -1 if value is None else _card(value)
    if f.kind == "place":
        return -1 if value is None else _place(value, seats)
    if f.kind == "seat":
        return -1 if value is None else _seat(value, seats)
    if f.kind == "seats":
        return _set(value, lambda n: _seat(n, seats))
    if f.kind == "rank_set":
        return _set(value, _rank)
    if f.kind == "flag":
        if isinstance(value, bool) or value in (0, 1):
            return int(value)
        raise Wrong(f"true or false is expected, not {brief(value)}", f"il faut true ou false, pas {brief(value)}")
    return _number(value, f.least, f.most)


def _number(value: Any, least: int, most: int) -> int:
    number = whole(value)
    if number is None:
        raise Wrong(f"a whole number is expected, not {brief(value)}", f"il faut un nombre entier, pas {brief(value)}")
    if not least <= number <= most:
        raise Wrong(f"{brief(number)} is outside {least} to {most}", f"{brief(number)} n'est pas entre {least} et {most}")
    return number


def whole(value: Any) -> int | None:
    """A whole number of any type but bool; None for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def _list(value: Any, most: int, en: str, fr: str) -> list[Any]:
    if isinstance(value, str | bytes | Mapping) or not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
        raise Wrong(f"a list is expected, not {brief(value)}", f"il faut une liste, pas {brief(value)}")
    if len(value) > most:
        raise Wrong(f"{_many(len(value), en)} where there is room for {most}",
                     f"{_many(len(value), fr)} là où il y en a au plus {most}")  # fmt: skip
    return list(value)


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'s' if n > 1 else ''}"


def _set(value: Any, read: Callable[[Any], int]) -> int:
    found = 0
    for item in _list(value, 32, "entry", "entrée"):
        number = read(item)
        if found >> number & 1:
            raise Wrong(f"{number} stands there twice", f"{number} y figure deux fois")
        found |= 1 << number
    return found


def _seat(value: Any, seats: int) -> int:
    number = whole(value)
    if number is None or not 0 <= number < seats:
        raise Wrong(f"nobody sits at {brief(value)}; seats are 0 to {seats - 1}",
                     f"personne n'est assis à la place {brief(value)} ; les places vont de 0 à {seats - 1}")  # fmt: skip
    return number


def _rank(value: Any) -> int:
    try:
        if not isinstance(value, bool) and ((isinstance(value, str) and len(value) < 3) or whole(value) is not None):
            return read_rank(value)
    except ValueError:
        pass
    raise Wrong(f"{brief(value)} is not a rank from 1 to 10", f"{brief(value)} n'est pas un rang de 1 à 10")


def _card(value: Any) -> int:
    try:
        if isinstance(value, str) and len(value) < 8:
            return from_word("card", value)
    except ValueError:
        pass
    raise Wrong(f"{brief(value)} is not a card", f"{brief(value)} n'est pas une carte")


def _place(value: Any, seats: int) -> int:
    try:
        if isinstance(value, str) and len(value) < 12:
            found = from_word("place", value)
            if found // SIZES["slot"] < seats:
                return found
    except ValueError:
        pass
    raise Wrong(f"{brief(value)} is no place of a card, as 0.2 is: seat, slot",
                 f"{brief(value)} n'est pas l'emplacement d'une carte, comme 0.2 : place, case")  # fmt: skip


def brief(value: Any) -> str:
    """A value as a refusal repeats it: never long, and never long in the making."""
    if isinstance(value, int) and abs(value) > 10**15:
        return "so large a number" if value > 0 else "so small a number"
    if isinstance(value, str):
        return value[:MAX_VALUE_CHARACTERS] + ("..." if len(value) > MAX_VALUE_CHARACTERS else "") or '""'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return str(value)
    return {"dict": "{...}", "list": "[...]", "tuple": "[...]"}.get(type(value).__name__, type(value).__name__)
