"""How to play Kitty (docs/games/kitty.md, section 12)."""

from __future__ import annotations

from pioche.bidding import highest_card
from pioche.bots.bidding import PARTS, SURE, all_cards, chance_of_most, note_down, noted
from pioche.cards import RANKS
from pioche.chance import roll
from pioche.rules.kitty import BID, BIDDING, GIVE, PASS, PASSING, PICK, PICKING, TO, sides
from pioche.verbs import lowest_held, size

POINT = 1000
KEEP = 16  # sixteenths of the unseen cards of a rank that rivals will still hold in the end
EAGER = 3  # how much likelier a rival bids a low card than a high one
WEAPON = 4  # what a small card is worth for bids to come


def novice(s, p, moves, dice):
    """Wants every prize: passes and bids low, and has a hunch now and then."""
    if roll(dice, 3) == 0:
        return moves[1 + roll(dice, moves[0])]
    return moves[moves[0]] if s.phase == PICKING else moves[1]


def regular(s, p, moves, dice):
    """Knows how many cards of a rank are usually enough; bids low for what helps, else throws what does not."""
    if s.phase == PICKING:
        return moves[moves[0]]
    if s.phase > PICKING:
        return moves[1 + roll(dice, moves[0])]
    prize = highest_card(s.target)
    wanted = usual(prize, s.hand[p][prize] + 1) - usual(prize, s.hand[p][prize])
    best, promise = moves[1], -POINT * POINT
    for k in range(1, moves[0] + 1):
        rank = moves[k] - (PASS if s.phase == PASSING else BID)
        hope = usual(rank, s.hand[p][rank] - 1) - usual(rank, s.hand[p][rank])
        if s.phase == BIDDING and rank > 1:
            hope += wanted * (RANKS - rank) // RANKS
        if hope > promise:
            best, promise = moves[k], hope
    return best


def usual(rank, held):
    """The points so many cards of a rank bring at an ordinary table."""
    if held <= 0:
        return 0
    return rank * max(0, min(100, 25 + 50 * held - 15 * rank)) * POINT // 100


def expert(s, p, moves, dice):
    """Counts: the chance of every majority, and the chance that a bid is the lowest nobody else makes."""
    unseen = unseen_cards(s, p)
    best, promise = moves[1], -POINT * POINT
    for k in range(1, moves[0] + 1):
        if s.phase == PASSING:
            hope = -loss(s, p, moves[k] - PASS, unseen)
        elif s.phase == BIDDING:
            hope = prize_hope(s, p, moves[k] - BID, unseen) - loss(s, p, moves[k] - BID, unseen)
        elif s.phase == PICKING:
            hope = gain(s, p, moves[k] - PICK, unseen)
        else:
            hope = -gain(s, p, (moves[k] - GIVE) // TO, unseen) - POINT * s.total[(moves[k] - GIVE) % TO] + roll(dice, 5)
        if hope > promise:
            best, promise = moves[k], hope
    return best


def unseen_cards(s, p):
    """Of every rank, the cards in other hands, in the kitty and set aside."""
    found = 0
    for rank in range(1, RANKS):
        found = note_down(found, rank, rank - s.hand[p][rank] - s.target[rank] - s.discard[rank])
    return found


def points(s, p, rank, held, unseen):
    share = KEEP * PARTS // (16 * (s.seats - 1))
    return rank * POINT * chance_of_most(held, noted(unseen, rank), s.seats - 1, share) // SURE


def gain(s, p, rank, unseen):
    held = s.hand[p][rank]
    return points(s, p, rank, held + 1, unseen) - points(s, p, rank, held, unseen)


def loss(s, p, rank, unseen):
    """What a card is worth: its part in a majority, and a small one as a bid to come."""
    held = s.hand[p][rank]
    weapon = WEAPON * s.left * lowest_chance(s, rank, unseen) * POINT // (SURE * 16) if rank > 1 else 0
    return points(s, p, rank, held, unseen) - points(s, p, rank, held - 1, unseen) + weapon


def prize_hope(s, p, rank, unseen):
    if rank == 1:
        return 0
    prize = highest_card(s.target)
    return gain(s, p, prize, unseen) * lowest_chance(s, rank, unseen) // SURE


def lowest_chance(s, rank, unseen):
    """The chance that nobody else bids this rank, and of the lower ones none is bid exactly once."""
    total, chance = 0, SURE
    for r in range(1, RANKS):
        total += eagerness(r, unseen)
    for r in range(1, rank + 1):
        mine = eagerness(r, unseen) * SURE // total
        others = SURE
        for _ in range(s.seats - 2):
            others = others * (SURE - mine) // SURE
        if r < rank:
            chance = chance * (SURE - (s.seats - 1) * mine * others // SURE) // SURE
        else:
            chance = chance * others * (SURE - mine) // (SURE * SURE)
    return chance


def eagerness(rank, unseen):
    return noted(unseen, rank) * (RANKS - 1 + EAGER * (RANKS - rank))
