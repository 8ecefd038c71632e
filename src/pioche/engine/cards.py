"""Cards in writing: `7` in the Pairs deck, `10♦` (also read `10d`, `Td`) in the 52-card deck.

A Pairs card is its rank, 1 to 10. A card of the 52-card deck is an id: suit by suit, ace to king,
pack after pack; the second pack's cards carry a `b`, the third's a `c`, and so on.
"""

from __future__ import annotations

RANKS = 11  # rows are indexed by rank 1..10; place 0 stays empty
PACK = 52
SUITS = "♠♥♦♣"
FACES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_LETTERS = {"s": 0, "h": 1, "d": 2, "c": 3, "♠": 0, "♥": 1, "♦": 2, "♣": 3}
FACE_NUMBERS = {face.lower(): number for number, face in enumerate(FACES)} | {"t": 9, "1": 0}


def card_id(face: int, suit: int, pack: int = 0) -> int:
    """The id of a card: face 0 (ace) to 12 (king), suit 0 to 3 in the order ♠ ♥ ♦ ♣."""
    return pack * PACK + suit * 13 + face


def card_word(card: int) -> str:
    """`10♦`; `K♥b` for the king of hearts of the second pack."""
    pack, rest = divmod(card, PACK)
    return FACES[rest % 13] + SUITS[rest // 13] + ("" if pack == 0 else "abcdefgh"[pack])


def read_card(word: str) -> int:
    """The id of a card as people write it; ValueError when it is none."""
    text = word.strip().lower()
    pack = 0
    if len(text) > 2 and text[-1] in "bcdefgh" and text[-2] in SUIT_LETTERS:
        pack, text = "abcdefgh".index(text[-1]), text[:-1]
    if len(text) < 2 or text[-1] not in SUIT_LETTERS or text[:-1] not in FACE_NUMBERS:
        raise ValueError(word)
    return card_id(FACE_NUMBERS[text[:-1]], SUIT_LETTERS[text[-1]], pack)


def read_rank(word: str | int) -> int:
    """A rank of the Pairs deck, 1 to 10; ValueError when it is none."""
    rank = int(word)
    if not 1 <= rank <= 10:
        raise ValueError(word)
    return rank
