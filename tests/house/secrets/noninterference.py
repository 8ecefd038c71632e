"""Two worlds that are the same for all a seat may know must be the same on its wire: every byte, length, number, order.

A pair of worlds is laid as two practice tables: a position from the middle of a match, and the same with everything
hidden from one seat dealt otherwise. Whatever is then done in one is done in the other (a secret choice of somebody
else may even differ). Steps after which the rules themselves tell the seat something different are left out: what
is tested is that the house adds nothing of its own.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pioche
from pioche import Illegal, Table
from pioche.testing.facedown import face_down
from pioche.testing.noleak import senses, some_words
from pioche.testing.other_worlds import hidden_ids, rank_places, relabel
from pioche.testing.steps import Step, playing
from tests.house.wire import Line, Wire

HOUR = 3_600_000
SOON = 8_000
CALM = {"look_ms": HOUR, "pause_ms": HOUR, "straggler_ms": 0, "idle_ms": 0, "turn_time": 0, "slam_window": 10_000}


@dataclass
class Pair:
    """Two positions a seat cannot tell apart, and what is done in both."""

    game: str
    options: dict[str, Any]
    watcher: int
    other: int
    positions: tuple[dict[str, Any], dict[str, Any]]
    steps: list[tuple[int, str, str]]  # seat, its word in either world; an empty one: it does nothing there
    probes: list[str]
    differ: bool = False
    heard: list[list[str]] = field(default_factory=list)


def dealt_otherwise(table: Table, watcher: int | None, dice: random.Random) -> Table:
    """The same table, with every card hidden from the watcher in another place."""
    other = table.clone()
    places = rank_places(table, watcher)
    loose = [rank for place in places for rank in place.ranks(table.s)]
    dice.shuffle(loose)
    for place in places:
        old = place.ranks(table.s)
        for out, into in zip(old, [loose.pop() for _ in old], strict=True):
            place.exchange(other.s, out, into)
    ids = hidden_ids(table, watcher)
    relabel(other, dict(zip(ids, dice.sample(ids, len(ids)), strict=True)))
    return other


def pairs(game: str, count: int, seed: int) -> Iterator[Pair]:
    """Pairs from the middle of random matches."""
    dice = random.Random(f"{game} {seed}")
    rules = pioche.load(game)
    calm = {name: value for name, value in CALM.items() if name in rules.options}
    made = 0
    while made < count:
        table = pioche.load(game, **calm).table(seed=dice.getrandbits(32))
        for turn, _ in enumerate(playing(table, dice, dice.randrange(2, 60))):
            if turn % 4 == 3 and not table.over and made < count:
                pair = _pair(table, calm, dice)
                if pair is not None:
                    made += 1
                    yield pair


def _pair(table: Table, options: dict[str, Any], dice: random.Random) -> Pair | None:
    watcher, other = dice.sample(range(table.game.seats), 2)
    positions = table.position(), dealt_otherwise(table, watcher, dice).position()
    worlds = [table.game.at(position) for position in positions]
    if not same(worlds, watcher):
        return None  # the position does not say everything; nothing to compare
    if any(world.next_timer is not None and world.next_timer[0] < world.s.clock + SOON for world in worlds):
        return None  # a timer of the rules would tell something while we look
    probes = [word for word in some_words(table, dice) if refused(worlds[0], watcher, word)][:2]
    tries = 0 if table.rules.timed else 3
    steps = [step for _ in range(tries) if (step := _step(worlds, watcher, other, dice)) is not None]
    return Pair(table.game.id, options, watcher, other, positions, steps, probes, positions[0] != positions[1])


def same(worlds: list[Table], watcher: int) -> bool:
    """Do the seat and a spectator see the same in both?"""
    return all(senses(worlds[0], eyes) == senses(worlds[1], eyes) for eyes in (watcher, None))


def refused(table: Table, seat: int, word: str) -> bool:
    try:
        table.clone().act(seat, word)
    except Illegal:
        return True
    return False


def _step(worlds: list[Table], watcher: int, other: int, dice: random.Random) -> tuple[int, str, str] | None:
    """Something one of the two does in both worlds after which they still look the same to the watcher."""
    for seat in dice.sample((watcher, other), 2):
        words = [world.legal(seat) for world in worlds]
        if not words[0] or not words[1] or worlds[0].over:
            continue
        one = dice.choice(words[0])
        two = one
        if seat == other and face_down(worlds[0], Step(seat, one)):
            two = dice.choice(words[1])  # a secret choice may be another one
        trial = [world.clone() for world in worlds]
        try:
            trial[0].act(seat, one)
            trial[1].act(seat, two)
        except Illegal:
            continue
        if same(trial, watcher) and trial[0].s.deal == worlds[0].s.deal:
            for world, word in zip(worlds, (one, two), strict=True):
                world.act(seat, word)
            return seat, one, two
    return None


# -- on the wire -------------------------------------------------------------------------------------


async def compare(people: list[Line], found: Pair) -> int:
    """Play a pair on the wire; how many transcripts were compared. Raises on the first difference."""
    worlds = await asyncio.gather(*(_live(people, found, world) for world in (0, 1)))
    for name in worlds[0]:
        one, two = worlds[0][name], worlds[1][name]
        if one != two:
            first = next(((a, b) for a, b in zip(one, two, strict=False) if a != b), (len(one), len(two)))
            raise AssertionError(
                f"{found.game}: {name} (watcher {found.watcher}, {found.steps}) hears {first[0]} / {first[1]}"
            )
    return len(worlds[0])


async def _live(people: list[Line], pair: Pair, world: int) -> dict[str, list[str]]:
    """One of the two worlds; what each listener heard."""
    watcher, other, spectator = people
    made = await watcher.post(
        "/api/tables",
        {
            "game": pair.game,
            "options": pair.options,
            "position": pair.positions[world],
            "sit": pair.watcher,
            "start": True,
            "settings": {"spectators": "public", "pace": "relaxed", "hints": True},
        },
    )
    code = made["code"]
    for person in (other, spectator):
        await person.post(f"/api/tables/{code}/join", {"secret": made["secret"]})
    await other.post(f"/api/tables/{code}/sit", {"seat": pair.other})
    wires: list[Wire] = []

    async def arrive(person: Line) -> Wire:
        wires.append(await person.socket(code))
        await wires[-1].first_look()
        return wires[-1]

    try:
        neighbour = await arrive(other)
        public = await arrive(spectator)
        seat = await arrive(watcher)
        for number, word in enumerate(pair.probes):
            await seat.wish(t="move", id=f"probe{number}", do=word)
        await neighbour.wish(t="say", id="talk", phrase="thinking")
        for number, (actor, *words) in enumerate(pair.steps):
            wire = seat if actor == pair.watcher else neighbour
            if words[world]:
                answer = await wire.wish(t="move", id=f"step{number}", do=words[world])
                assert answer["t"] == "ack", answer
            await seat.wish(t="move", id=f"then{number}", do="nonsense")
        await public.wish(t="say", id="bye", phrase="bye")
        await seat.wish(t="move", id="end", do="nonsense")
        late = await arrive(watcher)
        late_public = await arrive(spectator)
    finally:
        for wire in wires:
            await wire.close()
    listeners = {"the seat": seat, "a spectator": public, "the seat, come late": late, "a spectator, come late": late_public}
    return {name: [plain(text, code) for text in wire.heard] for name, wire in listeners.items()}


def plain(text: str, code: str) -> str:
    """A message without the name of its table and without the time of day."""
    text = re.sub(r'"now":\d+', '"now":0', text.replace(code, "0123456789"))
    return re.sub(r'"at":\d{10}\b', '"at":0', text)
