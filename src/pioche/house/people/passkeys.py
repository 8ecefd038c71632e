"""Passkeys (WebAuthn): accounts without a password. The device keeps the private key, the server the public one.

Browsers create passkeys for host names only, never for an IP address; on one's own machine that is `localhost`. Needs the
package `webauthn` (`pip install "pioche[passkeys]"`); without it every request is refused with `no_passkeys`.
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

CHALLENGE_SECONDS = 300  # until a challenge expires
MAX_PASSKEYS = 10  # of one person
Purpose = Literal["passkey_new", "passkey_login"]


@cache
def available() -> bool:
    """Return whether the package `webauthn` is installed."""
    return importlib.util.find_spec("webauthn") is not None


@dataclass(frozen=True)
class Site:
    """The host name and origin a passkey is bound to."""

    name: str
    origin: str

    @classmethod
    def of(cls, origin: str | None) -> Site:
        """Return the site of an Origin header; refuse if it is missing or an IP address, or without `webauthn`."""
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
    """Registration of passkeys, and login with them."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    # -- registration ----------------------------------------------------------------------------

    async def creation_options(self, person: PersonRow, site: Site) -> dict[str, Any]:
        """Return the options with which the browser creates a passkey for this person; refuse if they have too many."""
        from webauthn import generate_registration_options
        from webauthn.helpers import options_to_json_dict, structs

        challenge = await self._challenge("passkey_new", person.id)
        keys = await self.writer.read(lambda store: store.keys(person.id))
        if len(keys) >= MAX_PASSKEYS:
            raise Refusal("too_many_passkeys", most=MAX_PASSKEYS)
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
        """Check and store a passkey the browser has created; refuse a wrong proof (401) and too many passkeys."""
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
            if len(store.keys(person.id)) >= MAX_PASSKEYS:  # several may have been begun at the same time
                raise Refusal("too_many_passkeys", most=MAX_PASSKEYS)
            is_new = store.key(row.id) is None
            if is_new:
                store.put_key(row)
            return is_new

        if not await self.writer.do(put):
            raise Refusal("wrong_passkey", 401)

    # -- login -----------------------------------------------------------------------------------

    async def request_options(self, site: Site) -> dict[str, Any]:
        """Return the options with which the browser proves a passkey. They name no person: the device finds the key."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict

        challenge = await self._challenge("passkey_login", "")
        return options_to_json_dict(generate_authentication_options(rp_id=site.name, challenge=challenge))

    async def login(self, site: Site, shown: dict[str, Any]) -> tuple[PersonRow, str]:
        """Check a proof and open a session; return the person and its token. Refuse a wrong proof (401)."""
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
        session = digest(token)

        def enter(store: Store) -> PersonRow | None:
            person = store.person(key.person)
            if person is not None:
                store.put_key(replace(key, count=made.new_sign_count))
                put_session(store, session, person.id)
            return person

        person = await self.writer.do(enter)
        if person is None:
            raise Refusal("wrong_passkey", 401)
        return person, token

    async def count(self, person: PersonRow) -> int:
        return len(await self.writer.read(lambda store: store.keys(person.id)))

    async def drop(self, person: PersonRow) -> None:
        """Delete all passkeys of a person."""
        await self.writer.do(lambda store: store.drop_keys(person.id))

    # -- proofs ----------------------------------------------------------------------------------

    async def _challenge(self, purpose: Purpose, person: str) -> bytes:
        made = secrets.token_bytes(32)
        key = digest(_text(made))
        await self.writer.do(lambda store: store.put_session(key, person, purpose, int(time.time()) + CHALLENGE_SECONDS))
        return made

    async def _spend(self, purpose: Purpose, shown: dict[str, Any], person: str) -> bytes:
        """Return the challenge a proof answers and drop it: it serves one proof, right or wrong.

        Refuse (401) if it was not set for this person and purpose, or has expired.
        """
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
        except Exception:  # the library raises many kinds of errors on malformed proofs
            raise Refusal("wrong_passkey", 401) from None
