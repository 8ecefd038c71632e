"""Real servers for the tests of a house with several workers: a PostgreSQL and an nginx of their own, on free ports.

Debian: `apt-get install postgresql nginx-light`; `make servers` does so where it can. Without them these tests are
skipped and say what is missing.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

HOW = "sudo apt-get install postgresql nginx-light (or make servers, as root)"
CONFIGURATION = Path(__file__).parents[3] / "deploy" / "nginx.conf"
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "fsync": "on",
    "shared_buffers": "16MB",
    "max_connections": "40",
    "max_wal_size": "64MB",
    "recovery_init_sync_method": "syncfs",
    "logging_collector": "off",
}


def _newest(program: str) -> Path | None:
    """Debian keeps the programs of each version in a folder of their own."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: float(path.parts[-3]))
    other = shutil.which(program)
    return found[-1] if found else Path(other) if other else None


def _roomy() -> str | None:
    """In memory, if there is room: what these tests kill are processes, and the disk of the machine has other work."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > 2**30 else None


def _lasting_port() -> int:
    """One that stays free while the server is away: below those the system lends to anybody."""
    while True:
        port = random.randrange(15_000, 30_000)
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def _wait(ready: Any, process: subprocess.Popen[bytes], log: Path, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not ready():
        assert process.poll() is None, log.read_text()[-3000:]
        assert time.monotonic() < until, log.read_text()[-3000:]
        time.sleep(0.05)


class Postgres:
    """A cluster in a temporary folder, reached by a Unix socket only. It refuses to run as root: root lends it a user."""

    def __init__(self, **settings: str) -> None:
        self.settings = {**SETTINGS, **settings}
        initdb, server = _newest("initdb"), _newest("postgres")
        if initdb is None or server is None:
            pytest.skip(f"no PostgreSQL here: {HOW}")
        self.server = server
        self.user: dict[str, Any] = {}
        if os.getuid() == 0:
            try:
                entry = pwd.getpwnam("postgres")
            except KeyError:
                entry = pwd.getpwnam("nobody")
            self.user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        self.folder = Path(tempfile.mkdtemp(prefix="pioche-pg-", dir=_roomy()))
        self.folder.chmod(0o755)
        self.log = self.folder / "log"
        self.log.touch()
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        subprocess.run(
            [initdb, "-D", self.folder / "data", "-U", "pioche", "--auth=trust", "--no-locale", "-E", "UTF8", "--no-sync"],
            check=True,
            capture_output=True,
            cwd="/",
            **self.user,
        )
        self.process: subprocess.Popen[bytes] | None = None
        self._houses = 0
        self.start()

    def start(self) -> None:
        options = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.server, "-D", self.folder / "data", "-k", self.folder, *options],
                stdout=log,
                stderr=log,
                cwd="/",
                **self.user,
            )
        _wait(self._answers, self.process, self.log)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def processes(self) -> list[int]:
        """The server and all its children, the server first."""
        assert self.process is not None
        found = [self.process.pid]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it is gone by now
                pid, _, rest = stat.read_text().partition(" (")
                if int(rest.rpartition(") ")[2].split()[1]) == self.process.pid:
                    found.append(int(pid))
        return found

    def crash(self) -> None:
        """As if its machine had lost power, but for the disk: nothing is tidied up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(60)

    def address(self, database: str, schema: str = "public") -> str:
        return f"postgresql://pioche@/{database}?host={self.folder}&options=-csearch_path%3D{schema}"

    def _do(self, statement: Any) -> None:
        import psycopg

        with contextlib.closing(psycopg.connect(self.address("postgres"), autocommit=True)) as db:
            db.execute(statement)

    def fresh(self) -> str:
        """The address of a place nobody has used: a schema, which is much less work than a database."""
        self._houses += 1
        self._do(f"CREATE SCHEMA house{self._houses}")
        return self.address("postgres", f"house{self._houses}")

    def copied(self, address: str) -> str:
        """A fresh database restored from a dump of that place."""
        schema, file = address.rpartition("%3D")[2], self.folder / "copy.dump"
        self._do(f"CREATE DATABASE {schema}")
        goal = self.address(schema, schema)
        for program, *words in (
            ("pg_dump", "--format=custom", f"--schema={schema}", f"--file={file}", address),
            ("pg_restore", f"--dbname={goal}", str(file)),
        ):
            subprocess.run([self.server.parent / program, *words], check=True, capture_output=True)
        return goal

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.crash()  # nobody will miss it
        for _ in range(50):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not self.folder.exists():
                break
            time.sleep(0.1)


class Nginx:
    """The proxy in front of the workers, with the shipped configuration: on a port of its own, and without TLS."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            pytest.skip(f"no nginx here: {HOW}")
        self.folder, self.port = folder, _lasting_port()
        self.log = folder / "nginx.log"
        self.file = folder / "nginx.conf"
        self._write(ports)
        self.log.touch()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [program, "-e", str(self.log), "-c", str(self.file)], stdout=log, stderr=log, cwd="/"
            )
        _wait(self._answers, self.process, self.log)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _write(self, ports: Sequence[int]) -> None:
        shipped = CONFIGURATION.read_text()
        (line,) = re.findall(r"^ *server 127\.0\.0\.1:8421.*$", shipped, re.MULTILINE)
        shipped = shipped.replace(line, "\n".join(line.replace("8421", str(port)) for port in ports))
        plain, _, tls = shipped.partition("server {\n    listen 80;")
        tls = tls.partition("\n}\n")[2]  # without the server that leads from http to https
        tls = re.sub(r"^ *(ssl_certificate|listen \[).*$", "", tls, flags=re.MULTILINE)
        tls = tls.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};")
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.getuid() == 0 else ""  # it writes to a folder of this user
        self.file.write_text(
            f"{user} pid {self.folder}/nginx.pid; daemon off; worker_processes 1;"
            f"events {{ worker_connections 4096; }} http {{ access_log off; {temporary}\n{plain}{tls}\n}}"
        )

    def lead_to(self, ports: Sequence[int]) -> None:
        """Change the workers behind it. Open connections stay where they are."""
        self._write(ports)
        self.process.send_signal(signal.SIGHUP)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")
    server = Postgres()
    yield server
    server.close()
