"""All HTTP routes in one list: the server serves them, `schema` describes them, tests try each one."""

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
        "Languages, paces, ready phrases and bots: what a page needs first.",
        a.HouseInfo,
    ),
    Route(
        "games", "GET", "/api/games", h.games,
        "Every game with title and pitch in both languages.",
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
        "The lesson: a prepared first deal that teaches the game, with all its steps.",
        LessonInfo, refuses=(404,),
    ),
    Route(
        "me", "GET", "/api/me", h.me,
        "The person of this session.",
        a.Me, needs="guest",
    ),
    Route(
        "be", "POST", "/api/me", h.be,
        "Become a guest, or change name or language.",
        a.Me, body=a.NewMe, rate="me",
    ),
    Route(
        "forget", "DELETE", "/api/me", h.forget,
        "Delete me: sessions, login and name; bots take my seats.",
        a.Done, needs="guest",
    ),
    Route(
        "mine", "GET", "/api/me/tables", h.mine,
        "The tables I have joined, latest first.",
        a.MyTables, needs="guest",
    ),
    Route(
        "register", "POST", "/api/account", h.register,
        "Keep name and tables under a login and a password.",
        a.Me, body=a.Credentials, needs="guest", refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "login", "POST", "/api/login", h.login,
        "Log in with login and password.",
        a.Me, body=a.Credentials, refuses=(401,), rate="login", by_address=True,
    ),
    Route(
        "change_password", "POST", "/api/account/password", h.change_password,
        "Change the password: needs the old one, ends my other sessions and my private links.",
        a.Me, body=a.NewPassword, needs="guest", refuses=(403, 409), rate="login", by_address=True,
    ),
    Route(
        "passkey_wish", "POST", "/api/passkeys/new", h.passkey_wish,
        "Begin to create a passkey: the options for the browser.",
        a.PasskeyOptions, needs="guest", refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "passkey_keep", "POST", "/api/passkeys", h.passkey_keep,
        "Keep name and tables under a passkey the browser has created.",
        a.Me, body=a.Passkey, needs="guest", refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "passkey_drop", "DELETE", "/api/passkeys", h.passkey_drop,
        "Delete all my passkeys.",
        a.Me, needs="guest",
    ),
    Route(
        "passkey_ask", "POST", "/api/passkeys/challenge", h.passkey_ask,
        "Begin to log in with a passkey: the options for the browser.",
        a.PasskeyOptions, refuses=(409,), rate="login", by_address=True,
    ),
    Route(
        "passkey_login", "POST", "/api/passkeys/login", h.passkey_login,
        "Log in with a passkey.",
        a.Me, body=a.Passkey, refuses=(401, 409), rate="login", by_address=True,
    ),
    Route(
        "logout", "POST", "/api/logout", h.logout,
        "End this session and close its sockets.",
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
        "A table without its cards: seats, people, settings.",
        TableInfo, needs="joined", refuses=(404, 409),
    ),
    Route(
        "join", "POST", "/api/tables/{code}/join", h.join,
        "Join a table with the secret of its invitation; a public table needs none.",
        TableInfo, body=a.Join, needs="guest", refuses=(404, 409), rate="join",
    ),
    Route(
        "drop_table", "DELETE", "/api/tables/{code}/mine", h.drop_table,
        "Remove the table from my list; gives up seat and name there, its record stays.",
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
        "A finished match move by move, as one seat or a spectator saw it.",
        a.Replay, needs="joined", refuses=(404, 409),
        query=(MATCH, Query("eyes", "integer", most=25), Query("first", "integer"), Query("count", "integer", most=100)),
    ),
    Route(
        "share", "GET", "/api/tables/{code}/share", h.share,
        "A token with which strangers may see the replay of a finished match, if I may see every hand.",
        a.Shared, needs="joined", refuses=(404, 409), query=(MATCH,),
    ),
    Route(
        "shared_replay", "GET", "/api/shared/{code}", h.shared_replay,
        "A shared match move by move; needs no session.",
        a.Replay, refuses=(403, 404, 409),
        query=(
            Query("match", "integer", needed=True, most=10_000), Query("share", "string", needed=True, most=64),
            Query("eyes", "integer", most=25), Query("first", "integer"), Query("count", "integer", most=100),
        ),
    ),
    Route(
        "shared_picture", "GET", "/api/shared/{code}/picture", previews.shared_picture,
        "A shared match as a picture for a chat: game, names and ranking.",
        "image/png", refuses=(403, 404, 409), rate="picture", by_address=True,
        query=(
            Query("match", "integer", needed=True, most=10_000), Query("share", "string", needed=True, most=64),
            Query("at", "integer"), Query("lang", "string", values=("en", "fr")),
        ),
    ),
    Route(
        "open_door", "POST", "/api/door", h.open_door,
        "Open the server to other devices of this network; only from the machine it runs on.",
        a.Door, refuses=(403, 409), rate="door", by_address=True,
    ),
    Route(
        "seat_link", "POST", "/api/seat-link", h.seat_link,
        "A private link with which another device becomes me, once.",
        a.SeatLink, needs="guest", rate="link",
    ),
    Route(
        "see_seat_link", "POST", "/api/seat/look", h.see_seat_link,
        "The person a private link belongs to; does not use it up.",
        a.LinkedPerson, body=a.UseSeatLink, refuses=(401,), rate="link", by_address=True,
    ),
    Route(
        "use_seat_link", "POST", "/api/seat", h.use_seat_link,
        "Use a private link: this device becomes that person. A browser can go back to its former person for a while.",
        a.Me, body=a.UseSeatLink, refuses=(401,), rate="link", by_address=True,
    ),
    Route(
        "go_back", "POST", "/api/me/back", h.go_back,
        "Go back to the person this browser was before a private link or a login.",
        a.Me, needs="guest", refuses=(409,), rate="link", by_address=True,
    ),
    Route(
        "qr", "POST", "/api/qr", h.qr,
        "A QR code of an address, drawn by the server.",
        "image/svg+xml", body=a.Picture, rate="qr", by_address=True,
    ),
    Route(
        "schema", "GET", "/api/schema.json", h.schema,
        "JSON Schema of all messages.",
        "application/json",
    ),
    Route(
        "openapi", "GET", "/api/openapi.json", h.openapi,
        "This list as OpenAPI.",
        "application/json",
    ),
    Route(
        "healthz", "GET", "/healthz", h.healthz,
        "200 while moves can be stored, else 503; the body names further damage.",
        a.Health, refuses=(503,),
    ),
    Route(
        "metrics", "GET", "/metrics", h.metrics_page,
        "Counters for Prometheus, without personal data.",
        "text/plain",
    ),
    *TOURNAMENT_ROUTES,
)
# fmt: on
