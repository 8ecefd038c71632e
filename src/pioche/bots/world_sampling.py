"""Positions a seat cannot tell from the real one: the view filled in at random, consistently with memory.

Everything follows from the declaration. A hidden zone tells how many cards it holds; which cards there are is seen from the
first deal of a match; a number hidden from the others is a choice that its owner makes once more. What does not follow
from all this, a game fills in itself: a rule `imagine(s, p)`, where `s` is what seat p knows and everything random comes
from `below`. Whether it works for a game is tried by `world_check.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from pioche.bots.judgement import HOUSE_RULES
from pioche.engine.cards import RANKS
from pioche.engine.chance import sow
from pioche.engine.game import Game
from pioche.engine.position import Field, Knowers, everyone, nobody, on_top, owner
from pioche.engine.table import MENU_SIZE
from pioche.engine.words import from_word, to_word
from pioche.errors import PiocheError

View = Mapping[str, Any]
RANK_ZONE_KINDS = ("ranks", "rank_set")  # zones of a deck of ranks
WORD_KINDS = ("number", "coins", "flag", "seat", "seats", "place")  # what is no card

_fresh: WeakKeyDictionary[Game, Any] = WeakKeyDictionary()  # each game at the first decision of a match


class CannotImagine(PiocheError):
    """The declaration does not tell what a seat cannot see, and the game has no `imagine`."""

    def __init__(self, game: Game, field: str) -> None:
        super().__init__(
            f"{game.title('en')} has no bots but random: its declaration does not tell what may be hidden in {field}. "
            "A rule imagine(s, p) can say it (docs/bots.md).",
            f"{game.title('fr')} n’a pas d’autre robot que random : sa déclaration ne dit pas ce que {field} peut cacher. "
            "Une règle imagine(s, p) peut le dire (docs/bots.md).",
        )
        self.field = field


class WorldSampler:
    """Fills one view again and again. What memory knows is put in place first, the rest is dealt at random.

    Who has chosen in secret has chosen well, not at random: `undecided`, they have their card back and choose again."""

    def __init__(self, game: Game, view: View, memory: View, undecided: bool = False) -> None:
        self.undecided = undecided
        self.game = game
        self.view = view
        self.memory = memory
        self.shape = game.rules.shape
        self.me: int = view["seat"]
        self.imagine = getattr(game.plain, "imagine", None)
        zones = [f for f in self.shape.fields.values() if not f.inner]
        self.rank_zones = [f for f in zones if f.kind in RANK_ZONE_KINDS]
        self.card_zones = [f for f in zones if f.kind == "cards"]
        self.again: int = 0  # the seats that made a hidden choice once more in the last position drawn
        self.choices = [] if self.imagine or game.rules.module.startswith(HOUSE_RULES) else hidden_choices(game)

    def draw(self, rng: Random) -> Any:
        """Return one such position, in plain form."""
        s = self.known.clone()
        if self.rank_zones:
            self._fill_ranks(s, rng)
        if self.card_zones:
            self._fill_cards(s, rng)
        if self.imagine:
            _sow(s, rng)
            self.imagine(s, self.me)
        self.game.plain.arrange(s)
        _sow(s, rng)
        return self._choose_again(s, rng) if self.choices else s

    @cached_property
    def known(self) -> Any:
        """Return the part of the position that view and memory determine: the same in all these positions."""
        s = self.game.blank()
        for f in self.shape.fields.values():
            if not f.inner:
                self._visible(s, f)
            if f.kind in RANK_ZONE_KINDS and f.name in self.memory:
                self.shape.read(s, f.name, self.memory[f.name])
        return s

    def _visible(self, s: Any, f: Field) -> None:
        """Copy what the view shows of a field."""
        value = self.view.get(f.name)
        sized = next((zone for zone in self.shape.fields.values() if zone.size == f.name), None)
        if sized is not None:
            known = self.view.get(sized.name, 0)
            if f.per_seat:
                getattr(s, f.name)[: s.seats] = [self._held(row, p) for p, row in enumerate(known)]
            else:
                setattr(s, f.name, known if isinstance(known, int) else len(known))
        elif f.seen_by == everyone or f.veil:
            self.shape.read(s, f.name, value)
        elif f.seen_by == owner and value is not None:
            nothing = None if f.empty == -1 and f.kind not in ("number", "coins") else f.empty
            rows: list[Any] = [[] if isinstance(row, list) else nothing for row in value]
            rows[self.me] = value[self.me]
            self.shape.read(s, f.name, rows)

    def _held(self, row: Any, p: int) -> int:
        """Return how many cards a row shows: unknown ones are None in another seat's, gaps in the own one."""
        if isinstance(row, int):
            return row
        return len(row) if p != self.me else sum(word is not None for word in row)

    # -- cards that are only ranks -----------------------------------------------------------------

    def _fill_ranks(self, s: Any, rng: Random) -> None:
        hidden, rest, unseen = self._unknown_ranks
        pool = unseen.copy()
        rng.shuffle(pool)
        for f, p, size in hidden:
            ranks = [pool.pop() for _ in range(min(size, len(pool)))]
            if self.undecided and f.chosen_from:
                self._place(s, self.shape.fields[f.chosen_from], p, ranks)
                s.waiting |= 1 << p
            else:
                self._place(s, f, p, ranks)
        if rest is not None:
            setattr(s, rest.name, [0] * RANKS)
            self._place(s, rest, -1, pool)

    @cached_property
    def _unknown_ranks(self) -> tuple[list[tuple[Field, int, int]], Field | None, list[int]]:
        """Return where cards lie that the seat does not know (field, seat or -1, how many), the deck, which has all the
        others, and the ranks the seat has not seen."""
        unseen: Counter[int] = Counter()
        for f in self.rank_zones:
            unseen += ranks_in(fresh(self.game), f)
        hidden: list[tuple[Field, int, int]] = []
        rest: Field | None = None
        for f in self.rank_zones:
            shown = self.view.get(f.name)
            if f.name in self.memory or f.seen_by == everyone:
                pass
            elif f.size and f.seen_by == nobody and rest is None:
                rest = f  # its size may leave cards out that are never drawn
                continue
            elif f.seen_by == owner:
                hidden += [(f, p, len(row)) for p, row in enumerate(self.view[f.name]) if p != self.me and row]
            elif f.seen_by == nobody and f.per_seat:
                hidden += [(f, p, n) for p, n in enumerate(self.view[f.name]) if n]
            elif f.seen_by == nobody:
                hidden.append((f, -1, int(shown or 0)))
            unseen -= ranks_in(self.known, f)
        return hidden, rest, sorted(unseen.elements())

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
        known, words, pool = self._unknown_cards
        places = {name: _copied(value) for name, value in words.items()}
        pool = pool.copy()
        rng.shuffle(pool)
        loose = [(f, p) for f in self.card_zones for p in self._may_hold(f)]
        rng.shuffle(loose)
        loose.sort(key=lambda place: s.waiting >> place[1] & 1)  # who has chosen already rather than who may still
        for f, p in loose[: max(len(pool) - _hidden(words), 0)]:
            places[f.name][p] = "?"
        if self.undecided:
            for f in self.card_zones:
                self._take_back(s, f, places)
        for name, value in places.items():
            f = self.shape.fields[name]
            self.shape.read(s, name, _dealt(value, pool))
            if f.size and f.per_seat:
                getattr(s, f.size)[: s.seats] = [_count(row) for row in value]
            self._mark_known(s, f, known[name])

    def _take_back(self, s: Any, f: Field, places: dict[str, Any]) -> None:
        """Give back the cards set apart in secret; their owners choose again."""
        for p in range(s.seats) if f.chosen_from else ():
            apart = [word for word in _flat(places[f.name][p]) if word is not None]
            if p != self.me and apart:
                places[f.chosen_from][p] += apart
                places[f.name][p] = [] if f.shape[1:] else None
                s.waiting |= 1 << p

    def _may_hold(self, f: Field) -> list[int]:
        """The seats of which the view does not even tell whether they hold a card: single places others cannot see."""
        if f.seen_by != owner or len(f.shape) > 1:
            return []
        return [p for p in range(len(self.view[f.name])) if p != self.me]

    @cached_property
    def _unknown_cards(self) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        """The zones as the seat knows them, once more for filling in, and the cards it cannot place."""
        places = {f.name: self._places(f) for f in self.card_zones}
        seen = Counter(word for value in places.values() for word in _flat(value) if word not in (None, "?"))
        wanted, most = sum(seen.values()) + _hidden(places), sum(len(self._may_hold(f)) for f in self.card_zones)
        first = self._words(fresh(self.game))
        pack = first
        if not wanted <= len(first) <= wanted + most:  # not all that began are still there, or no deal is like another
            now = self._words_of_a_deal()
            pack = now if not seen - Counter(now) and len(now) >= wanted else first
        if seen - Counter(pack) or len(pack) < wanted:
            if not self.imagine:
                raise CannotImagine(self.game, ", ".join(f.name for f in self.card_zones if f.seen_by != everyone))
            return places, {name: _without(value) for name, value in places.items()}, []
        pool = []
        for word in pack:
            if seen[word]:
                seen[word] -= 1
            else:
                pool.append(word)
        return places, places, pool

    def _mark_known(self, s: Any, f: Field, known: Any) -> None:
        """The seat knows in this world what it knows in truth, and nothing more."""
        if isinstance(f.seen_by, Knowers):
            for field, words in ((f.seen_by.field, self.view[f.name]), (f.seen_by.memory, known)):
                for word in _flat(words) if field else []:
                    if word not in (None, "?"):
                        getattr(s, field)[from_word("card", word)] |= 1 << self.me

    def _places(self, f: Field) -> Any:
        """Return a zone as the seat knows it: words, `?` for a hidden card, None for a gap."""
        value: Any = self.view.get(f.name)
        if isinstance(f.seen_by, Knowers) and f.name in self.memory:
            return _better(value, self.memory[f.name])
        if f.seen_by == owner and len(f.shape) > 1:
            return [row if p == self.me else ["?"] * len(row) for p, row in enumerate(value)]
        if f.seen_by in (nobody, on_top) and isinstance(value, int):
            return ["?"] * value
        if f.seen_by == nobody:
            return [["?"] * n for n in value]
        return value

    def _words(self, s: Any) -> list[str]:
        """Every card that lies somewhere in a position."""
        return [to_word("card", card) for f in self.card_zones for card in _flat(getattr(s, f.name)) if card >= 0]

    def _words_of_a_deal(self) -> list[str]:
        """Every card a deal would bring to the table with as many players as there are."""
        s = self.known.clone()
        s.deal = 0
        self.game.plain.deal(s)
        return self._words(s)

    # -- choices that are only told as numbers -------------------------------------------------------

    def _choose_again(self, s: Any, rng: Random) -> Any:
        """Let the seats that are no longer waited for choose again: each may have made a choice that this seat cannot
        see. A choice that leaves the view as it is, is kept."""
        rules, moves = self.game.plain, [0] * MENU_SIZE
        self.again = 0
        for q in range(s.seats):
            if q == self.me or s.waiting >> q & 1:
                continue
            before = s.clone()
            before.waiting |= 1 << q
            moves[0] = 0
            rules.legal(before, q, moves)
            if not moves[0]:
                continue
            after = before.clone()
            rules.step(after, q, moves[1 + rng.randrange(moves[0])])
            if self.shape.view(after, self.me) == self.shape.view(s, self.me):
                self.again |= 1 << q
                s = before if self.undecided else after.clone()
        return s


def hidden_choices(game: Game) -> list[Field]:
    """Return the fields of secret choices that are no cards: one a seat, seen by its owner."""
    fields = game.rules.shape.fields.values()
    return [f for f in fields if not f.inner and f.seen_by == owner and f.kind in WORD_KINDS]


def fresh(game: Game) -> Any:
    """A game at the first decision of a match: which cards there are can be seen from it."""
    if game not in _fresh:
        s = game.blank()
        sow(s.rng, 1, 0)
        game.plain.begin(s)
        _fresh[game] = s
    return _fresh[game]


def ranks_in(s: Any, f: Field) -> Counter[int]:
    """The cards of a zone of ranks."""
    found: Counter[int] = Counter()
    value = getattr(s, f.name)
    rows = value if len(f.shape) == (2 if f.kind == "ranks" else 1) else [value]
    for row in rows:
        for rank in range(1, RANKS):
            found[rank] += row[rank] if f.kind == "ranks" else row >> rank & 1
    return found


def _sow(s: Any, rng: Random) -> None:
    s.rng[0], s.rng[1] = rng.getrandbits(31) + 1, rng.getrandbits(31)


def _flat(value: Any) -> list[Any]:
    return [word for item in value for word in _flat(item)] if isinstance(value, list) else [value]


def _hidden(places: Mapping[str, Any]) -> int:
    return sum(_flat(value).count("?") for value in places.values())


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _count(row: Any) -> int:
    return sum(word is not None for word in row)


def _better(seen: Any, remembered: Any) -> Any:
    if isinstance(seen, list):
        return [_better(a, b) for a, b in zip(seen, remembered, strict=True)]
    return remembered if seen == "?" else seen


def _dealt(value: Any, pool: list[str]) -> Any:
    if isinstance(value, list):
        return [_dealt(item, pool) for item in value]
    return pool.pop() if value == "?" and pool else value


def _without(value: Any) -> Any:
    """A zone without the cards that are not known, for the game to fill in."""
    if isinstance(value, list):
        return [_without(item) for item in value if item != "?"]
    return None if value == "?" else value
