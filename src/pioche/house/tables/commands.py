"""What becomes of a command: the entries it adds to the journal and its answer, or a refusal.

Check first, then write, then tell: a command that is refused leaves seat, clocks and people as they were.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from pioche.errors import Illegal
from pioche.house.operations import limits
from pioche.house.protocol import messages as p
from pioche.house.protocol import rights
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import hosting, talk
from pioche.house.tables import journal as j
from pioche.house.tables.commit_reveal import begin, check_shown, fix
from pioche.house.tables.deal_endings import awaited
from pioche.house.tables.hints import hints
from pioche.house.tables.hosting import forgotten, heir, seat_at
from pioche.house.tables.news import Reader
from pioche.house.tables.reaction_claims import is_fair, weigh
from pioche.house.tables.services import By, Circumstances, Decision
from pioche.house.tables.state import TableState

Meta = dict[str, int | None]
MOVERS, MOVING = rights.RIGHTS["move"]
PAUSES = 3  # of one person in one match; the host has as many as it takes


class Command(NamedTuple):
    """What a reader has sent, and when its bytes were read."""

    reader: Reader
    wish: p.AnyCommand
    arrived: float


def decide(state: TableState, who: int, wish: p.AnyCommand, now: Circumstances) -> Decision:
    """The one place that says what a command does. Nothing changes here, but that the engine's table has made a move
    that is accepted: the room tells nobody before it is stored, and folds the table again if it cannot be."""
    if type(wish) is p.Move:
        return _move(state, who, wish, now)
    deed = str(wish.__struct_config__.tag)
    if deed == "look" and state.settings.spectators != "consent":  # the same at any time of a match
        raise Refusal("not_in_consent")
    may(state, who, deed)
    if deed in rights.COUNTED:
        now.limit(rights.COUNTED[deed])
    if type(wish) not in ENDLESS:
        _room_for_more(state, type(wish) in (p.Start, p.Rematch))
    return COMMANDS[type(wish)](state, who, wish, now)


def may(state: TableState, who: int, deed: str) -> None:
    """Refuse what this person has no right to do now."""
    if who in state.people and state.people[who].banned:
        raise Refusal("banned", 403)
    rights.check(deed, roles(state, who), state.phase, bool(state.opened.tournament))


def _room_for_more(state: TableState, match: bool = False) -> None:
    """A table whose journal has grown too long is played to its end and then left: whoever wakes it reads all of it."""
    around = limits.MAX_OTHER_ENTRIES + limits.MAX_OTHER_ENTRIES_PER_MATCH * len(state.records)
    if state.length >= limits.MAX_ENTRIES if match else state.around >= around:
        raise Refusal("long_history")


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
        ended = state.phase == "over" or state.ending is not None
        if meant_for_another or (table.rules.timed and ended):  # T21: it does no harm
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
        seen, rtt, doubt = weigh(table, state.claims, who, seat, seen, now)
        meta = {"at": now.at, "seen": seen, "since_open": wish.since_open, "rtt": rtt}
    decision = move(state, seat, wish.do, "player", meta, now.spent, who, wish.id)
    line = decision.entries[0]
    if table.rules.timed and isinstance(line, j.Line) and line.seat >= 0 and is_fair(table):
        line.least, line.doubt = min(now.line.least, rtt), doubt
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
    if state.ending is not None and not state.ending.over:  # whoever had a move on the way
        raise Refusal("between_deals")
    before = len(table.moves)
    refused: Refusal | None = None
    try:
        table.act(seat, word, **meta)
    except Illegal as no:
        if len(table.moves) == before:  # an error that is kept in a variable would keep this frame, and all it knows
            raise Refusal.of(no, 409) from None
        refused = Refusal.of(no, 409)
    if len(table.moves) == before:
        raise RuntimeError("a move left no line")
    line = table.moves[-1]
    late = "do" not in line
    entry = j.Line(line=line, by="time", late=True)
    if not late:
        entry = j.Line(line=line, by=by, seat=-1 if seat is None else seat, spent=spent)
    if refused is None:
        entry.who, entry.id = who, id
    return Decision([entry], by=by, seat=entry.seat, late=late, refused=refused)


def default_move(state: TableState, seat: int, spent: int, meta: Meta) -> Decision:
    """Time is up: the rulebook's default."""
    table = state.table
    assert table is not None
    legal = table.legal(seat)
    word = table.default_action(seat)
    return move(state, seat, word if word in legal else legal[0], "clock", meta, spent)


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
    return move(state, seat, f"say:{other}", "player", {"at": now.at, "seen": seen, "rtt": now.line.rtt}, now.spent)


# -- people ----------------------------------------------------------------------------------------


def sit(state: TableState, who: int, seat: int | None, behind: bool = False) -> list[j.AnyEntry]:
    """Somebody sits down without a connection, over HTTP."""
    may(state, who, "sit")
    _room_for_more(state)
    if behind and not _welcome(state, who):
        raise Refusal("ask_host", 403)
    found = _free_seat(state, who, seat)
    if _must_ask(state, who, found):
        raise Refusal("ask_host", 403)
    return [j.Sat(who=who, id=secrets.token_hex(8), seat=found)]


def forget(state: TableState, who: int) -> list[j.AnyEntry]:
    """A person is forgotten: their seat becomes a bot's, their name a number. Once is enough."""
    seat, name = state.seat_of(who), forgotten(who)
    entries: list[j.AnyEntry] = [] if state.people[who].name == name else [j.Renamed(who=who, name=name)]
    return entries if seat is None else [*entries, j.Stood(who=who, seat=seat, bot=heir(state))]


# -- one function a command --------------------------------------------------------------------------


def _free_seat(state: TableState, who: int, wanted: int | None) -> int:
    """Where somebody may sit: there, or anywhere."""
    free = [seat for seat, chair in enumerate(state.chairs) if chair.who is None]
    if wanted is None:
        free.sort(key=lambda seat: bool(state.chairs[seat].bot))  # an empty chair before a bot's
        if not free:
            raise Refusal("table_full")
        seat = free[0]
    else:
        seat = seat_at(state, wanted)
        if seat not in free:
            raise Refusal("seat_taken")
    if state.match_is_on and not state.people[who].has_seen <= {seat}:
        raise Refusal("knows_too_much")
    return seat


def _must_ask(state: TableState, who: int, seat: int) -> bool:
    """In mid-match a seat shows its cards to whoever takes it: only those come who had it before, or whom the host lets.
    At a table for practice the cards were laid by its maker."""
    if not state.match_is_on or state.opened.practice:
        return False
    return state.sitters[-1][seat] != who and not _welcome(state, who)


def _welcome(state: TableState, who: int) -> bool:
    return who == state.host or state.people[who].approved


def _sit(state: TableState, who: int, wish: p.Sit, now: Circumstances) -> Decision:
    """Whoever must not know yet how far the match is asks, whatever the seat: the answer would tell."""
    ask = now.behind and not _welcome(state, who)
    seat = (wish.seat or 0) if ask else _free_seat(state, who, wish.seat)
    if ask or _must_ask(state, who, seat):
        asks = p.Asked(who, state.people[who].name, seat, "sit")
        return Decision(refused=Refusal("ask_host", 403), asks=asks, asked=state.host)
    return Decision([j.Sat(who=who, id=wish.id, seat=seat)])


def _stand(state: TableState, who: int, wish: p.Stand, now: Circumstances) -> Decision:
    seat = state.seat_of(who)
    assert seat is not None
    return Decision([j.Stood(who=who, id=wish.id, seat=seat, bot=heir(state))])


def _back(state: TableState, who: int, wish: p.Back, now: Circumstances) -> Decision:
    seat = state.seat_of(who)
    assert seat is not None
    if not state.chairs[seat].away:
        raise Refusal("not_allowed")
    return Decision([j.CameBack(who=who, id=wish.id, seat=seat)])


def _ready(state: TableState, who: int, wish: p.Ready, now: Circumstances) -> Decision:
    """The end of a deal has been seen. Too late it does no harm."""
    seat, ending = state.seat_of(who), state.ending
    assert seat is not None
    if ending is None or ending.over or (wish.deal is not None and wish.deal != ending.table.s.deal):
        return Decision(reply=p.Ack(wish.id, len(state.streams[seat].places), late=True))
    return Decision([j.Ready(who=who, id=wish.id, seat=seat, on=wish.on)])


def _say(state: TableState, who: int, wish: p.Say, now: Circumstances) -> Decision:
    spoken = talk.spoken(state, who, wish, now.seconds, now.told)
    now.limit("talk")
    judged = state.table is not None and state.table.game.options.get("talk_rule") == "on"
    return Decision([spoken], spoken_to=talk.spoken_to(state, wish) if judged else [])


def _rename(state: TableState, who: int, wish: p.Rename, now: Circumstances) -> Decision:
    if state.people[who].muted:  # names are read aloud, too
        raise Refusal("muted_name")
    name = talk.clean_name(wish.name)
    if talk.same_name(name, talk.names_there(state, who)):
        raise Refusal("name_taken")
    return Decision([j.Renamed(who=who, id=wish.id, name=name, face=wish.face)])


def _start(state: TableState, who: int, wish: p.Start | p.Rematch, now: Circumstances) -> Decision:
    if state.opened.practice:
        state.starting_position.check()  # it may have been made by a version that did not look
    elif promised := now.promises.of_match(state, now.present()):
        return Decision([fix(state, who, wish.id, promised)], answer_later=True)
    return Decision(begin(state, who, wish.id))


def _promise(state: TableState, who: int, wish: p.Promise, now: Circumstances) -> Decision:
    """A page promises its share of the next deal. Nothing is written before the list is fixed."""
    seat = state.seat_of(who)
    assert seat is not None
    if wish.match != state.match + 1 or state.promised is not None:
        return Decision(reply=p.Ack(wish.id, len(state.streams[seat].places), late=True))
    now.promises.note(who, wish.match, seat, wish.promise)
    return Decision()


def _reveal(state: TableState, who: int, wish: p.Reveal, now: Circumstances) -> Decision:
    """A page shows its share. Nothing is told before all are there, or those who are silent were waited for."""
    seat = state.seat_of(who)
    assert seat is not None
    fixed = check_shown(state, seat, wish.share) if wish.match == state.match + 1 else None
    if fixed is None:
        return Decision(reply=p.Ack(wish.id, len(state.streams[seat].places), late=True))
    now.promises.show(fixed, seat, wish.share)
    return Decision()


def _rematch(state: TableState, who: int, wish: p.Rematch, now: Circumstances) -> Decision:
    """Another match. Where people wait for each other it is a question to all; the host may ask twice, and begin."""
    seat = state.seat_of(who)
    if state.settings.endings == "off" or seat is None:
        return _start(state, who, wish, now)
    undecided = set(awaited(state, now.present())) - state.again - {seat}
    if not undecided or (who == state.host and seat in state.again):
        return _start(state, who, wish, now)
    return Decision([j.Again(who=who, id=wish.id, seat=seat)])


def _pause(state: TableState, who: int, wish: p.Pause, now: Circumstances) -> Decision:
    if who != state.host and state.people[who].pauses >= PAUSES:
        raise Refusal("too_many_pauses", most=PAUSES)
    return Decision([j.Paused(who=who, id=wish.id)])


def _resume(state: TableState, who: int, wish: p.Resume, now: Circumstances) -> Decision:
    return Decision([j.Resumed(who=who, id=wish.id)])


def _penalty(state: TableState, who: int, wish: p.Penalty, now: Circumstances) -> Decision:
    table, word = state.table, f"penalty:{seat_at(state, wish.seat)}"
    assert table is not None
    if table.game.actions.number(word) < 0:
        raise Refusal("no_penalties")
    if now.counting:
        raise Refusal("paused")
    return move(state, None, word, "host", {"at": now.at} if table.rules.timed else {}, 0, who, wish.id)


def _look(state: TableState, who: int, wish: p.Look, now: Circumstances) -> Decision:
    """Asking changes nothing: the person at the seat hears the question."""
    asked = state.chairs[seat_at(state, wish.seat)].who
    if asked is None:  # nobody can say for a bot that its cards may be seen
        raise Refusal("no_such_person", 404)
    return Decision(asks=p.Asked(who, state.people[who].name, wish.seat), asked=asked)


def _allow(state: TableState, who: int, wish: p.Allow, now: Circumstances) -> Decision:
    seat = state.seat_of(who)
    assert seat is not None
    if state.settings.spectators != "consent":
        raise Refusal("not_in_consent")
    if wish.who not in state.people or state.people[wish.who].banned:
        raise Refusal("no_such_person", 404)
    if state.seat_of(wish.who) is not None:
        raise Refusal("already_sitting")
    if not wish.on and state.people[wish.who].looks != seat:
        raise Refusal("no_such_person", 404)
    return Decision([j.Looking(who=who, id=wish.id, whom=wish.who, seat=seat, on=wish.on)])


def _hint(state: TableState, who: int, wish: p.AskHint, now: Circumstances) -> Decision:
    if not state.settings.hints:
        raise Refusal("no_hints")
    now.limit("hint")
    seat, table = state.people[who].seat, state.table
    assert seat is not None
    assert table is not None
    return Decision(seat=seat, counting=hints(table, seat))


def _host(state: TableState, who: int, wish: Any, now: Circumstances) -> Decision:
    entries, secret = hosting.DEEDS[type(wish)](state, who, wish)
    if not secret:
        return Decision(entries)
    return Decision(entries, p.Ack(wish.id, len(state.streams[state.watcher(who)].places), secret=secret))


ENDLESS = {p.Move, p.Back, p.Stand, p.Kick, p.Resume, p.AskHint, p.Look, p.Reveal}  # what is always possible
COMMANDS: dict[type, Callable[[TableState, int, Any, Circumstances], Decision]] = {
    p.Sit: _sit, p.Stand: _stand, p.Back: _back, p.Say: _say, p.Rename: _rename, p.Start: _start, p.Rematch: _rematch,
    p.Pause: _pause, p.Resume: _resume, p.Penalty: _penalty, p.Look: _look, p.Allow: _allow, p.AskHint: _hint,
    p.There: lambda *_: Decision(), p.Ready: _ready, p.Promise: _promise, p.Reveal: _reveal,
    **dict.fromkeys(hosting.DEEDS, _host),
}  # fmt: skip
