"""Typst sets the papers: its compiler and its typefaces come in one Python package, so that every machine prints alike."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pioche.errors import PiocheError

STYLES = ("style.typ", "booklet.typ", "papers.typ")
INSTALL = "pip install 'pioche[print]'"


def pdf(main: str, pictures: Mapping[str, str]) -> bytes:
    """Compile a paper in Typst with its pictures (name without ending: SVG text) to a PDF file."""
    return _compiled(main, pictures, "pdf")[0]


def images(main: str, pictures: Mapping[str, str], dots_per_inch: float = 60) -> list[bytes]:
    """Render a paper as PNG pictures, one a page."""
    return _compiled(main, pictures, "png", dots_per_inch)


def query(main: str, pictures: Mapping[str, str], label: str) -> Any:
    """Return what the paper recorded under a label, such as the places of its headings."""
    import typst

    with _folder(main, pictures) as folder:
        found = typst.query(
            folder / "main.typ", f"<{label}>", field="value", one=True, root=folder, ignore_system_fonts=True
        )
    return json.loads(found)


def is_installed() -> bool:
    try:
        import typst
    except ImportError:
        return False
    return bool(typst)


def _compiled(main: str, pictures: Mapping[str, str], kind: Literal["pdf", "png"], ppi: float | None = None) -> list[bytes]:
    if not is_installed():
        raise PiocheError(
            f"To print, Pioche needs its typesetter: {INSTALL}",
            f"Pour imprimer, il manque à Pioche son typographe : {INSTALL}",
        )
    import typst

    with _folder(main, pictures) as folder:
        made: Any = typst.compile(
            folder / "main.typ", root=folder, ignore_system_fonts=True, format=kind, ppi=ppi, timestamp=0
        )
    return [made] if isinstance(made, bytes) else list(made)  # several pictures come as a list


@contextmanager
def _folder(main: str, pictures: Mapping[str, str]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for style in STYLES:
            source = resources.files("pioche.printing").joinpath(style).read_text(encoding="utf-8")
            (folder / style).write_text(source, encoding="utf-8")
        (folder / "cards").mkdir()
        for card, svg in pictures.items():
            (folder / "cards" / f"{card}.svg").write_text(svg, encoding="utf-8")
        (folder / "main.typ").write_text(main, encoding="utf-8")
        yield folder


def page_count(made: bytes) -> int:
    """Return the number of pages in the page tree of a PDF file."""
    return max((int(count) for count in re.findall(rb"/Count (\d+)", made)), default=0)
