"""A scene as one SVG picture: who has what, side by side or in columns that belong together."""

from __future__ import annotations

from html import escape

from pioche.printing.card_pictures import SERIF, picture
from pioche.printing.scenes import Scene, Spot

CARD, HIGH, GAP, GROUP = 60.0, 84.0, 10.0, 34.0
LABEL, WIDEST = 26.0, 720.0
RINGS = {"bad": "#b9371a", "good": "#99680f"}


def scene_picture(scene: Scene, lang: str) -> str:
    """The text of an SVG file, with the caption for those who cannot see it."""
    parts, width, height = _columns(scene, lang) if scene.aligned else _side_by_side(scene, lang)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">'
        f"<title>{escape(scene.caption)}</title>"
        f'<rect width="{width:g}" height="{height:g}" rx="12" fill="#eef3f0"/>{"".join(parts)}</svg>\n'
    )


def _wide(spots: tuple[Spot, ...]) -> float:
    return sum(_spot_width(spot) for spot in spots) + GAP * (len(spots) - 1)


def _spot_width(spot: Spot) -> float:
    return CARD + 0.42 * CARD * max(len(spot.cards) - 1, 0)


def _side_by_side(scene: Scene, lang: str) -> tuple[list[str], float, float]:
    parts: list[str] = []
    x, y, widest = GROUP / 2, GROUP / 2, 0.0
    for label, spots in scene.rows:
        wide = max(_wide(spots), 8.0 * len(label))
        if x > GROUP and x + wide > WIDEST:
            x, y = GROUP / 2, y + HIGH + LABEL + GROUP / 2
        parts += _row(spots, x, y, lang)
        parts.append(_label(label, x, y + HIGH + 18))
        x += wide + GROUP
        widest = max(widest, x - GROUP / 2)
    return parts, widest, y + HIGH + LABEL + GROUP / 4


def _columns(scene: Scene, lang: str) -> tuple[list[str], float, float]:
    parts: list[str] = []
    column = max(_spot_width(spot) for _, spots in scene.rows for spot in spots) + GAP
    start = GROUP / 2 + 9.0 * max(len(label) for label, _ in scene.rows)
    for number, (label, spots) in enumerate(scene.rows):
        y = GROUP / 2 + number * (HIGH + GAP)
        parts.append(_label(label, GROUP / 2, y + HIGH / 2))
        for place, spot in enumerate(spots):
            parts += _spot(spot, start + column * place, y, lang)
    most = max(len(spots) for _, spots in scene.rows)
    return parts, start + column * most + GROUP / 4, GROUP + len(scene.rows) * (HIGH + GAP) - GAP


def _row(spots: tuple[Spot, ...], x: float, y: float, lang: str) -> list[str]:
    parts: list[str] = []
    for spot in spots:
        parts += _spot(spot, x, y, lang)
        x += _spot_width(spot) + GAP
    return parts


def _spot(spot: Spot, x: float, y: float, lang: str) -> list[str]:
    parts = [_placed(card, x + 0.42 * CARD * number, y, lang) for number, card in enumerate(spot.cards)]
    frame = f'<rect x="{x - 2:g}" y="{y - 2:g}" width="{_spot_width(spot) + 4:g}" height="{HIGH + 4:g}" rx="7" fill="none"'
    if not spot.cards:
        parts.append(f'{frame} stroke="#9fb0ab" stroke-width="1.5" stroke-dasharray="5 4"/>')
    if spot.mark:
        parts.append(f'{frame} stroke="{RINGS[spot.mark]}" stroke-width="3.5"/>')
    return parts


def _placed(card: str, x: float, y: float, lang: str) -> str:
    drawn = picture(card, lang).strip()
    return drawn.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" width="{CARD:g}" height="{HIGH:g}" ', 1)


def _label(label: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-family="{SERIF}" font-size="16" fill="#0b3b3c">{escape(label)}</text>'
