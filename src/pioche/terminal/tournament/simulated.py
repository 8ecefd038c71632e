"""`pioche tournament simulate`: leagues in the lab, as a table and a picture."""

from __future__ import annotations

import json
import os
from argparse import Namespace

from pioche.errors import BadOption
from pioche.terminal import show_json
from pioche.terminal.game_names import load_named
from pioche.terminal.progress import bar
from pioche.terminal.screen import Screen
from pioche.terminal.tournament.papers import refusal
from pioche.tournament.refusals import say


def simulate(asked: Namespace, lang: str) -> int:
    from pioche.lab.leagues import SCORINGS, Bots, League, Players, SkillModel, check_picture, league, picture

    game = load_named(asked.game)
    scorings = [word.strip() for word in asked.scoring.split(",") if word.strip()]
    for word in scorings:
        if word not in SCORINGS:
            raise _refused("bad_scoring", value=word, values=", ".join(SCORINGS))
    if asked.picture:
        check_picture(asked.picture)  # before minutes are spent
    players: Players = SkillModel(_spread(asked.spread))
    if asked.bots:
        players = Bots(game.id, [word.strip() for word in asked.bots.split(",") if word.strip()])
    with bar(game.title(lang), lang) as progress:
        found: League = league(game.id, players, asked.entrants, asked.rounds, scorings, asked.runs, asked.seed, progress)
    if asked.picture:
        try:
            picture(found, lang, asked.picture)
        except OSError as wrong:
            raise refusal("cannot_write", file=asked.picture, why=os.strerror(wrong.errno or 5)) from wrong
    if asked.json:
        show_json(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
        return 0
    screen = Screen(lang)
    screen.say(say("league.head", lang, runs=asked.runs, game=game.title(lang), entrants=asked.entrants))
    if isinstance(players, Bots):
        screen.say(say("league.bots", lang, bots=players.order, best=players.order[-1]))
    else:
        screen.say(say("league.model", lang, spread=asked.spread))
    head = [say(f"league.{name}", lang) for name in ("scoring", "rounds", "first", "place", "order", "repeats")]
    rows = [
        [
            one.scoring,
            str(one.rounds),
            f"{_number(100 * one.first.mean, 1, lang)} ± {_number(100 * one.first.error, 1, lang)} %",
            f"{_number(one.place.mean, 2, lang)} ± {_number(one.place.error, 2, lang)}",
            f"{_number(one.order.mean, 3, lang)} ± {_number(one.order.error, 3, lang)}",
            _number(one.repeats.mean, 1, lang),
        ]
        for one in found.found
    ]
    screen.grid(head, rows)
    if found.means:
        screen.say(say("league.means", lang))
        for (scoring, level), mean in found.means.items():
            told = {"mean": _number(mean.mean, 3, lang), "error": _number(mean.error, 3, lang)}
            screen.say(say("league.mean", lang, level=level, scoring=scoring, **told))
    if asked.picture:
        screen.say(say("cli.written", lang, file=asked.picture))
    return 0


def _number(value: float, places: int, lang: str) -> str:
    return f"{value:.{places}f}".replace(".", "," if lang == "fr" else ".").replace("-", "\u2212")


def _spread(word: str) -> float:
    try:
        value = float(word.replace(",", "."))
    except ValueError:
        value = 0.0
    if not 0 < value < 100:
        raise _refused("bad_spread", value=word)
    return value


def _refused(key: str, **values: str) -> BadOption:
    return BadOption(say(f"league.{key}", "en", **values), say(f"league.{key}", "fr", **values))
