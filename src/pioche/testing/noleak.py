"""Nothing reaches a seat that it may not know: noninterference, for any game.

Take a table, change what a seat cannot know, and look through the seat's eyes again. Four ways to look:

`reshuffled`     every card hidden from the seat changes place with another one; its view, its menu and the
                 refusals it gets must be the same to the letter.
`swapped`        two cards hidden from the seat change places, then both worlds play the same steps with the
                 same chance. As long as neither card has come to light, the seat's events (content, order,
                 number), views and menus must stay the same.
`other_choices`  somebody else chooses something else face down: the seat must not notice.
`other_cards`    chance hands out two cards in exchanged order, or another card, from the first shuffle on.
                 Where the faces the seat may see come out the same, so must its events; and where its events and
                 its own zones do, so must its whole view. The latter does not ask the declaration what is hidden,
                 so it catches a declaration that shows too much.

Each returns how many comparisons it made, and raises `Leak` on the first difference.
"""

from __future__ import annotations

import random
from typing import Any

from pioche import Game, Illegal, Table
from pioche.engine.cards import RANKS
from pioche.testing.facedown import face_down, shows, telling, unnoticed
from pioche.testing.other_worlds import (
    CARD_KINDS,
    Impossible,
    Recording,
    Tape,
    Watcher,
    by_other_names,
    every_id,
    faces,
    follow,
    hidden_ids,
    on_tape,
    rank_places,
    relabel,
)
from pioche.testing.steps import Step, next_step

Seen = list[tuple[dict[str, Any], dict[str, Any]]]  # (faces, senses) step by step


class Leak(AssertionError):
    """A seat can tell two worlds apart that are the same for all it may know."""


def senses(table: Table, watcher: Watcher) -> dict[str, Any]:
    """View, facts, menu and events of one watcher."""
    view = table.view(watcher)
    seen = {"view": view, "facts": table.facts(view), "events": table.events(watcher)}
    return seen if watcher is None else seen | {"legal": table.legal(watcher)}


def compare(one: dict[str, Any], other: dict[str, Any], watcher: Watcher, how: str) -> None:
    for name, value in one.items():
        if value != other[name]:
            said = difference(value, other[name])
            raise Leak(f"{how}: watcher {watcher} sees a difference in its {name}: {said}")


def difference(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        return ", ".join(f"{k}: {one.get(k)} / {other.get(k)}" for k in one | other if one.get(k) != other.get(k))
    if isinstance(one, list) and isinstance(other, list):
        pairs = [f"{a} / {b}" for a, b in zip(one, other, strict=False) if a != b]
        return pairs[0] if pairs else f"{len(one)} / {len(other)} items"
    return f"{one} / {other}"


def has_secrets(game: Game) -> bool:
    """Return whether a seat holds cards that others do not see."""
    fields = game.rules.shape.fields.values()
    return game.rules.deck == "cards" or any(f.seen_by == "owner" and f.kind in CARD_KINDS for f in fields)


# -- all hidden cards at once ------------------------------------------------------------------------


def reshuffled(table: Table, watcher: Watcher, dice: random.Random) -> int:
    other = table.clone()
    places = rank_places(table, watcher)
    loose = [rank for place in places for rank in place.ranks(table.s)]
    dice.shuffle(loose)
    for place in places:
        old = place.ranks(table.s)
        for out, into in zip(old, [loose.pop() for _ in old], strict=True):
            place.exchange(other.s, out, into)
    ids = hidden_ids(table, watcher)
    relabel(other, dict(zip(ids, dice.sample(ids, len(ids)), strict=True)))
    compare(senses(table.clone(), watcher), senses(other, watcher), watcher, "other hidden cards")
    if watcher is not None:
        for word in some_words(table, dice):
            compare(answer(table, watcher, word), answer(other, watcher, word), watcher, f"refusing {word!r}")
    return table.rules.shape.key(other.s) != table.rules.shape.key(table.s)


def some_words(table: Table, dice: random.Random) -> list[str]:
    """Words of the grammar, listed or not."""
    kinds = dice.sample(table.rules.actions.kinds, min(3, len(table.rules.actions.kinds)))
    return [kind.write(kind.base + dice.randrange(min(kind.size, 40))) for kind in kinds]


def answer(table: Table, watcher: int, word: str) -> dict[str, Any]:
    """Return the answer to a refused action; accepted ones reveal what the rules let them reveal."""
    trial = table.clone()
    number = table.rules.actions.read(word)
    if number in trial.menu(watcher) or trial.engine.unlisted(trial.s, watcher, number):
        return {"refusal": None}
    try:
        trial.act(watcher, word)
    except Illegal as refused:
        return {"refusal": dict(refused.as_json())}
    return {"refusal": None}


# -- two hidden cards, and what follows --------------------------------------------------------------


def swapped(table: Table, watcher: Watcher, dice: random.Random, steps: int = 6, pairs: int = 4) -> int:
    """Record some steps of one deal, then play them again in worlds where two hidden cards are swapped."""
    one, script, seen = recorded(table, watcher, dice, steps)
    tape = one.s.chance.tape
    places = [place for place in rank_places(table, watcher) if place.ranks(table.s)]
    ids = hidden_ids(table, watcher)
    made = 0
    for _ in range(pairs):
        if len(ids) > 1:
            a, b = dice.sample(ids, 2)
            names = {a: b, b: a}
            other = on_tape(table, tape, names)
            relabel(other, names)
            made += replay(other, [by_other_names(table, step, names) for step in script], seen, watcher)
        elif len(places) > 1:
            other = on_tape(table, tape)
            here, there = dice.sample(places, 2)
            out, into = dice.choice(here.ranks(table.s)), dice.choice(there.ranks(table.s))
            here.exchange(other.s, out, into)
            there.exchange(other.s, into, out)
            made += replay(other, script, seen, watcher)
    return made


def recorded(table: Table, watcher: Watcher, dice: random.Random, steps: int) -> tuple[Table, list[Step], Seen]:
    one = on_tape(table)
    script: list[Step] = []
    seen = [(faces(one, watcher), senses(one, watcher))]
    while len(script) < steps and not one.over and one.s.deal == table.s.deal:
        step = next_step(one, dice)
        if telling(table, step.word):
            break  # the rules let this action reveal something about hidden cards
        step.do(one)
        script.append(step)
        seen.append((faces(one, watcher), senses(one, watcher)))
    if one.s.deal != table.s.deal or one.over:
        script, seen = script[:-1], seen[:-1]  # a deal that ends may lay everything open
    return one, script, seen


def replay(other: Table, script: list[Step], seen: Seen, watcher: Watcher) -> int:
    """Play the same steps in the other world, comparing after each of them until a swapped card comes to light."""
    for count, (shown, sensed) in enumerate(seen):
        try:
            if count:
                follow(other, script[count - 1])
        except Impossible:
            return count
        now = senses(other, watcher)
        acted = count > 0 and script[count - 1].seat == watcher
        if faces(other, watcher) != shown or shown_by_an_event(other, sensed["events"], now["events"], acted):
            return count
        compare(sensed, now, watcher, f"two hidden cards swapped, then {script[:count]}")
    return len(seen)


def shown_by_an_event(table: Table, one: list[dict[str, Any]], other: list[dict[str, Any]], acted: bool) -> bool:
    """Return whether the first difference is an event that the rulebook lets show a card."""
    first = next(((a, b) for a, b in zip(one, other, strict=False) if a != b), None)
    return first is not None and all(shows(table, event, acted) for event in first)


# -- what others do face down ------------------------------------------------------------------------


def other_choices(table: Table, watcher: Watcher, dice: random.Random) -> int:
    """Replace a face-down action of another seat: the difference must not be noticed."""
    made = 0
    now = table.s.clock if table.rules.timed else None
    for seat in table.actors:
        if watcher in (seat, taker(table, seat)):
            continue
        words = table.legal(seat)
        words = [word for word in dice.sample(words, min(6, len(words))) if face_down(table, Step(seat, word, now))]
        worlds = []
        for word in words[:2]:
            other = table.clone()
            Step(seat, word, now).do(other)
            worlds.append(senses(other, watcher))
        if words and unnoticed(table, words[0]):
            how = f"seat {seat} did {words[0]}, which nobody may notice"
            compare(senses(table.clone(), watcher), worlds[0], watcher, how)
        if len(worlds) == 2:
            compare(worlds[0], worlds[1], watcher, f"seat {seat} did {words[1]} instead of {words[0]}, face down")
            made += 1
    return made


def taker(table: Table, seat: int) -> int:
    """Return the seat that is handed the card a seat passes, and so sees it: in Vatra the left neighbour (V8), elsewhere
    none."""
    return (seat + 1) % table.game.seats if table.rules.id == "vatra" else -1


# -- other cards from the beginning ------------------------------------------------------------------


def other_cards(game: Game, seed: int, watcher: int, dice: random.Random, steps: int = 10, tries: int = 12) -> int:
    """Change the cards from the first shuffle on: exchange two, or draw another one instead."""
    start = Tape()
    one = taped_start(game, seed, start)
    dealt = [k for k, (kind, _) in enumerate(start.tape) if kind in ("pick", "top")]
    script: list[Step] = []
    seen: Seen = [(faces(one, watcher), senses(one, watcher))]
    while len(script) < steps and not one.over and one.s.deal == 0:
        script.append(next_step(one, dice))
        script[-1].do(one)
        seen.append((faces(one, watcher), senses(one, watcher)))
    made = 0
    for _ in range(tries if len(dealt) > 1 else 0):
        tape = list(start.tape)
        i, j = dice.sample(dealt, 2)
        if dice.random() < 0.3:  # or a card comes that stayed in the deck
            kind = tape[i][0]
            tape[i] = kind, dice.randrange(1, RANKS) if kind == "pick" else dice.choice(undealt(one, start.tape))
        elif tape[i][0] == tape[j][0]:
            tape[i], tape[j] = tape[j], tape[i]
        if tape != start.tape:
            made += look_alike(game, seed, watcher, Tape(tape), script, seen)
    return made


def undealt(table: Table, tape: Recording) -> list[int]:
    """Cards that have not left the stock."""
    return sorted(every_id(table) - {card for kind, card in tape if kind == "top"}) or [0]


def look_alike(game: Game, seed: int, watcher: int, chance: Tape, script: list[Step], seen: Seen) -> int:
    try:
        other = taped_start(game, seed, chance)
        for count, (shown, sensed) in enumerate(seen):
            if count:
                follow(other, script[count - 1])
            now, shown_now = senses(other, watcher), faces(other, watcher)
            if count == 0 and shown_now == shown and has_secrets(game) and announced(now) == announced(sensed):
                how = "the same faces after the deal, other cards"
                compare(in_any_order(sensed), in_any_order(now), watcher, how)
            if now["events"] != sensed["events"] or own(game, shown_now, watcher) != own(game, shown, watcher):
                return count
            compare(sensed, now, watcher, f"the same events, other cards, after {script[:count]}")
    except Impossible:
        return 0
    return len(seen)


def announced(sensed: dict[str, Any]) -> list[Any]:
    """Cards whose whereabouts the deal itself tells everybody (vatra V4)."""
    return [event["seat"] for event in sensed["events"] if event["kind"] == "traveller_shown"]


def in_any_order(sensed: dict[str, Any]) -> dict[str, Any]:
    """The order in which equal faces were dealt is nobody's secret."""
    told = sorted(str({k: v for k, v in event.items() if k != "n"}) for event in sensed["events"])
    return sensed | {"events": told}


def own(game: Game, shown: dict[str, Any], watcher: int) -> list[Any]:
    """Return what lies in the watcher's own places."""
    fields = game.rules.shape.fields
    mine = [name for name in shown if name in fields and fields[name].per_seat and fields[name].seen_by != "everyone"]
    return [shown[name][watcher] for name in mine]


def taped_start(game: Game, seed: int, chance: Tape) -> Table:
    table = Table(game, game.blank())
    table._shuffle_up(seed, "")
    table.s.chance = chance
    table.engine.begin(table.s)
    return table
