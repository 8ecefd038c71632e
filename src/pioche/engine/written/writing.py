"""What lies on the table in words: the whole truth, and as much of it as a seat may see.

How a field is written is decided once, when its `Shape` is made. No game writes a filter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pioche.engine.cards import RANKS
from pioche.engine.words import to_word

if TYPE_CHECKING:
    from pioche.engine.position import Field, Knowers

NOT_SHOWN = object()

Word = Callable[[Any], Any]
Look = Callable[[Any, int | None], Any]


class Entry(NamedTuple):
    """One line of a view: either the word for a field, or a function of the seat that looks."""

    name: str
    field: str
    word: Word | None = None  # None: a number is its own word
    look: Look | None = None
    sometimes: bool = False  # `look` may find that there is nothing to show


class Views:
    """The readers of a position with these fields."""

    def __init__(self, fields: Mapping[str, Field], phases: tuple[str, ...]) -> None:
        self.fields, self.phases = fields, phases
        self._truth = {f.name: self._written(f) for f in fields.values()}
        sizes = {f.size for f in fields.values() if f.size}
        shown = [f for f in fields.values() if not f.inner and f.name not in sizes]
        public = [f for f in shown if f.seen_by in ("everyone", "on_top", "nobody") and not f.veil]  # the same for all
        self.view = _reader(entry for f in shown for entry in self._entries(f))  # all this seat (or a spectator) may see
        common = [entry for f in public for entry in self._entries(f)]
        own = [entry for f in shown if f not in public for entry in self._entries(f)]
        who = fields["waiting"]
        hidden: Look | None = (lambda s, seat: members(self.unveiled(s, who, seat))) if who.veil else None
        (own if who.veil else common).append(Entry("actors", "waiting", members, hidden))
        self.common, self.own = _reader(common), _reader(own)  # the part that is the same for all, and the rest

    # -- what a seat may see ---------------------------------------------------------------------

    def memory(self, s: Any, seat: int | None) -> dict[str, Any]:
        """Return what a seat with a perfect memory knows beyond its view: zones whose cards were all seen by everybody,
        and the places of the cards it has looked at."""
        found: dict[str, Any] = {f.name: self.write(s, f) for f in self.fields.values() if f.counted}
        for f in self.fields.values():
            if not isinstance(f.seen_by, str) and f.seen_by.memory:
                found[f.name] = _faces(s, f, f.seen_by.memory, seat)
        return found

    def unveiled(self, s: Any, f: Field, seat: int | None) -> int:
        """A set of seats as one of them may know it: its own bit, and the veil as long as there is one."""
        truth: int = getattr(s, f.name)
        veil: int = getattr(s, f.veil) if f.veil else 0
        if not veil:
            return truth
        own = 0 if seat is None else 1 << seat
        return veil & ~own | truth & own

    # -- the whole truth -------------------------------------------------------------------------

    def write(self, s: Any, f: Field) -> Any:
        value, line = getattr(s, f.name), self._truth[f.name]
        return line.look(s, None) if line.look is not None else value if line.word is None else line.word(value)

    def position(self, s: Any) -> dict[str, Any]:
        """The whole truth, in the words of the rulebook."""
        return {f.name: self.write(s, f) for f in self.fields.values() if not f.inner}

    # -- how each field is written ---------------------------------------------------------------

    def _written(self, f: Field) -> Entry:
        """A field for somebody who may see all of it."""
        if f.kind == "phase":
            return Entry(f.name, f.name, _phase(self.phases))
        word = word_for(f.kind, len(f.shape) - f.per_seat)
        if f.per_seat:
            return Entry(f.name, f.name, look=_by_seat(f, word))
        if f.face_down and word is not None:
            return Entry(f.name, f.name, _from_the_top(word))
        return Entry(f.name, f.name, word)

    def _entries(self, f: Field) -> list[Entry]:
        """A field in a view: nothing, one line, or two where the view reminds of cards seen before."""
        truth = self._truth[f.name]
        if f.veil:
            return [Entry(f.name, f.name, look=lambda s, seat: members(self.unveiled(s, f, seat)))]
        if f.seen_by == "everyone":
            return [truth]
        if f.seen_by == "on_top":
            return [Entry(f.name, f.name, look=lambda s, _: _top(self.write(s, f)))]
        if f.seen_by == "owner":
            return [Entry(f.name, f.name, look=_of_owner(f))]
        if not isinstance(f.seen_by, str):
            return self._known(f, f.seen_by)
        count = counter_for(f)
        if count is None:
            return []
        if f.size:
            return [Entry(f.name, f.size)]
        if len(f.shape) == 2 and f.per_seat:
            return [Entry(f.name, f.name, look=lambda s, _: [count(row) for row in getattr(s, f.name)[: s.seats]])]
        return [Entry(f.name, f.name, count)]

    def _known(self, f: Field, knowers: Knowers) -> list[Entry]:
        def faces(s: Any, seat: int | None) -> Any:
            is_open = knowers.open and (getattr(s, knowers.open) or s.phase < 0)  # turned up when the deal is over
            return self.write(s, f) if is_open else _faces(s, f, knowers.field, seat)

        def reminded(s: Any, seat: int | None) -> Any:
            return _faces(s, f, knowers.memory, seat) if getattr(s, knowers.aid) else NOT_SHOWN

        seen = Entry(f.name, f.name, look=faces)
        return [seen, Entry("known", f.name, look=reminded, sometimes=True)] if knowers.aid else [seen]


def _reader(entries: Iterable[Entry]) -> Callable[[Any, int | None], dict[str, Any]]:
    """Return the function that reads these lines for a seat. Its text names every field, as views are read with every
    move and a loop over the lines takes twice as long."""
    lines = list(entries)
    functions: dict[str, Any] = {"NOT_SHOWN": NOT_SHOWN}
    values: list[str] = []
    for at, line in enumerate(lines):
        if line.look is not None:
            functions[f"look{at}"] = line.look
            values.append(f"{line.name!r}: look{at}(s, seat)")
        elif line.word is not None:
            functions[f"word{at}"] = line.word
            values.append(f"{line.name!r}: word{at}(s.{line.field})")
        else:
            values.append(f"{line.name!r}: s.{line.field}")
    found = f"{{{', '.join(values)}}}"
    if any(line.sometimes for line in lines):
        found = f"{{name: value for name, value in {found}.items() if value is not NOT_SHOWN}}"
    read: Callable[[Any, int | None], dict[str, Any]] = eval(f"lambda s, seat: {found}", functions)  # the text is ours
    return read


def _by_seat(f: Field, word: Word | None) -> Look:
    """A part for every seat."""

    def parts(s: Any, _: int | None) -> Any:
        rows = _spread(s, f) if f.slots else getattr(s, f.name)
        return rows[: s.seats] if word is None else list(map(word, rows[: s.seats]))

    return parts


def _of_owner(f: Field) -> Look:
    """Read a zone of which every seat sees its own part. Of other zones it sees the number of cards; a hidden number is
    unknown."""
    word, count = word_for(f.kind, len(f.shape) - 1), counter_for(f)

    def parts(s: Any, seat: int | None) -> Any:
        rows = getattr(s, f.name)[: s.seats]
        shown: list[Any] = [None] * s.seats if count is None else [[None] * count(row) for row in rows]
        if seat is not None and 0 <= seat < s.seats:
            shown[seat] = rows[seat] if word is None else word(rows[seat])
        return shown

    return parts


def _phase(phases: tuple[str, ...]) -> Word:
    def named(phase: int) -> str:
        return phases[phase] if 0 <= phase < len(phases) else "over"

    return named


def _from_the_top(word: Word) -> Word:
    return lambda pile: word(pile)[::-1]


def _top(pile: list[Any]) -> list[Any]:
    """A pile of which the last card alone is face up."""
    return ["?"] * (len(pile) - 1) + pile[-1:]


def _faces(s: Any, f: Field, who: str, seat: int | None) -> Any:
    """Cards as a seat knows them whose bit stands in the field `who`."""
    zone = _spread(s, f) if f.slots else getattr(s, f.name)
    return known(zone[: s.seats] if f.per_seat else zone, getattr(s, who), seat)


def known(value: Any, masks: list[int], seat: int | None) -> Any:
    """Read card places: the face where the looker's bit stands, `?` for an unseen card, None for a gap."""
    if isinstance(value, list):
        return [known(item, masks, seat) for item in value]
    if value < 0:
        return None
    return to_word("card", value) if seat is not None and masks[value] >> seat & 1 else "?"


def _spread(s: Any, f: Field) -> list[list[int]]:
    """A zone with numbered slots, row by row: card ids by slot number, -1 for a gap; slot 1 comes first."""
    rows = []
    for row, numbers in zip(getattr(s, f.name), getattr(s, f.slots), strict=True):
        spread = [-1] * max(numbers)
        for card, slot in zip(row, numbers, strict=True):
            if card >= 0:
                spread[slot - 1] = card
        rows.append(spread)
    return rows


# -- words by kind -------------------------------------------------------------------------------------


def word_for(kind: str, dimensions: int) -> Word | None:
    """Return the function that writes a value of a kind, a row or a grid; None where a number is its own word."""
    if kind in ("ranks", "by_card") and dimensions == 1:
        return ranks_in_hand if kind == "ranks" else seats_by_card
    if dimensions == 0:
        return ONE.get(kind)
    inner = word_for(kind, dimensions - 1)
    if inner is None:
        return list
    return _trimmed(inner) if kind == "cards" else lambda row: [inner(item) for item in row]


def _trimmed(word: Word) -> Word:
    """Trailing empty places say nothing."""

    def row_in_words(row: list[Any]) -> list[Any]:
        written = [word(item) for item in row]
        while written and written[-1] is None:
            written.pop()
        return written

    return row_in_words


def counter_for(f: Field) -> Callable[[Any], int] | None:
    """Return the function that counts the cards of a zone or of one seat's part; None when it holds no cards."""
    if f.kind == "cards" and len(f.shape) - f.per_seat == 0:
        return None
    return COUNTERS.get(f.kind)


def _cards_in(row: list[int]) -> int:
    return sum(1 for card in row if card >= 0)


COUNTERS: dict[str, Callable[[Any], int]] = {"ranks": sum, "rank_set": int.bit_count, "cards": _cards_in}


def ranks_in_hand(row: list[int]) -> list[int]:
    """Ranks in order, each as often as it is there."""
    return [*_ranks(tuple(row))]


@lru_cache(4096)
def _ranks(row: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(rank for rank in range(1, RANKS) for _ in range(row[rank]))


def seats_by_card(row: list[int]) -> dict[str, list[int]]:
    return {to_word("card", card): members(seats) for card, seats in enumerate(row) if seats}


def members(mask: int) -> list[int]:
    """Return the members of a set of seats or ranks, in order."""
    return [*SETS[mask]] if 0 <= mask < len(SETS) else _members(mask)


def _members(mask: int) -> list[int]:
    found, n = [], 0
    while mask > 0:
        if mask & 1:
            found.append(n)
        mask >>= 1
        n += 1
    return found


SETS = [tuple(_members(mask)) for mask in range(1 << RANKS)]  # of eleven ranks or ten seats


def _none_below_nought(value: int) -> int | None:
    return None if value < 0 else value


def _card(value: int) -> str | None:
    return None if value < 0 else to_word("card", value)


def _place(value: int) -> str | None:
    return None if value < 0 else to_word("place", value)


ONE: dict[str, Word] = {
    "cards": _card, "place": _place, "seat": _none_below_nought, "seats": members, "rank_set": members, "flag": bool,
}  # fmt: skip
