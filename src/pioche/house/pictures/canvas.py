"""A small canvas with antialiased shapes and text, written as PNG. Needs only NumPy and zlib.

A shape is a signed distance field: negative inside; pixels within half a pixel of the edge are blended.
"""

from __future__ import annotations

import json
import struct
import zlib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Field = NDArray[np.float32]
MAX_GREY = 15  # value of a fully covered pixel of a letter


@cache
def _letters() -> tuple[dict[int, dict[str, Any]], NDArray[np.uint8]]:
    """Return the glyph tables by font size, and the pixels of all glyphs. `web/scripts/letters.mjs` writes the file."""
    text = zlib.decompress((files("pioche.house.pictures") / "letters.bin").read_bytes())
    head, _, pixels = text.partition(b"\n")
    return {one["pixels"]: one for one in json.loads(head)}, np.frombuffer(pixels, np.uint8)


class Canvas:
    """An RGB picture to draw on."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.pixels = np.zeros((height, width, 3), np.float32)
        self.y, self.x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5

    def part(self, at: tuple[float, float], reach: int) -> Canvas:
        """Return the square around a point as a canvas on the same pixels: drawing in a small part is faster."""
        rows = slice(max(0, int(at[1]) - reach), max(0, int(at[1]) + reach))
        columns = slice(max(0, int(at[0]) - reach), max(0, int(at[0]) + reach))
        one = Canvas.__new__(Canvas)
        one.width, one.height = self.width, self.height
        one.pixels, one.x, one.y = self.pixels[rows, columns], self.x[rows, columns], self.y[rows, columns]
        return one

    def glow(self, inner: Colour, outer: Colour, at: tuple[float, float], reach: tuple[float, float]) -> None:
        """Fill the whole canvas with a radial gradient."""
        far = np.clip(np.hypot((self.x - at[0]) / reach[0], (self.y - at[1]) / reach[1]), 0, 1)[..., None]
        self.pixels[:] = np.array(inner) * (1 - far) + np.array(outer) * far

    def fill(self, distance: Field, colour: Colour, strength: float = 1.0) -> None:
        """Fill a shape with a colour; `strength` is its opacity."""
        cover = (np.clip(0.5 - distance, 0, 1) * strength)[..., None]
        self.pixels += (np.array(colour, np.float32) - self.pixels) * cover

    def turned(self, at: tuple[float, float], degrees: float) -> tuple[Field, Field]:
        """Return coordinates relative to a point, rotated."""
        angle = np.deg2rad(degrees)
        x, y = self.x - at[0], self.y - at[1]
        return x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)

    @staticmethod
    def box(x: Field, y: Field, width: float, height: float, corner: float) -> Field:
        far_x, far_y = np.abs(x) - width / 2 + corner, np.abs(y) - height / 2 + corner
        outside = np.hypot(np.maximum(far_x, 0), np.maximum(far_y, 0))
        return np.asarray(outside + np.minimum(np.maximum(far_x, far_y), 0) - corner, np.float32)

    @staticmethod
    def outline(distance: Field, thick: float, inside: float = 0.0) -> Field:
        return np.asarray(np.abs(distance + inside) - thick, np.float32)

    @staticmethod
    def lozenge(x: Field, y: Field, width: float, height: float) -> Field:
        slope = np.hypot(width, height) / 2
        return np.asarray((np.abs(x) * height + np.abs(y) * width - width * height / 2) / (2 * slope), np.float32)

    @staticmethod
    def triangle(x: Field, y: Field, size: float) -> Field:
        """Return a triangle standing on its base, with `size` from its middle to its top."""
        sides = np.maximum(np.abs(x) * 0.894 - (y + size) * 0.447, y - size * 0.8)
        return np.asarray(sides, np.float32)

    def text(self, words: str, x: float, y: float, size: int, colour: Colour, right: bool = False) -> float:
        """Write on a base line from x on, or up to x if `right`; return the x of the next letter.

        Letters that are not in the font are left out.
        """
        sizes, pixels = _letters()
        font = sizes[size]
        if right:
            x -= self.measure(words, size)
        for letter in words:
            if letter not in font["glyphs"]:
                continue
            start, width, left, step = font["glyphs"][letter]
            height = font["height"]
            grey = pixels[start : start + width * height].reshape(height, width) / np.float32(MAX_GREY)
            self._stamp(np.asarray(grey, np.float32), round(x) - left, round(y) - size, colour)
            x += step / 64
        return x

    def _stamp(self, cover: Field, left: int, top: int, colour: Colour) -> None:
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(self.width, left + cover.shape[1]), min(self.height, top + cover.shape[0])
        if x0 < x1 and y0 < y1:
            part = cover[y0 - top : y1 - top, x0 - left : x1 - left, None]
            place = self.pixels[y0:y1, x0:x1]
            place += (np.array(colour, np.float32) - place) * part

    @staticmethod
    def measure(words: str, size: int) -> float:
        known = _letters()[0][size]["glyphs"]
        return float(sum(known[letter][3] for letter in words if letter in known)) / 64

    @classmethod
    def shortened(cls, words: str, size: int, width: float) -> str:
        """Return the words, cut off with an ellipsis if they are wider than `width`."""
        if cls.measure(words, size) <= width:
            return words
        while words and cls.measure(words + "…", size) > width:
            words = words[:-1]
        return words.rstrip() + "…"

    def png(self) -> bytes:
        lines = np.clip(self.pixels + 0.5, 0, 255).astype(np.uint8)
        differences = lines.copy()
        differences[1:] -= lines[:-1]  # PNG's filter 2: differences between lines
        rows = np.concatenate([np.full((self.height, 1), 2, np.uint8), differences.reshape(self.height, -1)], axis=1)
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
        )
