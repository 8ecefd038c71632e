"""How to play Sweep (docs/games/sweep.md, section 12)."""

from __future__ import annotations

from pioche.bots.common.bids import FACES, PARTS, SURE, all_cards, chance_of_most, highest_below, note_down, noted, some_card
from pioche.bots.common.playouts import any_move
from pioche.kit import RANKS, bit, first_of, has, left_of, lowest, roll, size
from pioche.families.bidding import highest_card
from pioche.rules.sweep import PLAY, PLAYING, TAKE

FIFTHS = 5  # of a point: ten points fit into a note
TABLES = 12  # ways in which the seats behind might play, that an expert imagines
THEIRS, MINE = 8, 3  # sixteenths of the stock that a rival, and I, may be thought to collect


def novice(s, p, moves, dice):
    """Grabs what lies there, and does not count what it costs."""
    if roll(dice, 3) == 0:
        return any_move(s, p, moves, dice)
    return most_tempting(s, moves, 0) if s.phase == PLAYING else moves[moves[0]]


def regular(s, p, moves, dice):
    """Resolves the round with the cards on the table and each card of the hand: ranks gained less the rank spent."""
    return most_tempting(s, moves, 1) if s.phase == PLAYING else moves[moves[0]]  # in a tie the highest


def expert(s, p, moves, dice):
    """Weighs cards by what they do for majorities, over ways in which the seats behind might answer."""
    one, two, spent = worth_of_cards(s, p)
    before, unseen, behind = cards_played(s), unseen_cards(s, p), seats_behind(s, p)
    tables = TABLES if behind else 1  # in last position the round is known
    first, second = dice[0], dice[1]
    best, promise = moves[1], -SURE * SURE
    for k in range(1, moves[0] + 1):
        if s.phase == PLAYING:
            rank = moves[k] - PLAY
            hope = -tables * noted(spent, rank)
            dice[0], dice[1] = first, second  # every card meets the same luck
            for _ in range(tables):
                played = before
                for _ in range(behind):
                    played = note_down(played, likely_card(s, note_down(played, rank, 1), unseen, dice), 1)
                hope += 2 * haul(s, rank, played, before, one, two)  # what I take, nobody else takes
        else:
            hope = noted(one, moves[k] - TAKE)
        if hope > promise:
            best, promise = moves[k], hope
    return best


def playout(s, p, moves, dice):
    """Search imagines quickly: like a regular."""
    return regular(s, p, moves, dice)


# -- the round ---------------------------------------------------------------------------------------------


def cards_played(s):
    """Count how many seats have played each rank."""
    played = 0
    for q in range(s.seats):
        if s.played[q]:
            played = note_down(played, first_of(s.played[q]), 1)
    return played


def seats_behind(s, p):
    """Return how many seats play after p in this round."""
    n, q = 0, left_of(s, p)
    while q != s.starter:
        n += size(s.hand[q]) > 0
        q = left_of(s, q)
    return n


def most_tempting(s, moves, cost):
    played = cards_played(s)
    best, promise = moves[1], -SURE
    for k in range(1, moves[0] + 1):
        hope = bargain(s, moves[k] - PLAY, played, cost)
        if hope > promise:
            best, promise = moves[k], hope
    return best


def likely_card(s, played, unseen, dice):
    """Return a likely card of another seat: of two unseen cards the more tempting one."""
    total = all_cards(unseen)
    x, y = some_card(unseen, total, dice), some_card(unseen, total, dice)
    return x if bargain(s, x, played, 1) > bargain(s, y, played, 1) else y


def bargain(s, rank, played, cost):
    """Ranks gained less the rank spent, with the cards on the table."""
    return haul(s, rank, played, played, FACES, 2 * FACES) - cost * rank


def haul(s, rank, played, before, one, two):
    """Return the value a card wins among others (R11-R17); the notes hold the worth of one and of two cards of a rank.
    The cards `before` were played earlier: those who tie with them choose after them."""
    seen = 0
    for r in range(1, RANKS):
        if noted(played, r):
            seen |= bit(r)
    top, low = highest_card(s.centre), lowest(seen)
    tied, turn = noted(played, rank) + 1, noted(before, rank)
    if rank <= low:  # R12, R15
        return worth(top, (s.centre[top] - turn + tied - 1) // tied, one, two)
    prey, total = highest_below(seen, rank), 0
    for r in range(1 if prey == low else prey, rank):  # R13: what the group below has left, and its cards (R17)
        total += worth(r, s.centre[r] * (r != top) + noted(played, r) * (r == prey), one, two)
    return (total + tied - 1 - turn) // tied


def worth(rank, cards, one, two):
    if cards <= 0:
        return 0
    return noted(one, rank) + (noted(two, rank) - noted(one, rank)) * (cards - 1)


# -- majorities ----------------------------------------------------------------------------------------------


def unseen_cards(s, p):
    """Of every rank, the cards in other hands and in the stock."""
    found = 0
    for rank in range(1, RANKS):
        n = rank - s.hand[p][rank] - s.centre[rank] - s.discard[rank]
        for q in range(s.seats):
            n -= has(s.played[q], rank)
        found = note_down(found, rank, n)
    return found


def worth_of_cards(s, p):
    """Note for every rank the worth of one more card, of two, and of one less."""
    unseen = unseen_cards(s, p)
    total, rivals = max(all_cards(unseen), 1), s.seats - 1
    theirs = ((total - s.left) * 16 // rivals + s.left * THEIRS) * PARTS // (16 * total)
    mine = s.left * MINE * PARTS // (16 * total)
    one, two, spent = 0, 0, 0
    for rank in range(1, RANKS):
        held, about = s.hand[p][rank], noted(unseen, rank)
        now, less = points(rank, held, about, rivals, theirs, mine), 0
        if held:
            less = points(rank, held - 1, about, rivals, theirs, mine)
        one = note_down(one, rank, points(rank, held + 1, about, rivals, theirs, mine) - now)
        two = note_down(two, rank, points(rank, held + 2, about, rivals, theirs, mine) - now)
        spent = note_down(spent, rank, (now - less) * (held > 0))
    return one, two, spent


def points(rank, held, unseen, rivals, theirs, mine):
    """Return the likely score of so many cards; perhaps one more will be taken."""
    more = min(unseen * mine, PARTS)
    now = chance_of_most(held, unseen, rivals, theirs)
    then = chance_of_most(held + 1, unseen, rivals, theirs)
    return rank * FIFTHS * (now * (PARTS - more) + then * more) // (SURE * PARTS)
