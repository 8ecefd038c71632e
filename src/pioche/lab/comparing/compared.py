"""What a comparison found: a table for programs and notebooks, sentences and a picture for people."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import partial
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.engine.display import html_table
from pioche.lab.comparing.sides import Setting
from pioche.lab.measures.match_metrics import family
from pioche.lab.plots import picture_kind
from pioche.lab.sums import Mean

if TYPE_CHECKING:
    from pioche.lab.comparing.compare import Verdicts

SHARE_METRICS = ("forced", "suspense", "comebacks", "shared")  # metrics that are parts of one
REAL, ALIKE, OPEN = "different", "alike", "open"
say = partial(text.say, "lab")


@dataclass
class Comparison:
    """`rows` for programs, `lines(lang)` for people, `picture(lang)` as SVG; `to_pandas()` and `to_polars()` where these
    are installed."""

    by: str
    sides: list[Setting]
    level: float
    negligible: float
    common: bool
    seed: int
    matches: int
    metrics: list[str]
    means: list[dict[str, Mean]]
    found: Verdicts

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each metric of every side but the first. `changed` is the number of matches in which it
        differed."""
        return [row for k in range(len(self.sides) - 1) for row in self._rows(k)]

    def _rows(self, k: int) -> list[dict[str, Any]]:
        told = []
        for place, metric in enumerate(self.metrics):
            mean, half = float(self.found.mean[k, place]), float(self.found.half[k, place])
            one, other = self.means[0][metric], self.means[k + 1][metric]
            told.append({
                "metric": metric, "setting": self.sides[k + 1].name, "against": self.sides[0].name,
                "mean": other.mean, "se": other.error, "mean_against": one.mean, "se_against": one.error,
                "difference": mean, "low": mean - half, "high": mean + half, "p": float(self.found.p[k, place]),
                "changed": int(self.found.others[k, place]), "verdict": self._verdict(k, place),
            })  # fmt: skip
        return told

    def _verdict(self, k: int, place: int) -> str:
        return REAL if self.found.real[k, place] else ALIKE if self.found.alike[k, place] else OPEN

    @property
    def different(self) -> list[str]:
        """The metrics with a real difference."""
        return list(dict.fromkeys(row["metric"] for row in self.rows if row["verdict"] == REAL))

    @property
    def clear(self) -> bool:
        return self.found.clear

    # -- tables ----------------------------------------------------------------------------------

    def to_pandas(self) -> Any:
        import pandas

        return pandas.DataFrame(self.rows)

    def to_polars(self) -> Any:
        import polars

        return polars.DataFrame(self.rows)

    def as_json(self) -> dict[str, Any]:
        return {
            "sides": [
                {"setting": side.name, "game": side.game.id, "options": dict(side.game.options), "bots": side.lineup.named}
                for side in self.sides
            ],
            "matches": self.matches, "seed": self.seed, "common_deals": self.common, "level": self.level,
            "negligible": self.negligible, "clear": self.clear, "rows": self.rows,
        }  # fmt: skip

    def __repr__(self) -> str:
        sides = ", ".join(side.name for side in self.sides)
        return f"<Comparison of {sides}: {self.matches} matches each, different in {', '.join(self.different) or 'nothing'}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        lines = self.lines()
        body = [[self.metric_name(row["metric"], "en"), row["setting"], *self._cells(row, "en")] for row in self.rows]
        head = ("", "setting", self.sides[0].name, "this setting", "difference", "interval", "")
        said = "".join(f"<p>{escape(line)}</p>" for line in lines[:2]) + html_table(head, body)
        said += "".join(f"<p>{escape(line)}</p>" for line in self._verdicts("en"))
        if find_spec("matplotlib") is None:
            return said
        drawn = self.picture("en")
        return said + drawn[drawn.index("<svg") :]

    # -- words -----------------------------------------------------------------------------------

    def lines(self, lang: str = "en") -> list[str]:
        """The comparison as text, a line each."""
        first = self.sides[0]
        matches = text.thousands(self.matches)
        players = dict.fromkeys(side.lineup.named for side in self.sides)
        said = [
            say("compare.head", lang, game=first.game.title(lang), sides=" / ".join(side.name for side in self.sides)),
            say("compare.how", lang, matches=matches, bots=" / ".join(players),
                 deals=say("compare.common" if self.common else "compare.apart", lang)),
        ]  # fmt: skip
        for k, side in enumerate(self.sides[1:]):
            said += ["", *self._side(k, side, lang)]
        said += ["", *self._verdicts(lang)]
        return said

    def _side(self, k: int, side: Setting, lang: str) -> list[str]:
        cells = [[self.metric_name(row["metric"], lang), *self._cells(row, lang)] for row in self._rows(k)]
        titles = ["", self.sides[0].name, side.name, say("compare.difference", lang), say("compare.interval", lang), ""]
        wide = [max(len(line[c]) for line in [titles, *cells]) for c in range(len(titles))]
        return [
            "  ".join(word.ljust(wide[0]) if c in (0, 5) else word.rjust(wide[c]) for c, word in enumerate(line)).rstrip()
            for line in [titles, *cells]
        ]

    def _cells(self, row: dict[str, Any], lang: str) -> list[str]:
        unit = 100 if is_share(row["metric"]) else 1
        half = (row["high"] - row["low"]) / 2 * unit
        sure = half or row["se"] * unit  # as many digits as one of them justifies
        digits = 1 if not sure or math.isinf(sure) else max(0, min(6, 1 - math.floor(math.log10(sure))))
        sign = "\u202f%" if unit == 100 else ""

        def told(value: float, plus: str = "") -> str:
            return text.localized(f"{value * unit:{plus}z.{digits}f}", lang)

        means = [told(row["mean_against"]) + sign, told(row["mean"]) + sign]
        interval = say("compare.from_to", lang, low=told(row["low"], "+"), high=told(row["high"], "+"))
        if not row["changed"]:  # no width can be told from this
            interval = say("compare.never", lang)
        return [*means, told(row["difference"], "+"), interval, say(f"compare.{row['verdict']}", lang)]

    def _verdicts(self, lang: str) -> list[str]:
        percent = text.localized(f"{100 * self.level:g}", lang)
        said = []
        for k, side in enumerate(self.sides[1:]):
            name = say("compare.head", lang, game=side.name, sides="") if len(self.sides) > 2 else ""
            said += [f"{name}{line}" for line in self._verdict_lines(k, lang)]
        if not self.found.clear:
            said.append(say("compare.more", lang))
        return [*said, say("compare.level", lang, percent=percent, negligible=text.localized(f"{self.negligible:g}", lang))]

    def _verdict_lines(self, k: int, lang: str) -> list[str]:
        """Return the sentences about a side: which differences are real, and which are still open."""
        names: dict[str, list[str]] = {REAL: [], ALIKE: [], OPEN: []}
        for row in self._rows(k):
            names[row["verdict"]].append(self.metric_name(row["metric"], lang))
        key = "real" if names[REAL] else "nothing" if self.found.others[k].any() else "identical"
        said = [say(f"compare.{key}", lang, metrics=", ".join(names[REAL]))]
        return said + ([say("compare.not_clear", lang, metrics=", ".join(names[OPEN]))] if names[OPEN] else [])

    def metric_name(self, metric: str, lang: str) -> str:
        """A metric as people call it."""
        head, _, what = metric.partition(".")
        if family(metric) in ("seat", "order"):
            kind, number = head.rstrip("0123456789"), head.lstrip("abcdefghijklmnopqrstuvwxyz")
            return say(f"metrics.{kind}_{what}", lang, number=number)
        if family(metric) in ("action", "event"):
            return say(f"metrics.{head}", lang, name=what)
        return say(f"metrics.{metric}", lang)

    def picture(self, lang: str = "en") -> str:
        """As SVG. Needs matplotlib."""
        from pioche.lab.comparing.comparison_picture import draw

        return draw(self, lang).decode()

    def save_picture(self, path: str | Path, lang: str = "en") -> Path:
        """Into a file, as its name ends: .svg, .png or .pdf."""
        from pioche.lab.comparing.comparison_picture import draw

        path = Path(path)
        kind = picture_kind(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(draw(self, lang, kind))
        return path

    @property
    def file_name(self) -> str:
        """A name for its picture: the game, what is compared, by what."""
        words = [self.sides[0].game.id, *(side.name for side in self.sides[:4]), self.by]
        return re.sub(r"[^\w.,]+", "-", "_".join(words)).strip("-")[:80] + ".svg"


def is_share(metric: str) -> bool:
    return metric in SHARE_METRICS or metric.endswith((".win", ".top")) or family(metric) == "action"
