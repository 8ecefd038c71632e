"""A passkey device in software, and the browser around it: what navigator.credentials would answer."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 1, 4, 64


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """One key, made for one site."""

    def __init__(self) -> None:
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.user = ""

    def make(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """navigator.credentials.create"""
        self.user = options["user"]["id"]
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        held = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], WITH_KEY) + held
        sealed = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": client("webauthn.create", options, origin), "attestationObject": text(sealed)}
        return self._credential(response)

    def show(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """navigator.credentials.get"""
        data, said = self._data(options["rpId"]), client("webauthn.get", options, origin)
        signed = data + hashlib.sha256(base64.urlsafe_b64decode(said + "==")).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": said,
            "authenticatorData": text(data),
            "signature": text(signature),
            "userHandle": self.user,
        }
        return self._credential(response)

    def _data(self, site: str, more: int = 0) -> bytes:
        self.count += 1
        return hashlib.sha256(site.encode()).digest() + bytes([PRESENT | VERIFIED | more]) + self.count.to_bytes(4, "big")

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def client(kind: str, options: dict[str, Any], origin: str) -> str:
    said = {"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
    return text(json.dumps(said).encode())
