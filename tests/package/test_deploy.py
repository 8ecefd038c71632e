"""What `deploy/` offers, tried with the programs it is for: systemd, nginx and Caddy in front of a real house."""

from __future__ import annotations

import asyncio
import datetime
import json
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import yaml
from bench import races
from bench.wire import Length
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect

from pioche.client import LOST, Client, Refused, Sitting
from pioche.house.operations.limits import MAX_SILENT_SOCKETS_PER_ADDRESS, RATES
from pioche.house.people.origins import PROXY_HEADERS
from pioche.house.sockets.latency import MAX_UNMEASURED_MS
from pioche.house.tables import journal as j
from pioche.house.tables.reaction_claims import ROUNDING_MS
from pioche.terminal import cli
from tests.house.doors.knocking import counter
from tests.house.running import Running, run
from tests.page.driving import Browser, missing

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "cards.example.org"
PIOCHE = Path(sys.executable).parent / "pioche"
VISITORS = ["127.0.3.1", "127.0.3.2", "127.0.3.3"]


def needs(program: str, package: str) -> str:
    found = shutil.which(program, path="/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin")
    if not found:
        pytest.skip(f"NOT TESTED: there is no {program} here: apt-get install {package}")
    return found


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


# -- systemd ---------------------------------------------------------------------------------------


def units(tmp_path: Path) -> list[str]:
    """The units with a pioche that is there."""
    made = []
    for file in sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]):
        (tmp_path / file.name).write_text(file.read_text().replace("/opt/pioche/bin/pioche", str(PIOCHE)))
        made.append(str(tmp_path / file.name))
    return made


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    analyze = needs("systemd-analyze", "systemd")
    done = subprocess.run([analyze, "verify", *units(tmp_path)], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "pioche" in line]
    assert ours == []
    assert done.returncode == 0


def test_the_house_is_shut_off_from_the_rest_of_the_machine(tmp_path: Path) -> None:
    analyze = needs("systemd-analyze", "systemd")
    unit = next(name for name in units(tmp_path) if name.endswith("pioche.service"))
    done = subprocess.run([analyze, "security", "--offline=true", "--threshold=25", unit], capture_output=True, check=False)
    assert done.returncode == 0  # an exposure of 2.5 out of 10 at most


def test_the_command_of_the_unit_opens_a_house(tmp_path: Path) -> None:
    """As the unit writes it, but on a free port."""
    unit = (DEPLOY / "pioche.service").read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1].split()
    command = [str(PIOCHE), *command[1:]]
    command[command.index("--port") + 1] = "0"
    house = subprocess.Popen([*command, "--data", str(tmp_path / "h.db")], stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    port = next(int(found[1]) for line in house.stdout if (found := re.search(r"http://127\.0\.0\.1:(\d+)/", line)))
    try:
        assert httpx.get(f"http://127.0.0.1:{port}/", headers={"host": NAME}, trust_env=False).status_code == 200
        other = httpx.get(f"http://127.0.0.1:{port}/", headers={"host": "other.example.org"}, trust_env=False)
        assert other.status_code == 403
    finally:
        house.send_signal(signal.SIGTERM)
        house.communicate(timeout=20)


# -- containers ------------------------------------------------------------------------------------


def test_the_image_and_the_composition_start_the_house_as_it_can_be_started(tmp_path: Path) -> None:
    """No registry is asked here: the commands are read by the house's own reader, the names lead to each other."""
    image = (DEPLOY / "Containerfile").read_text()
    start = json.loads(re.search(r"^ENTRYPOINT (.*)$", image, re.MULTILINE)[1])
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    house, proxy = (services["services"][name] for name in ("house", "proxy"))
    assert start[:2] == ["pioche", "serve"]
    asked = cli.read(
        "serve",
        [*start[2:], *(word.replace("${PIOCHE_NAME:?say which name people type}", NAME) for word in house["command"])],
    )
    assert asked.host_name == [NAME]
    assert asked.trusted_proxy == [services["networks"]["inside"]["ipam"]["config"][0]["subnet"]]
    assert {"database", "house", "proxy"} == set(services["services"])
    assert "@database/" in house["environment"]["PIOCHE_STORE"]
    assert proxy["environment"]["PIOCHE_HOUSE"] == " ".join(f"house:{asked.port + k}" for k in range(asked.workers))
    assert "HEALTHCHECK" in image  # what `service_healthy` waits for
    unit = (DEPLOY / "pioche.service").read_text()
    assert house["stop_grace_period"] == f"{re.search(r'^TimeoutStopSec=(.*)$', unit, re.MULTILINE)[1]}s"


def test_no_password_gets_into_an_image() -> None:
    """`COPY . .` takes what is not named here; docs/hosting.md has the password in deploy/.env."""
    root, name = DEPLOY.parent, ".dockerignore"
    left_out = (root / name).read_text().splitlines()
    assert {"**/.env", "**/*.db", ".git"} <= set(left_out)
    project = tomllib.loads((root / "pyproject.toml").read_text())
    assert f"/{name}" in project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]


@pytest.mark.parametrize("name", ["", "club.example.net"])
def test_caddy_takes_the_file_as_it_is_and_names_from_the_environment(name: str, tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"} | (
        {"PIOCHE_NAME": name, "PIOCHE_HOUSE": "house:8421 house:8422"} if name else {}
    )
    command = [needs("caddy", "caddy"), "adapt", "--config", str(DEPLOY / "Caddyfile"), "--validate"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f'"{name or NAME}"' in done.stdout
    for where in ("house:8421", "house:8422") if name else ("127.0.0.1:8421",):
        assert f'"{where}"' in done.stdout


# -- proxies ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost that its own key has signed, and the key."""
    folder = tmp_path_factory.mktemp("certificate")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = serialization.PrivateFormat.PKCS8
    files[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, private, serialization.NoEncryption()))
    return files


def nginx(folder: Path, house: int, port: int, cert: Path, key: Path) -> list[str]:
    """The shipped configuration on other ports, inside the frame Debian gives it."""
    told = (DEPLOY / "nginx.conf").read_text()
    told = told.replace("127.0.0.1:8421", f"127.0.0.1:{house}").replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    told = told.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;")
    told = re.sub(r"\n *listen \[::\].*", "", told).replace(NAME, "localhost", 2)
    told = re.sub(r"(ssl_certificate +)/\S+;", rf"\1{cert};", told)
    told = re.sub(r"(ssl_certificate_key +)/\S+;", rf"\1{key};", told).replace(
        f"server_name {NAME}", "server_name localhost"
    )
    temporary = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file = folder / "nginx.conf"
    file.write_text(
        f"pid {folder}/nginx.pid; error_log {folder}/error.log; daemon off; worker_processes 1;"
        f"events {{}} http {{ access_log off; {temporary}\n{told}\n}}"
    )
    return [needs("nginx", "nginx-light"), "-e", f"{folder}/error.log", "-c", str(file)]


def caddy(folder: Path, house: int, port: int, cert: Path, key: Path) -> list[str]:
    told = (DEPLOY / "Caddyfile").read_text()
    told = told.replace(f"{{$PIOCHE_NAME:{NAME}}} {{", f"https://localhost:{port} {{\n\ttls {cert} {key}\n\tbind 127.0.0.1")
    told = "{\n\tadmin off\n\tauto_https off\n}\n" + told.replace("127.0.0.1:8421", f"127.0.0.1:{house}")
    file = folder / "Caddyfile"
    file.write_text(told)
    return [needs("caddy", "caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]


class Behind:
    """A house with a proxy in front that speaks TLS."""

    def __init__(self, proxy: str, folder: Path, certificate: tuple[Path, Path]) -> None:
        self.house = Running(folder, "--tempo", "0.05", "--trusted-proxy", "127.0.0.1", "--host-name", NAME, "--log", "info")
        self.name, port = proxy, free_port()
        command = {"nginx": nginx, "caddy": caddy}[proxy](folder, self.house.port, port, *certificate)
        self.address = f"https://localhost:{port}"
        self.tls = ssl.create_default_context(cafile=str(certificate[0]))
        with (folder / "proxy.log").open("w") as log:
            env = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/bin"}
            self.proxy = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        end = time.monotonic() + 20
        while True:
            try:
                httpx.get(f"{self.address}/api/house", verify=self.tls, trust_env=False).raise_for_status()
                break
            except httpx.HTTPError:
                assert time.monotonic() < end, (folder / "proxy.log").read_text()
                time.sleep(0.1)

    def client(self, name: str) -> Client:
        return Client(self.address, name, tls=self.tls)

    def stop(self) -> None:
        self.proxy.terminate()
        self.proxy.wait(10)
        self.house.stop()


@pytest.fixture(params=["nginx", "caddy"])
def behind(request: pytest.FixtureRequest, tmp_path: Path, certificate: tuple[Path, Path]) -> Iterator[Behind]:
    needs(request.param, {"nginx": "nginx-light", "caddy": "caddy"}[request.param])
    one = Behind(request.param, tmp_path, certificate)
    yield one
    one.stop()


async def play_on(tables: list[Sitting], most: int) -> None:
    """Play until the match is over, or so many moves were acknowledged in all."""
    made = 0

    async def one(table: Sitting) -> None:
        nonlocal made
        while made < most and table.table.get("phase") != "over":
            with suppress(TimeoutError):
                await asyncio.wait_for(table.until(lambda: table.menu or table.table.get("phase") == "over"), 0.5)
            if table.menu and made < most:
                await table.move(table.menu[0]["do"])
                made += 1

    await asyncio.wait_for(asyncio.gather(*map(one, tables)), 90)


def test_a_match_over_tls_survives_a_restart_of_the_house(behind: Behind) -> None:
    async def play() -> None:
        async with behind.client("Alice") as alice, behind.client("Bob") as bob:
            made = await alice.make("pairs", more={"sit": 0}, seats=2)
            await bob.join(made["code"], made["secret"])
            await bob.sit(made["code"])
            async with alice.at(made["code"]) as a, bob.at(made["code"]) as b:
                await a.wish("start")
                await play_on([a, b], 4)
                before = len(behind.house.journal(made["code"]))
                behind.house.kill()
                behind.house.start()
                for one in (a, b):
                    for _ in range(100):
                        try:
                            await one.close()
                            await one.connect()
                            break
                        except (*LOST, Refused, ValueError):  # the proxy's own page says that nobody is there
                            await asyncio.sleep(0.2)
                await play_on([a, b], 10_000)
                assert a.table["phase"] == b.table["phase"] == "over"
                assert len(behind.house.journal(made["code"])) > before

    run(play())


def test_two_browsers_play_a_match_over_tls_through_a_restart(behind: Behind) -> None:
    """A computer and a phone, each with a Chromium of its own; the house dies in the middle, and no move is lost."""
    if missing():
        pytest.skip(missing())
    browser = Browser()
    try:
        code = browser.check("meet_over_tls", behind.address, moves=6, keep=True)
        before = behind.house.journal(code)
        behind.house.kill()
        behind.house.start()
        told = browser.check("finish_over_tls", behind.address)
    finally:
        browser.close()
    after = behind.house.journal(code)
    assert after[: len(before)] == before
    assert len([entry for entry in before if isinstance(entry, j.Line)]) >= 6
    assert len(after) > len(before)
    assert told["secure"] == [True, True]
    assert told["thrown"] == []
    assert all(told["results"])


def test_everybody_has_an_address_of_their_own_and_cannot_choose_another(behind: Behind) -> None:
    """Each address has its own budget of new guests; what a visitor writes into the headers does not change it."""
    burst = int(RATES["me"].burst)

    async def knock(source: str, times: int, **headers: str) -> list[int]:
        transport = httpx.AsyncHTTPTransport(local_address=source, verify=behind.tls)
        async with httpx.AsyncClient(base_url=behind.address, transport=transport, timeout=60) as http:
            return [(await http.post("/api/me", json={}, headers=headers)).status_code for _ in range(times)]

    async def all_of_them() -> tuple[list[list[int]], list[int]]:
        honest = await asyncio.gather(*(knock(source, burst - 5) for source in VISITORS))
        liar = []
        for k in range(3 * burst):
            liar += await knock("127.0.3.9", 1, **{"x-forwarded-for": f"203.0.113.{k}", "forwarded": f"for=203.0.113.{k}"})
        return honest, liar

    honest, liar = run(all_of_them())
    assert [set(statuses) for statuses in honest] == [{200}] * len(VISITORS)
    assert 429 in liar


LIES = dict.fromkeys(PROXY_HEADERS, "203.0.113.7") | {"forwarded": "for=203.0.113.7", "X-FORWARDED": "for=x"}


def test_no_header_of_a_visitor_brings_more_than_an_address_may_have(behind: Behind) -> None:
    """Neither another allowance nor the limits of this machine: sockets that say nothing make room for each other."""
    source = "127.0.3.10"

    async def knock() -> tuple[int, dict[str, list[int]], float]:
        transport = httpx.AsyncHTTPTransport(local_address=source, verify=behind.tls)
        async with httpx.AsyncClient(base_url=behind.address, transport=transport, timeout=60) as http:

            async def guests(times: int, **headers: str) -> list[int]:
                return [(await http.post("/api/me", json={}, headers=headers)).status_code for _ in range(times)]

            first = await guests(2 * int(RATES["me"].burst))
            lying = {name: await guests(3, **{name: value}) for name, value in LIES.items()}
        name = 'pioche_connections_cut_total{why="no_hello"}'
        before, opening = await counter(behind.house, name), []
        for _ in range(MAX_SILENT_SOCKETS_PER_ADDRESS + 20):
            address = behind.address.replace("https", "wss") + "/t/0123456789/ws"
            opening.append(
                connect(
                    address, ssl=behind.tls, additional_headers=LIES, local_addr=(source, 0), proxy=None, open_timeout=60
                )
            )
        lines = await asyncio.gather(*opening)
        cut = await counter(behind.house, name) - before
        for line in lines:
            line.transport.abort()
        return first.count(200), lying, cut

    given, lying, cut = run(knock())
    assert given >= RATES["me"].burst
    assert {name: 429 in statuses for name, statuses in lying.items()} == dict.fromkeys(LIES, True)
    assert cut >= 20


def test_a_line_through_the_proxy_is_as_long_as_the_proxy_says(behind: Behind, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever holds pongs back for 300 ms, and says in a header that the line is so long, gets back what nginx has measured
    and 30 ms; behind a proxy that measures nothing 100 ms at most."""
    monkeypatch.setattr(races.Far, "tls", behind.tls)
    monkeypatch.setattr(races.Far, "lies", {"Forwarded": "for=127.0.0.1;rtt=300000"})
    players = [races.Player(Length(0)), races.Player(Length(0)), races.Player(Length(0), 300)]

    async def play() -> list[int]:
        async with races.table(behind.house.address, players, -1, [behind.address] * 3) as sittings:
            await races.play(sittings, 1, random.Random(1), lambda race: None)
            entries = behind.house.journal(sittings[0].code)
            return [e.line["rtt"] for e in entries if isinstance(e, j.Line) and e.by == "player" and e.seat == 2]

    [credited] = run(play())
    assert (20 <= credited <= 45) if behind.name == "nginx" else credited == MAX_UNMEASURED_MS - ROUNDING_MS


def test_cookies_stay_on_tls_and_figures_stay_inside(behind: Behind) -> None:
    with httpx.Client(base_url=behind.address, verify=behind.tls, trust_env=False) as http:
        answer = http.post("/api/me", json={"name": "Zoé"}, headers={"origin": behind.address})
        assert answer.status_code == 200
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]
        assert [http.get(path).status_code for path in ("/metrics", "/healthz")] == [404, 404]
