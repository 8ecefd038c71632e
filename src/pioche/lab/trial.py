"""A first trial of a game: some matches of any moves, and what must hold in every game. For the tests of an author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from pioche.bots.world_check import why_not
from pioche.bots.world_sampling import ranks_in
from pioche.engine.game import COMPILED, PLAIN, Game
from pioche.engine.record import Record
from pioche.engine.table import Table
from pioche.lab.random_matches import Batch

MAX_DECISIONS = 20_000  # decisions: a match that has not ended by then does not end


def faults(game: Game, matches: int = 10, seed: int = 1) -> list[str]:
    """Return what is wrong with a game, a sentence each; empty when nothing was found.

    Every seat that is waited for has a move, and the default at a time limit is one of them; every match ends; no card is
    lost or doubled in a deal; the record plays the same match; no view and no menu depends on hidden facts; both engines
    play the same.
    """
    for number in range(seed, seed + matches):
        found = _played(game, number)
        if found:
            return found
    hidden = why_not(game)
    if hidden is not None:
        return [hidden.en]
    return [said for number in range(seed, seed + matches) for said in _compared(game, number)]


def _played(game: Game, seed: int) -> list[str]:
    """Play one match at a table with random moves; return what is wrong."""
    table, dice = game.table(seed=seed), Random(seed)
    deal, cards = -1, None
    for _ in range(MAX_DECISIONS):
        lying = _cards(table.s, game)
        twice = [card for card, n in lying.items() if n > 1 and card[0] == "card"]
        if twice or any(n < 0 for n in lying.values()):
            return [f"A card lies in two places, or fewer than none somewhere: {table.position()}."]
        if table.s.deal == deal and lying != cards:
            return [f"Cards were lost or made by {table.record().moves[-1]}: {table.position()}."]
        deal, cards = table.s.deal, lying
        if table.over:
            return _replayed(table)
        if not table.actors:
            if table.next_timer is None:
                return [f"Nobody may act, no timer runs, and the match is not over: {table.position()}."]
            table.advance(table.next_timer[0])
            continue
        for seat in table.actors:
            menu = table.menu(seat)
            if not menu and not table.rules.timed:
                return [f"Seat {seat} is waited for and legal gives it no move: {table.position()}."]
            played = table.engine.time_out(table.s, seat)
            if played >= 0 and played not in menu and not table.rules.timed:
                return [f"time_out plays {played} for seat {seat}, which is not legal: {table.position()}."]
        seat = dice.choice([one for one in table.actors if table.menu(one)])
        table.act(seat, dice.choice(table.legal(seat)))
    return [f"A match was not over after {MAX_DECISIONS} decisions."]


def _cards(s: Any, game: Game) -> Counter[tuple[str, int]]:
    """Count how often each card lies on the table."""
    found: Counter[tuple[str, int]] = Counter()
    for f in game.rules.shape.fields.values():
        if f.kind in ("ranks", "rank_set"):
            for rank, n in ranks_in(s, f).items():
                found["rank", rank] += n
        elif f.kind == "cards":
            for card in _each(getattr(s, f.name)):
                if card >= 0:
                    found["card", card] += 1
    return found


def _each(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for item in value:
            yield from _each(item)
    else:
        yield value


def _replayed(table: Table) -> list[str]:
    again = Record.loads(table.record().dumps()).table()
    same = again.position() == table.position() and again.history() == table.history()
    return [] if same else ["The record of a match does not lead to the same end."]


def _compared(game: Game, seed: int) -> list[str]:
    """The same match in both engines."""
    plain, compiled = Batch(game, PLAIN), Batch(game, COMPILED)
    if plain.play(seed, 1) != compiled.play(seed, 1):
        return [f"The match from seed {seed} has not as many decisions in both engines."]
    differs = game.rules.shape.same(plain.rows[1], compiled.rows[1])
    return [f"After the match from seed {seed} the field {differs} is not the same in both engines."] if differs else []
