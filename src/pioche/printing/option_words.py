"""Options and their values as players say them, for paper: no word of the command line is left."""

from __future__ import annotations

import re

from pioche import text
from pioche.engine.rulebook import Rulebook
from pioche.printing.sheet_blocks import Run, Runs

NO, YES = ("false", "off", "no", "0"), ("true", "on", "yes", "1")
YES_NO = [set(pair) for pair in zip(NO, YES, strict=True)]
SEPARATOR = "\u2002·\u2002"
OR = re.compile(r"^(?:ou|or) ")
NEVER_WORDS = {"fr": re.compile(r"[a-z_]{4,}"), "en": re.compile(r"[a-z]+_[a-z_]+")}  # in English the others are words too
NAMES = {"vatra", "magarac", "seattle", "tacoma", "olympia", "portland"}
AT_A_COLON = re.compile(r"(?:(?<=^)|(?<=with )|(?<=; ))[a-z]+(?=: )")
AUTO = re.compile(r"[;,] auto\b.*$")  # what it does stands among the choices
WITH_YES = {"fr": (re.compile(r"\bavec 1\b"), "si oui"), "en": (re.compile(r"\bwith 1\b"), "if yes")}


def label(rules: Rulebook, lang: str, option: str) -> str:
    return text.find(rules, lang, "options", option, "label") or option


def value_label(rules: Rulebook, lang: str, option: str, value: str) -> str:
    """Return the word for a value; empty if the catalogue has none."""
    return text.find(rules, lang, "options", option, "values", value) or text.find(rules, lang, "values", value)


def choices(rules: Rulebook, lang: str, option: str, values: str, usual: str) -> Runs:
    """List all choices of an option, the usual one in bold."""
    values = re.sub(r", (?:ou|or) null$", "", values)
    pieces = [OR.sub("", piece) for piece in values.split(", ")]
    named = any(piece.isdigit() or value_label(rules, lang, option, piece.split(" ")[0]) for piece in pieces)
    if not named and not _is_switch(pieces):
        pieces = [values]
    usual = re.sub(r"^null\s?: ", "", usual)
    if _is_switch(pieces):
        answers = {"fr": ("non", "oui"), "en": ("no", "yes")}[lang]
        told = [answers[piece in YES] for piece in pieces]
        bold = answers[usual in YES]
    else:
        told = [_piece(rules, lang, option, piece) for piece in pieces]
        bold = _piece(rules, lang, option, usual)
    if bold not in told:
        told.append(bold)
    found: Runs = []
    for piece in told:
        found += [Run("text", SEPARATOR)] if found else []
        found.append(Run("strong" if piece == bold else "text", piece))
    return found


def _is_switch(pieces: list[str]) -> bool:
    return set(pieces) in YES_NO


def _piece(rules: Rulebook, lang: str, option: str, piece: str) -> str:
    """A value, or a sentence with values in it."""
    bare = re.sub(r" \([^)]*\)", "", piece)
    whole = value_label(rules, lang, option, bare)
    if whole:
        return _small(whole)
    return re.sub(r"[a-z_]+", lambda word: _small(value_label(rules, lang, option, word[0]) or word[0]), bare)


def _small(words: str) -> str:
    """Inside a sentence; names and spelled words keep their capital."""
    first = re.match(r"[\w-]*", words)[0]  # type: ignore[index]
    return words if first.casefold() in NAMES or first[1:] != first[1:].lower() else words[0].lower() + words[1:]


def without_values(rules: Rulebook, lang: str, told: Runs, option: str = "") -> Runs:
    """Replace `option=value` and the technical names of values in a sentence by the words for players."""
    return [_run(rules, lang, run, option) for run in told]


def _run(rules: Rulebook, lang: str, run: Run, own: str) -> Run:
    if run.kind == "code":
        option, _, value = run.text.partition("=")
        called = text.find(rules, lang, "options", option, "label")
        if not called:
            named = _named(rules, lang, run.text, own)
            return run if named == run.text else Run("text", named)
        answers = {"fr": ("non", "oui"), "en": ("no", "yes")}[lang]
        switch = answers[value in YES] if value in (*NO[:3], *YES[:3]) else value
        shown = value_label(rules, lang, option, value) or switch
        colon = "\u00a0: " if lang == "fr" else ": "
        return Run("em", called + (colon + _small(shown) if value else ""))
    if run.kind != "text":
        return run
    words = run.text
    if own:
        pattern, answer = WITH_YES[lang]
        words = pattern.sub(answer, words)
        if own != "decks":
            words = AUTO.sub("", words)
        if lang == "fr":
            words = re.sub(r"^no(?=\u00a0:)", "non", words)
    for pattern in (NEVER_WORDS[lang], AT_A_COLON):
        words = pattern.sub(lambda word: _named(rules, lang, word[0], own), words)
    return Run("text", words)


def _named(rules: Rulebook, lang: str, word: str, own: str) -> str:
    if word in NAMES or word == "points" or (word == "auto" and not own):
        return word
    for option in (own, *(one.id for one in rules.options)):
        found = value_label(rules, lang, option, word)
        if found:
            return f"«\u00a0{_small(found)}\u00a0»" if lang == "fr" else f"“{_small(found)}”"
    return word
