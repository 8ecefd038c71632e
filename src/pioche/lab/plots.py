"""Pictures in the colours of the table, drawn by matplotlib, which is only needed for them (`pioche[plots]`).

A picture lies on a card of felt of its own, so that it looks the same on a light and on a dark page. Words stay words
in the SVG, and screen readers get its figures.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from pioche.errors import BadOption, PiocheError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FELT, FELT_LIGHT, CREAM, BRASS, VERMILION, WASHED = "#0b3b3c", "#1c5657", "#f5ecd7", "#d9a441", "#e2552f", "#7fb0a8"
PALE_BRASS, PALE_VERMILION = "#a8884a", "#ee9a80"
SERIF, SANS = "DejaVu Serif", "DejaVu Sans"  # come with matplotlib, which measures words with them
SHOWN_AS = {
    SERIF: "Georgia, 'Times New Roman', 'DejaVu Serif', serif",
    SANS: "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif",
}
DOTS_PER_INCH = 72  # an inch: lengths in a picture are those of the SVG
PNG_SCALE = 2  # dots of a PNG for each of these
KINDS = ("svg", "png", "pdf")
MARGIN, CORNER = 28, 14
STYLE: Any = {
    "font.family": SANS, "font.size": 13, "text.color": CREAM, "axes.labelcolor": CREAM, "xtick.color": WASHED,
    "ytick.color": CREAM, "axes.facecolor": "none", "axes.edgecolor": "none", "grid.color": FELT_LIGHT,
    "grid.linewidth": 1.0, "axes.axisbelow": True, "xtick.major.size": 0, "ytick.major.size": 0, "legend.frameon": False,
    "svg.fonttype": "none", "svg.hashsalt": "pioche",  # the same figures give the same file
}  # fmt: skip


def check() -> None:
    """PiocheError where pictures cannot be drawn."""
    if find_spec("matplotlib") is None:
        raise PiocheError(
            "Pictures need the package matplotlib: pip install 'pioche[plots]'.",
            "Les images demandent le paquet matplotlib\u00a0: pip install 'pioche[plots]'.",
        )


def ink_on(colour: str, strength: float) -> str:
    """Cream or felt, whichever reads better on a colour that is so strong on felt (contrast as the WCAG has it)."""
    under, over = (tuple(int(one[k : k + 2], 16) for k in (1, 3, 5)) for one in (FELT, colour))
    ground = _luminance([a + (b - a) * strength for a, b in zip(under, over, strict=True)])
    dark, light = (_luminance([int(one[k : k + 2], 16) for k in (1, 3, 5)]) for one in (FELT, CREAM))
    return CREAM if (light + 0.05) / (ground + 0.05) > (ground + 0.05) / (dark + 0.05) else FELT


def _luminance(channels: Sequence[float]) -> float:
    parts = [c / 255 / 12.92 if c <= 10.31475 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def picture_kind(path: Path) -> str:
    """Return the format of a picture by the ending of its file name."""
    kind = path.suffix[1:].lower()
    if kind not in KINDS:
        ends = ", ".join(f".{one}" for one in KINDS)
        raise BadOption(f"{path} should end in one of {ends}.", f"{path} devrait se terminer par l’un de {ends}.")
    return kind


class Picture:
    """A picture of `width` x `height`: a title, a line under it, and axes with these margins (left, right, top, bottom).
    Use it in a `with`, draw on `axes`, then read `svg` or call `written`."""

    def __init__(self, width: float, height: float, title: str, under: str, margins: tuple[float, ...]) -> None:
        check()
        import matplotlib

        self.width, self.height, self.title, self.under, self.margins = width, height, title, under, margins
        self.style = matplotlib.rc_context(STYLE)
        self.figure: Figure
        self.axes: Axes

    def __enter__(self) -> Picture:
        from matplotlib.figure import Figure
        from matplotlib.patches import FancyBboxPatch
        from matplotlib.transforms import Affine2D

        self.style.__enter__()
        self.figure = Figure(
            figsize=(self.width / DOTS_PER_INCH, self.height / DOTS_PER_INCH), dpi=DOTS_PER_INCH, facecolor="none"
        )
        inner = self.width - 2 * CORNER, self.height - 2 * CORNER
        card = FancyBboxPatch(
            (CORNER, CORNER), *inner, boxstyle=f"round,pad={CORNER}", facecolor=FELT, edgecolor="none",
            transform=Affine2D().scale(1 / DOTS_PER_INCH) + self.figure.dpi_scale_trans, zorder=-1,
        )  # fmt: skip
        self.figure.add_artist(card)
        left, right, top, bottom = self.margins
        size = (self.width - left - right) / self.width, (self.height - top - bottom) / self.height
        self.axes = self.figure.add_axes((left / self.width, bottom / self.height, *size))
        self.axes.tick_params(axis="x", pad=8)
        self.axes.tick_params(axis="y", pad=18)
        self.words(MARGIN, 42, self.title, family=SERIF, size=25)
        self.words(MARGIN, 64, self.under, color=WASHED)
        return self

    def __exit__(self, *problem: Any) -> None:
        self.style.__exit__(*problem)

    def words(self, x: float, y: float, said: str, **how: Any) -> None:
        """Words anywhere on the card, counted from its top left corner."""
        self.figure.text(x / self.width, 1 - y / self.height, said, **how)

    def written(self, spoken: str, kind: str) -> bytes:
        """As SVG, PNG or PDF."""
        if kind == "svg":
            return self.svg(spoken).encode()
        for words in self.figure.texts:  # here they are as wide as matplotlib's own letters
            room = (self.width - 2 * MARGIN) / words.get_window_extent().width
            words.set_fontsize(float(words.get_fontsize()) * min(1.0, room))
        found = io.BytesIO()
        self.figure.savefig(found, format=kind, transparent=True, dpi=DOTS_PER_INCH * PNG_SCALE)
        return found.getvalue()

    def svg(self, spoken: str) -> str:
        """The picture, with `spoken` for those who hear it."""
        written = io.StringIO()
        self.figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        drawing = written.getvalue()
        for font, fonts in SHOWN_AS.items():
            drawing = drawing.replace(f"'{font}'", fonts)
        head, _, rest = drawing.partition("<svg ")
        attributes, _, body = rest.replace('pt"', '"', 2).partition(">")  # as large as said, in pixels
        told = f'<title id="title">{escape(self.title)}</title>\n <desc id="desc">{escape(spoken)}</desc>'
        named = f'<svg role="img" aria-labelledby="title desc" {attributes}>\n {told}{body}'
        return head[head.index("<?xml") : head.index("?>") + 3] + named


def smaller(svg: str) -> str:
    """The same picture in half the letters: no metadata, lengths to a tenth of a pixel, an element a line, and
    nothing that is neither seen nor named elsewhere."""
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r"\d+\.\d{2,}", lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), svg)
    svg = re.sub(r'(?<= d=")[^"]*', lambda path: " ".join(path[0].split()), svg)
    svg = re.sub(r'<path d="[^"]*" style="fill: none"/>| transform="rotate\(-?0 [^"]*"', "", svg)
    used = set(re.findall(r'#([^"\s)]+)["\s)]', svg)) | {"title", "desc"}
    svg = re.sub(r'(<g\b[^>]*?) id="([^"]+)"', lambda found: found[0] if found[2] in used else found[1], svg)
    before = ""
    while svg != before:  # groups that hold nothing, or hold nothing together
        before = svg
        svg = re.sub(r"<g\b[^>]*/>|<g>\s*</g>", "", svg)
        svg = re.sub(r"<g>((?:(?!</?g\b).)*)</g>", r"\1", svg, flags=re.S)
    letters = f"; font-family: {SHOWN_AS[SANS]}"
    svg = svg.replace(letters, "").replace("<svg ", f'<svg font-family="{SHOWN_AS[SANS]}" ', 1)
    return re.sub(r"\s*\n\s*", "\n", svg).strip() + "\n"
