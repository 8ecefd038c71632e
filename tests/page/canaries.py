"""Planted canaries: two tables that are the same for all one seat may know, other cards where it may not look.

Both are laid as positions from the middle of a match, so that the test knows every hidden card. The seat's own browser
sits at each; whatever then differs on its line, in its page or for its screen reader has been told by a hidden card.
What the two worlds are, and which steps may be taken in both, is tests/house/secrets/noninterference.py.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any

import pioche
from tests.house.secrets.noninterference import HOUR, Pair, pairs, plain
from tests.house.wire import Line, Wire
from tests.page.driving import Browser

CARDS = ("ranks", "rank_set", "cards")
SECRETS = re.compile(r'"(token|ticket|secret|stream)":"[^"]*"')


def planted(game: str, seed: int) -> Pair:
    """A pair whose hidden cards differ, with something to do in it if possible; any pair where a game hides nothing."""
    found = [pair for pair in pairs(game, 10, seed) if at_rest(pair)]
    return max(found, key=lambda pair: (pair.differ, min(len(pair.steps), 2)))


def at_rest(pair: Pair) -> bool:
    """Does no timer of the rules run out while we look, however slow the machine?"""
    table = pioche.load(pair.game, **pair.options).at(pair.positions[0])
    return table.next_timer is None or table.next_timer[0] > table.s.clock + HOUR // 4


def known(pair: Pair, world: int) -> Counter[str]:
    """The faces the seat may know, as the engine declares it: nothing of this passed through the house."""
    table = pioche.load(pair.game, **pair.options).at(pair.positions[world])
    view, fields = table.view(pair.watcher), table.rules.shape.fields
    zones = [view[name] for name, field in fields.items() if name in view and field.kind in CARDS]
    return Counter(face for zone in zones for face in faces(zone))


def faces(zone: Any) -> list[str]:
    if isinstance(zone, list):
        return [face for item in zone for face in faces(item)]
    return [] if zone is None or zone == "?" else [str(zone)]


async def live(browser: Browser, house: str, pair: Pair, world: int, lang: str) -> dict[str, Any]:
    """One of the two worlds, as the seat's browser is told it."""
    watcher, other = Line(house), Line(house)
    wires: list[Wire] = []
    try:
        await watcher.guest("Wanda")
        await other.guest("Quentin")
        settings = {"pace": "relaxed", "hints": False}
        table = {"game": pair.game, "options": pair.options, "position": pair.positions[world]}
        made = await watcher.post("/api/tables", table | {"sit": pair.watcher, "start": True, "settings": settings})
        code = made["code"]
        await other.post(f"/api/tables/{code}/join", {"secret": made["secret"]})
        await other.post(f"/api/tables/{code}/sit", {"seat": pair.other})
        for person in (watcher, other):
            wires.append(await person.socket(code))
            await wires[-1].first_look()
        token = (await watcher.post("/api/seat-link"))["token"]
        spy = {"name": str(world), "keep": True}

        async def ask(check: str, **more: Any) -> Any:
            return await asyncio.to_thread(browser.check, check, house, **spy, **more)

        await ask("spy_arrives", token=token, code=code, lang=lang)
        looks = [await ask("spy_looks", probe="first")]
        for number, (actor, *words) in enumerate(pair.steps):
            if words[world]:
                wire = wires[0] if actor == pair.watcher else wires[1]
                answer = await wire.wish(t="move", id=f"step{number}", do=words[world])
                assert answer["t"] == "ack", answer
            looks.append(await ask("spy_looks", probe=f"probe{number}"))
        line = await ask("spy_leaves")
    finally:
        for wire in wires:
            await wire.close()
        for person in (watcher, other):
            await person.close()
    return {
        "line": [SECRETS.sub("", plain(text, code)) for text in line["frames"] + line["answers"]],
        "page": [look["page"] for look in looks],
        "reader": [look["reader"] for look in looks],
        "faces": Counter(looks[0]["faces"]),
    }


def parting(one: Any, two: Any) -> str:
    """Where two things begin to differ, with a little around it."""
    a, b = str(one), str(two)
    at = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    around = slice(max(0, at - 200), at + 200)
    return f"{a[around]} | {b[around]}"


def told_apart(browser: Browser, house: str, pair: Pair, lang: str = "en") -> dict[str, str]:
    """Where the two worlds differ for the seat, with the first difference; empty when they cannot be told apart."""

    async def both() -> list[dict[str, Any]]:
        return [await live(browser, house, pair, world, lang) for world in (0, 1)]

    one, two = asyncio.run(both())
    found = {}
    for where in ("line", "page", "reader"):
        if one[where] != two[where]:
            found[where] = next((parting(a, b) for a, b in zip(one[where], two[where], strict=False) if a != b), "lengths")
    for world, seen in enumerate((one, two)):
        if unknown := seen["faces"] - known(pair, world):
            found[f"faces of world {world}"] = str(dict(unknown))
    return found
