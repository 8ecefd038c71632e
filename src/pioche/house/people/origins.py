"""From which pages a browser may come."""

from __future__ import annotations

from urllib.parse import urlsplit


def same_site(origin: str, host: str, more: frozenset[str]) -> bool:
    """Does a browser's page come from this house? Exactly this one: no suffix, no other port."""
    if origin in more:
        return True
    parts = urlsplit(origin)
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
