"""Pictures in the colours of the table, drawn by matplotlib, which is only needed for them (`pioche[plots]`).

A picture lies on a card of felt of its own, so that it looks the same on a light and on a dark page. Words stay words
in the SVG, and whoever cannot see the picture is told its figures.
"""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from pioche.errors import PiocheError

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
DOTS = 72  # an inch: lengths in a picture are those of the SVG
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
            "Pictures need the package matplotlib: pip install matplotlib.",
            "Les images demandent le paquet matplotlib\u00a0: pip install matplotlib.",
        )


class Picture:
    """One picture of `width` x `height`: a title, a line under it, and axes with these margins (left, right, top,
    bottom). Use it in a `with`, draw on `axes`, then ask for `svg`."""

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
        from matplotlib.transforms import IdentityTransform

        self.style.__enter__()
        self.figure = Figure(figsize=(self.width / DOTS, self.height / DOTS), dpi=DOTS, facecolor="none")
        inner = self.width - 2 * CORNER, self.height - 2 * CORNER
        card = FancyBboxPatch(
            (CORNER, CORNER), *inner, boxstyle=f"round,pad={CORNER}", facecolor=FELT, edgecolor="none",
            transform=IdentityTransform(), zorder=-1,
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
