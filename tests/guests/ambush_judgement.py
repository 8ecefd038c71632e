"""How to play Ambush."""

from pioche.kit import roll
from pioche.bots.common.playouts import any_move
from tests.guests.ambush import LAY, height

ENOUGH = 9


def novice(s, p, moves, dice):
    """Often any card."""
    return any_move(s, p, moves, dice) if roll(dice, 3) else regular(s, p, moves, dice)


def regular(s, p, moves, dice):
    return low_but_enough(moves, ENOUGH)


def expert(s, p, moves, dice):
    """The more play, the higher a card must be to win."""
    return low_but_enough(moves, ENOUGH + s.seats // 2)


def low_but_enough(moves, enough):
    """The lowest card that is high enough; where there is none, the lowest of all."""
    found, spare = -1, -1
    for k in range(1, moves[0] + 1):
        h = height(moves[k] - LAY)
        if h >= enough and (found < 0 or h < height(found - LAY)):
            found = moves[k]
        if spare < 0 or h < height(spare - LAY):
            spare = moves[k]
    return found if found >= 0 else spare
