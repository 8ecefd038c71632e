"""Nothing reaches a seat that it may not know: noninterference, for any game.

Take a table, change what a seat cannot know, and look through the seat's eyes again. Four ways to look:

`reshuffled`     every card hidden from the seat changes place with another one; its view, its menu and the
                 refusals it gets must be the same to the letter.
`swapped`        two cards hidden from the seat change places, then both worlds play the same steps with the
                 same chance. As long as neither card has come to light, the seat's events (content, order,
                 number), views and menus must stay the same.
`other_choices`  somebody else chooses something else face down: the seat must not notice.
`other_cards`    two cards are exchanged in the order in which chance hands them out, from the first shuffle on.
                 Where the faces the seat may see come out the same, so must its events; and where its events and
                 its own zones do, so must its whole view. The latter does not ask the declaration what is hidden,
                 so it catches a declaration that shows too much.

Each returns how many comparisons it made, and raises `Leak` on the first difference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pioche import Game, Illegal, Table
from pioche.cards import PACK, RANKS
from pioche.chance import seeded_below, seeded_pick
from pioche.position import Field, Knowers
from tests.battery.facedown import face_down, shows, telling
from tests.battery.play import Step, next_step

Watcher = int | None  # a seat, or None for a spectator
CARD_KINDS = ("ranks", "rank_set", "cards")


class Leak(AssertionError):
    """A seat can tell two worlds apart that are the same for all it may know."""


# -- what a watcher perceives ------------------------------------------------------------------------


def senses(table: Table, watcher: Watcher) -> dict[str, Any]:
    """View, menu and events of one watcher."""
    seen = {"view": table.view(watcher), "events": table.events(watcher)}
    return seen if watcher is None else seen | {"legal": table.legal(watcher)}


def compare(one: dict[str, Any], other: dict[str, Any], watcher: Watcher, how: str) -> None:
    for name, value in one.items():
        if value != other[name]:
            raise Leak(f"{how}: watcher {watcher} sees a difference in its {name}: {difference(value, other[name])}")


def difference(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        return ", ".join(f"{k}: {one.get(k)} / {other.get(k)}" for k in one | other if one.get(k) != other.get(k))
    if isinstance(one, list) and isinstance(other, list):
        pairs = [f"{a} / {b}" for a, b in zip(one, other, strict=False) if a != b]
        return pairs[0] if pairs else f"{len(one)} / {len(other)} items"
    return f"{one} / {other}"


# -- what is hidden from a watcher -------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where hidden cards lie: a zone of ranks, a number that is a rank, or a place for one card id."""

    field: str
    index: tuple[int, ...]
    kind: str  # ranks, rank, card

    def get(self, s: Any) -> Any:
        value = getattr(s, self.field)
        for k in self.index:
            value = value[k]
        return value

    def put(self, s: Any, value: int) -> None:
        """For a rank held as a number, and for a card id."""
        if not self.index:
            setattr(s, self.field, value)
            return
        row = getattr(s, self.field)
        for k in self.index[:-1]:
            row = row[k]
        row[self.index[-1]] = value

    def ranks(self, s: Any) -> list[int]:
        """The ranks lying here, equal ones once for each card."""
        value = self.get(s)
        if self.kind == "rank":
            return [value] if value > 0 else []
        return [rank for rank in range(1, RANKS) for _ in range(value[rank])]

    def exchange(self, s: Any, out: int, into: int) -> None:
        if self.kind == "rank":
            self.put(s, into)
        else:
            row = self.get(s)
            row[out] -= 1
            row[into] += 1


def rank_places(table: Table, watcher: Watcher, held: tuple[str, ...]) -> list[Place]:
    """The hidden zones of a rank game, as the declaration has them."""
    found = []
    for f in table.rules.shape.fields.values():
        kind = "rank" if f.name in held else f.kind
        if kind not in ("rank", "ranks"):
            continue
        depth = len(f.shape) - (kind == "ranks")
        if f.seen_by == "owner":
            found += [Place(f.name, (q,), kind) for q in range(table.game.seats) if q != watcher]
        elif f.seen_by == "nobody":
            found += [Place(f.name, (q,), kind) for q in range(f.shape[0])] if depth else [Place(f.name, (), kind)]
    return found


def card_places(table: Table, watcher: Watcher) -> list[Place]:
    """The places whose card the watcher does not see now, as the declaration has them."""
    return [Place(f.name, index, "card") for f in table.rules.shape.fields.values() if f.kind == "cards"
            for index, card in walk(getattr(table.s, f.name))
            if card >= 0 and hidden(table, f, index, card, watcher)]  # fmt: skip


def walk(value: Any, index: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    if isinstance(value, list):
        for k, item in enumerate(value):
            yield from walk(item, (*index, k))
    else:
        yield index, value


def hidden(table: Table, f: Field, index: tuple[int, ...], card: int, watcher: Watcher) -> bool:
    if isinstance(f.seen_by, Knowers):
        eyes = getattr(table.s, f.seen_by.field)
        return watcher is None or not eyes[card] >> watcher & 1
    return f.seen_by == "nobody" or (f.seen_by == "owner" and index[0] != watcher)


def relabel(table: Table, names: dict[int, int]) -> None:
    """Cards trade their identities everywhere: in every place, and wherever something is kept by card."""
    s, most = table.s, 2 * PACK
    for f in table.rules.shape.fields.values():
        value = getattr(s, f.name)
        if f.kind == "cards":
            for index, card in walk(value):
                if card in names:
                    Place(f.name, index, "card").put(s, names[card])
        elif f.shape and f.shape[0] >= PACK and f.name not in table.rules.shape.options:
            most = f.shape[0]
            setattr(s, f.name, [value[names.get(card, card)] for card in range(most)])
    table.engine.arrange(s)


# -- chance on tape ----------------------------------------------------------------------------------


class Impossible(Exception):
    """The same chance cannot happen in the other world: nothing to compare."""


class Tape:
    """Records what chance does, or plays it again: numbers, ranks from a row of counts, cards from a pile."""

    def __init__(self, tape: list[tuple[str, int]] | None = None) -> None:
        self.tape: list[tuple[str, int]] = []
        self.rest = None if tape is None else list(tape)

    def _again(self, kind: str) -> int | None:
        """What the tape says comes next; None while recording."""
        if self.rest is None:
            return None
        if not self.rest or self.rest[0][0] != kind:
            raise Impossible
        return self.rest.pop(0)[1]

    def _keep(self, kind: str, value: int) -> int:
        self.tape.append((kind, value))
        return value

    def below(self, s: Any, n: int) -> int:
        k = self._again("below")
        if k is not None and k >= n:
            raise Impossible
        return self._keep("below", seeded_below(s, n) if k is None else k)

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        rank = self._again("pick")
        if rank is not None and counts[rank] <= 0:
            raise Impossible
        return self._keep("pick", seeded_pick(s, counts, total) if rank is None else rank)

    def top(self, s: Any, zone: list[int], place: int) -> int:
        card = self._again("top")
        if card is not None and card not in zone:
            raise Impossible
        self._keep("top", zone[place] if card is None else card)
        return place if card is None else zone.index(card)

    def clone(self) -> Tape:
        other = Tape(self.rest)
        other.tape = list(self.tape)
        return other


def on_tape(table: Table, tape: list[tuple[str, int]] | None = None, names: dict[int, int] | None = None) -> Table:
    """A copy that records its chance, or that plays a tape again (its cards by other names)."""
    named = None if tape is None else [(kind, (names or {}).get(v, v) if kind == "top" else v) for kind, v in tape]
    other = table.clone()
    other.s.chance = Tape(named)
    return other


def follow(table: Table, step: Step) -> None:
    try:
        step.do(table)
    except Illegal as refused:
        raise Impossible from refused


# -- the four ways to look ---------------------------------------------------------------------------


def reshuffled(table: Table, watcher: Watcher, held: tuple[str, ...], dice: random.Random) -> int:
    other = table.clone()
    places = rank_places(table, watcher, held)
    loose = [rank for place in places for rank in place.ranks(table.s)]
    dice.shuffle(loose)
    for place in places:
        old = place.ranks(table.s)
        for out, into in zip(old, [loose.pop() for _ in old], strict=True):
            place.exchange(other.s, out, into)
    ids = sorted({place.get(table.s) for place in card_places(table, watcher)})
    relabel(other, dict(zip(ids, dice.sample(ids, len(ids)), strict=True)))
    compare(senses(table.clone(), watcher), senses(other, watcher), watcher, "other hidden cards")
    if watcher is not None:
        for word in some_words(table, dice):
            compare(answer(table, watcher, word), answer(other, watcher, word), watcher, f"refusing {word!r}")
    return table.rules.shape.key(other.s) != table.rules.shape.key(table.s)


def some_words(table: Table, dice: random.Random) -> list[str]:
    """Words of the grammar, listed or not."""
    kinds = table.rules.actions.kinds
    return [kind.write(kind.base + dice.randrange(min(kind.size, 40))) for kind in dice.sample(kinds, min(3, len(kinds)))]


def answer(table: Table, watcher: int, word: str) -> dict[str, Any]:
    """What a refused action is answered; accepted ones reveal what the rules let them reveal."""
    number = table.rules.actions.read(word)
    if number in table.menu(watcher) or table.engine.unlisted(table.clone().s, watcher, number):
        return {"refusal": None}
    try:
        table.clone().act(watcher, word)
    except Illegal as refused:
        return {"refusal": dict(refused.as_json())}
    return {"refusal": None}


def swapped(table: Table, watcher: Watcher, held: tuple[str, ...], dice: random.Random, steps: int = 6, pairs: int = 4) -> int:
    """Record some steps of one deal, then play them again in worlds where two hidden cards are swapped."""
    one = on_tape(table)
    places = [place for place in rank_places(table, watcher, held) if place.ranks(table.s)]
    ids = sorted({place.get(table.s) for place in card_places(table, watcher)})
    script: list[Step] = []
    seen = [(faces(one, watcher), senses(one, watcher))]
    while len(script) < steps and not one.over and one.s.deal == table.s.deal:
        step = next_step(one, dice)
        if step.seat != watcher and telling(table, step.word):
            break  # the rules let this action reveal something about hidden cards
        step.do(one)
        script.append(step)
        seen.append((faces(one, watcher), senses(one, watcher)))
    if one.s.deal != table.s.deal or one.over:
        script, seen = script[:-1], seen[:-1]  # a deal that ends may lay everything open
    made = 0
    for _ in range(pairs):
        if len(ids) > 1:
            a, b = dice.sample(ids, 2)
            other = on_tape(table, one.s.chance.tape, {a: b, b: a})
            relabel(other, {a: b, b: a})
        elif len(places) > 1:
            other = on_tape(table, one.s.chance.tape)
            here, there = dice.sample(places, 2)
            out, into = dice.choice(here.ranks(table.s)), dice.choice(there.ranks(table.s))
            here.exchange(other.s, out, into)
            there.exchange(other.s, into, out)
        else:
            break
        made += replay(other, script, seen, watcher)
    return made


def replay(other: Table, script: list[Step], seen: list[tuple[Any, dict[str, Any]]], watcher: Watcher) -> int:
    """Play the same steps in the other world, comparing after each of them until a swapped card comes to light."""
    for count, (shown, sensed) in enumerate(seen):
        try:
            if count:
                follow(other, script[count - 1])
        except Impossible:
            return count
        if faces(other, watcher) != shown or any(shows(other, event) for event in sensed["events"]):
            return count
        compare(sensed, senses(other, watcher), watcher, f"two hidden cards swapped, then {script[:count]}")
    return len(seen)


def faces(table: Table, watcher: Watcher) -> dict[str, Any]:
    """The cards the watcher may see now, as the declaration has it."""
    shape = table.rules.shape
    return {name: value for name, value in shape.view(table.s, watcher).items() if shape.fields[name].kind in CARD_KINDS}


def other_choices(table: Table, watcher: Watcher, dice: random.Random) -> int:
    """Somebody else acts face down: which action it was must not be noticed."""
    made = 0
    for seat in table.actors:
        words = [word for word in table.legal(seat) if seat != watcher and face_down(table, seat, word)]
        if len(words) < 2:
            continue
        worlds = []
        for word in dice.sample(words, 2):
            other = table.clone()
            other.act(seat, word)
            worlds.append(senses(other, watcher))
        compare(worlds[0], worlds[1], watcher, f"seat {seat} chose something else face down")
        made += 1
    return made


def other_cards(game: Game, seed: int, watcher: int, dice: random.Random, steps: int = 10, tries: int = 12) -> int:
    """From the first shuffle: two cards come in exchanged order."""
    start = Tape()
    one = taped_start(game, seed, start)
    dealt = [k for k, (kind, _) in enumerate(start.tape) if kind in ("pick", "top")]
    script: list[Step] = []
    seen = [(faces(one, watcher), senses(one, watcher))]
    while len(script) < steps and not one.over and one.s.deal == 0:
        script.append(next_step(one, dice))
        script[-1].do(one)
        seen.append((faces(one, watcher), senses(one, watcher)))
    made = 0
    for _ in range(tries if len(dealt) > 1 else 0):
        tape = list(start.tape)
        i, j = dice.sample(dealt, 2)
        if tape[i] != tape[j] and tape[i][0] == tape[j][0]:
            tape[i], tape[j] = tape[j], tape[i]
            made += look_alike(game, seed, watcher, Tape(tape), script, seen)
    return made


def look_alike(game: Game, seed: int, watcher: int, chance: Tape, script: list[Step], seen: list[Any]) -> int:
    try:
        other = taped_start(game, seed, chance)
        for count, (shown, sensed) in enumerate(seen):
            if count:
                follow(other, script[count - 1])
            now = senses(other, watcher)
            if count == 0 and faces(other, watcher) == shown and has_secrets(game):
                compare(in_any_order(sensed), in_any_order(now), watcher, "the same faces after the deal, other cards")
            if now["events"] != sensed["events"] or own(game, faces(other, watcher), watcher) != own(game, shown, watcher):
                return count
            compare(sensed, now, watcher, f"the same events, other cards, after {script[:count]}")
    except Impossible:
        return 0
    return len(seen)


def in_any_order(sensed: dict[str, Any]) -> dict[str, Any]:
    """The order in which equal faces were dealt is nobody's secret."""
    told = sorted(str({k: v for k, v in event.items() if k != "n"}) for event in sensed["events"])
    return sensed | {"events": told}


def own(game: Game, shown: dict[str, Any], watcher: int) -> list[Any]:
    """What lies in the watcher's own places."""
    fields = game.rules.shape.fields
    return [value[watcher] for name, value in shown.items() if fields[name].seen_by != "everyone" and isinstance(value, list)
            and len(value) == game.seats]  # fmt: skip


def has_secrets(game: Game) -> bool:
    """Does anybody hold cards that others do not see?"""
    fields = game.rules.shape.fields.values()
    return game.rules.deck == "cards" or any(f.seen_by == "owner" and f.kind in CARD_KINDS for f in fields)


def taped_start(game: Game, seed: int, chance: Tape) -> Table:
    table = Table(game, game.blank())
    table._shuffle_up(seed, "")
    table.s.chance = chance
    table.engine.begin(table.s)
    return table
