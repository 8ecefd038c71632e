"""`pioche games` and `pioche rules`: the list of games, and their rules."""

from __future__ import annotations

import shutil
import textwrap
from typing import Any

from pioche import text
from pioche.engine.game import Game, broken_guests, rulebooks
from pioche.engine.options import Option
from pioche.engine.rulebook import Rulebook
from pioche.terminal import say, show
from pioche.terminal.board import option_line
from pioche.terminal.game_names import load_named
from pioche.terminal.screen import Screen


def games(asked: Any, lang: str) -> int:
    """`pioche games`: everything the house plays, family by family."""
    screen = Screen(lang)
    known = rulebooks()
    families = list(dict.fromkeys(rules.family for rules in known.values()))
    for family in families:
        members = [rules for rules in known.values() if rules.family == family]
        if members:
            names = text.catalogue("terminal", lang)["families"]
            screen.say(names.get(family, family), "turn")
            screen.say()
            for rules in members:
                _entry(rules, screen)
    screen.say(say("games.foot", lang))
    for why in broken_guests().values():
        show(why.said(lang), error=True)
    return 0


def _entry(rules: Rulebook, screen: Screen) -> None:
    lang = screen.lang
    low, high = rules.position.seats_range
    players = say("games.players_one" if low == high else "games.players", lang, low=low, high=high)
    short, long = rules.minutes
    minutes = say("games.minutes_one" if short == long else "games.minutes", lang, low=short, high=long)
    screen.say(f"  {rules.id:<14}{text.title(rules, lang)} · {players} · {minutes}", "title")
    for line in _folded(text.find(rules, lang, "pitch")):
        screen.say(f"{'':16}{line}")
    if rules.presets:
        variants = ", ".join(f"{name} ({text.title(rules, lang, name)})" for name in rules.presets)
        for line in _folded(say("games.variants", lang, presets=variants)):
            screen.say(f"{'':16}{line}", "quiet")
    screen.say()


def _folded(sentence: str) -> list[str]:
    return textwrap.wrap(sentence, max(40, min(shutil.get_terminal_size().columns, 110) - 16))


# -- rules -----------------------------------------------------------------------------------------------


def rules(asked: Any, lang: str) -> int:
    """`pioche rules GAME`: the rule sheet, then every option of the rulebook."""
    game = load_named(asked.game)
    screen = Screen(lang)
    page = text.players_sheet(game.rules, lang, numbers=asked.codes)
    page = page or f"# {game.title(lang)}\n\n{text.find(game.rules, lang, 'pitch')}\n"
    if game.preset:
        page = f"{_variant(game, lang)}\n\n{page}"
    screen.markdown(f"{page.rstrip()}\n\n{_options(game, lang)}")
    return 0


def _variant(game: Game, lang: str) -> str:
    fixed = game.rules.presets[game.preset]
    options = option_line(game.rules, fixed, lang)
    return say("rules.variant", lang, title=game.title(lang), game=text.title(game.rules, lang), options=options)


def _options(game: Game, lang: str) -> str:
    """The options as the rulebook declares them, as a table in Markdown."""
    head = [say(f"rules.{name}", lang) for name in ("option", "values", "default", "effect")]
    lines = [f"## {say('rules.options', lang)}", ""]
    lines += [_row(head), _row(["---"] * len(head))]
    for option in game.all_options:
        effect = text.find(game.rules, lang, "options", option.id, "help")
        lines.append(_row([f"`{option.id}`", _values(option, lang), _default(option, game, lang), effect]))
    last = game.all_options[-1]
    example = f"{last.id}={_word(game.options[last.id])}"
    name = game.preset or game.id
    return "\n".join([*lines, "", say("rules.options_how", lang, game=name, example=example)])


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(option: Option, lang: str) -> str:
    if option.kind == "choice":
        return ", ".join(option.values)
    if option.kind == "switch":
        return say("rules.switch_values", lang)
    if option.kind == "seat":
        return say("rules.seat_values", lang)
    if option.kind == "word":
        own = text.catalogue("rule_sheet", lang)["word"]
        return ", ".join([*option.lives, own[0].lower() + own[1:]])
    key = "rules.number_step" if option.step > 1 else "rules.number_values"
    return say(key, lang, low=option.low, high=option.high, step=option.step)


def _default(option: Option, game: Game, lang: str) -> str:
    value = _word(game.options[option.id])
    return say("rules.by_table", lang, value=value) if callable(option.default) else value
