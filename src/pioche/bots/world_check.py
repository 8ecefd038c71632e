"""Can the worlds of a game be imagined? A few matches of any moves are played, and at each decision what is filled in for a
seat is held against the truth. Only then are levels that think offered; a guess is no answer.

The games of the house are not tried here: tests do that, with every game and many more positions.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from pioche.bots.judgement import HOUSE_RULES
from pioche.bots.world_sampling import WORD_KINDS, CannotImagine, WorldSampler, _flat, ranks_in
from pioche.engine.game import Game
from pioche.engine.position import nobody, owner
from pioche.engine.table import Table
from pioche.errors import PiocheError

CHECKED_MATCHES, CHECKED_DECISIONS = 3, 80  # of each match

_tried: dict[tuple[int, str], tuple[object, PiocheError | None]] = {}  # with the rules, so that their number stays theirs


def why_not(game: Game) -> PiocheError | None:
    """Why nothing but random can play a game; None where everything can."""
    if game.rules.module.startswith(HOUSE_RULES):
        return None
    key = id(game.rules), repr(sorted(game.options.items()))
    if key not in _tried:
        _tried[key] = game.rules, _try(game)
    return _tried[key][1]


def _try(game: Game) -> PiocheError | None:
    rng = Random(1)
    try:
        for seed in range(1, CHECKED_MATCHES + 1):
            table = game.table(seed=seed)
            for _ in range(CHECKED_DECISIONS):
                if not table.actors and not table.over:
                    table.advance(table.next_timer[0])  # type: ignore[index]  # somebody waits for a timer
                    continue
                for seat in table.actors:
                    _compare(table, seat, rng)
                if table.over:
                    break
                seat = rng.choice(table.actors)
                table.act(seat, rng.choice(table.legal(seat)))
    except CannotImagine as refused:
        return refused
    return None


def _compare(table: Table, seat: int, rng: Random) -> None:
    """Fill in what a seat sees. It must look the same to it, be made of the same cards, and have a number wherever the
    truth has one."""
    game, shape, truth = table.game, table.rules.shape, table.s
    worlds = WorldSampler(game, table.view(seat), table.memory(seat))
    try:
        world = worlds.draw(rng)
        seen, real = shape.view(world, seat), shape.view(truth, seat)
        menu = Table(game, world).legal(seat)
    except (IndexError, ValueError, ZeroDivisionError):  # rules that stumble over what was filled in
        raise CannotImagine(game, _hidden_names(game)) from None
    for name, value in real.items():
        if seen[name] != value:
            raise CannotImagine(game, name)
    if menu != table.legal(seat) or _cards(worlds, world) != _cards(worlds, truth):
        raise CannotImagine(game, _hidden_names(game))
    for f in shape.fields.values() if not worlds.imagine else ():
        if not f.inner and f.kind in WORD_KINDS and f.seen_by in (owner, nobody):
            for q, value in enumerate(_flat(getattr(truth, f.name))):
                told = f.seen_by == owner and (q == seat or worlds.again >> q & 1)
                if value != f.empty and not told:
                    raise CannotImagine(game, f.name)


def _cards(worlds: WorldSampler, s: Any) -> tuple[Counter[int], Counter[int]]:
    ranks: Counter[int] = Counter()
    for f in worlds.rank_zones:
        ranks += ranks_in(s, f)
    return ranks, Counter(card for f in worlds.card_zones for card in _flat(getattr(s, f.name)) if card >= 0)


def _hidden_names(game: Game) -> str:
    """Name the fields that may be at fault: all that some seat cannot see."""
    fields = game.rules.shape.fields.values()
    return ", ".join(f.name for f in fields if not f.inner and f.seen_by in (owner, nobody) and f.kind != "by_card")
