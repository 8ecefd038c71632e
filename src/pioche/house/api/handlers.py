"""Behind each door of `doors`, one function."""

from __future__ import annotations

import io
from functools import cache, partial
from importlib.resources import files

import segno
from msgspec import to_builtins
from starlette.responses import Response

from pioche import __version__
from pioche.house import metrics
from pioche.house.api import game_list
from pioche.house.api.endpoint import Handler, Knock
from pioche.house.people import passkeys
from pioche.house.people.identity import TICKET, digest
from pioche.house.protocol import bodies as a
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, both, said
from pioche.house.seated_bots import roster
from pioche.house.stores.store import Store, TableRow
from pioche.house.tables import replays, talk
from pioche.house.tables.clocks import PACES
from pioche.house.tables.desk import table_info
from pioche.house.tables.room import Room
from pioche.house.workers.leases import Elsewhere
from pioche.text import LANGUAGES
from pioche.text import catalogue as texts


async def house(knock: Knock) -> a.HouseInfo:
    paces = [a.Pace(name, pace.turn, pace.bank, said("paces", name)) for name, pace in PACES.items()]
    phrases = [a.Phrase(name, words) for name, words in talk.phrases().items()]
    bots = [
        a.BotLevel(name, _level(name), roster.games_of(name))
        for name in roster.all_levels()
    ]
    lan = knock.house.config.lan
    return a.HouseInfo(__version__, list(LANGUAGES), paces, phrases, bots, lan, passkeys.available())


def _level(name: str) -> p.Said:
    return both(lambda lang: texts("house", lang)["levels"].get(name, name))


async def games(knock: Knock) -> a.Shelf:
    return game_list.shelf()


async def game(knock: Knock) -> a.GameInfo:
    return game_list.game_info(knock.part("game"))


async def rules(knock: Knock) -> a.Sheet:
    lang = knock.query.get("lang") or (knock.person.lang if knock.person else "en")
    return game_list.sheet(knock.part("game"), lang)


# -- people ----------------------------------------------------------------------------------------


async def _me(knock: Knock, token: str = "") -> a.Me:
    """A browser keeps its token in the cookie, out of reach of scripts; other clients get it in the answer."""
    person, keys = knock.me, await knock.house.passkeys.count(knock.me)
    return a.Me(person.name, person.lang, person.login, "" if knock.browser else token, keys)


async def me(knock: Knock) -> a.Me:
    return await _me(knock)


async def be(knock: Knock) -> a.Me:
    wish: a.NewMe = knock.body
    name = talk.clean_name(wish.name) if wish.name else None
    if knock.person is not None:
        knock.person = await knock.house.people.change(knock.person, name, wish.lang)
        return await _me(knock)
    lang = wish.lang or (
        "fr" if knock.request.headers.get("accept-language", "").lower().startswith("fr") else "en"
    )
    guest = texts("house", lang)["guest"]
    knock.person, token = await knock.house.people.new_guest(name or guest, lang)
    knock.new_token = token
    return await _me(knock, token)


async def forget(knock: Knock) -> a.Done:
    person = knock.me
    codes = await knock.house.writer.look(lambda store: store.visits(person.id, 1000))
    elsewhere = set()
    for code in codes:
        try:
            room = await knock.house.room(code)
        except Elsewhere as other:
            elsewhere.add(other.address)
            continue
        if person.id in room.story.numbers:
            await room.ask(room.leave, room.story.numbers[person.id])
    if knock.request.scope.get("relayed"):  # another worker asks, and does the rest
        return a.Done()
    if elsewhere:
        from pioche.house.workers import relay

        await relay.ask_all(knock, elsewhere)
    await knock.house.people.forget(person)
    knock.new_token = ""
    return a.Done()


async def mine(knock: Knock) -> a.MyTables:
    person = knock.me
    codes = await knock.house.writer.look(lambda store: store.visits(person.id, 30))
    found = []
    for code in codes:
        row = await knock.house.writer.look(partial(_table_row, code=code))
        try:
            story = await knock.house.story(code)
        except Refusal:
            continue
        who = story.numbers.get(person.id)
        if who is None or row is None:
            continue
        seat, table = story.seat_of(who), story.table
        turn = (
            story.phase == "playing"
            and table is not None
            and seat is not None
            and seat in table.actors_seen_by(seat)
        )
        title = both(story.game.title)
        found.append(a.MyTable(code, story.game.id, title, story.phase, seat, turn, row.last))
    return a.MyTables(found)


def _table_row(store: Store, code: str) -> TableRow | None:
    return store.table(code)


async def register(knock: Knock) -> a.Me:
    knock.person = await knock.house.people.register(knock.me, knock.body.login, knock.body.password)
    return await _me(knock)


async def login(knock: Knock) -> a.Me:
    knock.person, token = await knock.house.people.login(knock.body.login, knock.body.password)
    knock.new_token = token
    return await _me(knock, token)


def _site(knock: Knock) -> passkeys.Site:
    return passkeys.Site.of(knock.request.headers.get("origin"))


async def passkey_wish(knock: Knock) -> a.PasskeyOptions:
    return a.PasskeyOptions(await knock.house.passkeys.wish(knock.me, _site(knock)))


async def passkey_keep(knock: Knock) -> a.Me:
    await knock.house.passkeys.keep(knock.me, _site(knock), to_builtins(knock.body))
    return await _me(knock)


async def passkey_drop(knock: Knock) -> a.Me:
    await knock.house.passkeys.drop(knock.me)
    return await _me(knock)


async def passkey_ask(knock: Knock) -> a.PasskeyOptions:
    return a.PasskeyOptions(await knock.house.passkeys.ask(_site(knock)))


async def passkey_login(knock: Knock) -> a.Me:
    knock.person, token = await knock.house.passkeys.login(_site(knock), to_builtins(knock.body))
    knock.new_token = token
    return await _me(knock, token)


async def logout(knock: Knock) -> a.Done:
    knock.house.hang_up(digest(knock.token))
    await knock.house.people.logout(knock.token)
    knock.new_token = ""
    return a.Done()


async def seat_link(knock: Knock) -> a.SeatLink:
    token = await knock.house.people.seat_link(knock.me)
    return a.SeatLink(token, f"/s#{token}")


async def use_seat_link(knock: Knock) -> a.Me:
    knock.person, token = await knock.house.people.use_seat_link(knock.body.token)
    knock.new_token = token
    return await _me(knock, token)


# -- tables ----------------------------------------------------------------------------------------


async def lobby(knock: Knock) -> a.Lobby:
    found = []
    for story in await knock.house.lobby():
        host = story.people[story.host].name
        free = sum(chair.who is None for chair in story.chairs)
        names = [story.name_of(seat) for seat, chair in enumerate(story.chairs) if chair.who is not None]
        found.append(
            a.LobbyTable(
                story.code,
                story.game.id,
                both(story.game.title),
                story.phase,
                host,
                story.game.seats,
                free,
                names,
                story.settings.pace,
                story.settings.spectators,
                story.locked,
            )
        )
    return a.Lobby(found)


async def make(knock: Knock) -> a.Made:
    room, secret = await knock.house.make(knock.me, knock.body)
    return a.Made(room.code, secret, f"/t/{room.code}#{secret}", table_info(room.story, room.present))


async def _room(knock: Knock, deed: str) -> tuple[Room, int]:
    """The table and one's number there; refused to whoever has not entered it."""
    room = await knock.house.room(knock.part("code"))
    who = room.story.numbers.get(knock.me.id, 0)
    room.check(deed, who)
    return room, who


async def table(knock: Knock) -> p.TableInfo:
    room, _ = await _room(knock, "see_table")
    return table_info(room.story, room.present)


async def join(knock: Knock) -> p.TableInfo:
    room = await knock.house.room(knock.part("code"))
    await room.ask(room.join, knock.me.id, knock.me.name, knock.body.secret)
    return table_info(room.story, room.present)


async def sit(knock: Knock) -> p.TableInfo:
    room, who = await _room(knock, "see_table")
    await room.ask(room.sit, who, knock.body.seat)
    return table_info(room.story, room.present)


async def ticket(knock: Knock) -> a.Ticket:
    room, _ = await _room(knock, "ticket")
    made = knock.house.people.ticket(knock.me.id, room.code, digest(knock.token))
    return a.Ticket(made, int(TICKET * 1000))


async def record(knock: Knock) -> Response:
    room, who = await _room(knock, "record")
    match = knock.query.get("match", max(1, room.story.match))
    replays.may_have_record(room.story, who, match)
    written = room.story.record(match).dumps()
    name = f"{room.story.game.id}-{room.code}-{match}.jsonl"
    return Response(
        written,
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def replay(knock: Knock) -> a.Replay:
    room, who = await _room(knock, "replay")
    match, eyes = knock.query.get("match", max(1, room.story.match)), knock.query.get("eyes")
    replays.may_see(room.story, who, match, eyes)
    kept = room.story.record(match)
    first, count = knock.query.get("first", 0), knock.query.get("count", replays.USUAL)
    found = await knock.house.aside(replays.frames, kept, match, eyes, first, count)
    return a.Replay(match, eyes, len(kept.moves), kept.names, found)


# -- machines --------------------------------------------------------------------------------------


async def qr(knock: Knock) -> Response:
    out = io.BytesIO()
    segno.make(knock.body.text, error="m").save(out, kind="svg", xmldecl=False, svgns=True, border=2, scale=6)
    return Response(out.getvalue(), media_type="image/svg+xml")


@cache
def _file(name: str) -> bytes:
    return (files("pioche.house") / name).read_bytes()


async def schema(knock: Knock) -> Response:
    return Response(_file("schema.json"), media_type="application/json")


async def openapi(knock: Knock) -> Response:
    return Response(_file("openapi.json"), media_type="application/json")


async def healthz(knock: Knock) -> Response:
    """Healthy is a house that can write; a failed store is tried again here."""
    await knock.house.writer.do(lambda store: store.probe())
    return Response(b'{"ok":true}', media_type="application/json")


async def metrics_page(knock: Knock) -> Response:
    knock.house.count()
    return Response(metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS: dict[str, Handler] = {
    "house": house,
    "games": games,
    "game": game,
    "rules": rules,
    "me": me,
    "be": be,
    "forget": forget,
    "mine": mine,
    "register": register,
    "login": login,
    "passkey_wish": passkey_wish,
    "passkey_keep": passkey_keep,
    "passkey_drop": passkey_drop,
    "passkey_ask": passkey_ask,
    "passkey_login": passkey_login,
    "logout": logout,
    "lobby": lobby,
    "make": make,
    "table": table,
    "join": join,
    "sit": sit,
    "ticket": ticket,
    "record": record,
    "replay": replay,
    "seat_link": seat_link,
    "use_seat_link": use_seat_link,
    "qr": qr,
    "schema": schema,
    "openapi": openapi,
    "healthz": healthz,
    "metrics": metrics_page,
}
