"""Tables without a server: a state, the moment a command is decided in, connections that keep what they are sent."""

from __future__ import annotations

import json
from typing import Any

from pioche.engine.game import load
from pioche.house.protocol.messages import Settings
from pioche.house.tables import journal as j
from pioche.house.tables.circumstances import NO_CONNECTION, Circumstances, Measured
from pioche.house.tables.outcomes import Moved
from pioche.house.tables.starting_position import on_a_network
from pioche.house.tables.state import TableState


def opened(game: str = "pairs", settings: Settings | None = None, **options: Any) -> j.Opened:
    made = on_a_network(game, options)
    return j.Opened(code="T", game=game, preset="", options=dict(made.options), settings=settings or Settings())


def seated(game: str = "pairs", people: int = 2, settings: Settings | None = None, **options: Any) -> TableState:
    """A table with people on its first seats, and one who looks on; the first one is host."""
    state = TableState(opened(game, settings, **options))
    for who in range(1, people + 2):
        state.absorb(j.Joined(person=f"person {who}", name=f"Name {who}"))
    for who in range(1, people + 1):
        state.absorb(j.Sat(who=who, seat=who - 1))
    return state


def begun(game: str = "pairs", people: int = 2, settings: Settings | None = None, **options: Any) -> TableState:
    """The same in its first match, with bots on the other seats."""
    state = seated(game, people, settings, **options)
    for seat in range(people, load(game, **options).seats if options else state.game.seats):
        state.absorb(j.BotSat(seat=seat, bot="random", name=f"Bot {seat}"))
    state.absorb(j.Began(match=1, seed="7", names=list(state.names[-1]), rules=state.game.rules.version))
    return state


class Someone:
    """A connection, as circumstances see it."""

    def __init__(self, who: int) -> None:
        self.who = who


def moment(present: tuple[int, ...] = (1, 2), **more: Any) -> Circumstances:
    now: dict[str, Any] = {
        "seconds": 1_700_000_000,
        "at": 0,
        "connection": NO_CONNECTION,
        "spent": 0,
        "counting": False,
        "noted": {},
    }
    return Circumstances(**{**now, "readers": {Someone(who): None for who in present}, **more})


def absorb(state: TableState, outcome: Any) -> list[bytes]:
    """Absorb an outcome; return its entries as the journal keeps them."""
    for entry in outcome.entries:
        state.absorb(entry, outcome.table if isinstance(outcome, Moved) else None)
    return [j.write(entry) for entry in outcome.entries]


class FakeConnection:
    """A connection that keeps what it is sent."""

    address, many, takes_more, racing = "127.0.0.1", 1, True, False

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def measured(self) -> Measured:
        return NO_CONNECTION

    def send_texts(self, texts: list[bytes]) -> None:
        self.sent += [json.loads(text) for text in texts]

    def measure_often(self, fair: bool) -> None: ...
    def drop(self) -> None: ...
