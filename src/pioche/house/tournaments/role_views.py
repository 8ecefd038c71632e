"""Section 8: who sees what. A view is a function of the role; what concerns one person alone is told beside it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from pioche.engine.game import load
from pioche.house.protocol import tournament_views as v
from pioche.house.protocol.sentences import both
from pioche.house.tournaments.entrant_actions import roles_of
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament import Tournament, suggested_rounds, table_sizes
from pioche.tournament.model import (
    CLOSED,
    DISPUTED,
    FINAL,
    FINALS,
    FINISHED,
    OPEN,
    PAUSED,
    PLAYING,
    PROPOSED,
    REGISTERED,
    RUNNING,
    SEATED,
    Round,
    State,
    Table,
)  # fmt: skip
from pioche.tournament.presence import pending
from pioche.tournament.results import LAPSE_SECONDS
from pioche.tournament.roles import ORGANISER
from pioche.tournament.scoring import table_scores
from pioche.tournament.seating.explain import seating_of
from pioche.tournament.seating.sizes import sizes_with_fillers
from pioche.tournament.standings import Row, standings

OVER = ("finished", "cancelled")


@dataclass
class Progress:
    """The progress of one table as its tournament knows it."""

    unit: int | None = None
    over: bool = False
    present: set[int] = field(default_factory=set)  # entrants
    first_unit: bool = True


Tables = Mapping[str, Progress]  # by code


# -- the whole tournament --------------------------------------------------------------------------


def view(state: TournamentState, staff: bool, tables: Tables, now: int) -> v.TournamentView:
    model, settings, founded = state.model.state, state.model.settings, state.founded
    shown = model if staff else public_state(model)
    plan = settings.plan(0)
    hidden = not staff and bool(model.rounds) and model.current.state == SEATED and model.current.number == 1
    rows = _rows(shown, hidden)
    rounds = [_round(state, model, one, staff, tables) for one in shown.rounds]
    ranked = state.model.ranking() if model.phase == FINISHED else []
    return v.TournamentView(
        code=state.code,
        title=settings.title,
        game=settings.game,
        game_title=both(load(settings.game).title),
        phase=shown.phase,  # type: ignore[arg-type]
        settings={name: value for name, value in settings.as_json().items() if name != "seed" or staff},
        second=plan.profile.second[0] if plan.profile.second is not None else "",
        by_line=plan.profile.by_line,
        public=founded.public,
        place=state.place,
        tables=state.wishes,
        registration=state.registration,
        round=shown.rounds[-1].number if shown.rounds else 0,
        rounds=0 if hidden else state.model.rounds,
        entrants=[_entrant(state, one.number, staff, hidden) for one in state.model.entrants],
        history=rounds,
        standings=rows,
        provisional=any(one.state == PLAYING for one in shown.qualifying),
        ranking=[v.RankingRow(one.place, one.name, one.by) for one in ranked],  # type: ignore[arg-type]
        log_open=staff or model.phase in OVER,
        staff=staff,
        counts=_counts(model) if staff else None,
        calls=_calls(model) if staff else None,
        referees=[v.RefereeInfo(one.who, one.name) for one in state.guests.values() if one.referee] if staff else None,
        absent=absentees(state, tables, now) if staff else None,
    )


def public_state(model: State) -> State:
    """Return what all may know: no seating that is being prepared, no result that is only proposed, and with duplicate deals
    no result of the round that is played: the same cards may still be on other tables."""
    if not model.rounds:
        return model
    now = model.current
    if now.state == SEATED:
        return _with(model, model.rounds[:-1], OPEN if len(model.rounds) == 1 else CLOSED)
    if now.state != PLAYING:
        return model
    secret = bool(model.settings.duplicate)
    tables = [
        replace(one, status=RUNNING, result=None, confirmed=[], objections=[], proposed_at=None)
        if one.status in (PROPOSED, DISPUTED) or (secret and one.status == FINAL)
        else one
        for one in now.tables
    ]
    return _with(model, [*model.rounds[:-1], replace(now, tables=tables)], model.phase)


def shown_to(state: TournamentState, guest: Guest | None) -> Tournament:
    """The tournament as far as this person may know it, for lists and papers."""
    if state.is_staff(guest):
        return state.model
    found = copy(state.model)
    found.state = public_state(state.model.state)
    return found


def _with(model: State, rounds: list[Round], phase: str) -> State:
    found = State(model.settings)
    found.__dict__.update(model.__dict__)
    found.rounds, found.phase = rounds, phase
    return found


def _rows(shown: State, hidden: bool) -> list[v.StandingRow]:
    rows = standings(shown)
    if hidden:  # lots are drawn, but nobody knows
        rows.sort(key=lambda row: row.number)
    return [_row(row, hidden) for row in rows]


def _row(row: Row, hidden: bool) -> v.StandingRow:
    cells = [v.ScoreCell(one.round, one.kind, str(one.score), one.table) for one in row.rounds]  # type: ignore[arg-type]
    return v.StandingRow(
        row.place, row.name, row.club, row.status, str(row.score), str(row.wins), str(row.raw),  # type: ignore[arg-type]
        None if row.second is None else str(row.second), None if row.opp is None else str(row.opp), row.met,
        None if hidden else row.lot, cells, [(str(points), why) for points, why in row.penalties],
    )  # fmt: skip


def _entrant(state: TournamentState, number: int, staff: bool, hidden: bool) -> v.EntrantInfo:
    one = state.model.state.entrants[number]
    return v.EntrantInfo(
        one.name, one.club, one.rating, one.kind, one.status, None if hidden else one.lot,  # type: ignore[arg-type]
        number in state.takers, [name for name, _ in one.former], [(str(points), why) for points, why in one.penalties],
        list(one.warnings) if staff else None,
    )  # fmt: skip


def _round(state: TournamentState, model: State, one: Round, staff: bool, tables: Tables) -> v.TournamentRound:
    seating = seating_of(model, one)
    playing = one.state == PLAYING
    return v.TournamentRound(
        number=one.number,
        kind=one.kind,  # type: ignore[arg-type]
        state=one.state,  # type: ignore[arg-type]
        game=one.plan.game,
        units=one.plan.units,
        seating=one.seating,
        tables=[_table(state, one, table, staff, tables) for table in one.live],
        byes=seating.byes,
        absent=[model.name(number) for number in one.absent],
        changed=seating.changed if staff else [],
        cost=one.cost,
        started=one.started_at,
        ends=state.ends(one) if playing else None,
        grace=one.started_at + 60 * model.settings.grace if playing and one.started_at is not None else None,
    )


def may_look_on(state: TournamentState, one: Round, over: bool) -> bool:
    """At tables where one does not play: afterwards, or as the organiser allows. Duplicate deals are secret until the end
    of the round."""
    if one.state == CLOSED:
        return True
    return not state.model.settings.duplicate and (over or state.wishes.spectators != "none")


def _table(state: TournamentState, one: Round, table: Table, staff: bool, tables: Tables) -> v.TournamentTable:
    model, link = state.model.state, state.link_of(one, table)
    far = tables.get(link.code, Progress()) if link is not None else Progress()
    watch = link is not None and link.made and may_look_on(state, one, far.over)
    secret = one.state == PLAYING and bool(model.settings.duplicate) and not staff
    late = state.wishes.spectators == "delayed" and not staff  # what is told a while later at the table is not told here now
    people = [number for number in table.entrants if not state.is_bot(number)]
    return v.TournamentTable(
        number=table.number,
        seats=[model.name(number) for number in table.seats],
        fillers=[seat for seat, number in enumerate(table.seats) if number < 0],
        place=state.place_of(one, table),
        status=table.status,  # type: ignore[arg-type]
        code=link.code if link is not None and (watch or staff) else "",
        link=f"/t/{link.code}#{link.secret}" if link is not None and watch else "",
        unit=far.unit if link is not None and not (secret or late) and one.state == PLAYING else None,
        over=far.over and not secret,
        result=_result(state, one, table),
        forfeits=[model.name(number) for number in table.forfeits],
        excused=[model.name(number) for number in table.excused],
        corrections=list(table.corrections),
        confirmed=[model.name(number) for number in table.confirmed] if staff else None,
        objections=[(model.name(number), why) for number, why in table.objections] if staff else None,
        lapses=_lapses(table) if staff else None,
        absent=[model.name(n) for n in people if n not in link.seen] if staff and link is not None else None,
    )


def _lapses(table: Table) -> int | None:
    return table.proposed_at + LAPSE_SECONDS if table.status == PROPOSED and table.proposed_at is not None else None


def _result(state: TournamentState, one: Round, table: Table) -> v.ResultInfo | None:
    found = table.result
    if found is None:
        return None
    scores = table_scores(table, state.model.settings.scoring, one.plan.k)
    by_seat = [str(scores.get(number, 0)) for number in table.seats] if scores else None
    return v.ResultInfo(found.raw, found.second, found.units, found.lines, by_seat)


def _counts(model: State) -> v.Counts:
    settings, number = model.settings, len(model.qualifying) + (not model.rounds or model.current.state != SEATED)
    by = [one.status for one in model.entrants]
    active, plan = len(model.active), settings.plan(number)
    sizes: tuple[int, ...] = ()
    byes = 0
    if active >= plan.kmin:
        if settings.filler == "bot":
            sizes = tuple(sizes_with_fillers(active, plan.k))
        else:
            found, byes = table_sizes(active, plan.k, plan.kmin, plan.kmax, settings.uneven)
            sizes = tuple(found)
    return v.Counts(by.count(REGISTERED), active, by.count(PAUSED), list(sizes), byes, suggested_rounds(max(active, 3)))


def _calls(model: State) -> list[v.CallInfo]:
    found = []
    for call in model.calls:
        number = model.names[call["name"]]
        table = model.current.table_of(number) if model.rounds else None
        found.append(v.CallInfo(call["n"], call["name"], call["reason"], call["at"], table.number if table else None))
    return found


def absentees(state: TournamentState, tables: Tables, now: int) -> list[str]:
    """TR34: people who have not been at their table of the house when the grace is over, in its first unit."""
    model = state.model.state
    if not model.rounds or model.phase != PLAYING or model.current.state != PLAYING:
        return []
    one = model.current
    if one.started_at is None or now < one.started_at + 60 * model.settings.grace:
        return []
    found = []
    for table in one.live:
        link = state.link_of(one, table)
        if link is None or table.status != RUNNING or not tables.get(link.code, Progress()).first_unit:
            continue
        gone = [number for number in table.entrants if not state.is_bot(number) and number not in link.seen]
        found += [model.name(number) for number in gone if number not in table.forfeits + table.excused]
    return found


# -- one person ------------------------------------------------------------------------------------


def mine(state: TournamentState, guest: Guest | None, tables: Tables) -> v.MyTournament:
    roles = roles_of(state, guest)
    model = state.model.state
    me = None if guest is None or guest.entrant is None else model.entrants[guest.entrant]
    played = bool(model.rounds) and model.current.state != SEATED
    return v.MyTournament(
        role=roles[0] if roles else "spectator",  # type: ignore[arg-type]
        name=None if me is None else me.name,
        status=None if me is None else me.status,  # type: ignore[arg-type]
        place=None if me is None or not played else _my_place(state, me.number, tables),
        bye=me is not None and played and model.current.state == PLAYING and me.number in model.current.byes,
        warnings=[] if me is None else list(me.warnings),
        calls=[] if me is None else [call["n"] for call in model.calls if call["name"] == me.name],
        may=may(state, guest),
        links=links(state) if ORGANISER in roles else None,
    )


def links(state: TournamentState) -> v.Links:
    def link(secret: str) -> str:
        return f"/tournament/{state.code}#{secret}"

    waiting = [
        v.SubstituteLink(state.model.state.name(number), link(secret)) for number, secret in state.substitutes.items()
    ]
    return v.Links(link(state.links.get("entrants", "")), link(state.links.get("referees", "")), waiting)


def _my_place(state: TournamentState, number: int, tables: Tables) -> v.MyPlace | None:
    model = state.model.state
    one = model.current
    table = one.table_of(number)
    if one.state != PLAYING or table is None:
        return None
    link = state.link_of(one, table)
    far = tables.get(link.code, Progress()) if link is not None else Progress()
    return v.MyPlace(
        one.number, table.number, table.seats.index(number), [model.name(n) for n in table.seats if n != number],
        state.place_of(one, table), link.code if link is not None else "",
        f"/t/{link.code}" if link is not None and link.made else "", table.status, far.over,  # type: ignore[arg-type]
        _result(state, one, table), [model.name(n) for n in table.confirmed], number in table.confirmed,
        [(model.name(n), why) for n, why in table.objections], _lapses(table),
    )  # fmt: skip


def may(state: TournamentState, guest: Guest | None) -> list[str]:
    """Which actions are worth a button. The rules have the last word."""
    roles, model = roles_of(state, guest), state.model.state
    if not roles or model.phase in OVER:
        return []
    staff = state.is_staff(guest)
    running = bool(model.rounds) and model.current.state == PLAYING
    final = all(table.status == FINAL for table in model.current.live) if running else False
    played = model.total > 0 and len(model.qualifying) == model.total
    found: list[str] = []
    if ORGANISER in roles:
        between = model.phase in (OPEN, CLOSED)
        found += ["seat"] if between and not (model.phase == CLOSED and played) else []
        found += ["start"] if model.phase == SEATED else []
        found += ["close"] if running and final else []
        found += ["start_finals"] if model.phase == CLOSED and played and model.settings.final != "none" else []
        found += ["finish"] if _finishable(model, played) else []
        found += ["register"] if model.phase == OPEN else ["late"] if model.phase != FINALS else []
        found += ["substitute", "readmit", "drop", "pause", "resume"] if model.phase != FINALS else []
        found += ["cancel"]
    if staff:
        found += ["swap", "reseat"] if model.phase == SEATED else []
        found += ["check_in"] if model.phase != FINALS else []
        found += ["no_show"] if running and model.phase == PLAYING else []
        found += ["result", "rule", "forfeit", "excuse"] if running else []
        found += ["correct"] if any(one.state != SEATED for one in model.rounds) else []
        found += ["penalty", "warn", "disqualify"] + (["answer"] if model.calls else [])
    if guest is not None and guest.entrant is not None:
        found += _own(model, guest.entrant, running)
    return list(dict.fromkeys(found))


def _finishable(model: State, played: bool) -> bool:
    if model.phase == FINALS:
        return model.current.state == CLOSED
    few = len(model.active) < model.settings.plan(0).kmin
    return model.phase == CLOSED and (few or played)


def _own(model: State, number: int, running: bool) -> list[str]:
    me = model.entrants[number]
    found = ["call"]
    if model.phase != FINALS:
        found += {"registered": ["check_in", "pause"], "active": ["pause", "drop"], "paused": ["resume", "drop"]}.get(
            me.status, []
        )
    found += ["withdraw"] if model.phase == OPEN else []
    table = model.current.table_of(number) if running else None
    if table is not None and table.status == RUNNING:
        found.append("result")
    elif table is not None and table.status == PROPOSED:
        found += (["confirm"] if number in pending(model, table) else []) + ["object"]
    ready = model.phase == CLOSED and len(model.qualifying) == model.total and model.settings.final != "none"
    if (model.phase == FINALS and running and table is not None and table.status == RUNNING) or (
        ready and number not in model.declined
    ):
        found.append("decline")
    return found
