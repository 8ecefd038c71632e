"""Chance that nobody can foretell: a cryptographic stream for tables where people meet.

The generator in the record is quick and the same in both engines, but a player who has seen a few of its cards can
work out the rest. A seed of more than 64 bits is a key: the table then draws from BLAKE2b in counter mode, keyed
by it. The key can be promised before the first card (`commitment`) and shown with the record afterwards.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from itertools import accumulate
from struct import Struct
from typing import Any

WORD_BYTES, BLOCK_BYTES = 8, 64  # bytes
WORDS = Struct(">8Q")  # those of a block
WORDS_PER_BLOCK = BLOCK_BYTES // WORD_BYTES
UNBIASED_BELOW = (1 << 8 * WORD_BYTES) - (1 << 32)  # a word below it favours no number of fewer than four thousand million
KEY_BITS = 256
MIN_KEY_BITS = 64  # bits from which on a seed is a key


def is_key(seed: int) -> bool:
    return seed >> MIN_KEY_BITS > 0


def commitment(seed: int) -> str:
    """A promise of the key that tells nothing about it: its own label, so that no card follows from it."""
    return hashlib.sha256(b"pioche commitment " + _bytes(seed)).hexdigest()


def _bytes(seed: int) -> bytes:
    return seed.to_bytes(KEY_BITS // 8, "big")


class Stream:
    """A driver of chance: unbiased numbers from the key, in an order that is fixed by it."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn  # words so far
        self._key = hashlib.sha256(b"pioche cards " + _bytes(seed)).digest()
        self._number, self._words = -1, WORDS.unpack(bytes(BLOCK_BYTES))

    def _word(self) -> int:
        number, place = divmod(self.drawn, WORDS_PER_BLOCK)
        if number != self._number:
            self._number = number
            self._words = WORDS.unpack(hashlib.blake2b(number.to_bytes(WORD_BYTES, "big"), key=self._key).digest())
        self.drawn += 1
        word: int = self._words[place]
        return word

    def below(self, s: Any, n: int) -> int:
        """Words that would favour the small numbers are thrown away."""
        word = self._word()
        if word >= UNBIASED_BELOW or n >> 32:
            fair = (1 << 8 * WORD_BYTES) // n * n
            while word >= fair:
                word = self._word()
        return word % n

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        rank = bisect_right([*accumulate(counts)], self.below(s, total))
        if rank == len(counts):
            raise ValueError("the row holds fewer cards than it says")
        return rank

    def top(self, s: Any, zone: list[int], place: int) -> int:
        return place

    def clone(self) -> Stream:
        other = object.__new__(type(self))
        other.seed, other.drawn, other._key = self.seed, self.drawn, self._key
        other._number, other._words = self._number, self._words  # the block at hand: it need not be made again
        return other
