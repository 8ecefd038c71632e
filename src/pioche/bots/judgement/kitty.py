"""How to play Kitty (docs/games/kitty.md, section 12)."""

from __future__ import annotations

from pioche.bots.common.bids import PARTS, SURE, all_cards, chance_of_most, note_down, noted
from pioche.bots.common.playouts import any_move
from pioche.kit import RANKS, lowest_held, roll
from pioche.families.bidding import highest_card
from pioche.rules.kitty import BID, BIDDING, GIVE, PASS, PASSING, PICK, PICKING, TO

POINT = 1000
RIVALRY = 18  # sixteenths: how jealously rivals are thought to hoard what one has not seen


def novice(s, p, moves, dice):
    """Likes high cards and bids low for a high prize; else parts with single cards. Has a hunch now and then."""
    if roll(dice, 3) == 0 or s.phase > PICKING:
        return any_move(s, p, moves, dice)
    if s.phase == PICKING:
        return moves[moves[0]]
    if s.phase == BIDDING and highest_card(s.target) > RANKS // 2:
        return moves[1]
    best = moves[1]
    for k in range(2, moves[0] + 1):
        if s.hand[p][card_of(s, moves[k])] < s.hand[p][card_of(s, best)]:
            best = moves[k]
    return best


def regular(s, p, moves, dice):
    """Knows how many cards of a rank are usually enough, and bids low for what helps."""
    if s.phase > PICKING:
        return any_move(s, p, moves, dice)
    prize = highest_card(s.target)
    wanted = usual(s, prize, s.hand[p][prize] + 1) - usual(s, prize, s.hand[p][prize])
    best, promise = moves[1], -POINT * POINT
    for k in range(1, moves[0] + 1):
        rank = card_of(s, moves[k])
        held = s.hand[p][rank]
        if s.phase == PICKING:
            hope = usual(s, rank, held + 1) - usual(s, rank, held)
        else:
            hope = usual(s, rank, held - 1) - usual(s, rank, held)
        if s.phase == BIDDING and rank > 1:
            hope += wanted * (RANKS - rank) // RANKS
        if hope > promise:
            best, promise = moves[k], hope
    return best


def expert(s, p, moves, dice):
    """Counts: the chance of every majority, and the chance that a bid is the lowest nobody else makes."""
    unseen = unseen_cards(s, p)
    best, promise = moves[1], -POINT * POINT
    for k in range(1, moves[0] + 1):
        rank = card_of(s, moves[k])
        if s.phase == PASSING:
            hope = -loss(s, p, rank, unseen)
        elif s.phase == BIDDING:
            hope = prize_hope(s, p, rank, unseen) - loss(s, p, rank, unseen)
        elif s.phase == PICKING:
            hope = gain(s, p, rank, unseen)
        else:  # the card that helps least, to the player behind
            hope = -gain(s, p, rank, unseen) - POINT * s.total[(moves[k] - GIVE) % TO] + roll(dice, POINT)
        if hope > promise:
            best, promise = moves[k], hope
    return best


def card_of(s, a):
    """The rank an action names."""
    if s.phase == PASSING:
        return a - PASS
    return a - BID if s.phase == BIDDING else a - PICK if s.phase == PICKING else (a - GIVE) // TO


# -- majorities --------------------------------------------------------------------------------------------


def usual(s, rank, held):
    """The points so many cards of a rank bring; the more rivals share the rest, the fewer cards are enough."""
    return rank * max(0, min(100, 25 + 50 * held - 60 * rank // s.seats)) * POINT // 100 if held > 0 else 0


def unseen_cards(s, p):
    """Of every rank, the cards in other hands, in the kitty and set aside."""
    found = 0
    for rank in range(1, RANKS):
        found = note_down(found, rank, rank - s.hand[p][rank] - s.target[rank] - s.discard[rank])
    return found


def points(s, rank, held, unseen):
    rivals = s.seats - 1
    return rank * POINT * chance_of_most(held, noted(unseen, rank), rivals, RIVALRY * PARTS // (16 * rivals)) // SURE


def gain(s, p, rank, unseen):
    held = s.hand[p][rank]
    return points(s, rank, held + 1, unseen) - points(s, rank, held, unseen)


def loss(s, p, rank, unseen):
    held = s.hand[p][rank]
    return points(s, rank, held, unseen) - points(s, rank, held - 1, unseen)


# -- bids ----------------------------------------------------------------------------------------------------


def prize_hope(s, p, rank, unseen):
    """Return the mean gain of a bid: the better card of the target, or the other one as second claimant (R11)."""
    high, low = highest_card(s.target), lowest_held(s.target)
    first, second = claims(s, rank, unseen)
    better, other = gain(s, p, high, unseen), gain(s, p, low, unseen)
    if high == low and s.target[high] == 1:
        other = 0
    return (max(better, other) * first + min(better, other) * second) // SURE


def claims(s, rank, unseen):
    """The chances that a bid is the lowest nobody else makes (R9), and the second-lowest. A one wins nothing (R13)."""
    total, rivals = all_cards(unseen), s.seats - 1
    first, odds = SURE * (rank > 1), 0
    for r in range(1, rank + 1):
        bid = noted(unseen, r) * SURE // total
        nobody_else = SURE
        for _ in range(rivals - 1):
            nobody_else = nobody_else * (SURE - bid) // SURE
        if r < rank:
            once = rivals * bid * nobody_else // SURE
            first = first * (SURE - once) // SURE
            odds += once * SURE // (SURE - once)
        else:
            first = first * nobody_else * (SURE - bid) // (SURE * SURE)
    return first, first * odds // SURE
