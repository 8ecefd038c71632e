"""Keys for games against the clock: every legal move gets a key or two, always the same for the same move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pioche.engine.rulebook import Rulebook
from pioche.engine.words import Action

SPACE = " "  # for the first signal
RESERVED = {"q", "?"}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def codes(rules: Rulebook, legal: Sequence[str], me: int) -> dict[str, str]:
    """Code -> move. A number is a slot or a place in the list, a letter before it another player's seat."""
    kinds: dict[str, tuple[Action, list[str]]] = {}
    for word in legal:
        kind = rules.actions.of(rules.actions.read(word))
        kinds.setdefault(kind.pattern, (kind, []))[1].append(word)
    found: dict[str, str] = {}
    taken = set(RESERVED)
    if any("seat" in kind.kinds for kind, _ in kinds.values()):
        taken |= set(LETTERS[: rules.shape.seats_range[1]])
    for kind, words in kinds.values():
        if not kind.kinds:
            key = SPACE if kind.signal and SPACE not in found else _letter(kind.name, taken)
            found[key] = words[0]
    for kind, words in kinds.values():
        if kind.kinds:
            bodies = _bodies(kind, words, me)
            prefix = _letter(kind.name, taken) if any(body in found for body in bodies) else ""
            found |= {prefix + body: word for body, word in zip(bodies, words, strict=True)}
    return found


def _letter(name: str, taken: set[str]) -> str:
    """The first letter of the word that is free, else any."""
    letter = next(c for c in name + LETTERS if c.isalpha() and c not in taken)
    taken.add(letter)
    return letter


def _bodies(kind: Action, words: list[str], me: int) -> list[str]:
    if kind.kinds in (("slot",), ("rank",), ("column",), ("count",)):
        return [word.partition(":")[2] for word in words]
    if set(kind.kinds) <= {"seat", "slot"}:
        return [_places(kind, word, me) for word in words]
    return [str(place) for place in range(1, len(words) + 1)]


def _places(kind: Action, word: str, me: int) -> str:
    """`slam:2.3` is c3; the own slot 3 is simply 3 where only one place is named."""
    values = kind.unpack(kind.read(word.partition(":")[2]))
    if kind.kinds == ("seat", "slot") and values[0] == me:
        return str(values[1])
    return "".join(LETTERS[v] if what == "seat" else str(v) for what, v in zip(kind.kinds, values, strict=True))


def complete(typed: str, known: Iterable[str]) -> bool:
    """Nothing longer begins with what was typed, so it can be done without waiting for Enter."""
    return typed in known and not any(code != typed and code.startswith(typed) for code in known)


def begun(typed: str, known: Iterable[str]) -> bool:
    return any(code.startswith(typed) for code in known)
