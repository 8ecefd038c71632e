"""The command `pioche`: reads the arguments, calls the command, and shows no traceback for bad input.

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
from typing import Any

from pioche import text
from pioche.errors import PiocheError
from pioche.terminal import lab_arguments, refusal, say, show
from pioche.terminal.parsing import Parser, game_named, game_rules, seat, table_options, whole
from pioche.text import plain_letters

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
STANDALONE_OPTIONS = ("--help", "-h", "--version", "-V")  # options that need no command


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    lang = _locale(os.environ)
    _replace_unencodable_letters()
    try:
        lang, arguments = language(arguments, lang)
        code = run(arguments, lang)
        sys.stdout.flush()
    except PiocheError as refused:
        show(refused.said(lang), error=True)
        return BAD_INPUT
    except KeyboardInterrupt:
        show("\n" + say("errors.interrupted", lang), error=True)
        return INTERRUPTED
    except OSError as problem:
        if problem.errno not in (errno.EPIPE, errno.EIO):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough, or has gone
        return BROKEN_PIPE
    return code


def run(arguments: list[str], lang: str) -> int:
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in STANDALONE_OPTIONS):
        arguments = ["serve", *arguments]  # `pioche` opens the house, `pioche --lan` to the whole network
    name = arguments[0]
    if name in ("--help", "-h", "help", "aide"):
        return _help(arguments[1] if len(arguments) > 1 else "pioche", lang)
    if name in ("--version", "-V"):
        from pioche import __version__

        show(f"pioche {__version__}")
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
    """Take `--lang` out of the arguments, at any place; return the language and the rest."""
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
    """Return the language of the environment if it is a known one, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "fr" if environment[name].lower().startswith("fr") else "en"
    return "en"


def _replace_unencodable_letters() -> None:
    """Print plain letters where the terminal cannot encode accents or suits: 8h for the eight of hearts."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=plain_letters.ERROR_HANDLER)


# -- arguments ---------------------------------------------------------------------------------------------


def _options(asked: argparse.Namespace) -> dict[str, Any]:
    """Return `--option ante=2 --seats 3` as options of the game; refuse malformed and repeated ones."""
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


def _play(parser: Parser) -> None:
    parser.add_argument("game", nargs="?")  # a resumed match knows its game
    table_options(parser)
    parser.add_argument("--seed", type=whole("--seed"))
    parser.add_argument("--seat", type=seat("--seat"), default=0)
    parser.add_argument("--name")
    parser.add_argument("--bots")
    parser.add_argument("--record")
    parser.add_argument("--resume", nargs="?", const="")
    parser.add_argument("--plain", action="store_true")


def _learn(parser: Parser) -> None:
    game_named(parser)
    parser.add_argument("--plain", action="store_true")


def _replay(parser: Parser) -> None:
    parser.add_argument("file", nargs="?")  # by default the last match played here
    parser.add_argument("--seat", type=seat("--seat"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--step", action="store_true")
    parser.add_argument("--plain", action="store_true")


def _verify(parser: Parser) -> None:
    parser.needs("file", "record")


def _serve(parser: Parser) -> None:
    parser.add_argument("--port", type=whole("--port", 0, 65_535), default=8421)
    parser.add_argument("--data")
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--no-backups", action="store_true")
    parser.add_argument("--host-name", action="append", default=[])
    parser.add_argument("--trusted-proxy", action="append", default=[])
    parser.add_argument("--notices", default="")
    parser.add_argument("--store")
    parser.add_argument("--workers", type=whole("--workers", 1), default=1)


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


def _print(parser: Parser) -> None:
    parser.needs("what", "paper")
    parser.add_argument("--paper")
    parser.add_argument("--ink", default="full")
    parser.add_argument("--deck", default="triangular")
    parser.add_argument("--backs", action="store_true")
    parser.add_argument("--out")


def _site(parser: Parser) -> None:
    parser.needs("folder", "folder")


def _completion(parser: Parser) -> None:
    parser.needs("shell", "shell")


COMMANDS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "games": ("commands.games_command:games", _nothing),
    "rules": ("commands.games_command:rules", game_rules),
    "play": ("play.turn_based:play", _play),
    "learn": ("play.learning:learn", _learn),
    "simulate": ("commands.lab_commands:simulate", lab_arguments.simulate),
    "compare": ("commands.compare_command:compare", lab_arguments.compare),
    "report": ("commands.report_command:report", lab_arguments.report),
    "new": ("commands.new_command:new", lab_arguments.new),
    "arena": ("commands.arena_command:arena", lab_arguments.arena),
    "odds": ("commands.lab_commands:odds", lab_arguments.odds),
    "replay": ("commands.replay_command:replay", _replay),
    "verify": ("commands.verify_command:verify", _verify),
    "tournament": ("commands.tournament_command:tournament", _nothing),
    "print": ("commands.paper_commands:print_", _print),
    "site": ("commands.paper_commands:site", _site),
    "completion": ("commands.completion_command:completion", _completion),
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
    show(say(f"help.{name}", lang).strip("\n"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
