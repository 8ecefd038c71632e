"""The picture: a bar for each figure on a logarithmic scale, as SVG written by hand: nothing to install."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import groupby

from bench import c, ours
from bench.race import Figure, short

FELT, FELT_LIGHT, CREAM, BRASS, PALE_BRASS, VERMILION = (
    "#0b3b3c", "#1c5657", "#f5ecd7", "#d9a441", "#a8884a", "#e2552f")
PEER = "#7fb0a8"
COLOURS = {ours.COMPILED: BRASS, ours.PLAIN: PALE_BRASS, c.GROUP: VERMILION}
"""Brass is ours and vermilion is the limit, as at the table; every peer wears the same washed-out felt."""

WIDTH, LEFT, RIGHT, TOP, ROW, HEAD, FOOT = 960, 190, 90, 92, 22, 34, 64
SERIF = "Georgia, 'Times New Roman', serif"
SANS = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


def draw(figures: Sequence[Figure], median: float | None, where: str) -> str:
    """All figures by group, with a line at OpenSpiel's C++ median, the mark our games are held against."""
    groups = [(name, list(rows)) for name, rows in groupby(figures, key=lambda figure: figure.group)]
    bottom = TOP + HEAD * len(groups) + ROW * len(figures) + 8
    exponents = [math.log10(f.rate) for f in figures] or [4.0]
    low, high = math.floor(min(exponents)), math.ceil(max(exponents))
    high = max(high, low + 1)

    def x(rate: float) -> float:
        return LEFT + (math.log10(rate) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    height = bottom + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="title desc" font-family="{SANS}" font-size="13">',
        '<title id="title">Decisions per second of random play</title>',
        f'<desc id="desc">{escape(_spoken(figures))}</desc>',
        f'<rect width="{WIDTH}" height="{height}" rx="14" fill="{FELT}"/>',
        _text(28, 42, "Decisions per second", CREAM, f'font-family="{SERIF}" font-size="25"'),
        _text(28, 66, "random play, one core, one run; each line to the right is ten times faster", PEER),
    ]
    for power in range(low, high + 1):
        at = x(10.0**power)
        parts.append(f'<line x1="{at:.1f}" y1="{TOP}" x2="{at:.1f}" y2="{bottom}" stroke="{FELT_LIGHT}"/>')
        parts.append(_text(at, bottom + 20, short(10.0**power), PEER, 'text-anchor="middle"'))
    labels: list[str] = []  # above the median line, on a patch of felt, so that it never strikes out a number
    y = TOP
    for name, rows in groups:
        colour = COLOURS.get(name, PEER)
        y += HEAD
        parts.append(_text(28, y - 9, name, colour, f'font-family="{SERIF}" font-size="16"'))
        for figure in rows:
            end = max(x(figure.rate), LEFT + 2.0)
            parts.append(_text(LEFT - 10, y + 15, figure.game, CREAM, 'text-anchor="end"'))
            parts.append(f'<rect x="{LEFT}" y="{y + 4}" width="{end - LEFT:.1f}" height="{ROW - 7}" rx="3" '
                         f'fill="{colour}"/>')
            label = short(figure.rate)
            labels.append(f'<rect x="{end + 4:.1f}" y="{y + 2}" width="{8 * len(label)}" height="{ROW - 4}" '
                          f'fill="{FELT}"/>')
            labels.append(_text(end + 7, y + 15, label, CREAM))
            y += ROW
    if median is not None:
        at = x(median)
        parts.append(f'<line x1="{at:.1f}" y1="{TOP - 2}" x2="{at:.1f}" y2="{bottom}" stroke="{CREAM}" '
                     'stroke-dasharray="2 5" stroke-linecap="round"/>')
        parts.append(_text(at, TOP - 9, f"OpenSpiel C++ median {short(median)}", CREAM,
                           'text-anchor="middle" font-size="12"'))
    parts += labels
    parts.append(_text(28, height - 16, where, PEER, 'font-size="11"'))
    parts.append("</svg>\n")
    return "\n".join(parts)


def _text(x: float, y: float, words: str, colour: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" {more}>{escape(words)}</text>'


def _spoken(figures: Sequence[Figure]) -> str:
    return "; ".join(f"{f.group}, {f.game}: {short(f.rate)}" for f in figures)
