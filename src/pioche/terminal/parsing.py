"""The argument parser of the commands: every mistake is refused in one sentence of the user's language."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NoReturn

from pioche import text
from pioche.errors import PiocheError
from pioche.terminal import refusal, say


class Parser(argparse.ArgumentParser):
    """argparse, with one clear sentence in the user's language for every mistake.

    It keeps what was declared: refusals and completion read `arguments`, not the insides of argparse.
    """

    def __init__(self, prog: str) -> None:
        self.arguments: list[argparse.Action] = []  # as declared, in that order
        self.nouns: dict[str, str] = {}
        super().__init__(prog, add_help=False, allow_abbrev=False, exit_on_error=False)

    def add_argument(self, *names: Any, **declaration: Any) -> argparse.Action:
        argument = super().add_argument(*names, **declaration)
        self.arguments.append(argument)
        return argument

    @property
    def options(self) -> dict[str, argparse.Action]:
        """The options by each of their names."""
        return {name: argument for argument in self.arguments for name in argument.option_strings}

    def needs(self, name: str, noun: str) -> None:
        """Declare a word that must be there; `noun` is what the refusal calls it."""
        self.add_argument(name)
        self.nouns[name] = noun

    def read(self, words: list[str]) -> tuple[argparse.Namespace, list[str]]:
        """Read the words of a command; return their values and the words that were not declared."""
        try:
            return self.parse_known_args(words)
        except argparse.ArgumentError:
            misused = self._misused(words)
            if misused is None:
                self.error("")
            raise misused from None

    def _misused(self, words: list[str]) -> PiocheError | None:
        """Find the option that lacks its value, or has one and takes none."""
        for word, following in pairwise([*words, ""]):
            name, equals, _ = word.partition("=")
            option = self.options.get(name)
            if option is None:
                continue
            if equals and option.nargs == 0:
                return refusal("errors.no_value", command=self.prog, what=option.option_strings[0])
            if not equals and option.nargs in (None, "+") and not _is_value(following):
                return refusal("errors.needs_value", command=self.prog, what=option.option_strings[0])
        return None

    def error(self, message: str) -> NoReturn:
        """Refuse a command in which a word is missing; `read` refuses misused options."""
        noun = next(iter(self.nouns.values()), "")
        needed = [one for one in self.arguments if not one.option_strings and one.nargs not in ("?", "*")]
        words = ", ".join(str(one.metavar or one.dest) for one in needed)
        en, fr = (
            say("errors.missing", lang, command=self.prog, what=say(f"arguments.{noun}", lang) if noun else words)
            for lang in text.LANGUAGES
        )
        raise PiocheError(en, fr)

    def unknown(self, what: str) -> PiocheError:
        close = difflib.get_close_matches(what, self.options, 1)
        if close:
            return refusal("errors.close_option", command=self.prog, what=what, close=close[0])
        return refusal("errors.unknown", command=self.prog, what=what)


def _is_value(word: str) -> bool:
    """Whether argparse takes the word for a value, not for an option; a number may be below 0."""
    return bool(word) and (not word.startswith("-") or word == "-" or " " in word or word[1:2].isdigit())


def whole(name: str, least: int = 0, most: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers; its refusals name the option."""

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
    """Return a reader of seats, which people count from 1 and programs from 0."""
    number = whole(name, 1)
    return lambda value: number(value) - 1


def positive(name: str) -> Callable[[str], float]:
    """Return a reader of numbers above 0, with a point or a comma."""

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


def game_rules(parser: Parser) -> None:
    game_named(parser)
    parser.add_argument("--codes", action="store_true")


def table_options(parser: Parser) -> None:
    parser.add_argument("--seats", "--players", type=whole("--seats"))
    parser.add_argument("--option", "-o", action="append")
