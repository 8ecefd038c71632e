"""Written positions of Pig and Spoons. Rule numbers are those of docs/games/pig.md and reaction_clock.md."""

from __future__ import annotations

from typing import Any

from pioche.families.passing import packs_needed
from pioche.kit import OFF, PACK, Positions
from pioche.rules.positions import Refusal


def whole_deck(s: Any) -> range:
    return range(PACK * (s.packs or packs_needed(s.seats, s.cards, s.stock)))  # R3


def sound(s: Any, phase: str) -> Refusal:
    live = [p for p in range(s.seats) if s.live >> p & 1]
    if len(live) < 2:
        return "live: at least two seats are left (R28).", "live : il reste au moins deux places (R28)."
    for p in live:
        if s.letters[p] >= s.lives:
            return f"letters: seat {p} has lost all lives and is out (R25).", f"letters : la place {p} est éliminée (R25)."
    if s.voids >= s.max_voids:
        return f"voids: the match ends after {s.max_voids} (R35).", f"voids : la partie s'arrête après {s.max_voids} (R35)."
    if phase != "play" and s.waiting:
        return nobody_acts(phase)
    if phase == "between":
        return idle(s, False)
    if not s.live >> s.dealer & 1:
        return "dealer: the dealer is live (R7).", "dealer : le donneur est en jeu (R7)."
    return cards(s, phase, live) or race(s, phase, s.signalled, s.live) or idle(s, phase == "play" and not s.race_open)


def cards(s: Any, phase: str, live: list[int]) -> Refusal:
    """R6, R10-R13: one card in, one card out."""
    fewest = s.cards - (phase == "play")
    for p in range(s.seats):
        if not (fewest <= s.held[p] <= s.cards if p in live else s.held[p] == 0):
            return (
                f"hand: seat {p} holds {s.held[p]} cards; live seats hold {s.cards}, one fewer after a pass (R6, R10).",
                f"hand : la place {p} a {s.held[p]} cartes ; les places en jeu en ont {s.cards}, une de moins après une"
                " passe (R6, R10).",
            )  # fmt: skip
        if s.slot[p] and p not in live:
            return f"slot: seat {p} is out (R26).", f"slot : la place {p} est hors jeu (R26)."
    waiting = sum(card >= 0 for card in s.on_the_way)
    if sum(s.slot) != waiting:
        return (
            f"slot counts {sum(s.slot)} cards on their way, on_the_way holds {waiting} (R9).",
            f"slot compte {sum(s.slot)} cartes en chemin, on_the_way en a {waiting} (R9).",
        )
    total, most = sum(s.held) + waiting + s.draw_left + s.discarded, s.cards * len(live)
    if total <= most - len(live) or (total > most and not s.stock):  # with fewer somebody could never move again
        return (
            f"{most} cards go round between {len(live)} seats; here there are {total} (R6).",
            f"{most} cartes circulent entre {len(live)} places ; ici il y en a {total} (R6).",
        )
    return None


def race(s: Any, phase: str, begun: int, live: int) -> Refusal:
    """T8, T10: `begun` are the seats that have signalled, at least in part."""
    if bool(s.race_open) != bool(begun) or (begun and phase != "play"):
        return (
            "race_open: a race is open once somebody has signalled, and only then (T8).",
            "race_open : la course est ouverte dès que quelqu'un a fait le signal, pas avant (T8).",
        )
    if (begun | s.with_set) & ~live or (s.race_open and not begun >> s.opener & 1):
        return "signalled, opener: only live seats signal (T8).", "signalled, opener : seules les places en jeu (T8)."
    if s.race_open and (live & ~s.signalled).bit_count() < 2 - s.latency:
        return "signalled: the race is over (T10).", "signalled : la course est finie (T10)."
    if s.open_t > s.clock:
        return "open_t: it lies before the clock (T8).", "open_t : c'est avant l'heure de clock (T8)."
    return None


def nobody_acts(phase: str) -> Refusal:
    return f"waiting: nobody acts in the phase {phase} (T27).", f"waiting : personne ne joue dans la phase {phase} (T27)."


def idle(s: Any, may_be: bool) -> Refusal:
    """T20"""
    if not may_be and any(since != OFF for since in s.idle_since):
        return "idle_since: nobody is waited for now (T20).", "idle_since : on n'attend personne en ce moment (T20)."
    return None


POSITIONS = Positions(players="live", whole_deck=whole_deck, sound=sound)
