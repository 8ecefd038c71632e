"""Experts say high, novices low, regulars either."""

from pioche.bots.common.playouts import any_move

LOW, HIGH = 0, 1


def novice(s, p, moves, dice):
    return LOW


def regular(s, p, moves, dice):
    return any_move(s, p, moves, dice)


def expert(s, p, moves, dice):
    return HIGH
