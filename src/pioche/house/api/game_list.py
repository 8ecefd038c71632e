"""Descriptions of the games in both languages, from the rulebooks and their catalogues."""

from __future__ import annotations

from functools import cache

from pioche import text
from pioche.engine.game import Game, load, rulebooks
from pioche.engine.options import Option
from pioche.engine.rulebook import Rulebook
from pioche.house.protocol import bodies as a
from pioche.house.protocol import display_bodies as d
from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import Refusal, both
from pioche.lessons import has_lesson


def card(rules: Rulebook) -> a.GameCard:
    low, high = rules.position.seats_range
    presets = [
        a.PresetInfo(name, both(lambda lang, name=name: text.title(rules, lang, name)), dict(options))  # type: ignore[misc]
        for name, options in rules.presets.items()
    ]
    return a.GameCard(
        rules.id,
        both(lambda lang: text.title(rules, lang)),
        _text(rules, "pitch"),
        rules.family,
        rules.deck,
        rules.timed,
        [low, high, rules.position.usual],
        list(rules.minutes),
        presets,
        has_lesson(rules),
    )


@cache
def shelf() -> a.Shelf:
    return a.Shelf([card(rules) for rules in rulebooks().values()])


@cache
def game_info(name: str) -> a.GameInfo:
    rules = rulebooks().get(name)
    if rules is None:
        raise Refusal("no_such_game", status=404)
    game = load(name)
    shape = rules.shape
    zones = {
        f.name: d.ZoneInfo(f.kind, f.per_seat, _label(rules, "zones", f.name)) for f in shape.fields.values() if not f.inner
    }
    phases = {phase: _label(rules, "phases", phase) for phase in rules.phases.names}
    actions = [d.ActionInfo(kind.pattern, _action(rules, kind.pattern, kind.name)) for kind in rules.actions.kinds]
    events = {kind.name: [name for name, _ in kind.fields] for kind in rules.events.kinds}
    return a.GameInfo(
        card(rules),
        [_option(rules, game, option) for option in game.all_options],
        zones,
        phases,
        actions,
        events,
        display(rules),
        both(lambda lang: text.find(rules, lang, "deal")),
    )


def display(rules: Rulebook) -> d.Display:
    fields = [f for f in rules.shape.fields.values() if not f.inner]
    return d.Display(
        [f.name for f in fields if not f.shown],
        [f.name for f in fields if f.still_in],
        [kind.pattern for kind in rules.actions.kinds if kind.signal],
        list(rules.goals),
        rules.length,
        _lives(rules),
        _rounds(rules),
        {kind: d.MoveInfo(m.source, m.target, m.card, m.count, list(m.unless)) for kind, m in rules.moves.items()},
        {kind: list(zones) for kind, zones in rules.clears.items()},
        {zone: list(those) for zone, those in rules.marked.items()},
        {kind: d.FirstInfo(first.since, list(first.among)) for kind, first in rules.firsts.items()},
    )


def _rounds(rules: Rulebook) -> d.RoundsInfo | None:
    rounds = rules.rounds
    return None if rounds is None else d.RoundsInfo(rounds.option, {str(key): n for key, n in rounds.count.items()})


def _lives(rules: Rulebook) -> d.LivesInfo | None:
    lives = rules.lives
    option = rules.option(lives.option) if lives else None
    if lives is None or option is None:
        return None
    words = {
        value: both(lambda lang, value=value: text.spelling(rules, option, value, lang))  # type: ignore[misc]
        for value in option.lives
    }
    return d.LivesInfo(lives.field, lives.option, dict(option.only), words, dict(option.lives))


def sheet(name: str, lang: str, cited: str = "") -> a.Sheet:
    """Return the rule sheet for players; of the numbers of rules only a cited one stays in it."""
    books = rulebooks()
    if name not in books:
        raise Refusal("no_such_game", status=404)
    markdown = text.players_sheet(books[name], "fr" if lang == "fr" else "en", cited=cited)
    return a.Sheet(name, "fr" if lang == "fr" else "en", markdown)


def _option(rules: Rulebook, game: Game, option: Option) -> a.OptionInfo:
    numbers = option.kind == "number"
    values = list(option.values) if option.kind == "choice" else None
    labels = {value: _text(rules, "options", option.id, "values", value) for value in values} if values else None
    return a.OptionInfo(
        option.id,
        option.kind,
        _label(rules, "options", option.id, "label"),
        _text(rules, "options", option.id, "help"),
        game.options[option.id],
        option.low if numbers else None,
        option.high if numbers else None,
        option.step if numbers else None,
        values,
        labels,
        dict(option.only) or None,
    )


def _text(rules: Rulebook, *path: str) -> Said:
    return both(lambda lang: text.find(rules, lang, *path))


def _label(rules: Rulebook, *path: str) -> Said:
    """Return the label at `path` in the catalogue, or the name itself where there is none."""
    plain = next(part for part in reversed(path) if part != "label").replace("_", " ")
    return both(lambda lang: text.find(rules, lang, *path) or plain)


def _action(rules: Rulebook, pattern: str, name: str) -> Said:
    """Return the label of a kind of action as a template; {rank}, {card} and so on stand for its arguments."""
    return both(
        lambda lang: text.find(rules, lang, "actions", pattern) or text.find(rules, lang, "actions", name) or pattern
    )
