"""The preview of a finished match for chats: a picture with game, ranking and cards, and Open Graph tags."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pioche.house.pictures.canvas import Canvas, Colour
from pioche.text import catalogue

WIDTH, HEIGHT = 1200, 630  # pixels; the size chats expect
FELT, EDGE, INK = (22, 94, 88), (6, 34, 34), (24, 33, 61)
CREAM, BRASS, SOFT = (255, 248, 232), (226, 178, 92), (176, 204, 196)
MAX_ROWS = 6  # players in the picture
HUES: tuple[Colour, ...] = ((46, 92, 168), (30, 132, 118), (190, 128, 22), (196, 74, 38), (168, 34, 44))


@dataclass(frozen=True)
class MatchSummary:
    """The contents of a preview."""

    game: str
    title: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    at: int  # the move the link leads to; 0: the whole match
    moves: int
    lang: str

    @property
    def winners(self) -> list[str]:
        return [name for name, place in zip(self.names, self.ranking, strict=True) if place == 1]


@lru_cache(64)
def picture(match: MatchSummary) -> bytes:
    """Draw the preview as a PNG file."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.glow(FELT, EDGE, (520, 150), (980, 720))
    first = sum(map(ord, match.game)) % 3
    for k in range(4):
        _card(canvas, (770 + 104 * k, 412 - 17 * k * (3 - k)), 11.0 * (k - 1.5), (2, 5, 7, 8)[k] + first)
    mark = canvas.part((96, 84), 40)
    x, y = mark.turned((96, 84), 0)
    mark.fill(mark.outline(mark.triangle(x, y, 26), 2.4), BRASS)
    mark.fill(mark.triangle(x, y - 3, 10), BRASS)
    canvas.text("Pioche", 140, 100, 42, BRASS)
    canvas.text(canvas.shortened(match.title, 76, 1000), 72, 206, 76, CREAM)
    y0 = 284
    if match.at:
        words = catalogue("page", match.lang)["move_of"]
        canvas.text(words.format(n=match.at, total=match.moves), 74, 262, 30, SOFT)
        y0 = 330
    order = sorted(range(len(match.names)), key=lambda seat: (match.ranking[seat], seat))
    for line, seat in enumerate(order[:MAX_ROWS]):
        base = y0 + line * 52
        won = match.ranking[seat] == 1
        canvas.text(str(match.ranking[seat]), 104, base, 42, BRASS if won else SOFT, right=True)
        canvas.text(canvas.shortened(match.names[seat], 42, 330), 128, base, 42, CREAM if won else SOFT)
        canvas.text(str(match.scores[seat]).replace("-", "−"), 620, base, 42, BRASS if won else SOFT, right=True)
    return canvas.png()


def _card(whole: Canvas, at: tuple[float, float], degrees: float, rank: int) -> None:
    """Draw a card of the triangular deck: rank r shows r lozenges, stacked as a triangle."""
    canvas = whole.part(at, 190)
    x, y = canvas.turned(at, degrees)
    shape = canvas.box(x, y, 176, 254, 16)
    shadow = canvas.box(x + 5, y - 8, 176, 254, 18)
    canvas.fill(np.asarray(shadow / 12, np.float32), (0, 0, 0), 0.4)
    canvas.fill(shape, CREAM)
    canvas.fill(canvas.outline(shape, 0.8, 7), (214, 198, 160), 0.9)
    hue = HUES[(rank - 1) // 2]
    rows = next(n for n in range(1, 6) if n * (n + 1) // 2 >= rank)
    left = rank
    for row in range(rows):
        many = min(row + 1, left)
        left -= many
        for k in range(many):
            canvas.fill(canvas.lozenge(x - (k - (many - 1) / 2) * 34, y - 34 - (row - (rows - 1) / 2) * 38, 27, 32), hue)
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    corner = at[0] - 58 * cosine + 76 * sine, at[1] - 58 * sine - 76 * cosine
    whole.text(str(rank), corner[0] - 12, corner[1] + 10, 42, INK)  # upright, so that it can be read in a small preview


def tags(match: MatchSummary, address: str, image: str) -> str:
    """Return the Open Graph tags of a match for the head of the page."""
    words = catalogue("page", match.lang)
    names = _listed(match.winners, words["and"])
    result = words["lost" if len(match.winners) == 1 else "lost_by"].format(name=names, names=names)
    properties = {
        "og:type": "website", "og:site_name": "Pioche", "og:title": f"{match.title} · Pioche", "og:description": result,
        "og:url": address, "og:image": image, "og:image:width": str(WIDTH), "og:image:height": str(HEIGHT),
        "og:image:alt": f"{match.title}: {result}", "og:locale": "fr_FR" if match.lang == "fr" else "en_GB",
    }  # fmt: skip
    lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in properties.items()]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def _listed(names: Sequence[str], and_: str) -> str:
    return and_.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
