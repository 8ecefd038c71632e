"""Every card as an SVG picture, in the same hand as on the page: a face of either deck, a joker, a back.

`picture("7")`, `picture("10♦")`, `picture("?")`. With `ink="saving"` nothing is filled that need not be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pioche.engine.cards import FACES, SUITS

Ink = Literal["full", "saving"]

WIDTH, HEIGHT = 100, 140
HIDDEN, JOKER = "?", "JK"
HUES = ("", "#1f5f8b", "#17697a", "#14705f", "#35702f", "#5d6a12", "#7f5d08", "#985006", "#a83f12", "#ab2c24", "#8e1730")
SUIT_HUES = {"♠": "#1d2c4f", "♥": "#b3261e", "♦": "#b3261e", "♣": "#1d2c4f"}
COURTS = {"en": {}, "fr": {"J": "V", "Q": "D", "K": "R"}}  # an ace is an A in both
CREAM, BACK, EDGE = "#fbf3e2", "#182746", "#b9a57c"
BRASS, BLUE, PAPER, SKIN = "#c9a04e", "#1d2c4f", "#fffdf6", "#f6dfc3"
SERIF = "Libertinus Serif, Georgia, Times New Roman, serif"
UPSIDE_DOWN = ("6", "9")  # a line under them says which way is up

PIPS = {
    "♠": "M0-9.5 C3-4.5 8.6-2 8.6 2.6 C8.6 6 4.4 7 1.4 4.4 L3.2 9.5 H-3.2 L-1.4 4.4 C-4.4 7-8.6 6-8.6 2.6 "
    "C-8.6-2-3-4.5 0-9.5Z",
    "♥": "M0 9.5 L-7.2 .8 C-10.6-3.6-7-9-3.3-8 C-1.4-7.5-.4-6 0-4.4 C.4-6 1.4-7.5 3.3-8 C7-9 10.6-3.6 7.2 .8Z",
    "♦": "M0-9.5 L7.2 0 L0 9.5 L-7.2 0Z",
    "♣": "M0-9.3 A4.1 4.1 0 0 1 3.3-2.7 A4.1 4.1 0 1 1 1.5 4.3 L3.2 9.5 H-3.2 L-1.5 4.3 A4.1 4.1 0 1 1-3.3-2.7 "
    "A4.1 4.1 0 0 1 0-9.3Z",
}
L, C, R = 32, 50, 68
SPREAD: dict[str, tuple[tuple[float, float], ...]] = {  # where pips stand, as on every French pack
    "2": ((C, 34), (C, 106)),
    "3": ((C, 34), (C, 70), (C, 106)),
    "4": ((L, 34), (R, 34), (L, 106), (R, 106)),
    "5": ((L, 34), (R, 34), (C, 70), (L, 106), (R, 106)),
    "6": ((L, 34), (R, 34), (L, 70), (R, 70), (L, 106), (R, 106)),
    "7": ((L, 34), (R, 34), (C, 52), (L, 70), (R, 70), (L, 106), (R, 106)),
    "8": ((L, 34), (R, 34), (C, 52), (L, 70), (R, 70), (C, 88), (L, 106), (R, 106)),
    "9": ((L, 32), (R, 32), (L, 57), (R, 57), (C, 70), (L, 83), (R, 83), (L, 108), (R, 108)),
    "10": ((L, 32), (R, 32), (C, 44.5), (L, 57), (R, 57), (L, 83), (R, 83), (C, 95.5), (L, 108), (R, 108)),
}


def triangular_deck() -> list[str]:
    """The 55 cards of the triangular deck: rank r occurs r times."""
    return [str(rank) for rank in range(1, 11) for _ in range(rank)]


def french_deck(jokers: int = 2) -> list[str]:
    """The 52 cards, suit by suit, and jokers: one is the travelling card at large tables."""
    return [face + suit for suit in SUITS for face in FACES] + [JOKER] * jokers


def picture(card: str, lang: str = "en", ink: Ink = "full", rounded: bool = True) -> str:
    """The card as the text of an SVG file. Cards to be cut out have no round corners."""
    inside = "".join(_drawn(card, lang, ink, rounded))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</svg>\n'


def _drawn(card: str, lang: str, ink: Ink, rounded: bool) -> Iterator[str]:
    if card == HIDDEN:
        yield from _back(ink, rounded)
        return
    fill = CREAM if ink == "full" else "#ffffff"
    if rounded:
        yield _rect(0.75, 98.5, 138.5, 9, fill, EDGE, 1.5)
    elif ink == "full":
        yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{fill}"/>'
    if card == JOKER:
        yield from _joker(ink)
    elif card[-1] in SUITS:
        yield from _french(card[:-1], card[-1], lang, ink)
    else:
        yield from _pairs(int(card), ink)


def _rect(at: float, width: float, height: float, round_: float, fill: str, stroke: str, thick: float) -> str:
    return (
        f'<rect x="{at}" y="{at}" width="{width}" height="{height}" rx="{round_}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{thick}"/>'
    )


def _lozenge(x: float, y: float, r: float) -> str:
    return f"M{x:g} {y - r * 1.2:g}L{x + r:g} {y:g}L{x:g} {y + r * 1.2:g}L{x - r:g} {y:g}Z"


def _places() -> list[tuple[float, float]]:
    return [(50 + (k - row / 2) * 16.4, 55 + row * 16.2) for row in range(4) for k in range(row + 1)]


def _written(x: float, y: float, size: float, word: str, hue: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{SERIF}" font-size="{size:g}" font-weight="600" '
        f'text-anchor="{anchor}" fill="{hue}">{word}</text>'
    )


def _pairs(rank: int, ink: Ink) -> Iterator[str]:
    """Ten lozenges stand as a triangle; rank r fills r of them, from the top."""
    hue, word = HUES[rank], str(rank)
    if ink == "full":
        yield _rect(5.5, 89, 129, 5.5, "none", "#d8c69c", 1)
    yield _written(11 if rank < 10 else 9, 40, 40, word, hue)
    low = _written(11, 25, 20, word, hue)
    if word in UPSIDE_DOWN:
        yield f'<rect x="12" y="43.5" width="17" height="2.6" rx="1.3" fill="{hue}"/>'
        low += f'<rect x="11.5" y="27.2" width="9.5" height="1.8" rx=".9" fill="{hue}"/>'
    yield f'<g transform="rotate(180 50 70)">{low}</g>'
    for number, (x, y) in enumerate(_places()):
        if number >= rank:
            if ink == "full":
                yield f'<path d="{_lozenge(x, y, 5.4)}" fill="none" stroke="{EDGE}" stroke-width=".9" opacity=".55"/>'
        elif ink == "full":
            yield f'<path d="{_lozenge(x, y, 7)}" fill="{hue}"/>'
            yield f'<path d="{_lozenge(x, y, 3.1)}" fill="#fff6e2" opacity=".35"/>'
        else:
            yield f'<path d="{_lozenge(x, y, 6.4)}" fill="none" stroke="{hue}" stroke-width="1.2"/>'


def _back(ink: Ink, rounded: bool) -> Iterator[str]:
    """A triangle in brass on ink; with little ink a triangle of lines."""
    line = BRASS if ink == "full" else EDGE
    if ink == "full":
        corner = 9 if rounded else 0
        yield f'<rect width="{WIDTH}" height="{HEIGHT}" rx="{corner}" fill="{BACK}"/>'
    elif rounded:
        yield _rect(0.75, 98.5, 138.5, 9, "#ffffff", EDGE, 1.5)
    yield _rect(6, 88, 128, 5.5, "none", line, 1.6 if ink == "full" else 0.8)
    if ink == "full":
        yield _rect(9.5, 81, 121, 3.5, "none", line, 0.6)
    for x, y in _places():
        shape = _lozenge(x, y - 11, 6.4)
        yield f'<path d="{shape}" fill="{"#d9b35f" if ink == "full" else "none"}" stroke="{line}" stroke-width=".7"/>'
    yield f'<path d="M50 18 L88 116 L12 116 Z" fill="none" stroke="{line}" stroke-width=".8"/>'


def _pip(suit: str, x: float, y: float, size: float, ink: Ink, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    hue = SUIT_HUES[suit]
    # hearts and spades stay filled when small: an outline would not be read
    paint = f'fill="{hue}"' if ink == "full" or size < 12 else f'fill="none" stroke="{hue}" stroke-width="1.2"'
    return f'<path d="{PIPS[suit]}" transform="translate({x:g} {y:g}){turn} scale({size / 20:g})" {paint}/>'


def _french(face: str, suit: str, lang: str, ink: Ink) -> Iterator[str]:
    if face in SPREAD:
        for x, y in SPREAD[face]:
            yield _pip(suit, x, y, 19, ink, y > 71)
    elif face == "A":
        for path, thick in (("M50 36 L80 70 L50 104 L20 70Z", 1), ("M50 42 L75 70 L50 98 L25 70Z", 0.5)):
            yield f'<path d="{path}" fill="none" stroke="{BRASS}" stroke-width="{thick}"/>'
        yield _pip(suit, 50, 70, 42, ink)
    else:
        ground = PAPER if ink == "full" else "none"
        yield f'<rect x="20" y="17" width="60" height="106" rx="3" fill="{ground}" stroke="{BRASS}"/>'
        half = "".join(_court(face, SUIT_HUES[suit], ink))
        yield f'{half}<g transform="rotate(180 50 70)">{half}</g><path d="M20 70 H80" stroke="{BRASS}" stroke-width="1.4"/>'
        yield _pip(suit, 29, 26, 11, ink) + _pip(suit, 71, 114, 11, ink, True)
    corner = _written(10.5, 24, 21 if face != "10" else 18, COURTS[lang].get(face, face), SUIT_HUES[suit], "middle")
    corner += _pip(suit, 10.5, 33.5, 11, ink)
    yield f'{corner}<g transform="rotate(180 50 70)">{corner}</g>'


def _court(face: str, hue: str, ink: Ink) -> Iterator[str]:
    """Half a figure. Jack: a beret and a feather; queen: a veil and a coronet; king: a crown and a beard."""

    def part(path: str, fill: str, line: float = 0.0) -> str:
        if ink == "saving":
            return f'<path d="{path}" fill="none" stroke="{hue}" stroke-width=".8"/>'
        edge = f' stroke="{BLUE}" stroke-width="{line}"' if line else ""
        return f'<path d="{path}" fill="{fill}"{edge}/>'

    def stroke(path: str, colour: str, thick: float) -> str:
        return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick}" stroke-linecap="round"/>'

    yield part("M20 70 L20 62 Q32 50 44 48 L56 48 Q68 50 80 62 L80 70Z", hue)
    yield part("M44 48 L50 62 L56 48Z", PAPER)
    yield part("M30 55 L36 63 L30 70 L24 63Z M70 55 L76 63 L70 70 L64 63Z", BRASS)
    if face == "Q":
        yield part("M36 24 Q34 46 30 56 L40 52 L42 30Z M64 24 Q66 46 70 56 L60 52 L58 30Z", BLUE)
    elif face == "J":
        yield part("M39 28 Q36 40 40 45 L43 34Z M61 28 Q64 40 60 45 L57 34Z", BRASS)
    else:
        yield part("M39 32 Q37 52 50 57 Q63 52 61 32Z", BLUE)
    yield part("M41 28 Q40 46 50 49 Q60 46 59 28Z", SKIN)
    if face == "K":
        yield part("M42 41 Q50 37 58 41 Q58 52 50 55 Q42 52 42 41Z", BLUE)
        yield stroke("M46.5 42.6 Q50 44.4 53.5 42.6", SKIN if ink == "full" else hue, 1.1)
    else:
        yield stroke("M47.2 43 Q50 45 52.8 43", "#b8432f" if face == "Q" else BLUE, 1.4)
    yield stroke("M44 34.5 h3.6 M52.4 34.5 h3.6", BLUE, 1.6) + stroke("M50 35 L48.9 39.6 H50.6", BLUE, 0.8)
    if face == "K":
        yield part("M38 30 L36 18 L43 24 L50 17.5 L57 24 L64 18 L62 30Z", BRASS, 0.8)
        yield part("M50 24 L52 27 L50 30 L48 27Z", hue)
    elif face == "Q":
        yield part("M38 29 Q50 18 62 29 L60 31 Q50 24 40 31Z", BRASS, 0.8)
        for x, y, r in ((41, 24, 1.8), (50, 20.4, 2.2), (59, 24, 1.8)):
            yield f'<circle cx="{x}" cy="{y}" r="{r}" fill="{hue}"/>'
    else:
        yield part("M37 30 Q38 19 52 19 Q64 20 63 30 Q50 25 37 30Z", hue, 0.8)
        yield part("M60 24 Q70 16 74 21 Q70 26 61 27Z", BRASS, 0.6)


def _joker(ink: Ink) -> Iterator[str]:
    """The travelling card: ten lozenges as a star on the road."""
    for turn in range(0, 360, 36):
        fill = f'fill="{HUES[turn // 36 + 1]}"' if ink == "full" else f'fill="none" stroke="{HUES[turn // 36 + 1]}"'
        yield f'<path d="{_lozenge(50, 46, 6.2)}" transform="rotate({turn} 50 70)" {fill}/>'
    corner = "".join(_written(10.5, 20 + 11 * line, 12, letter, BLUE, "middle") for line, letter in enumerate("JOKER"))
    yield f'{corner}<g transform="rotate(180 50 70)">{corner}</g>'
