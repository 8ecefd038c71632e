"""One function for each of the `routes`."""

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
from pioche.house.api.endpoint import BEFORE, Call
from pioche.house.operations import metrics
from pioche.house.operations.limits import MAX_QR_TEXT_BYTES, PACES
from pioche.house.people import passkeys
from pioche.house.people.identity import TICKET, digest
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

AT_ONCE = 10  # tables somebody who is forgotten leaves before the answer


async def house(call: Call) -> a.HouseInfo:
    paces = [a.Pace(name, pace.turn, pace.bank, said("paces", name)) for name, pace in PACES.items()]
    phrases = [a.Phrase(name, words) for name, words in talk.phrases().items()]
    bots = [a.BotLevel(name, _level(name), roster.games_of(name)) for name in roster.all_levels()]
    door = call.house.config.door
    notices = [a.Notice(kind, said("notices", kind)) for kind in call.house.config.notices]
    open_to = door.address, door.may_open(_at(call))
    return a.HouseInfo(__version__, list(LANGUAGES), paces, phrases, bots, *open_to, passkeys.available(), notices)


def _at(call: Call) -> tuple[str, str]:
    """From which machine a request comes, and by which address its page was opened."""
    client, headers = call.request.client, call.request.headers
    return client.host if client else "", headers.get("host", "")


async def open_door(call: Call) -> a.Door:
    """Asked for by a browser on the same machine, and by no page of somebody else."""
    if not call.browser:
        raise Refusal("not_at_the_door", 403)
    return a.Door(await call.house.config.door.open(_at(call)))


def _level(name: str) -> p.Said:
    return both(lambda lang: texts("house", lang)["levels"].get(name, name))


async def games(call: Call) -> a.Shelf:
    """The first one who asks has it made, beside everybody else's moves: every game is loaded for it."""
    made = game_list.shelf.cache_info().currsize
    return game_list.shelf() if made else await asyncio.to_thread(game_list.shelf)


async def game(call: Call) -> a.GameInfo:
    return game_list.game_info(call.part("game"))


async def rules(call: Call) -> a.Sheet:
    lang = call.query.get("lang") or (call.person.lang if call.person else "en")
    return game_list.sheet(call.part("game"), lang, call.query.get("rule", ""))


# -- people ----------------------------------------------------------------------------------------


async def _me(call: Call, token: str = "") -> a.Me:
    """A browser keeps its token in the cookie, out of reach of scripts; other clients get it in the answer."""
    person, keys = call.me, await call.house.passkeys.count(call.me)
    before = await _before(call)
    name = before.name if before is not None and call.before != "" else ""
    return a.Me(person.name, person.lang, person.login, "" if call.browser else token, keys, bool(person.password), name)


async def _before(call: Call) -> PersonRow | None:
    """Who this browser was before a private link or a login made it somebody else, while that way back is open."""
    kept = call.before if call.before is not None else call.cookie(BEFORE)
    person, _ = await call.house.people.who_is(kept)
    return person if person is not None and person.id != call.me.id else None


async def me(call: Call) -> a.Me:
    return await _me(call)


async def be(call: Call) -> a.Me:
    wish: a.NewMe = call.body
    name = talk.clean_name(wish.name) if wish.name else None
    if call.person is not None:
        call.person = await call.house.people.change(call.person, name, wish.lang)
        return await _me(call)
    lang = wish.lang or ("fr" if call.request.headers.get("accept-language", "").lower().startswith("fr") else "en")
    guest = texts("house", lang)["guest"]
    call.person, token = await call.house.people.new_guest(name or guest, lang)
    call.new_token = token
    return await _me(call, token)


async def forget(call: Call) -> a.Done:
    """Gone at once, on every device. Seats at tables played right now are given up before the answer, the others soon."""
    person, house = call.me, call.house
    await house.tournaments.forget_person(person.id)
    house.hang_up(*await house.people.forget(person))
    house.account_deletion.new.set()
    call.new_token = call.before = ""
    here = [code for code, room in house.rooms.items() if person.id in room.state.numbers]
    for code in here[:AT_ONCE]:
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
    """Who one was is not lost: a browser keeps the way back for a while, other clients have their old token."""
    was, former = call.person, call.token
    call.person, call.new_token = person, token
    if call.browser and was is not None and was.id != person.id:
        call.before = former
    return await _me(call, token)


async def change_password(call: Call) -> a.Me:
    """The other devices are logged out: whoever knew the old password may sit at one of them."""
    old, new = call.body.old, call.body.new
    people = call.house.people
    call.person, ended = await people.change_password(call.me, old, new, digest(call.token), call.address)
    call.house.hang_up(*ended)
    return await _me(call)


def _site(call: Call) -> passkeys.Site:
    return passkeys.Site.of(call.request.headers.get("origin"))


async def passkey_wish(call: Call) -> a.PasskeyOptions:
    return a.PasskeyOptions(await call.house.passkeys.wish(call.me, _site(call)))


async def passkey_keep(call: Call) -> a.Me:
    await call.house.passkeys.keep(call.me, _site(call), to_builtins(call.body))
    return await _me(call)


async def passkey_drop(call: Call) -> a.Me:
    await call.house.passkeys.drop(call.me)
    return await _me(call)


async def passkey_ask(call: Call) -> a.PasskeyOptions:
    return a.PasskeyOptions(await call.house.passkeys.ask(_site(call)))


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
    """Whom the link would make of this browser: asked before it does."""
    person = await call.house.people.whose_link(call.body.token)
    return a.LinkedPerson(person.name, call.person is not None and call.person.id == person.id)


async def use_seat_link(call: Call) -> a.Me:
    return await _become(call, *await call.house.people.use_seat_link(call.body.token))


async def go_back(call: Call) -> a.Me:
    """This browser is again who it was; the other one is now the one to come back to."""
    before = await _before(call)
    if before is None:
        raise Refusal("no_way_back")
    call.person, call.new_token, call.before = before, call.cookie(BEFORE), call.token
    return await _me(call)


# -- tables ----------------------------------------------------------------------------------------


async def lobby(call: Call) -> a.Lobby:
    return a.Lobby(await call.house.lists.lobby())


async def make(call: Call) -> a.Made:
    call.limit_new(call.body.settings.privacy == "public")
    room, secret = await call.house.make(call.me, call.body, call.address)
    return a.Made(room.code, secret, f"/t/{room.code}#{secret}", table_info(room.state, set()))


def _room(call: Call, deed: str) -> tuple[Room, int]:
    """The table and one's number there, on a route for those who have joined it."""
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
    """The table goes from one's list, and one's name from the table; the others keep what they played. Whoever was sent
    away may do that, too; where the table cannot be read, the name goes when it can."""
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
        raise Refusal("in_a_tournament", 403)  # it would seat its entrant again, as somebody without a name
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
    return a.Ticket(made, int(TICKET * 1000))


def _known_to_be_over(room: Room, who: int, match: int) -> None:
    """Whoever learns everything a while later learns of a match a while later, too: that it is on, and that it is over."""
    delayed = room.news.delayed
    if room.state.lags(room.state.watcher(who)) and not delayed.over(match):
        raise Refusal("not_over_yet") if 1 <= match <= delayed.info.match else Refusal("no_such_match", 404)


async def record(call: Call) -> Response:
    room, who = _room(call, "record")
    match = call.query.get("match", max(1, room.info_for(who).match))
    _known_to_be_over(room, who, match)
    replays.may_have_record(room.state, who, match)
    written = await call.house.visitors_thread.run("record", call.address, replays.whole, room.state.record(match))
    name = f"{room.state.game.id}-{room.code}-{match}.jsonl"
    return Response(
        written, media_type="application/jsonl", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def _frames(call: Call, *what: Any) -> list[a.Frame]:
    return await call.house.visitors_thread.run("replay", call.address, replays.frames, *what)


async def replay(call: Call) -> a.Replay:
    room, who = _room(call, "replay")
    latest = max(1, room.info_for(who).match)
    match, eyes = call.query.get("match", latest), call.query.get("eyes")
    _known_to_be_over(room, who, match)
    replays.may_see(room.state, who, match, eyes)
    kept = room.state.record(match)
    first, count = call.query.get("first", 0), call.query.get("count", replays.USUAL)
    found = await _frames(call, kept, match, eyes, first, count)
    return a.Replay(match, eyes, len(kept.moves), kept.names, found, room.state.game.id, both(room.state.game.title))


async def share(call: Call) -> a.Shared:
    """Whoever may see every hand may show them to strangers."""
    room, who = _room(call, "replay")
    match = call.query.get("match", max(1, room.info_for(who).match))
    _known_to_be_over(room, who, match)
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
    kept, first, count = state.record(match), call.query.get("first", 0), call.query.get("count", replays.USUAL)
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
    """Healthy is a house that can write; a failed store is tried again here."""
    return await call.house.check()


async def metrics_page(call: Call) -> Response:
    call.house.count()
    return Response(metrics.page(), media_type="text/plain; version=0.0.4")
