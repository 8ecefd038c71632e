"""French and English are equal: every word of every game exists in both, is filled completely and well set."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche import text
from pioche.engine.position import Position
from pioche.engine.rulebook import Rulebook
from pioche.testing.steps import fresh, playing
from pioche.text.grammar import asks, choices, pieces
from tests.strategies import GAMES, covering

LANGUAGES = text.LANGUAGES
FOLDER = Path(text.__file__).parent
SHARED = [*sorted(path.stem for path in (FOLDER / "en").glob("*.toml")), text.EVERY_GAME]
BOTH = [(name, lang) for name in GAMES for lang in LANGUAGES]
ARTICLES = ("", "de", "que", "De", "Que", "le", "a", "word")
EVENTS = ("events", "events_own", "events_you", "events_to_you", "events_both")
REFUSAL_WORDS = {"seat", "word", "legal", "actors", "phase"}


def rules_of(name: str) -> Rulebook:
    return pioche.load(name).rules


def leaves(value: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from leaves(item, (*path, key))
        else:
            yield (*path, key), item


def slots(template: str) -> list[tuple[str, str]]:
    """(article, name) of every slot of a sentence, those inside others too; plural forms count as their number."""
    found = []
    for inside in pieces(template)[1::2]:
        if asks(inside):
            name, some, none = choices(inside)
            found += [("", name), *slots(some), *slots(none)]
        elif "|" in inside:
            assert inside.count("|") == 2, f"{{{inside}}} needs two forms"
            found.append(("", inside.split("|")[0].strip()))
        else:
            article, _, name = inside.rpartition(" ")
            found.append((article, name))
    return found


# -- completeness ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "lang"), BOTH)
def test_every_word_of_the_game_is_there(name: str, lang: str) -> None:
    rules = rules_of(name)
    own = text.texts(rules, lang)
    table = pioche.load(name).table(seed=1)
    wanted: list[tuple[str, ...]] = [("title",), ("pitch",)]
    wanted += [("actions", kind.pattern) for kind in rules.actions.kinds]
    wanted += [("phases", phase) for phase in rules.phases.names]
    wanted += [("refusals", reason) for reason, _ in rules.refusals]
    wanted += [("presets", preset) for preset in rules.presets]
    wanted += [("zones", field) for field in table.rules.shape.view(table.s, 0) if field not in Position.__dict__]
    wanted += [("options", option.id, part) for option in pioche.load(name).all_options for part in ("label", "help")]
    wanted += [("options", option.id, "values", value) for option in rules.options for value in option.values]
    missing = [".".join(path) for path in wanted if not text.find(rules, lang, *path).strip()]
    missing += [f"events.{kind.name}" for kind in rules.events.kinds[4:] if kind.name not in own.get("events", {})]
    missing += [f"events_you.{kind.name}" for kind in rules.events.kinds if speaks_to_you(rules, lang, kind)]
    assert not missing, f"{lang}/{name}.toml lacks {', '.join(missing)}"


def speaks_to_you(rules: Rulebook, lang: str, kind: Any) -> bool:
    """An event about a seat says « vous » to that seat; is that sentence missing?"""
    about_a_seat = bool(kind.fields) and kind.fields[0][1] == "seat"
    said = text.find(rules, lang, "events", kind.name)
    return about_a_seat and bool(said) and not text.find(rules, lang, "events_you", kind.name)


@pytest.mark.parametrize("name", [*GAMES, *SHARED])
def test_both_languages_have_the_same_keys(name: str) -> None:
    one, other = (
        {path for path, _ in leaves(text.catalogue(name if name in SHARED else f"games/{name}", lang))} for lang in LANGUAGES
    )
    assert one == other
    assert one


@pytest.mark.parametrize(("name", "lang"), BOTH)
def test_nothing_is_said_about_what_the_game_does_not_have(name: str, lang: str) -> None:
    rules = rules_of(name)
    own, shared = text.texts(rules, lang), text.catalogue(text.EVERY_GAME, lang)
    events, fields = {kind.name for kind in rules.events.kinds}, set(rules.shape.fields) | {"known"}
    assert {event.partition(".")[0] for section in EVENTS for event in own.get(section, {})} <= events
    assert set(own.get("items", {})) <= events
    options = {option.id: option for option in rules.options}
    for option, words in own.get("by_option", {}).items():
        assert set(words) == set(options[option].values), "a slot has words for every value of its option"
    assert set(own.get("actions", {})) <= {n for kind in rules.actions.kinds for n in (kind.pattern, kind.name)}
    assert set(own.get("phases", {})) <= {*rules.phases.names, "over"}
    assert set(own.get("refusals", {})) <= {reason for reason, _ in rules.refusals} | set(shared["refusals"])
    assert set(own.get("presets", {})) <= set(rules.presets)
    assert set(own.get("zones", {})) <= fields
    assert set(own.get("options", {})) <= {option.id for option in pioche.load(name).all_options}


# -- templates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "lang"), BOTH)
def test_every_slot_of_a_sentence_can_be_filled(name: str, lang: str) -> None:
    rules = rules_of(name)
    own = text.texts(rules, lang)
    themed = {slot for words in own.get("by_option", {}).values() for slots_of in words.values() for slot in slots_of}
    for kind in rules.events.kinds:
        known = {field for field, _ in kind.fields} | {f"{field}_count" for field, what in kind.fields if what == "seats"}
        known |= {"place"} if {"owner", "slot"} <= known else set()
        known |= {"lives", "left", "letter", "spelled"} if any(what == "life" for _, what in kind.fields) else set()
        check_slots(own.get("items", {}).get(kind.name, ""), known, f"{lang} items.{kind.name}")
        known |= {"items", "items_count"} if kind.name in own.get("items", {}) else set()
        for section in EVENTS:
            for event, template in own.get(section, {}).items():
                if event.partition(".")[0] == kind.name:
                    check_slots(template, known | themed, f"{lang} {section}.{event}")
    for action in rules.actions.kinds:
        known = set(action.kinds) | {f"{what}{place}" for place, what in enumerate(action.kinds, 1)} | themed
        known |= {"place", "place1", "place2"} if "slot" in action.kinds else set()
        check_slots(text.find(rules, lang, "actions", action.pattern), known, f"{lang} actions.{action.pattern}")
    known = REFUSAL_WORDS | themed | {option.id for option in pioche.load(name).all_options}
    for reason, _ in rules.refusals:
        check_slots(text.find(rules, lang, "refusals", reason), known, f"{lang} refusals.{reason}")


def check_slots(template: str, known: set[str], where: str) -> None:
    for article, name in slots(template):
        assert name in known, f"{where}: {{{name}}} is not one of {sorted(known)}"
        assert article in ARTICLES, f"{where}: {article} is no article we know"


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_happens_can_be_told(name: str) -> None:
    """Play, and tell every event to every seat and every move to its seat, in both languages."""
    for number, choice in enumerate(covering(name)):
        table, told = fresh(name, choice, number), 0
        for step in playing(table, random.Random(number), 80):
            for lang in LANGUAGES:
                for word in table.legal(step.seat or 0)[:6]:
                    check_said(text.action_label(table, word, lang), f"{lang} {word}")
                for event in table.events(step.seat, told):
                    for me in (None, step.seat):
                        check_said(text.narrate(table, event, lang, me=me), f"{lang} {event}", may_be_empty=True)
            told = len(table.events(step.seat))


def check_said(said: str, where: str, may_be_empty: bool = False) -> None:
    assert said.strip() or (may_be_empty and not said), f"nothing is said for {where}"
    assert not set("{}|") & set(said), f"{where}: {said}"
    assert "  " not in said, f"{where}: two spaces in a row: {said}"
    assert "None" not in said, f"{where}: {said}"


@pytest.mark.parametrize(("name", "lang"), BOTH)
def test_whoever_reads_is_you_wherever_a_sentence_names_them(name: str, lang: str) -> None:
    """Nobody reads the own name in what happened to them: every event that names a seat has a sentence that says « vous »."""
    for number, choice in enumerate(covering(name)):
        table, told = fresh(name, choice, number), 0
        names = [f"<{seat}>" for seat in range(table.game.seats)]
        for _ in playing(table, random.Random(number), 40):
            for me in range(table.game.seats):
                for event in table.events(me)[-12:]:
                    said = text.narrate(table, event, lang, names, me)
                    assert names[me] not in said, f"{lang} {event}: {said}"
                    told += 1
        assert told


def test_a_variant_tells_its_own_sentences() -> None:
    """Sentences are taken apart once and kept: by the rules they belong to, not by the events they share."""
    table = pioche.load("hawthorn", seats=3).table(seed=1)
    hit = {"kind": "hit", "seat": 0, "rank": 8}
    assert text.narrate(table, hit, "en", ["Anna"]) == "Anna continues: an 8."
    words = {lang: {**text.texts(table.rules, lang), "events": {"hit": "{seat}: {rank}!"}} for lang in LANGUAGES}
    table.rules = table.rules.variant("thorn", table.rules.module, {"en": "Thorn", "fr": "Épine"}, text=words)
    assert text.narrate(table, hit, "en", ["Anna"]) == "Anna: 8!"


# -- setting -----------------------------------------------------------------------------------------

FIXED = "\u00a0"
NARROW = "\u202f"
# Before ; ! ? and % a narrow space that no line break parts, before : and inside « » a fixed one; nothing else.
WRONG_BEFORE = re.compile(rf"(?<![{NARROW}!?…«])(?<!\?!)[;!](?=\W|$)|(?<![{NARROW}!?…«])\?(?=\s*$|\s+[A-ZÀÉÊ«(]|[).»{FIXED}])|"
                          rf"(?<![{FIXED}/\w]):(?=\s|$)|(?<=\w):(?=\s|$)|(?<=\d)\s?(?<!{NARROW})%(?!\))|(?<!{FIXED})»|«(?!{FIXED})")  # fmt: skip
STRAIGHT = re.compile(r"'(?!(?:pioche|\.)\[)(?<!\]')|\"")  # a command may be quoted as it is typed
DOTS = re.compile(r"\.\.\.")
UNIT = re.compile(r"(?<=[\d}]) (?:ms|s|min)\b(?!’)|n° ")


def shown_texts(lang: str) -> Iterator[tuple[str, str]]:
    for name in [*(f"games/{game}" for game in GAMES), *SHARED]:
        for path, said in leaves(text.catalogue(name, lang)):
            yield f"{lang}/{name}.toml {'.'.join(path)}", said


def bare(said: str) -> str:
    """A sentence without its slots, in one of the ways it may come out."""
    found = []
    for at, part in enumerate(pieces(said)):
        if at % 2 == 0:
            found.append(part)
        elif asks(part):
            found.append(bare(choices(part)[1]))
        else:
            found.append("x" if "|" not in part else part.split("|")[1] or "x")
    return "".join(found)


def every_text(lang: str) -> list[tuple[str, str]]:
    return [(where, said) for where, said in shown_texts(lang) if isinstance(said, str)]


def test_the_catalogues_of_games_are_read_at_all() -> None:
    for lang in LANGUAGES:
        assert any(where.startswith(f"{lang}/games/pairs.toml events.fold") for where, _ in every_text(lang))
        assert len(every_text(lang)) > 2000


def test_french_is_set_with_fixed_spaces() -> None:
    """Before : ; ? ! » and after « stands a space that no line break may part, and the right one of the two."""
    said = [(where, said) for where, said in every_text("fr") if " help." not in where]  # --help is set for the terminal
    wrong = [f"{where}: {said}" for where, said in said if badly_set(said)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_apostrophe_throughout(lang: str) -> None:
    """A curved one, never the straight one of the keyboard, in both languages; so it is with quotation marks."""
    wrong = [f"{where}: {said}" for where, said in every_text(lang) if STRAIGHT.search(said) and " help." not in where]
    wrong += [f"{where}: {said}" for where, said in every_text(lang) if "'" in said and " help." in where]
    assert not wrong, "\n".join(wrong)


def test_french_has_no_dots_in_a_row_and_no_loose_unit() -> None:
    said = [(where, said) for where, said in every_text("fr") if " help." not in where]
    wrong = [f"{where}: {said}" for where, said in said if DOTS.search(said) or UNIT.search(said)]
    assert not wrong, "\n".join(wrong)


def badly_set(said: str) -> bool:
    return bool(WRONG_BEFORE.search(bare(said)))


@pytest.mark.parametrize(
    ("said", "bad"),
    [
        ("Vous passez\u00a0: 3 pièces.", False),
        ("Vous passez\u202f: 3 pièces.", True),
        ("Trois pièces\u202f!", False),
        ("Trois pièces\u00a0!", True),
        ("Vous passez : 3 pièces.", True),
        ("Vous passez: 3 pièces.", True),
        ("Encore ?", True),
        ("Encore?", True),
        ("Encore\u202f?", False),
        ("Annoncez «\u00a0Agnès\u202f!\u00a0».", False),
        ("Annoncez « Agnès\u202f!\u00a0».", True),
        ("{seat} gagne !", True),
        ("{n|une carte|des cartes}\u202f; {m}", False),
        ("{n|une carte|des cartes} ; {m}", True),
        ("Le pot{carry?\u202f; il reste {carry}}.", False),
        ("Le pot{carry? ; il reste {carry}}.", True),
        ("play:7 ou 10:30", False),
        ("15\u202f% de 20", False),
        ("15 % de 20", True),
    ],
)
def test_the_setting_test_sees_what_it_should(said: str, bad: bool) -> None:
    assert badly_set(said) is bad


# -- the small grammar of pioche.text ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "values", "lang", "said"),
    [
        ("La main {de seat}.", {"seat": "Alice"}, "fr", "La main d’Alice."),
        ("La main {de seat}.", {"seat": "Bob"}, "fr", "La main de Bob."),
        ("La main {de seat}.", {"seat": "Émile"}, "fr", "La main d’Émile."),
        ("La main {de seat}.", {"seat": "Hugo"}, "fr", "La main d’Hugo."),
        ("{De seat}, une carte.", {"seat": "Inès"}, "fr", "D’Inès, une carte."),
        ("plus {que seat}", {"seat": "Anne"}, "fr", "plus qu’Anne"),
        ("plus {que seat}", {"seat": "Paul"}, "fr", "plus que Paul"),
        ("Jouer {le card}", {"card": "10♦"}, "fr", "Jouer le 10♦"),
        ("Jouer {le card}", {"card": "D♥"}, "fr", "Jouer la D♥"),
        ("Jouer {le card}", {"card": "A♠"}, "fr", "Jouer l’A♠"),
        ("{n} {n|card|cards}", {"n": 1}, "en", "1 card"),
        ("{n} {n|card|cards}", {"n": 0}, "en", "0 cards"),
        ("{n} {n|carte|cartes}", {"n": 0}, "fr", "0 carte"),
        ("{n} {n|carte|cartes}", {"n": 1}, "fr", "1 carte"),
        ("{n} {n|carte|cartes}", {"n": 2}, "fr", "2 cartes"),
        ("{n} {n|point|points}", {"n": -1}, "en", "−1 point"),
        ("{n|une|des}", {"n": 21}, "fr", "des"),
        ("nothing to fill", {}, "en", "nothing to fill"),
        ("La main {de seat}.", {"seat": "Yann"}, "fr", "La main de Yann."),
        ("La main {de seat}.", {"seat": "Yves"}, "fr", "La main d’Yves."),
        ("La main {de seat}.", {"seat": "Óscar"}, "fr", "La main d’Óscar."),
        ("La main {de seat}.", {"seat": "Ørsted"}, "fr", "La main de Ørsted."),
        ("Jouer {le card}", {"card": "joker"}, "fr", "Jouer le joker"),
        ("{n} {n|point|points}", {"n": "0,8"}, "fr", "0,8 point"),
        ("{n} {n|point|points}", {"n": "−1,3"}, "fr", "−1,3 point"),
        ("{n} {n|point|points}", {"n": "0.8"}, "en", "0.8 points"),
        ("{n} {n|point|points}", {"n": 1.9}, "fr", "1.9 point"),
        ("{a rank} and {a other}", {"rank": 7, "other": 8}, "en", "a 7 and an 8"),
        ("{word n} {rank}", {"n": 2, "rank": 7}, "fr", "deux 7"),
        ("{word n} {rank}{n||s}", {"n": 3, "rank": 7}, "en", "three 7s"),
        ("{word n}", {"n": 11}, "en", "11"),
        ("A pot{left?, {left} {left|coin|coins} left|, nothing left}.", {"left": 2}, "en", "A pot, 2 coins left."),
        ("A pot{left?, {left} {left|coin|coins} left|, nothing left}.", {"left": 0}, "en", "A pot, nothing left."),
        ("A pot{left?, {left} left}.", {"left": 0}, "en", "A pot."),
        ("{to}", {"to": -3}, "fr", "−3"),
    ],
)
def test_elision_and_plural(template: str, values: dict[str, Any], lang: str, said: str) -> None:
    assert text.fill(template, values, lang) == said


def test_lists_are_told_with_and_or_or() -> None:
    assert text.listing([], "fr") == ""
    assert text.listing(["a"], "fr") == "a"
    assert text.listing(["a", "b"], "fr") == "a et b"
    assert text.listing(["a", "b", "c"], "en", "or") == "a, b or c"


@pytest.mark.parametrize(
    ("word", "said"), [("JK", "joker"), ("Q♥", "D♥"), ("K♣b", "R♣b"), ("J♠", "V♠"), ("A♠", "A♠"), ("10♦", "10♦"), ("", "")]
)
def test_faces_have_french_letters(word: str, said: str) -> None:
    assert text.card(word, "fr") == said
    assert text.card(word, "en") == ("joker" if word == "JK" else word)


def test_the_reader_is_you_and_the_others_have_names() -> None:
    table = pioche.load("hawthorn", seats=3).table(seed=1)
    event = {"n": 1, "kind": "pass", "seat": 1, "paid": 2}
    assert "Alice" in text.narrate(table, event, "en", ["", "Alice"])
    assert text.narrate(table, event, "fr", ["", "Alice"], me=1).startswith("Vous")
    assert text.narrate(table, event, "en", me=0) == text.narrate(table, event, "en")
    assert text.seat_names(table, "fr", ["Zoé", ""]) == ["Zoé", "Place 2", "Place 3"]
