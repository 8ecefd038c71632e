"""French and English: titles, labels, refusals, and what happened told in natural sentences.

One catalogue a game and a language: `en/games/pairs.toml`, `fr/games/pairs.toml`; `every_game.toml` beside them holds
what all games share. A sentence may hold

    {seat}                  a name, a rank, an amount: whatever the event calls so
    {count|card|cards}      one form or the other, by number
    {auto|at once|}         one form or the other, by a flag: when it stands, when it does not
    {de seat} {que seat}    d'Alice, de Bob; qu'Alice, que Bob
    {le card}               le 10♦, la D♥, l'A♠
    {pos_seat} {pos_slot}   whose slot, and which, when the event has a place called pos

What happened stands in [events]; what the one who reads has done in [events_you], what was done to them in
[events_to_you], what they did to themselves in [events_both]. In these three their name is « vous ».
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pioche.errors import Illegal

if TYPE_CHECKING:
    from pioche.engine.rulebook import Rulebook
    from pioche.engine.table import Table
    from pioche.engine.words import Event

LANGUAGES = ("en", "fr")
EVERY_GAME = "games/every_game"
FRENCH_FACES = {"J": "V", "Q": "D", "K": "R"}
OWNER = "owner"
# What the reader has to do with an event, and the sections that may word it.
SECTIONS = {
    "": ("events",), "mine": ("events_you", "events"), "named": ("events_to_you", "events"),
    "both": ("events_both", "events_you", "events"),
}  # fmt: skip
VOWELS = "aeiouyhàâäéèêëîïôöùûüœæ"


@cache
def catalogue(name: str, lang: str) -> Mapping[str, Any]:
    """The texts of a game, or of the house."""
    path = files(__name__) / lang / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def texts(rules: Rulebook, lang: str) -> Mapping[str, Any]:
    return rules.text[lang] if rules.text is not None else catalogue(f"games/{rules.id}", lang)


def find(rules: Rulebook, lang: str, *path: str) -> str:
    """A text of the game, else of the house, else an empty string."""
    for place in (texts(rules, lang), catalogue(EVERY_GAME, lang)):
        value: Any = place
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        if isinstance(value, str):
            return value
    return ""


def say(key: str, lang: str, **values: Any) -> str:
    """A sentence of the house: `say("bye", "fr")`."""
    section, _, name = key.rpartition(".")
    value: Any = catalogue(EVERY_GAME, lang)
    for part in (*section.split("."), name) if section else (name,):
        value = value[part]
    return fill(str(value), values, lang)


def title(rules: Rulebook, lang: str, preset: str = "") -> str:
    return (find(rules, lang, "presets", preset) if preset else "") or find(rules, lang, "title") or rules.id


def sheet(game: str, lang: str) -> str:
    """The rule sheet for players, in Markdown."""
    path = files(__name__) / "sheets" / lang / f"{game}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def card(word: str, lang: str) -> str:
    """`Q♥` is written D♥ in French."""
    return FRENCH_FACES.get(word[0], word[0]) + word[1:] if lang == "fr" and word[:1] in FRENCH_FACES else word


def seat_name(seat: int, lang: str, names: Sequence[str] = ()) -> str:
    if seat < len(names) and names[seat]:
        return names[seat]
    return f"{catalogue(EVERY_GAME, lang).get('seat', 'Seat')} {seat + 1}"


def seat_names(table: Table, lang: str, names: Sequence[str] = ()) -> list[str]:
    return [seat_name(p, lang, names) for p in range(table.game.seats)]


# -- sentences -------------------------------------------------------------------------------------


def action_label(table: Table, word: str, lang: str, names: Sequence[str] = (), **more: Any) -> str:
    """An action as a button would say it: `play:7` is « Jouer le 7 »."""
    rules = table.rules
    number = rules.actions.read(word)
    kind = rules.actions.of(number)
    values: dict[str, Any] = dict(more)
    seats = seat_names(table, lang, names)
    found = [seats[v] if what == "seat" and v < len(seats) else v for what, v in zip(kind.kinds, kind.unpack(number), strict=True)]
    parts = re.split(r"[:./,]", word)[1:]
    for place, (what, value) in enumerate(zip(kind.kinds, found, strict=True)):
        shown = card(parts[place], lang) if what == "card" else value
        if what == "end":
            shown = find(rules, lang, "words", parts[place]) or parts[place]
        values.setdefault(what, shown)
        values[f"{what}{place + 1}"] = shown
    template = find(rules, lang, "actions", kind.pattern) or find(rules, lang, "actions", kind.name) or word
    return fill(template, values, lang)


def narrate(table: Table, event: Mapping[str, Any], lang: str, names: Sequence[str] = (), me: int | None = None) -> str:
    """An event as a sentence; empty when it needs none. The one who reads is « vous », wherever the sentence names them."""
    rules = table.rules
    kind = rules.events.named[event["kind"]]
    part = _part(kind, event, me)
    found = rules.events.sentences.get((kind.name, part, lang))
    if found is None:
        found = rules.events.sentences[kind.name, part, lang] = _template(rules, lang, part, kind.name)
    pieces, own = found
    you = me if own else None
    if len(pieces) == 1:
        return pieces[0]
    values: dict[str, Any] = {}
    for name, what in kind.fields:
        value = event.get(name)
        if what == "seat":
            value = _who(value, lang, names, you, name == OWNER) if isinstance(value, int) else find(rules, lang, "nobody")
        elif what == "seats" and isinstance(value, list):
            value = listing([_who(p, lang, names, you) for p in value], lang)
        elif what == "card" and isinstance(value, str):
            value = card(value, lang)
        elif "/" in what:
            value = find(rules, lang, "words", str(value)) or value
        elif what == "place" and isinstance(value, str):  # 2.4 is slot 4 of seat 2
            owner, slot = value.split(".")
            values[f"{name}_seat"], values[f"{name}_slot"] = _who(int(owner), lang, names, you, True), slot
        values[name] = value
    said = _filled(pieces, values, lang)
    return said[:1].upper() + said[1:] if own else said


def _template(rules: Rulebook, lang: str, part: str, name: str) -> tuple[list[str], bool]:
    """The sentence, and whether it was written for the one who reads it."""
    for section in SECTIONS[part]:
        template = find(rules, lang, section, name)
        if template:
            return _pieces(template), section != "events"
    return [""], False


def _part(kind: Event, event: Mapping[str, Any], me: int | None) -> str:
    """What the reader has to do with an event: it is theirs, it is about them too, both, or nothing."""
    if me is None or not kind.fields:
        return ""
    (first, what), *more = kind.fields
    mine = what == "seat" and event.get(first) == me
    named = any(_names(event.get(name), kind_of, me) for name, kind_of in (more if mine else kind.fields))
    return ("both" if named else "mine") if mine else "named" if named else ""


def _names(value: Any, what: str, me: int) -> bool:
    if what == "place":
        return isinstance(value, str) and value.partition(".")[0] == str(me)
    return value == me if what == "seat" else what == "seats" and isinstance(value, list) and me in value


def _who(seat: int, lang: str, names: Sequence[str], me: int | None, owns: bool = False) -> str:
    """A name inside a sentence; the reader is « vous », and what they own is « de chez vous »."""
    return catalogue(EVERY_GAME, lang)["yours" if owns else "you"] if seat == me else seat_name(seat, lang, names)


def refusal(table: Table, reason: str, rule: str, *, seat: int | str = 0, word: str = "") -> Illegal:
    """Why a move is not allowed, in both languages, with what is allowed instead."""
    sentences = []
    for lang in LANGUAGES:
        values: dict[str, Any] = {"seat": seat, "word": word}
        if isinstance(seat, int):
            labels = [action_label(table, w, lang, table.names) for w in table.legal(seat)[:8]]
            values["legal"] = listing(labels, lang, "or") if labels else ""
        seen = table.actors_seen_by(seat if isinstance(seat, int) else None)
        values["actors"] = listing([seat_name(p, lang, table.names) for p in seen], lang)
        values["phase"] = find(table.rules, lang, "phases", table.rules.shape.write(table.s, table.rules.shape.fields["phase"]))
        sentences.append(fill(find(table.rules, lang, "refusals", reason) or reason, values, lang))
    return Illegal(sentences[0], sentences[1], rule, reason)


def listing(items: Sequence[str], lang: str, how: str = "and") -> str:
    """« a, b et c »."""
    word = {"and": {"en": "and", "fr": "et"}, "or": {"en": "or", "fr": "ou"}}[how][lang]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else ""


def fill(template: str, values: Mapping[str, Any], lang: str) -> str:
    """Put values into a sentence, with plural and elision."""
    return _filled(_pieces(template), values, lang)


def _filled(pieces: list[str], values: Mapping[str, Any], lang: str) -> str:
    return "".join([part if at % 2 == 0 else _slot(part, values, lang) for at, part in enumerate(pieces)])


@lru_cache(4096)
def _pieces(template: str) -> list[str]:
    """Text and slots by turns."""
    return re.split(r"\{([^{}]+)\}", template)


def _slot(inside: str, values: Mapping[str, Any], lang: str) -> str:
    if inside in values:
        return str(values[inside])
    if "|" in inside:
        name, one, many = inside.split("|")
        return one if _is_one(values.get(name.strip(), 0), lang) else many
    article, _, name = inside.rpartition(" ")
    word = str(values.get(name, ""))
    if article in ("de", "que", "De", "Que"):
        return (article[:-1] + "'" if word[:1].lower() in VOWELS else article + " ") + word
    if article == "le":
        return ("l'" if word[:1] == "A" else "la " if word[:1] == "D" else "le ") + word
    return word


def _is_one(value: Any, lang: str) -> bool:
    """In French nought is singular too. A flag that stands takes the first form."""
    if isinstance(value, bool):
        return value
    number = abs(int(value)) if str(value).lstrip("-").isdigit() else 2
    return number == 1 or (lang == "fr" and number == 0)
