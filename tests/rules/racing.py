"""What tests of Pig, Spoons and Vatra share: positions in the middle of a deal, and quick-witted random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pioche import Game, Table
from tests.rules.told import told

SIGNALS = ("touch_nose", "grab", "slam", "shout")


def cards(words: str) -> list[str]:
    """`AS TH` as a position writes it."""
    suits = dict(zip("SHDC", "♠♥♦♣", strict=True))
    return [word[:-1].replace("T", "10") + suits[word[-1]] if word != "JK" else word for word in words.split()]


def at_play(game: Game, *hands: str, seed: int = 0, **more: Any) -> Table:
    """A deal in play with these hands; seat 0 has dealt unless something else is said."""
    return game.at({"phase": "play", "dealer": 0, "hand": [cards(hand) for hand in hands], **more}, seed=seed)


def hand(table: Table, seat: int) -> list[str]:
    found: list[str] = sorted(table.position()["hand"][seat])
    return found


def kinds(table: Table, seat: int | None = None) -> list[str]:
    return [event["kind"] for event in table.events(seat)]


def ended(table: Table) -> tuple[int | None, list[int], str]:
    """(winner, losers, cause) of the last deal that ended."""
    event = told(table, "deal_over")[-1]
    return event["winner"], event["losers"], event["cause"]


def places(table: Table) -> list[list[int]]:
    """The seats by place: [[0, 1], [2], [3]]."""
    ranking = table.ranking
    return [[seat for seat, place in enumerate(ranking) if place == wanted] for wanted in sorted(set(ranking))]


def seen_all(table: Table, seat: int) -> int:
    return len(table.events(seat))


# -- random play of people who know what they do -------------------------------------------------------


def rarest(table: Table, seat: int, words: list[str], dice: random.Random) -> str:
    """Of the cards that may be passed one whose rank the seat holds least of."""
    count = Counter(card[:-1].rstrip("♠♥♦♣") for card in table.position()["hand"][seat])
    least = min(count[rank_of(word)] for word in words)
    return dice.choice([word for word in words if count[rank_of(word)] == least])


def rank_of(word: str) -> str:
    return word.removeprefix("pass:")[:-1].rstrip("♠♥♦♣")


def has_set(table: Table, seat: int) -> bool:
    return bool(table.engine.entitled(table.s, seat))


def choose(table: Table, seat: int, dice: random.Random, nerves: float) -> str:
    """What this seat does now; empty when it had better wait."""
    words = table.legal(seat)
    signals = [word for word in words if word in SIGNALS]
    rest = [word for word in words if word not in SIGNALS]
    eager = 0.6 if table.s.race_open or has_set(table, seat) else nerves
    if signals and dice.random() < eager:
        return dice.choice(signals)
    passes = [word for word in rest if word.startswith("pass:")]
    if passes and dice.random() < 0.9:
        return rarest(table, seat, passes, dice)
    return dice.choice(rest) if rest else ""


def acting(table: Table, dice: random.Random, nerves: float = 0.003, leave: float = 0.0, most: int = 4000) -> Iterator[str]:
    """Play on through the public door; what was done is handed out after it was done."""
    for _ in range(most):
        if table.over:
            return
        timer = table.next_timer
        at = table.s.clock + dice.choice((0, 1, 40, 150, 300))
        if not table.actors or (timer is not None and (timer[0] < at or dice.random() < 0.01)):
            assert timer is not None
            table.advance(timer[0])
            yield "advance"
        elif dice.random() < leave:
            seat = dice.choice([p for p in range(table.game.seats) if table.s.live >> p & 1])
            word = dice.choice(("resign", f"say:{dice.randrange(table.game.seats)}"))
            table.act(seat, word, at=at)
            yield word
        else:
            seat = dice.choice(table.actors)
            word = choose(table, seat, dice, nerves)
            if word:
                table.act(seat, word, at=at, **measures(table, seat, dice))
                yield word


def measures(table: Table, seat: int, dice: random.Random) -> dict[str, Any]:
    """What a network would say of a message; only a fair race asks for it."""
    if table.game.options["latency"] != "fair" or not table.s.race_open:
        return {}
    seen = seen_all(table, seat) - dice.choice((0, 0, 0, 1, 3))
    return {"seen": max(seen, 0), "since_open": dice.choice((None, 120, 250)), "rtt": dice.choice((0, 20, 90, 400))}


def deals_of(table: Table) -> list[dict[str, Any]]:
    return told(table, "deal_over")
