"""The arguments of `pioche tournament`: its commands and their arguments."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from typing import Any

from pioche.errors import PiocheError
from pioche.terminal.parsing import Parser, whole
from pioche.tournament.profiles import profiles
from pioche.tournament.refusals import say


def _numbers(parser: Parser, name: str, many: str = "+") -> None:
    parser.add_argument(name, nargs=many, type=whole(name, -(10**9)))


def _new(parser: Parser) -> None:
    parser.add_argument("game")
    parser.add_argument("--title", default="")
    parser.add_argument("--seed", type=whole("--seed"))
    parser.add_argument("--rounds", type=whole("--rounds", 1))
    parser.add_argument("--scoring")
    parser.add_argument("--final")
    parser.add_argument("--option", "-o", action="append", default=[])
    parser.add_argument("--game-option", "-g", action="append", default=[])
    parser.add_argument("--game-of", action="append", default=[])


def _people(parser: Parser) -> None:
    parser.add_argument("names", nargs="+")
    parser.add_argument("--club")
    parser.add_argument("--rating", type=whole("--rating"))
    parser.add_argument("--bot", action="store_true")
    parser.add_argument("--check-in", action="store_true")


def _late(parser: Parser) -> None:
    _people(parser)
    parser.add_argument("--consent", action="store_true")


def _check_in(parser: Parser) -> None:
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--consent", action="store_true")


def _names(parser: Parser) -> None:
    parser.add_argument("names", nargs="+")


def _two(parser: Parser) -> None:
    parser.add_argument("name")
    parser.add_argument("other")


def _seat(parser: Parser) -> None:
    parser.add_argument("--table", action="append", default=[])
    parser.add_argument("--filler", action="append", default=[])
    parser.add_argument("--why", action="store_true")


def _result(parser: Parser) -> None:
    parser.add_argument("table", type=whole("table", 1))
    _numbers(parser, "points", "*")
    parser.add_argument("--second", nargs="+", type=whole("--second", -(10**9)))
    parser.add_argument("--units", type=whole("--units", 1))
    parser.add_argument("--line", action="append", default=[])
    parser.add_argument("--proposed", action="store_true")


def _correct(parser: Parser) -> None:
    parser.add_argument("round")
    _result(parser)
    parser.add_argument("--reason", default="")


def _voice(parser: Parser) -> None:
    parser.add_argument("table", type=whole("table", 1))
    parser.add_argument("name")
    parser.add_argument("--reason", default="")


def _reason(parser: Parser) -> None:
    parser.add_argument("name")
    parser.add_argument("--round")
    parser.add_argument("--reason", default="")


def _penalty(parser: Parser) -> None:
    parser.add_argument("name")
    parser.add_argument("points")
    parser.add_argument("--reason", default="")


def _no_show(parser: Parser) -> None:
    parser.add_argument("name")
    parser.add_argument("--beyond", nargs="+", type=whole("--beyond", 1), default=[])


def _nothing(parser: Parser) -> None:
    pass


def _why(parser: Parser) -> None:
    parser.add_argument("--round")
    parser.add_argument("--why", action="store_true")


def _shown(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true")


def _cancel(parser: Parser) -> None:
    parser.add_argument("--reason", default="")


def _print(parser: Parser) -> None:
    parser.add_argument("what", nargs="?", default="seats")
    parser.add_argument("--round")
    parser.add_argument("--out")
    parser.add_argument("--pdf", action="store_true")


def _file(parser: Parser) -> None:
    parser.add_argument("target")
    parser.add_argument("--what", default="standings")


def _import(parser: Parser) -> None:
    parser.add_argument("target")
    parser.add_argument("--check-in", action="store_true")


def _simulate(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", default=next(iter(profiles())))
    parser.add_argument("--entrants", type=whole("--entrants", 3), default=16)
    parser.add_argument("--rounds", type=whole("--rounds", 1), default=8)
    parser.add_argument("--scoring", default="rank,raw,win")
    parser.add_argument("--runs", type=whole("--runs", 2), default=200)
    parser.add_argument("--spread", default="0.5")
    parser.add_argument("--bots")
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--picture")


VERBS: dict[str, Callable[[Parser], None]] = {
    "new": _new, "add": _people, "import": _import, "check-in": _check_in, "withdraw": _names, "seat": _seat, "swap": _two,
    "reseat": _seat, "start": _nothing, "result": _result, "confirm": _voice, "object": _voice, "rule": _result,
    "close": _nothing, "standings": _shown, "seating": _why, "status": _nothing,
    "correct": _correct, "forfeit": _reason, "excuse": _reason,
    "penalty": _penalty, "warn": _reason, "disqualify": _reason, "drop": _names, "pause": _names, "resume": _names,
    "readmit": _names, "substitute": _two, "late": _late, "no-show": _no_show, "finals": _nothing, "decline": _names,
    "finish": _nothing, "cancel": _cancel, "ranking": _shown, "print": _print, "export": _file, "log": _shown,
    "simulate": _simulate,
}  # fmt: skip


def read(words: list[str]) -> tuple[str, argparse.Namespace]:
    """The command and what it was given."""
    words, file = _taken(words, "--file", "-f")
    words, by = _taken(words, "--by")
    if not words:
        raise _said("no_verb", word="–", verbs=", ".join(VERBS))
    verb, *rest = words
    if verb not in VERBS:
        close = difflib.get_close_matches(verb, VERBS, 1)
        raise _said("close_verb" if close else "no_verb", word=verb, close=close[0] if close else "", verbs=", ".join(VERBS))
    parser = Parser(f"pioche tournament {verb}")
    VERBS[verb](parser)
    asked, unknown = parser.read(rest)
    if unknown:
        raise parser.unknown(unknown[0])
    asked.file, asked.by = file, by or "organiser"
    return verb, asked


def _taken(words: list[str], *names: str) -> tuple[list[str], str | None]:
    """An option that may stand anywhere, taken out of the words."""
    rest, found, place = list(words), None, 0
    while place < len(rest):
        name, equals, value = rest[place].partition("=")
        if name not in names:
            place += 1
            continue
        if not equals:
            if place + 1 == len(rest):
                raise _said("value", name=names[0])
            value = rest.pop(place + 1)
        rest.pop(place)
        found = value
    return rest, found


def _said(key: str, **values: Any) -> PiocheError:
    return PiocheError(say(f"cli.{key}", "en", **values), say(f"cli.{key}", "fr", **values))
