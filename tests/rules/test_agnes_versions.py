"""Agnès under its first version, in which a pass counted though its window had not been seen (R80)."""

from __future__ import annotations

from dataclasses import replace

import pioche
from pioche import Record, Table
from pioche.engine.game import COMPILED, PLAIN
from pioche.lab.random_matches import Batch
from tests.rules.agnes_tables import kinds
from tests.rules.test_agnes_races import opened


def blind_pass(version: int) -> Table:
    """B passes before the window is on B's screen; then C slams and is wrong."""
    line = opened(3, latency="arrival").record()
    shown = next(e["n"] for e in line.table().events(1) if e["kind"] == "discarded")
    line.moves += [{"seat": 1, "do": "pass", "at": 50, "seen": shown - 1}, {"seat": 2, "do": "slam:2.3", "at": 90}]
    return Record.loads(replace(line, rules=version).dumps()).table()


def test_r80_a_pass_sent_before_the_target_was_seen_is_dropped_since_the_second_version() -> None:
    table = blind_pass(2)
    assert table.actors == (1,)
    assert kinds(table)[-1] != "window_closed"
    assert table.record().rules == 2


def test_r80_a_match_of_the_first_version_is_told_as_it_was() -> None:
    table = blind_pass(1)
    assert kinds(table)[-1] == "window_closed", "the pass counted then"
    assert table.record().rules == table.clone().record().rules == 1
    assert Record.loads(table.record().dumps()).table().history() == table.history()


def test_r80_both_engines_know_the_version() -> None:
    """A match in which nobody has seen anything: slams are dropped, and passes count under the first version alone."""
    game = pioche.load("agnes", seats=3, rounds=1, race="sealed", turn_time=0, lap_limit=5)
    plain, compiled = Batch(game, PLAIN), Batch(game, COMPILED)
    for batch in (plain, compiled):
        for field, value in (("shown", 0), ("blind_pass", 1)):
            if batch is plain:
                setattr(batch.rows[0], field, value)
            else:
                batch.rows[0][field] = value
        assert batch.play(5, 1) > 20
    assert game.rules.shape.same(plain.rows[1], compiled.rows[1]) == ""
    assert plain.rows[1].over
