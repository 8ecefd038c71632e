"""The examples of the rule sheets as drawn cards: who has what in front of them at the moment that matters."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

MARKS = {"!": "bad", "*": "good"}  # before a card: it costs, it wins


@dataclass(frozen=True)
class Spot:
    """One place on the table: a card, or several lying over each other; ringed when it is the point of the scene."""

    cards: tuple[str, ...]  # empty: a place without a card
    mark: str = ""


@dataclass(frozen=True)
class Scene:
    caption: str
    rows: tuple[tuple[str, tuple[Spot, ...]], ...]
    aligned: bool = False  # cards under each other belong together


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files("pioche.printing").joinpath("scenes.toml").read_text(encoding="utf-8"))


def scenes(game: str, lang: str) -> list[Scene]:
    """The scenes of a game, in the order of its example."""
    labels = _file()["labels"]
    return [
        Scene(
            one["caption"][lang],
            tuple((labels[label][lang], spots(cards)) for label, cards in one["rows"]),
            one.get("aligned", False),
        )
        for one in _file()["games"].get(game, [])
    ]


def spots(written: str) -> tuple[Spot, ...]:
    """`6 3+7 !9 - ?`: a card, two over each other, a card that costs, an empty place, a hidden card."""
    found = []
    for word in written.split():
        mark = MARKS.get(word[0], "")
        cards = word[1:] if mark else word
        found.append(Spot(() if cards == "-" else tuple(cards.split("+")), mark))
    return tuple(found)
