"""The ladder as a picture: a rail for each game, a pearl for each level."""

from __future__ import annotations

from collections.abc import Sequence

from pioche import text
from pioche.bots import seconds_of
from pioche.lab.arena_words import name_of, say
from pioche.lab.paired_matches import COMPILED_LEVELS, STANDARD_ERRORS_95, Ladder, in_order
from pioche.lab.plots import BRASS, CREAM, FELT_LIGHT, MARGIN, PALE_VERMILION, VERMILION, WASHED, Picture

COLOURS = {"random": FELT_LIGHT, "novice": WASHED, "regular": CREAM, "expert": BRASS, "search": VERMILION}
WIDTH, LEFT, RIGHT, TOP, ROW, FOOT = 960, 210, 40, 118, 44, 58
PEARL = 13


def picture(found: Sequence[Ladder], lang: str) -> str:
    """Ratings from left to right, with their 95 % intervals."""
    height = TOP + ROW * max(len(found), 1) + FOOT
    title, under = say("picture.title", lang), say("picture.under", lang)
    with Picture(WIDTH, height, title, under, (LEFT, RIGHT, TOP, FOOT)) as drawn:
        axes, shown = drawn.axes, set()
        for row, one in enumerate(found):
            points = [rating.points for rating in one.ratings]
            if points:
                axes.plot([min(points), max(points)], [row, row], color=BRASS, alpha=0.55, linewidth=1, zorder=1)
            for rating in one.ratings:
                colour, spread = colour_of(rating.level), STANDARD_ERRORS_95 * rating.error
                ends = [rating.points - spread, rating.points + spread]
                axes.plot(ends, [row, row], color=colour, alpha=0.6, linewidth=5, solid_capstyle="round", zorder=2)
                label = "" if rating.level in shown else name_of(rating.level, lang)
                pearl = axes.plot(rating.points, row, "o", color=colour, ms=PEARL, mec=CREAM, mew=1, zorder=3, label=label)
                pearl[0].set_gid(f"pearl-{row}-{rating.level}")
                shown.add(rating.level)
            if thinking := gains(one, lang):
                place = axes.get_yaxis_transform()
                axes.text(1, row, thinking[-1], transform=place, ha="right", va="center_baseline", color=PALE_VERMILION)
        axes.set_ylim(max(len(found), 1) - 0.5, -0.5)
        names = [say("picture.game", lang, game=one.game.title(lang), seats=one.game.seats) for one in found]
        axes.set_yticks(range(len(found)), names)
        axes.grid(axis="x")
        _legend(drawn, found, lang)
        return drawn.svg(_spoken(found, lang))


def _legend(drawn: Picture, found: Sequence[Ladder], lang: str) -> None:
    """The levels from the weakest to the strongest, in one line under the title."""
    named = dict(zip(*reversed(drawn.axes.get_legend_handles_labels()), strict=True))
    wanted = [name_of(level, lang) for level in in_order([level for one in found for level in one.levels])]
    labels = [label for label in wanted if label in named]
    if labels:
        corner = MARGIN / WIDTH, 1 - 86 / drawn.height
        drawn.figure.legend(
            [named[label] for label in labels], labels, loc="center left", bbox_to_anchor=corner, ncols=len(labels),
            borderaxespad=0, borderpad=0, handletextpad=0.3, columnspacing=1.6, handlelength=1.2,
        )  # fmt: skip


def colour_of(level: str) -> str:
    """Search that thinks shorter is paler; guests have the colour of the cards."""
    own = level.partition(":")[0]
    return PALE_VERMILION if own == "search" and seconds_of(level) < 1 else COLOURS.get(own, CREAM)


def gains(one: Ladder, lang: str) -> list[str]:
    """Return what bots that think gain on the level below, which is measured more closely than their ratings."""
    told = []
    for duel in one.steps():
        if duel.a not in COMPILED_LEVELS:
            unit, gain = ("coins", duel.told(1)) if duel.deals else ("first", duel.told_first())
            told.append(say(f"picture.{unit}", lang, level=name_of(duel.a, lang), gain=text.localized(gain, lang)))
    return told


def _spoken(found: Sequence[Ladder], lang: str) -> str:
    """The figures, for those who hear the picture."""
    rails = []
    for one in found:
        rated = ", ".join(f"{name_of(rating.level, lang)} {rating.points:.0f}" for rating in one.ratings)
        rails.append(f"{one.game.title(lang)}: {', '.join([rated, *gains(one, lang)])}")
    return "; ".join(rails)
