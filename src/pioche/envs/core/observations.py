"""What a seat may know as numbers: entries made from the declaration, each with a name, and nothing else.

Seats are counted from the seat that looks: its own part comes first, then the next seat's, clockwise. A number is itself;
a seat, a phase and the face of a card are one entry for each possibility; a set is one entry for each member. Hidden zones
tell how many cards they hold. What everybody saw and a good memory keeps is there too (`remembered`).

The entries are written by a function in the subset of the rules, `observe(s, p, o)`, so that the same text looks at a table
in plain Python and at a row in machine code. This module makes that text; no game writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from pioche.engine.cards import FACES, PACK, RANKS, SUITS
from pioche.engine.position import Field, Knowers
from pioche.engine.rulebook import Rulebook
from pioche.engine.words import JOKER, SIZES, SLOTS, Action

WITHIN_REACH = 12  # places of a layout, or of another row of cards, that have entries and actions of their own
SUIT_NAMES = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
UNSEEN = frozenset({"seats", "over"})  # the same at every table of a batch, or known when a seat is asked
COUNTED = {"ranks": "ranks_held", "rank_set": "ranks_in_set", "cards": "cards_held"}

SHARED = f'''
def seat_at(s, p, d):
    q = p + d
    return q if q < s.seats else q - s.seats


def one_hot(o, k, n, value):
    for j in range(n):
        o[k + j] = 1 if j == value else 0
    return k + n


def seat_entries(s, p, o, k, q):
    for j in range(s.seats):
        o[k + j] = 0
    if q >= 0:
        o[k + (q - p if q >= p else q - p + s.seats)] = 1
    return k + s.seats


def seat_set_entries(s, p, o, k, those):
    for j in range(s.seats):
        o[k + j] = (those >> seat_at(s, p, j)) & 1
    return k + s.seats


def rank_entries(o, k, zone):
    for r in range(1, {RANKS}):
        o[k + r - 1] = zone[r]
    return k + {RANKS - 1}


def rank_bits(o, k, those):
    for r in range(1, {RANKS}):
        o[k + r - 1] = (those >> r) & 1
    return k + {RANKS - 1}


def face_entries(o, k, card, seen, known):
    for j in range(20):
        o[k + j] = 0
    if card >= 0:
        o[k] = 1
        o[k + 1] = 1 if seen else 0
        o[k + 2] = 1 if known else 0
        if (seen or known) and card != {JOKER}:
            o[k + 3 + card % 13] = 1
            o[k + 16 + card % {PACK} // 13] = 1
    return k + 20


def card_set_entries(o, k, zone, n):
    for j in range({PACK + 1}):
        o[k + j] = 0
    for j in range(n):
        if zone[j] >= 0:
            o[k + ({PACK} if zone[j] == {JOKER} else zone[j] % {PACK})] += 1
    return k + {PACK + 1}


def place_entries(s, p, o, k, where):
    k = seat_entries(s, p, o, k, where // {SLOTS} if where >= 0 else -1)
    o[k] = where % {SLOTS} if where >= 0 else 0
    return k + 1


def ranks_held(zone):
    n = 0
    for r in range(1, {RANKS}):
        n += zone[r]
    return n


def ranks_in_set(those):
    n = 0
    while those:
        those &= those - 1
        n += 1
    return n


def cards_held(zone):
    n = 0
    for j in range(len(zone)):
        n += zone[j] >= 0
    return n


def place_in_row(numbers, slot):
    """1 for the first place; 0 when the slot is empty or out of reach."""
    for j in range({WITHIN_REACH}):
        if numbers[j] == slot:
            return j + 1
    return 0
'''


@dataclass(frozen=True)
class Part:
    """Entries that belong to one field. `each` are their names for one item; `by` repeats them for all seats, or has the
    seat's own part alone."""

    field: str
    each: tuple[str, ...]
    by: str = ""  # "", "seats", "own"
    hot: bool = False  # one entry a seat comes before those in `each`
    times: int = 1  # a row of such items
    remembered: bool = False

    def names(self, seats: int) -> Iterator[str]:
        whose = [""] if not self.by else ["[me]"] if self.by == "own" else [f"[{label(d)}]" for d in range(seats)]
        for one in whose:
            start = self.field + one + (" remembered" if self.remembered else "")
            for n in range(self.times):
                item = f"{start} {n + 1}" if self.times > 1 else start
                if self.hot:
                    yield from (f"{item} {label(d)}" for d in range(seats))
                for word in self.each:
                    yield f"{item} {word}".rstrip()


def label(distance: int) -> str:
    return f"+{distance}" if distance else "me"


RANK_WORDS = tuple(str(rank) for rank in range(1, RANKS))
FACE_WORDS = ("there", "seen", "known", *FACES, *SUIT_NAMES.values())


class Writer:
    """The text of `observe` for one game, and the names of what it writes."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.fields = rules.shape.fields
        self.lines: list[str] = ["k = 0", "k = seat_entries(s, 0, o, k, p)"]
        self.parts: list[Part] = [Part("seat", (), hot=True)]
        for f in self.fields.values():
            if not f.inner and f.name not in UNSEEN:
                self._field(f)
        for f in self.fields.values():
            if f.counted and f.kind == "ranks" and len(f.shape) == 1:
                self._add(Part(f.name, RANK_WORDS, remembered=True), f"k = rank_entries(o, k, s.{f.name})")

    def text(self) -> str:
        body = "\n    ".join(self.lines)
        return f"{SHARED}\n\ndef observe(s, p, o):\n    {body}\n\n\n{placing(self.rules)}"

    # -- one field ---------------------------------------------------------------------------------

    def _add(self, part: Part, *lines: str) -> None:
        self.parts.append(part)
        self.lines += lines

    def _field(self, f: Field) -> None:
        if f.kind == "by_card":
            return
        if f.kind == "phase":
            n = len(self.rules.phases.names)
            self._add(Part(f.name, tuple(self.rules.phases.names)), f"k = one_hot(o, k, {n}, s.{f.name})")
        elif f.veil:
            own = f"(s.{f.veil} & ~(1 << p)) | (s.{f.name} & (1 << p)) if s.{f.veil} else s.{f.name}"
            self._add(Part(f.name, (), hot=True), f"k = seat_set_entries(s, p, o, k, {own})")
        elif isinstance(f.seen_by, Knowers):
            self._known(f, f.seen_by)
        elif f.seen_by == "everyone":
            self._seen(f, "seats")
        elif f.seen_by == "owner":
            self._seen(f, "own")
            if f.kind in COUNTED and not (f.kind == "cards" and len(f.shape) == 1):
                self._counts(f)
        elif f.seen_by == "on_top":
            top = f"s.{f.name}[s.{f.size} - 1] if s.{f.size} > 0 else -1"
            self._add(Part(f"{f.name} top", FACE_WORDS), f"k = face_entries(o, k, {top}, True, False)")
        elif f.kind in COUNTED and not f.size and not (f.kind == "cards" and len(f.shape) - f.per_seat == 0):
            self._counts(f)

    def _seen(self, f: Field, by: str) -> None:
        """Read a field as a seat that may see it does: by seat where it belongs to one."""
        if not f.per_seat:
            part, lines = self._item(f, f"s.{f.name}", len(f.shape))
        elif by == "own":
            part, lines = self._item(f, f"s.{f.name}[p]", len(f.shape) - 1)
        else:
            part, lines = self._item(f, f"s.{f.name}[seat_at(s, p, d)]", len(f.shape) - 1)
            lines = ["for d in range(s.seats):", *(f"    {line}" for line in lines)]
        self._add(replace(part, by=by if f.per_seat else ""), *lines)

    def _item(self, f: Field, value: str, dimensions: int) -> tuple[Part, list[str]]:
        """Names and lines of one value of a kind, or of a row of such values."""
        if f.kind == "ranks" and dimensions == 1:
            return Part(f.name, RANK_WORDS), [f"k = rank_entries(o, k, {value})"]
        if f.kind == "cards" and dimensions == 1 and f.shape[-1] > WITHIN_REACH:
            words = tuple(f"{SUIT_NAMES[suit]} {face}" for suit in SUITS for face in FACES)
            return Part(f.name, (*words, "joker")), [f"k = card_set_entries(o, k, {value}, {f.shape[-1]})"]
        if dimensions == 1:
            part, lines = self._item(f, f"{value}[i]", 0)
            rows = [f"for i in range({f.shape[-1]}):", *(f"    {line}" for line in lines)]
            return replace(part, times=f.shape[-1]), rows
        if f.kind == "seat":
            return Part(f.name, (), hot=True), [f"k = seat_entries(s, p, o, k, {value})"]
        if f.kind == "seats":
            return Part(f.name, (), hot=True), [f"k = seat_set_entries(s, p, o, k, {value})"]
        if f.kind == "rank_set":
            return Part(f.name, RANK_WORDS), [f"k = rank_bits(o, k, {value})"]
        if f.kind == "cards":
            return Part(f.name, FACE_WORDS), [f"k = face_entries(o, k, {value}, True, False)"]
        if f.kind == "place":
            return Part(f.name, ("slot",), hot=True), [f"k = place_entries(s, p, o, k, {value})"]
        return Part(f.name, ("",)), [f"o[k] = {value}", "k += 1"]

    def _counts(self, f: Field) -> None:
        """Return how many cards lie in a zone, which is visible even of hidden ones."""
        count = COUNTED[f.kind]
        if f.per_seat:
            lines = ["for d in range(s.seats):", f"    o[k] = {count}(s.{f.name}[seat_at(s, p, d)])", "    k += 1"]
            self._add(Part(f.name, ("count",), "seats"), *lines)
        else:
            self._add(Part(f.name, ("count",)), f"o[k] = {count}(s.{f.name})", "k += 1")

    def _known(self, f: Field, knowers: Knowers) -> None:
        """Cards whose face a seat sees where its bit stands, or remembers."""
        seen = f"(card >= 0 and (s.{knowers.field}[card] >> p) & 1)"
        if knowers.open:
            seen = f"({seen} or s.{knowers.open})"
        known = f"(card >= 0 and (s.{knowers.memory}[card] >> p) & 1)" if knowers.memory else "False"
        face = f"k = face_entries(o, k, card, {seen}, {known})"
        if not f.shape:
            self._add(Part(f.name, FACE_WORDS), f"card = s.{f.name}", face)
        elif f.per_seat:
            n = min(f.shape[-1], WITHIN_REACH)
            where = f"card = s.{f.name}[seat_at(s, p, d)][i]"
            lines = ["for d in range(s.seats):", f"    for i in range({n}):", f"        {where}", f"        {face}"]
            self._add(Part(f.name, FACE_WORDS, "seats", times=n), *lines)
            self._counts(f)


def placing(rules: Rulebook) -> str:
    """`placed` and `unplaced`: actions on a layout name the place of a card in its row, as slot numbers only grow."""
    rows = next((f.slots for f in rules.shape.fields.values() if f.slots), "")
    kinds = [kind for kind in rules.actions.kinds if "slot" in kind.kinds] if rows else []
    if not kinds:
        return ""
    there, back = ["def placed(s, p, a):"], ["def unplaced(s, p, a):"]
    for kind in kinds:
        there += [f"    if {kind.base} <= a < {kind.base + kind.size}:", *_translated(kind, rows, True)]
        back += [f"    if {kind.base} <= a < {kind.base + kind.size}:", *_translated(kind, rows, False)]
    return "\n".join([*there, "    return a", "", "", *back, "    return a", ""])


def _translated(kind: Action, rows: str, forth: bool) -> list[str]:
    lines, rest = [f"        rest = a - {kind.base}"], []
    for n, what in reversed(list(enumerate(kind.kinds))):
        lines += [f"        v{n} = rest % {SIZES[what]}", f"        rest //= {SIZES[what]}"]
    for n, what in enumerate(kind.kinds):
        if what == "slot":
            owner = f"v{n - 1}" if n and kind.kinds[n - 1] == "seat" else "p"
            row = f"s.{rows}[{owner}]"
            lines.append(f"        v{n} = place_in_row({row}, v{n})" if forth else f"        v{n} = {row}[v{n} - 1]")
            rest += [f"        if v{n} == 0:", "            return -1"] if forth else []
    value = "v0"
    for n, what in list(enumerate(kind.kinds))[1:]:
        value = f"({value}) * {SIZES[what]} + v{n}"
    return [*lines, *rest, f"        return {kind.base} + {value}"]


class Observed:
    """The observations of one rulebook: their text as a module, and the names of their entries."""

    def __init__(self, rules: Rulebook, planted: str = "") -> None:
        writer = Writer(rules)
        if planted:  # tests look whether one entry too many is noticed
            writer._add(Part("planted", ("",)), planted, "k += 1")
        self.parts = tuple(writer.parts)
        self.text = writer.text()
        self.module = ModuleType(f"{rules.module}_observed")
        exec(compile(self.text, f"<observations of {rules.id}>", "exec"), self.module.__dict__)  # the text is ours

    def names(self, seats: int) -> list[str]:
        """Return the names of the entries in order, at a table of so many seats."""
        found = [f"seat {p + 1}" for p in range(seats)]
        for part in self.parts[1:]:
            found += part.names(seats)
        return found


def observed(rules: Rulebook) -> Observed:
    """Return the observer of a rulebook, made once; a game that is registered again gets a new one."""
    made: dict[Any, Any] = rules.engines
    if "observed" not in made:
        made["observed"] = Observed(rules)
    found: Observed = made["observed"]
    return found
