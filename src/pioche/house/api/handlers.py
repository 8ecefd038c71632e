"""One function for each of the `routes`."""

from __future__ import annotations

import io
from functools import cache, partial
from importlib.resources import files

import segno
from msgspec import to_builtins
from starlette.responses import Response

from pioche import __version__
from pioche.house.api import game_list, replays
from pioche.house.api.endpoint import Call
from pioche.house.operations import metrics
from pioche.house.operations.limits import PACES
from pioche.house.ownership.leases import Elsewhere
from pioche.house.people import passkeys
from pioche.house.people.identity import TICKET, digest
from pioche.house.protocol import bodies as a
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, both, said
from pioche.house.seated_bots import roster
from pioche.house.stores.store import Store, TableRow
from pioche.house.tables import commands, talk
from pioche.house.tables.room import Room
from pioche.house.tables.table_info import table_info
from pioche.text import LANGUAGES
from pioche.text import catalogue as texts


async def house(call: Call) -> a.HouseInfo:
    paces = [a.Pace(name, pace.turn, pace.bank, said("paces", name)) for name, pace in PACES.items()]
    phrases = [a.Phrase(name, words) for name, words in talk.phrases().items()]
    bots = [
        a.BotLevel(name, _level(name), roster.games_of(name))
        for name in roster.all_levels()
    ]
    lan = call.house.config.lan
    return a.HouseInfo(__version__, list(LANGUAGES), paces, phrases, bots, lan, passkeys.available())


def _level(name: str) -> p.Said:
    return both(lambda lang: texts("house", lang)["levels"].get(name, name))


async def games(call: Call) -> a.Shelf:
    return game_list.shelf()


async def game(call: Call) -> a.GameInfo:
    return game_list.game_info(call.part("game"))


async def rules(call: Call) -> a.Sheet:
    lang = call.query.get("lang") or (call.person.lang if call.person else "en")
    return game_list.sheet(call.part("game"), lang)


# -- people ----------------------------------------------------------------------------------------


async def _me(call: Call, token: str = "") -> a.Me:
    """A browser keeps its token in the cookie, out of reach of scripts; other clients get it in the answer."""
    person, keys = call.me, await call.house.passkeys.count(call.me)
    return a.Me(person.name, person.lang, person.login, "" if call.browser else token, keys)


async def me(call: Call) -> a.Me:
    return await _me(call)


async def be(call: Call) -> a.Me:
    wish: a.NewMe = call.body
    name = talk.clean_name(wish.name) if wish.name else None
    if call.person is not None:
        call.person = await call.house.people.change(call.person, name, wish.lang)
        return await _me(call)
    lang = wish.lang or (
        "fr" if call.request.headers.get("accept-language", "").lower().startswith("fr") else "en"
    )
    guest = texts("house", lang)["guest"]
    call.person, token = await call.house.people.new_guest(name or guest, lang)
    call.new_token = token
    return await _me(call, token)


async def forget(call: Call) -> a.Done:
    person = call.me
    codes = await call.house.writer.look(lambda store: store.visits(person.id, 1000))
    elsewhere = set()
    for code in codes:
        try:
            room = await call.house.room(code)
        except Elsewhere as other:
            elsewhere.add(other.address)
            continue
        if person.id in room.state.numbers:
            await room.ask(room.do, commands.forget, room.state.numbers[person.id])
    if call.request.scope.get("relayed"):  # another worker asks, and does the rest
        return a.Done()
    if elsewhere:
        assert call.house.config.ask_others is not None
        await call.house.config.ask_others(elsewhere, call.request.scope)
    await call.house.people.forget(person)
    call.new_token = ""
    return a.Done()


async def mine(call: Call) -> a.MyTables:
    person = call.me
    codes = await call.house.writer.look(lambda store: store.visits(person.id, 30))
    found = []
    for code in codes:
        row = await call.house.writer.look(partial(_table_row, code=code))
        try:
            state = await call.house.table_state(code)
        except Refusal:
            continue
        who = state.numbers.get(person.id)
        if who is None or row is None:
            continue
        seat, table = state.seat_of(who), state.table
        turn = (
            state.phase == "playing"
            and table is not None
            and seat is not None
            and seat in table.actors_seen_by(seat)
        )
        title = both(state.game.title)
        found.append(a.MyTable(code, state.game.id, title, state.phase, seat, turn, row.last))
    return a.MyTables(found)


def _table_row(store: Store, code: str) -> TableRow | None:
    return store.table(code)


async def register(call: Call) -> a.Me:
    call.person = await call.house.people.register(call.me, call.body.login, call.body.password)
    return await _me(call)


async def login(call: Call) -> a.Me:
    call.person, token = await call.house.people.login(call.body.login, call.body.password)
    call.new_token = token
    return await _me(call, token)


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
    call.person, token = await call.house.passkeys.login(_site(call), to_builtins(call.body))
    call.new_token = token
    return await _me(call, token)


async def logout(call: Call) -> a.Done:
    call.house.hang_up(digest(call.token))
    await call.house.people.logout(call.token)
    call.new_token = ""
    return a.Done()


async def seat_link(call: Call) -> a.SeatLink:
    token = await call.house.people.seat_link(call.me)
    return a.SeatLink(token, f"/s#{token}")


async def use_seat_link(call: Call) -> a.Me:
    call.person, token = await call.house.people.use_seat_link(call.body.token)
    call.new_token = token
    return await _me(call, token)


# -- tables ----------------------------------------------------------------------------------------


async def lobby(call: Call) -> a.Lobby:
    found = []
    for state in await call.house.lobby():
        host = state.people[state.host].name
        free = sum(chair.who is None for chair in state.chairs)
        names = [state.name_of(seat) for seat, chair in enumerate(state.chairs) if chair.who is not None]
        found.append(
            a.LobbyTable(
                state.code,
                state.game.id,
                both(state.game.title),
                state.phase,
                host,
                state.game.seats,
                free,
                names,
                state.settings.pace,
                state.settings.spectators,
                state.locked,
            )
        )
    return a.Lobby(found)


async def make(call: Call) -> a.Made:
    room, secret = await call.house.make(call.me, call.body)
    return a.Made(room.code, secret, f"/t/{room.code}#{secret}", table_info(room.state, room.present))


async def _room(call: Call, deed: str) -> tuple[Room, int]:
    """The table and one's number there; refused to whoever has not entered it."""
    room = await call.house.room(call.part("code"))
    who = room.state.numbers.get(call.me.id, 0)
    commands.may(room.state, who, deed)
    return room, who


async def table(call: Call) -> p.TableInfo:
    room, _ = await _room(call, "see_table")
    return table_info(room.state, room.present)


async def join(call: Call) -> p.TableInfo:
    room = await call.house.room(call.part("code"))
    await room.ask(room.do, commands.join, call.me.id, call.me.name, call.body.secret)
    call.house.visited(call.me.id, room.code)
    return table_info(room.state, room.present)


async def sit(call: Call) -> p.TableInfo:
    room, who = await _room(call, "see_table")
    await room.ask(room.do, commands.sit, who, call.body.seat)
    return table_info(room.state, room.present)


async def ticket(call: Call) -> a.Ticket:
    room, _ = await _room(call, "ticket")
    made = call.house.people.ticket(call.me.id, room.code, digest(call.token))
    return a.Ticket(made, int(TICKET * 1000))


async def record(call: Call) -> Response:
    room, who = await _room(call, "record")
    match = call.query.get("match", max(1, room.state.match))
    replays.may_have_record(room.state, who, match)
    written = room.state.record(match).dumps()
    name = f"{room.state.game.id}-{room.code}-{match}.jsonl"
    return Response(
        written,
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def replay(call: Call) -> a.Replay:
    room, who = await _room(call, "replay")
    match, eyes = call.query.get("match", max(1, room.state.match)), call.query.get("eyes")
    replays.may_see(room.state, who, match, eyes)
    kept = room.state.record(match)
    first, count = call.query.get("first", 0), call.query.get("count", replays.USUAL)
    found = await call.house.aside(replays.frames, kept, match, eyes, first, count)
    return a.Replay(match, eyes, len(kept.moves), kept.names, found)


# -- machines --------------------------------------------------------------------------------------


async def qr(call: Call) -> Response:
    out = io.BytesIO()
    segno.make(call.body.text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, border=2, scale=6)
    return Response(out.getvalue(), media_type="image/svg+xml")


@cache
def _file(name: str) -> bytes:
    return (files("pioche.house.api") / name).read_bytes()


async def schema(call: Call) -> Response:
    return Response(_file("schema.json"), media_type="application/json")


async def openapi(call: Call) -> Response:
    return Response(_file("openapi.json"), media_type="application/json")


async def healthz(call: Call) -> Response:
    """Healthy is a house that can write; a failed store is tried again here."""
    await call.house.writer.do(lambda store: store.probe())
    return Response(b'{"ok":true}', media_type="application/json")


async def metrics_page(call: Call) -> Response:
    call.house.count()
    return Response(metrics.page(), media_type="text/plain; version=0.0.4")
