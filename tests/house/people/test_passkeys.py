"""Passkeys: made, shown, and refused whenever anything about them is not as it should be."""

from __future__ import annotations

import base64
import copy
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.house.people.authenticator import Device
from tests.house.running import Running

pytest.importorskip("webauthn")
WEB = Path(__file__).parents[3] / "web"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""


@contextmanager
def browser(house: Running, name: str = "", site: str = "localhost") -> Iterator[httpx.Client]:
    """A page at http://localhost, which is where a house at home can have passkeys."""
    host = f"{site}:{house.port}"
    with httpx.Client(base_url=house.address, headers={"host": host, "origin": f"http://{host}"}, trust_env=False) as client:
        if name:
            ask(client, "/api/me", {"name": name})
        yield client


def ask(client: httpx.Client, path: str, body: Any = None, status: int = 200) -> Any:
    answer = client.post(path, json=body) if body is not None else client.post(path)
    assert answer.status_code == status, answer.text
    return answer.json()


def origin(client: httpx.Client) -> str:
    return client.headers["origin"]


def registered(client: httpx.Client) -> Device:
    device = Device()
    ask(client, "/api/passkeys", device.make(ask(client, "/api/passkeys/new")["publicKey"], origin(client)))
    return device


def shown(client: httpx.Client, device: Device) -> dict[str, Any]:
    return device.show(ask(client, "/api/passkeys/challenge")["publicKey"], origin(client))


def test_a_guest_keeps_everything_under_a_passkey(house: Running) -> None:
    with browser(house, "Alice") as at_home, browser(house) as elsewhere:
        assert at_home.get("/api/house").json()["passkeys"] is True
        code = ask(at_home, "/api/tables", {"game": "pairs"})["code"]
        device = registered(at_home)
        assert at_home.get("/api/me").json()["passkeys"] == 1
        me = ask(elsewhere, "/api/passkeys/login", shown(elsewhere, device))
        assert (me["name"], me["passkeys"], me["token"]) == ("Alice", 1, "")
        assert [table["code"] for table in elsewhere.get("/api/me/tables").json()["tables"]] == [code]
        assert ask(elsewhere, "/api/passkeys/login", shown(elsewhere, device))["name"] == "Alice"  # and again


def test_a_proof_is_good_once(house: Running) -> None:
    with browser(house, "Alice") as alice, browser(house) as thief:
        device = registered(alice)
        proof = shown(alice, device)
        ask(alice, "/api/passkeys/login", proof)
        assert ask(thief, "/api/passkeys/login", proof, 401)["reason"] == "wrong_passkey"


def change(proof: dict[str, Any], **response: str) -> dict[str, Any]:
    changed = copy.deepcopy(proof)
    changed["response"].update(response)
    return changed


def test_whatever_is_wrong_about_a_proof_opens_nothing(house: Running) -> None:
    with browser(house, "Alice") as alice, browser(house, "Bob") as bob, browser(house) as nobody:
        device, other = registered(alice), registered(bob)

        def fresh(where: str = "") -> dict[str, Any]:
            return device.show(ask(nobody, "/api/passkeys/challenge")["publicKey"], where or origin(nobody))

        signature = shown(nobody, other)["response"]["signature"]
        wrong = {
            "signed by another key": change(fresh(), signature=signature),
            "a page of another site": fresh("http://evil.example"),
            "a key nobody knows": shown(nobody, Device()),
            "another key's name": fresh() | {"id": shown(nobody, other)["id"]},
            "a challenge of its own making": device.show({"rpId": "localhost", "challenge": "AAAA"}, origin(nobody)),
            "made for another site": device.show(
                ask(nobody, "/api/passkeys/challenge")["publicKey"] | {"rpId": "evil.example"}, origin(nobody)
            ),
            "a challenge to make one": device.show(
                {"rpId": "localhost", "challenge": ask(bob, "/api/passkeys/new")["publicKey"]["challenge"]}, origin(nobody)
            ),
            "no bytes": change(fresh(), authenticatorData="!!"),
            "nothing": fresh() | {"response": {}},
        }
        for what, proof in wrong.items():
            assert ask(nobody, "/api/passkeys/login", proof, 401)["reason"] == "wrong_passkey", what
        assert nobody.get("/api/me").status_code == 401
        device.count = 0  # a copy of the device counts on from where it was copied
        assert ask(nobody, "/api/passkeys/login", fresh(), 401)["reason"] == "wrong_passkey"
        device.count = 200
        assert ask(nobody, "/api/passkeys/login", fresh())["name"] == "Alice"


def test_a_deeply_nested_proof_is_refused(house: Running) -> None:
    """It was answered with 500: the decoder has a limit of its own."""
    nested = base64.urlsafe_b64encode(b'{"challenge":' + b"[" * 2_000).decode()
    body = {"id": "a", "rawId": "a", "type": "public-key", "response": {"clientDataJSON": nested}}
    with browser(house) as anybody:
        assert ask(anybody, "/api/passkeys/login", body, 401)["reason"] == "wrong_passkey"


def test_a_key_is_made_by_the_person_who_asked_for_it(house: Running) -> None:
    with browser(house, "Alice") as alice, browser(house, "Bob") as bob:
        device = Device()
        made = device.make(ask(alice, "/api/passkeys/new")["publicKey"], origin(alice))
        assert ask(bob, "/api/passkeys", made, 401)["reason"] == "wrong_passkey"
        assert ask(alice, "/api/passkeys", made, 401)["reason"] == "wrong_passkey"  # the challenge is spent
        again = device.make(ask(alice, "/api/passkeys/new")["publicKey"], origin(alice))
        ask(alice, "/api/passkeys", again)
        stolen = device.make(ask(bob, "/api/passkeys/new")["publicKey"], origin(bob))
        assert ask(bob, "/api/passkeys", stolen, 401)["reason"] == "wrong_passkey"  # it is Alice's already
        assert [client.get("/api/me").json()["passkeys"] for client in (alice, bob)] == [1, 0]


def test_keys_are_dropped_and_forgotten(house: Running) -> None:
    with browser(house, "Alice") as alice, browser(house) as nobody:
        device = registered(alice)
        assert alice.delete("/api/passkeys").json()["passkeys"] == 0
        ask(nobody, "/api/passkeys/login", shown(nobody, device), 401)
        device = registered(alice)
        assert alice.delete("/api/me").status_code == 200
        ask(nobody, "/api/passkeys/login", shown(nobody, device), 401)


def test_a_bare_number_is_no_site(house: Running) -> None:
    with browser(house, "Alice", site="127.0.0.1") as alice:
        assert ask(alice, "/api/passkeys/new", status=409)["reason"] == "passkey_address"
        assert ask(alice, "/api/passkeys/challenge", status=409)["reason"] == "passkey_address"
    with httpx.Client(base_url=house.address, trust_env=False) as script:
        assert ask(script, "/api/passkeys/challenge", status=403)["reason"] == "wrong_origin"


@pytest.mark.skipif(
    not (CHROMIUM and shutil.which("node") and (WEB / "node_modules" / "playwright-core").is_dir()),
    reason="PASSKEYS ARE NOT TESTED IN A BROWSER. It needs chromium, node and the page's tools (make page).",
)
def test_a_real_browser_makes_and_shows_one(house: Running) -> None:
    script = Path(__file__).with_name("passkeys.mjs")
    done = subprocess.run(
        ["node", str(script), f"http://localhost:{house.port}", str(WEB)],
        env={**os.environ, "CHROMIUM": CHROMIUM}, capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"
    assert done.stdout.strip().endswith("Alice is back")
