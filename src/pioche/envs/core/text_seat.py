"""A seat in words: what happened, what lies there and what may be done, in English or French, and an answer in words.

For language models and other players that read. `TextSeat` keeps track of what its seat has been told; `TextBot` asks any
function from a text to a text and is a bot like all others, so that it plays in terminal, house, arena and lab.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from pioche import text
from pioche.engine.game import Game
from pioche.engine.table import Table
from pioche.envs.core.action_space import WAIT

Model = Callable[[str], str]  # a text in, a text out
BRACKETS = re.compile(r"\[([^\[\]]+)\]")
ASKS = {
    "en": "Answer with one of these actions, in square brackets, such as [{example}].",
    "fr": "Répondez par l’une de ces actions, entre crochets, par exemple [{example}].",
}
WRONG = {"en": "{said} is not one of the actions.", "fr": "{said} n’est pas l’une des actions."}
NOTHING = {"en": "An empty answer", "fr": "Une réponse vide"}
YOU = {"en": "You are in seat {seat} of {seats}.", "fr": "Vous êtes à la place {seat} sur {seats}."}
HEADS = {
    "en": {"happened": "What has happened:", "lies": "What you see:", "may": "What you may do:"},
    "fr": {
        "happened": "Ce qui s’est passé\u00a0:",
        "lies": "Ce que vous voyez\u00a0:",
        "may": "Ce que vous pouvez faire\u00a0:",
    },
}
MAX_TRIES = 3
WAITING = {"en": "Wait", "fr": "Attendre"}
LEFT_OUT = frozenset({"seats", "deal", "phase", "waiting", "turn", "over", "clock"})


def told(game: Game, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]], lang: str) -> list[str]:
    """Events as sentences for the seat that was told them."""
    table = Table(game, game.blank())
    runs = text.runs(game.rules, events)
    said = [text.narrate(table, run[0], lang, (), view["seat"], run[1:]) for run in runs]
    return [one for one in said if one]


def lying(game: Game, view: Mapping[str, Any], lang: str) -> list[str]:
    """Describe what a view shows, a line for each zone; by seat where it belongs to one."""
    names = [text.seat_name(seat, lang) for seat in range(game.seats)]
    lines = []
    for field in game.rules.shape.fields.values():
        if field.name not in view or field.name in LEFT_OUT or not field.shown:
            continue
        value, label = view[field.name], text.find(game.rules, lang, "zones", field.name) or field.name
        if field.per_seat:
            there = [(name, part) for name, part in zip(names, value, strict=False) if part not in (None, [], 0)]
            shown = "; ".join(f"{name} {_word(part, lang)}" for name, part in there)
        elif field.kind == "seat":
            shown = "" if value is None else names[value]
        elif field.kind == "seats":
            shown = ", ".join(names[p] for p in value)
        else:
            shown = _word(value, lang)
        if shown:
            lines.append(f"{label}: {shown}" if lang == "en" else f"{label}\u00a0: {shown}")
    return lines


def _word(value: Any, lang: str) -> str:
    if isinstance(value, list):
        return " ".join(_word(item, lang) for item in value) or "–"
    if value is None or value == "?":
        return "?"
    if isinstance(value, bool):
        return "✓" if value else "–"
    return text.card(value, lang) if isinstance(value, str) else str(value)


def question(
    game: Game, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], lang: str = "en",
    may_wait: bool = False,
) -> str:  # fmt: skip
    """Describe in words all that a seat needs to decide. In ticks it may also wait."""
    table, seat = Table(game, game.blank()), view["seat"]
    head = HEADS[lang]
    menu = [f"[{word}] {text.action_label(table, word, lang, (), seat)}" for word in legal]
    if may_wait:
        menu.insert(0, f"[{WAIT}] {WAITING[lang]}")
    parts = [f"{game.title(lang)}. " + YOU[lang].format(seat=seat + 1, seats=game.seats)]
    if happened := told(game, view, events, lang):
        parts += ["", head["happened"], *happened]
    parts += ["", head["lies"], *lying(game, view, lang), "", head["may"], *menu, "", ASKS[lang].format(example=legal[0])]
    return "\n".join(parts)


def answered(reply: str, legal: Sequence[str]) -> str | None:
    """The action an answer names: the last one in brackets, or the whole answer; None when it names none."""
    named: list[str] = [*reply.strip().splitlines()[-1:], *BRACKETS.findall(reply)]
    for found in reversed(named):
        word = found.strip().strip("`.'\"")
        if word in legal:
            return word
    return None


class TextBot:
    """A bot that is asked in words. After three answers that name no action it plays a random one; `illegal_choices`
    counts these."""

    def __init__(self, game: Game, model: Model, seed: int = 0, lang: str = "en") -> None:
        self.game, self.model, self.lang = game, model, lang
        self.rng = Random(seed)
        self.illegal_choices = 0

    def choose(
        self, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str:
        asked = question(self.game, view, legal, events, self.lang)
        for _ in range(MAX_TRIES):
            reply = self.model(asked)
            word = answered(reply, legal)
            if word is not None:
                return word
            said = reply.strip()[:40] or NOTHING[self.lang]
            asked = f"{asked}\n\n{WRONG[self.lang].format(said=said)} {ASKS[self.lang].format(example=legal[0])}"
        self.illegal_choices += 1
        return self.rng.choice(list(legal))
