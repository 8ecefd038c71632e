"""What lies on the table: named fields, each with its shape and who may see it.

    class Hawthorn(Position, seats=(2, 6), usual=4):
        hand = ranks(SEATS, seen_by=owner)      # a row of counts by rank for every seat
        pile = ranks(SEATS)                     # face up
        price = number()

From this declaration follow the plain object the table plays on, the record row the compiled twin
plays on, what each seat may see, the JSON of a position, clone and hash. No game writes a filter.
The package `written` has the words of a position, reads them back and checks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pioche.engine.cards import RANKS
from pioche.engine.written.reading import read_field
from pioche.engine.written.writing import Views
from pioche.errors import BadRules

if TYPE_CHECKING:
    import numpy as np

SEATS = -1  # in a shape: as many as the game's largest table
LARGEST = 10**15  # no number on a table is larger: sums still fit into both engines and into JSON

everyone, owner, nobody = "everyone", "owner", "nobody"
on_top = "on_top"  # a pile of which the last card alone is face up


@dataclass(frozen=True)
class Knowers:
    """Seen by the seats whose bit stands in another field, indexed by card: `seen_by=knowers("eyes")`.

    `memory` is such a field too, for what a seat would remember; where the option `aid` is on, the view
    shows it beside, as `known`. While the flag `open` stands, everybody sees every card.
    """

    field: str
    memory: str = ""
    aid: str = ""
    open: str = ""


def knowers(field: str, memory: str = "", aid: str = "", open: str = "") -> Knowers:
    return Knowers(field, memory, aid, open)


@dataclass(frozen=True)
class Field:
    """One named thing on the table. `kind` says how its numbers are written in words."""

    kind: str  # number, coins, flag, seat, seats, ranks, rank_set, cards, place, slots, by_card
    shape: tuple[int, ...]
    seen_by: str | Knowers = everyone
    size: str = ""  # hidden zones tell their size; this field holds it when counting would tell too much
    empty: int = 0  # what an untouched place holds
    name: str = ""
    inner: bool = False  # engine room, never shown and never part of a written position
    slots: str = ""  # cards in numbered slots with gaps: the field that holds the numbers, ascending
    veil: str = ""  # while that field is not empty, a seat sees it instead of this one, but for its own bit
    face_down: bool = False  # a pile written from its top, which is the last place
    per_seat: bool = False  # the first dimension is the seats
    chosen_from: str = ""  # a secret choice: the zone its card came from
    counted: bool = False  # not shown, but every card in it was: who counts knows it
    shown: bool = True  # False: in the view, but nothing players look at; no screen gives it a place
    still_in: bool = False  # these seats are still in; who is in no such field sits out
    packed: bool = False  # no empty place before a card
    least: int = -LARGEST  # what a number may be
    most: int = LARGEST

    def dtype(self) -> str:
        if not self.shape:
            return "i8"
        return {"ranks": "i1", "cards": "i2", "flag": "i1", "slots": "i2", "by_card": "i2"}.get(self.kind, "i8")


def number(
    *shape: int, seen_by: str | Knowers = everyone, empty: int = 0, least: int = -LARGEST, most: int = LARGEST,
    shown: bool = True,
) -> Any:  # fmt: skip
    """Numbers from `least` to `most`: a written position keeps to that."""
    return Field("number", shape, seen_by, empty=empty, least=least, most=most, shown=shown)


def coins(*shape: int, seen_by: str = everyone) -> Any:
    return Field("coins", shape, seen_by)


def flag(*shape: int, seen_by: str = everyone, shown: bool = True) -> Any:
    return Field("flag", shape, seen_by, shown=shown)


def seat(*shape: int, seen_by: str = everyone, shown: bool = True, still_in: bool = False) -> Any:
    """A seat number; -1 is nobody."""
    return Field("seat", shape, seen_by, empty=-1, shown=shown, still_in=still_in)


def seat_set(*shape: int, seen_by: str = everyone, veil: str = "", shown: bool = True, still_in: bool = False) -> Any:
    """A set of seats, one bit each."""
    return Field("seats", shape, seen_by, veil=veil, shown=shown, still_in=still_in)


def ranks(*shape: int, seen_by: str = everyone, size: str = "", counted: bool = False) -> Any:
    """A zone of the Pairs deck: how many cards of each rank lie there, no order to leak."""
    return Field("ranks", (*shape, RANKS), seen_by, size, counted=counted)


def rank_set(*shape: int, seen_by: str = everyone, chosen_from: str = "") -> Any:
    """A zone of the Pairs deck that never holds a pair: one bit a rank."""
    return Field("rank_set", shape, seen_by, chosen_from=chosen_from)


def cards(
    *shape: int, seen_by: str | Knowers = everyone, size: str = "", slots: str = "", face_down: bool = False,
    chosen_from: str = "", packed: bool = False,
) -> Any:  # fmt: skip
    """Places that hold card ids; -1 is an empty place. `packed`: the empty ones come last; so with a `size`."""
    more = {"slots": slots, "face_down": face_down, "chosen_from": chosen_from, "packed": packed or bool(size)}
    return Field("cards", shape, seen_by, size, empty=-1, **more)  # type: ignore[arg-type]


def slot_numbers(*shape: int) -> Any:
    """The slot numbers of a zone of `cards(..., slots=...)`, place by place; written there as gaps."""
    return Field("slots", shape, nobody, inner=True)


def place(*shape: int, seen_by: str = everyone) -> Any:
    """A slot of a layout, written `2.4` (seat, slot); -1 is none."""
    return Field("place", shape, seen_by, empty=-1)


def by_card(most: int, *, inner: bool = False) -> Any:
    """A set of seats for every card id, at most 15 seats: who sees or knows it. Never shown itself."""
    return Field("by_card", (most,), nobody, inner=inner)


def inner(*shape: int, empty: int = 0) -> Any:
    """Numbers of the engine room: never shown to anybody."""
    return Field("number", shape, nobody, empty=empty, inner=True)


class Position:
    """Base of every game's declaration, with what every game has."""

    seats_range: tuple[int, int] = (2, 8)
    usual: int = 4
    fields: Mapping[str, Field] = {}

    seats = number(shown=False)
    deal = number(least=0, shown=False)  # deals finished so far in this match
    phase = Field("phase", (), shown=False)
    waiting = seat_set(shown=False)  # who may act: one seat in turn, several in a secret choice or a race
    turn = seat(shown=False)
    over = flag(shown=False)
    clock = number(least=0, shown=False)  # logical time in milliseconds; stays 0 in games without a clock
    rng = inner(2)

    def __init_subclass__(cls, seats: tuple[int, int] | None = None, usual: int = 0) -> None:
        if seats is not None:
            cls.seats_range, cls.usual = seats, usual or seats[0]
        found: dict[str, Field] = {}
        for base in reversed(cls.__mro__):
            found |= {name: value for name, value in vars(base).items() if isinstance(value, Field)}
        most = cls.seats_range[1]
        cls.fields = {
            name: replace(
                f, name=name, shape=tuple(most if n == SEATS else n for n in f.shape), per_seat=f.shape[:1] == (SEATS,)
            )
            for name, f in found.items()
        }


class Shape(Views):
    """A declaration together with its options: everything that is derived from the fields."""

    def __init__(self, declaration: type[Position], options: Iterable[str], phases: tuple[str, ...]) -> None:
        self.seats_range = declaration.seats_range
        self.options = tuple(options)
        fields = dict(declaration.fields)
        for name in self.options:
            if name in fields:
                raise BadRules(
                    f"The option {name} is also a field of the position: give one of the two another name.",
                    f"L’option {name} est aussi un champ de la position : donnez un autre nom à l’un des deux.",
                )
            fields[name] = Field("number", (), name=name, inner=True)
        super().__init__(fields, phases)
        self.scalars = tuple(f for f in self.fields.values() if not f.shape)
        self.rows = tuple(f for f in self.fields.values() if len(f.shape) == 1)
        self.grids = tuple(f for f in self.fields.values() if len(f.shape) == 2)
        if len(self.scalars) + len(self.rows) + len(self.grids) != len(self.fields):
            deep = ", ".join(f.name for f in self.fields.values() if len(f.shape) > 2)
            raise BadRules(
                f"A field has at most two dimensions, and {deep} has more: a seat and a place, no further.",
                f"Un champ a au plus deux dimensions, et {deep} en a plus : une place à table et un rang, pas davantage.",
            )
        self.plain = _plain_class(declaration.__name__, self)
        self._dtypes: dict[int, np.dtype[Any]] = {}

    # -- the two forms ---------------------------------------------------------------------------

    def dtype(self, tally: int = 0) -> np.dtype[Any]:
        """The record of the compiled twin: widest fields first, so that nothing is padded. The twin that
        counts events has `tally` more numbers at the end."""
        if tally not in self._dtypes:
            import numpy as np

            order = sorted(self.fields.values(), key=lambda f: (-int(f.dtype()[1]), f.shape != ()))
            columns: list[Any] = [(f.name, f.dtype(), f.shape) if f.shape else (f.name, f.dtype()) for f in order]
            self._dtypes[tally] = np.dtype(columns + ([("tally", "i8", (tally,))] if tally else []), align=True)
        return self._dtypes[tally]

    def write_row(self, s: Any, row: Any) -> None:
        for f in self.fields.values():
            row[f.name] = getattr(s, f.name)

    def read_row(self, row: Any) -> Any:
        s = self.plain()
        for f in self.fields.values():
            value = row[f.name]
            setattr(s, f.name, value.tolist() if f.shape else int(value))
        return s

    def same(self, s: Any, row: Any) -> str:
        """The name of the first field in which a plain object and a record differ; empty when none does."""
        for f in self.fields.values():
            value = row[f.name]
            if getattr(s, f.name) != (value.tolist() if f.shape else int(value)):
                return f.name
        return ""

    # -- back from words, and copies --------------------------------------------------------------

    def read(self, s: Any, name: str, value: Any) -> None:
        """Put one field of a written position on the table; BadPosition when it cannot be."""
        read_field(self, s, name, value)

    def key(self, s: Any) -> tuple[Any, ...]:
        """A hashable value, equal for equal positions (the state of the generator included)."""
        return (
            *(getattr(s, f.name) for f in self.scalars),
            *(tuple(getattr(s, f.name)) for f in self.rows),
            *(tuple(map(tuple, getattr(s, f.name))) for f in self.grids),
        )


def _plain_class(name: str, shape: Shape) -> Callable[[], Any]:
    """An object of ints and lists: quick to touch, easy to look at in a debugger."""
    scalars = [(f.name, f.empty) for f in shape.scalars]
    rows = [(f.name, f.empty, f.shape[0]) for f in shape.rows]
    grids = [(f.name, f.empty, f.shape) for f in shape.grids]

    def __init__(self: Any) -> None:
        for field, empty in scalars:
            setattr(self, field, empty)
        for field, empty, n in rows:
            setattr(self, field, [empty] * n)
        for field, empty, (n, m) in grids:
            setattr(self, field, [[empty] * m for _ in range(n)])
        self.log = []  # what happened: (kind, audience, time, a, b, c, d)
        self.chance = None  # a driver other than the generator in the record
        self.last_deal = None  # where the end of the last deal is kept (`Table.keep_ends`), if it is
        self.opening = 0  # how much of the log there was when the last race opened

    slots = (*shape.fields, "log", "chance", "last_deal", "opening")
    made = type(name, (), {"__slots__": slots, "__init__": __init__})
    made.clone = _clone_of(made, shape)  # type: ignore[attr-defined]
    return made


def _clone_of(made: type, shape: Shape) -> Callable[[Any], Any]:
    """Return a method that copies a position with a clean log. Its text names every field, as a loop over their names
    takes four times as long, and a table copies its position for every move."""
    lines = [f"t.{f.name} = s.{f.name}" for f in shape.scalars]
    lines += [f"t.{f.name} = [*s.{f.name}]" for f in shape.rows]
    lines += [f"t.{f.name} = [*map(copy, s.{f.name})]" for f in shape.grids]
    lines += [
        "t.log, t.last_deal, t.opening = [], None, 0",
        "t.chance = None if s.chance is None else s.chance.clone()",
        "return t",
    ]
    names: dict[str, Any] = {"new": object.__new__, "made": made, "copy": list.copy}
    exec("\n    ".join(["def clone(s):", "t = new(made)", *lines]), names)  # the text is ours
    clone: Callable[[Any], Any] = names["clone"]
    return clone
