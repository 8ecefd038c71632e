"""The arguments of the commands of the lab."""

from __future__ import annotations

from pioche.terminal.parsing import Parser, game_named, positive, table_options, whole


def simulate(parser: Parser) -> None:
    game_named(parser)
    table_options(parser)
    parser.add_argument("--matches", type=whole("--matches", 1), default=10_000)
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--cluster")
    parser.add_argument("--out")
    parser.add_argument("--table", default="matches")


def compare(parser: Parser) -> None:
    game_named(parser)
    parser.add_argument("settings", nargs="*")
    table_options(parser)
    parser.add_argument("--bots")
    parser.add_argument("--by", default="usual")
    parser.add_argument("--matches", type=whole("--matches", 2), default=100_000)
    parser.add_argument("--seconds", type=positive("--seconds"), default=60.0)
    parser.add_argument("--level", type=positive("--level"), default=5.0)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--no-picture", action="store_true")
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--cluster")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out")


def report(parser: Parser) -> None:
    parser.add_argument("games", nargs="*")
    parser.add_argument("--all", action="store_true")
    table_options(parser)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--cluster")
    parser.add_argument("--out")


def new(parser: Parser) -> None:
    parser.needs("name", "new_game")
    parser.add_argument("--from", dest="base")
    parser.add_argument("--title")
    parser.add_argument("--title-fr")
    parser.add_argument("--out")


def arena(parser: Parser) -> None:
    parser.add_argument("games", nargs="*")
    parser.add_argument("--all", action="store_true")
    table_options(parser)
    parser.add_argument("--bots", default="novice,regular,expert,search")
    parser.add_argument("--pairs", type=whole("--pairs", 2), default=2000)
    parser.add_argument("--search-pairs", type=whole("--search-pairs", 2), default=20)
    parser.add_argument("--seconds", type=positive("--seconds"), default=1.0)
    parser.add_argument("--minutes", type=positive("--minutes"))
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out")


def odds(parser: Parser) -> None:
    game_named(parser)
    parser.add_argument("--decks", type=whole("--decks"), default=0)
    parser.add_argument("--rounds", type=whole("--rounds", 100), default=50_000)
    parser.add_argument("--seed", type=whole("--seed"), default=1)
    parser.add_argument("--json", action="store_true")
