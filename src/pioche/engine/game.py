"""A game ready to be played: a rulebook with its options settled. And the list of all games."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache, cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.engine.options import Option, number_option
from pioche.engine.rulebook import Rulebook
from pioche.engine.words import Actions
from pioche.errors import BadOption, BadPosition, UnknownGame

if TYPE_CHECKING:
    from pioche.engine.table import Table

HOUSE_GAMES = (
    "pairs", "hawthorn", "port", "starboard", "rocket", "blackstone", "goblin_poker",
    "sweep", "kitty", "venture", "five_cards", "pig", "spoons", "vatra", "agnes",
)  # fmt: skip
ENTRY_POINTS = "pioche.games"

_guests: dict[str, Rulebook] = {}  # games registered by hand


def house_game(name: str) -> Rulebook:
    rules: Rulebook = importlib.import_module(f"pioche.rules.{name}").RULES
    return rules


@cache
def _installed() -> dict[str, Rulebook]:
    """What other packages offer under the entry point `pioche.games`."""
    from importlib.metadata import entry_points

    found = (point.load() for point in entry_points(group=ENTRY_POINTS))
    return {rules.id: rules for rules in found}


def rulebooks() -> dict[str, Rulebook]:
    """Every game by id: those of the house first, then what others offer."""
    house = {name: house_game(name) for name in HOUSE_GAMES if importlib.util.find_spec(f"pioche.rules.{name}")}
    return {**_installed(), **_guests, **house}


def register(rules: Rulebook) -> None:
    """Offer a game that is not installed as a package: notebooks, tests, drafts."""
    _guests[rules.id] = rules


def games() -> list[str]:
    """The ids of all games."""
    return list(rulebooks())


def presets() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Named variants: id -> (game, options)."""
    return {name: (rules.id, options) for rules in rulebooks().values() for name, options in rules.presets.items()}


def load(name: str, **options: Any) -> Game:
    """A game or a named variant with the given options; whatever is not given is the rulebook's default."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted in HOUSE_GAMES:
        return Game(house_game(wanted), options)
    known = rulebooks()
    if wanted in known:
        return Game(known[wanted], options)
    variants = presets()
    if wanted in variants:
        game, fixed = variants[wanted]
        return Game(known[game], {**fixed, **options}, preset=wanted)
    close = difflib.get_close_matches(wanted, [*known, *variants], 1)
    if close:
        raise UnknownGame(
            f"No game is called {name}. Did you mean {close[0]}?",
            f"Aucun jeu ne s'appelle {name}. Vouliez-vous dire {close[0]} ?",
        )
    raise UnknownGame(
        f"No game is called {name}. There are {', '.join(known)}.",
        f"Aucun jeu ne s'appelle {name}. Il y a {', '.join(known)}.",
    )


class Game:
    """One rulebook with its options settled. Make tables from it, or hand it to `simulate`."""

    def __init__(self, rules: Rulebook, options: Mapping[str, Any], preset: str = "") -> None:
        self.rules = rules
        self.id = rules.id
        self.preset = preset
        self.options: dict[str, Any] = self._settle(dict(options))
        self.seats: int = self.options["seats"]

    def __repr__(self) -> str:
        return f"Game({self.id!r}, {', '.join(f'{k}={v!r}' for k, v in self.options.items())})"

    def _repr_html_(self) -> str:
        from pioche.engine.display import game_html

        return game_html(self)

    def __copy__(self) -> Game:
        return self  # settled once and for all

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (self.rules.module, self.id, self.options, self.preset)

    def title(self, lang: str = "en") -> str:
        return text.title(self.rules, lang, self.preset)

    @property
    def actions(self) -> Actions:
        """The actions of the game, by word and by number: `read("hit")` is 0, `write(0)` is "hit"."""
        return self.rules.actions

    @property
    def seat_range(self) -> tuple[int, int]:
        """The fewest and the most seats with any options."""
        return self.rules.position.seats_range

    @cached_property
    def all_options(self) -> tuple[Option, ...]:
        low, high = self.seat_range
        return (number_option("seats", low, high, self.rules.position.usual), *self.rules.options)

    def _settle(self, given: dict[str, Any]) -> dict[str, Any]:
        if "players" in given:
            given["seats"] = given.pop("players")
        known = {option.id for option in self.all_options}
        for name in given:
            if name not in known:
                close = difflib.get_close_matches(name, known, 1)
                hint_en, hint_fr = (
                    (f" Did you mean {close[0]}?", f" Vouliez-vous dire {close[0]} ?") if close else ("", "")
                )
                raise BadOption(
                    f"{self.title('en')} has no option {name}; it has {', '.join(sorted(known))}.{hint_en}",
                    f"{self.title('fr')} n'a pas d'option {name} ; ses options : {', '.join(sorted(known))}.{hint_fr}",
                )
        settled: dict[str, Any] = {}
        for option in self.all_options:
            settled[option.id] = option.resolve(given.get(option.id), settled)
        refusal = self.rules.check(settled) if self.rules.check else None
        if refusal:
            raise BadOption(*refusal)
        return settled

    # -- tables ----------------------------------------------------------------------------------

    def table(self, seed: int = 0, cards: str = "") -> Table:
        """A fresh match in the plain engine, at its first decision.

        `cards` forces the next cards to leave any face-down deck, in order; then the seed goes on.
        """
        from pioche.engine.table import Table

        return Table.fresh(self, seed, cards)

    def at(self, position: Mapping[str, Any] | None = None, *, seed: int = 0, cards: str = "", **fields: Any) -> Table:
        """A table at a written position. What is not written is as on a blank table;
        a deck that is not written holds the cards that lie nowhere else. BadPosition says why it cannot be played."""
        from pioche.engine.table import Table

        if position is not None and not isinstance(position, Mapping):
            raise BadPosition("A position is a set of named fields.", "Une position est un ensemble de champs nommés.")
        return Table.at(self, {**(position or {}), **fields}, seed, cards)

    def blank(self) -> Any:
        """The table before anything happened, in plain form."""
        s = self.rules.shape.plain()
        s.seats = self.seats
        for option in self.rules.options:
            setattr(s, option.id, option.number(self.options[option.id]))
        return s

    def write(self, s: Any, position: Mapping[str, Any]) -> None:
        """Put a written position on a blank table."""
        shape = self.rules.shape
        for name, value in position.items():
            if name not in shape.fields or shape.fields[name].inner:
                known = ", ".join(n for n, f in shape.fields.items() if not f.inner)
                raise BadPosition(
                    f"A position of {self.title('en')} has no {name}; it has {known}.",
                    f"Une position de {self.title('fr')} n'a pas de {name} ; elle a {known}.",
                )
            shape.read(s, name, value)

    # -- engines ---------------------------------------------------------------------------------

    def engine(self, kind: str) -> SimpleNamespace:
        """The rules as functions: `plain` or `compiled`; `plain_bots` and `bots` with levels and search;
        `tally` is compiled and counts events."""
        return _engine(self.rules, kind)

    @property
    def plain(self) -> SimpleNamespace:
        return self.engine("plain")


def _game_again(module: str, id: str, options: Mapping[str, Any], preset: str) -> Game:
    """A game out of a pickle: its rules are found where they were, as a file or as registered."""
    rules = getattr(importlib.import_module(module), "RULES", None)
    return Game(rules if rules is not None and rules.id == id else rulebooks()[id], options, preset)


_engines: dict[tuple[str, str], SimpleNamespace] = {}


def _engine(rules: Rulebook, kind: str) -> SimpleNamespace:
    key = rules.module, kind
    if key not in _engines:
        from pioche.engine.compiled import engines

        make = engines.plain_engine if kind.startswith("plain") else engines.compiled_engine
        _engines[key] = make(rules, kind)
    return _engines[key]
