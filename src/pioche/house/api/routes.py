"""Every HTTP route of the house in one list: the server serves them, `schema` describes them, tests try them."""

from __future__ import annotations

from pioche.house.api import first_deals, previews
from pioche.house.api import handlers as h
from pioche.house.api.endpoint import Query, Route
from pioche.house.api.tournament_routes import TOURNAMENT_ROUTES
from pioche.house.protocol import bodies as a
from pioche.house.protocol.lesson_bodies import LessonInfo
from pioche.house.protocol.messages import TableInfo

MATCH = Query("match", "integer", most=10_000)

# fmt: off
ROUTES = (
    Route(
        "house", "GET", "/api/house", h.house,
        "What a page must know first: languages, paces, phrases, bots.",
        a.HouseInfo,
    ),
    Route(
        "games", "GET", "/api/games", h.games,
        "The shelf: every game with title and pitch in both languages.",
        a.Shelf,
    ),
    Route(
        "game", "GET", "/api/games/{game}", h.game,
        "One game: options, zones, phases, actions, labelled.",
        a.GameInfo, refuses=(404,),
    ),
    Route(
        "rules", "GET", "/api/games/{game}/rules", h.rules,
        "The rule sheet for players.",
        a.Sheet, refuses=(404,), query=(Query("lang", "string", values=("en", "fr")), Query("rule", "string")),
    ),
    Route(
        "lesson", "GET", "/api/games/{game}/lesson", first_deals.lesson,
        "The first deal: a prepared deal that teaches the game, whole.",
        LessonInfo, refuses=(404,),
    ),
    Route(
        "me", "GET", "/api/me", h.me,
        "Who I am.",
        a.Me, needs="guest",
    ),
    Route(
        "be", "POST", "/api/me", h.be,
        "Become a guest, or change name or language.",
        a.Me, body=a.NewMe, rate="me",
    ),
    Route(
        "forget", "DELETE", "/api/me", h.forget,
        "Forget me: sessions, login and name go; my seats become bots.",
        a.Done, needs="guest",
    ),
    Route(
        "mine", "GET", "/api/me/tables", h.mine,
        "The tables I have been at, latest first.",
        a.MyTables, needs="guest",
    ),
    Route(
        "register", "POST", "/api/account", h.register,
        "Keep name and tables under a login and a password.",
        a.Me, body=a.Credentials, needs="guest", refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "login", "POST", "/api/login", h.login,
        "Come back to an account.",
        a.Me, body=a.Credentials, refuses=(401,), rate="login", by_address=True,
    ),
    Route(
        "change_password", "POST", "/api/account/password", h.change_password,
        "Another password: asks for the old one, ends my other sessions and my private links.",
        a.Me, body=a.NewPassword, needs="guest", refuses=(403, 409), rate="login", by_address=True,
    ),
    Route(
        "passkey_wish", "POST", "/api/passkeys/new", h.passkey_wish,
        "Begin a passkey: what the browser needs to make it.",
        a.PasskeyOptions, needs="guest", refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "passkey_keep", "POST", "/api/passkeys", h.passkey_keep,
        "Keep name and tables under the passkey the browser has made.",
        a.Me, body=a.Passkey, needs="guest", refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "passkey_drop", "DELETE", "/api/passkeys", h.passkey_drop,
        "None of my passkeys opens anything any more.",
        a.Me, needs="guest",
    ),
    Route(
        "passkey_ask", "POST", "/api/passkeys/challenge", h.passkey_ask,
        "Begin to come back: what the browser needs to show a passkey.",
        a.PasskeyOptions, refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "passkey_login", "POST", "/api/passkeys/login", h.passkey_login,
        "Come back with a passkey.",
        a.Me, body=a.Passkey, refuses=(401, 409), rate="login", by_address=True,
    ),
    Route(
        "logout", "POST", "/api/logout", h.logout,
        "End this session; its sockets are closed.",
        a.Done, needs="guest",
    ),
    Route(
        "lobby", "GET", "/api/tables", h.lobby,
        "Public tables.",
        a.Lobby,
    ),
    Route(
        "make", "POST", "/api/tables", h.make,
        "Make a table.",
        a.Made, body=a.NewTable, needs="guest", refuses=(404, 409), rate="make",
    ),
    Route(
        "table", "GET", "/api/tables/{code}", h.table,
        "A table from outside: seats, people, settings.",
        TableInfo, needs="joined", refuses=(404, 409),
    ),
    Route(
        "join", "POST", "/api/tables/{code}/join", h.join,
        "Enter by invitation, or a public table without.",
        TableInfo, body=a.Join, needs="guest", refuses=(404, 409), rate="join",
    ),
    Route(
        "drop_table", "DELETE", "/api/tables/{code}/mine", h.drop_table,
        "Take the table off my list: seat and name there are given up, its record stays.",
        a.Done, needs="guest", refuses=(403, 404, 409), rate="seat",
    ),
    Route(
        "sit", "POST", "/api/tables/{code}/sit", h.sit,
        "Take a seat.",
        TableInfo, body=a.SitDown, needs="joined", refuses=(404, 409), rate="seat",
    ),
    Route(
        "ticket", "POST", "/api/tables/{code}/ticket", h.ticket,
        "A ticket for the socket.",
        a.Ticket, needs="joined", refuses=(404, 409), rate="ticket",
    ),
    Route(
        "record", "GET", "/api/tables/{code}/record", h.record,
        "The record of a finished match, JSON Lines.",
        "application/jsonl", needs="joined", refuses=(404, 409), query=(MATCH,),
    ),
    Route(
        "replay", "GET", "/api/tables/{code}/replay", h.replay,
        "A finished match move by move, through one seat's eyes.",
        a.Replay, needs="joined", refuses=(404, 409),
        query=(MATCH, Query("eyes", "integer", most=25), Query("first", "integer"), Query("count", "integer", most=100)),
    ),
    Route(
        "share", "GET", "/api/tables/{code}/share", h.share,
        "What opens the replay of a finished match to strangers, where every hand may be seen.",
        a.Shared, needs="joined", refuses=(404, 409), query=(MATCH,),
    ),
    Route(
        "shared_replay", "GET", "/api/shared/{code}", h.shared_replay,
        "A shared match move by move; nobody needs to be anybody.",
        a.Replay, refuses=(403, 404, 409),
        query=(
            Query("match", "integer", needed=True, most=10_000), Query("share", "string", needed=True, most=64),
            Query("eyes", "integer", most=25), Query("first", "integer"), Query("count", "integer", most=100),
        ),
    ),
    Route(
        "shared_picture", "GET", "/api/shared/{code}/picture", previews.shared_picture,
        "A shared match as a picture for a chat: the game, and who came where.",
        "image/png", refuses=(403, 404, 409), rate="picture", by_address=True,
        query=(
            Query("match", "integer", needed=True, most=10_000), Query("share", "string", needed=True, most=64),
            Query("at", "integer"), Query("lang", "string", values=("en", "fr")),
        ),
    ),
    Route(
        "open_door", "POST", "/api/door", h.open_door,
        "Let other devices of this network in, from the machine that keeps the house.",
        a.Door, refuses=(403, 409), rate="door", by_address=True,
    ),
    Route(
        "seat_link", "POST", "/api/seat-link", h.seat_link,
        "My private way back from another device.",
        a.SeatLink, needs="guest", rate="link",
    ),
    Route(
        "see_seat_link", "POST", "/api/seat/look", h.see_seat_link,
        "Whom a private link would make of this device; looking does not use it up.",
        a.LinkedPerson, body=a.UseSeatLink, refuses=(401,), rate="link", by_address=True,
    ),
    Route(
        "use_seat_link", "POST", "/api/seat", h.use_seat_link,
        "Use it: this device becomes me. A browser keeps the way back to who it was for a while.",
        a.Me, body=a.UseSeatLink, refuses=(401,), rate="link", by_address=True,
    ),
    Route(
        "go_back", "POST", "/api/me/back", h.go_back,
        "Be again who this browser was before a private link or a login.",
        a.Me, needs="guest", refuses=(409,), rate="link", by_address=True,
    ),
    Route(
        "qr", "POST", "/api/qr", h.qr,
        "A QR code of an invitation, drawn here.",
        "image/svg+xml", body=a.Picture, rate="qr", by_address=True,
    ),
    Route(
        "schema", "GET", "/api/schema.json", h.schema,
        "JSON Schema of all messages.",
        "application/json",
    ),
    Route(
        "openapi", "GET", "/api/openapi.json", h.openapi,
        "This list for machines.",
        "application/json",
    ),
    Route(
        "healthz", "GET", "/healthz", h.healthz,
        "200 while moves can be stored, 503 otherwise; what is damaged all the same stands in the body.",
        a.Health, refuses=(503,),
    ),
    Route(
        "metrics", "GET", "/metrics", h.metrics_page,
        "Counters for Prometheus; nothing about persons.",
        "text/plain",
    ),
    *TOURNAMENT_ROUTES,
)
# fmt: on
