"""Makes a table to draw from a view of any game, by the fields the game declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pioche import text
from pioche.engine.game import Game
from pioche.engine.position import Field, on_top, owner
from pioche.engine.rulebook import Rulebook
from pioche.terminal import say
from pioche.terminal.screen import HIDDEN, Board, Cell, Row

CARD_KINDS = frozenset({"ranks", "rank_set", "cards"})
MAX_DRAWN_CARDS = 9  # more hidden cards than this are counted, not drawn


def sketch(rules: Rulebook, view: Mapping[str, Any], names: Sequence[str], lang: str, title: str) -> Board:
    """Return a view as a table: one row a seat, beginning with the viewer's, and the cards in the middle."""
    seats, me = view["seats"], view["seat"]
    fields = [f for f in rules.shape.fields.values() if f.name in view and f.shown and not f.inner]
    board = Board(" · ".join([title, *_where(rules, view, lang)]))
    tags: list[list[str]] = [[] for _ in range(seats)]
    columns: list[tuple[str, list[Cell]]] = []
    word = text.life_word(rules, view["options"], lang)
    figures: list[Any] = []  # a total that equals the points so far need not stand there twice
    for f in fields:
        value, label = view[f.name], text.find(rules, lang, "zones", f.name) or f.name
        if f.kind == "seat" and not f.shape:
            if value is not None:
                tags[value].append(_small(label))
        elif f.kind == "seats" and not f.shape:
            if 0 < len(value) < seats:
                mark = Cell("●", say("screen.yes", lang))
                columns.append((label, [mark if p in value else Cell() for p in range(seats)]))
        elif _per_seat(rules, f, value, seats):
            if any(_something(f, item) for item in value) and value not in figures:
                figures.append(value)
                spelled = word if rules.lives and f.name == rules.lives.field else ""
                columns.append((label, [_letters(spelled, n) if spelled else _cell(f, n, lang) for n in value]))
        elif _something(f, value) or f.name == "deck":
            nested = isinstance(value, list) and any(isinstance(item, list) for item in value)
            cell = _strip(f, value, lang) if nested else _cell(f, value, lang)
            (board.strips if nested else board.facts).append((label, cell))
    for name in rules.goals:
        if view["options"].get(name) and rules.in_force(name, view["options"]):
            label = text.find(rules, lang, "options", name, "label") or name
            board.facts.append((label, Cell(str(view["options"][name]), str(view["options"][name]))))
    board.columns = [label for label, _ in columns]
    sitting_out = set() if view["over"] else _out(rules, view)
    acting = [] if view["over"] else view["waiting"]
    for k in range(seats):
        p = (k + (me or 0)) % seats
        if p in sitting_out:
            tags[p].append(say("screen.out", lang))
        if p == me:
            tags[p].insert(0, say("screen.me", lang))
        name = names[p] + (f" ({', '.join(tags[p])})" if tags[p] else "")
        board.rows.append(Row(name, [cells[p] for _, cells in columns], p == me, p in acting, p in sitting_out))
    return board


def _out(rules: Rulebook, view: Mapping[str, Any]) -> set[int]:
    """Return the seats that are in none of the fields for seats still in play."""
    fields = [f for f in rules.shape.fields.values() if f.still_in and f.name in view]
    out = set(range(view["seats"])) if fields else set()
    for f in fields:
        out -= set(view[f.name]) if f.kind == "seats" else {view[f.name]}
    return out


def _where(rules: Rulebook, view: Mapping[str, Any], lang: str) -> list[str]:
    """Return the number of the deal and its phase."""
    said = []
    if not view["over"] and (deal := text.which_deal(rules, view["options"], view["deal"], lang)):
        said.append(deal)
    if len(rules.phases.names) > 1 and not view["over"]:
        said.append(_small(text.find(rules, lang, "phases", view["phase"]) or view["phase"].replace("_", " ")))
    return said


def _small(label: str) -> str:
    return label[:1].lower() + label[1:]


def _per_seat(rules: Rulebook, f: Field, value: Any, seats: int) -> bool:
    if not f.shape or f.shape[0] != rules.shape.seats_range[1] or not isinstance(value, list) or len(value) != seats:
        return False
    return f.kind != "cards" or len(f.shape) == 2


def _something(f: Field, value: Any) -> bool:
    """Return whether a value has anything to show. None in a list of cards is a hidden card."""
    if isinstance(value, list):
        return any((item is None and f.kind in CARD_KINDS) or _something(f, item) for item in value)
    return bool(value)


def _cell(f: Field, value: Any, lang: str) -> Cell:
    if f.seen_by == on_top and value:
        top = face(value[-1], lang)
        return Cell(f"{top} ({len(value)})", f"{top} ({len(value)})", True)
    if f.slots:
        return _slots(value, lang)
    if f.kind in CARD_KINDS and isinstance(value, list):
        return _cards(f, value, lang)
    if f.kind == "cards" and isinstance(value, str):
        return _cards(f, [value], lang)
    if value is None:
        return Cell()
    if isinstance(value, bool):
        return Cell("●" if value else "", say("screen.yes", lang) if value else "")
    if isinstance(value, list):
        words = " ".join(str(item) for item in value)
        return Cell(words, words)
    written = str(value).replace("-", "−") if isinstance(value, int) else str(value)
    return Cell(written, written)


def _letters(word: str, lost: int) -> Cell:
    """Lives lost, as the letters of their word."""
    return Cell("-".join(word[:lost]), " ".join(word[:lost]))


def _cards(f: Field, value: list[Any], lang: str) -> Cell:
    """Cards in a row: faces, backs, and the gaps of numbered places."""
    hidden = sum(item in (None, "?") for item in value)
    if hidden == len(value) and (f.kind != "cards" or f.seen_by == owner):
        drawn = HIDDEN * hidden if hidden <= MAX_DRAWN_CARDS else f"{HIDDEN}×{hidden}"
        said = say("screen.hidden" if hidden else "screen.nothing", lang, n=hidden)
        return Cell(drawn if hidden else "–", said, True)
    while f.kind == "cards" and value and value[-1] is None:
        value = value[:-1]
    shown = [face(item, lang) if item is not None else "·" for item in value]
    aloud = " ".join(_aloud(item, lang) for item in value)
    return Cell(" ".join(shown) or "–", aloud or say("screen.nothing", lang), True)


def _slots(value: list[Any], lang: str) -> Cell:
    """Cards in numbered slots: the numbers matter, the gaps do not."""
    held = [(slot, item) for slot, item in enumerate(value, 1) if item is not None]
    shown = " ".join(f"{slot}:{face(item, lang)}" for slot, item in held)
    said = ", ".join(f"{slot} {_aloud(item, lang)}" for slot, item in held)
    return Cell(shown or "–", said or say("screen.nothing", lang), True)


def face(item: Any, lang: str) -> str:
    """A card as it is shown: a back when it is not known."""
    if item == "?":
        return HIDDEN
    return text.card(str(item), lang)


def _aloud(item: Any, lang: str) -> str:
    if item is None:
        return say("screen.gap", lang)
    return say("screen.back", lang) if item == "?" else face(item, lang)


def _strip(f: Field, rows: list[Any], lang: str) -> Cell:
    """Several rows of cards side by side, such as the columns of a layout."""
    cells = [_cell(f, row if isinstance(row, list) else [row], lang) for row in rows]
    shown = "  |  ".join(cell.shown for cell in cells)
    said = ", ".join(f"{k}. {cell.said}" for k, cell in enumerate(cells, 1))
    return Cell(shown, said, f.kind in CARD_KINDS)


def notable(game: Game) -> dict[str, Any]:
    """The settings worth a word: those that are not as usual, and those that depend on the table."""
    return {
        option.id: game.options[option.id]
        for option in game.all_options
        if callable(option.default) or game.options[option.id] != option.default
    }


def option_line(rules: Rulebook, options: Mapping[str, Any], lang: str) -> str:
    """« joueurs 4, score perdant 16 »: settings by their names."""
    said = []
    for name, value in options.items():
        label = text.find(rules, lang, "options", name, "label") or name.replace("_", " ")
        said.append(f"{_small(label)} {option_value(rules, name, value, lang)}")
    return ", ".join(said)


def option_value(rules: Rulebook, name: str, value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return say("screen.yes" if value else "screen.no", lang)
    option = rules.option(name)
    if option is not None and option.kind == "seat" and isinstance(value, int):
        return str(value + 1)  # people count seats from 1
    named = text.find(rules, lang, "options", name, "values", str(value)) or text.find(rules, lang, "values", str(value))
    return named or str(value)
