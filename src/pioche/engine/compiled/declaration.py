"""What is wrong with the declaration of a game, said when it is registered and not in the middle of a match."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from pioche import text
from pioche.engine.compiled.assembly import assemble
from pioche.engine.rulebook import Rulebook
from pioche.engine.words import SIZES
from pioche.errors import BadRules

Said = tuple[str, str]  # English, French
NAME = re.compile(r"[a-z][a-z0-9_]*")
WRITTEN = {"deal": "deal(s)", "legal": "legal(s, p, moves)", "apply": "apply(s, p, a)"}  # what no game does without
DECKS = ("ranks", "cards")


def check_declaration(rules: Rulebook) -> None:
    """BadRules with everything that is wrong, if anything is."""
    if rules.module not in sys.modules:
        raise BadRules(
            f"{rules.id} says that its rules are in {rules.module}, and no such module is loaded: give Rulebook __name__.",
            f"{rules.id} dit que ses règles sont dans {rules.module}, et ce module n’est pas chargé : "
            f"donnez __name__ à Rulebook.",
        )
    wrong = [*_names(rules), *_fields(rules), *_functions(rules), *_words(rules)]
    if wrong:
        raise BadRules(
            f"The game {rules.id} cannot be played. " + " ".join(en for en, _ in wrong),
            f"Le jeu {rules.id} ne peut pas être joué. " + " ".join(fr for _, fr in wrong),
        )


def _names(rules: Rulebook) -> Iterator[Said]:
    for name in (rules.id, *rules.presets):
        if not NAME.fullmatch(name):
            yield (
                f"Nobody could type “{name}”: a game or variant is called by small letters, digits and _.",
                f"Personne ne pourrait taper « {name} » : le nom d’un jeu ou d’une variante a des minuscules, "
                f"des chiffres et _.",
            )


def _fields(rules: Rulebook) -> Iterator[Said]:
    fields = rules.shape.fields  # which says itself what it cannot hold
    for f in fields.values():
        for option in ("chosen_from", "size", "slots", "veil"):
            other: str = getattr(f, option)
            if other and other not in fields:
                yield (
                    f"The field {f.name} has {option}={other!r}, and no field is called {other}.",
                    f"Le champ {f.name} a {option}={other!r}, et aucun champ ne s’appelle {other}.",
                )
    low, high = rules.position.seats_range
    if not 1 <= low <= rules.position.usual <= high <= SIZES["seat"]:
        yield (
            f"It has {low} to {high} seats, usually {rules.position.usual}: there can be 1 to {SIZES['seat']}, "
            f"and the usual number lies between the two.",
            f"Il a de {low} à {high} places, d’ordinaire {rules.position.usual} : il peut y en avoir "
            f"de 1 à {SIZES['seat']}, et le nombre ordinaire est entre les deux.",
        )
    if rules.deck not in DECKS:
        yield (
            f"Its deck is {rules.deck!r}; it can be 'ranks' (cards that are only ranks) or 'cards' (packs of 52).",
            f"Son paquet est {rules.deck!r} ; 'ranks' (cartes sans couleur) ou 'cards' (52 cartes) sont possibles.",
        )


def _functions(rules: Rulebook) -> Iterator[Said]:
    names = assemble(rules)
    for name, written in WRITTEN.items():
        if _not_written(names, name):
            yield f"It has no rule {written}: write one.", f"Il n’a pas de règle {written} : écrivez-en une."
    if _not_written(names, "match_over") and "deals" not in rules.shape.fields:
        yield (
            'Nothing says when a match is over: write match_over(s), or give it number_option("deals", 1, 20, 3).',
            "Rien ne dit quand une partie est finie : écrivez match_over(s), "
            'ou donnez-lui number_option("deals", 1, 20, 3).',
        )
    if _not_written(names, "score") and "purse" not in rules.shape.fields:
        yield (
            "Nothing says what a seat has scored: write score(s, p), or start the position from Purses.",
            "Rien ne dit ce qu’une place a marqué : écrivez score(s, p), ou partez de Purses pour la position.",
        )


def _not_written(names: dict[str, Any], name: str) -> bool:
    return bool(names[name].__module__ == "pioche.engine.match")


def _words(rules: Rulebook) -> Iterator[Said]:
    if rules.text is None:
        return
    missing = [lang for lang in text.LANGUAGES if lang not in rules.text]
    if missing:
        yield f"Its words lack {', '.join(missing)}.", f"Il manque à ses textes {', '.join(missing)}."
        return
    for lang in text.LANGUAGES:
        for reason, _ in rules.refusals:
            if not text.find(rules, lang, "refusals", reason):
                yield (
                    f'Its words have no sentence for the refusal {reason}: put one into text["{lang}"]["refusals"].',
                    f"Ses textes n’ont pas de phrase pour le refus {reason} : mettez-en une dans "
                    f'text["{lang}"]["refusals"].',
                )
