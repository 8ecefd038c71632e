"""Differences between machines at the start of a server: IPv6 alone, no display, a terminal without block characters."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import closing

FOUR, SIX = "127.0.0.1", "::1"
EVERYWHERE = {"0.0.0.0": "::", FOUR: SIX}  # the same in IPv6


def usable(host: str) -> str:
    """Return the host, or its twin in IPv6 on a machine that has no IPv4."""
    if host not in EVERYWHERE or _may_bind(host):
        return host
    other = EVERYWHERE[host]
    return other if _may_bind(other) else host  # then the refusal names what was asked for


def _may_bind(host: str) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
            probe.bind((FOUR if host == "0.0.0.0" else host, 0))
    except OSError:
        return False
    return True


def address(host: str, port: int) -> str:
    """Return the address for a browser on this machine."""
    host = {"0.0.0.0": FOUR, "::": SIX}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def own_address() -> str:
    """Return this machine's address on its network. No packet is sent: the system only says which way it would go."""
    for family, anywhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
                probe.connect((anywhere, 9))
                return str(probe.getsockname()[0])
        except OSError:
            continue
    return FOUR if _may_bind(FOUR) else SIX


def show(page: str, environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Open the page in a browser with windows; False where there is none. One inside the terminal would take it over."""
    windows = platform in ("win32", "darwin") or any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if not windows and not environment.get("BROWSER"):
        return False
    try:
        return webbrowser.open(page)
    except (OSError, webbrowser.Error):
        return False


def draws() -> bool:
    """Return whether the terminal can show the blocks of a QR code."""
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
