"""docs/environments.md and its French twin from the code: `python -m tests.envs.tables` writes them."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pioche
from pioche.engine.game import HOUSE_GAMES, Game
from pioche.envs.core.observations import Part, observed
from pioche.envs.core.turn_based_table import space_of
from pioche.envs.registering import env_ids

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "environments.md", "fr": DOCS / "environments.fr.md"}
HEADS = {
    "en": """# Observations and actions of every game

*En français : [Observations et actions de chaque jeu](environments.fr.md).*

This page is made from the code by `python -m tests.envs.tables`; a test compares the two. [Train agents](research.md) says what it is for.

Sizes are those of the usual number of seats. In the names of entries `[me]` is the seat that looks, `[+1]` the next one
clockwise, and so on; a line with `[seats]` stands for all of them. For a seat, a phase or the rank of a card there is an entry for
each possibility: 1 for the right one, 0 for all others. *Remembered*: the cards lay open before, and a good memory keeps them. A card
has twenty entries: whether there is one (`there`), whether it is seen now, whether it is known from before, then its rank and its suit.
""",
    "fr": """# Observations et actions de chaque jeu

*In English: [Observations and actions of every game](environments.md).*

Cette page est tirée du code par `python -m tests.envs.tables` ; un test compare les deux. [Entraîner des agents](research.md) dit à quoi elle sert.

Les tailles sont celles du nombre habituel de places. Dans les noms des entrées, `[me]` est la place qui regarde, `[+1]` la suivante dans
le sens des aiguilles d’une montre, et ainsi de suite ; une ligne avec `[seats]` vaut pour toutes les places. Pour une place, une phase ou le rang
d’une carte, il y a une entrée par possibilité : 1 pour la bonne, 0 pour toutes les autres. *Remembered* (retenu) : les cartes étaient visibles
auparavant, et une bonne mémoire les retient. Une carte a vingt entrées : s’il y en a une (`there`), si on la voit maintenant, si on la connaît
d’avant, puis son rang et sa couleur. Les noms sont ceux du code, en anglais.
""",
}
WORDS = {
    "en": (
        "seats",
        "entries",
        "In ticks. ",
        "Ids: ",
        "Actions: ",
        "| entries | what | how many |",
        "each seat ",
        "a number",
    ),
    "fr": (
        "places",
        "entrées",
        "Par pas de temps. ",
        "Identifiants\u00a0: ",
        "Actions\u00a0: ",
        "| entrées | contenu | combien |",
        "chaque place, ",
        "un nombre",
    ),
}


def shown(names: list[str]) -> str:
    """Actions in short: runs of one kind by their first and last."""
    found = []
    for _, run in groupby(names, key=lambda name: name.partition(":")[0]):
        some = list(run)
        found.append(f"`{some[0]}`" if len(some) == 1 else f"`{some[0]}` … `{some[-1]}` ({len(some)})")
    return ", ".join(found)


def entry(part: Part, seats: int, lang: str) -> tuple[str, str, int]:
    """A line of the table: whose, what, how many."""
    each_seat, number = WORDS[lang][-2:]
    whose = {"": "", "own": "[me]", "seats": "[seats]"}[part.by]
    each = [word for word in part.each if word]
    what = " ".join(each) if len(each) <= 12 else f"{each[0]} … {each[-1]}"
    if part.hot:
        what = f"{each_seat}{what}".strip(", ")
    if part.times > 1:
        what = f"{part.times} × {what or number}"
    name = f"{part.field}{whose}" + (", remembered" if part.remembered else "")
    return name, what or number, len(list(part.names(seats)))


def section(game: Game, lang: str) -> str:
    seats, entries, in_ticks, ids_are, actions_are, columns, *_ = WORDS[lang]
    ticks = game.rules.against_the_clock(game.options)
    space, parts = space_of(game, ticks), observed(game.rules).parts
    ids = [f"`{id}`" for id, name in env_ids().items() if name == game.id or pioche.presets().get(name, ("",))[0] == game.id]
    count_of_entries = sum(entry(part, game.seats, lang)[2] for part in parts)
    lines = [f"## {game.title(lang)}", "", f"{game.seats} {seats}, {len(space)} actions, {count_of_entries} {entries}."]
    lines += [(in_ticks if ticks else "") + ids_are + ", ".join(ids) + ".", "", f"{actions_are}{shown(space.names)}.", ""]
    lines += [columns, "|---|---|---:|"]
    for part in parts:
        name, what, count = entry(part, game.seats, lang)
        lines.append(f"| {name} | {what} | {count} |")
    return "\n".join(lines) + "\n"


def text(lang: str) -> str:
    return "\n".join([HEADS[lang], *(section(pioche.load(name), lang) for name in HOUSE_GAMES)])


if __name__ == "__main__":
    for lang, page in PAGES.items():
        page.write_text(text(lang), encoding="utf-8")
