"""Open the house: one command, one file, nothing to configure."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import socket as sockets
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import segno
import uvicorn

from pioche.house.app import build
from pioche.house.core.house import Config, House
from pioche.house.operations import limits, logs
from pioche.house.ownership.leases import SECONDS
from pioche.house.protocol.sentences import said
from pioche.house.sockets.websocket_guard import GuardedProtocol
from pioche.house.stores.nightly import DAY, NightlyCopies
from pioche.house.stores.sqlite import SQLiteStore, data_file
from pioche.house.stores.store import StoreFailed
from pioche.house.workers import cluster
from pioche.house.workers.cluster import Several, Unusable
from pioche.house.workers.supervisor import Supervisor

PORT = 8421
FAILED = 2


def main(
    host: str = "127.0.0.1",
    port: int = PORT,
    data: str | Path | None = None,
    lan: bool = False,
    lang: str = "en",
    open_browser: bool = True,
    origins: Sequence[str] = (),
    secure: bool = False,
    tempo: float = 1.0,
    speed: float = 1.0,
    loose: float = 1.0,
    log_level: str = "warning",
    several: Several | None = None,
    backups: float = DAY,
) -> int:
    """Serve until Ctrl+C. Says in one sentence what is wrong when it cannot; returns the exit code. `backups`: seconds
    between two copies the house makes by itself, 0 for none."""
    several = several or Several()
    host = "0.0.0.0" if lan and host == "127.0.0.1" else host
    try:
        several.check()
        with several.inherited() or listen(host, port) as listening:
            real = listening.getsockname()[1]
            here = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{real}/"
            outside = f"http://{own_address()}:{real}/" if host in ("0.0.0.0", "::") else ""
            config = Config(frozenset(origins), tempo, speed, loose, secure, outside)
            path = several.shown or (Path(data) if data is not None else data_file())
            announce = partial(_announce, lang, here, outside, path, open_browser)
            if several.workers > 1:
                cluster.database(several.store).close()  # what is wrong is said once, not by everybody
                arguments = _of_a_worker(host, several, config, log_level)
                supervisor = Supervisor(listening, several.store, several.workers, arguments)
                if not supervisor.open():
                    return FAILED
                announce()
                supervisor.watch(lambda place, code: _complain(lang, "worker_lost", place=place + 1, code=code))
            else:
                logs.set_up(log_level)
                if backups and not several.store:
                    config = replace(config, copies=NightlyCopies(Path(path), backups))
                with _opened(Path(path), config, several) as (app, inside):
                    Server(_settings(app), several.ready or announce).run(sockets=[listening, *inside])
    except Unusable as no:
        return _complain(lang, no.sentence, **no.words)
    except KeyboardInterrupt:
        pass
    if not several.ready:
        print(_line(lang, "closed"))
    return 0


def _of_a_worker(host: str, several: Several, config: Config, log_level: str) -> list[str]:
    """The command line of one of several workers on this machine; the supervisor adds where it listens."""
    values: dict[str, Any] = {
        "host": host,
        "bus": several.bus,
        "lease": several.lease,
        "tempo": config.tempo,
        "speed": config.speed,
        "loose": config.loose,
        "log": log_level,
    }
    arguments = [f"--{name}={value}" for name, value in values.items()]
    arguments += [f"--origin={origin}" for origin in sorted(config.origins)]
    return [*arguments, "--secure"] if config.secure else arguments


@contextmanager
def _opened(path: Path, config: Config, several: Several) -> Iterator[tuple[Any, list[sockets.socket]]]:
    """The application on its store, and where it listens for other workers, if there may be any."""
    if several.store:
        from pioche.house.workers.relay import Relay

        with contextlib.closing(cluster.database(several.store)) as kept, listen(*several.inside) as inside:
            config = cluster.among_others(config, kept, inside, several)
            yield Relay(build(kept, config)), [inside]
        return
    store = SQLiteStore(path)
    try:
        store.open()
    except StoreFailed as wrong:
        raise Unusable(wrong.sentence, file=path, why=wrong) from wrong
    with contextlib.closing(store):
        yield build(store, config), []


def _settings(app: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="auto",
        ws=GuardedProtocol,
        ws_max_size=limits.MESSAGE,
        ws_per_message_deflate=False,  # memory for every socket, and lengths that tell
        ws_ping_interval=10,
        ws_ping_timeout=15,
        h11_max_incomplete_event_size=16_384,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=15,
        access_log=False,
        server_header=False,
        log_config=None,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """Says that it is open once it really is."""

    def __init__(self, config: uvicorn.Config, announce: Any) -> None:
        super().__init__(config)
        self._announce = announce

    async def shutdown(self, sockets: Any = None) -> None:
        house: House | None = getattr(self.config.app.state, "house", None)  # type: ignore[union-attr]
        if house is not None:
            await house.farewell()
        await super().shutdown(sockets=sockets)

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._announce()


def listen(host: str, port: int) -> sockets.socket:
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    listening = sockets.socket(family, sockets.SOCK_STREAM)
    try:
        listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as wrong:
        listening.close()
        raise Unusable(_why(wrong), port=port, other=port + 1, host=host) from wrong
    return listening


def own_address() -> str:
    """This machine's address on its network. No packet is sent: the system only says which way it would go."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _announce(lang: str, here: str, outside: str, kept: str | Path, open_browser: bool) -> None:
    print(_line(lang, "open", address=here))
    if outside:
        print(_line(lang, "lan", address=outside))
        print(_line(lang, "scan"))
        segno.make(outside, error="l").terminal(compact=True, border=1)
    else:
        print(_line(lang, "lan_hint"))
    print(_line(lang, "stop", file=kept), flush=True)
    if open_browser:
        webbrowser.open(here)


def _line(lang: str, name: str, **values: Any) -> str:
    sentence = said("serve", name, **values)
    return sentence.fr if lang == "fr" else sentence.en


def _why(wrong: OSError) -> str:
    if wrong.errno == errno.EADDRINUSE:
        return "port_taken"
    return "no_permission" if wrong.errno == errno.EACCES else "bad_address"


def _complain(lang: str, name: str, **values: Any) -> int:
    print(_line(lang, name, **values), file=sys.stderr)
    return FAILED


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m pioche.house.serve")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--data")
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--origin", action="append", default=[])
    parser.add_argument("--secure", action="store_true")
    for name in ("--tempo", "--speed", "--loose"):
        parser.add_argument(name, type=float, default=1.0)
    parser.add_argument("--log", default="warning")
    parser.add_argument("--store", default=os.environ.get("PIOCHE_STORE", ""))
    parser.add_argument("--bus", default="")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--inside", default=cluster.INSIDE)
    parser.add_argument("--lease", type=float, default=SECONDS)
    parser.add_argument("--fd", type=int)
    parser.add_argument("--no-backups", dest="backups", action="store_const", const=0.0, default=DAY)
    parser.add_argument("--backup-every", dest="backups", type=float)
    return parser.parse_args()


if __name__ == "__main__":
    asked = _arguments()
    sys.exit(
        main(
            asked.host,
            asked.port,
            asked.data,
            asked.lan,
            asked.lang,
            not asked.no_browser,
            asked.origin,
            asked.secure,
            asked.tempo,
            asked.speed,
            asked.loose,
            asked.log,
            Several(asked.store, asked.bus, asked.workers, asked.inside, asked.lease, asked.fd),
            asked.backups,
        )
    )
