"""Everything about a table but the cards, as everybody may see it."""

from __future__ import annotations

from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import both
from pioche.house.tables.state import TableState


def table_info(state: TableState, present: set[int]) -> p.TableInfo:
    game = state.game
    seats = [
        p.SeatInfo(
            seat,
            state.name_of(seat),
            chair.who,
            chair.bot,
            chair.who in present,
            chair.away,
            chair.who is not None and state.people[chair.who].muted,
            "" if chair.who is None else state.people[chair.who].face,
        )
        for seat, chair in enumerate(state.chairs)
    ]
    people = [
        p.PersonInfo(who, person.name, person.muted, person.looks, person.approved)
        for who, person in state.people.items()
        if who in present and person.seat is None and not person.banned
    ]
    return p.TableInfo(
        state.code,
        game.id,
        state.opened.preset,
        both(game.title),
        dict(game.options),
        state.settings,
        state.phase,
        state.match,
        seats,
        people,
        state.host,
        state.locked,
        state.opened.practice,
        len(people),
        [p.PersonInfo(who, person.name, person.muted) for who, person in state.people.items() if person.banned],
        state.opened.tournament,
        sorted(state.again if state.phase == "over" else state.ending.ready if state.ending is not None else ()),
    )
