"""The one import for authors of games: `from pioche.kit import ...`.

What stands here stays here; the modules behind it may move. docs/write-a-game.md teaches most of it.
"""

from __future__ import annotations

from types import ModuleType

from pioche.engine.position import (
    SEATS, Position, by_card, cards, coins, flag, inner, knowers, nobody, number, on_top, owner, place, rank_set,
    ranks, seat, seat_set, slot_numbers,
)
from pioche.engine.words import JOKER, PLACES, SIZES, SLOTS, Actions, Events, Phases
from pioche.engine.options import by_choice, by_seats, choice, number_option, seat_option, switch, word_option
from pioche.engine.facts import Fact, lowest_card
from pioche.engine.rulebook import Counting, First, Lives, Move, Positions, Rounds, Rulebook
from pioche.engine.cards import PACK, RANKS
from pioche.engine.verbs import (
    TIE_BREAK, PairsDeck, Purses, all_choose, alone, bit, break_tie, can_draw, choose_first_card, deal_hands_of,
    draw, empty_into, end_deal, everybody, first_of, fresh_card, fresh_rank_left, gather, has, how_many, left_of,
    lowest, lowest_held, lowest_in_play, lowest_shown, may, may_each_number, may_each_rank, next_of, note, pay,
    pay_and_leave, size, split_pot, tell, throw, to_move,
)
from pioche.engine.chance import below, draw_from, pick, roll, top
from pioche.engine.match import (
    ADMIT, DROP, NO_MONEY, OLYMPIA, PORTLAND, REFUSE, TACOMA, apply, carry_on, leaders, leads_alone, match_over,
    reached, settle, time_out,
)
from pioche.engine.clock import (
    CLOSE, DECIDE, GO, IDLE, KINDS, NEXT_DEAL, OFF, STRAGGLER, TURN_CLOCK, UNLOCK, UNTIMED, Clocked, credit,
    independent_stamp, opens, reaction_time, set_timer,
)



def problems(module: ModuleType) -> list[str]:
    """Where a module of rules leaves the subset of Python that both engines understand: a sentence for each place."""
    from pioche.engine.compiled import subset  # needed by authors only

    return subset.problems(module)


__all__ = [
    # what lies on the table, and who may see it
    "SEATS", "Position", "by_card", "cards", "coins", "flag", "inner", "knowers", "nobody", "number", "on_top",
    "owner", "place", "rank_set", "ranks", "seat", "seat_set", "slot_numbers",
    # what may be done, what happens, and the phases of a deal
    "JOKER", "PLACES", "SIZES", "SLOTS", "Actions", "Events", "Phases",
    # what players may choose
    "by_choice", "by_seats", "choice", "number_option", "seat_option", "switch", "word_option",
    # the declaration at the end of a game file
    "Counting", "Fact", "First", "Lives", "Move", "Positions", "Rounds", "Rulebook", "lowest_card", "problems",
    # the decks
    "PACK", "RANKS",
    # what rules do
    "TIE_BREAK", "PairsDeck", "Purses", "all_choose", "alone", "bit", "break_tie", "can_draw",
    "choose_first_card", "deal_hands_of", "draw", "empty_into", "end_deal", "everybody", "first_of", "fresh_card",
    "fresh_rank_left", "gather", "has", "how_many", "left_of", "lowest", "lowest_held", "lowest_in_play",
    "lowest_shown", "may", "may_each_number", "may_each_rank", "next_of", "note", "pay", "pay_and_leave",
    "size", "split_pot", "tell", "throw", "to_move",
    # everything random
    "below", "draw_from", "pick", "roll", "top",
    # deals into matches
    "ADMIT", "DROP", "NO_MONEY", "OLYMPIA", "PORTLAND", "REFUSE", "TACOMA", "apply", "carry_on", "leaders",
    "leads_alone", "match_over", "reached", "settle", "time_out",
    # time as data, for games against the clock
    "CLOSE", "DECIDE", "GO", "IDLE", "KINDS", "NEXT_DEAL", "OFF", "STRAGGLER", "TURN_CLOCK", "UNLOCK", "UNTIMED",
    "Clocked", "credit", "independent_stamp", "opens", "reaction_time", "set_timer",
]
