"""Sentences filled in, and events told in them. A sentence is taken apart once and kept with the rules of its game."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pioche.text.catalogues import EVERY_GAME, by_option, catalogue, find, look_up, spelling, texts
from pioche.text.grammar import Parsed, Slot, parsed
from pioche.text.numbers import MINUS, written

if TYPE_CHECKING:
    from pioche.engine.rulebook import Rulebook
    from pioche.engine.table import Table
    from pioche.engine.words import Event

VOWELS = "aeiouyh"
NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
}
AND_OR = {"and": {"en": "and", "fr": "et"}, "or": {"en": "or", "fr": "ou"}}
FRENCH_FACES = {"J": "V", "Q": "D", "K": "R"}
JOKER = "JK"
# What the reader has to do with an event, and the sections that may word it.
SECTIONS = {
    "": ("events",), "own": ("events_own", "events"), "mine": ("events_you", "events"),
    "named": ("events_to_you", "events"), "both": ("events_both", "events_you", "events"),
}  # fmt: skip
FOR_THE_READER = ("events_you", "events_to_you", "events_both")


# -- filling in ----------------------------------------------------------------------------------------


def fill(template: str, values: Mapping[str, Any], lang: str) -> str:
    """Put values into a sentence, with plural and elision."""
    return filled(parsed(template), values, lang)


def filled(sentence: Parsed, values: Mapping[str, Any], lang: str) -> str:
    said = [sentence.first]
    for slot, then in sentence.rest:
        said.append(written(values[slot.inside]) if slot.inside in values else _formed(slot, values, lang))
        said.append(then)
    return "".join(said)


def _formed(slot: Slot, values: Mapping[str, Any], lang: str) -> str:
    """Return the text of a slot that is more than the name of a value."""
    _, form, name, one, other = slot
    if one is not None and other is not None:
        first = values.get(name) if form == "?" else is_one(values.get(name, 0), lang)
        return filled(one if first else other, values, lang)
    value = values.get(name, "")
    word = written(value)
    if form in ("de", "que", "De", "Que"):
        return (form[:-1] + "’" if elides(word) else form + " ") + word
    if form == "le":
        return ("l’" if word[:1] == "A" else "la " if word[:1] == "D" else "le ") + word
    if form == "a":
        return ("an " if word[:1] == "8" else "a ") + word
    if form == "word" and isinstance(value, int) and 0 <= value < len(NUMBERS[lang]):
        return NUMBERS[lang][value]
    return word


def elides(word: str) -> bool:
    """d’Óscar, d’Yves, d’Hélène, but de Yann: a y before a vowel is none."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", word.casefold().replace("œ", "oe").replace("æ", "ae"))
                   if not unicodedata.combining(c))  # fmt: skip
    if bare[:1] == "y":
        return len(bare) > 1 and bare[1] not in VOWELS
    return bare[:1] != "" and bare[0] in VOWELS


def is_one(value: Any, lang: str) -> bool:
    """In French the plural begins at two. A flag that stands takes the first form."""
    if isinstance(value, bool):
        return value
    try:
        number = abs(float(str(value).replace(",", ".").replace(MINUS, "-")))
    except ValueError:
        return False
    return number < 2 if lang == "fr" else number == 1


def listing(items: Sequence[str], lang: str, how: str = "and") -> str:
    """« a, b et c »."""
    word = AND_OR[how][lang]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else ""


def say(name: str, key: str, lang: str, /, **values: Any) -> str:
    """Fill in a sentence of a catalogue, such as `say("terminal", "play.quit", "fr")`. Lists become « a, b et c »."""
    template: Any = catalogue(name, lang)
    for part in key.split("."):
        template = template[part]
    shown = {slot: listing([str(one) for one in value], lang) if isinstance(value, list | tuple) else value
             for slot, value in values.items()}  # fmt: skip
    return fill(str(template), shown, lang)


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


# -- what happened -------------------------------------------------------------------------------------


class Sentence(NamedTuple):
    """How an event of one kind is told to a reader."""

    said: Parsed
    own: bool  # written for the one who reads it
    item: Parsed | None  # how several such events are listed
    themed: bool  # an option of the game has words of its own


def narrate(
    table: Table, event: Mapping[str, Any], lang: str, names: Sequence[str] = (), me: int | None = None,
    more: Sequence[Mapping[str, Any]] = (),
) -> str:  # fmt: skip
    """An event as a sentence; empty when it needs none. The one who reads is « vous », where the sentence names them.

    `more` are the events told along with it: see `runs`.
    """
    rules = table.rules
    kind = rules.events.named[event["kind"]]
    lives = _lives(table, kind, event, lang) if kind.life else {}
    key = kind.name, lives.get("variant", ""), _part(kind, event, me), lang
    sentence = rules.sentences.get(key)
    if sentence is None:
        sentence = rules.sentences[key] = _sentence(rules, *key)
    if not sentence.said.rest:
        return sentence.said.first
    you = me if sentence.own else None
    values = lives | _values(table, kind, event, lang, names, you)
    if sentence.themed:
        themed = by_option(rules, table.game.options, lang)
        values |= {slot: fill(said, values, lang) for slot, said in themed.items()}
    if sentence.item is not None:
        each = [values, *(_values(table, kind, other, lang, names, you) for other in more)]
        values["items"] = listing([filled(sentence.item, one, lang) for one in each], lang)
        values["items_count"] = len(each)
    said = filled(sentence.said, values, lang)
    return said[:1].upper() + said[1:] if sentence.own else said


def _values(
    table: Table, kind: Event, event: Mapping[str, Any], lang: str, names: Sequence[str], you: int | None
) -> dict[str, Any]:
    """Return the values of the slots of a sentence."""
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
            value = place_said(rules, int(owner), int(slot), lang, names, actor, you)
        values[name] = value
    if "owner" in event and "slot" in event:
        values["place"] = place_said(rules, event["owner"], event["slot"], lang, names, actor, you)
    return values


def _lives(table: Table, kind: Event, event: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A life lost (a field of the kind `life`): the letter, the word so far and how many lives there are.

    The table's option says which word: one with a spelling in [options.<id>.spelled], a word of the players' own, or
    a count that spells nothing; `letter.hog` may have a sentence of its own.
    """
    option = table.rules.option(table.rules.lives.option) if table.rules.lives else None
    if option is None:
        return {}
    value, count = str(table.game.options[option.id]), int(event[kind.life])
    word = spelling(table.rules, option, value, lang)
    found = {"lives": option.number(value), "left": option.number(value) - count, "variant": f".{value}"}
    if word:
        so_far = word[:count]
        found |= {"letter": so_far[-1:], "spelled": "-".join(so_far), "variant": ".spelled"}
    return found


def _sentence(rules: Rulebook, name: str, variant: str, part: str, lang: str) -> Sentence:
    """The sentence of an event for readers who have to do with it in this way; an empty one when it needs none."""
    item, themed = look_up(rules, lang, "items", name), bool(texts(rules, lang).get("by_option"))
    for section in SECTIONS[part]:
        template = (look_up(rules, lang, section, name + variant) if variant else "") or look_up(rules, lang, section, name)
        if template:
            return Sentence(parsed(template), section in FOR_THE_READER, parsed(item) if item else None, themed)
    return Sentence(Parsed(""), False, None, False)


def _part(kind: Event, event: Mapping[str, Any], me: int | None) -> str:
    """Return the reader's part in an event, a key of SECTIONS: actor, person concerned, both or neither."""
    actor, mine, named, own = None, False, False, False
    for place, (name, what) in enumerate(kind.fields):
        value = event.get(name)
        if value is None:
            continue
        if what == "seat" and place == 0:
            actor, mine = value, value == me
        elif what == "seat":
            named, own = named or value == me, own or value == actor
        elif what == "seats":
            named = named or (isinstance(value, list) and me in value)
        elif what == "place":
            named = named or (isinstance(value, str) and value.partition(".")[0] == str(me))
    if mine:
        return "both" if named else "mine"
    return "named" if named else "own" if own else ""


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


def place_said(
    rules: Rulebook, owner: int, slot: int, lang: str, names: Sequence[str], actor: int | None, you: int | None
) -> str:
    """A card in a numbered slot: your card 2, their own card 2, card 2 of Alice."""
    whose = "place_yours" if owner == you else "place_own" if owner == actor else "place_of"
    return fill(find(rules, lang, "words", whose), {"slot": slot, "seat": seat_name(owner, lang, names)}, lang)


# -- several events in one sentence --------------------------------------------------------------------


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
    """Whether two successive events differ only in what [items] lists."""
    listed = rules.listed.get(one["kind"])
    if listed is None or one["kind"] != other["kind"] or one.get("only") != other.get("only"):
        return False
    fields = rules.events.named[one["kind"]].fields
    return all(one[name] == other[name] for name, _ in fields if name not in listed)


def told_with(table: Table, place: int) -> list[int] | None:
    """The entries of the log that the one at this place is told along with, itself first; None when an earlier one
    tells it. An event for one seat is heard among those for everybody, which skip what is private."""
    rules, log = table.rules, table.s.log
    if log[place][0] not in rules.listed_kinds:
        return [place]
    audience = {log[place][1], -1}

    def next_heard(at: int, step: int) -> int:
        at += step
        while 0 <= at < len(log) and log[at][1] not in audience:
            at += step
        return at if 0 <= at < len(log) and log[at][1] == log[place][1] else -1

    def alike(one: int, other: int) -> bool:
        return log[one][0] == log[other][0] and _alike(rules, table.event(0, log[one]), table.event(0, log[other]))

    before = next_heard(place, -1)
    if before >= 0 and alike(before, place):
        return None
    run = [place]
    while (after := next_heard(run[-1], 1)) >= 0 and alike(run[-1], after):
        run.append(after)
    return run
