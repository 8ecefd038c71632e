"""Options: typed, with a range and a default that may depend on the table. Inside they are integers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pioche.errors import BadOption

Resolved = Mapping[str, Any]
Default = Any  # a value, or a function of the options resolved before this one
YES = frozenset({"true", "on", "yes", "1", "oui", "vrai"})
NO = frozenset({"false", "off", "no", "0", "non", "faux"})
EVER: Resolved = {}  # an option that always has a meaning


@dataclass(frozen=True)
class Option:
    """One option of a rulebook. `None` always means the default."""

    id: str
    kind: str  # switch, number, choice, seat, word
    default: Default = None
    low: int = 0
    high: int = 0
    step: int = 1
    values: tuple[str, ...] = ()
    lives: Mapping[str, int] = field(default_factory=dict)  # words with a number of letters of their own
    only: Mapping[str, Any] = field(default_factory=dict)  # has a meaning only with these values of other options

    def resolve(self, value: Any, resolved: Resolved) -> Any:
        """The value as people write it: bool, int or word. BadOption when the rulebook has no such value."""
        if value is None:
            value = self.default(resolved) if callable(self.default) else self.default
        text = str(value).strip().lower()
        if self.kind == "switch" and text in YES | NO:
            return text in YES
        if self.kind == "choice":
            if text in self.values:
                return text
            for truth in (YES, NO):  # `slam=true` for `slam=on`
                if text in truth and len(found := [v for v in self.values if v in truth]) == 1:
                    return found[0]
        if self.kind == "seat" and text == "random":
            return "random"
        if self.kind in ("number", "seat") and not isinstance(value, bool):
            try:
                whole = int(text)
            except ValueError:
                whole = self.low - 1
            high = resolved["seats"] - 1 if self.kind == "seat" else self.high
            if self.low <= whole <= high and (whole - self.low) % self.step == 0:
                return whole
        if self.kind == "word" and (text in self.lives or (text.isalpha() and 1 <= len(text) <= 12)):
            return text if text in self.lives else text.upper()
        allowed_en, allowed_fr = self.allowed(resolved)
        raise BadOption(
            f"{self.id} cannot be {value}: it takes {allowed_en}.", f"{self.id} ne peut pas être {value} : {allowed_fr}."
        )

    def matters(self, options: Resolved) -> bool:
        """Return whether this option changes anything with the other options as they are."""
        return all(options.get(name) == value for name, value in self.only.items())

    def number(self, value: Any) -> int:
        """The integer the rules read."""
        if self.kind == "choice":
            return self.values.index(value)
        if self.kind == "seat":
            return -1 if value == "random" else int(value)
        if self.kind == "word":
            return self.lives.get(value, len(value))
        return int(value)

    def allowed(self, resolved: Resolved) -> tuple[str, str]:
        """Return the allowed values, as the end of a sentence in English and French."""
        if self.kind == "switch":
            return "true or false", "vrai ou faux (true, false)"
        if self.kind == "choice":
            return "one of " + ", ".join(self.values), "choisissez parmi " + ", ".join(self.values)
        if self.kind == "seat":
            last = resolved["seats"] - 1
            return f"random or a seat from 0 to {last}", f"random ou une place de 0 à {last}"
        if self.kind == "word":
            named = ", ".join(self.lives)
            en, fr = (f"{named} or ", f"{named} ou ") if named else ("", "")
            return f"{en}a word of 1 to 12 letters", f"{fr}un mot de 1 à 12 lettres"
        if self.step > 1:
            return (
                f"a multiple of {self.step} from {self.low} to {self.high}",
                f"un multiple de {self.step}, de {self.low} à {self.high}",
            )
        return f"a whole number from {self.low} to {self.high}", f"un nombre entier de {self.low} à {self.high}"


def switch(id: str, default: bool = False, only: Resolved = EVER) -> Option:
    return Option(id, "switch", default, only=only)


def number_option(id: str, low: int, high: int, default: Default, step: int = 1, only: Resolved = EVER) -> Option:
    return Option(id, "number", default, low, high, step, only=only)


def choice(id: str, values: str, default: Default = None, only: Resolved = EVER) -> Option:
    """`choice("money", "none seattle tacoma")`: the first value is the default unless another is given."""
    names = tuple(values.split())
    return Option(id, "choice", default if default is not None else names[0], values=names, only=only)


def seat_option(id: str, only: Resolved = EVER) -> Option:
    """A seat number, or `random`."""
    return Option(id, "seat", "random", only=only)


def word_option(id: str, default: str, only: Resolved = EVER, **lives: int) -> Option:
    """A word, one life a letter; some words have a number of lives of their own."""
    return Option(id, "word", default, lives=lives, only=only)


def by_seats(table: Mapping[int, Any]) -> Callable[[Resolved], Any]:
    """A default that depends on the number of seats."""
    return lambda resolved: table[resolved["seats"]]


def by_choice(option: str, table: Mapping[str, Any]) -> Callable[[Resolved], Any]:
    """A default that depends on an option declared before."""
    return lambda resolved: table[resolved[option]]
