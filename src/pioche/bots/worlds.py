"""Positions a seat cannot tell from the real one: the view filled in at random, consistently with memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from pioche.engine.cards import PACK, RANKS
from pioche.engine.game import Game
from pioche.engine.position import Field, Knowers, everyone, nobody, on_top, owner
from pioche.engine.words import from_word, to_word

View = Mapping[str, Any]


class Worlds:
    """Fills one view again and again. What memory knows is put in place first, the rest is dealt at random.

    Who has chosen in secret has chosen well, not at random: `undecided`, they have their card back and choose again."""

    def __init__(self, game: Game, view: View, memory: View, undecided: bool = False) -> None:
        self.undecided = undecided
        self.game = game
        self.view = view
        self.memory = memory
        self.shape = game.rules.shape
        self.me: int = view["seat"]
        self._in_use: list[str] = []

    def draw(self, rng: Random) -> Any:
        """One such position, in plain form."""
        s = self.known.clone()
        if self.game.rules.deck == "ranks":
            self._fill_ranks(s, rng)
        else:
            self._fill_cards(s, rng)
        self.game.plain.arrange(s)
        s.rng[0], s.rng[1] = rng.getrandbits(31) + 1, rng.getrandbits(31)
        return s

    @cached_property
    def known(self) -> Any:
        """What the view shows and memory adds: the same in all these positions."""
        s = self.game.blank()
        for f in self.shape.fields.values():
            if not f.inner:
                self._visible(s, f)
            if f.kind in ("ranks", "rank_set") and f.name in self.memory and self.game.rules.deck == "ranks":
                self.shape.read(s, f.name, self.memory[f.name])
        return s

    def _visible(self, s: Any, f: Field) -> None:
        """What the view shows of a field."""
        value = self.view.get(f.name)
        sized = next((zone for zone in self.shape.fields.values() if zone.size == f.name), None)
        if sized is not None:
            known = self.view.get(sized.name, 0)
            setattr(s, f.name, known if isinstance(known, int) else len(known))
        elif f.seen_by == everyone or f.veil:
            self.shape.read(s, f.name, value)
        elif f.seen_by == owner and value is not None:
            nothing = None if f.empty == -1 else 0
            rows: list[Any] = [[] if isinstance(row, list) else nothing for row in value]
            rows[self.me] = value[self.me]
            self.shape.read(s, f.name, rows)

    # -- the Pairs deck --------------------------------------------------------------------------

    def _fill_ranks(self, s: Any, rng: Random) -> None:
        hidden, unseen = self._unknown_ranks
        pool = unseen.copy()
        rng.shuffle(pool)
        for f, p, size in hidden:
            ranks = [pool.pop() for _ in range(min(size, len(pool)))]
            if self.undecided and f.chosen_from:
                self._place(s, self.shape.fields[f.chosen_from], p, ranks)
                s.waiting |= 1 << p
            else:
                self._place(s, f, p, ranks)
        s.deck[:] = [0] * len(s.deck)
        for rank in pool:
            s.deck[rank] += 1

    @cached_property
    def _unknown_ranks(self) -> tuple[list[tuple[Field, int, int]], list[int]]:
        """Where cards lie that the seat does not know (field, seat or -1, how many), and the ranks it has not seen."""
        unseen = Counter({rank: rank * getattr(self.known, "decks", 1) for rank in range(1, RANKS)})
        hidden = []
        for f in self.shape.fields.values():
            if f.inner or f.kind not in ("ranks", "rank_set") or f.name == "deck":
                continue
            if f.name not in self.memory and f.seen_by == owner:
                hidden += [(f, p, len(row)) for p, row in enumerate(self.view[f.name]) if p != self.me and row]
            elif f.name not in self.memory and f.seen_by == nobody:
                hidden.append((f, -1, int(self.view[f.name])))
            unseen -= self._cards_in(self.known, f)
        return hidden, list(unseen.elements())

    def _cards_in(self, s: Any, f: Field) -> Counter[int]:
        found: Counter[int] = Counter()
        value = getattr(s, f.name)
        rows = value if len(f.shape) == (2 if f.kind == "ranks" else 1) else [value]
        for row in rows:
            for rank in range(1, RANKS):
                found[rank] += row[rank] if f.kind == "ranks" else row >> rank & 1
        return found

    def _place(self, s: Any, f: Field, p: int, ranks: list[int]) -> None:
        for rank in ranks:
            if f.kind == "rank_set":
                if p < 0:
                    setattr(s, f.name, getattr(s, f.name) | 1 << rank)
                else:
                    getattr(s, f.name)[p] |= 1 << rank
            else:
                row = getattr(s, f.name) if p < 0 else getattr(s, f.name)[p]
                row[rank] += 1

    # -- cards with identity -----------------------------------------------------------------------

    def _fill_cards(self, s: Any, rng: Random) -> None:
        """Every place whose card is not seen or remembered gets one of the cards not accounted for."""
        places: dict[str, Any] = {}
        for f in self.shape.fields.values():
            if f.kind == "cards" and not f.inner:
                places[f.name] = self._places(f)
        seen = {word for value in places.values() for word in _flat(value) if word not in (None, "?")}
        pool = [word for word in self._pack(s) if word not in seen]
        hidden = sum(_flat(value).count("?") for value in places.values())
        if len(pool) < hidden:  # somebody has left in the middle of a deal, and the cards of more players lie about
            others = (to_word("card", card) for card in range(8 * PACK))
            pool += islice((word for word in others if word not in seen and word not in pool), hidden - len(pool))
        rng.shuffle(pool)
        for name, value in places.items():
            self.shape.read(s, name, _dealt(value, pool))
            self._mark_known(s, self.shape.fields[name], value)

    def _mark_known(self, s: Any, f: Field, known: Any) -> None:
        """The seat knows in this world what it knows in truth, and nothing more."""
        if isinstance(f.seen_by, Knowers):
            for field, words in ((f.seen_by.field, self.view[f.name]), (f.seen_by.memory, known)):
                for word in _flat(words) if field else []:
                    if word not in (None, "?"):
                        getattr(s, field)[from_word("card", word)] |= 1 << self.me

    def _places(self, f: Field) -> Any:
        """A zone as the seat knows it: words, `?` for a hidden card, None for a gap."""
        value: Any = self.view.get(f.name)
        if isinstance(f.seen_by, Knowers) and f.name in self.memory:
            return _better(value, self.memory[f.name])
        if f.seen_by == owner:
            return [row if p == self.me else ["?"] * len(row) for p, row in enumerate(value)]
        if f.seen_by in (nobody, on_top) and isinstance(value, int):
            return ["?"] * value
        return value

    def _pack(self, s: Any) -> list[str]:
        """Every card in use, in words: those a deal would bring to the table, with as many players as there are."""
        if not self._in_use:
            fresh = s.clone()
            fresh.deal = 0
            self.game.plain.deal(fresh)
            zones = [f.name for f in self.shape.fields.values() if f.kind == "cards" and not f.inner]
            self._in_use = [to_word("card", card) for name in zones for card in _flat(getattr(fresh, name)) if card >= 0]
        return self._in_use


def _flat(value: Any) -> list[Any]:
    return [word for item in value for word in _flat(item)] if isinstance(value, list) else [value]


def _better(seen: Any, remembered: Any) -> Any:
    if isinstance(seen, list):
        return [_better(a, b) for a, b in zip(seen, remembered, strict=True)]
    return remembered if seen == "?" else seen


def _dealt(value: Any, pool: list[str]) -> Any:
    if isinstance(value, list):
        return [_dealt(item, pool) for item in value]
    return pool.pop() if value == "?" and pool else value
