"""Written positions of Agnès. Rule numbers are those of docs/games/agnes.md."""

from __future__ import annotations

from typing import Any

from pioche.families.layouts import holds
from pioche.families.powers import has_target, touchable
from pioche.kit import PACK, SLOTS, Positions
from pioche.rules.positions import Refusal

NINE, KING = 9, 13
LIVE, NO = 0, 1  # race, shuffle_between


def whole_deck(s: Any) -> range:
    return range(PACK * (s.decks or (1 if s.seats <= 6 else 2)))  # R2


def sound(s: Any, phase: str) -> Refusal:
    return turns(s, phase) or layouts(s, phase) or power(s, phase) or gift(s, phase) or window(s, phase)


def turns(s: Any, phase: str) -> Refusal:
    if s.turns >= s.lap_limit * s.seats:
        return (
            f"turns: the round ends after {s.lap_limit} laps (R54).",
            f"turns : fin après {s.lap_limit} tours de table (R54).",
        )
    left = (s.caller - s.turn) % s.seats if s.caller >= 0 else 0
    if s.turns_left != left or s.turn == s.caller >= 0 or (s.caller >= 0 and phase in ("end", "memorise")):
        return (
            f"turns_left: from seat {s.turn} to the caller there are {left} turns to come (R53).",
            f"turns_left : de la place {s.turn} à celle qui a annoncé, il reste {left} tours (R53).",
        ) if s.caller >= 0 else (
            "turns_left: nobody has called, so no turns are counted down (R53).",
            "turns_left : personne n'a annoncé, aucun tour n'est décompté (R53).",
        )  # fmt: skip
    alone = s.slammer if phase == "give" else s.turn
    if phase not in ("slam", "memorise") and s.waiting != 1 << alone:
        return f"waiting: seat {alone} decides alone (R20).", f"waiting : la place {alone} décide seule (R20)."
    if phase == "memorise" and (s.turn >= 0 or not s.peek):
        return (
            "memorise: before the first turn, and with peek only (R10).",
            "memorise : avant le premier tour, avec peek (R10).",
        )
    return None


def layouts(s: Any, phase: str) -> Refusal:
    if s.drawn >= 0 and phase != "place":
        return "drawn: only in the phase place (R25).", "drawn : seulement dans la phase place (R25)."
    to_come = s.lap_limit * s.seats - s.turns  # a slot number a turn at most
    if max(s.last_slot) + to_come >= SLOTS:
        return "last_slot, layout: slot numbers are too high (R14).", "last_slot, layout : numéros trop élevés (R14)."
    lying = sum(s.held) + s.stock_left + s.discarded + (s.drawn >= 0)
    if s.shuffle_between == NO and lying < 4 * s.seats + s.start_discard:
        return "stock: too few cards for the next round (R73).", "stock : trop peu de cartes pour la manche suivante (R73)."
    return None


def power(s: Any, phase: str) -> Refusal:
    """R40, R41, R45"""
    if s.power and (s.power < NINE or phase in ("draw", "place", "end", "memorise")):
        return (
            "power: the rank of the card just discarded, 9 to 13 (R41).",
            "power : le rang de la carte jetée, de 9 à 13 (R41).",
        )
    if phase == "power" and not has_target(s):
        return "power: there is no card to use it on (R41).", "power : aucune carte où l'employer (R41)."
    if phase != "king":
        if max(s.pair) >= 0:
            return "pair: only while the king looks (R45).", "pair : seulement quand le roi regarde (R45)."
        return None
    seats = {where // SLOTS for where in s.pair}
    if s.power != KING or min(s.pair) < 0 or len(seats) < 2 or s.caller in seats or not all(holds(s, at) for at in s.pair):
        return (
            "pair: the king (power 13) looks at one card each of two players (R40, R45).",
            "pair : le roi (power 13) regarde une carte de chacun de deux joueurs (R40, R45).",
        )
    return None


def gift(s: Any, phase: str) -> Refusal:
    """R37"""
    if phase != "give":
        if s.slammer >= 0 or s.gap >= 0:
            return "slammer, gap: only in the phase give (R37).", "slammer, gap : seulement dans la phase give (R37)."
        return None
    owner, slot = s.gap // SLOTS, s.gap % SLOTS
    if owner in (s.slammer, s.caller) or holds(s, s.gap) or not 1 <= slot <= s.last_slot[owner]:
        return (
            "gap: the empty slot of another player, where a card was slammed (R37).",
            "gap : l'emplacement vide d'un autre joueur, d'où une carte a été abattue (R37).",
        )
    return None


def window(s: Any, phase: str) -> Refusal:
    """R31, R80-R85"""
    if s.since > s.clock:
        return "since: it lies before the clock (R80).", "since : c'est avant l'heure de clock (R80)."
    if phase != "slam":
        if s.eligible or s.slams:
            return "eligible, slams: only in the phase slam (R31).", "eligible, slams : seulement dans la phase slam (R31)."
        return None
    may = touchable(s) & ~(1 << s.turn)
    if s.eligible & ~may or (s.waiting | s.slams) & ~s.eligible or s.waiting & s.slams or not s.waiting or s.late:
        return (
            "eligible, waiting, slams: those who may slam, still wait, or have slammed (R31, R85).",
            "eligible, waiting, slams : qui peut abattre, attend encore, ou a abattu (R31, R85).",
        )
    for p in range(s.seats):
        aimed = s.aim[p] >= 0
        if aimed != bool(s.slams >> p & 1) or (aimed and (s.aim[p] // SLOTS == s.caller or not holds(s, s.aim[p]))):
            return (
                f"aim: seat {p} slams a card that lies there (R33).",
                f"aim : la place {p} abat une carte qui s'y trouve (R33).",
            )
    return None


POSITIONS = Positions(
    needs={
        "draw": "turn", "place": "turn drawn", "slam": "turn discard", "give": "turn slammer gap discard",
        "power": "turn power discard", "king": "turn power pair discard", "end": "turn", "memorise": "starter",
        "caller": "turns_left",
    },
    whole_deck=whole_deck,
    sound=sound,
)  # fmt: skip
