"""Everything that can be refused, said in one clear sentence in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping

SPACED = {" :": "\u00a0:", " ;": "\u202f;", " ?": "\u202f?", " !": "\u202f!", "« ": "«\u00a0", " »": "\u00a0»"}
ELISION = re.compile(r"(?<=\w)'(?=\w)")


def typeset(fr: str) -> str:
    """French with the apostrophes and spaces of the catalogues, however it was typed."""
    for typed, printed in SPACED.items():
        fr = fr.replace(typed, printed)
    return ELISION.sub("’", fr)


class PiocheError(Exception):
    """A refusal a person can act on. `en` and `fr` say the same thing; `str()` is English."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.en = en
        self.fr = typeset(fr)

    def said(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en

    def as_json(self) -> Mapping[str, object]:
        return {"en": self.en, "fr": self.fr}


class UnknownGame(PiocheError, KeyError):
    """No game or preset has this name."""

    __str__ = Exception.__str__


class BadOption(PiocheError, ValueError):
    """An option, a value or a combination the rulebook does not have."""


class BadRules(PiocheError, ValueError):
    """Rules that cannot be put together, or a game that may not be offered."""


class NeedsCompiler(PiocheError):
    """Something that plays by the million, where Numba is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "This needs the compiler, which is not installed: pip install 'pioche[lab]'.",
            "Il faut pour cela le compilateur, qui n’est pas installé\u00a0: pip install 'pioche[lab]'.",
        )


class BadPosition(PiocheError, ValueError):
    """A position that cannot lie on a table of this game."""


class TooMany(PiocheError, OverflowError):
    """A count that would take too long."""


class BadRecord(PiocheError, ValueError):
    """A record that is damaged, of another version, or does not replay."""


class Illegal(PiocheError, ValueError):
    """A move the rules do not allow now. `rule` is the rulebook's number for the reason."""

    def __init__(self, en: str, fr: str, rule: str = "", reason: str = "illegal") -> None:
        tail = f" ({rule})" if rule else ""
        super().__init__(_with(en, tail), _with(fr, tail))
        self.rule = rule
        self.reason = reason

    def as_json(self) -> Mapping[str, object]:
        return {"en": self.en, "fr": self.fr, "rule": self.rule, "reason": self.reason}


def _with(sentence: str, tail: str) -> str:
    """Put the rule number before the full stop."""
    return sentence[:-1] + tail + "." if tail and sentence.endswith(".") else sentence + tail
