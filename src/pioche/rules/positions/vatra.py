"""Written positions of Vatra. Rule numbers are those of docs/games/vatra.md."""

from __future__ import annotations

from typing import Any

from pioche.families.hands import card_of
from pioche.kit import Positions
from pioche.rules.positions import Refusal
from pioche.rules.positions.pig import idle, nobody_acts, race

SEVEN_OF_DIAMONDS, JOKER = 32, 7 * 52 + 51
MAGARAC, VATRA = range(2)  # game


def whole_deck(s: Any) -> set[int]:
    """V2"""
    cards = {card_of(group, suit) for group in range(s.seats) for suit in range(4)}
    return cards | ({SEVEN_OF_DIAMONDS if s.seats <= 7 else JOKER} if s.traveller else set())


def sound(s: Any, phase: str) -> Refusal:
    if s.live != (1 << s.seats) - 1:
        return "live: nobody goes out.", "live : personne n'est éliminé."
    if s.voids >= s.max_voids:
        return f"voids: the match ends after {s.max_voids} (V20).", f"voids : la partie s'arrête après {s.max_voids} (V20)."
    if s.game == MAGARAC and max(s.lost) >= s.word:
        return "lost: somebody has the whole word (V27).", "lost : quelqu'un a le mot entier (V27)."
    if phase == "punish":
        return punishment(s)
    if phase != "play" and s.waiting:
        return nobody_acts(phase)
    if phase == "between":
        return idle(s, False)
    begun = s.slammed | s.shouted
    return hands(s, phase) or race(s, phase, begun, s.live) or idle(s, phase == "play" and not s.race_open)


def hands(s: Any, phase: str) -> Refusal:
    """V3, V6: one card creeps round."""
    turn = s.turn if phase == "play" else (s.dealer + 1) % s.seats
    for p in range(s.seats):
        offered = s.offer[p][0] >= 0
        if s.held[p] + offered > 4 + (p == turn) or (offered and (p != turn or not s.traveller or s.refused)):
            return (
                f"hand, offer: seat {p} holds too many cards; only the seat on turn has a fifth, and offers one (V6, V9).",
                f"hand, offer : la place {p} a trop de cartes ; seule celle qui joue en a une de plus (V6, V9).",
            )
    total = sum(s.held) + sum(row[0] >= 0 for row in s.offer)
    if total != len(whole_deck(s)):
        return (
            f"hand: there are {len(whole_deck(s))} cards in all hands, here {total} (V2, V3).",
            f"hand : il y a {len(whole_deck(s))} cartes dans toutes les mains, ici {total} (V2, V3).",
        )
    if not 0 <= s.old_place <= 4 or (s.refused and s.old_place >= s.held[turn]):
        return "old_place: no such place in the hand (V9).", "old_place : pas de telle place dans la main (V9)."
    return None


def punishment(s: Any) -> Refusal:
    """V23, V24"""
    if s.game != VATRA or s.turn < 0 or not s.to_punish >> s.turn & 1 or s.waiting != 1 << s.turn:
        return (
            "to_punish: the loser who is to name a card has the turn, and waits alone (V23).",
            "to_punish : le perdant qui nomme une carte a le tour, et lui seul (V23).",
        )
    if sorted(card for card in s.pack if card >= 0) != sorted(whole_deck(s)):
        return "pack: all cards lie in it (V24).", "pack : toutes les cartes y sont (V24)."
    if any(since >= 0 for p, since in enumerate(s.idle_since) if p != s.turn):
        return idle(s, False)
    return None


POSITIONS = Positions(players="live", whole_deck=whole_deck, sound=sound)
