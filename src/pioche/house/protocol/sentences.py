"""Sentences of the server in both languages, and the exception with which it refuses requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pioche import text
from pioche.errors import PiocheError
from pioche.house.protocol.messages import No, Said

CATALOGUE = "house"


def said(section: str, name: str, /, **values: Any) -> Said:
    """Return a sentence of the catalogue `house`; a value may itself be a `Said`."""
    return both(lambda lang: text.fill(text.catalogue(CATALOGUE, lang)[section][name], _in(values, lang), lang))


def both(word: Callable[[str], str]) -> Said:
    """Return `word(lang)` in both languages."""
    return Said(word("en"), word("fr"))


def _in(values: dict[str, Any], lang: str) -> dict[str, Any]:
    return {k: getattr(v, lang) if isinstance(v, Said) else v for k, v in values.items()}


def words(name: str) -> list[str]:
    """Return a list of words of the catalogue `house`, such as the names of bots."""
    return str(text.catalogue(CATALOGUE, "en")[name]).split()


class Refusal(PiocheError):
    """A refused request: the reason, its sentence in both languages, and the HTTP status."""

    def __init__(self, reason: str, /, status: int = 409, rule: str = "", retry: int | None = None, **values: Any) -> None:
        sentence = said("refusals", reason, **values)
        super().__init__(sentence.en, sentence.fr)
        self.reason, self.status, self.rule, self.retry = reason, status, rule, retry

    def to(self, id: str) -> No:
        """Return the answer to the command `id`."""
        return No(id, self.reason, self.en, self.fr, self.rule)

    @classmethod
    def of(cls, error: PiocheError, status: int = 400) -> Refusal:
        """Return a refusal with the sentences of an error of the engine."""
        self = cls.__new__(cls)
        PiocheError.__init__(self, error.en, error.fr)
        self.reason = getattr(error, "reason", type(error).__name__)
        self.rule = getattr(error, "rule", "")
        self.status, self.retry = status, None
        return self
