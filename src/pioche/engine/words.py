"""Small integers inside, words outside: the actions, events and phases a game names.

ACTIONS = Actions("pass", "hit", "play:rank")
PASS, HIT, PLAY = ACTIONS           # PLAY + 7 is written play:7
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from pioche.engine.cards import PACK, card_word, read_card
from pioche.errors import BadRules

SLOTS = 2048  # slot numbers of a layout only grow; no round can outgrow this
SIZES = {"rank": 11, "seat": 32, "slot": SLOTS, "card": 8 * PACK, "column": 8, "count": 4096, "end": 2}
PLACES = SIZES["seat"] * SLOTS  # a place is a seat and a slot
ENDS = ("top", "bottom")
JOKER = 7 * PACK + 51  # the odd card of Vatra from eight seats up
JOKER_WORD = "JK"

SEAT_NAMES = frozenset({"seat", "from", "to", "owner", "winner", "loser", "by", "other", "dealer", "punisher", "shuffler"})


def to_word(kind: str, value: int) -> str:
    if kind == "place":
        return f"{value // SLOTS}.{value % SLOTS}"
    if kind == "card":
        return JOKER_WORD if value == JOKER else card_word(value)
    return ENDS[value] if kind == "end" else str(value)


def from_word(kind: str, word: str) -> int:
    if kind == "place":
        seat, _, slot = word.partition(".")
        return from_word("seat", seat) * SLOTS + from_word("slot", slot)
    if kind == "card":
        return JOKER if word.upper() == JOKER_WORD else read_card(word)
    if kind == "end":
        return ENDS.index(word)
    if kind == "seat" and len(word) == 1 and "A" <= word <= "Z":
        return ord(word) - ord("A")  # the rulebooks call seats A, B, C
    if not (word.isascii() and word.isdigit() and int(word) < SIZES[kind]):
        raise ValueError(word)
    return int(word)


@dataclass(frozen=True)
class Action:
    """One kind of action: `slam:seat.slot` takes two numbers packed above its base.

    `swap:seat.slot/seat.slot` takes a pair without order: it is always written the lower one first.
    """

    name: str
    pattern: str
    kinds: tuple[str, ...]
    separators: tuple[str, ...]
    base: int
    size: int
    signal: bool = False  # what a race is run for: it stays in reach, and it must be quick

    def unpack(self, action: int) -> tuple[int, ...]:
        rest, values = action - self.base, []
        for kind in reversed(self.kinds):
            rest, value = divmod(rest, SIZES[kind])
            values.append(value)
        return tuple(reversed(values))

    def write(self, action: int) -> str:
        words = [to_word(kind, value) for kind, value in zip(self.kinds, self.unpack(action), strict=True)]
        return self.name + "".join(s + w for s, w in zip(self.separators, words, strict=True))

    def read(self, arguments: str) -> int:
        parts = re.split(r"[:./,]", arguments) if arguments else []
        if len(parts) != len(self.kinds):
            raise ValueError(arguments)
        numbers = [from_word(kind, part) for kind, part in zip(self.kinds, parts, strict=True)]
        if "/" in self.separators:
            half = len(numbers) // 2
            numbers = min(numbers, numbers[half:] + numbers[:half])
        value = 0
        for kind, number in zip(self.kinds, numbers, strict=True):
            value = value * SIZES[kind] + number
        return self.base + value


WORD_CACHE_SIZE = 10_000  # words kept at hand


class Actions:
    """The actions of a game. Unpacks into the integer each of them starts at. `signals` names those a race is run for."""

    def __init__(self, *patterns: str, signals: str = "") -> None:
        self.kinds: list[Action] = []
        base, named = 0, signals.split()
        for pattern in patterns:
            name, _, rest = pattern.partition(":")
            kinds = tuple(re.findall(r"[a-z]+", rest))
            separators = tuple(re.findall(r"[^a-z]", ":" + rest)) if rest else ()
            size = 1
            for kind in kinds:
                if kind not in SIZES:
                    raise BadRules(
                        f"The action {pattern} carries a {kind}, and there is no such kind; there are {', '.join(SIZES)}.",
                        f"L’action {pattern} porte un {kind}, et ce genre n’existe pas ; il y a {', '.join(SIZES)}.",
                    )
                size *= SIZES[kind]
            self.kinds.append(Action(name, pattern, kinds, separators, base, size, name in named))
            base += size
        self.size = base
        self.signals = tuple(kind.name for kind in self.kinds if kind.signal)
        if set(self.signals) != set(named):
            raise TypeError(f"no action is called {', '.join(sorted(set(named) - set(self.signals)))}")
        # `fold` and `fold:seat` share a name: the number of arguments tells them apart
        self._named = {(kind.name, len(kind.kinds)): kind for kind in self.kinds}
        self._written: dict[int, str] = {}  # words in use, by number
        self._read: dict[str, int] = {}  # and numbers, by the word they are written with

    def __iter__(self) -> Iterator[int]:
        return (kind.base for kind in self.kinds)

    def of(self, action: int) -> Action:
        for kind in self.kinds:
            if kind.base <= action < kind.base + kind.size:
                return kind
        raise ValueError(action)

    def write(self, action: int) -> str:
        word = self._written.get(action)
        if word is None:
            if len(self._written) >= WORD_CACHE_SIZE:
                self._written.clear()
            word = self._written[action] = self.of(action).write(action)
        return word

    def number(self, action: object) -> int:
        """The number of an action given as a word or as that number; -1 when there is none."""
        if isinstance(action, str):
            known = self._read.get(action)
            return self._look_up(action) if known is None else known
        if isinstance(action, bool) or not isinstance(action, int):
            return -1
        return action if 0 <= action < self.size else -1

    def _look_up(self, word: str) -> int:
        try:
            number = self.read(word)
        except ValueError:
            return -1
        if self.write(number) == word:  # not in one of the other ways a player may type it
            if len(self._read) >= WORD_CACHE_SIZE:
                self._read.clear()
            self._read[word] = number
        return number

    def read(self, word: str) -> int:
        """The integer of a word; ValueError when no action is written so."""
        name, colon, arguments = word.strip().partition(":")
        count = len(re.split(r"[:./,]", arguments)) if colon else 0
        kind = self._named.get((name, count))
        if kind is None:
            raise ValueError(word)
        return kind.read(arguments)


@dataclass(frozen=True)
class Event:
    """A kind of happening and the names of its numbers: `hit seat rank`."""

    name: str
    fields: tuple[tuple[str, str], ...]  # (name, kind)

    @cached_property
    def life(self) -> str:
        """The field that counts lives; empty when there is none."""
        return next((name for name, what in self.fields if what == "life"), "")

    def write(self, numbers: Iterable[int]) -> dict[str, Any]:
        """Its numbers by name, in words where they have any."""
        found: dict[str, Any] = {}
        for (name, what), value in zip(self.fields, numbers, strict=False):
            found[name] = _in_words(what, value)
        return found

    def seats_named(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """The seats it speaks of, each once, in order."""
        named = 0
        for (_, what), value in zip(self.fields, numbers, strict=False):
            if what == "seats":
                named |= value
            elif what in ("seat", "place") and value >= 0:
                named |= 1 << (value // SLOTS if what == "place" else value)
        seats = []
        while named:
            seats.append((named & -named).bit_length() - 1)
            named &= named - 1
        return tuple(seats)


class Events:
    """The happenings of a game; unpacks into one small integer each. The common ones stand in every game."""

    COMMON = ("match_over", "turn seat", "reshuffle count burned", "tie_break seat rank kept=flag")

    def __init__(self, *patterns: str) -> None:
        self.kinds: list[Event] = []
        for pattern in (*self.COMMON, *patterns):
            name, *fields = pattern.split()
            self.kinds.append(Event(name, tuple(_field(field) for field in fields)))
        self.named = {kind.name: kind for kind in self.kinds}

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.COMMON), len(self.kinds)))

    def __getitem__(self, kind: int) -> Event:
        return self.kinds[kind]

    def __len__(self) -> int:
        return len(self.kinds)


def _field(text: str) -> tuple[str, str]:
    name, _, kind = text.partition("=")
    if kind:
        return name, kind
    return name, "seat" if name in SEAT_NAMES else name if name in ("card", "rank", "seats", "flag") else "number"


class Phases:
    """The phases of a game by name; unpacks into small integers."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.names)))


def _in_words(what: str, value: int) -> Any:
    if what in ("card", "place"):
        return None if value < 0 else to_word(what, value)
    if what == "seat":
        return None if value < 0 else value
    if what == "seats":
        return [p for p in range(32) if value >> p & 1]
    if "/" in what:
        return what.split("/")[value]
    return bool(value) if what == "flag" else value


class Answer(StrEnum):
    """The result of an action."""

    DONE = "done"  # it was carried out; a signal counted
    IGNORED = "ignored"  # it came too late or too early to mean anything: nothing happened, nobody was told
    LATE = "late"  # a signal after the race: only its seat was told
    REFUSED = "refused"  # a signal that does not count now: only its seat was told
    FALSE = "false"  # a signal without cause, and what that costs
