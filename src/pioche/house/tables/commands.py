"""What becomes of a command: the entries it adds to the journal and its answer, or a refusal.

Check first, then write, then tell: a command that is refused leaves seat, clocks and people as they were.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from pioche.engine.keystream import KEY_BITS, commitment
from pioche.errors import Illegal
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, words
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables import rights, talk
from pioche.house.tables.hints import hints
from pioche.house.tables.laid import check_laid, version_for
from pioche.house.tables.state import TableState

Meta = dict[str, int | None]
By = Literal["player", "bot", "clock", "time", "host"]
MOVERS, MOVING = rights.RIGHTS["move"]
MOST_PEOPLE = 60


@dataclass(slots=True)
class Decision:
    """What becomes of a command: what is written down and what is answered. It is refused by raising `Refusal`."""

    entries: list[j.AnyEntry] = field(default_factory=list)
    reply: p.Ack | p.Hints | None = None  # None: an acknowledgement with the number the entries lead to
    by: By | None = None  # a move of theirs, which the engine's table has already made
    seat: int = -1  # which has moved
    late: bool = False  # nothing was done but that time has passed
    refused: Refusal | None = None  # the answer is no; the entries are written all the same, as time has passed
    asks: p.Asked | None = None  # to be asked of the person at that seat
    spoken_to: list[int] = field(default_factory=list)  # seats whose rules judge what was said


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a decision depends on beside the state of the table."""

    seconds: int  # since 1970
    at: int  # when it arrived, in the time of the match
    rtt: int  # of the line, in milliseconds
    spent: int  # milliseconds the seat has been thinking
    counting: bool  # a countdown is on
    limit: Callable[[str], None]  # refuses what is done too often


def decide(state: TableState, who: int, wish: p.AnyWish, now: Circumstances) -> Decision:
    """The one place that says what a command does. Nothing changes here, but that the engine's table has made a move
    that is accepted: the room tells nobody before it is stored, and folds the table again if it cannot be."""
    if type(wish) is p.Move:
        return _move(state, who, wish, now)
    may(state, who, str(wish.__struct_config__.tag))
    return COMMANDS[type(wish)](state, who, wish, now)


def may(state: TableState, who: int, deed: str) -> None:
    """Refuse what this person has no right to do now."""
    rights.check(deed, roles(state, who), state.phase)


def roles(state: TableState, who: int) -> frozenset[rights.Role]:
    if who not in state.people:
        return frozenset({"stranger"})
    found: set[rights.Role] = {"guest" if state.seat_of(who) is None else "seat"}
    if who == state.host:
        found.add("host")
    return frozenset(found)


# -- moves -----------------------------------------------------------------------------------------


def _move(state: TableState, who: int, wish: p.Move, now: Circumstances) -> Decision:
    """A person moves. In games with a clock: when it arrived, what had been seen, how long the line is."""
    person, table = state.people.get(who), state.table
    seat = None if person is None else person.seat
    if table is not None and seat is not None:
        meant_for_another = wish.deal is not None and wish.deal != table.s.deal
        if meant_for_another or (table.rules.timed and state.phase == "over"):  # T21: it does no harm
            return Decision(reply=p.Ack(wish.id, len(state.streams[seat].places), late=True))
    if seat is None or "seat" not in MOVERS or state.phase not in MOVING:
        may(state, who, "move")
    assert seat is not None
    assert table is not None
    meta: Meta = {}
    if table.rules.timed:
        if now.counting:  # nobody may jump a countdown
            raise Refusal("paused")
        seen = None if wish.seen is None else state.streams[seat].number_in_match(wish.seen)
        meta = {"at": now.at, "seen": seen, "since_open": wish.since_open, "rtt": now.rtt}
    decision = move(state, seat, wish.do, "player", meta, now.spent, who, wish.id)
    if state.chairs[seat].away and not decision.late:
        decision.entries.insert(0, j.CameBack(who=who, seat=seat))
    return decision


def move(
    state: TableState, seat: int | None, word: str, by: By, meta: Meta, spent: int = 0, who: int = 0, id: str = ""
) -> Decision:
    """A seat makes a move, whoever makes it for the seat; without a seat the referee.

    In games with a clock the time it took is written down even when the move is refused: a timer may have rung.
    """
    table = state.table
    assert table is not None
    before = len(table.moves)
    refused: Refusal | None = None
    try:
        table.act(seat, word, **meta)
    except Illegal as no:
        refused = Refusal.of(no, 409)
    if len(table.moves) == before:
        raise refused or RuntimeError("a move left no line")
    line = table.moves[-1]
    late = "do" not in line
    entry = j.Line(line=line, by="time", late=True)
    if not late:
        entry = j.Line(line=line, by=by, seat=-1 if seat is None else seat, spent=spent)
    if refused is None:
        entry.who, entry.id = who, id
    return Decision([entry], by=by, seat=entry.seat, late=late, refused=refused)


def default_move(state: TableState, seat: int, spent: int) -> Decision:
    """Time is up: the rulebook's default."""
    table = state.table
    assert table is not None
    legal = table.legal(seat)
    word = table.default_action(seat)
    return move(state, seat, word if word in legal else legal[0], "clock", {}, spent)


def timer(state: TableState) -> Decision:
    """The next timer of the game rings."""
    table = state.table
    assert table is not None
    due = table.next_timer
    assert due is not None
    table.advance(max(due[0], table.s.clock))
    return Decision([j.Line(line=table.moves[-1], by="time")], by="time")


def judged_talk(state: TableState, who: int, wish: p.Say, other: int, now: Circumstances) -> Decision:
    """Pig R34, never talk to a pig: the rules judge whom the words were meant for."""
    seat = state.people[who].seat
    if seat is None or state.phase != "playing" or other == seat:
        raise Refusal("not_allowed", 403)
    seen = None if wish.seen is None else state.streams[seat].number_in_match(wish.seen)
    return move(state, seat, f"say:{other}", "player", {"at": now.at, "seen": seen, "rtt": now.rtt}, now.spent)


# -- people ----------------------------------------------------------------------------------------


def join(state: TableState, person: str, name: str, secret: str) -> list[j.AnyEntry]:
    """Somebody comes to the table; whoever has been here before just comes back."""
    if person in state.numbers:
        return []
    invited = secrets.compare_digest(digest(secret), state.digest)
    if not invited and state.settings.privacy != "public":
        raise Refusal("not_joined", 403)
    if state.locked:
        raise Refusal("table_locked")
    if len(state.people) >= MOST_PEOPLE:
        raise Refusal("too_many_people")
    return [j.Joined(person=person, name=talk.free_name(name, [other.name for other in state.people.values()]))]


def sit(state: TableState, who: int, seat: int | None) -> list[j.AnyEntry]:
    """Somebody sits down without a connection, over HTTP."""
    may(state, who, "sit")
    return [j.Sat(who=who, id=secrets.token_hex(8), seat=_free_seat(state, who, seat))]


def forget(state: TableState, who: int) -> list[j.AnyEntry]:
    """A person is forgotten: their seat becomes a bot's, their name a number."""
    seat = state.seat_of(who)
    entries: list[j.AnyEntry] = [j.Renamed(who=who, name=f"#{who}")]
    return entries if seat is None else [*entries, j.Stood(who=who, seat=seat, bot=_heir(state))]


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def bot_entry(state: TableState, seat: int, level: str, taken: set[str] | None = None) -> j.BotSat:
    if level not in roster.levels(state.game.id):
        raise Refusal("no_such_bot", 400, levels=", ".join(roster.levels(state.game.id)))
    names = {state.name_of(seat) for seat in range(state.game.seats)} | {
        person.name for person in state.people.values()
    }
    name = next(name for name in words("bots") if name not in names | (taken or set()))
    return j.BotSat(seat=seat, bot=level, name=name)


def begin(state: TableState, who: int, id: str = "") -> list[j.AnyEntry]:
    """Bots on the empty seats, then the first card."""
    entries: list[j.AnyEntry] = []
    names = [state.name_of(seat) for seat in range(state.game.seats)]
    for seat, chair in enumerate(state.chairs):
        if chair.who is None and not chair.bot:
            bot = bot_entry(state, seat, roster.usual(state.game), set(names))
            names[seat] = bot.name
            entries.append(bot)
    if state.opened.practice:
        seed = int(state.opened.seed or 0) + state.match  # the first match as laid, a rematch with other cards
        if state.opened.position is not None or state.opened.before:
            seed = int(state.opened.seed or 0)
    else:
        seed = secrets.randbits(KEY_BITS) | 1 << (KEY_BITS - 1)
    promise = "" if state.opened.practice else commitment(seed)
    rules = version_for(state.game, state.opened)
    began = j.Began(who=who, id=id, match=state.match + 1, seed=str(seed), names=names, promise=promise, rules=rules)
    return [*entries, began]


# -- one function a command --------------------------------------------------------------------------


def _seat(state: TableState, seat: int) -> int:
    if seat >= state.game.seats:
        raise Refusal("no_such_seat", 404)
    return seat


def _free_seat(state: TableState, who: int, wanted: int | None) -> int:
    """Where somebody may sit: there, or anywhere."""
    free = [seat for seat, chair in enumerate(state.chairs) if chair.who is None]
    if wanted is None:
        free.sort(key=lambda seat: bool(state.chairs[seat].bot))  # an empty chair before a bot's
        if not free:
            raise Refusal("table_full")
        seat = free[0]
    else:
        seat = _seat(state, wanted)
        if seat not in free:
            raise Refusal("seat_taken")
    if state.phase in ("playing", "paused") and not state.people[who].has_seen <= {seat}:
        raise Refusal("knows_too_much")
    return seat


def _sit(state: TableState, who: int, wish: p.Sit, now: Circumstances) -> Decision:
    return Decision([j.Sat(who=who, id=wish.id, seat=_free_seat(state, who, wish.seat))])


def _stand(state: TableState, who: int, wish: p.Stand, now: Circumstances) -> Decision:
    seat = state.seat_of(who)
    assert seat is not None
    return Decision([j.Stood(who=who, id=wish.id, seat=seat, bot=_heir(state))])


def _heir(state: TableState) -> str:
    """In a match somebody must play on."""
    return roster.usual(state.game) if state.phase in ("playing", "paused") else ""


def _back(state: TableState, who: int, wish: p.Back, now: Circumstances) -> Decision:
    seat = state.seat_of(who)
    assert seat is not None
    if not state.chairs[seat].away:
        raise Refusal("not_allowed")
    return Decision([j.CameBack(who=who, id=wish.id, seat=seat)])


def _say(state: TableState, who: int, wish: p.Say, now: Circumstances) -> Decision:
    spoken = talk.spoken(state, who, wish, now.seconds)
    now.limit("talk")
    judged = state.table is not None and state.table.game.options.get("talk_rule") == "on"
    return Decision([spoken], spoken_to=talk.spoken_to(state, wish) if judged else [])


def _rename(state: TableState, who: int, wish: p.Rename, now: Circumstances) -> Decision:
    name = talk.clean_name(wish.name)
    others = [person.name for person in state.people.values() if person.who != who]
    others += [chair.bot_name for chair in state.chairs if chair.bot_name]
    if talk.same_name(name, others):
        raise Refusal("name_taken")
    return Decision([j.Renamed(who=who, id=wish.id, name=name)])


def _start(state: TableState, who: int, wish: p.Start | p.Rematch, now: Circumstances) -> Decision:
    if state.opened.practice:
        check_laid(state.game, state.opened)  # it may have been made by a version that did not look
    return Decision(begin(state, who, wish.id))


def _pause(state: TableState, who: int, wish: p.Pause, now: Circumstances) -> Decision:
    return Decision([j.Paused(who=who, id=wish.id)])


def _resume(state: TableState, who: int, wish: p.Resume, now: Circumstances) -> Decision:
    return Decision([j.Resumed(who=who, id=wish.id)])


def _bot(state: TableState, who: int, wish: p.SeatBot, now: Circumstances) -> Decision:
    chair = state.chairs[_seat(state, wish.seat)]
    if chair.who is not None:
        raise Refusal("seat_taken")
    entries: list[j.AnyEntry] = []
    if chair.bot:
        entries.append(j.BotLeft(seat=wish.seat))
    if wish.level:
        entries.append(bot_entry(state, wish.seat, wish.level))
    if not entries:
        raise Refusal("not_allowed")
    entries[-1].who, entries[-1].id = who, wish.id
    return Decision(entries)


def _lock(state: TableState, who: int, wish: p.Lock, now: Circumstances) -> Decision:
    return Decision([j.Locked(who=who, id=wish.id, on=wish.on)])


def _person(state: TableState, who: int) -> int:
    if who not in state.people:
        raise Refusal("no_such_person", 404)
    return who


def _mute(state: TableState, who: int, wish: p.Mute, now: Circumstances) -> Decision:
    return Decision([j.Muted(who=who, id=wish.id, whom=_person(state, wish.who), on=wish.on)])


def _kick(state: TableState, who: int, wish: p.Kick, now: Circumstances) -> Decision:
    if state.chairs[_seat(state, wish.seat)].who is None:
        raise Refusal("no_such_person", 404)
    later = state.phase in ("playing", "paused")
    return Decision([j.Kicked(who=who, id=wish.id, seat=wish.seat, bot=_heir(state), later=later, deal=later)])


def _penalty(state: TableState, who: int, wish: p.Penalty, now: Circumstances) -> Decision:
    table, word = state.table, f"penalty:{_seat(state, wish.seat)}"
    assert table is not None
    if table.game.actions.number(word) < 0:
        raise Refusal("no_penalties")
    if now.counting:
        raise Refusal("paused")
    return move(state, None, word, "host", {"at": now.at} if table.rules.timed else {}, 0, who, wish.id)


def _host(state: TableState, who: int, wish: p.HandOver, now: Circumstances) -> Decision:
    return Decision([j.Hosted(who=who, id=wish.id, whom=_person(state, wish.who))])


def _look(state: TableState, who: int, wish: p.Look, now: Circumstances) -> Decision:
    """Asking changes nothing: the person at the seat hears the question."""
    if state.settings.spectators != "consent":
        raise Refusal("not_in_consent")
    if state.chairs[_seat(state, wish.seat)].who is None:
        raise Refusal("no_such_person", 404)
    return Decision(asks=p.Asked(who, state.people[who].name, wish.seat))


def _allow(state: TableState, who: int, wish: p.Allow, now: Circumstances) -> Decision:
    seat = state.seat_of(who)
    assert seat is not None
    if state.settings.spectators != "consent":
        raise Refusal("not_in_consent")
    if state.seat_of(_person(state, wish.who)) is not None:
        raise Refusal("already_sitting")
    if not wish.on and state.people[wish.who].looks != seat:
        raise Refusal("no_such_person", 404)
    return Decision([j.Looking(who=who, id=wish.id, whom=wish.who, seat=seat, on=wish.on)])


def _relink(state: TableState, who: int, wish: p.Relink, now: Circumstances) -> Decision:
    secret = secrets.token_urlsafe(16)
    reply = p.Ack(wish.id, len(state.streams[state.watcher(who)].places), secret=secret)
    return Decision([j.Relinked(who=who, id=wish.id, digest=digest(secret))], reply)


def _hint(state: TableState, who: int, wish: p.AskHint, now: Circumstances) -> Decision:
    if not state.settings.hints:
        raise Refusal("no_hints")
    now.limit("hint")
    seat, table = state.people[who].seat, state.table
    assert seat is not None
    assert table is not None
    return Decision(reply=p.Hints(wish.id, hints(table, seat)))


COMMANDS: dict[type, Callable[[TableState, int, Any, Circumstances], Decision]] = {
    p.Sit: _sit, p.Stand: _stand, p.Back: _back, p.Say: _say,
    p.Rename: _rename, p.Start: _start, p.Rematch: _start, p.Pause: _pause,
    p.Resume: _resume, p.SeatBot: _bot, p.Lock: _lock, p.Mute: _mute,
    p.Kick: _kick, p.Penalty: _penalty, p.HandOver: _host, p.Look: _look,
    p.Allow: _allow, p.AskHint: _hint, p.Relink: _relink,
}  # fmt: skip
