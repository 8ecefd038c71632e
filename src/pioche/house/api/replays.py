"""Replays of finished matches, move by move, as one seat or a spectator saw them."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from pioche.engine.fair.shown import shown
from pioche.engine.record import Record, replay_line
from pioche.engine.table import Table
from pioche.engine.verbs import EVERYONE
from pioche.errors import BadRecord
from pioche.house.protocol import bodies as a
from pioche.house.protocol.event_store import Watcher
from pioche.house.protocol.messages import Event
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables.news import facts_of, worded
from pioche.house.tables.starting_position import played_by_our_rules
from pioche.house.tables.state import TableState
from pioche.text import told_with

DEFAULT_FRAMES = 50  # in one answer


def may_see(state: TableState, who: int, match: int, eyes: Watcher, record: bool = False) -> None:
    """Refuse a replay that this person may not see: of a match that is not over, or through another seat's eyes at a table
    with `replay: own`. A match of another version of the rules cannot be replayed, but its `record` can be had."""
    if not 1 <= match <= state.match:
        raise Refusal("no_such_match", status=404)
    if not record and not played_by_our_rules(state.game, state.records[match - 1]):
        raise Refusal("earlier_rules")
    if match == state.match and not state.ended:
        raise Refusal("not_over_yet")
    if state.sealed:
        raise Refusal("round_not_closed", status=403)
    if eyes is not None and eyes >= state.game.seats:
        raise Refusal("no_such_seat", status=400)
    if state.settings.replay == "own" and eyes is not None and not _sat_there(state, who, match, eyes):
        raise Refusal("own_eyes_only", status=403)


def may_have_record(state: TableState, who: int, match: int) -> None:
    may_see(state, who, match, None, record=True)
    if state.settings.replay == "own":
        raise Refusal("own_eyes_only", status=403)


def whole(record: Record) -> str:
    """Return a record with every card that was drawn and told, for verification; as it is stored if it does not replay."""
    try:
        return shown(record).dumps()
    except BadRecord:
        return record.dumps()


def share_token(state: TableState, match: int) -> str:
    """Return the token with which strangers may see the replay of one match. It is derived from the digest of the
    invitation, so a new invitation revokes it."""
    return hashlib.sha256(f"{state.digest} replay {match}".encode()).hexdigest()[:32]


def is_shared(state: TableState, match: int, token: str) -> bool:
    return secrets.compare_digest(token.encode(), share_token(state, match).encode())


def _sat_there(state: TableState, who: int, match: int, seat: int) -> bool:
    return state.sitters[match - 1][seat] == who


def frames(record: Record, match: int, eyes: Watcher, first: int, count: int) -> list[a.Frame]:
    """Replay a record; return the table after `first`, `first + 1`, ... lines, at most `count` of them."""
    last = min(first + count - 1, len(record.moves))
    table = Record(record.game, record.rules, record.options, record.seed, record.cards, record.position).table(trusted=True)
    found = []
    log_place = number = 0
    for at in range(last + 1):
        if at:
            replay_line(table, record.moves[at - 1])
        log = table.s.log
        events: list[Event] = []
        for place in range(log_place, len(log)):
            if log[place][1] in (EVERYONE, eyes):
                number += 1
                if at >= first:
                    events.append(worded(table, place, told_with(table, place), number, match, record.names, eyes))
        log_place = len(log)
        if at >= first:
            view = table.view(eyes)
            view |= facts_of(table, view, counted=False)
            found.append(a.Frame(at, _line(table, record, at, eyes), events, view))
    return found


def _line(table: Table, record: Record, at: int, eyes: Watcher) -> dict[str, Any] | None:
    """Return the line of the record if it is the reader's own or no seat's. What others did is in the events, as far as
    the reader saw it."""
    if not at:
        return None
    line = record.moves[at - 1]
    return dict(line) if line.get("seat", eyes) == eyes else None
