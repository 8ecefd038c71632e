"""Start the server: one command, one file, nothing to configure."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import signal
import socket as sockets
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import segno

from pioche.house import first_start
from pioche.house.api.host_check import HostCheck
from pioche.house.api.notices import BadNotice, NoticeBoard, read_notices
from pioche.house.app import build
from pioche.house.core.house import Config, House
from pioche.house.core.lan_access import LOCAL, LanAccess
from pioche.house.operations import allocation, limits, logs
from pioche.house.ownership.leases import LEASE_SECONDS
from pioche.house.people.origins import Network, name_in, networks
from pioche.house.protocol.sentences import Refusal, said
from pioche.house.sockets.connection_book import ConnectionBook
from pioche.house.sockets.server import Server
from pioche.house.stores.house_file import named_file
from pioche.house.stores.nightly import COPY_INTERVAL_SECONDS, NightlyCopies
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import StoreFailed
from pioche.house.workers import cluster
from pioche.house.workers.cluster import Several, Unusable
from pioche.house.workers.supervisor import Supervisor
from pioche.text.plain_letters import harmless_values

if TYPE_CHECKING:
    from pioche.house.stores.postgres import PostgresStore

PORT = 8421
FAILED = 2
SWITCH_SECONDS = 0.001  # a thread that folds or writes may keep the interpreter's lock while the loop waits


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
    backups: float = COPY_INTERVAL_SECONDS,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    notices: str = "",
) -> int:
    """Serve until Ctrl+C, or until a service manager ends the process; print a sentence when that is impossible. Return the
    exit code. `backups`: seconds between two automatic copies, 0 for none. `names`: further host names of this server;
    `proxies`: addresses and networks of proxies that are trusted to report the address of a visitor; `notices`: a folder
    with the operator's own pages."""
    several = several or Several()
    _treat_sigterm_like_ctrl_c()
    host = first_start.usable("0.0.0.0" if lan and host == "127.0.0.1" else host)
    try:
        several.check()
        trusted = _trusted(proxies)
        front = partial(HostCheck, names=own_names(host, names, origins), trusted=trusted)
        with several.inherited() or listen(host, port) as listening:
            real = listening.getsockname()[1]
            here = first_start.address(host, real)
            outside = first_start.address(first_start.own_address(), real) if host in ("0.0.0.0", "::") else ""
            texts = read_notices(notices) if notices else {}
            kinds = tuple(dict.fromkeys(kind for kind, _ in texts))
            door = LanAccess(outside)
            config = Config(frozenset(origins), tempo, speed, loose, secure, door, kinds)
            path = several.shown or _named(data)
            announce = partial(_announce, lang, here, outside, path, open_browser, proxies)
            if several.workers > 1:
                with contextlib.closing(cluster.database(several.store)) as kept:
                    _warn(lang, kept)  # once, not by every worker
                arguments = [*_of_a_worker(host, several, config, log_level), f"--lang={lang}"]
                arguments += [f"--host-name={name}" for name in names] + [f"--trusted-proxy={one}" for one in proxies]
                arguments += [f"--notices={notices}"] if notices else []
                with contextlib.ExitStack() as stack:
                    ports = range(real + 1, real + several.workers) if port else [0] * (several.workers - 1)
                    every = [listening, *(stack.enter_context(listen(host, one)) for one in ports)]
                    supervisor = Supervisor(every, {"PIOCHE_STORE": several.store}, arguments)
                    if not supervisor.open():
                        return FAILED
                    announce()
                    found = [first_start.address(host, one.getsockname()[1]) for one in every]
                    print(_line(lang, "workers", addresses=" ".join(found)), flush=True)
                    supervisor.watch(lambda place, code: _complain(lang, "worker_lost", place=place + 1, code=code))
            else:
                logs.set_up(log_level)
                sys.setswitchinterval(SWITCH_SECONDS)
                allocation.return_freed_memory()
                if backups and not several.store:
                    config = replace(config, copies=NightlyCopies(Path(path), backups))
                with _opened(Path(path), config, several, lang) as (app, lifespan):
                    board = NoticeBoard(app, texts) if texts else app
                    opened = several.ready or announce
                    server = make_server(front(board), lifespan, loose, trusted, opened)
                    at_home = open_browser and not (several.store or secure or origins or names or proxies)
                    if at_home and host in LOCAL:  # started by hand, for this machine alone
                        door.opener = partial(open_to_network, server, real)
                    server.run([listening])
    except (BadNotice, Unusable) as no:
        return _complain(lang, no.sentence, **no.words)
    except KeyboardInterrupt:
        pass
    if not several.ready:
        print(_line(lang, "closed"))
    return 0


def _named(data: str | Path | None) -> Path:
    try:
        return named_file(data)
    except StoreFailed as wrong:
        raise Unusable(wrong.problem, file=Path(str(data or os.environ.get("PIOCHE_DATA")))) from wrong


def _treat_sigterm_like_ctrl_c() -> None:
    """Treat SIGTERM like Ctrl+C: close, print the last line, and exit with 0."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _of_a_worker(host: str, several: Several, config: Config, log_level: str) -> list[str]:
    """Return the command line of one of several workers on this machine; the supervisor adds the socket."""
    values: dict[str, Any] = {
        "host": host,
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
def _opened(
    path: Path, config: Config, several: Several, lang: str
) -> Iterator[tuple[Any, Callable[[], AbstractAsyncContextManager[None]]]]:
    """Yield the application on its store, and its lifespan."""
    if several.store:
        from pioche.house.workers.middleware import OwnedTables

        with contextlib.closing(cluster.database(several.store)) as kept:
            if several.fd is None:
                _warn(lang, kept)
            app = build(kept, cluster.with_leases(config, kept, several))
            yield OwnedTables(app), app.lifespan
        return
    store = SQLiteStore(path)
    try:
        store.open()
    except StoreFailed as wrong:
        raise Unusable(wrong.problem, file=path, why=wrong) from wrong
    with contextlib.closing(store):
        app = build(store, config)
        yield app, app.lifespan


def make_server(
    app: Any,
    lifespan: Callable[[], AbstractAsyncContextManager[None]],
    loose: float = 1.0,
    trusted: tuple[Network, ...] = (),
    opened: Callable[[], object] = lambda: None,
) -> Server:
    """Return a server for `app` with the limits of this machine, made looser by a factor for tests of other things."""

    async def closing() -> None:
        house: House = app.state.house
        await house.announce_restart()

    most = min(limits.MAX_CONNECTIONS, _open_files() - limits.SPARE_FILES)
    return Server(app, lifespan, ConnectionBook(loose, most, trusted), opened, closing)


def _open_files() -> int:
    """Ask the operating system for as many files and connections as the limits need; return how many it grants."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return limits.MAX_CONNECTIONS + limits.SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.MAX_CONNECTIONS + limits.SPARE_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft


async def open_to_network(server: Server, port: int) -> str:
    """Listen on the network as well; return the address for other devices."""
    own = first_start.own_address()
    if own in LOCAL:
        raise Refusal("no_network")
    try:
        listening = listen(own, port)
    except Unusable as no:
        raise Refusal("door_jammed") from no
    await server.listen(listening)
    return first_start.address(own, port)


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


def own_names(host: str, more: Sequence[str], origins: Sequence[str]) -> frozenset[str]:
    """Return the names under which browsers may call this server, besides numbers and localhost."""
    machine = sockets.gethostname().lower()
    named = [host, machine, f"{machine}.local", *more, *(urlsplit(origin).netloc for origin in origins)]
    return frozenset(name_in(name) for name in named if name)


def _trusted(proxies: Sequence[str]) -> tuple[Network, ...]:
    for one in proxies:
        try:
            networks([one])
        except ValueError:
            raise Unusable("bad_proxy", why=one) from None
    return networks(proxies)


def _announce(lang: str, here: str, outside: str, kept: str | Path, open_browser: bool, proxies: Sequence[str] = ()) -> None:
    print(_line(lang, "open", address=here))
    if proxies:
        print(_line(lang, "trusts", proxies=", ".join(proxies)))
    if outside:
        print(_line(lang, "lan", address=outside))
        if first_start.draws():
            print(_line(lang, "scan"))
            segno.make(outside, error="l").terminal(compact=True, border=1)
    else:
        print(_line(lang, "lan_hint"))
    print(_line(lang, "stop", file=kept), flush=True)
    if open_browser and not first_start.show(here, os.environ):
        print(_line(lang, "no_window", address=here, port=here.rstrip("/").rpartition(":")[2]), flush=True)


def _line(lang: str, name: str, **values: Any) -> str:
    """Return a sentence of the server for a terminal."""
    sentence = said("serve", name, **harmless_values(values))
    return sentence.fr if lang == "fr" else sentence.en


def _warn(lang: str, store: PostgresStore) -> None:
    """Print settings of the database with which a power cut may lose moves."""
    if store.undurable:
        _complain(lang, "not_durable", settings=", ".join(store.undurable))
    if store.overridden:
        _complain(lang, "overridden")


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
    parser.add_argument("--host-name", action="append", default=[])
    parser.add_argument("--trusted-proxy", action="append", default=[])
    parser.add_argument("--notices", default="")
    for name in ("--tempo", "--speed", "--loose"):
        parser.add_argument(name, type=float, default=1.0)
    parser.add_argument("--log", default="warning")
    parser.add_argument("--store", default=os.environ.get("PIOCHE_STORE", ""))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--lease", type=float, default=LEASE_SECONDS)
    parser.add_argument("--fd", type=int)
    parser.add_argument("--no-backups", dest="backups", action="store_const", const=0.0, default=COPY_INTERVAL_SECONDS)
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
            Several(asked.store, asked.workers, asked.lease, asked.fd),
            asked.backups,
            asked.host_name,
            asked.trusted_proxy,
            asked.notices,
        )
    )
