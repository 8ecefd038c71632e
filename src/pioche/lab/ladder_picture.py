"""The ladder as a picture: a rail for each game, a pearl for each level. SVG written by hand: nothing to install."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from pioche.bots import seconds_of
from pioche.lab.arena_words import name_of, number, say
from pioche.lab.duels import JUDGED, SURE, Ladder, in_order

FELT, FELT_LIGHT, CREAM, BRASS, VERMILION, WASHED = "#0b3b3c", "#1c5657", "#f5ecd7", "#d9a441", "#e2552f", "#7fb0a8"
PALE = "#ee9a80"
COLOURS = {"random": FELT_LIGHT, "novice": WASHED, "regular": CREAM, "expert": BRASS, "search": VERMILION}
WIDTH, LEFT, RIGHT, TOP, ROW, FOOT = 960, 210, 40, 118, 44, 58
SERIF = "Georgia, 'Times New Roman', serif"
SANS = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


def picture(found: Sequence[Ladder], lang: str) -> str:
    """Ratings from left to right, with their 95 % intervals."""
    bottom = TOP + ROW * len(found)
    height = bottom + FOOT
    ends = [rating.points + sign * SURE * rating.error for one in found for rating in one.ratings for sign in (-1, 1)]
    low, high = (100 * f(p / 100) for f, p in ((math.floor, min(ends, default=0)), (math.ceil, max(ends, default=0))))
    span = max(high - low, 100)

    def x(value: float) -> float:
        return LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT)

    title, under = say("picture.title", lang), say("picture.under", lang)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-labelledby="title desc" font-family="{SANS}" font-size="13">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(_spoken(found, lang))}</desc>',
        f'<rect width="{WIDTH}" height="{height}" rx="14" fill="{FELT}"/>',
        _text(28, 42, title, CREAM, f'font-family="{SERIF}" font-size="25"'),
        _text(28, 64, under, WASHED),
    ]
    at = 28.0
    for level in in_order([level for one in found for level in one.levels]):
        parts.append(f'<circle cx="{at + 6:.1f}" cy="86" r="6" fill="{colour_of(level)}" stroke="{CREAM}"/>')
        parts.append(_text(at + 18, 91, name_of(level, lang), CREAM))
        at += 40 + 7.5 * len(name_of(level, lang))
    step = 100 if span <= 1200 else 200
    for value in range(step * math.ceil(low / step), int(low + span) + 1, step):
        parts.append(f'<line x1="{x(value):.1f}" y1="{TOP - 8}" x2="{x(value):.1f}" y2="{bottom}" stroke="{FELT_LIGHT}"/>')
        parts.append(_text(x(value), bottom + 20, f"{value}", WASHED, 'text-anchor="middle"'))
    for k, one in enumerate(found):
        parts += _rail(one, TOP + ROW * k + ROW / 2, x, lang)
    parts.append("</svg>\n")
    return "\n".join(parts)


def colour_of(level: str) -> str:
    """Search that thinks shorter is paler; guests have the colour of the cards."""
    own = level.partition(":")[0]
    return PALE if own == "search" and seconds_of(level) < 1 else COLOURS.get(own, CREAM)


def _rail(one: Ladder, y: float, x: Callable[[float], float], lang: str) -> list[str]:
    ends = [rating.points for rating in one.ratings] or [0.0]
    name = say("picture.game", lang, game=one.game.title(lang), seats=one.game.seats)
    place = f'y1="{y:.1f}" y2="{y:.1f}"'
    parts = [
        _text(LEFT - 18, y + 5, name, CREAM, 'text-anchor="end"'),
        f'<line x1="{x(min(ends)):.1f}" x2="{x(max(ends)):.1f}" {place} stroke="{BRASS}" stroke-opacity=".55"/>',
    ]
    for rating in one.ratings:
        colour, spread = colour_of(rating.level), SURE * rating.error
        parts.append(
            f'<line x1="{x(rating.points - spread):.1f}" x2="{x(rating.points + spread):.1f}" {place} '
            f'stroke="{colour}" stroke-width="5" stroke-linecap="round" stroke-opacity=".6"/>'
        )
        parts.append(f'<circle cx="{x(rating.points):.1f}" cy="{y:.1f}" r="7" fill="{colour}" stroke="{CREAM}"/>')
    if thinking := _gains(one, lang):
        parts.append(_text(WIDTH - RIGHT, y + 5, thinking[-1], PALE, 'text-anchor="end"'))
    return parts


def _gains(one: Ladder, lang: str) -> list[str]:
    """What bots that think gain on the level below: it is measured far more closely than their ratings."""
    told = []
    for duel in one.steps():
        if duel.a not in JUDGED:
            unit, gain = ("coins", duel.told(1)) if duel.deals else ("first", duel.told_first())
            told.append(say(f"picture.{unit}", lang, level=name_of(duel.a, lang), gain=number(gain, lang)))
    return told


def _text(x: float, y: float, words: str, colour: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" {more}>{escape(words)}</text>'


def _spoken(found: Sequence[Ladder], lang: str) -> str:
    """The figures, for those who hear the picture."""
    rails = []
    for one in found:
        rated = ", ".join(f"{name_of(rating.level, lang)} {rating.points:.0f}" for rating in one.ratings)
        rails.append(f"{one.game.title(lang)}: {', '.join([rated, *_gains(one, lang)])}")
    return "; ".join(rails)
