"""The command `pioche`: reads the arguments, hands over, and never shows a traceback for bad input.

Only what a command needs is imported: `pioche games` must answer at once.
"""

from __future__ import annotations

import argparse
import difflib
import errno
import importlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from pioche import text
from pioche.errors import PiocheError
from pioche.terminal import refusal, say

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
ALONE = ("--help", "-h", "--version", "-V")  # what may stand where a command stands


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    lang = _locale(os.environ)
    _never_choke_on_letters()
    try:
        lang, arguments = language(arguments, lang)
        code = run(arguments, lang)
        sys.stdout.flush()
    except PiocheError as refused:
        print(refused.said(lang), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\n" + say("errors.interrupted", lang), file=sys.stderr)
        return INTERRUPTED
    except OSError as problem:
        if problem.errno not in (errno.EPIPE, errno.EIO):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough, or has gone
        return BROKEN_PIPE
    return code


def run(arguments: list[str], lang: str) -> int:
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ALONE):
        arguments = ["serve", *arguments]  # `pioche` opens the house, `pioche --lan` to the whole network
    name = arguments[0]
    if name in ("--help", "-h", "help", "aide"):
        return _help(arguments[1] if len(arguments) > 1 else "pioche", lang)
    if name in ("--version", "-V"):
        from pioche import __version__

        print(f"pioche {__version__}")
        return 0
    if name not in COMMANDS:
        raise _unknown_command(name)
    if "--help" in arguments or "-h" in arguments:
        return _help(name, lang)
    asked = read(name, arguments[1:])
    module, _, function = COMMANDS[name][0].partition(":")
    command: Callable[[Any, str], int] = getattr(importlib.import_module(f"pioche.terminal.{module}"), function)
    return command(asked, lang)


def read(name: str, arguments: list[str]) -> argparse.Namespace:
    """The arguments of a command, checked as far as they can be without its game."""
    parser = Parser(f"pioche {name}")
    COMMANDS[name][1](parser)
    asked, rest = parser.read(arguments)
    if rest and name not in ("bench", "tournament"):  # these have arguments of their own
        raise parser.unknown(rest[0])
    asked.rest, asked.options = rest, _options(asked)
    return asked


# -- language ----------------------------------------------------------------------------------------------


def language(arguments: Sequence[str], usual: str) -> tuple[str, list[str]]:
    """Take `--lang` out of the arguments, wherever it stands."""
    rest = list(arguments)
    lang = usual
    place = 0
    while place < len(rest):
        word, _, value = rest[place].partition("=")
        if word != "--lang":
            place += 1
            continue
        if not _:
            if place + 1 == len(rest):
                raise refusal("errors.lang_value")
            value = rest.pop(place + 1)
        rest.pop(place)
        lang = value.lower().replace("-", "_").partition("_")[0]
        if lang not in text.LANGUAGES:
            raise refusal("errors.no_language", word=value)
    return lang, rest


def _locale(environment: Mapping[str, str]) -> str:
    """The language the user's other programs speak, if we do."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "fr" if environment[name].lower().startswith("fr") else "en"
    return "en"


def _never_choke_on_letters() -> None:
    """A terminal without accents or suits gets question marks instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


# -- arguments ---------------------------------------------------------------------------------------------


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


def _options(asked: argparse.Namespace) -> dict[str, Any]:
    """`--option ante=2 --seats 3` as the game wants it."""
    found: dict[str, Any] = {}
    for pair in getattr(asked, "option", None) or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise refusal("errors.option_form", value=pair)
        if name.strip() in found:
            raise refusal("errors.option_twice", what=name.strip())
        found[name.strip()] = value.strip()
    if getattr(asked, "seats", None) is not None:
        if "seats" in found:
            raise refusal("errors.option_twice", what="seats")
        found["seats"] = asked.seats
    return found


def _nothing(parser: Parser) -> None:
    pass


def _game(parser: Parser) -> None:
    parser.needs("game", "game")


def _table(parser: Parser) -> None:
    parser.add_argument("--seats", "--players", type=whole("--seats"))
    parser.add_argument("--option", "-o", action="append")


def _play(parser: Parser) -> None:
    parser.add_argument("game", nargs="?")  # a match that is taken up again knows its game
    _table(parser)
    parser.add_argument("--seed", type=whole("--seed"))
    parser.add_argument("--seat", type=seat("--seat"), default=0)
    parser.add_argument("--name")
    parser.add_argument("--bots")
    parser.add_argument("--record")
    parser.add_argument("--resume", nargs="?", const="")
    parser.add_argument("--plain", action="store_true")


def _simulate(parser: Parser) -> None:
    _game(parser)
    _table(parser)
    parser.add_argument("--matches", type=whole("--matches", 1), default=10_000)
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--figures", action="store_true")


def _arena(parser: Parser) -> None:
    parser.add_argument("games", nargs="*")
    parser.add_argument("--all", action="store_true")
    _table(parser)
    parser.add_argument("--bots", default="novice,regular,expert,search")
    parser.add_argument("--pairs", type=whole("--pairs", 2), default=2000)
    parser.add_argument("--search-pairs", type=whole("--search-pairs", 2), default=20)
    parser.add_argument("--seconds", type=positive("--seconds"), default=1.0)
    parser.add_argument("--minutes", type=positive("--minutes"))
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out")


def _odds(parser: Parser) -> None:
    _game(parser)
    parser.add_argument("--decks", type=whole("--decks"), default=0)
    parser.add_argument("--rounds", type=whole("--rounds", 100), default=50_000)
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--json", action="store_true")


def _replay(parser: Parser) -> None:
    parser.add_argument("file", nargs="?")  # by default the last match played here
    parser.add_argument("--seat", type=seat("--seat"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--step", action="store_true")
    parser.add_argument("--plain", action="store_true")


def _serve(parser: Parser) -> None:
    parser.add_argument("--port", type=whole("--port", 0, 65_535), default=8421)
    parser.add_argument("--data")
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--no-backups", action="store_true")
    parser.add_argument("--store")
    parser.add_argument("--bus", default="")
    parser.add_argument("--workers", type=whole("--workers", 1), default=1)
    parser.add_argument("--inside", default="127.0.0.1:0")


def _backup(parser: Parser) -> None:
    parser.needs("file", "new_file")
    parser.add_argument("--keep", type=whole("--keep", 1), default=0)
    _doctor(parser)


def _restore(parser: Parser) -> None:
    parser.needs("copy", "copy")
    _doctor(parser)


def _doctor(parser: Parser) -> None:
    parser.add_argument("--data")
    parser.add_argument("--store")


def _export(parser: Parser) -> None:
    parser.needs("folder", "folder")
    parser.add_argument("--data")
    parser.add_argument("--store")
    parser.add_argument("--unfinished", action="store_true")


COMMANDS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "games": ("commands.games_command:games", _nothing),
    "rules": ("commands.games_command:rules", _game),
    "play": ("play.turn_based:play", _play),
    "simulate": ("commands.lab_commands:simulate", _simulate),
    "arena": ("commands.arena_command:arena", _arena),
    "odds": ("commands.lab_commands:odds", _odds),
    "replay": ("commands.replay_command:replay", _replay),
    "tournament": ("commands.tournament_command:tournament", _nothing),
    "bench": ("commands.lab_commands:bench", _nothing),
    "serve": ("commands.house_commands:serve", _serve),
    "backup": ("commands.house_commands:backup", _backup),
    "restore": ("commands.house_commands:restore", _restore),
    "doctor": ("commands.house_commands:doctor", _doctor),
    "export": ("commands.house_commands:export", _export),
}


def _unknown_command(name: str) -> PiocheError:
    names = list(COMMANDS)
    close = difflib.get_close_matches(name, names, 1)
    if close:
        return refusal("errors.close_command", word=name, close=close[0])
    return refusal("errors.no_command", word=name, commands=", ".join(names))


# -- help ----------------------------------------------------------------------------------------------------


def _help(name: str, lang: str) -> int:
    if name not in COMMANDS and name != "pioche":
        raise _unknown_command(name)
    print(say(f"help.{name}", lang).strip("\n"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
