"""Whole HTTP responses the server makes without the application; the connection is closed after each."""

from __future__ import annotations

from http import HTTPStatus

from pioche.house.protocol.bodies import Refused
from pioche.house.protocol.messages import encode
from pioche.house.protocol.sentences import Refusal

STATUS_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus}

Headers = list[tuple[bytes, bytes]]


def response_bytes(status: int, headers: Headers, body: bytes) -> bytes:
    """Return a whole response that announces the end of the connection."""
    lines = [*headers, (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
    return STATUS_LINES[status] + b"".join(b"%b: %b\r\n" % line for line in lines) + b"\r\n" + body


def refusal_bytes(status: int, no: Refusal) -> bytes:
    headers = [(b"content-type", b"application/json")]
    if no.retry is not None:
        headers.append((b"retry-after", b"%d" % max(1, no.retry // 1000)))
    return response_bytes(status, headers, encode(Refused(no.reason, no.en, no.fr, no.retry)))


def server_error() -> bytes:
    return response_bytes(500, [(b"content-type", b"text/plain; charset=utf-8")], b"Internal Server Error")
