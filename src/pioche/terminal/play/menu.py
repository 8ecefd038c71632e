"""The moves a player is offered, what they cost, and what an answer means."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pioche import text
from pioche.engine.odds import Changes, Odds, odds, price
from pioche.engine.table import Table
from pioche.terminal import say

MAX_FLAT_MENU = 12  # a longer list is offered by kinds first
MAX_HINTED_MOVES = 6  # moves of one kind a hint speaks of


@dataclass(frozen=True)
class Move:
    word: str  # play:7
    label: str  # Play 7
    same: tuple[Move, ...] = ()  # a kind of move, not one: these are its moves


def offered(table: Table, seat: int, lang: str, names: Sequence[str]) -> list[Move]:
    """Every legal move with its label."""
    return [Move(word, text.action_label(table, word, lang, names, seat)) for word in table.legal(seat)]


def by_kind(moves: list[Move]) -> list[Move]:
    """A long menu by kinds of moves: `take:…` stands for take:1, take:2 and so on."""
    if len(moves) <= MAX_FLAT_MENU:
        return moves
    return [
        same[0] if len(same) == 1 else Move(f"{kind}:…", f"{same[0].label} … {same[-1].label}", tuple(same))
        for kind, same in _kinds(moves).items()
    ]


def _kinds(moves: Sequence[Move]) -> dict[str, list[Move]]:
    kinds: dict[str, list[Move]] = {}
    for move in moves:
        kinds.setdefault(move.word.partition(":")[0], []).append(move)
    return kinds


def cost(table: Table, seat: int, word: str, lang: str) -> str:
    return changes_in_words(price(table, seat, word) or (), lang)


def changes_in_words(changes: Changes, lang: str) -> str:
    """« +2 points, −3 pièces »."""
    return ", ".join(amount(what, Fraction(n), lang) for what, n in changes)


def amount(what: str, n: Fraction, lang: str) -> str:
    whole = n.denominator == 1
    number = str(abs(n)) if whole else f"{float(abs(n)):.1f}".replace(".", say("screen.decimal", lang))
    sign = "+" if n > 0 else "−" if n < 0 else ""
    return say(f"prices.{what}", lang, n=sign + number, count=abs(float(n)))


def understand(answer: str, moves: Sequence[Move]) -> list[Move]:
    """The moves an answer may mean: a number of the list, a word of the game, or the beginning of one or of a label.

    A number beyond the list is read as the number of a move: 40 is bet:40.
    """
    if answer.isdigit():
        if 1 <= int(answer) <= len(moves):
            return [moves[int(answer) - 1]]
        return numbered(answer, moves)
    said = _bare(answer)
    for reading in (_word, _label):
        exact = [move for move in moves if reading(move) == said]
        if exact:
            return exact
    for reading in (_word, _label):
        begun = [move for move in moves if reading(move).startswith(said)]
        if begun:
            return begun
    return []


def numbered(answer: str, moves: Sequence[Move]) -> list[Move]:
    """The moves whose only argument is this number."""
    return [move for move in moves if move.word.partition(":")[2] == answer]


def _word(move: Move) -> str:
    return _bare(move.word.removesuffix(":…"))


def _label(move: Move) -> str:
    return _bare(move.label)


def _bare(words: str) -> str:
    """Without capitals, accents and needless spaces, and with one kind of apostrophe."""
    letters = unicodedata.normalize("NFKD", words).casefold().replace("’", "'")
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


# -- odds on demand ----------------------------------------------------------------------------------


def hint(table: Table, seat: int, moves: Sequence[Move], lang: str) -> list[str]:
    """Return a line of odds for each move; no lines if they cannot be computed from what the seat knows."""
    some = [move for same in _kinds(moves).values() for move in same[:MAX_HINTED_MOVES]]
    counted = [(move, found) for move in some if (found := odds(table, seat, move.word))]
    if all(len(found.outcomes) == 1 for _, found in counted):
        return []  # the menu has said it all
    return [_line(move, found, lang) for move, found in counted]


def _line(move: Move, counted: Odds, lang: str) -> str:
    parts, told = [], set()
    for event, what in text.catalogue("terminal", lang)["hints"]["events"].items():
        chance = counted.chance(event)
        if 0 < chance < 1 and chance not in told:  # a pair means being out: one figure says both
            told.add(chance)
            percent = f"{float(100 * chance):.0f}"
            if counted.cards:
                ways, total = chance * counted.cards, counted.cards
                parts.append(say("hints.chance", lang, what=what, ways=ways, total=total, percent=percent))
            else:
                parts.append(say("hints.share", lang, what=what, percent=percent))
    if counted.certain:
        sure = changes_in_words(counted.outcomes[0].changes, lang)
        parts.append(say("hints.sure", lang, change=sure) if sure else say("hints.safe", lang))
    else:
        means = ", ".join(amount(w, m, lang) for w in ("points", "purse") if (m := counted.mean(w)))
        parts.append(say("hints.mean", lang, change=means))
    return say("hints.line", lang, label=move.label, parts=", ".join(parts))
