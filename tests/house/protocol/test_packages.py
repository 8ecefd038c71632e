"""The packages of the house stand in one order, and imports follow it: those for types and those inside functions too."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pioche.house.sockets.http_guard import GuardedHttp
from pioche.house.sockets.websocket_guard import GuardedProtocol

ROOT = Path(__file__).parents[3]
HOUSE = ROOT / "src" / "pioche" / "house"


def order() -> dict[str, int]:
    """As docs/house.md tells it: lowest first, those of one row beside each other."""
    page = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    table = page.partition("| package | what it is |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name: place for place, row in enumerate(rows) for name in re.findall(r"`(\w+)`", row)}


def part(path: Path) -> str:
    """`tables/room.py` belongs to tables, `serve.py` to serve."""
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return parts[0]


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[2] for alias in node.names if alias.name.startswith("pioche.house."))
        elif isinstance(node, ast.ImportFrom) and node.module == "pioche.house":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pioche.house."):
            yield str(node.module).split(".")[2]


def against_the_order(name: str, source: str) -> list[str]:
    places = order()
    return [other for other in imported(source) if other != name and places[other] > places[name]]


MODULES = sorted(path for path in HOUSE.rglob("*.py") if path != HOUSE / "__init__.py")


def test_the_page_names_every_package() -> None:
    assert {part(path) for path in MODULES} == set(order())


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_imports_follow_the_order(path: Path) -> None:
    assert not against_the_order(part(path), path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("planted", [
    "from pioche.house.tables.room import Room",
    "if TYPE_CHECKING:\n    from pioche.house.core.house import House",
    "def late():\n    from pioche.house import serve",
    "import pioche.house.tables.state",
])  # fmt: skip
def test_a_wrong_import_is_found(planted: str) -> None:
    assert against_the_order("seated_bots", planted)


def test_packages_that_stand_beside_each_other_make_no_circle() -> None:
    """One row may hold several names: at most one of two imports the other."""
    places = order()
    pairs = {
        (part(path), other) for path in MODULES for other in imported(path.read_text(encoding="utf-8"))
        if other != part(path) and places[other] == places[part(path)]
    }  # fmt: skip
    assert not [pair for pair in pairs if pair[::-1] in pairs]


def test_uvicorn_still_has_what_the_guard_changes() -> None:
    """These are its internals. Whoever raises the bound in pyproject.toml looks at each of them."""
    own = {name for name, value in vars(GuardedProtocol).items() if callable(value) and not name.startswith("__")}
    ours = {
        "drop",
        "listen",
        "listen_no_more",
        "take",
        "say",
        "write_now",
        "race_ahead",
        "measured",
        "_give_up",
        "_hold",
        "_in_bounds",
        "_keep",
        "_let_go",
        "_nothing_half_read",
        "_read",
        "_too_many_from_here",
        "enter",
        "settle",
        "cut",
        "close_soon",
    }
    assert own - ours == {name for name in own if hasattr(WebSocketsSansIOProtocol, name)}
    assert own & set(vars(WebSocketsSansIOProtocol)) == own - ours
    source = inspect.getsource(WebSocketsSansIOProtocol)
    for name in (
        "app_state", "close_sent", "curr_msg_data_type", "disconnected", "frames", "handshake_complete", "handshake_initiated",
        "pending_ping_payload", "ping_sent_at", "ping_timer", "queue", "read_paused", "transport",
    ):  # fmt: skip
        assert f"self.{name}" in source, name
    own = {name for name, value in vars(GuardedHttp).items() if callable(value) and not name.startswith("__")}
    ours = {"cut", "_refuse", "_answer", "_end"}
    assert own & set(vars(HttpToolsProtocol)) == own - ours
    source = inspect.getsource(HttpToolsProtocol) + inspect.getsource(RequestResponseCycle)
    for name in (
        "client", "cycle", "disconnected", "headers", "message_event", "pipeline", "response_complete", "response_started",
        "timeout_keep_alive", "transport",
    ):  # fmt: skip
        assert f"self.{name}" in source, name
