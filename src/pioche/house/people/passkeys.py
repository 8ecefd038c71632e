"""Passkeys: an account without a password. The device keeps a secret and proves that it has it; the house keeps only
what the proof is checked with.

A browser makes passkeys for a site with a name, never for a bare number: here at home that is `localhost`. Needs the
package `webauthn` (`pip install "pioche[passkeys]"`); a house without it says so.
"""

from __future__ import annotations

import asyncio
import base64
import importlib.util
import ipaddress
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from pioche.house.people.identity import digest, new_token, put_session
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import KeyRow, PersonRow, Store
from pioche.house.stores.writer import Writer

CHALLENGE = 300  # seconds a challenge waits for its proof
MOST = 10  # passkeys of one person
Purpose = Literal["passkey_new", "passkey_login"]


@cache
def available() -> bool:
    return importlib.util.find_spec("webauthn") is not None


@dataclass(frozen=True)
class Site:
    """The address the browser is at. A passkey made for one site proves nothing at another."""

    name: str
    origin: str

    @classmethod
    def of(cls, origin: str | None) -> Site:
        if not available():
            raise Refusal("no_passkeys")
        if origin is None:
            raise Refusal("wrong_origin", 403)
        name = urlsplit(origin).hostname or ""
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return cls(name, origin)
        raise Refusal("passkey_address")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Passkeys:
    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    # -- a new one -------------------------------------------------------------------------------

    async def wish(self, person: PersonRow, site: Site) -> dict[str, Any]:
        """What the browser needs to make one for this person."""
        from webauthn import generate_registration_options
        from webauthn.helpers import options_to_json_dict, structs

        challenge = await self._challenge("passkey_new", person.id)
        keys = await self.writer.read(lambda store: store.keys(person.id))
        if len(keys) >= MOST:
            raise Refusal("too_many_passkeys", most=MOST)
        options = generate_registration_options(
            rp_id=site.name, rp_name="Pioche", user_id=person.id.encode(), user_name=person.login or person.name,
            user_display_name=person.name, challenge=challenge,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=_bytes(key.id)) for key in keys],
        )  # fmt: skip
        return options_to_json_dict(options)

    async def keep(self, person: PersonRow, site: Site, shown: dict[str, Any]) -> None:
        """The browser has made it."""
        from webauthn import verify_registration_response

        challenge = await self._spend("passkey_new", shown, person.id)
        made = await self._proof(
            lambda: verify_registration_response(
                credential=shown, expected_challenge=challenge, expected_rp_id=site.name, expected_origin=site.origin
            )
        )
        row = KeyRow(
            _text(made.credential_id), person.id, _text(made.credential_public_key), made.sign_count, int(time.time())
        )

        def put(store: Store) -> bool:
            if len(store.keys(person.id)) >= MOST:  # asked for several at once
                raise Refusal("too_many_passkeys", most=MOST)
            fresh = store.key(row.id) is None
            if fresh:
                store.put_key(row)
            return fresh

        if not await self.writer.do(put):
            raise Refusal("wrong_passkey", 401)

    # -- coming back -----------------------------------------------------------------------------

    async def ask(self, site: Site) -> dict[str, Any]:
        """What the browser needs to show one. It is not told whose: the device knows."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict

        challenge = await self._challenge("passkey_login", "")
        return options_to_json_dict(generate_authentication_options(rp_id=site.name, challenge=challenge))

    async def login(self, site: Site, shown: dict[str, Any]) -> tuple[PersonRow, str]:
        from webauthn import verify_authentication_response

        challenge = await self._spend("passkey_login", shown, "")
        key = await self.writer.read(lambda store: store.key(str(shown.get("id", ""))))
        if key is None:
            raise Refusal("wrong_passkey", 401)
        made = await self._proof(
            lambda: verify_authentication_response(
                credential=shown, expected_challenge=challenge, expected_rp_id=site.name, expected_origin=site.origin,
                credential_public_key=_bytes(key.public), credential_current_sign_count=key.count,
            )
        )  # fmt: skip
        token = new_token()
        fresh = digest(token)

        def enter(store: Store) -> PersonRow | None:
            person = store.person(key.person)
            if person is not None:
                store.put_key(replace(key, count=made.new_sign_count))
                put_session(store, fresh, person.id)
            return person

        person = await self.writer.do(enter)
        if person is None:
            raise Refusal("wrong_passkey", 401)
        return person, token

    async def count(self, person: PersonRow) -> int:
        return len(await self.writer.read(lambda store: store.keys(person.id)))

    async def drop(self, person: PersonRow) -> None:
        """All passkeys of a person prove nothing any more."""
        await self.writer.do(lambda store: store.drop_keys(person.id))

    # -- proofs ----------------------------------------------------------------------------------

    async def _challenge(self, purpose: Purpose, person: str) -> bytes:
        made = secrets.token_bytes(32)
        key = digest(_text(made))
        await self.writer.do(lambda store: store.put_session(key, person, purpose, int(time.time()) + CHALLENGE))
        return made

    async def _spend(self, purpose: Purpose, shown: dict[str, Any], person: str) -> bytes:
        """The challenge a proof answers, if it was set for this person and purpose; good for one proof, right or wrong."""
        try:
            answered = msgspec.json.decode(_bytes(shown["response"]["clientDataJSON"]))["challenge"]
            challenge = _bytes(answered)
        except (KeyError, TypeError, ValueError, RecursionError, msgspec.MsgspecError):
            raise Refusal("wrong_passkey", 401) from None
        key = digest(_text(challenge))

        def spend(store: Store) -> bool:
            found = store.session(key, purpose)
            return found is not None and store.drop_session(key) and found[0] == person and found[1] >= time.time()

        if not await self.writer.do(spend):
            raise Refusal("wrong_passkey", 401)
        return challenge

    async def _proof(self, check: Callable[[], Any]) -> Any:
        try:
            return await asyncio.to_thread(check)
        except Exception:  # the library meets whatever a stranger sends: all that is not a proof is none
            raise Refusal("wrong_passkey", 401) from None
