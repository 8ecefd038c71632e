"""The picture: a bar for each figure on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil, floor, log10

from bench import c, ours
from bench.race import Figure, short
from pioche.lab.plots import BRASS, CREAM, FELT, PALE_BRASS, SERIF, VERMILION, WASHED, Picture

COLOURS = {ours.COMPILED: BRASS, ours.PLAIN: PALE_BRASS, c.GROUP: VERMILION}
"""Brass is ours and vermilion is the limit, as at the table; every peer wears the same washed-out felt."""

WIDTH, LEFT, RIGHT, TOP, ROW, HEAD, FOOT = 960, 190, 90, 92, 22, 34, 64
UNDER = "random play, one core, one run; each line to the right is ten times faster"


def draw(figures: Sequence[Figure], median: float | None, where: str) -> str:
    """All figures by group, with a line at OpenSpiel's C++ median, the mark our games are held against."""
    groups = [(name, list(rows)) for name, rows in groupby(figures, key=lambda figure: figure.group)]
    rows = HEAD * len(groups) + ROW * len(figures)
    with Picture(WIDTH, TOP + rows + FOOT, "Decisions per second", UNDER, (LEFT, RIGHT, TOP, FOOT)) as drawn:
        axes, y = drawn.axes, 0.0
        axes.set_xscale("log")
        patch = {"facecolor": FELT, "edgecolor": "none", "pad": 1.5}  # so that no line strikes out a number
        places = []
        for name, members in groups:
            colour = COLOURS.get(name, WASHED)
            drawn.words(28, TOP + y + HEAD - 9, name, color=colour, family=SERIF, size=16)
            y += HEAD
            for figure in members:
                middle = y + ROW / 2
                axes.barh(middle, figure.rate, height=ROW - 7, color=colour)
                end = figure.rate, middle
                axes.annotate(short(figure.rate), end, (7, 0), textcoords="offset points", va="center_baseline", bbox=patch)
                places.append(middle)
                y += ROW
        axes.set_ylim(max(rows, 1), 0)
        axes.set_yticks(places, [figure.game for figure in figures])
        axes.tick_params(axis="y", pad=10)
        rates = [figure.rate for figure in figures] or [1e4]
        axes.set_xlim(*_decades(min(rates), max(rates)))
        axes.xaxis.set_major_formatter(lambda rate, _: short(rate))
        axes.minorticks_off()
        axes.grid(axis="x")
        if median is not None:
            axes.axvline(median, color=CREAM, linestyle=(0, (1, 3)), dash_capstyle="round", linewidth=1)
            place = axes.get_xaxis_transform()
            words = f"OpenSpiel C++ median {short(median)}"
            axes.annotate(words, (median, 1), (0, 7), place, "offset points", ha="center", size=12)
        drawn.words(28, drawn.height - 16, where, color=WASHED, size=11)
        return drawn.svg("; ".join(f"{f.group}, {f.game}: {short(f.rate)}" for f in figures))


def _decades(low: float, high: float) -> tuple[float, float]:
    """From the power of ten below to the one above."""
    first, last = floor(log10(low)), ceil(log10(high))
    return 10.0**first, 10.0 ** max(last, first + 1)
