"""What must hold of the judgement of every game: it is legal, honest, the same in both engines, and grows with the level."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np

import pioche
from pioche.bots import LEVELS
from pioche.bots.common.playouts import EXPERT, NOVICE, REGULAR
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.world_sampling import WorldSampler
from pioche.engine.game import COMPILED
from pioche.engine.table import MENU_SIZE, Table
from pioche.lab.arena import duel

JUDGED = (NOVICE, REGULAR, EXPERT)
STEPS = (("novice", "random"), ("regular", "novice"), ("expert", "regular"))

Setting = tuple[str, dict[str, Any]]  # a game and its options


def name_of(setting: Setting) -> str:
    return "-".join([setting[0], *map(str, setting[1].values())])


def decisions(game: pioche.Game, seed: int, level: int, many: int) -> Iterator[tuple[Table, int]]:
    """The first decisions of matches at tables that are ones, with the seat that is asked."""

    def all_of_them() -> Iterator[tuple[Table, int]]:
        engine, menu, dice = judgement_engine(game), [0] * MENU_SIZE, [seed + 1, 77]
        for match in range(many):
            table = game.table(seed=seed + match)
            while not table.over:
                if not table.actors:
                    table.advance(table.next_timer[0])  # somebody waits for a timer
                    continue
                p = engine.any_seat(table.s, dice)
                if len(table.legal(p)) > 1:
                    yield table, p
                table.act(p, game.rules.actions.write(engine.decide(table.s, p, level, menu, dice)))

    return islice(all_of_them(), many)


def answer(game: pioche.Game, s: Any, p: int, level: int) -> int:
    return int(judgement_engine(game).decide(s, p, level, [0] * MENU_SIZE, [12345, 678]))


def is_legal_and_leaves_the_table_as_it_was(setting: Setting, level: int, many: int = 40) -> None:
    game = pioche.load(setting[0], **setting[1])
    shape, engine = game.rules.shape, judgement_engine(game)
    for table, p in decisions(game, 3, level, many):
        before = shape.key(table.s)
        assert game.rules.actions.write(answer(game, table.s, p, level)) in table.legal(p)
        menu = [0] * MENU_SIZE
        engine.legal(table.s, p, menu)
        offered = menu[1 : menu[0] + 1]
        assert engine.playout(table.s, p, menu, [1, 2]) in offered
        assert shape.key(table.s) == before  # cards laid on trial were taken back


def knows_only_what_its_seat_knows(setting: Setting, many: int = 40) -> int:
    """Filled in otherwise, the same view gets the same answer, and so does the truth. How often were the hands of the
    others filled in differently?"""
    game, rng, different = pioche.load(setting[0], **setting[1]), Random(5), 0
    for table, p in decisions(game, 8, REGULAR, many):
        maker = WorldSampler(game, table.view(p), table.memory(p))
        one, other = maker.draw(rng), maker.draw(rng)
        different += game.rules.shape.key(blind(one)) != game.rules.shape.key(blind(other))
        for level in JUDGED:
            assert answer(game, one, p, level) == answer(game, other, p, level) == answer(game, table.s, p, level)
    return different


def blind(s: Any) -> Any:
    """A copy whose generator is always the same."""
    copy = s.clone()
    copy.rng[0] = copy.rng[1] = 1
    return copy


def plays_the_same_in_both_engines(setting: Setting, matches: int = 2) -> None:
    game = pioche.load(setting[0], **setting[1])
    seats, blank = game.seats, game.blank()
    levels = [[(k + p) % len(LEVELS[:4]) for p in range(seats)] for k in range(matches)]
    plain: list[Any] = [[0] * matches] + [[[0] * seats for _ in range(matches)] for _ in range(2)]
    judgement_engine(game).league_matches([blank, blank], 1, 11, matches, levels, [0, 0], [0] * MENU_SIZE, *plain)
    rows = np.zeros(2, game.rules.shape.dtype())
    game.rules.shape.write_row(blank, rows[0])
    fast = [np.zeros(matches, "i8"), np.zeros((matches, seats), "i8"), np.zeros((matches, seats), "i8")]
    numbers = np.array(levels), np.zeros(2, "i8"), np.zeros(MENU_SIZE, "i8")
    judgement_engine(game, COMPILED).league_matches(rows, 1, 11, matches, *numbers, *fast)
    assert [found.tolist() for found in fast] == plain


def grows_with_the_level(setting: Setting, pairs: int, steps: tuple[tuple[str, str], ...] = STEPS) -> None:
    """On fixed seeds, so that luck is the same every time: better by three standard errors, in first places or in
    score, and not worse in first places as far as one can tell."""
    game = pioche.load(setting[0], **setting[1])
    for a, b in steps:
        found = duel(game, a, b, pairs)
        told = f"{a} against {b} with {game.seats} seats: {found.win:.4f} (z {found.z:.1f}), {found.score:.3f} ({found.score_z:.1f})"
        assert max(found.z, found.score_z) > 3, told
        assert found.z > -1, told
