"""A PostgreSQL of its own for a house under load: a cluster in a temporary folder, reached by a Unix socket only. It
waits for its disk as any other (fsync). It shares the core of those who play: in earnest it has a machine of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SETTINGS = ("listen_addresses=", "fsync=on", "synchronous_commit=on", "max_wal_size=1GB", "shared_buffers=128MB")
PATIENCE = 60  # seconds until it is open


def program(name: str) -> Path | None:
    """Debian keeps the programs of each version in a folder of their own."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    other = shutil.which(name)
    return found[-1] if found else Path(other) if other else None


@contextmanager
def database(core: int) -> Iterator[str]:
    """Its address."""
    user: dict[str, Any] = {}
    if os.getuid() == 0:  # it refuses to run as root
        entry = pwd.getpwnam("postgres")
        user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    folder = Path(tempfile.mkdtemp(prefix="load-pg-"))
    try:
        folder.chmod(0o755)
        if user:
            os.chown(folder, user["user"], user["group"])
        initdb, server = program("initdb"), program("postgres")
        assert initdb is not None
        assert server is not None
        made: list[str | Path] = [initdb, "-D", folder / "data", "-U", "pioche", "--auth=trust", "--no-locale", "-E", "UTF8"]
        subprocess.run(made, check=True, capture_output=True, cwd="/", **user)
        options = [word for setting in SETTINGS for word in ("-c", setting)]
        opened: list[str | Path] = ["taskset", "-c", str(core), server, "-D", folder / "data", "-k", folder, *options]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
        with subprocess.Popen(opened, **quiet, **user) as process:
            try:
                address = f"postgresql://pioche@/postgres?host={folder}"
                _wait(address)
                yield address
            finally:
                process.terminate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(address: str) -> None:
    import psycopg

    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
