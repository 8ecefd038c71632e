"""Handlers of `tournament_routes`, one for each route."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import cache, partial
from typing import Any

import msgspec
from starlette.responses import Response, StreamingResponse

from pioche.engine.game import load
from pioche.house.api.endpoint import Call
from pioche.house.people.identity import digest
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol import tournament_views as v
from pioche.house.protocol.messages import Said, encode
from pioche.house.protocol.sentences import Refusal, both
from pioche.house.tournaments.comparison import comparison
from pioche.house.tournaments.event_streams import Listener
from pioche.house.tournaments.role_views import shown_to
from pioche.house.tournaments.tournament_room import TournamentRoom
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament import Tournament, profiles
from pioche.tournament.paper import (
    entrants_csv,
    ranking_page,
    result_sheets,
    results_csv,
    seat_list,
    standings_csv,
    standings_page,
    table_cards,
)
from pioche.tournament.profiles import LOWER

STREAM_SECONDS = 3600.0  # of one event stream; a page opens the next by itself
PRINT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
CSV = {"standings": standings_csv, "entrants": entrants_csv, "results": results_csv}


async def tournament_profiles(call: Call) -> Response:
    return _json(await call.house.tournaments_thread.run("profiles", call.address, _profiles, tuple(profiles())))


@cache
def _profiles(games: tuple[str, ...]) -> bytes:
    """Return the profiles of all games, encoded. Cached, because every game is loaded for it."""
    found = []
    for game, one in profiles().items():
        low, high = load(game).seat_range
        second, lower = (one.second[0], one.second[1] == LOWER) if one.second is not None else ("", False)
        found.append(
            t.ProfileInfo(
                game, both(load(game).title), one.k, one.kmin, one.kmax, [low, high], one.units, one.final_units,
                one.round_minutes, one.scoring, one.unit_option, second, lower, one.by_line, both(one.why),
            )
        )  # fmt: skip
    return encode(t.Profiles(found))


async def tournaments(call: Call) -> v.Tournaments:
    return await call.house.tournaments.listed(call.person)


async def new_tournament(call: Call) -> v.TournamentMade:
    call.limit_new(call.body.privacy == "public")
    return await call.house.tournaments.make(call.me, call.body)


async def _room(call: Call) -> TournamentRoom:
    return await call.house.tournaments.get(call.part("code"))


def _person(call: Call) -> str | None:
    return None if call.person is None else call.person.id


def _json(data: bytes) -> Response:
    return Response(data, media_type="application/json")


async def tournament(call: Call) -> Response:
    room = await _room(call)
    return _json(await room.ask(room.answer, _person(call)))


async def enter(call: Call) -> Response:
    room = await _room(call)
    return _json(await room.ask(room.join, call.me, call.body))


async def act(call: Call) -> Response:
    room = await _room(call)
    return _json(await room.ask(room.act, call.me.id, call.body))


async def manage(call: Call) -> Response:
    room = await _room(call)
    return _json(await room.ask(room.manage, call.me.id, call.body))


async def _made_of(call: Call, work: Callable[..., Any], *args: Any) -> Any:
    """Return the result of `work`, run in a thread on the tournament as this person may see it."""
    room = await _room(call)
    return await room.ask(room.look_at, _person(call), work, *args)


async def explain(call: Call) -> v.Explained:
    found: v.Explained = await _made_of(call, _explained, call.query.get("round"), call.query.get("name", ""))
    return found


def _explained(state: TournamentState, guest: Guest | None, number: int | None, name: str) -> v.Explained:
    seating = shown_to(state, guest).seating(number)
    reasons = [seating.explain(lang, name) for lang in ("en", "fr")]
    return v.Explained(seating.round, [Said(en, fr) for en, fr in zip(*reasons, strict=True)])


async def compare(call: Call) -> v.Comparison:
    found: v.Comparison = await _made_of(call, comparison, call.query.get("round"))
    return found


async def tournament_log(call: Call) -> Response:
    lines = await _made_of(call, _log)
    name = f"tournament-{call.part('code')}.jsonl"
    return Response(lines, media_type="application/jsonl", headers=_download(name))


def _download(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def _log(state: TournamentState, guest: Guest | None) -> bytes:
    """Return the log as `Tournament.replay` reads it. Until the end, refuse all but organiser and referees."""
    if not state.is_staff(guest) and state.model.phase not in ("finished", "cancelled"):
        raise Refusal("log_later", 403)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in state.model.entries)


async def spreadsheet(call: Call) -> Response:
    what = call.part("what")
    if what not in CSV:
        raise Refusal("no_such_way", 404)
    text = await _made_of(call, _sheet, what)
    return Response(text, media_type="text/csv; charset=utf-8", headers=_download(f"{what}-{call.part('code')}.csv"))


def _sheet(state: TournamentState, guest: Guest | None, what: str) -> str:
    return CSV[what](shown_to(state, guest))


async def paper(call: Call) -> Response:
    what = call.part("what")
    lang = call.query.get("lang") or (call.person.lang if call.person else "en")
    page = await _made_of(call, _paper, what, lang, call.query.get("round"))
    return Response(page, media_type="text/html; charset=utf-8", headers={"content-security-policy": PRINT_POLICY})


def _paper(state: TournamentState, guest: Guest | None, what: str, lang: str, number: int | None) -> str:
    shown: Tournament = shown_to(state, guest)
    if what in ("seats", "cards", "sheets"):
        pages = {"seats": seat_list, "cards": table_cards, "sheets": result_sheets}
        return pages[what](shown, lang, number)
    if what == "standings":
        return standings_page(shown, lang)
    if what == "ranking" and shown.phase == "finished":
        return ranking_page(shown, lang)
    raise Refusal("no_such_way", 404)


async def events(call: Call) -> Response:
    """Send the version number as Server-Sent Events: at once, after each change for this person, and as a heartbeat."""
    room, streams = await _room(call), call.house.tournaments.streams
    person = _person(call)
    guest = room.state.guest(person)
    takes_part = guest is not None and (guest.entrant is not None or room.state.is_staff(guest))
    listener = Listener(person, digest(call.token), call.address, takes_part, partial(room.version_for, person))
    if call.request.method == "HEAD":
        return Response(media_type="text/event-stream")
    streams.admit(listener)
    try:
        await room.ask(room.listen, listener)
    except BaseException:
        streams.left(listener)
        raise

    async def tell() -> AsyncIterator[bytes]:
        clock = asyncio.get_running_loop().time
        until = clock() + STREAM_SECONDS
        try:
            while True:
                await listener.awake.wait()
                listener.awake.clear()
                if listener.over or clock() >= until:
                    return
                listener.told, listener.told_at = listener.version(), clock()
                yield b'data: {"version":%d}\n\n' % listener.told
        finally:
            room.listeners.discard(listener)
            streams.left(listener)

    return StreamingResponse(tell(), media_type="text/event-stream")
