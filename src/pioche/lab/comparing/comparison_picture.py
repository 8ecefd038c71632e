"""A comparison drawn: by turn order or seat, from value to value, or every difference with its interval."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.lab.comparing.compared import ALIKE, REAL, Comparison, is_share, say
from pioche.lab.plots import BRASS, CREAM, FELT_LIGHT, PALE_BRASS, PALE_VERMILION, VERMILION, WASHED, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = (BRASS, VERMILION, CREAM, WASHED, PALE_BRASS, PALE_VERMILION)
STANDARD_ERRORS_95 = 1.96
MAX_ROWS = 14  # differences in one picture


def draw(found: Comparison, lang: str, kind: str = "svg") -> bytes:
    """The picture that answers the question best, as SVG, PNG or PDF."""
    if all(side.at is not None for side in found.sides):
        return _sweep(found, lang, kind)
    if found.by in ("order", "seat") and any(name.endswith((".gain", ".win")) for name in found.metrics):
        return _profile(found, lang, kind)
    return _forest(found, lang, kind)


def _under(found: Comparison, lang: str, sure: float = 0.95) -> str:
    players = " / ".join(dict.fromkeys(side.lineup.named for side in found.sides))
    matches = text.thousands(found.matches)
    return say("compare.under", lang, matches=matches, bots=players, percent=text.localized(f"{100 * sure:g}", lang))


def _title(found: Comparison, key: str, lang: str) -> str:
    return f"{found.sides[0].game.title(lang)}{_colon(lang)} {say(key, lang)}"


def _colon(lang: str) -> str:
    return "\u00a0:" if lang == "fr" else ":"


def _legend(axes: Axes, n: int) -> None:
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.16), ncols=min(n, 3), borderaxespad=0, handlelength=1.2)


def _plain(axes: Axes) -> None:
    axes.grid(axis="y")
    axes.tick_params(axis="both", pad=6)


def _spoken(found: Comparison, lang: str) -> str:
    return re.sub(" {2,}", " ", " ".join(line for line in found.lines(lang) if line))


def _profile(found: Comparison, lang: str, drawn_as: str) -> bytes:
    """Draw the share of each turn or seat, a line for each setting."""
    kind, what = ("order", "gain") if found.by == "order" else ("seat", "win")
    most = max(side.game.seats for side in found.sides)
    fair = {100 / side.game.seats if what == "win" else 0 for side in found.sides}
    rows = max(1, math.ceil(len(found.sides) / 3))
    with Picture(760, 400 + 22 * rows, _title(found, f"compare.picture_{kind}", lang), _under(found, lang),
                 (78, 28, 92, 68 + 22 * rows)) as drawn:  # fmt: skip
        axes, unit = drawn.axes, 100 if what == "win" else 1
        for k, (side, means) in enumerate(zip(found.sides, found.means, strict=True)):
            seats = side.game.seats
            some = [means[f"{kind}{p + 1}.{what}"] for p in range(seats)]
            shift = 0.07 * (k - (len(found.sides) - 1) / 2)
            axes.errorbar(
                [p + 1 + shift for p in range(seats)], [unit * one.mean for one in some],
                yerr=[unit * STANDARD_ERRORS_95 * one.error for one in some], color=COLOURS[k % len(COLOURS)], marker="o",
                markersize=7, capsize=4, linewidth=2, label=side.name,
            )  # fmt: skip
        _plain(axes)
        for share in fair:
            axes.axhline(share, color=CREAM, linewidth=1, linestyle=(0, (2, 3)))
        axes.set_xticks(range(1, most + 1), [str(p + 1) for p in range(most)])
        axes.set_xlabel(say("compare.turn" if kind == "order" else "compare.seat", lang), labelpad=6, loc="right")
        axes.yaxis.set_major_formatter(_in_percent(lang) if unit == 100 else _plainly(lang))
        _legend(axes, len(found.sides))
        return drawn.written(_spoken(found, lang), drawn_as)


def _plainly(lang: str) -> Callable[[float, float], str]:
    return lambda value, _: text.localized(f"{value:g}", lang)


def _in_percent(lang: str) -> Callable[[float, float], str]:
    return lambda value, _: text.localized(f"{value:g}", lang) + "\u202f%"


def _forest(found: Comparison, lang: str, kind: str) -> bytes:
    """Every difference with its interval, in standard deviations, the greatest first."""
    rows = sorted(found.rows, key=lambda row: -abs(_scaled(found, row)[0]))[:MAX_ROWS]
    several = len(found.sides) > 2
    with Picture(820, 150 + 30 * len(rows), _title(found, "compare.picture_forest", lang),
                 _under(found, lang, 1 - found.level),
                 (330, 40, 92, 54)) as drawn:  # fmt: skip
        axes = drawn.axes
        axes.axvspan(-found.negligible, found.negligible, color=FELT_LIGHT, alpha=0.6, linewidth=0)
        axes.axvline(0, color=CREAM, linewidth=1)
        for place, row in enumerate(rows):
            mean, half = _scaled(found, row)
            colour = {REAL: VERMILION, ALIKE: WASHED}.get(row["verdict"], BRASS)
            axes.errorbar([mean], [place], xerr=[half], color=colour, marker="o", markersize=7, capsize=4, linewidth=2)
        names = [found.metric_name(row["metric"], lang) + (f", {row['setting']}" if several else "") for row in rows]
        axes.set_yticks(range(len(rows)), names)
        axes.invert_yaxis()
        axes.grid(axis="x")
        axes.set_xlabel(say("compare.in_deviations", lang), labelpad=8)
        axes.xaxis.set_major_formatter(_plainly(lang))
        return drawn.written(_spoken(found, lang), kind)


def _scaled(found: Comparison, row: dict[str, Any]) -> tuple[float, float]:
    """A difference and half its interval, in standard deviations of the first setting."""
    spread = found.means[0][row["metric"]].deviation or abs(row["difference"]) or 1.0
    mean, half = row["difference"] / spread, (row["high"] - row["low"]) / 2 / spread
    return max(-3.0, min(3.0, mean)), half


def _sweep(found: Comparison, lang: str, kind: str) -> bytes:
    """Draw how metrics change with the value of an option: those that change most, each in a strip of its own."""
    moved: dict[str, float] = {}
    for row in found.rows:
        moved[row["metric"]] = max(moved.get(row["metric"], 0.0), abs(_scaled(found, row)[0]))
    strips = [name for name in sorted(moved, key=lambda name: -moved[name]) if moved[name] > 0][:4] or found.metrics[:1]
    if found.by == "order":
        strips = [name for name in found.metrics if name.endswith(".gain")][:6]
    high, values = 120.0, [side.at for side in found.sides]
    with Picture(760, 120 + high * len(strips), _title(found, "compare.picture_sweep", lang), _under(found, lang),
                 (250, 30, 92, 50 + high * (len(strips) - 1))) as drawn:  # fmt: skip
        left, bottom, width, height = drawn.axes.get_position().bounds
        for k, name in enumerate(strips):
            place = left, bottom - k * high / drawn.height, width, height * 0.8
            axes = drawn.figure.add_axes(place) if k else drawn.axes
            axes.set_position(place)
            unit = 100 if is_share(name) else 1
            means = [side[name] for side in found.means]
            axes.errorbar(
                values, [unit * one.mean for one in means], yerr=[unit * STANDARD_ERRORS_95 * one.error for one in means],  # type: ignore[arg-type]
                color=COLOURS[k % 2], marker="o", capsize=4, linewidth=2,
            )  # fmt: skip
            _plain(axes)
            axes.set_ylabel(found.metric_name(name, lang), rotation=0, ha="right", va="center", labelpad=12)
            axes.yaxis.set_major_formatter(_in_percent(lang) if unit == 100 else _plainly(lang))
            axes.set_xticks(values if len(values) < 12 else values[:: len(values) // 8 + 1])  # type: ignore[arg-type]
            if k < len(strips) - 1:
                axes.set_xticklabels([])
        swept = found.sides[0].name.partition("=")[0]
        axes.set_xlabel(swept, loc="right")
        return drawn.written(_spoken(found, lang), kind)
