"""What decisions are worth: some are taken out of matches between good players, every move of theirs is played on many times
with the same luck, and the results are compared. docs/metrics.md has the formulas.

The best and the worst move are chosen by one half of these and measured by the other: what only looked best by luck is not
counted as such. Where a match is a number of deals that are all alike and add up, a decision is weighed by what its own deal
brings, in standard deviations; else by the first place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pioche.bots.judgement import judgement_module
from pioche.bots.judgement_engine import bot_modules
from pioche.bots.reflex_bot import by_reflexes
from pioche.engine.game import COMPILED, Game, load
from pioche.engine.record import Record, replay_line
from pioche.engine.table import MENU_SIZE
from pioche.lab.arena import one_deal
from pioche.lab.measures import measured_moves
from pioche.lab.measures.batches import numbered, play
from pioche.lab.measures.match_metrics import action_names
from pioche.lab.measures.measured_play import FACT_DECISIONS, WHOLE_PLACE
from pioche.lab.measures.players import lineup
from pioche.lab.sums import Mean, Ratio

MAX_DECISIONS_KEPT = 2048  # decisions of a match that are looked at
MAX_MOVES_EVALUATED = 12  # moves of one menu that are weighed
MIN_FIRST_PLACE_SHARE = 0.02  # of the first place: less is nothing people would notice
MIN_DEAL_DEVIATIONS = 0.05  # standard deviations of what a deal brings
MIN_STANDARD_ERRORS = 2.5  # standard errors by which two moves must differ


@dataclass
class DecisionImportance:
    """Of the decisions with a choice: `stake` is what lies between the best and the worst move, in first places or, with
    `by_deal`, in standard deviations of what a deal brings; `mattered` how many are clearly worth something; `king` in how
    many who decides cannot win, but decides who does; `good` how often the player's own move is as good as the best, where
    it mattered; `right` by kind of action, where it mattered and there was another kind: how often it is the best when it is
    on the menu, and `taken` how often it was played in the same decisions."""

    by_deal: bool = False
    stake: Mean = field(default_factory=Mean)
    mattered: Mean = field(default_factory=Mean)
    king: Mean = field(default_factory=Mean)
    good: Mean = field(default_factory=Mean)
    right: dict[str, Ratio] = field(default_factory=dict)
    taken: dict[str, Ratio] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"stake_in": "deal_deviations" if self.by_deal else "first_places"}
        told |= {name: getattr(self, name).as_json() for name in ("stake", "mattered", "king", "good")}
        for what in ("right", "taken"):
            told[what] = {name: one.as_json() for name, one in getattr(self, what).items() if one.below}
        return told


@dataclass
class Decision:
    """A decision taken out of a match: the position as a row, the seat, its moves, and the one that was played."""

    row: Any
    seat: int
    moves: list[int]
    played: int


def decision_importance(game: Game, decisions: int = 200, times: int = 64, seed: int = 1) -> DecisionImportance | None:
    """Weigh the moves of so many decisions, each so many times. None against the clock, and where no levels are written."""
    if by_reflexes(game) or not judgement_module(game.rules):
        return None
    whole, game = game, one_deal(game)
    names = action_names(game)
    found = DecisionImportance(
        game is not whole, right={name: Ratio() for name in names}, taken={name: Ratio() for name in names}
    )
    unit = _deviation(game, seed) if found.by_deal else 1.0
    for number, decision in enumerate(taken_out(game, decisions, seed)):
        firsts, results = weighed(game, decision, 2 * times, seed + number)
        worth = results / unit if found.by_deal else firsts[:, :, decision.seat]
        _judge(game, decision, firsts, worth, found, names)
    return found


def look_back(record: Record, times: int = 64, seed: int = 1) -> list[dict[str, Any]]:
    """Every decision with a choice of a match that was played, and what it was worth: the chance of the first place after
    the move that was made and after the best one, as experts would play on. Chances are those of hindsight, see above."""
    game, table, told = load(record.game, **record.options), record.table(0), []
    for number, line in enumerate(record.moves):
        seat = int(line.get("seat", -1))
        menu = table.menu(seat)[:MAX_MOVES_EVALUATED] if seat >= 0 and "do" in line else []
        played = table.rules.actions.read(line["do"]) if menu else -1
        if len(menu) > 1 and played in menu:
            row = np.zeros(2, game.rules.shape.dtype())
            game.rules.shape.write_row(table.s, row[0])
            firsts, _ = weighed(game, Decision(row, seat, menu, menu.index(played)), times, seed + number)
            chances = firsts[:, :, seat].mean(axis=1)
            best = int(chances.argmax())
            told.append({
                "line": number, "deal": int(table.s.deal), "seat": seat, "played": line["do"],
                "chance": float(chances[menu.index(played)]), "best": table.rules.actions.write(menu[best]),
                "best_chance": float(chances[best]), "error": float(firsts[best, :, seat].std() / np.sqrt(times)),
            })  # fmt: skip
        replay_line(table, line)
    return told


def _deviation(game: Game, seed: int) -> float:
    """Of what a deal brings to a seat."""
    return float(play(numbered(game, lineup(game, "expert"), seed, 1024)).scores.std()) or 1.0


def taken_out(game: Game, matches: int, seed: int) -> Iterator[Decision]:
    """Yield one decision of each match, drawn at random; matches without a choice are left out."""
    batch = play(numbered(game, lineup(game, "expert"), seed, matches, room=MAX_DECISIONS_KEPT))
    rng = np.random.default_rng(seed)
    for k in range(matches):
        last = min(int(batch.facts[k, FACT_DECISIONS]), MAX_DECISIONS_KEPT)
        wanted = int(rng.integers(last))
        table = game.table(seed=seed + k)
        for d in range(wanted + 1):
            while not table.s.waiting:
                table.engine.wait(table.s)
            seat, action, _ = (int(word) for word in batch.trace[k * MAX_DECISIONS_KEPT + d])
            if d < wanted:
                table.engine.step(table.s, seat, action)
        menu = table.menu(seat)
        if len(menu) < 2:
            continue
        if len(menu) > MAX_MOVES_EVALUATED:
            others = [move for move in menu if move != action]
            menu = [action, *rng.choice(others, MAX_MOVES_EVALUATED - 1, replace=False).tolist()]
        row = np.zeros(2, game.rules.shape.dtype())
        game.rules.shape.write_row(table.s, row[0])
        yield Decision(row, seat, menu, menu.index(action))


def weighed(game: Game, decision: Decision, times: int, seed: int) -> tuple[Any, Any]:
    """firsts[move, time, seat] and results[move, time] of the seat that decides."""
    n, seats = len(decision.moves), game.seats
    firsts, results = np.zeros((n, times * seats), "i8"), np.zeros((n, times), "i8")
    game.engine(COMPILED, (*bot_modules(game.rules), measured_moves)).weighed_moves(
        decision.row, decision.seat, np.array(decision.moves, "i8"), n, np.array(lineup(game, "expert").numbers), times,
        np.array([seed % (1 << 31) + 1, 1], "i8"), np.zeros(MENU_SIZE, "i8"), firsts, results,
    )  # fmt: skip
    return firsts.reshape(n, times, seats) / WHOLE_PLACE, results


def _judge(game: Game, decision: Decision, firsts: Any, worth: Any, found: DecisionImportance, names: list[str]) -> None:
    """Add a decision to the totals. `worth[move, time]` is what a move brought to the seat that decides."""
    half, least = firsts.shape[1] // 2, MIN_DEAL_DEVIATIONS if found.by_deal else MIN_FIRST_PLACE_SHARE
    chosen_by = worth[:, :half].mean(axis=1)
    best, worst = int(chosen_by.argmax()), int(chosen_by.argmin())
    gains = worth[best, half:] - worth[worst, half:]
    stake, error = float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(half))
    mattered = stake >= least and stake > MIN_STANDARD_ERRORS * error
    found.stake.add(np.array([stake]))
    found.mattered.add(np.array([mattered]))
    lost = bool((firsts[:, :, decision.seat] == 0).all())
    found.king.add(np.array([lost and _power(firsts, half) > MIN_FIRST_PLACE_SHARE]))
    if not mattered:
        return
    ours = worth[best] - worth[decision.played]
    found.good.add(np.array([ours.mean() <= max(least, MIN_STANDARD_ERRORS * ours.std(ddof=1) / np.sqrt(2 * half))]))
    kinds = [game.actions.kinds.index(game.actions.of(move)) for move in decision.moves]
    for kind in set(kinds) if len(set(kinds)) > 1 else ():
        found.right[names[kind]].add(np.array([kinds[best] == kind]), np.array([1]))
        found.taken[names[kind]].add(np.array([kinds[decision.played] == kind]), np.array([1]))


def _power(firsts: Any, half: int) -> float:
    """Return by how much two moves share out the first place differently: choose the two that differ most in one half of
    the trials, and measure them in the other."""
    one, other = firsts[:, :half].mean(axis=1), firsts[:, half:].mean(axis=1)
    apart = np.abs(one[:, None] - one[None]).sum(axis=2)
    a, b = np.unravel_index(int(apart.argmax()), apart.shape)
    return float((np.sign(one[a] - one[b]) * (other[a] - other[b])).sum() / 2)
