"""How the commands read their arguments: one clear sentence in the user's language for every mistake."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from typing import NoReturn

from pioche import text
from pioche.errors import PiocheError
from pioche.terminal import refusal, say


class Parser(argparse.ArgumentParser):
    """argparse, with one clear sentence in the user's language for every mistake.

    argparse only says which argument it stumbled over; what is wrong with it follows from its declaration.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, add_help=False, allow_abbrev=False, exit_on_error=False)
        self.nouns: dict[str, str] = {}

    def needs(self, name: str, noun: str) -> None:
        """A word that must be there; `noun` is what the refusal calls it."""
        self.add_argument(name)
        self.nouns[name] = noun

    def read(self, arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
        try:
            return self.parse_known_args(arguments)
        except argparse.ArgumentError as wrong:
            stumbled = [action for action in self._actions if _names(action) == wrong.argument_name]
            if not stumbled:
                self.error("")
            key = "errors.no_value" if stumbled[0].nargs == 0 else "errors.needs_value"
            raise refusal(key, command=self.prog, what=stumbled[0].option_strings[0]) from None

    def error(self, message: str) -> NoReturn:
        """Whatever belongs to one argument is told by `read`: what is left is a word that is not there."""
        noun = next(iter(self.nouns.values()), "")
        needed = [action for action in self._actions if not action.option_strings and action.nargs not in ("?", "*")]
        words = ", ".join(str(action.metavar or action.dest) for action in needed)
        en, fr = (
            say("errors.missing", lang, command=self.prog, what=say(f"arguments.{noun}", lang) if noun else words)
            for lang in text.LANGUAGES
        )
        raise PiocheError(en, fr)

    def unknown(self, what: str) -> PiocheError:
        known = [name for action in self._actions for name in action.option_strings]
        close = difflib.get_close_matches(what, known, 1)
        if close:
            return refusal("errors.close_option", command=self.prog, what=what, close=close[0])
        return refusal("errors.unknown", command=self.prog, what=what)


def _names(action: argparse.Action) -> str:
    return "/".join(action.option_strings)


def whole(name: str, least: int = 0, most: int | None = None) -> Callable[[str], int]:
    """A whole number; the refusal names the option."""

    def read(value: str) -> int:
        try:
            number = int(value.replace("_", ""))
        except ValueError:
            raise refusal("errors.not_whole", what=name, value=value) from None
        if number < least:
            raise refusal("errors.too_small", what=name, value=value, least=least)
        if most is not None and number > most:
            raise refusal("errors.too_large", what=name, value=value, most=most)
        return number

    return read


def seat(name: str) -> Callable[[str], int]:
    """People count seats from 1, programs from 0."""
    number = whole(name, 1)
    return lambda value: number(value) - 1


def positive(name: str) -> Callable[[str], float]:
    """A number above nought, with a point or a comma."""

    def read(value: str) -> float:
        try:
            number = float(value.replace(",", "."))
        except ValueError:
            number = 0.0
        if not 0 < number < 1e9:
            raise refusal("errors.not_positive", what=name, value=value)
        return number

    return read


def game_named(parser: Parser) -> None:
    parser.needs("game", "game")


def table_options(parser: Parser) -> None:
    parser.add_argument("--seats", "--players", type=whole("--seats"))
    parser.add_argument("--option", "-o", action="append")
