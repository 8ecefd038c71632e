"""Handlers of `routes`, one for each route."""

from __future__ import annotations

import asyncio
import io
from functools import cache, partial
from importlib.resources import files
from typing import Any

import segno
from msgspec import to_builtins
from starlette.responses import Response

from pioche import __version__
from pioche.house.api import game_list, replays
from pioche.house.api.endpoint import FORMER_SUFFIX, Call
from pioche.house.operations import metrics
from pioche.house.operations.limits import MAX_QR_TEXT_BYTES, PACES
from pioche.house.people import passkeys
from pioche.house.people.identity import TICKET_SECONDS, digest
from pioche.house.protocol import bodies as a
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, both, said
from pioche.house.seated_bots import roster
from pioche.house.stores.store import PersonRow
from pioche.house.stores.unreadable import Unreadable
from pioche.house.tables import commands, talk
from pioche.house.tables.room import Room
from pioche.house.tables.table_info import table_info
from pioche.text import LANGUAGES
from pioche.text import catalogue as texts

MAX_TABLES_LEFT_BEFORE_ANSWER = 10  # by a deleted person; the task `account_deletion` leaves the others


async def house(call: Call) -> a.HouseInfo:
    paces = [a.Pace(name, pace.turn, pace.bank, said("paces", name)) for name, pace in PACES.items()]
    phrases = [a.Phrase(name, words) for name, words in talk.phrases().items()]
    bots = [a.BotLevel(name, _level(name), roster.games_of(name)) for name in roster.all_levels()]
    door = call.house.config.door
    notices = [a.Notice(kind, said("notices", kind)) for kind in call.house.config.notices]
    open_to = door.address, door.may_open(_at(call))
    return a.HouseInfo(__version__, list(LANGUAGES), paces, phrases, bots, *open_to, passkeys.available(), notices)


def _at(call: Call) -> tuple[str, str]:
    """Return the address of the client and the host name it used."""
    client, headers = call.request.client, call.request.headers
    return client.host if client else "", headers.get("host", "")


async def open_door(call: Call) -> a.Door:
    """Open the server to the network. Refuse requests without an Origin and from other machines with 403."""
    if not call.browser:
        raise Refusal("not_at_the_door", 403)
    return a.Door(await call.house.config.door.open(_at(call)))


def _level(name: str) -> p.Said:
    return both(lambda lang: texts("house", lang)["levels"].get(name, name))


async def games(call: Call) -> a.Shelf:
    """Return all games. The first request loads them, in a thread so that the loop stays free."""
    made = game_list.shelf.cache_info().currsize
    return game_list.shelf() if made else await asyncio.to_thread(game_list.shelf)


async def game(call: Call) -> a.GameInfo:
    return game_list.game_info(call.part("game"))


async def rules(call: Call) -> a.Sheet:
    lang = call.query.get("lang") or (call.person.lang if call.person else "en")
    return game_list.sheet(call.part("game"), lang, call.query.get("rule", ""))


# -- people ----------------------------------------------------------------------------------------


async def _me(call: Call, token: str = "") -> a.Me:
    """Describe the person of the call. Only clients that are not browsers get the token in the answer: a browser has it
    in a cookie that scripts cannot read."""
    person, keys = call.me, await call.house.passkeys.count(call.me)
    before = await _before(call)
    name = before.name if before is not None and call.before != "" else ""
    return a.Me(person.name, person.lang, person.login, "" if call.browser else token, keys, bool(person.password), name)


async def _before(call: Call) -> PersonRow | None:
    """Return the person this browser was before a private link or a login; None if that session has ended."""
    token = call.before if call.before is not None else call.cookie(FORMER_SUFFIX)
    person, _ = await call.house.people.who_is(token)
    return person if person is not None and person.id != call.me.id else None


async def me(call: Call) -> a.Me:
    return await _me(call)


async def be(call: Call) -> a.Me:
    body: a.NewMe = call.body
    name = talk.clean_name(body.name) if body.name else None
    if call.person is not None:
        call.person = await call.house.people.change(call.person, name, body.lang)
        return await _me(call)
    lang = body.lang or ("fr" if call.request.headers.get("accept-language", "").lower().startswith("fr") else "en")
    guest = texts("house", lang)["guest"]
    call.person, token = await call.house.people.new_guest(name or guest, lang)
    call.new_token = token
    return await _me(call, token)


async def forget(call: Call) -> a.Done:
    """Delete the person and end all their sessions. Seats at tables in memory are given up before the answer, as far as
    `MAX_TABLES_LEFT_BEFORE_ANSWER` allows, the others by the task `account_deletion`."""
    person, house = call.me, call.house
    await house.tournaments.forget_person(person.id)
    house.hang_up(*await house.people.forget(person))
    house.account_deletion.new.set()
    call.new_token = call.before = ""
    here = [code for code, room in house.rooms.items() if person.id in room.state.numbers]
    for code in here[:MAX_TABLES_LEFT_BEFORE_ANSWER]:
        await house.account_deletion.leave(code, person.id)
    return a.Done()


async def mine(call: Call) -> a.MyTables:
    return a.MyTables(await call.house.lists.tables_of(call.me.id))


async def register(call: Call) -> a.Me:
    call.person = await call.house.people.register(call.me, call.body.login, call.body.password)
    return await _me(call)


async def login(call: Call) -> a.Me:
    return await _become(call, *await call.house.people.login(call.body.login, call.body.password, call.address))


async def _become(call: Call, person: PersonRow, token: str) -> a.Me:
    """Log the client in as another person. A browser keeps the token of the former person in a second cookie; other
    clients still have theirs."""
    former, former_token = call.person, call.token
    call.person, call.new_token = person, token
    if call.browser and former is not None and former.id != person.id:
        call.before = former_token
    return await _me(call, token)


async def change_password(call: Call) -> a.Me:
    """Change the password and close the connections of all other sessions: a thief may have opened one."""
    old, new = call.body.old, call.body.new
    people = call.house.people
    call.person, ended = await people.change_password(call.me, old, new, digest(call.token), call.address)
    call.house.hang_up(*ended)
    return await _me(call)


def _site(call: Call) -> passkeys.Site:
    return passkeys.Site.of(call.request.headers.get("origin"))


async def passkey_wish(call: Call) -> a.PasskeyOptions:
    return a.PasskeyOptions(await call.house.passkeys.creation_options(call.me, _site(call)))


async def passkey_keep(call: Call) -> a.Me:
    await call.house.passkeys.keep(call.me, _site(call), to_builtins(call.body))
    return await _me(call)


async def passkey_drop(call: Call) -> a.Me:
    await call.house.passkeys.drop(call.me)
    return await _me(call)


async def passkey_ask(call: Call) -> a.PasskeyOptions:
    return a.PasskeyOptions(await call.house.passkeys.request_options(_site(call)))


async def passkey_login(call: Call) -> a.Me:
    return await _become(call, *await call.house.passkeys.login(_site(call), to_builtins(call.body)))


async def logout(call: Call) -> a.Done:
    call.house.hang_up(digest(call.token))
    await call.house.people.logout(call.token)
    call.new_token = call.before = ""
    return a.Done()


async def seat_link(call: Call) -> a.SeatLink:
    token = await call.house.people.seat_link(call.me)
    return a.SeatLink(token, f"/s#{token}")


async def see_seat_link(call: Call) -> a.LinkedPerson:
    """Return the person a private link belongs to, without using it up."""
    person = await call.house.people.person_of_link(call.body.token)
    return a.LinkedPerson(person.name, call.person is not None and call.person.id == person.id)


async def use_seat_link(call: Call) -> a.Me:
    return await _become(call, *await call.house.people.use_seat_link(call.body.token))


async def go_back(call: Call) -> a.Me:
    """Exchange the two sessions of this browser. Refuse if there is no former one or it has ended."""
    before = await _before(call)
    if before is None:
        raise Refusal("no_way_back")
    call.person, call.new_token, call.before = before, call.cookie(FORMER_SUFFIX), call.token
    return await _me(call)


# -- tables ----------------------------------------------------------------------------------------


async def lobby(call: Call) -> a.Lobby:
    return a.Lobby(await call.house.lists.lobby())


async def make(call: Call) -> a.Made:
    call.limit_new(call.body.settings.privacy == "public")
    room, secret = await call.house.make(call.me, call.body, call.address)
    return a.Made(room.code, secret, f"/t/{room.code}#{secret}", table_info(room.state, set()))


def _room(call: Call, deed: str) -> tuple[Room, int]:
    """Return the table of a route with `needs="joined"` and the person's number there; refuse what they may not do."""
    assert call.joined is not None
    room, who = call.joined
    commands.may(room.state, who, deed)
    return room, who


async def table(call: Call) -> p.TableInfo:
    room, who = _room(call, "see_table")
    return room.info_for(who)


async def join(call: Call) -> p.TableInfo:
    room = await call.house.room(call.part("code"))
    pace = partial(call.house.limits.refuse, f"{room.code} {call.address}", "newcomers")
    await room.ask(room.come, call.me.id, call.me.name, call.body.secret, call.body.face, pace)
    call.house.visited(call.me.id, room.code)
    return room.info_for(room.state.numbers[call.me.id])


async def drop_table(call: Call) -> a.Done:
    """Remove the table from the person's list and the person's name from the table; records stay.

    Banned people may do this, too. If the table cannot be read, the name is removed when it can be read again.
    """
    person, code = call.me.id, call.part("code")
    try:
        room = await call.house.room(code)
    except Unreadable:
        await call.house.writer.do(lambda store: store.leave_later(person, code))
        return a.Done()
    who = room.state.numbers.get(person, 0)
    if who not in room.state.people or not room.state.people[who].banned:
        commands.may(room.state, who, "see_table")
    if room.state.opened.tournament and room.state.match_is_on and room.state.seat_of(who) is not None:
        raise Refusal("in_a_tournament", 403)  # the tournament would seat its entrant again, without a name
    await room.ask(room.do, commands.forget, who)
    await call.house.writer.do(lambda store: store.drop_visit(person, code))
    return a.Done()


async def sit(call: Call) -> p.TableInfo:
    room, who = _room(call, "see_table")
    await room.ask(room.sit, who, call.body.seat)
    return room.info_for(who)


async def ticket(call: Call) -> a.Ticket:
    room, who = _room(call, "ticket")
    room.places.take(room.state, who)
    made = call.house.people.ticket(call.me.id, room.code, digest(call.token))
    return a.Ticket(made, int(TICKET_SECONDS * 1000))


def _refuse_before_the_delay(room: Room, who: int, match: int) -> None:
    """Refuse a spectator with a delay until the end of the match has reached them, too."""
    delayed = room.news.delayed
    if room.state.lags(room.state.watcher(who)) and not delayed.over(match):
        raise Refusal("not_over_yet") if 1 <= match <= delayed.info.match else Refusal("no_such_match", 404)


async def record(call: Call) -> Response:
    room, who = _room(call, "record")
    match = call.query.get("match", max(1, room.info_for(who).match))
    _refuse_before_the_delay(room, who, match)
    replays.may_have_record(room.state, who, match)
    written = await call.house.visitors_thread.run("record", call.address, replays.whole, room.state.record(match))
    name = f"{room.state.game.id}-{room.code}-{match}.jsonl"
    return Response(
        written, media_type="application/jsonl", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def _frames(call: Call, *args: Any) -> list[a.Frame]:
    return await call.house.visitors_thread.run("replay", call.address, replays.frames, *args)


async def replay(call: Call) -> a.Replay:
    room, who = _room(call, "replay")
    latest = max(1, room.info_for(who).match)
    match, eyes = call.query.get("match", latest), call.query.get("eyes")
    _refuse_before_the_delay(room, who, match)
    replays.may_see(room.state, who, match, eyes)
    kept = room.state.record(match)
    first, count = call.query.get("first", 0), call.query.get("count", replays.DEFAULT_FRAMES)
    found = await _frames(call, kept, match, eyes, first, count)
    return a.Replay(match, eyes, len(kept.moves), kept.names, found, room.state.game.id, both(room.state.game.title))


async def share(call: Call) -> a.Shared:
    """Return the token that shows the replay to strangers. Refuse a person who may not see every hand."""
    room, who = _room(call, "replay")
    match = call.query.get("match", max(1, room.info_for(who).match))
    _refuse_before_the_delay(room, who, match)
    replays.may_have_record(room.state, who, match)
    return a.Shared(replays.share_token(room.state, match))


async def shared_replay(call: Call) -> a.Replay:
    room = await call.house.room(call.part("code"))
    state, match, eyes = room.state, call.query["match"], call.query.get("eyes")
    if not replays.is_shared(state, match, call.query["share"]):
        raise Refusal("not_joined", 403)
    if state.lags(None) and not room.news.delayed.over(match):
        raise Refusal("not_over_yet")
    replays.may_have_record(state, 0, match)
    replays.may_see(state, 0, match, eyes)
    kept, first, count = state.record(match), call.query.get("first", 0), call.query.get("count", replays.DEFAULT_FRAMES)
    found = await _frames(call, kept, match, eyes, first, count)
    return a.Replay(match, eyes, len(kept.moves), kept.names, found, state.game.id, both(state.game.title))


# -- machines --------------------------------------------------------------------------------------


async def qr(call: Call) -> Response:
    text = call.body.text
    if len(text.encode()) > MAX_QR_TEXT_BYTES:
        raise Refusal("too_long", status=413, most=MAX_QR_TEXT_BYTES)
    return Response(await call.house.qr_thread.run("qr", call.address, _drawn, text), media_type="image/svg+xml")


def _drawn(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, border=2, scale=6)
    return out.getvalue()


@cache
def _file(name: str) -> bytes:
    return (files("pioche.house.api") / name).read_bytes()


async def schema(call: Call) -> Response:
    return Response(_file("schema.json"), media_type="application/json")


async def openapi(call: Call) -> Response:
    return Response(_file("openapi.json"), media_type="application/json")


async def healthz(call: Call) -> a.Health:
    """Report whether moves can be stored; try a failed store again. Refuse with 503 while it fails."""
    return await call.house.check()


async def metrics_page(call: Call) -> Response:
    call.house.count()
    return Response(metrics.page(), media_type="text/plain; version=0.0.4")
