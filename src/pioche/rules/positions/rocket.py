"""Written positions of Rocket. Rule numbers are those of docs/games/rocket.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal

HOUSE, LOWEST_CARD = 1, 1  # values of the options dealer and first_player


def sound(s: Any, phase: str) -> Refusal:
    if s.dealer == HOUSE and s.dealing != s.seats - 1:
        return "dealing: the house sits last (R4).", "dealing : la maison a la dernière place (R4)."
    if s.playing >> s.dealing & 1:
        return "playing: the dealer is not one of the players (R5).", "playing : le donneur n'est pas un des joueurs (R5)."
    if s.burned:
        return (
            "left, burned: no card is burned, so left counts the whole deck (R2). Leave both out.",
            "left, burned : aucune carte n'est brûlée, left compte donc toute la pioche (R2). Ne donnez ni l'un ni l'autre.",
        )
    lying = sum(s.deck) + sum(s.discard) + sum(pile.bit_count() for pile in s.pile)
    filled = 100 * lying <= s.reshuffle_percent * 55 * s.decks and phase != "bet"  # R2 the next round has a full shoe
    if lying < s.seats and not filled:
        return "deck: there is not a card for everybody (R8).", "deck : il n'y a pas une carte pour chacun (R8)."
    return while_betting(s) if phase == "bet" else while_playing(s)


def while_betting(s: Any) -> Refusal:
    if s.playing != (1 << s.seats) - 1 ^ (1 << s.dealing):
        return "playing: all but the dealer bet (R5).", "playing : tous misent, sauf le donneur (R5)."
    if any(s.bet) or any(s.pile):
        return "bet, pile: they are empty while bets are made (R6).", "bet, pile : vides tant qu'on mise (R6)."
    return None


def while_playing(s: Any) -> Refusal:
    if any(s.secret_bet):
        return "secret_bet: all bets are shown (R6).", "secret_bet : toutes les mises sont montrées (R6)."
    if s.pile[s.dealing] == 0:
        return "pile: the dealer has a card (R8).", "pile : le donneur a une carte (R8)."
    if s.first_player == LOWEST_CARD and s.button < 0:
        return (
            "The lowest card has the button: write button (R10).",
            "La plus petite carte a le bouton : donnez button (R10).",
        )
    return None


POSITIONS = Positions(
    players="playing", needs={"": "dealing playing", "turn": "turn pile bet"}, secret={"bet": "secret_bet"}, sound=sound
)
