"""A clone, a replayed record and a written position are the match itself: played on alike, they stay alike."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pioche
from pioche import Record, Table
from pioche.testing.steps import fresh, midway, next_step, playing
from tests.strategies import GAMES, choices, covering, games, named, pairwise, seeds

CLOCK_ROOM = ("timer", "shown", "since_open", "rtt")  # time that runs is not part of a written position
AFTER = 40  # steps played on in lock-step


def key(table: Table) -> Any:
    return table.rules.shape.key(table.s)


def check_lockstep(one: Table, other: Table, dice: random.Random, steps: int, where: str) -> None:
    """The same steps lead two tables through the same positions, events and menus."""
    assert key(one) == key(other), where
    told = len(one.s.log), len(other.s.log)
    for _ in range(steps):
        if one.over:
            break
        step = next_step(one, dice)
        assert next_step(other, random.Random(0)).seat in (*one.actors, None), where
        step.do(one)
        step.do(other)
        assert key(one) == key(other), f"{where}: apart after {step}"
        assert one.legal(step.seat or 0) == other.legal(step.seat or 0), where
    assert one.s.log[told[0] :] == other.s.log[told[1] :], where
    assert (one.over, one.scores, one.ranking) == (other.over, other.scores, other.ranking), where


def check_clone(table: Table, dice: random.Random, where: str) -> None:
    untouched = key(table), len(table.s.log), len(table.moves)
    check_lockstep(table.clone(), table.clone(), dice, AFTER, where)
    now = key(table), len(table.s.log), len(table.moves)
    assert now == untouched, f"{where}: playing on a clone touched the original"
    copy = table.clone()
    for _ in playing(copy, dice, AFTER):
        pass
    again = Record.loads(copy.record().dumps()).table()
    assert key(again) == key(copy), f"{where}: the record of a clone replays to something else"


def check_record(table: Table, dice: random.Random, folder: Path, where: str) -> None:
    table.record().save(folder / "match.jsonl")
    record = Record.open(folder / "match.jsonl")
    assert record == table.record(), where
    again = record.table()
    assert again.history() == table.history(), where
    assert again.record() == table.record(), where
    assert pioche.replay(folder / "match.jsonl").position() == table.position(), where
    half = record.table(upto=len(record.moves) // 2)
    assert len(half.moves) == len(record.moves) // 2
    check_lockstep(again, table.clone(), dice, AFTER, where)


def check_position(table: Table, dice: random.Random, where: str) -> None:
    """What is written is the whole truth: with the generator (and running timers) put back, play goes on alike."""
    written = json.loads(json.dumps(table.position(), ensure_ascii=False))
    again = table.game.at(written)
    assert again.position() == table.position(), where
    again.s.rng[:] = table.s.rng
    for name in CLOCK_ROOM if table.rules.timed else ():
        value = getattr(table.s, name)
        setattr(again.s, name, list(value) if isinstance(value, list) else value)
    check_lockstep(again, table.clone(), dice, AFTER, f"{where}: a written position read back")
    if table.rules.timed:
        return  # without its timers a position of a race may have nothing to go on with
    what_if = table.game.at(written, seed=11)
    for _ in playing(what_if, dice, AFTER):
        pass
    replayed = Record.loads(what_if.record().dumps()).table()
    assert key(replayed) == key(what_if), f"{where}: a match that began at a written position does not replay"


def points(name: str, tables: list[dict[str, Any]]) -> list[tuple[dict[str, Any], int]]:
    """Where in a match to look: at the first decision, a few steps in, and far in."""
    dice = random.Random(f"points {name}")
    return [(choice, steps) for choice in tables for steps in (0, dice.randrange(1, 12), dice.randrange(12, 150))]


@pytest.mark.parametrize("name", GAMES)
def test_clone(name: str) -> None:
    for number, (choice, steps) in enumerate(points(name, covering(name))):
        check_clone(midway(name, choice, number, steps), random.Random(number), f"{name} {named(choice)} step {steps}")


@pytest.mark.parametrize("name", GAMES)
def test_record(name: str, tmp_path: Path) -> None:
    for number, (choice, steps) in enumerate(points(name, covering(name))):
        table = midway(name, choice, number, steps)
        check_record(table, random.Random(number), tmp_path, f"{name} {named(choice)} step {steps}")


@pytest.mark.parametrize("name", GAMES)
def test_position(name: str) -> None:
    for number, (choice, steps) in enumerate(points(name, covering(name))):
        table = midway(name, choice, number, steps)
        check_position(table, random.Random(number), f"{name} {named(choice)} step {steps}")


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_match_and_another_seed_another(name: str) -> None:
    for choice in covering(name)[:2]:
        one, other, third = fresh(name, choice, 5), fresh(name, choice, 5), fresh(name, choice, 6)
        check_lockstep(one, other, random.Random(5), 60, name)
        for _ in playing(third, random.Random(5), 60):
            pass
        assert third.history() != one.history()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), name=games(), seed=seeds(), steps=st.integers(0, 60))
def test_any_table_round_trips(data: st.DataObject, name: str, seed: int, steps: int) -> None:
    choice = data.draw(choices(name))
    table = midway(name, choice, seed, steps)
    dice = random.Random(seed)
    check_position(table, dice, f"{name} {named(choice)} seed {seed} step {steps}")
    again = Record.loads(table.record().dumps()).table()
    check_lockstep(again, table.clone(), dice, 10, f"{name} {named(choice)} seed {seed} step {steps}")


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_copies_at_every_table(name: str, tmp_path: Path) -> None:
    for number, choice in enumerate(pairwise(name)):
        steps = random.Random(number).randrange(80)
        table, where = midway(name, choice, number, steps), f"{name} {named(choice)} step {steps}"
        check_clone(table, random.Random(number), where)
        check_record(table, random.Random(number), tmp_path, where)
        check_position(table, random.Random(number), where)
