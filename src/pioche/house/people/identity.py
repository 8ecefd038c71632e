"""Who is who: guests by a cookie, accounts by a password, sockets by a ticket, other devices by a link.

Every credential is 256 random bits and is kept as a digest only. Names, numbers at a table and codes open nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from collections import OrderedDict
from dataclasses import replace
from operator import methodcaller

from pioche.house.people.login_throttle import LoginThrottle
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, PersonRow, Store, StoreDamaged, StoreFailed
from pioche.house.stores.writer import Writer

log = logging.getLogger("pioche.house")
DAY = 86_400
SESSION, LINK = 180 * DAY, 7 * DAY
MOST = {"session": 40, "link": 5}  # of one person; those that would end first make room
TIDY = 3600  # seconds between two looks for what has ended
PURGE, PAUSE = 500, 0.05  # sessions looked at in one piece, seconds until the next
TICKET = 30.0  # seconds
CACHED = 20_000
MOST_TICKETS = 20_000
SCRYPT = (2**14, 8, 1)  # 16 MiB, some 50 ms
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # of codes; no letters to be confused: 5 bits each
AT_ONCE = 2  # passwords worked on at the same time: the work is a lever for whoever wants to stop the house


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Of a table or a tournament. Asked for once: every question to the system is a break in the work of the loop."""
    chance = secrets.randbits(50)
    return "".join(ALPHABET[chance >> 5 * place & 31] for place in range(10))


def hashed(password: str, salt: bytes | None = None, cost: tuple[int, int, int] = SCRYPT) -> str:
    salt = salt if salt is not None else secrets.token_bytes(16)
    n, r, p = cost
    made = hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, maxmem=2**26)
    return f"scrypt${n}${r}${p}${salt.hex()}${made.hex()}"


def matches(password: str, kept: str) -> bool:
    try:
        _, n, r, p, salt, _ = kept.split("$")
        return hmac.compare_digest(hashed(password, bytes.fromhex(salt), (int(n), int(r), int(p))), kept)
    except (ValueError, TypeError) as wrong:
        raise StoreDamaged("a password") from wrong


def put_session(store: Store, key: str, person: str, kind: str = "session", lasts: int = SESSION) -> None:
    """Keep a new session or link; where there are too many, those that would end first go."""
    for old in store.sessions(person, kind)[MOST[kind] - 1 :]:
        store.drop_session(old)
        store.notice("session", old)
    store.put_session(key, person, kind, int(time.time()) + lasts)


class People:
    """Everybody the house knows."""

    def __init__(self, writer: Writer, loose: float = 1.0) -> None:
        self.writer = writer
        self._known: OrderedDict[str, tuple[PersonRow, float]] = OrderedDict()  # digest -> person, read again after a minute
        self._tickets: OrderedDict[str, tuple[str, str, str, float]] = OrderedDict()
        self._over: OrderedDict[str, None] = OrderedDict()  # sessions that ended lately: what was on its way when they did
        self._hashing = asyncio.Semaphore(AT_ONCE)
        self.login_throttle = LoginThrottle(loose)
        self._nobody = hashed("nobody")  # compared with when there is no such login, so that both take as long

    # -- sessions --------------------------------------------------------------------------------

    async def who_is(self, token: str) -> tuple[PersonRow | None, bool]:
        """The person behind a cookie or bearer token, and whether the session was renewed by this: whoever comes again
        within half a year is never lost. At most once a day, so that looking stays cheap."""
        if not token or len(token) > 100:
            return None, False
        key, now = digest(token), time.monotonic()
        cached = self._known.get(key)
        if cached is not None and cached[1] > now:
            self._known.move_to_end(key)
            return cached[0], False

        def look(store: Store) -> tuple[PersonRow | None, int]:
            session = store.session(key, "session")
            if session is None or session[1] < time.time():
                return None, 0
            return store.person(session[0]), session[1]

        person, expires = await self.writer.read(look)
        if person is None or self.is_over(key):
            return None, False
        self._known[key] = person, now + 60
        if len(self._known) > CACHED:
            self._known.popitem(last=False)
        return person, expires < time.time() + SESSION - DAY and await self._renew(key, person.id)

    async def _renew(self, key: str, person: str) -> bool:
        def renew(store: Store) -> bool:
            there = store.session(key, "session") is not None  # it may have been ended meanwhile
            if there:
                store.put_session(key, person, "session", int(time.time()) + SESSION)
            return there

        try:
            return await self.writer.do(renew)
        except StoreFailed:  # a disk that refuses now is asked again the next minute
            return False

    async def keep_tidy(self) -> None:
        """Once at the beginning, then every hour."""
        while True:
            try:
                await self.purge()
            except (StoreFailed, Conflict) as wrong:
                log.warning("ended sessions are still there", extra={"error": type(wrong).__name__})
            await asyncio.sleep(TIDY)

    async def purge(self) -> None:
        """Drop sessions, links and challenges that have ended, piece by piece: others write in between."""
        after, now = "", int(time.time())
        while True:
            after = await self.writer.do(methodcaller("purge_sessions", after, now, PURGE))
            if not after:
                return
            await asyncio.sleep(PAUSE)

    def changed(self, person: str) -> None:
        """What is remembered of a person is old."""
        for key in [key for key, (row, _) in self._known.items() if row.id == person]:
            del self._known[key]

    async def new_guest(self, name: str, lang: str) -> tuple[PersonRow, str]:
        person = PersonRow(secrets.token_hex(8), name, lang, made=int(time.time()))

        def make(store: Store) -> None:
            store.put_person(person)
            put_session(store, key, person.id)

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

    async def _open_session(self, person: PersonRow) -> str:
        token = new_token()
        key = digest(token)
        await self.writer.do(lambda store: put_session(store, key, person.id))
        return token

    def ended(self, key: str) -> None:
        """A session is over, and its tickets open nothing any more."""
        self._known.pop(key, None)
        self._over[key] = None
        if len(self._over) > CACHED:
            self._over.popitem(last=False)

    def is_over(self, key: str) -> bool:
        """Has this session ended lately?"""
        return key in self._over

    async def logout(self, token: str) -> None:
        key = digest(token)
        self.ended(key)

        def leave(store: Store) -> None:
            store.drop_session(key)
            store.notice("session", key)

        await self.writer.do(leave)

    async def forget(self, person: PersonRow) -> list[str]:
        """Nobody is this person any more. Which sessions have ended?"""

        def forget(store: Store) -> list[str]:
            sessions = store.sessions(person.id, "session")
            store.forget_person(person.id)
            for key in sessions:
                store.notice("session", key)
            store.notice("person", person.id)
            return sessions

        sessions = await self.writer.do(forget)
        for key in sessions:
            self.ended(key)
        self.changed(person.id)
        return sessions

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
        return account

    async def login(self, login: str, password: str, address: str) -> tuple[PersonRow, str]:
        person = await self.writer.read(lambda store: store.person_by_login(login.casefold()))
        if not await self._right(login.casefold(), password, person, address) or person is None:
            raise Refusal("wrong_login", 401)
        return person, await self._open_session(person)

    async def _right(self, login: str, password: str, person: PersonRow | None, address: str) -> bool:
        """Is this the password? Wrong ones make whoever tries at this address wait, longer and longer."""
        self.login_throttle.ask(login, address)
        async with self._hashing:
            right = await asyncio.to_thread(matches, password, person.password if person else self._nobody)
        self.login_throttle.tried(login, address, right)
        return right

    async def change_password(
        self, person: PersonRow, old: str, new: str, session: str, address: str
    ) -> tuple[PersonRow, list[str]]:
        """Another password; every other session and every link of this person ends. Which sessions have ended?"""
        if not person.password:
            raise Refusal("no_password")
        if not await self._right(person.login, old, person, address):
            raise Refusal("wrong_password", 403)
        async with self._hashing:
            kept = await asyncio.to_thread(hashed, new)

        def change(store: Store) -> tuple[PersonRow, list[str]] | None:
            now = store.person(person.id)
            if now is None or now.password != person.password:  # changed from elsewhere meanwhile
                return None
            changed = replace(now, password=kept)
            store.put_person(changed)
            for link in store.sessions(person.id, "link"):
                store.drop_session(link)
            others = [key for key in store.sessions(person.id, "session") if key != session]
            for key in others:
                store.drop_session(key)
                store.notice("session", key)
            store.notice("person", person.id)
            return changed, others

        done = await self.writer.do(change)
        if done is None:
            raise Refusal("wrong_password", 403)
        for key in done[1]:
            self.ended(key)
        self.changed(person.id)
        return done

    # -- the way back to one's seats ---------------------------------------------------------------

    async def seat_link(self, person: PersonRow) -> str:
        token = new_token()
        key = digest(token)
        await self.writer.do(lambda store: put_session(store, key, person.id, "link", LINK))
        return token

    async def whose_link(self, token: str) -> PersonRow:
        """Whom a link makes of a device. Looking does not spend it."""
        key = digest(token)

        def look(store: Store) -> PersonRow | None:
            found = store.session(key, "link")
            return store.person(found[0]) if found is not None and found[1] >= time.time() else None

        person = await self.writer.read(look)
        if person is None:
            raise Refusal("wrong_link", 401)
        return person

    async def use_seat_link(self, token: str) -> tuple[PersonRow, str]:
        """Works once. Checked and spent in one step, so that two devices cannot both win."""
        key, fresh = digest(token), new_token()
        fresh_key = digest(fresh)

        def use(store: Store) -> PersonRow | None:
            found = store.session(key, "link")
            person = store.person(found[0]) if found is not None and found[1] >= time.time() else None
            if person is None or not store.drop_session(key):  # two workers may have found it, one spends it
                return None
            put_session(store, fresh_key, person.id)
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
        if found is None or found[1] != code or found[3] < time.monotonic() or self.is_over(found[2]):
            return None
        return found[0], found[2]
