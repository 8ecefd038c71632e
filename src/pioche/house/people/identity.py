"""Who is who: guests by a cookie, accounts by a password, sockets by a ticket, other devices by a link.

Every credential is 256 random bits and is kept as a digest only. Names, numbers at a table and codes open nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, PersonRow, Store
from pioche.house.stores.writer import Writer

DAY = 86_400
SESSION, LINK = 180 * DAY, 7 * DAY
TICKET = 30.0  # seconds
CACHED = 20_000
MOST_TICKETS = 20_000
SCRYPT = (2**14, 8, 1)  # 16 MiB, some 50 ms
AT_ONCE = 2  # passwords worked on at the same time: the work is a lever for whoever wants to stop the house


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(password: str, salt: bytes | None = None, cost: tuple[int, int, int] = SCRYPT) -> str:
    salt = salt if salt is not None else secrets.token_bytes(16)
    n, r, p = cost
    made = hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, maxmem=2**26)
    return f"scrypt${n}${r}${p}${salt.hex()}${made.hex()}"


def matches(password: str, kept: str) -> bool:
    _, n, r, p, salt, _ = kept.split("$")
    return hmac.compare_digest(hashed(password, bytes.fromhex(salt), (int(n), int(r), int(p))), kept)


class People:
    """Everybody the house knows."""

    def __init__(self, writer: Writer, tell_others: Callable[[], None] = lambda: None) -> None:
        self.writer = writer
        self._tell_others = tell_others  # that there is something new in the book, where there are other workers
        self._known: OrderedDict[str, tuple[PersonRow, float]] = (
            OrderedDict()
        )  # digest -> person, read again after a minute
        self._tickets: OrderedDict[str, tuple[str, str, str, float]] = OrderedDict()
        self._hashing = asyncio.Semaphore(AT_ONCE)
        self._nobody = hashed(
            "nobody"
        )  # compared with when there is no such login, so that both take as long

    # -- sessions --------------------------------------------------------------------------------

    async def who_is(self, token: str) -> PersonRow | None:
        """The person behind a cookie or bearer token."""
        if not token or len(token) > 100:
            return None
        key, now = digest(token), time.monotonic()
        cached = self._known.get(key)
        if cached is not None and cached[1] > now:
            self._known.move_to_end(key)
            return cached[0]

        def look(store: Store) -> PersonRow | None:
            session = store.session(key, "session")
            if session is None or session[1] < time.time():
                return None
            return store.person(session[0])

        person = await self.writer.look(look)
        if person is not None:
            self._known[key] = person, now + 60
            if len(self._known) > CACHED:
                self._known.popitem(last=False)
        return person

    def changed(self, person: str) -> None:
        """What is remembered of a person is old."""
        for key in [key for key, (row, _) in self._known.items() if row.id == person]:
            del self._known[key]

    async def new_guest(self, name: str, lang: str) -> tuple[PersonRow, str]:
        person = PersonRow(secrets.token_hex(8), name, lang, made=int(time.time()))

        def make(store: Store) -> None:
            store.put_person(person)
            store.put_session(key, person.id, "session", int(time.time()) + SESSION)

        token = new_token()
        key = digest(token)
        await self.writer.do(make)
        return person, token

    async def change(self, person: PersonRow, name: str | None, lang: str | None) -> PersonRow:
        changed = replace(person, name=name or person.name, lang=lang or person.lang)
        if changed != person:
            await self._keep(changed)
        return changed

    async def _keep(self, person: PersonRow) -> None:
        def keep(store: Store) -> None:
            store.put_person(person)
            store.notice("person", person.id)

        await self.writer.do(keep)
        self.changed(person.id)
        self._tell_others()

    async def _open_session(self, person: PersonRow) -> str:
        token = new_token()
        key = digest(token)
        await self.writer.do(
            lambda store: store.put_session(key, person.id, "session", int(time.time()) + SESSION)
        )
        return token

    def ended(self, key: str) -> None:
        """A session is over, and so are its tickets."""
        self._known.pop(key, None)
        self._tickets = OrderedDict((k, v) for k, v in self._tickets.items() if v[2] != key)

    async def logout(self, token: str) -> None:
        key = digest(token)
        self.ended(key)

        def leave(store: Store) -> None:
            store.drop_session(key)
            store.notice("session", key)

        await self.writer.do(leave)
        self._tell_others()

    async def forget(self, person: PersonRow) -> None:
        def forget(store: Store) -> None:
            store.forget_person(person.id)
            store.notice("person", person.id)

        await self.writer.do(forget)
        self.changed(person.id)
        self._tell_others()

    # -- accounts --------------------------------------------------------------------------------

    async def register(self, person: PersonRow, login: str, password: str) -> PersonRow:
        """The guest becomes an account: seats and history stay."""
        if person.login:
            raise Refusal("login_taken")
        async with self._hashing:
            kept = await asyncio.to_thread(hashed, password)
        account = replace(person, login=login.casefold(), password=kept)

        def keep(store: Store) -> None:
            if store.person_by_login(account.login) is not None:
                raise Conflict(account.login)
            store.put_person(account)
            store.notice("person", account.id)

        try:
            await self.writer.do(keep)
        except Conflict:
            raise Refusal("login_taken") from None
        self.changed(person.id)
        self._tell_others()
        return account

    async def login(self, login: str, password: str) -> tuple[PersonRow, str]:
        person = await self.writer.look(lambda store: store.person_by_login(login.casefold()))
        async with self._hashing:
            right = await asyncio.to_thread(matches, password, person.password if person else self._nobody)
        if person is None or not right:
            raise Refusal("wrong_login", 401)
        return person, await self._open_session(person)

    # -- the way back to one's seats ---------------------------------------------------------------

    async def seat_link(self, person: PersonRow) -> str:
        token = new_token()
        key = digest(token)
        await self.writer.do(lambda store: store.put_session(key, person.id, "link", int(time.time()) + LINK))
        return token

    async def use_seat_link(self, token: str) -> tuple[PersonRow, str]:
        """Works once. Checked and spent in one step, so that two devices cannot both win."""
        key, fresh = digest(token), new_token()
        fresh_key = digest(fresh)

        def use(store: Store) -> PersonRow | None:
            found = store.session(key, "link")
            person = store.person(found[0]) if found is not None and found[1] >= time.time() else None
            if person is None or not store.drop_session(key):  # two workers may have found it, one spends it
                return None
            store.put_session(fresh_key, person.id, "session", int(time.time()) + SESSION)
            return person

        person = await self.writer.do(use)
        if person is None:
            raise Refusal("wrong_link", 401)
        return person, fresh

    # -- tickets ---------------------------------------------------------------------------------

    def ticket(self, person: str, code: str, session: str) -> str:
        """One socket, once, soon. Kept in memory only: after a restart one simply asks for another."""
        made = new_token()
        self._tickets[digest(made)] = person, code, session, time.monotonic() + TICKET
        if len(self._tickets) > MOST_TICKETS:
            self._tickets.popitem(last=False)
        return made

    def use_ticket(self, ticket: str, code: str) -> tuple[str, str] | None:
        """(person, session) for a valid ticket of this table; used up, whatever the answer."""
        found = self._tickets.pop(digest(ticket), None)
        if found is None or found[1] != code or found[3] < time.monotonic():
            return None
        return found[0], found[2]
