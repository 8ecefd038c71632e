"""Moves: from a wish, a bot or a clock to a line of the record."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from pioche.errors import Illegal
from pioche.house.metrics import counts
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import journal as j
from pioche.house.tables import talk

if TYPE_CHECKING:
    from pioche.house.tables.reader import Caller
    from pioche.house.tables.room import Room

Meta = dict[str, int | None]
MADE = {by: counts.moves.labels(by) for by in ("player", "bot", "clock")}


def match_time(room: Room, moment: float) -> int:
    """When something that arrived at a moment happened, in the time of the match."""
    assert room.story.table is not None
    return max(int(room.story.table.s.clock), room.match_clock.at(moment))


async def make(room: Room, caller: Caller, wish: p.Move, arrived: float) -> p.Ack:
    """A person moves. In games with a clock: when it arrived, what had been seen, how long the line is."""
    story, table = room.story, room.story.table
    seat = story.seat_of(caller.who)
    assert seat is not None
    assert table is not None
    meta: Meta = {}
    if table.rules.timed:
        room.keeper.first_move(arrived)
        seen = None if wish.seen is None else story.streams.streams[seat].number_in_match(wish.seen)
        meta = {
            "at": match_time(room, arrived),
            "seen": seen,
            "since_open": wish.since_open,
            "rtt": caller.rtt,
        }
    back: list[j.AnyEntry] = [j.CameBack(who=caller.who, seat=seat)] if story.chairs[seat].away else []
    await act(room, seat, wish.do, "player", meta, back, caller.who, wish.id)
    made = room.story.answers[caller.who, wish.id]
    return p.Ack(wish.id, made.n, made.late)


def too_late(room: Room, caller: Caller, wish: p.Move) -> p.Ack | None:
    """T21: a move meant for another deal, or a signal after the last one, is answered and does no harm."""
    story, table = room.story, room.story.table
    seat = story.seat_of(caller.who)
    if table is None or seat is None:
        return None
    meant_for_another = wish.deal is not None and wish.deal != table.s.deal
    if not meant_for_another and not (table.rules.timed and story.phase == "over"):
        return None
    return p.Ack(wish.id, len(story.streams.streams[seat]), late=True)


async def act(
    room: Room,
    seat: int,
    word: str,
    by: Literal["player", "bot", "clock"],
    meta: Meta,
    first: list[j.AnyEntry] | None = None,
    who: int = 0,
    id: str = "",
) -> None:
    """A seat makes a move, whoever makes it for the seat; entries in `first` come before it.

    A refusal is raised. In games with a clock the time it took is stored all the same: a timer may have rung.
    """
    table = room.story.table
    assert table is not None
    before = len(table.moves)
    refused: Illegal | None = None
    try:
        table.act(seat, word, **meta)
    except Illegal as no:
        refused = no
    lines = table.moves[before:]
    if not lines:
        raise Refusal.of(refused, 409) if refused is not None else RuntimeError("a move left no line")
    late = "do" not in lines[-1]
    entry = j.Line(line=lines[-1], by="time" if late else by, late=late)
    if not late:
        entry.seat, entry.spent = seat, room.keeper.decided(seat)
    if refused is None:
        entry.who, entry.id = who, id
    await room.store([*([] if late or first is None else first), entry], done=True)
    MADE[by].inc()
    if refused is not None:
        raise Refusal.of(refused, 409)


async def rule_about_talk(room: Room, caller: Caller, wish: p.Say, arrived: float) -> None:
    """Pig R34, never talk to a pig: the rules judge whom the words were meant for."""
    story, table, seat = room.story, room.story.table, room.story.seat_of(caller.who)
    if table is None or seat is None or table.game.options.get("talk_rule") != "on":
        return
    seen = None if wish.seen is None else story.streams.streams[seat].number_in_match(wish.seen)
    for other in talk.spoken_to(story, wish):
        if story.phase == "playing" and other != seat:
            with suppress(Refusal):
                meta: Meta = {"at": match_time(room, arrived), "seen": seen, "rtt": caller.rtt}
                await act(room, seat, f"say:{other}", "player", meta)
