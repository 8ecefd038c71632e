"""Authentication: guests by a cookie, accounts by a password, sockets by a ticket, other devices by a link.

Every credential is 256 random bits and is stored as a digest only. Names, numbers at a table and codes give no access.
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
DAY_SECONDS = 86_400
SESSION_SECONDS, LINK_SECONDS = 180 * DAY_SECONDS, 7 * DAY_SECONDS
MAX_PER_PERSON = {"session": 40, "link": 5}  # those that would end first make room
PURGE_INTERVAL_SECONDS = 3600
PURGE_BATCH_SIZE = 500  # sessions checked in one job of the writer
PURGE_PAUSE_SECONDS = 0.05  # between two batches
TICKET_SECONDS = 30.0
MAX_CACHED_SESSIONS = 20_000
MAX_TICKETS = 20_000
SCRYPT_COST = (2**14, 8, 1)  # n, r, p: 16 MiB, some 50 ms
CODE_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # 5 bits a letter; none that looks like another
MAX_CONCURRENT_HASHES = 2  # hashing is expensive: more at once would let an attacker stop the server


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Return a random code for a table or a tournament. All its bits come from one call of the system."""
    bits = secrets.randbits(50)
    return "".join(CODE_ALPHABET[bits >> 5 * place & 31] for place in range(10))


def hashed(password: str, salt: bytes | None = None, cost: tuple[int, int, int] = SCRYPT_COST) -> str:
    """Return the scrypt hash of a password, with its cost and salt."""
    salt = salt if salt is not None else secrets.token_bytes(16)
    n, r, p = cost
    made = hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, maxmem=2**26)
    return f"scrypt${n}${r}${p}${salt.hex()}${made.hex()}"


def matches(password: str, kept: str) -> bool:
    """Return whether a password has this hash; raise `StoreDamaged` if the hash cannot be read."""
    try:
        _, n, r, p, salt, _ = kept.split("$")
        return hmac.compare_digest(hashed(password, bytes.fromhex(salt), (int(n), int(r), int(p))), kept)
    except (ValueError, TypeError) as wrong:
        raise StoreDamaged("a password") from wrong


def put_session(store: Store, key: str, person: str, kind: str = "session", lasts: int = SESSION_SECONDS) -> None:
    """Store a new session or link; if the person has too many, drop those that would end first."""
    for old in store.sessions(person, kind)[MAX_PER_PERSON[kind] - 1 :]:
        store.drop_session(old)
        store.notice("session", old)
    store.put_session(key, person, kind, int(time.time()) + lasts)


class People:
    """Guests and accounts, their sessions, links and tickets."""

    def __init__(self, writer: Writer, loose: float = 1.0) -> None:
        self.writer = writer
        self._known: OrderedDict[str, tuple[PersonRow, float]] = OrderedDict()  # digest -> person, and when to read it again
        self._tickets: OrderedDict[str, tuple[str, str, str, float]] = OrderedDict()  # digest -> person, code, session, end
        self._over: OrderedDict[str, None] = OrderedDict()  # digests of sessions that ended lately
        self._hashing = asyncio.Semaphore(MAX_CONCURRENT_HASHES)
        self.login_throttle = LoginThrottle(loose)
        self._unknown_login = hashed("nobody")  # compared with if there is no such login, so that both take equally long

    # -- sessions --------------------------------------------------------------------------------

    async def who_is(self, token: str) -> tuple[PersonRow | None, bool]:
        """Return the person of a token, or None, and whether the session was prolonged.

        A session in use is prolonged once a day. Persons are cached for a minute.
        """
        if not token or len(token) > 100:
            return None, False
        key, now = digest(token), time.monotonic()
        cached = self._known.get(key)
        if cached is not None and cached[1] > now:
            self._known.move_to_end(key)
            return cached[0], False

        def find(store: Store) -> tuple[PersonRow | None, int]:
            session = store.session(key, "session")
            if session is None or session[1] < time.time():
                return None, 0
            return store.person(session[0]), session[1]

        person, expires = await self.writer.read(find)
        if person is None or self.is_over(key):
            return None, False
        self._known[key] = person, now + 60
        if len(self._known) > MAX_CACHED_SESSIONS:
            self._known.popitem(last=False)
        return person, expires < time.time() + SESSION_SECONDS - DAY_SECONDS and await self._renew(key, person.id)

    async def _renew(self, key: str, person: str) -> bool:
        """Prolong a session, unless it has ended meanwhile; return whether it was prolonged."""

        def renew(store: Store) -> bool:
            exists = store.session(key, "session") is not None
            if exists:
                store.put_session(key, person, "session", int(time.time()) + SESSION_SECONDS)
            return exists

        try:
            return await self.writer.do(renew)
        except StoreFailed:  # tried again when the cache expires
            return False

    async def keep_tidy(self) -> None:
        """Purge now and every hour, forever."""
        while True:
            try:
                await self.purge()
            except (StoreFailed, Conflict) as wrong:
                log.warning("ended sessions are still there", extra={"error": type(wrong).__name__})
            await asyncio.sleep(PURGE_INTERVAL_SECONDS)

    async def purge(self) -> None:
        """Drop sessions, links and challenges that have ended, in batches so that other writes come in between."""
        after, now = "", int(time.time())
        while True:
            after = await self.writer.do(methodcaller("purge_sessions", after, now, PURGE_BATCH_SIZE))
            if not after:
                return
            await asyncio.sleep(PURGE_PAUSE_SECONDS)

    def changed(self, person: str) -> None:
        """Drop a person from the cache."""
        for key in [key for key, (row, _) in self._known.items() if row.id == person]:
            del self._known[key]

    async def new_guest(self, name: str, lang: str) -> tuple[PersonRow, str]:
        """Store a new guest; return the person and the token of their session."""
        person = PersonRow(secrets.token_hex(8), name, lang, made=int(time.time()))

        def make(store: Store) -> None:
            store.put_person(person)
            put_session(store, key, person.id)

        token = new_token()
        key = digest(token)
        await self.writer.do(make)
        return person, token

    async def change(self, person: PersonRow, name: str | None, lang: str | None) -> PersonRow:
        """Change name or language; return the changed person."""
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
        """Drop an ended session from the cache and invalidate its tickets."""
        self._known.pop(key, None)
        self._over[key] = None
        if len(self._over) > MAX_CACHED_SESSIONS:
            self._over.popitem(last=False)

    def is_over(self, key: str) -> bool:
        """Return whether this session ended lately; its requests and tickets may still be on their way."""
        return key in self._over

    async def logout(self, token: str) -> None:
        """End the session of a token."""
        key = digest(token)
        self.ended(key)

        def leave(store: Store) -> None:
            store.drop_session(key)
            store.notice("session", key)

        await self.writer.do(leave)

    async def forget(self, person: PersonRow) -> list[str]:
        """Delete a person and their sessions; return the digests of the sessions."""

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
        """Make a guest an account; seats and history stay. Refuse if the login is taken or the person has one."""
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
        """Open a session; return the person and its token. Refuse a wrong login (401) and too many tries (429)."""
        person = await self.writer.read(lambda store: store.person_by_login(login.casefold()))
        if not await self._check_password(login.casefold(), password, person, address) or person is None:
            raise Refusal("wrong_login", 401)
        return person, await self._open_session(person)

    async def _check_password(self, login: str, password: str, person: PersonRow | None, address: str) -> bool:
        """Return whether the password is right; refuse with 429 after too many wrong ones from this address."""
        self.login_throttle.admit(login, address)
        async with self._hashing:
            right = await asyncio.to_thread(matches, password, person.password if person else self._unknown_login)
        self.login_throttle.record(login, address, right)
        return right

    async def change_password(
        self, person: PersonRow, old: str, new: str, session: str, address: str
    ) -> tuple[PersonRow, list[str]]:
        """Change the password and end every other session and every link of this person.

        Return the changed person and the digests of the ended sessions. Refuse a wrong password (403).
        """
        if not person.password:
            raise Refusal("no_password")
        if not await self._check_password(person.login, old, person, address):
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

    # -- private links ----------------------------------------------------------------------------

    async def seat_link(self, person: PersonRow) -> str:
        """Return the token of a new link with which another device becomes this person."""
        token = new_token()
        key = digest(token)
        await self.writer.do(lambda store: put_session(store, key, person.id, "link", LINK_SECONDS))
        return token

    async def person_of_link(self, token: str) -> PersonRow:
        """Return the person a link belongs to, without using it up. Refuse a wrong or used link (401)."""
        key = digest(token)

        def find(store: Store) -> PersonRow | None:
            found = store.session(key, "link")
            return store.person(found[0]) if found is not None and found[1] >= time.time() else None

        person = await self.writer.read(find)
        if person is None:
            raise Refusal("wrong_link", 401)
        return person

    async def use_seat_link(self, token: str) -> tuple[PersonRow, str]:
        """Use a link up and open a session; return the person and its token. Refuse a wrong or used link (401)."""
        key, session_token = digest(token), new_token()
        session_key = digest(session_token)

        def use(store: Store) -> PersonRow | None:
            found = store.session(key, "link")
            person = store.person(found[0]) if found is not None and found[1] >= time.time() else None
            if person is None or not store.drop_session(key):  # of two workers that found the link, one drops it
                return None
            put_session(store, session_key, person.id)
            return person

        person = await self.writer.do(use)
        if person is None:
            raise Refusal("wrong_link", 401)
        return person, session_token

    # -- tickets ---------------------------------------------------------------------------------

    def ticket(self, person: str, code: str, session: str) -> str:
        """Return a ticket that opens one socket at one table, once, within `TICKET_SECONDS`. Kept in memory only."""
        token = new_token()
        self._tickets[digest(token)] = person, code, session, time.monotonic() + TICKET_SECONDS
        if len(self._tickets) > MAX_TICKETS:
            self._tickets.popitem(last=False)
        return token

    def use_ticket(self, ticket: str, code: str) -> tuple[str, str] | None:
        """Use up a ticket; return (person, session) if it is valid for this table, else None."""
        found = self._tickets.pop(digest(ticket), None)
        if found is None or found[1] != code or found[3] < time.monotonic() or self.is_over(found[2]):
            return None
        return found[0], found[2]
