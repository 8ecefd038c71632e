"""Moves in words: what a button says, and why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pioche.errors import Illegal
from pioche.text.catalogues import EVERY_GAME, LANGUAGES, by_option, find, look_up
from pioche.text.telling import card, fill, listing, place_said, say, seat_name, seat_names

if TYPE_CHECKING:
    from pioche.engine.table import Table

MAX_LISTED_MOVES = 8  # moves a refusal names


def action_label(table: Table, word: str, lang: str, names: Sequence[str] = (), me: int | None = None, **more: Any) -> str:
    """An action as a button would say it: `play:7` is « Jouer le 7 ». What belongs to the one who reads is « votre »."""
    rules = table.rules
    number = rules.actions.read(word)
    kind = rules.actions.of(number)
    values: dict[str, Any] = by_option(rules, table.game.options, lang) | more
    seats = seat_names(table, lang, names)
    numbers = kind.unpack(number)
    parts = re.split(r"[:./,]", word)[1:]
    for place, (what, value) in enumerate(zip(kind.kinds, numbers, strict=True)):
        shown: Any = (
            card(parts[place], lang) if what == "card" else seats[value] if what == "seat" and value < len(seats) else value
        )
        if what == "end":
            shown = find(rules, lang, "words", parts[place]) or parts[place]
        if what == "slot" and place and kind.kinds[place - 1] == "seat":
            where = place_said(rules, numbers[place - 1], value, lang, names, me, me)
            values.setdefault("place", where)
            values[f"place{(place + 1) // 2}"] = where
        values.setdefault(what, shown)
        values[f"{what}{place + 1}"] = shown
    template = look_up(rules, lang, "actions", kind.pattern) or look_up(rules, lang, "actions", kind.name) or word
    return fill(template, values, lang)


def refusal(table: Table, reason: str, rule: str, *, seat: int | str = 0, word: str = "") -> Illegal:
    """Return why a move is not allowed and which moves are, in both languages."""
    sentences = []
    for lang in LANGUAGES:
        values: dict[str, Any] = dict(table.game.options) | by_option(table.rules, table.game.options, lang)
        values |= {"seat": seat, "word": word, "legal": _legal(table, seat, lang) if isinstance(seat, int) else ""}
        seen = table.actors_seen_by(seat if isinstance(seat, int) else None)
        values["actors"] = listing([seat_name(p, lang, table.names) for p in seen], lang)
        values["phase"] = find(
            table.rules, lang, "phases", table.rules.shape.write(table.s, table.rules.shape.fields["phase"])
        )
        sentences.append(fill(look_up(table.rules, lang, "refusals", reason) or reason, values, lang))
    return Illegal(sentences[0], sentences[1], rule, reason)


def _legal(table: Table, seat: int, lang: str) -> str:
    """List the legal moves of a seat inside a sentence: the first ones, and the number of others."""
    words = table.legal(seat)
    named = words if len(words) <= MAX_LISTED_MOVES + 1 else words[:MAX_LISTED_MOVES]
    labels = [_inside(action_label(table, word, lang, table.names, seat)) for word in named]
    if len(words) > len(named):
        labels.append(say(EVERY_GAME, "more_moves", lang, n=len(words) - len(named)))
    return listing(labels, lang, "or")


def _inside(label: str) -> str:
    """A label inside a sentence: no capital, and no remark in brackets behind it."""
    return label[:1].lower() + re.sub(r"\s*\([^()]*\)$", "", label[1:])
