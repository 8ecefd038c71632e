"""What the client of `page_client` does in a house: everything the page speaks of, once.

`python -m tests.house.protocol.page_visit docs/protocol.md http://127.0.0.1:8421` prints what it did.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.house.protocol.page_client import Page, Person


async def visit(page: Page, address: str, done: dict[str, set[str]]) -> None:
    alice, bob, chloe = (Person(page, address, name, done) for name in ("Alice", "Bob", "Chloé"))
    await around(alice)
    for person in (alice, bob, chloe):
        person.token = (await person.call("POST /api/me", page.example("NewMe") | {"name": person.name}))["token"]
    settings = page.example("NewTable", game="hawthorn")["settings"] | {
        "spectators": "consent",
        "pace": "relaxed",
        "privacy": "public",
    }
    body = page.example("NewTable", game="hawthorn") | {
        "options": {"seats": 2, "deals": 4},
        "bots": {},
        "settings": settings,
    }
    made = await alice.call("POST /api/tables", body)
    code = made["code"]
    for person in (bob, chloe):
        await person.call("POST /api/tables/{code}/join", page.example("Join") | {"secret": made["secret"]}, code=code)
    await bob.call("POST /api/tables/{code}/sit", page.example("SitDown") | {"seat": 1}, code=code)
    for person in (alice, bob, chloe):
        await person.enter(code)
    await before(alice, bob, chloe)
    await match(alice, bob, chloe)
    await afterwards(alice, bob, code)
    await tournament(alice, bob)
    await people(alice, bob, chloe)
    await the_rest(bob, code)
    for person in (alice, bob, chloe):
        if person.wrong is not None:
            raise person.wrong


async def around(person: Person) -> None:
    """What one may look at without being anybody."""
    for route in ("house", "games", "tables", "schema.json", "openapi.json"):
        await person.call(f"GET /api/{route}")
    await person.call("GET /api/games/{game}", game="hawthorn")
    await person.call("GET /api/games/{game}/rules", query="?lang=fr", game="hawthorn")
    await person.call("GET /api/games/{game}/lesson", game="hawthorn")
    await person.call("GET /healthz")
    await person.call("GET /metrics")
    await person.call("GET /api/me", may_refuse=True)


async def before(alice: Person, bob: Person, chloe: Person) -> None:
    """The host arranges the table."""
    for on in (True, False):
        assert (await alice.wish("lock", on=on))["t"] == "ack"
        assert (await alice.wish("mute", who=bob.you["who"], on=on))["t"] == "ack"
    assert (await bob.wish("rename", name="Robert"))["t"] == "ack"
    assert (await bob.wish("stand"))["t"] == "ack"
    assert (await alice.wish("bot", seat=1, level="random"))["t"] == "ack"
    assert (await alice.wish("bot", seat=1, level=""))["t"] == "ack"
    assert (await bob.wish("sit", seat=1))["t"] == "ack"
    who = bob.you["who"]
    assert (await alice.wish("kick", seat=1))["t"] == "ack"
    await bob.until(lambda: bob.closed)
    assert bob.bye["reason"] == "banned"
    assert (await alice.wish("ban", who=who, on=False))["t"] == "ack"
    await bob.enter(bob.code)
    assert (await bob.wish("sit", seat=1))["t"] == "ack"
    assert (await bob.wish("there"))["t"] == "ack"
    assert (await alice.wish("host", who=bob.you["who"]))["t"] == "ack"
    assert (await bob.wish("host", who=alice.you["who"]))["t"] == "ack"
    assert len((await alice.wish("relink"))["secret"]) > 10
    assert (await chloe.wish("say", text="Good luck!", to=[1], reply_to=None, seen=None))["t"] == "ack"
    assert (await chloe.wish("start"))["t"] == "no"
    share = "5a" * 32
    promise = sha256(b"pioche share 1\n" + f"{alice.code}/1\n0\n".encode() + bytes.fromhex(share)).hexdigest()
    assert (await alice.wish("promise", match=1, promise=promise))["t"] == "ack"
    starting = asyncio.create_task(alice.wish("start"))
    await alice.until(lambda: "promised" in alice.done["events"])
    assert (await alice.wish("reveal", match=1, share=share))["t"] == "ack"
    assert (await starting)["t"] == "ack"


async def match(alice: Person, bob: Person, chloe: Person) -> None:
    """They play, one looks on, and the host puts somebody out in the middle."""
    await chloe.until(lambda: chloe.phase == "playing")
    assert (await chloe.wish("look", seat=0))["t"] == "ack"
    await alice.until(lambda: alice.asked)
    for on in (True, False):
        assert (await alice.wish("allow", who=alice.asked[0]["who"], on=on))["t"] == "ack"
        assert (await alice.wish("approve", who=alice.asked[0]["who"], on=on))["t"] == "ack"
    await alice.until(lambda: alice.menu is not None)
    assert (await alice.wish("hint"))["t"] == "hints"
    assert (await bob.wish("back"))["t"] == "no"
    assert (await alice.wish("penalty", seat=1))["t"] == "no"
    assert (await bob.wish("pause"))["t"] == "ack"
    assert (await bob.wish("resume"))["t"] == "ack"
    assert (await bob.wish("ready"))["t"] == "ack"
    await play((alice, bob))
    assert (await bob.wish("rematch"))["t"] == "ack"
    await alice.until(lambda: alice.phase == "playing")
    assert (await alice.wish("kick", seat=1))["t"] == "ack"
    await play((alice, bob))


async def play(players: tuple[Person, ...]) -> None:
    async with asyncio.timeout(60):
        while not all(player.closed or player.phase == "over" for player in players):
            for player in players:
                if player.wrong is not None:
                    raise player.wrong
                if player.menu and player.phase == "playing" and not player.closed:
                    with suppress(ConnectionError, ConnectionClosed):  # who is sent away hears no answer
                        answer = await player.wish("move", do=player.menu[0]["do"], deal=None)
                        assert answer["t"] in ("ack", "no"), answer
            await asyncio.sleep(0.01)


async def afterwards(alice: Person, bob: Person, code: str) -> None:
    table = {"code": code}
    await alice.call("GET /api/tables/{code}", **table)
    await alice.call("GET /api/tables/{code}/record", query="?match=1", **table)
    replay = await alice.call("GET /api/tables/{code}/replay", query="?match=1&eyes=0&first=0&count=5", **table)
    assert len(replay["frames"]) == 5
    await alice.call("GET /api/me/tables")
    await alice.call("GET /api/tables")
    again = alice.page.example("NewTable", start=True)
    again |= {
        "game": "hawthorn",
        "options": {"seats": 2, "deals": 4},
        "continues": again["continues"] | {"code": code, "match": 1, "at": 2},
    }
    assert (await alice.call("POST /api/tables", again))["table"]["practice"]


async def tournament(alice: Person, bob: Person) -> None:
    """One round with real cards, from the first name to the end; the rules refuse what comes too early."""
    page, ids = alice.page, iter(range(1000))

    async def act(person: Person, do: str, may_refuse: bool = False, **told: Any) -> Any:
        wish = page.example("Act", do="check_in") | {"id": f"a-{next(ids)}", "do": do} | told
        return await person.call("POST /api/tournaments/{code}/act", wish, may_refuse=may_refuse, code=code)

    await alice.call("GET /api/tournament-profiles")
    made = await alice.call(
        "POST /api/tournaments", page.example("NewTournament") | {"rounds": 1, "place": "real", "kmin": 3}
    )
    code = made["code"]
    entering = page.example("Enter") | {"secret": made["links"]["entrants"].partition("#")[2]}
    await bob.call("POST /api/tournaments/{code}/join", entering, code=code)
    await act(bob, "check_in")
    assert await act(alice, "start", may_refuse=True) is None
    assert await act(alice, "seat", may_refuse=True) is None
    await act(alice, "register", names=["Ada", "Bruno", "Chloé"])
    await act(alice, "check_in", names=["Ada", "Bruno", "Chloé"])
    await act(alice, "penalty", name="Ada", points="1/2", reason="late")
    for do in ("seat", "start"):
        await act(alice, do)
    await act(bob, "call", reason="a question")
    shown = page.example("Act", do="result") | {"id": "r-1", "table": 1}
    await bob.call("POST /api/tournaments/{code}/act", shown, code=code)
    await act(bob, "object", table=1, reason="a slip")
    assert await act(alice, "close", may_refuse=True) is None
    await act(alice, "rule", **{key: shown[key] for key in ("table", "raw", "second", "units")})
    manage = page.example("Manage") | {"do": "relink", "link": "referees"}
    await alice.call("POST /api/tournaments/{code}/manage", manage, code=code)
    await act(alice, "close")
    await act(alice, "finish")
    for what in ("standings", "entrants", "results"):
        await bob.call("GET /api/tournaments/{code}/{what}.csv", code=code, what=what)
    for what in ("seats", "cards", "sheets", "standings", "ranking"):
        await bob.call("GET /api/tournaments/{code}/print/{what}", query="?lang=fr", code=code, what=what)
    await bob.call("GET /api/tournaments/{code}/explain", query="?round=1", code=code)
    await bob.call("GET /api/tournaments/{code}/log", code=code)
    await bob.call("GET /api/tournaments/{code}/comparison", may_refuse=True, code=code)
    await bob.call("GET /api/tournaments/{code}", code=code)
    assert (await alice.call("GET /api/tournaments"))["mine"][0]["phase"] == "finished"


async def people(alice: Person, bob: Person, chloe: Person) -> None:
    """Accounts and ways back; in the end everybody goes."""
    page = alice.page
    await bob.call("POST /api/qr", page.example("Picture"))
    account = page.example("Credentials") | {"login": "robert.the.bold"}
    await bob.call("POST /api/account", account)
    bob.token = (await bob.call("POST /api/login", account))["token"]
    change = page.example("NewPassword") | {"old": account["password"]}
    await bob.call("POST /api/account/password", change)
    link = (await bob.call("POST /api/seat-link"))["token"]
    looked = await bob.call("POST /api/seat/look", page.example("UseSeatLink") | {"token": link})
    assert looked["same"]
    bob.token = (await bob.call("POST /api/seat", page.example("UseSeatLink") | {"token": link}))["token"]
    for route in ("POST /api/passkeys/new", "POST /api/passkeys/challenge", "DELETE /api/passkeys"):
        await bob.call(route, may_refuse=True)
    for route in ("POST /api/passkeys", "POST /api/passkeys/login"):
        await bob.call(route, page.example("Passkey"), may_refuse=True)
    await alice.call("POST /api/logout")
    await alice.until(lambda: alice.closed)
    assert alice.bye["reason"] == "logout"
    await chloe.call("DELETE /api/me")


async def the_rest(person: Person, code: str) -> None:
    """Routes nothing above has a use for: with the example of their body they are answered, or refused, as the page says."""
    for route, row in person.page.routes.items():
        if route not in person.done["routes"] and route != "POST /api/logout":
            parts = {name: {"code": code, "game": "hawthorn"}.get(name, "1") for name in re.findall(r"{(\w+)}", route)}
            await person.call(route, person.page.example(row["body"]) if row["body"] else None, may_refuse=True, **parts)
    await person.call("POST /api/logout")


def main(page: str, address: str) -> int:
    done: dict[str, set[str]] = {name: set() for name in ("routes", "sent", "told", "events", "reasons")}
    asyncio.run(visit(Page(Path(page).read_text(encoding="utf-8")), address, done))
    assert not [name for name in sys.modules if name.split(".")[0] == "pioche"], "this client knows the page only"
    print(json.dumps({name: sorted(what) for name, what in done.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
