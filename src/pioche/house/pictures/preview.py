"""The picture of a finished match for a chat: the game, who came where, a hand of cards. Drawn here, by nobody else."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pioche.house.pictures.canvas import Canvas, Colour
from pioche.text import catalogue

WIDTH, HEIGHT = 1200, 630  # what chats expect
FELT, EDGE, INK = (22, 94, 88), (6, 34, 34), (24, 33, 61)
CREAM, BRASS, SOFT = (255, 248, 232), (226, 178, 92), (176, 204, 196)
ROWS = 6  # places with a line of their own
HUES: tuple[Colour, ...] = ((46, 92, 168), (30, 132, 118), (190, 128, 22), (196, 74, 38), (168, 34, 44))


@dataclass(frozen=True)
class MatchSummary:
    """What the picture tells."""

    game: str
    title: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    at: int  # the move it leads to; 0 the whole match
    moves: int
    lang: str

    @property
    def winners(self) -> list[str]:
        return [name for name, place in zip(self.names, self.ranking, strict=True) if place == 1]


@lru_cache(64)
def picture(told: MatchSummary) -> bytes:
    """A PNG file."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.glow(FELT, EDGE, (520, 150), (980, 720))
    first = sum(map(ord, told.game)) % 3
    for k in range(4):
        _card(canvas, (770 + 104 * k, 412 - 17 * k * (3 - k)), 11.0 * (k - 1.5), (2, 5, 7, 8)[k] + first)
    mark = canvas.part((96, 84), 40)
    x, y = mark.turned((96, 84), 0)
    mark.fill(mark.outline(mark.triangle(x, y, 26), 2.4), BRASS)
    mark.fill(mark.triangle(x, y - 3, 10), BRASS)
    canvas.text("Pioche", 140, 100, 42, BRASS)
    canvas.text(canvas.shortened(told.title, 76, 1000), 72, 206, 76, CREAM)
    y0 = 284
    if told.at:
        words = catalogue("page", told.lang)["move_of"]
        canvas.text(words.format(n=told.at, total=told.moves), 74, 262, 30, SOFT)
        y0 = 330
    order = sorted(range(len(told.names)), key=lambda seat: (told.ranking[seat], seat))
    for line, seat in enumerate(order[:ROWS]):
        base = y0 + line * 52
        won = told.ranking[seat] == 1
        canvas.text(str(told.ranking[seat]), 104, base, 42, BRASS if won else SOFT, right=True)
        canvas.text(canvas.shortened(told.names[seat], 42, 330), 128, base, 42, CREAM if won else SOFT)
        canvas.text(str(told.scores[seat]).replace("-", "−"), 620, base, 42, BRASS if won else SOFT, right=True)
    return canvas.png()


def _card(whole: Canvas, at: tuple[float, float], degrees: float, rank: int) -> None:
    """A card of the triangular deck: rank r shows r lozenges, stacked as a triangle."""
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
    whole.text(str(rank), corner[0] - 12, corner[1] + 10, 42, INK)  # upright: to be read at the size of a stamp


def tags(told: MatchSummary, address: str, image: str) -> str:
    """What a chat reads in the head of the page (Open Graph)."""
    words = catalogue("page", told.lang)
    names = _listed(told.winners, words["and"])
    said = words["lost" if len(told.winners) == 1 else "lost_by"].format(name=names, names=names)
    properties = {
        "og:type": "website", "og:site_name": "Pioche", "og:title": f"{told.title} · Pioche", "og:description": said,
        "og:url": address, "og:image": image, "og:image:width": str(WIDTH), "og:image:height": str(HEIGHT),
        "og:image:alt": f"{told.title}: {said}", "og:locale": "fr_FR" if told.lang == "fr" else "en_GB",
    }  # fmt: skip
    lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in properties.items()]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def _listed(names: Sequence[str], and_: str) -> str:
    return and_.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
