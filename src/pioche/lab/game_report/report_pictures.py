"""The pictures of a report, drawn by matplotlib in the colours of the table."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.lab.game_report.findings import action_label, say, setting_label
from pioche.lab.game_report.game_report import GameReport
from pioche.lab.plots import BRASS, CREAM, FELT, FELT_LIGHT, PALE_BRASS, VERMILION, WASHED, Picture, ink_on

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STANDARD_ERRORS_95 = 1.96
COLUMNS = ("minutes", "lead_changes", "suspense", "comebacks", "forced", "first", "last")
FULL_COLOUR_DEVIATIONS = 1.0  # standard deviations that fill a cell completely


def pictures(found: GameReport, lang: str) -> dict[str, str]:
    """Name -> SVG, in the order of the report."""
    drawn = {"length": _length(found, lang), "order": _order(found, lang)}
    if not found.flat:
        drawn["lead"] = _lead(found, lang)
    if found.luck:
        drawn["luck"] = _luck(found, lang)
    if found.importance and len(_acting(found)) > 1:
        drawn["actions"] = _actions(found, lang)
    if found.options:
        drawn["options"] = _options(found, lang)
    return drawn


def _in_percent(lang: str) -> Callable[[float, float], str]:
    return lambda value, _: text.localized(f"{100 * value:.3g}", lang) + "\u202f%"


def _shown(share: float, lang: str) -> str:
    return text.percent(share, lang, 1)


def _plainly(lang: str) -> Callable[[float, float], str]:
    return lambda value, _: text.localized(f"{value:g}", lang)


def _ground(axes: Axes, axis: str = "y") -> None:
    axes.grid(axis=axis)  # type: ignore[arg-type]
    axes.tick_params(axis="both", pad=6)


def _spoken(what: str, figures: list[str], lang: str) -> str:
    return say("spoken", lang, what=what, figures=", ".join(figures))


def _named(what: str, share: float, lang: str) -> str:
    colon = "\u00a0:" if lang == "fr" else ":"
    return f"{what}{colon} {_shown(share, lang)}"


def _length(found: GameReport, lang: str) -> str:
    spread = found.result.spreads["minutes"]
    bars = spread.bars(30)
    low, _, middle, _, high = spread.quantiles()
    with Picture(720, 330, say("length", lang), say("share", lang), (70, 28, 90, 58)) as drawn:
        axes = drawn.axes
        for start, end, share in bars:
            inside = low <= (start + end) / 2 <= high
            axes.bar(
                start, share, end - start, align="edge", color=BRASS if inside else PALE_BRASS, linewidth=1, edgecolor=FELT
            )
        axes.axvline(middle, color=CREAM, linewidth=1.5, linestyle=(0, (2, 3)))
        _ground(axes)
        axes.yaxis.set_major_formatter(_in_percent(lang))
        axes.xaxis.set_major_formatter(_plainly(lang))
        axes.set_xlabel(say("minutes", lang), loc="right")
        plain = _plainly(lang)
        told = [_named(f"{plain(a, 0)}–{plain(b, 0)}", share, lang) for a, b, share in bars]
        return drawn.svg(_spoken(say("length", lang), told, lang))


def _order(found: GameReport, lang: str) -> str:
    result, seats = found.result, found.game.seats
    some: list[Any] = list(result.tops if result.ordered else result.wins)
    label = say("turn" if result.ordered else "seat", lang)
    with Picture(720, 330, say("order", lang), say("fair", lang) + " · · ·", (78, 28, 90, 58)) as drawn:
        axes, places = drawn.axes, range(1, seats + 1)
        axes.bar(places, [one.mean for one in some], 0.62, color=BRASS)
        axes.errorbar(
            places,
            [one.mean for one in some],
            yerr=[STANDARD_ERRORS_95 * one.error for one in some],
            fmt="none",
            color=CREAM,
            capsize=4,
        )
        axes.axhline(1 / seats, color=CREAM, linewidth=1.5, linestyle=(0, (2, 3)))
        _ground(axes)
        axes.yaxis.set_major_formatter(_in_percent(lang))
        axes.set_xticks(list(places))
        axes.set_xlabel(label, loc="right")
        told = [_named(str(k + 1), one.mean, lang) for k, one in enumerate(some)]
        return drawn.svg(_spoken(say("order", lang), told, lang))


def _lead(found: GameReport, lang: str) -> str:
    kept = found.result.kept
    with Picture(720, 330, say("lead", lang), say("fair", lang) + " · · ·", (78, 28, 90, 58)) as drawn:
        axes, x = drawn.axes, [(k + 1) / len(kept) for k in range(len(kept))]
        y, error = [one.mean for one in kept], [STANDARD_ERRORS_95 * one.error for one in kept]
        low, high = [a - b for a, b in zip(y, error, strict=True)], [a + b for a, b in zip(y, error, strict=True)]
        axes.fill_between(x, low, high, color=BRASS, alpha=0.35, linewidth=0)
        axes.plot(x, y, color=BRASS, linewidth=2.5, marker="o", markersize=6)
        axes.axhline(1 / found.game.seats, color=CREAM, linewidth=1.5, linestyle=(0, (2, 3)))
        axes.set_ylim(0, 1.05)
        _ground(axes)
        axes.yaxis.set_major_formatter(_in_percent(lang))
        axes.xaxis.set_major_formatter(_in_percent(lang))
        axes.set_xlabel(say("tenth", lang), loc="right")
        told = [f"{10 * (k + 1)} %: {_shown(one, lang)}" for k, one in enumerate(y)]
        return drawn.svg(_spoken(say("lead", lang), told, lang))


def _luck(found: GameReport, lang: str) -> str:
    """A bar of luck and skill above the levels."""
    assert found.luck is not None
    share = min(max(found.luck.share.mean, 0.0), 1.0)
    wins = found.luck.wins
    with Picture(720, 350, say("luck", lang), "", (120, 60, 150, 52)) as drawn:
        top = drawn.figure.add_axes((28 / 720, 1 - 128 / 350, 664 / 720, 36 / 350))
        top.barh([0], [share], color=PALE_BRASS)
        top.barh([0], [1 - share], left=[share], color=VERMILION)
        top.set_axis_off()
        top.set_xlim(0, 1)
        for start, width, word in ((0.0, share, "luck"), (share, 1 - share, "skill")):
            if width > 0.14:
                told = f"{say(f'facts.{word}', lang)} {_in_percent(lang)(round(width, 2), 0)}"
                top.text(start + width / 2, 0, told, ha="center", va="center", color=FELT, fontsize=14)
        axes = drawn.axes
        names = [say(f"levels.{level}", lang) for level in wins]
        axes.barh(names, [one.mean for one in wins.values()], 0.6, color=BRASS)
        axes.errorbar(
            [one.mean for one in wins.values()],
            names,
            xerr=[STANDARD_ERRORS_95 * one.error for one in wins.values()],
            fmt="none",
            color=CREAM,
            capsize=4,
        )
        axes.axvline(1 / found.game.seats, color=CREAM, linewidth=1.5, linestyle=(0, (2, 3)))
        axes.invert_yaxis()
        _ground(axes, "x")
        axes.xaxis.set_major_formatter(_in_percent(lang))
        said = [_named(name, one.mean, lang) for name, one in zip(names, wins.values(), strict=True)]
        return drawn.svg(_spoken(say("luck", lang), said, lang))


def _acting(found: GameReport) -> list[str]:
    """The kinds of actions that were weighed, the most frequent first."""
    assert found.importance is not None
    right = found.importance.right
    return sorted((name for name in right if right[name].below >= 8), key=lambda name: -right[name].below)[:8]


def _actions(found: GameReport, lang: str) -> str:
    assert found.importance is not None
    names = _acting(found)
    with Picture(720, 160 + 54 * len(names), say("actions", lang), "", (250, 40, 100, 52)) as drawn:
        axes = drawn.axes
        best = [found.importance.right[name] for name in names]
        taken = [found.importance.taken[name] for name in names]
        for shift, some, colour, word in ((-0.19, best, BRASS, "actions_best"), (0.19, taken, WASHED, "actions_taken")):
            places = [k + shift for k in range(len(names))]
            axes.barh(places, [one.mean for one in some], 0.36, color=colour, label=say(word, lang))
            axes.errorbar(
                [one.mean for one in some],
                places,
                xerr=[STANDARD_ERRORS_95 * one.error for one in some],
                fmt="none",
                color=CREAM,
                capsize=3,
            )
        axes.set_yticks(range(len(names)), [action_label(found, name, lang) for name in names])
        axes.invert_yaxis()
        axes.set_xlim(0, max(1.0, *(one.mean for one in [*best, *taken])))
        _ground(axes, "x")
        axes.xaxis.set_major_formatter(_in_percent(lang))
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=2, handlelength=1.0)
        said = [
            f"{_named(action_label(found, name, lang), one.mean, lang)} / {_shown(two.mean, lang)}"
            for name, one, two in zip(names, best, taken, strict=True)
        ]
        return drawn.svg(_spoken(say("actions", lang), said, lang))


def _options(found: GameReport, lang: str) -> str:
    """A row for every changed option, a column for every metric."""
    rows, high = found.options, 30
    columns = [name for name in COLUMNS if any(_cell(one, name) for _, one in rows)]
    left, top, right = 330, 150, 92  # slanted labels reach beyond the last column
    with Picture(980, top + high * len(rows) + 34, say("options", lang), "", (left, right, top, 34)) as drawn:
        axes, told = drawn.axes, []
        for y, (setting, one) in enumerate(rows):
            for x, name in enumerate(columns):
                cell = _cell(one, name)
                if cell is None:
                    continue
                scaled, verdict = cell
                _draw_cell(axes, x, y, scaled, verdict, lang)
                if verdict == "different":
                    change = text.localized(f"{scaled:+.2f}", lang)
                    told.append(f"{setting_label(setting, lang)}, {say(f'columns.{name}', lang)} {change}")
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_yticks(range(len(rows)), [_short(setting_label(setting, lang)) for setting, _ in rows])
        axes.xaxis.tick_top()
        axes.set_xticks(range(len(columns)), [say(f"columns.{name}", lang) for name in columns], rotation=24, ha="left")
        axes.tick_params(axis="x", pad=2, colors=CREAM)
        axes.tick_params(axis="y", pad=8)
        return drawn.svg(_spoken(say("options", lang), told, lang))


def _short(label: str) -> str:
    return label if len(label) < 46 else label[:44] + "…"


def _draw_cell(axes: Axes, x: int, y: int, scaled: float, verdict: str, lang: str) -> None:
    from matplotlib.patches import Rectangle

    if verdict == "different":
        strength = min(1.0, 0.25 + 0.75 * abs(scaled) / FULL_COLOUR_DEVIATIONS)
        colour = BRASS if scaled > 0 else VERMILION
        axes.add_patch(Rectangle((x - 0.46, y - 0.42), 0.92, 0.84, facecolor=colour, alpha=strength, linewidth=0))
        shown = f"{scaled:+.1f}" if abs(scaled) >= 0.095 else f"{scaled:+.2f}"
        ink = ink_on(colour, strength)
        axes.text(x, y, text.localized(shown, lang), ha="center", va="center", color=ink, fontsize=12)
    else:
        axes.add_patch(Rectangle((x - 0.46, y - 0.42), 0.92, 0.84, facecolor=FELT_LIGHT, alpha=0.35, linewidth=0))
        axes.text(x, y, "·" if verdict == "alike" else "?", ha="center", va="center", color=WASHED, fontsize=12)


def _cell(one: Any, column: str) -> tuple[float, str] | None:
    """The difference of a metric in standard deviations, and what is known of it."""
    metric = column
    if column in ("first", "last"):
        seats = min(side.game.seats for side in one.sides)
        if len({side.game.seats for side in one.sides}) > 1:
            return None
        metric = f"order{1 if column == 'first' else seats}.top"
    row = next((row for row in one.rows if row["metric"] == metric), None)
    if row is None:
        return None
    spread = one.means[0][metric].deviation or one.means[1][metric].deviation
    if not spread:
        return (math.copysign(3.0, row["difference"]), row["verdict"]) if row["difference"] else None
    return max(-9.9, min(9.9, row["difference"] / spread)), row["verdict"]
