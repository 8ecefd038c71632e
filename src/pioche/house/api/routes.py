"""Every HTTP door of the house in one list: the server opens them, `schema` describes them, tests knock on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pioche.house.protocol import bodies as a
from pioche.house.protocol.messages import TableInfo


@dataclass(frozen=True)
class Query:
    """A number or word after the question mark."""

    name: str
    kind: Literal["integer", "string"]
    needed: bool = False
    most: int = 1_000_000
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Door:
    """`needs` says who may knock: anybody, a guest (cookie or token), or somebody who has joined the table."""

    name: str
    method: Literal["GET", "POST", "DELETE"]
    path: str
    about: str
    answer: Any  # a struct, or a media type for what is not JSON
    body: Any = None
    needs: Literal["nothing", "guest", "joined"] = "nothing"
    refuses: tuple[int, ...] = ()
    query: tuple[Query, ...] = field(default=())


MATCH = Query("match", "integer", most=10_000)

DOORS = (
    Door(
        "house",
        "GET",
        "/api/house",
        "What a page must know first: languages, paces, phrases, bots.",
        a.HouseInfo,
    ),
    Door(
        "games", "GET", "/api/games", "The shelf: every game with title and pitch in both languages.", a.Shelf
    ),
    Door(
        "game",
        "GET",
        "/api/games/{game}",
        "One game: options, zones, phases, actions, labelled.",
        a.GameInfo,
        refuses=(404,),
    ),
    Door(
        "rules",
        "GET",
        "/api/games/{game}/rules",
        "The rule sheet for players.",
        a.Sheet,
        refuses=(404,),
        query=(Query("lang", "string", values=("en", "fr")),),
    ),
    Door("me", "GET", "/api/me", "Who I am.", a.Me, needs="guest"),
    Door("be", "POST", "/api/me", "Become a guest, or change name or language.", a.Me, a.NewMe),
    Door(
        "forget",
        "DELETE",
        "/api/me",
        "Forget me: sessions, login and name go; my seats become bots.",
        a.Done,
        needs="guest",
    ),
    Door(
        "mine", "GET", "/api/me/tables", "The tables I have been at, latest first.", a.MyTables, needs="guest"
    ),
    Door(
        "register",
        "POST",
        "/api/account",
        "Keep name and tables under a login and a password.",
        a.Me,
        a.Credentials,
        "guest",
        (409,),
    ),
    Door("login", "POST", "/api/login", "Come back to an account.", a.Me, a.Credentials, refuses=(401,)),
    Door(
        "passkey_wish",
        "POST",
        "/api/passkeys/new",
        "Begin a passkey: what the browser needs to make it.",
        a.PasskeyOptions,
        None,
        "guest",
        (409,),
    ),
    Door(
        "passkey_keep",
        "POST",
        "/api/passkeys",
        "Keep name and tables under the passkey the browser has made.",
        a.Me,
        a.Passkey,
        "guest",
        (409,),
    ),
    Door(
        "passkey_drop",
        "DELETE",
        "/api/passkeys",
        "None of my passkeys opens anything any more.",
        a.Me,
        needs="guest",
    ),
    Door(
        "passkey_ask",
        "POST",
        "/api/passkeys/challenge",
        "Begin to come back: what the browser needs to show a passkey.",
        a.PasskeyOptions,
        refuses=(409,),
    ),
    Door(
        "passkey_login",
        "POST",
        "/api/passkeys/login",
        "Come back with a passkey.",
        a.Me,
        a.Passkey,
        refuses=(401, 409),
    ),
    Door("logout", "POST", "/api/logout", "End this session; its sockets are closed.", a.Done, needs="guest"),
    Door("lobby", "GET", "/api/tables", "Public tables.", a.Lobby),
    Door("make", "POST", "/api/tables", "Make a table.", a.Made, a.NewTable, "guest", (404, 409)),
    Door(
        "table",
        "GET",
        "/api/tables/{code}",
        "A table from outside: seats, people, settings.",
        TableInfo,
        needs="joined",
        refuses=(404,),
    ),
    Door(
        "join",
        "POST",
        "/api/tables/{code}/join",
        "Enter by invitation, or a public table without.",
        TableInfo,
        a.Join,
        "guest",
        (404, 409),
    ),
    Door("sit", "POST", "/api/tables/{code}/sit", "Take a seat.", TableInfo, a.SitDown, "joined", (404, 409)),
    Door(
        "ticket",
        "POST",
        "/api/tables/{code}/ticket",
        "A ticket for the socket.",
        a.Ticket,
        None,
        "joined",
        (404,),
    ),
    Door(
        "record",
        "GET",
        "/api/tables/{code}/record",
        "The record of a finished match, JSON Lines.",
        "application/jsonl",
        needs="joined",
        refuses=(404, 409),
        query=(MATCH,),
    ),
    Door(
        "replay",
        "GET",
        "/api/tables/{code}/replay",
        "A finished match move by move, through one seat's eyes.",
        a.Replay,
        needs="joined",
        refuses=(404, 409),
        query=(
            MATCH,
            Query("eyes", "integer", most=25),
            Query("first", "integer"),
            Query("count", "integer", most=100),
        ),
    ),
    Door(
        "seat_link",
        "POST",
        "/api/seat-link",
        "My private way back from another device.",
        a.SeatLink,
        None,
        "guest",
    ),
    Door(
        "use_seat_link",
        "POST",
        "/api/seat",
        "Use it: this device becomes me.",
        a.Me,
        a.UseSeatLink,
        refuses=(401,),
    ),
    Door("qr", "POST", "/api/qr", "A QR code of an invitation, drawn here.", "image/svg+xml", a.Picture),
    Door("schema", "GET", "/api/schema.json", "JSON Schema of all messages.", "application/json"),
    Door("openapi", "GET", "/api/openapi.json", "This list for machines.", "application/json"),
    Door(
        "healthz",
        "GET",
        "/healthz",
        "200 while moves can be stored, 503 otherwise.",
        "application/json",
        refuses=(503,),
    ),
    Door("metrics", "GET", "/metrics", "Counters for Prometheus; nothing about persons.", "text/plain"),
)
