"""A game ready to be played: a rulebook with its options settled. And the list of all games."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.engine.options import Option, number_option
from pioche.engine.rulebook import Rulebook
from pioche.engine.words import Actions
from pioche.errors import BadOption, BadPosition, BadRules, NeedsCompiler, PiocheError, UnknownGame

if TYPE_CHECKING:
    from pioche.engine.table import Table

HOUSE_GAMES = (
    "pairs", "hawthorn", "port", "starboard", "rocket", "blackstone", "goblin_poker",
    "sweep", "kitty", "venture", "five_cards", "pig", "spoons", "vatra", "agnes",
)  # fmt: skip
ENTRY_POINTS = "pioche.games"

_guests: dict[str, Rulebook] = {}  # games registered by hand


@dataclass(frozen=True)
class Engine:
    """A way to run rules: as ordinary Python or compiled; a compiled engine may count every event."""

    compiled: bool = False
    tally: bool = False


PLAIN, COMPILED, TALLYING = Engine(), Engine(compiled=True), Engine(compiled=True, tally=True)


def house_game(name: str) -> Rulebook:
    rules: Rulebook = importlib.import_module(f"pioche.rules.{name}").RULES
    return rules


@cache
def _house() -> dict[str, Rulebook]:
    return {name: house_game(name) for name in HOUSE_GAMES if importlib.util.find_spec(f"pioche.rules.{name}")}


@cache
def _installed() -> tuple[dict[str, Rulebook], dict[str, PiocheError]]:
    """Return the games of other packages (entry point `pioche.games`), and those that cannot be offered with the reason."""
    from importlib.metadata import entry_points

    found: dict[str, Rulebook] = {}
    broken: dict[str, PiocheError] = {}
    for point in entry_points(group=ENTRY_POINTS):
        try:
            rules = point.load()
            _check(rules, found)
            found[rules.id] = rules
        except PiocheError as refused:
            broken[point.name] = refused
        except Exception as wrong:  # anything may go wrong in another package, and must not take the house with it
            broken[point.name] = BadRules(
                f"The game {point.name} cannot be loaded from {point.value}: {type(wrong).__name__}: {wrong}.",
                f"Le jeu {point.name} ne peut pas être chargé depuis {point.value} : {type(wrong).__name__} : {wrong}.",
            )
    return found, broken


def broken_guests() -> dict[str, PiocheError]:
    """Games that other packages offer and that cannot be played, by the name of their entry point."""
    return dict(_installed()[1])


def rulebooks() -> dict[str, Rulebook]:
    """Every game by id: those of the house first, then what others offer."""
    return {**_house(), **_installed()[0], **_guests}


def register(rules: Rulebook) -> None:
    """Offer a game that is not installed as a package: notebooks, tests, drafts. Registered again, it is played by what
    its functions say now."""
    _check(rules, {**_installed()[0], **_guests})
    rules.engines.clear()
    for told in ("sentences", "listed", "listed_kinds"):  # its words may be others too
        rules.__dict__.pop(told, None)
    _guests[rules.id] = rules


@contextmanager
def registered(*guests: Rulebook, alone: bool = False) -> Iterator[None]:
    """Offer these games until the block ends, then forget all that was registered inside it.

    `alone`: games registered before are not offered inside. Declarations are not checked: `register` does that.
    """
    before = dict(_guests)
    if alone:
        _guests.clear()
    _guests.update({rules.id: rules for rules in guests})
    try:
        yield
    finally:
        _guests.clear()
        _guests.update(before)


def _check(rules: Rulebook, others: Mapping[str, Rulebook]) -> None:
    """A guest that cannot be played is refused when it comes, with all that is wrong."""
    from pioche.engine.compiled.declaration import check_declaration

    _check_names(rules, others)
    check_declaration(rules)
    for name, options in {"": {}, **rules.presets}.items():
        try:
            Game(rules, options, preset=name)
        except BadOption as wrong:
            raise BadRules(
                f"{name or rules.id} cannot be played as it is declared. {wrong.en}",
                f"{name or rules.id} ne peut pas être joué tel qu’il est déclaré. {wrong.fr}",
            ) from None


def _check_names(rules: Rulebook, others: Mapping[str, Rulebook]) -> None:
    """A guest takes no name of the house, nor of another guest; one of the same id it replaces."""
    if not isinstance(rules, Rulebook):
        raise BadRules(f"{rules!r} is no Rulebook.", f"{rules!r} n’est pas un Rulebook.")
    known = {**_house(), **{name: book for name, book in others.items() if name != rules.id}}
    taken = {name: book.id for book in known.values() for name in (book.id, *book.presets)}
    for name in (rules.id, *rules.presets):
        if name in taken:
            raise BadRules(
                f"{rules.module} offers a game or variant called {name}, and {taken[name]} has that name already: "
                f"give it another.",
                f"{rules.module} propose un jeu ou une variante du nom de {name}, et {taken[name]} porte déjà ce nom : "
                f"donnez-lui-en un autre.",
            )


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
    broken = broken_guests()
    if wanted in broken:
        raise UnknownGame(broken[wanted].en, broken[wanted].fr)
    close = difflib.get_close_matches(wanted, [*known, *variants], 1)
    if close:
        raise UnknownGame(
            f"No game is called {name}. Did you mean {close[0]}?",
            f"Aucun jeu ne s’appelle {name}. Vouliez-vous dire {close[0]} ?",
        )
    raise UnknownGame(
        f"No game is called {name}. There are {', '.join(known)}.",
        f"Aucun jeu ne s’appelle {name}. Il y a {', '.join(known)}.",
    )


class Game:
    """A rulebook with its options settled. Make tables from it, or hand it to `simulate`."""

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
                hint_en, hint_fr = (f" Did you mean {close[0]}?", f" Vouliez-vous dire {close[0]} ?") if close else ("", "")
                raise BadOption(
                    f"{self.title('en')} has no option {name}; it has {', '.join(sorted(known))}.{hint_en}",
                    f"{self.title('fr')} n’a pas d’option {name} ; ses options : {', '.join(sorted(known))}.{hint_fr}",
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

    def blank(self, version: int = 0) -> Any:
        """The table before anything happened, in plain form; `version` of the rules, 0 is the present one."""
        s = self.rules.shape.plain()
        s.seats = self.seats
        for name, value in self.rules.earlier.get(version, {}).items():
            setattr(s, name, value)
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
                    f"Une position de {self.title('fr')} n’a pas de {name} ; elle a {known}.",
                )
            shape.read(s, name, value)

    # -- engines ---------------------------------------------------------------------------------

    def engine(self, which: Engine = PLAIN, more: tuple[ModuleType, ...] = ()) -> SimpleNamespace:
        """The rules as functions. `more` are modules in the subset that build on the rules, such as the judgement of bots:
        the engine has their functions as well."""
        made = self.rules.engines
        if (which, more) not in made:
            made.setdefault((which, more), _assembled(self.rules, which, more))  # one for all threads
        return made[which, more]

    @property
    def plain(self) -> SimpleNamespace:
        return self.engine(PLAIN)


@cache
def has_compiler() -> bool:
    """Return whether rules can be compiled here. Tables, people and all bots but `search` do without."""
    return find_spec("numba") is not None


def _game_again(module: str, id: str, options: Mapping[str, Any], preset: str) -> Game:
    """A game out of a pickle: its rules are found where they were, as a file or as registered."""
    rules = getattr(importlib.import_module(module), "RULES", None)
    return Game(rules if rules is not None and rules.id == id else rulebooks()[id], options, preset)


def _assembled(rules: Rulebook, which: Engine, more: tuple[ModuleType, ...]) -> SimpleNamespace:
    if not which.compiled:
        from pioche.engine.compiled.assembly import plain_engine

        return plain_engine(rules, more)
    if not has_compiler():
        raise NeedsCompiler
    from pioche.engine.compiled.compiler import compiled_engine
    from pioche.engine.compiled.subset import not_compiled

    return compiled_engine(rules, which.tally, more, not_compiled)
