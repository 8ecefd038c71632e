"""Measured matches of bots that play at real tables: those that think, programs, and bots of one's own."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Any

from pioche.engine.game import PLAIN
from pioche.engine.verbs import TALLY
from pioche.errors import PiocheError
from pioche.lab.measures import measured_play
from pioche.lab.measures.batches import Job, Measurements, ScratchBuffers
from pioche.lab.measures.measured_play import FACT_DECISIONS
from pioche.lab.measures.players import make_player


def play_at_tables(job: Job) -> Measurements:
    """Every decision goes to a bot with what its seat sees, may do, was told and remembers."""
    found = Measurements.room_for(job.game, len(job.cards), job.room)
    for k in range(found.matches):
        _play_one(job, k, found)
    return found


def _play_one(job: Job, k: int, found: Measurements) -> None:
    game, buffers = job.game, ScratchBuffers(job.game, PLAIN)
    engine = game.engine(PLAIN, (measured_play,))
    table, turns = game.table(seed=int(job.cards[k])), Random(int(job.luck[k]))
    s, facts, seen = table.s, found.facts[k], [0] * game.seats
    engine.measured_start(game.blank(), facts, buffers.before)
    with ExitStack() as room:
        players = [make_player(game, name, int(job.luck[k]) * 64 + p) for p, name in enumerate(job.lineup.seats)]
        for player in players:
            room.callback(getattr(player, "close", lambda: None))  # programs are sent away, whatever happens
        while not table.over:
            if not table.actors:
                engine.wait(s)
                continue
            p = turns.choice(table.actors)
            menu = table.menu(p)
            engine.measured_menu(s, p, [len(menu), *menu], buffers.bases, facts, found.offered[k])
            events = table.events(p, seen[p])
            seen[p] += len(events)
            legal = [game.actions.write(action) for action in menu]
            move = players[p].choose(table.view(p), legal, events, table.memory(p))
            if move not in legal:
                raise PiocheError(
                    f"The bot of seat {p + 1} wants {move!r}, which is not legal.",
                    f"Le robot de la place {p + 1} veut {move!r}, qui n’est pas permis.",
                )
            action = menu[legal.index(move)]
            if facts[FACT_DECISIONS] < job.room:
                found.trace[k * job.room + facts[FACT_DECISIONS]][:2] = p, action
            engine.measured_choice(action, len(menu) > 1, buffers.bases, facts, found.chosen[k])
            engine.apply(s, p, action)
            engine.measured_table(
                s, int(job.cards[k]), int(job.common), buffers.path, buffers.before, facts, found.gains[k], found.tops[k]
            )
    engine.measured_end(s, buffers.path, facts, found.scores[k], found.standings[k])
    _tally(s, engine.SETS_TOLD, found.tallies[k])


def _tally(s: Any, sets_told: tuple[int, ...], tally: Any) -> None:
    """Count from the log what the compiled engine counts while it plays (`tally_note`)."""
    for kind, _, _, *numbers in s.log:
        tally[kind * TALLY] += 1
        for place, value in enumerate(numbers):
            if sets_told[kind] >> place & 1:
                tally[kind * TALLY + 1 + place] += value.bit_count()
                tally[kind * TALLY + 5 + place] += value == 0 or value & (value - 1) != 0
            else:
                tally[kind * TALLY + 1 + place] += value
