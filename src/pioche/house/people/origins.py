"""From which pages a browser may come, under which names this house is known, and for whom a proxy speaks."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
PROTO = re.compile(r"^https?$")
FORWARDED = {"x-forwarded-for", "x-forwarded-proto", "forwarded"}  # where a proxy says for whom it comes
# Headers only a program that passes requests on writes: with one of them a request has no privilege of this machine.
PROXY_HEADERS = FORWARDED | {
    "via", "x-real-ip", "x-client-ip", "x-forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-server",
    "x-original-forwarded-for", "x-cluster-client-ip", "forwarded-for", "true-client-ip", "cf-connecting-ip",
    "fastly-client-ip",
}  # fmt: skip
LOOPBACK = ("127.0.0.1", "::1")  # addresses whose limits are higher: programs of this machine, and proxies on it
UNKNOWN = "unknown"  # the address of all visitors of whom only a proxy is known: they share the limits of one stranger
MICROSECONDS = re.compile(r"^[0-9]{1,8}$")


def same_site(origin: str, host: str, more: frozenset[str]) -> bool:
    """Return whether a browser's page comes from exactly this server (no suffix, no other port) or from one of `more`."""
    if origin in more:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # a bracket that is not closed
        return False
    if (
        parts.scheme not in ("http", "https")
        or not host
        or parts.path
        or parts.query
        or parts.fragment
        or "@" in parts.netloc
    ):
        return False
    default = {"http": ":80", "https": ":443"}[parts.scheme]
    return parts.netloc.lower().removesuffix(default) == host.lower().removesuffix(default)


# -- names ------------------------------------------------------------------------------------------


def name_in(host: str) -> str:
    """Return the name in a Host header, without its port: `[::1]:8421` is `::1`."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0] if name.count(":") == 1 else name


def known_name(host: str, names: frozenset[str]) -> bool:
    """Return whether a request may be meant for this server. A hostile page can make its own name lead here (DNS rebinding);
    it cannot do so with a number, which leads where it says. Programs that name no host are no browsers."""
    name = name_in(host).rstrip(".")
    return not name or name in names or name == "localhost" or name.endswith(".localhost") or _address(name) is not None


# -- proxies ----------------------------------------------------------------------------------------


def networks(written: Iterable[str]) -> tuple[Network, ...]:
    """Read addresses and networks; raise ValueError for other texts."""
    return tuple(ipaddress.ip_network(text, strict=False) for text in written)


def came_from(peer: str, headers: Sequence[tuple[bytes, bytes]], trusted: tuple[Network, ...]) -> tuple[str, str]:
    """Return the address of the visitor and the scheme of their page ("": not said).

    Only trusted proxies are believed, each about the one before it: the visitor is the rightmost address that is none of
    theirs. UNKNOWN is the address of a visitor whose proxy names nobody, of one whose request holds both kinds of header
    with different addresses (one of them is the visitor's own), and of one from this machine itself who comes through a
    proxy, trusted or not: the limits of this machine are for programs that speak for themselves.
    """
    names = {raw.decode("latin-1").lower() for raw, _ in headers}
    if PROXY_HEADERS.isdisjoint(names):
        return peer, ""
    if not is_one(peer, trusted):
        return (UNKNOWN if is_loopback(peer) else peer), ""
    said: dict[str, list[str]] = {}
    for raw, value in headers:
        name = raw.decode("latin-1").lower()
        if name in FORWARDED:
            said.setdefault(name, []).extend(part.strip() for part in value.decode("latin-1").split(","))
    hops = [_pairs(hop) for hop in said.get("forwarded", [])]
    chains = [said.get("x-forwarded-for", []), [hop.get("for", "") for hop in hops]]
    found = {_last_stranger(peer, chain, trusted) for chain in chains if chain}
    schemes = [*said.get("x-forwarded-proto", [])[-1:], *(hop["proto"] for hop in hops[-1:] if "proto" in hop)]
    scheme = schemes[0].lower() if schemes and len(set(schemes)) == 1 and PROTO.match(schemes[0].lower()) else ""
    visitor = found.pop() if len(found) == 1 else UNKNOWN
    return (UNKNOWN if visitor == peer or visitor in LOOPBACK else visitor), scheme


def reported_round_trip(
    peer: str, headers: Sequence[tuple[bytes, bytes]], trusted: tuple[Network, ...]
) -> tuple[bool, float | None]:
    """Return whether a proxy holds the visitor's connection, and its round trip in milliseconds if a trusted proxy reports
    it: in `Forwarded`, as `rtt` in microseconds. Beside X-Forwarded-For that header may be the visitor's own: most proxies
    write the one and pass the other on. A program on this machine that passes visitors on without being trusted (a tunnel)
    holds their connections, too."""
    said = {raw.decode("latin-1").lower(): value.decode("latin-1") for raw, value in headers}
    if not is_one(peer, trusted):
        return is_loopback(peer) and not PROXY_HEADERS.isdisjoint(said), None
    rtt = "" if said.get("x-forwarded-for") else _pairs(said.get("forwarded", "").rpartition(",")[2]).get("rtt", "")
    return True, int(rtt) / 1000 if MICROSECONDS.match(rtt) else None


def _last_stranger(peer: str, chain: list[str], trusted: tuple[Network, ...]) -> str:
    last = peer
    for written in reversed(chain):
        address = _address(written)
        if address is None:  # "unknown" or malformed: the proxy that wrote it is the last known address
            return last
        last = str(address)
        if not is_one(last, trusted):
            return last
    return last


def _pairs(hop: str) -> dict[str, str]:
    """Return the pairs of one element of `Forwarded` (RFC 7239): for="[2001:db8::1]:4711";proto=https"""
    parts = (part.partition("=") for part in hop.split(";"))
    return {name.strip().lower(): value.strip().strip('"') for name, _, value in parts}


def is_loopback(address: str) -> bool:
    found = _address(address)
    return found is not None and found.is_loopback


def is_one(address: str, trusted: tuple[Network, ...]) -> bool:
    found = _address(address)
    return found is not None and any(found.version == network.version and found in network for network in trusted)


def _address(written: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address with or without port and brackets; IPv4 inside IPv6 becomes IPv4. None: it is no address."""
    try:
        found = ipaddress.ip_address(name_in(written).partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
