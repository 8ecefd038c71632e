"""Decisions: a command becomes an outcome with entries for the journal and an answer, or a refusal.

Everything here is pure: it reads the state and the circumstances and changes neither. A move is tried on a draft of the
engine's table, which the outcome carries so that the state can adopt it when the entries are durable.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from pioche.engine.record import replay_line
from pioche.errors import Illegal
from pioche.house.operations import limits
from pioche.house.protocol import messages as p
from pioche.house.protocol import rights
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import commit_reveal, hosting, presence, talk
from pioche.house.tables import journal as j
from pioche.house.tables.circumstances import Circumstances
from pioche.house.tables.hints import hints
from pioche.house.tables.hosting import digest, forgotten, heir, seat_at
from pioche.house.tables.outcomes import (
    Answered,
    By,
    Deferred,
    Entries,
    HintAsked,
    Moved,
    Outcome,
    Question,
    ShareNoted,
    ShareShown,
    Spoken,
)
from pioche.house.tables.reaction_claims import is_fair, weigh
from pioche.house.tables.state import TableState

Meta = dict[str, int | None]
MOVERS, MOVING = rights.RIGHTS["move"]
MAX_PAUSES = 3  # of one person in one match; the host has no limit


def rate_of(state: TableState, who: int, wish: p.AnyCommand) -> str:
    """Return the rate limit a command counts under, "" if none. Refusal when this person has no right to it now."""
    deed = str(wish.__struct_config__.tag)
    rate = rights.COUNTED.get(deed, "")
    if rate:
        _allowed(state, who, deed)
    return rate


def decide(state: TableState, who: int, wish: p.AnyCommand, now: Circumstances) -> Outcome:
    """Return what a command becomes. Refusal when it may not be done. Nothing changes."""
    if type(wish) is p.Move:
        return _move(state, who, wish, now)
    _allowed(state, who, str(wish.__struct_config__.tag))
    if type(wish) not in ENDLESS:
        _check_length(state, type(wish) in (p.Start, p.Rematch))
    return COMMANDS[type(wish)](state, who, wish, now)


def _allowed(state: TableState, who: int, deed: str) -> None:
    if deed == "look" and state.settings.spectators != "consent":  # the same at any time of a match
        raise Refusal("not_in_consent")
    may(state, who, deed)


def may(state: TableState, who: int, deed: str) -> None:
    """Refuse what this person has no right to do now. `deed`: a name in the table of rights."""
    if who in state.people and state.people[who].banned:
        raise Refusal("banned", 403)
    rights.check(deed, roles(state, who), state.phase, bool(state.opened.tournament))


def _check_length(state: TableState, match: bool = False) -> None:
    """Refuse when the journal is too long: all of it is read to wake the table. A match can be played to its end."""
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


def _move(state: TableState, who: int, wish: p.Move, now: Circumstances) -> Outcome:
    """A move of a person. In games with a clock: when it arrived, what had been seen, how long the round trip is."""
    person, table = state.people.get(who), state.table
    seat = None if person is None else person.seat
    if table is not None and seat is not None:
        meant_for_another = wish.deal is not None and wish.deal != table.s.deal
        ended = state.phase == "over" or state.ending is not None
        if meant_for_another or (table.rules.timed and ended):  # T21: it does no harm
            return Answered(p.Ack(wish.id, len(state.streams[seat].places), late=True))
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
    moved = move(state, seat, wish.do, "player", meta, now.spent, who, wish.id)
    line = moved.entries[0]
    if table.rules.timed and isinstance(line, j.Line) and line.seat >= 0 and is_fair(table):
        line.least, line.doubt = min(now.connection.least, rtt), doubt
    if state.chairs[seat].away and not moved.late:
        moved.entries.insert(0, j.CameBack(who=who, seat=seat))
    return moved


def move(
    state: TableState, seat: int | None, word: str, by: By, meta: Meta, spent: int = 0, who: int = 0, id: str = ""
) -> Moved:
    """Return the move of a seat, made by its person, a bot or the clock; without a seat a ruling of the referee.

    In games with a clock the time it took is written even when the move is refused: a timer may have rung.
    """
    assert state.table is not None
    if state.held:  # a move that was on its way
        raise Refusal("between_deals")
    table = state.table.draft()
    before = len(table.moves)
    refused: Refusal | None = None
    try:
        table.act(seat, word, **meta)
    except Illegal as no:
        refused = Refusal.of(no, 409)
        if len(table.moves) == before:
            raise refused from None
    if len(table.moves) == before:
        raise RuntimeError("a move left no line")
    line = table.moves[-1]
    late = "do" not in line
    if late:  # nothing but time has passed, as the line says: the draft is what the journal will lead to
        table = state.table.draft()
        replay_line(table, line)
    entry = j.Line(line=line, by="time", late=True)
    if not late:
        entry = j.Line(line=line, by=by, seat=-1 if seat is None else seat, spent=spent)
    if refused is None:
        entry.who, entry.id = who, id
    return Moved([entry], table, by, entry.seat, late, refused)


def default_move(state: TableState, seat: int, spent: int, meta: Meta) -> Moved:
    """The rulebook's default for a seat whose time is up."""
    table = state.table
    assert table is not None
    legal = table.legal(seat)
    word = table.default_action(seat)
    return move(state, seat, word if word in legal else legal[0], "clock", meta, spent)


def timer(state: TableState) -> Moved:
    """Return the move of the next timer of the game."""
    assert state.table is not None
    table = state.table.draft()
    due = table.next_timer
    assert due is not None
    table.advance(max(due[0], table.s.clock))
    return Moved([j.Line(line=table.moves[-1], by="time")], table, "time")


def judged_talk(state: TableState, who: int, wish: p.Say, other: int, now: Circumstances) -> Moved:
    """Pig R34, never talk to a pig: the rules judge whom the words were meant for. Refusal when there is none."""
    seat = state.people[who].seat
    if seat is None or state.phase != "playing" or other == seat:
        raise Refusal("not_allowed", 403)
    seen = None if wish.seen is None else state.streams[seat].number_in_match(wish.seen)
    return move(state, seat, f"say:{other}", "player", {"at": now.at, "seen": seen, "rtt": now.connection.rtt}, now.spent)


# -- people ----------------------------------------------------------------------------------------


def come(state: TableState, person: str, name: str, secret: str, face: str) -> Entries:
    """A person comes to the table for the first time. `secret`: of the invitation, which a public table does not need."""
    if not secrets.compare_digest(digest(secret), state.digest) and state.settings.privacy != "public":
        raise Refusal("not_joined", 403)
    if state.locked:
        raise Refusal("table_locked")
    if len(state.people) >= limits.MAX_PEOPLE_EVER:
        raise Refusal("too_many_came")
    free = talk.free_name(name, talk.names_there(state))
    return Entries([j.Joined(person=person, name=free, face=face.removeprefix("none"))])


def sit(state: TableState, who: int, seat: int | None, behind: bool = False) -> list[j.AnyEntry]:
    """Return the entries that seat a person without a connection, over HTTP."""
    may(state, who, "sit")
    _check_length(state)
    if behind and not _welcome(state, who):
        raise Refusal("ask_host", 403)
    found = _free_seat(state, who, seat)
    if _must_ask(state, who, found):
        raise Refusal("ask_host", 403)
    return [j.Sat(who=who, id=secrets.token_hex(8), seat=found)]


def forget(state: TableState, who: int) -> list[j.AnyEntry]:
    """Return the entries that forget a person: the seat becomes a bot's, the name a number. None when it was done before."""
    seat, name = state.seat_of(who), forgotten(who)
    entries: list[j.AnyEntry] = [] if state.people[who].name == name else [j.Renamed(who=who, name=name)]
    return entries if seat is None else [*entries, j.Stood(who=who, seat=seat, bot=heir(state))]


# -- one function a command --------------------------------------------------------------------------


def _free_seat(state: TableState, who: int, wanted: int | None) -> int:
    """Return the seat a person gets: the one they want, or a free one. Refusal when there is none."""
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
    """Return whether the host has to agree: in mid-match a seat shows its cards to a person who did not have it before.
    At a table for practice the cards were laid by its maker."""
    if not state.match_is_on or state.opened.practice:
        return False
    return state.sitters[-1][seat] != who and not _welcome(state, who)


def _welcome(state: TableState, who: int) -> bool:
    return who == state.host or state.people[who].approved


def _sit(state: TableState, who: int, wish: p.Sit, now: Circumstances) -> Outcome:
    """A delayed spectator must ask the host for any seat: a different refusal would tell how far the match is."""
    ask = now.behind and not _welcome(state, who)
    seat = (wish.seat or 0) if ask else _free_seat(state, who, wish.seat)
    if ask or _must_ask(state, who, seat):
        asks = p.Asked(who, state.people[who].name, seat, "sit")
        return Question(asks, state.host, Refusal("ask_host", 403))
    return Entries([j.Sat(who=who, id=wish.id, seat=seat)])


def _stand(state: TableState, who: int, wish: p.Stand, now: Circumstances) -> Outcome:
    seat = state.seat_of(who)
    assert seat is not None
    return Entries([j.Stood(who=who, id=wish.id, seat=seat, bot=heir(state))])


def _back(state: TableState, who: int, wish: p.Back, now: Circumstances) -> Outcome:
    seat = state.seat_of(who)
    assert seat is not None
    if not state.chairs[seat].away:
        raise Refusal("not_allowed")
    return Entries([j.CameBack(who=who, id=wish.id, seat=seat)])


def _ready(state: TableState, who: int, wish: p.Ready, now: Circumstances) -> Outcome:
    """A seat has seen the end of a deal; ignored when the next one has begun."""
    seat, ending = state.seat_of(who), state.ending
    assert seat is not None
    if ending is None or ending.over or (wish.deal is not None and wish.deal != ending.table.s.deal):
        return Answered(p.Ack(wish.id, len(state.streams[seat].places), late=True))
    return Entries([j.Ready(who=who, id=wish.id, seat=seat, on=wish.on)])


def _say(state: TableState, who: int, wish: p.Say, now: Circumstances) -> Outcome:
    spoken = talk.spoken(state, who, wish, now.seconds, now.told)
    judged = state.table is not None and state.table.game.options.get("talk_rule") == "on"
    return Spoken([spoken], talk.spoken_to(state, wish) if judged else [])


def _rename(state: TableState, who: int, wish: p.Rename, now: Circumstances) -> Outcome:
    if state.people[who].muted:  # names are read aloud, too
        raise Refusal("muted_name")
    name = talk.clean_name(wish.name)
    if talk.same_name(name, talk.names_there(state, who)):
        raise Refusal("name_taken")
    return Entries([j.Renamed(who=who, id=wish.id, name=name, face=wish.face)])


def _start(state: TableState, who: int, wish: p.Start | p.Rematch, now: Circumstances) -> Outcome:
    if state.opened.practice:
        state.starting_position.check()  # it may have been made by a version that did not look
    elif promised := commit_reveal.promised_shares(state, now.noted, now.present()):
        return Deferred([commit_reveal.fix(state, who, wish.id, promised)])
    return Entries(commit_reveal.begin(state, who, now.seconds, wish.id))


def _promise(state: TableState, who: int, wish: p.Promise, now: Circumstances) -> Outcome:
    """A page promises its share of the next deal; nothing is written before the list is fixed."""
    seat = state.seat_of(who)
    assert seat is not None
    if wish.match != state.match + 1 or state.promised is not None:
        return Answered(p.Ack(wish.id, len(state.streams[seat].places), late=True))
    return ShareNoted(who, wish.match, seat, wish.promise)


def _reveal(state: TableState, who: int, wish: p.Reveal, now: Circumstances) -> Outcome:
    """A page shows its share; nothing is told before all are there, or their time is over."""
    seat = state.seat_of(who)
    assert seat is not None
    fixed = commit_reveal.check_shown(state, seat, wish.share) if wish.match == state.match + 1 else None
    if fixed is None:
        return Answered(p.Ack(wish.id, len(state.streams[seat].places), late=True))
    return ShareShown(seat, wish.share)


def _rematch(state: TableState, who: int, wish: p.Rematch, now: Circumstances) -> Outcome:
    """Another match. Where people wait for each other all have to ask for it; the host may ask twice, and begin."""
    seat = state.seat_of(who)
    if state.settings.endings == "off" or seat is None:
        return _start(state, who, wish, now)
    undecided = set(presence.awaited(state, now.present())) - state.again - {seat}
    if not undecided or (who == state.host and seat in state.again):
        return _start(state, who, wish, now)
    return Entries([j.Again(who=who, id=wish.id, seat=seat)])


def _pause(state: TableState, who: int, wish: p.Pause, now: Circumstances) -> Outcome:
    if who != state.host and state.people[who].pauses >= MAX_PAUSES:
        raise Refusal("too_many_pauses", most=MAX_PAUSES)
    return Entries([j.Paused(who=who, id=wish.id)])


def _resume(state: TableState, who: int, wish: p.Resume, now: Circumstances) -> Outcome:
    return Entries([j.Resumed(who=who, id=wish.id)])


def _penalty(state: TableState, who: int, wish: p.Penalty, now: Circumstances) -> Outcome:
    table, word = state.table, f"penalty:{seat_at(state, wish.seat)}"
    assert table is not None
    if table.game.actions.number(word) < 0:
        raise Refusal("no_penalties")
    if now.counting:
        raise Refusal("paused")
    return move(state, None, word, "host", {"at": now.at} if table.rules.timed else {}, 0, who, wish.id)


def _look(state: TableState, who: int, wish: p.Look, now: Circumstances) -> Outcome:
    """A question to the person at the seat: may this one look over the shoulder?"""
    asked = state.chairs[seat_at(state, wish.seat)].who
    if asked is None:  # nobody can say for a bot that its cards may be seen
        raise Refusal("no_such_person", 404)
    return Question(p.Asked(who, state.people[who].name, wish.seat), asked)


def _allow(state: TableState, who: int, wish: p.Allow, now: Circumstances) -> Outcome:
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
    return Entries([j.Looking(who=who, id=wish.id, whom=wish.who, seat=seat, on=wish.on)])


def _hint(state: TableState, who: int, wish: p.AskHint, now: Circumstances) -> Outcome:
    if not state.settings.hints:
        raise Refusal("no_hints")
    seat, table = state.people[who].seat, state.table
    assert seat is not None
    assert table is not None
    return HintAsked(seat, hints(table, seat))


def _host(state: TableState, who: int, wish: Any, now: Circumstances) -> Outcome:
    entries, secret = hosting.DEEDS[type(wish)](state, who, wish)
    if not secret:
        return Entries(entries)
    return Entries(entries, p.Ack(wish.id, len(state.streams[state.watcher(who)].places), secret=secret))


ENDLESS = {p.Move, p.Back, p.Stand, p.Kick, p.Resume, p.AskHint, p.Look, p.Reveal}  # what is always possible
COMMANDS: dict[type, Callable[[TableState, int, Any, Circumstances], Outcome]] = {
    p.Sit: _sit, p.Stand: _stand, p.Back: _back, p.Say: _say, p.Rename: _rename, p.Start: _start, p.Rematch: _rematch,
    p.Pause: _pause, p.Resume: _resume, p.Penalty: _penalty, p.Look: _look, p.Allow: _allow, p.AskHint: _hint,
    p.There: lambda *_: Answered(), p.Ready: _ready, p.Promise: _promise, p.Reveal: _reveal,
    **dict.fromkeys(hosting.DEEDS, _host),
}  # fmt: skip
