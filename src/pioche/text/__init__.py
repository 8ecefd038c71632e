"""French and English: titles, labels, refusals, and what happened told in natural sentences.

One catalogue a game and a language: `en/games/pairs.toml`, `fr/games/pairs.toml`; `every_game.toml` beside them holds
what all games share. `grammar.py` says what a sentence may hold besides plain slots.

What happened stands in [events]; what the one who reads has done in [events_you], what was done to them in
[events_to_you], what they did to themselves in [events_both]. In these three their name is « vous ». What somebody
else did to their own things stands in [events_own]. Further sections of a catalogue:

[items]                     events told in one sentence when they follow each other: how each is said in the list {items};
                            a number that differs and is not said stands there as {slot||}
[by_option.theme.forks]     slots that depend on an option: {a_piece} is a fork at a table with theme=forks
[options.lives.spelled]     the words a table spells, one letter for every life lost; see `_lives`

An event may have several sentences: `letter.spelled` where lives are letters, `letter.hog` where the option is hog.
A slot of a layout is told as {place}, or by the name of its field: your card, their own, or somebody’s.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pioche.errors import Illegal
from pioche.text.grammar import figure, fill, filled, listing, pieces

if TYPE_CHECKING:
    from pioche.engine.options import Option
    from pioche.engine.rulebook import Rulebook
    from pioche.engine.table import Table
    from pioche.engine.words import Event

__all__ = [
    "LANGUAGES", "EVERY_GAME", "action_label", "card", "catalogue", "figure", "fill", "find", "listing", "narrate",
    "refusal", "runs", "say", "seat_name", "seat_names", "sheet", "texts", "title", "told_with",
]  # fmt: skip

LANGUAGES = ("en", "fr")
EVERY_GAME = "games/every_game"
FRENCH_FACES = {"J": "V", "Q": "D", "K": "R"}
JOKER = "JK"
LISTED = 8  # moves a refusal names
# What the reader has to do with an event, and the sections that may word it.
SECTIONS = {
    "": ("events",), "own": ("events_own", "events"), "mine": ("events_you", "events"),
    "named": ("events_to_you", "events"), "both": ("events_both", "events_you", "events"),
}  # fmt: skip
FOR_THE_READER = ("events_you", "events_to_you", "events_both")


@cache
def catalogue(name: str, lang: str) -> Mapping[str, Any]:
    """The texts of a game, or of the house."""
    path = files(__name__) / lang / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def texts(rules: Rulebook, lang: str) -> Mapping[str, Any]:
    return rules.text[lang] if rules.text is not None else catalogue(f"games/{rules.id}", lang)


def find(rules: Rulebook, lang: str, *path: str) -> str:
    """A text of the game, else of the house, else an empty string; as it reads at a table with the usual options."""
    found = _find(rules, lang, *path)
    if "{" in found:
        for slot, said in _by_option(rules, {}, lang).items():
            found = found.replace(f"{{{slot}}}", said)
    return found


def _find(rules: Rulebook, lang: str, *path: str) -> str:
    for place in (texts(rules, lang), catalogue(EVERY_GAME, lang)):
        value: Any = place
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        if isinstance(value, str):
            return value
    return ""


def _by_option(rules: Rulebook, options: Mapping[str, Any], lang: str) -> dict[str, str]:
    """Slots whose words depend on an option: a fork is no spoon."""
    words: dict[str, str] = {}
    found: Mapping[str, Any] = texts(rules, lang).get("by_option", {})
    for option in rules.options if found else ():
        if option.id in found:
            words |= found[option.id][options.get(option.id, option.default)]
    return words


def say(key: str, lang: str, **values: Any) -> str:
    """A sentence of the house: `say("bye", "fr")`."""
    section, _, name = key.rpartition(".")
    value: Any = catalogue(EVERY_GAME, lang)
    for part in (*section.split("."), name) if section else (name,):
        value = value[part]
    return fill(str(value), values, lang)


def title(rules: Rulebook, lang: str, preset: str = "") -> str:
    return (find(rules, lang, "presets", preset) if preset else "") or find(rules, lang, "title") or rules.id


def sheet(rules: Rulebook, lang: str) -> str:
    """The rule sheet for players, in Markdown. A game from elsewhere has it among its words, as `sheet`."""
    path = files(__name__) / "sheets" / lang / f"{rules.id}.md"
    return str(texts(rules, lang).get("sheet", "")) or (path.read_text(encoding="utf-8") if path.is_file() else "")


def card(word: str, lang: str) -> str:
    """`Q♥` is written D♥ in French."""
    if word == JOKER:
        return str(catalogue(EVERY_GAME, lang)["joker"])
    return FRENCH_FACES.get(word[0], word[0]) + word[1:] if lang == "fr" and word[:1] in FRENCH_FACES else word


def seat_name(seat: int, lang: str, names: Sequence[str] = ()) -> str:
    if seat < len(names) and names[seat]:
        return names[seat]
    return f"{catalogue(EVERY_GAME, lang).get('seat', 'Seat')} {seat + 1}"


def seat_names(table: Table, lang: str, names: Sequence[str] = ()) -> list[str]:
    return [seat_name(p, lang, names) for p in range(table.game.seats)]


def which_deal(rules: Rulebook, options: Mapping[str, Any], done: int, lang: str) -> str:
    """« donne 3 sur 10 », by the game’s own word for a deal; empty where a match is one deal."""
    total = options[rules.length] if rules.in_force(rules.length, options) else 0
    values = {"deal": find(rules, lang, "deal"), "n": done + 1, "total": total}
    return "" if total == 1 else fill(find(rules, lang, "nth_deal"), values, lang)


# -- sentences -------------------------------------------------------------------------------------


def action_label(table: Table, word: str, lang: str, names: Sequence[str] = (), me: int | None = None, **more: Any) -> str:
    """An action as a button would say it: `play:7` is « Jouer le 7 ». What belongs to the one who reads is « votre »."""
    rules = table.rules
    number = rules.actions.read(word)
    kind = rules.actions.of(number)
    values: dict[str, Any] = _by_option(rules, table.game.options, lang) | more
    seats = seat_names(table, lang, names)
    numbers = kind.unpack(number)
    parts = re.split(r"[:./,]", word)[1:]
    for place, (what, value) in enumerate(zip(kind.kinds, numbers, strict=True)):
        shown: Any = card(parts[place], lang) if what == "card" else seats[value] if what == "seat" and value < len(seats) else value
        if what == "end":
            shown = find(rules, lang, "words", parts[place]) or parts[place]
        if what == "slot" and place and kind.kinds[place - 1] == "seat":
            where = _place(rules, numbers[place - 1], value, lang, names, me, me)
            values.setdefault("place", where)
            values[f"place{(place + 1) // 2}"] = where
        values.setdefault(what, shown)
        values[f"{what}{place + 1}"] = shown
    template = _find(rules, lang, "actions", kind.pattern) or _find(rules, lang, "actions", kind.name) or word
    return fill(template, values, lang)


def narrate(
    table: Table, event: Mapping[str, Any], lang: str, names: Sequence[str] = (), me: int | None = None,
    more: Sequence[Mapping[str, Any]] = (),
) -> str:  # fmt: skip
    """An event as a sentence; empty when it needs none. The one who reads is « vous », wherever the sentence names them.

    `more` are the events told along with it: see `runs`.
    """
    rules = table.rules
    kind = rules.events.named[event["kind"]]
    part = _part(kind, event, me)
    lives = _lives(table, kind, event, lang)
    variant = lives.get("variant", "")
    found = rules.events.sentences.get((kind.name + variant, part, lang))
    if found is None:
        found = rules.events.sentences[kind.name + variant, part, lang] = _template(rules, lang, part, kind.name, variant)
    parts, own, item = found
    you = me if own else None
    if len(parts) == 1:
        return parts[0]
    values = lives | _values(table, kind, event, lang, names, you)
    values |= {slot: fill(said, values, lang) for slot, said in _by_option(rules, table.game.options, lang).items()}
    if item:
        each = [values, *(_values(table, kind, other, lang, names, you) for other in more)]
        values["items"] = listing([fill(item, one, lang) for one in each], lang)
        values["items_count"] = len(each)
    said = filled(parts, values, lang)
    return said[:1].upper() + said[1:] if own else said


def _values(
    table: Table, kind: Event, event: Mapping[str, Any], lang: str, names: Sequence[str], you: int | None
) -> dict[str, Any]:
    """What the slots of a sentence hold."""
    rules = table.rules
    values: dict[str, Any] = {}
    first, what = kind.fields[0] if kind.fields else ("", "")
    actor = event.get(first) if what == "seat" and first != "owner" else None
    for name, what in kind.fields:
        value = event.get(name)
        if what == "seat":
            value = _who(value, lang, names, you) if isinstance(value, int) else find(rules, lang, "nobody")
        elif what == "seats" and isinstance(value, list):
            those = _sides(table, value, lang, names, you)
            value, values[f"{name}_count"] = listing(those, lang), len(those)
        elif what == "card" and isinstance(value, str):
            value = card(value, lang)
        elif "/" in what:
            value = find(rules, lang, "words", str(value)) or value
        elif what == "place" and isinstance(value, str):  # 2.4 is slot 4 of seat 2
            owner, slot = value.split(".")
            value = _place(rules, int(owner), int(slot), lang, names, actor, you)
        values[name] = value
    if "owner" in event and "slot" in event:
        values["place"] = _place(rules, event["owner"], event["slot"], lang, names, actor, you)
    return values


def _lives(table: Table, kind: Event, event: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A life lost (a field of the kind `life`): the letter, the word so far and how many lives there are.

    The table's option says which word: one with a spelling in [options.<id>.spelled], a word of the players' own, or
    a count that spells nothing; `letter.hog` may have a sentence of its own.
    """
    name = next((name for name, what in kind.fields if what == "life"), "")
    option = table.rules.option(table.rules.lives.option) if name and table.rules.lives else None
    if option is None:
        return {}
    value, count = str(table.game.options[option.id]), int(event[name])
    word = spelling(table.rules, option, value, lang)
    found = {"lives": option.number(value), "left": option.number(value) - count, "variant": f".{value}"}
    if word:
        so_far = word[:count]
        found |= {"letter": so_far[-1:], "spelled": "-".join(so_far), "variant": ".spelled"}
    return found


def life_word(rules: Rulebook, options: Mapping[str, Any], lang: str) -> str:
    """The word lost letter by letter at this table; empty where lives are only counted, or there are none."""
    option = rules.option(rules.lives.option) if rules.lives else None
    return spelling(rules, option, str(options[option.id]), lang) if option and option.matters(options) else ""


def spelling(rules: Rulebook, option: Option, value: str, lang: str) -> str:
    """The word that a table with this option spells, letter by letter; empty when lives are only counted."""
    return _find(rules, lang, "options", option.id, "spelled", value) or ("" if value in option.lives else value)


def _template(rules: Rulebook, lang: str, part: str, name: str, variant: str) -> tuple[tuple[str, ...], bool, str]:
    """The sentence, whether it was written for the one who reads it, and how several such events are listed."""
    item = _find(rules, lang, "items", name)
    for section in SECTIONS[part]:
        template = (_find(rules, lang, section, name + variant) if variant else "") or _find(rules, lang, section, name)
        if template:
            return pieces(template), section in FOR_THE_READER, item
    return ("",), False, item


def _part(kind: Event, event: Mapping[str, Any], me: int | None) -> str:
    """What the reader has to do with an event: it is theirs, it is about them too, both, or nothing."""
    if not kind.fields:
        return ""
    (first, what), *more = kind.fields
    seat = event.get(first) if what == "seat" else None
    if me is not None:
        mine = seat == me
        named = any(_names(event.get(name), kind_of, me) for name, kind_of in (more if mine else kind.fields))
        if mine or named:
            return ("both" if named else "mine") if mine else "named"
    own = seat is not None and any(kind_of == "seat" and event.get(name) == seat for name, kind_of in more)
    return "own" if own else ""


def _names(value: Any, what: str, me: int) -> bool:
    if what == "place":
        return isinstance(value, str) and value.partition(".")[0] == str(me)
    return value == me if what == "seat" else what == "seats" and isinstance(value, list) and me in value


def _who(seat: int, lang: str, names: Sequence[str], me: int | None) -> str:
    """A name inside a sentence; the reader is « vous »."""
    return catalogue(EVERY_GAME, lang)["you"] if seat == me else seat_name(seat, lang, names)


def _sides(table: Table, seats: Sequence[int], lang: str, names: Sequence[str], me: int | None) -> list[str]:
    """Names, and partners together: « Alice avec Chloé »."""
    sides = table.rules.sides(table.game.options) if table.rules.sides else table.game.seats
    team = catalogue(EVERY_GAME, lang)["team"]
    said: list[str] = []
    for p in seats:
        partners = range(p % sides, table.game.seats, sides)
        if len(partners) == 1 or not set(partners) <= set(seats):
            said.append(_who(p, lang, names, me))
        elif p == partners[0]:
            one, *others = sorted(partners, key=lambda q: q != me)
            others_said = listing([_who(q, lang, names, me) for q in others], lang)
            said.append(fill(team, {"one": _who(one, lang, names, me), "others": others_said}, lang))
    return said


def _place(
    rules: Rulebook, owner: int, slot: int, lang: str, names: Sequence[str], actor: int | None, you: int | None
) -> str:
    """A card in a numbered slot: your card 2, their own card 2, card 2 of Alice."""
    whose = "place_yours" if owner == you else "place_own" if owner == actor else "place_of"
    return fill(find(rules, lang, "words", whose), {"slot": slot, "seat": seat_name(owner, lang, names)}, lang)


# -- several events in one sentence ------------------------------------------------------------------


def runs(rules: Rulebook, events: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Events in the order they happened, those together that one sentence tells.

    Where several seats are told something in private by turns (`only`), each of them hears a sentence of its own.
    """
    found: list[list[Mapping[str, Any]]] = []
    latest: dict[int | None, list[Mapping[str, Any]]] = {}  # the last that each audience heard
    for event in events:
        audience = event.get("only")
        before = latest.get(audience)
        if before and _alike(rules, before[-1], event):
            before.append(event)
            continue
        if audience is None:
            latest.clear()
        latest[audience] = [event]
        found.append(latest[audience])
    return found


def _alike(rules: Rulebook, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Do two events in a row differ in nothing but what [items] lists?"""
    if one["kind"] != other["kind"] or one.get("only") != other.get("only"):
        return False
    item = _find(rules, "en", "items", one["kind"])
    listed = set(re.findall(r"\w+", item))
    fields = rules.events.named[one["kind"]].fields
    return bool(item) and all(one[name] == other[name] for name, _ in fields if name not in listed)


def told_with(table: Table, place: int) -> list[int] | None:
    """The entries of the log that the one at this place is told along with, itself first; None when an earlier one
    tells it. An event for one seat is heard among those for everybody, which skip what is private."""
    rules, log = table.rules, table.s.log
    name = rules.events[log[place][0]].name
    if not _find(rules, "en", "items", name):
        return [place]
    audience = {log[place][1], -1}

    def next_heard(at: int, step: int) -> int:
        at += step
        while 0 <= at < len(log) and log[at][1] not in audience:
            at += step
        return at if 0 <= at < len(log) and log[at][1] == log[place][1] else -1

    def alike(one: int, other: int) -> bool:
        return log[one][0] == log[other][0] and _alike(rules, table._event(0, log[one]), table._event(0, log[other]))

    before = next_heard(place, -1)
    if before >= 0 and alike(before, place):
        return None
    run = [place]
    while (after := next_heard(run[-1], 1)) >= 0 and alike(run[-1], after):
        run.append(after)
    return run


# -- refusals ------------------------------------------------------------------------------------------


def refusal(table: Table, reason: str, rule: str, *, seat: int | str = 0, word: str = "") -> Illegal:
    """Why a move is not allowed, in both languages, with what is allowed instead."""
    sentences = []
    for lang in LANGUAGES:
        values: dict[str, Any] = dict(table.game.options) | _by_option(table.rules, table.game.options, lang)
        values |= {"seat": seat, "word": word, "legal": _legal(table, seat, lang) if isinstance(seat, int) else ""}
        seen = table.actors_seen_by(seat if isinstance(seat, int) else None)
        values["actors"] = listing([seat_name(p, lang, table.names) for p in seen], lang)
        values["phase"] = find(table.rules, lang, "phases", table.rules.shape.write(table.s, table.rules.shape.fields["phase"]))
        sentences.append(fill(_find(table.rules, lang, "refusals", reason) or reason, values, lang))
    return Illegal(sentences[0], sentences[1], rule, reason)


def _legal(table: Table, seat: int, lang: str) -> str:
    """What a seat may do, inside a sentence: the first moves, and how many more there are."""
    words = table.legal(seat)
    named = words if len(words) <= LISTED + 1 else words[:LISTED]
    labels = [_inside(action_label(table, word, lang, table.names, seat)) for word in named]
    if len(words) > len(named):
        labels.append(say("more_moves", lang, n=len(words) - len(named)))
    return listing(labels, lang, "or")


def _inside(label: str) -> str:
    """A label inside a sentence: no capital, and no remark in brackets behind it."""
    return label[:1].lower() + re.sub(r"\s*\([^()]*\)$", "", label[1:])
