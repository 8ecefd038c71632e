"""A new table: what its maker wishes, its first entries, or where it goes on from a move of a finished match."""

from __future__ import annotations

import time

from pioche.errors import PiocheError
from pioche.house.protocol import bodies as a
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import PersonRow
from pioche.house.tables import hosting
from pioche.house.tables import journal as j
from pioche.house.tables.commit_reveal import begin
from pioche.house.tables.starting_position import StartingPosition, on_a_network, played_by_our_rules
from pioche.house.tables.state import TableState


def as_wished(code: str, wish: a.NewTable) -> j.Opened:
    """The opening of a table of this game, with these options and settings."""
    try:
        game = on_a_network(wish.game, wish.options)
    except PiocheError as no:
        raise Refusal.of(no, 404 if type(no).__name__ == "UnknownGame" else 400) from no
    except TypeError as no:
        raise Refusal("malformed", 400, why="options") from no
    return j.Opened(
        code=code, game=game.id, preset=game.preset, options=dict(game.options), settings=wish.settings,
        cards=wish.cards, position=wish.position,
    )  # fmt: skip


def new_table(
    position: StartingPosition, maker: PersonRow, wish: a.NewTable, secret: str
) -> tuple[TableState, list[j.AnyEntry]]:
    """The table with its maker as host, the bots that were asked for, and the first match if it is to begin at once."""
    entries: list[j.AnyEntry] = [
        j.Joined(person=maker.id, name=maker.name, face=wish.face.removeprefix("none")),
        j.Relinked(who=1, digest=hosting.digest(secret)),
    ]
    try:
        state = TableState(position.opened, position)
        if wish.sit is not None:
            if wish.sit >= state.game.seats:
                raise Refusal("no_such_seat", 400)
            entries.append(j.Sat(who=1, seat=wish.sit))
        for entry in entries:
            state.absorb(entry)
        for seat, level in sorted(wish.bots.items()):
            if not seat.isdigit() or int(seat) >= state.game.seats:
                raise Refusal("no_such_seat", 400)
            if state.chairs[int(seat)].who is not None or state.chairs[int(seat)].bot:
                raise Refusal("seat_taken")
            bot = hosting.bot_entry(state, int(seat), level)
            entries.append(bot)
            state.absorb(bot)
        if wish.start:
            first = begin(state, 1, int(time.time()))
            for entry in first:
                state.absorb(entry)
            entries += first
    except Refusal:
        raise
    except PiocheError as no:
        raise Refusal.of(no, 400) from no
    return state, entries


def go_on_from(state: TableState, maker: str, old: a.From, opened: j.Opened) -> None:
    """`state` is the old table, of which the maker must be allowed to see everything."""
    if maker not in state.numbers or old.match > state.match or state.settings.replay != "open":
        raise Refusal("practice_only", 403)
    who = state.numbers[maker]
    if state.people[who].banned:
        raise Refusal("banned", 403)
    if state.settings.spectators == "delayed" and who not in state.sitters[old.match - 1]:
        raise Refusal("practice_only", 403)
    if old.match == state.match and not state.ended:
        raise Refusal("not_over_yet")
    if not played_by_our_rules(state.game, state.records[old.match - 1]):
        raise Refusal("earlier_rules")
    if state.sealed:
        raise Refusal("round_not_closed")
    record = state.record(old.match)
    opened.game, opened.preset, opened.options = record.game, "", dict(record.options)
    opened.seed, opened.cards, opened.position = str(record.seed), record.cards, record.position
    opened.rules = record.rules
    opened.before = [dict(line) for line in record.moves[: old.at]]
