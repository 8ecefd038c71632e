"""WebSocket frames as bytes (RFC 6455, section 5): find the end of one, read the common case, write a text frame."""

from __future__ import annotations

from struct import pack

from pioche.house.operations.limits import MAX_MESSAGE_BYTES

WHOLE_TEXT = 0x81  # the first byte of a frame that holds a whole text message
OPCODE_BITS, CONTINUATION, CLOSE = 0x0F, 0x0, 0x8
MASKED = 0x80  # set in the second byte of every frame a client sends
MAX_7_BIT_LENGTH, MAX_16_BIT_LENGTH = 125, 65_535  # longer payloads have two, or eight more bytes of length
MASK_BYTES = 4


def frame_bytes(data: bytes, start: int) -> tuple[int, int] | None:
    """Return the sizes of head and payload of the frame that begins at `start`; None while its head is incomplete."""
    if len(data) < start + 2:
        return None
    second = data[start + 1]
    length, head = second & 0x7F, 2
    if length > MAX_7_BIT_LENGTH:
        more = 2 if length == MAX_7_BIT_LENGTH + 1 else 8
        length, head = int.from_bytes(data[start + 2 : start + 2 + more]), 2 + more
    if second & MASKED:
        head += MASK_BYTES
    return (head, length) if len(data) >= start + head else None


def whole_text(data: bytes) -> bytes | None:
    """Return the text if `data` is exactly one client's frame with a whole short text message, else None."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or data[1] < MASKED:
        return None
    length, head = data[1] - MASKED, 6
    if length == MAX_7_BIT_LENGTH + 1 and len(data) >= 8:
        length, head = data[2] << 8 | data[3], 8
    if length > MAX_MESSAGE_BYTES or len(data) != head + length:
        return None
    text = unmask(data[head:], data[head - MASK_BYTES : head])
    return text if text.isascii() or is_utf8(text) else None


def unmask(data: bytes, mask: bytes) -> bytes:
    """XOR with the repeated mask, as one large number: several times as fast as byte by byte."""
    length = len(data)
    key = (mask * (length // MASK_BYTES + 1))[:length]
    return (int.from_bytes(data) ^ int.from_bytes(key)).to_bytes(length)


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def text_frame(text: bytes) -> bytes:
    """Return a server's frame, which is not masked, around a whole text message."""
    length = len(text)
    if length <= MAX_7_BIT_LENGTH:
        return pack("!BB", WHOLE_TEXT, length) + text
    if length <= MAX_16_BIT_LENGTH:
        return pack("!BBH", WHOLE_TEXT, MAX_7_BIT_LENGTH + 1, length) + text
    return pack("!BBQ", WHOLE_TEXT, MAX_7_BIT_LENGTH + 2, length) + text
