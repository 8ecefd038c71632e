"""Games of other people: every level that is offered plays them, and none is offered that would have to guess."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pioche
from pioche.bots import LEVELS, Judgement, levels, make, usual
from pioche.bots.judgement import judgement_module
from pioche.bots.lookahead import Lookahead
from pioche.bots.search import Search
from pioche.bots.world_check import why_not
from pioche.bots.world_sampling import WorldSampler, fresh, ranks_in
from pioche.engine.game import registered
from pioche.engine.table import Table
from tests.battery.blind import BLIND
from tests.bots.judging import JUDGED, is_legal_and_leaves_the_table_as_it_was, knows_only_what_its_seat_knows
from tests.bots.test_bots import cards
from tests.engine.toy import PEEK, toy
from tests.guests import GUESTS, OFFERED, ambush, auction


@pytest.fixture(autouse=True)
def on_the_list() -> Iterator[None]:
    with registered(*GUESTS.values(), alone=True):
        yield


# -- which levels there are ---------------------------------------------------------------------------------------


def test_all_levels_are_offered_where_worlds_can_be_imagined() -> None:
    assert {name: levels(pioche.load(name)) for name in GUESTS} == {
        "ambush": LEVELS, "auction": LEVELS, "riddle": ("random",), "riddle_told": LEVELS,
    }  # fmt: skip
    assert [usual(pioche.load(name)) for name in ("auction", "riddle")] == ["regular", "random"]


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_level_that_would_have_to_guess_refuses(level: str) -> None:
    with pytest.raises(pioche.PiocheError, match=r"Riddle has no bots but random.*secret.*imagine") as refused:
        make(level, pioche.load("riddle"))
    assert "Devinette n’a pas d’autre robot que random" in refused.value.fr
    assert "secret" in refused.value.fr


@pytest.mark.parametrize(("name", "level"), OFFERED)
def test_every_level_plays_whole_matches_legally(name: str, level: str) -> None:
    """Through the door, which refuses what is illegal; no bot may even try."""
    game = pioche.load(name)
    for seats in range(game.seat_range[0], game.seat_range[1] + 1, 2):
        game, rng = pioche.load(name, seats=seats), Random(seats)
        bots = [make(level, game, seats * 64 + seat, seconds=0.002, measured=True) for seat in range(seats)]
        table = game.table(seed=seats)
        while not table.over:
            seat = rng.choice(table.actors)
            word = bots[seat].choose(table.view(seat), table.legal(seat), [], table.memory(seat))
            assert word in table.legal(seat)
            assert not getattr(bots[seat], "illegal_choices", 0) + getattr(
                getattr(bots[seat], "search", None), "illegal_choices", 0
            )
            table.act(seat, word)


# -- what they imagine --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ambush", "auction", "riddle_told"])
def test_a_world_looks_exactly_like_the_view_it_was_made_from(name: str) -> None:
    game, rng, different = pioche.load(name), Random(3), 0
    for seed in range(5):
        table = game.table(seed=seed)
        while not table.over:
            seat = rng.choice(table.actors)
            worlds = WorldSampler(game, table.view(seat), table.memory(seat))
            one, other = worlds.draw(rng), worlds.draw(rng)

            assert table.view(seat) == Table(game, one).view(seat) == Table(game, other).view(seat)
            assert cards(game, one) == cards(game, table.s)
            different += game.rules.shape.position(one) != game.rules.shape.position(other)
            table.act(seat, rng.choice(table.legal(seat)))

    assert different > 10


def test_who_has_laid_a_card_in_secret_has_it_back_in_a_world_of_search() -> None:
    game = pioche.load("ambush")
    table, rng = game.table(seed=1), Random(3)
    table.act(2, table.legal(2)[0])
    again = Table(game, WorldSampler(game, table.view(0), table.memory(0), undecided=True).draw(rng))

    assert again.actors == (0, 1, 2)
    assert [sum(card >= 0 for card in hand) for hand in again.s.hand[:3]] == [6, 6, 6]
    again.act(2, rng.choice(again.legal(2)))
    assert again.view(0)["hand"] == table.view(0)["hand"]


def test_who_has_bid_in_secret_bids_again_in_a_world_of_search() -> None:
    """A number tells nobody where it came from: whoever is no longer waited for chooses once more."""
    game = pioche.load("auction")
    table, rng, found = game.table(seed=1), Random(3), set()
    table.act(2, "bid:3")
    for _ in range(40):
        world = WorldSampler(game, table.view(0), table.memory(0)).draw(rng)
        assert (world.waiting, world.bids[:2]) == (0b011, [-1, -1])
        found.add(world.bids[2])
    again = WorldSampler(game, table.view(0), table.memory(0), undecided=True).draw(rng)

    assert found == set(range(9))
    assert (again.waiting, again.bids[2]) == (0b111, -1)


def test_a_rule_says_what_may_be_hidden() -> None:
    game = pioche.load("riddle_told")
    table = game.at({**game.table(seed=1).position(), "low": 4, "high": 6, "secret": 5})
    worlds = WorldSampler(game, table.view(0), table.memory(0))

    assert {worlds.draw(Random(k)).secret for k in range(30)} == {4, 5, 6}


def variant(name: str, source: Any, *changes: tuple[str, str]) -> pioche.Game:
    """A guest with some of its text changed."""
    text = Path(source.__file__).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return toy(name, text)


def test_cards_that_lie_nowhere_are_not_guessed() -> None:
    """Whoever takes played cards off the table leaves nobody a way to know which are still hidden."""
    game = variant("ambush_thrown_away", ambush, ("s.shown[s.played] = card", "s.shown[0] = card"))

    assert "stock" in str(why_not(game))
    assert levels(game) == ("random",)


def test_a_secret_kept_for_long_is_not_guessed() -> None:
    """A choice is made again as long as it is fresh; a bid that stays hidden cannot be found that way."""
    game = variant("auction_never_told", auction, ("        s.bids[q] = NO_BID\n", ""))

    assert "bids" in str(why_not(game))


def test_two_packs_and_a_single_place_for_a_secret_card() -> None:
    """The same cards twice; and where a view does not even tell whether somebody has chosen, the count does."""
    game = variant(
        "ambush_two_packs", ambush,
        ("HAND = 6", "HAND = 6\nMOST = 2 * PACK"), ("PACK, seen", "2 * PACK, seen"), ("cards(PACK)", "cards(2 * PACK)"),
        ("s.played, s.left = 0, PACK", "s.played, s.left = 0, MOST"), ("range(PACK)", "range(MOST)"),
        ("range(PACK - 1", "range(MOST - 1"), ("s.stock[i] = i", "s.stock[i] = i % PACK"),
        ("hidden = cards(SEATS, 1,", "hidden = cards(SEATS,"), ("s.hidden[p][0]", "s.hidden[p]"),
    )  # fmt: skip
    assert why_not(game) is None
    table, rng = game.table(seed=1), Random(3)
    table.act(2, table.legal(2)[0])
    for undecided, held in ((False, 5), (True, 6)):
        world = WorldSampler(game, table.view(0), table.memory(0), undecided).draw(rng)
        assert cards(game, world) == cards(game, table.s)
        assert set(cards(game, world).values()) == {2}
        assert sum(card >= 0 for card in world.hand[2]) == held
        assert (world.hidden[2] >= 0) == (not undecided)


def test_another_deck_of_ranks_is_not_taken_for_the_pairs_deck() -> None:
    """Four cards of each rank: nobody is imagined with a fifth, and the ones are not forgotten."""
    four = "    gather(s)\n    for rank in range(1, 11):\n        s.deck[rank] = 4\n    s.left = 40\n"
    game = toy("peek_with_four_of_each", PEEK.replace("    gather(s)\n", four))
    table, rng, ones = game.table(seed=1), Random(3), 0
    assert why_not(game) is None
    for _ in range(200):
        world = WorldSampler(game, table.view(0), table.memory(0)).draw(rng)
        held = [sum(rows) for rows in zip(*world.hand, world.deck, strict=True)]
        assert held == [0, *[4] * 10]
        ones += sum(hand[1] for hand in world.hand[1:3])

    assert 40 < ones < 130  # one in ten of 800 cards, had the own hand none


def test_cards_with_knowers_are_imagined_too() -> None:
    assert why_not(toy("blind_guest", BLIND)) is None


@pytest.mark.parametrize("name", [name for name in pioche.games() if pioche.load(name).rules.deck == "ranks"])
def test_the_cards_there_are_can_be_seen_from_a_first_deal(name: str) -> None:
    game = pioche.load(name)
    s = fresh(game)
    found: Counter[int] = sum(
        (ranks_in(s, f) for f in game.rules.shape.fields.values() if f.kind in ("ranks", "rank_set")), Counter()
    )

    assert found == Counter({rank: rank * getattr(s, "decks", 1) for rank in range(1, 11)})


# -- judgement ----------------------------------------------------------------------------------------------------


def test_a_guest_brings_judgement_of_its_own() -> None:
    game = pioche.load("ambush")
    table = game.table(seed=1)
    hand = sorted(table.s.hand[0], key=ambush.height)
    bots = [make(level, game, 1) for level in ("regular", "expert")]

    assert all(isinstance(bot, Judgement) for bot in bots)
    enough = next((card for card in hand if ambush.height(card) >= 9), hand[0])
    word = bots[0].choose(table.view(0), table.legal(0), [], table.memory(0))
    assert game.rules.actions.read(word) == ambush.LAY + enough
    for level in JUDGED:
        is_legal_and_leaves_the_table_as_it_was(("ambush", {}), level, 20)
    assert knows_only_what_its_seat_knows(("ambush", {}), 20) > 10


@pytest.mark.parametrize("name", ["warm_start", "common", "judgement", "search", "pairs_", "playouts"])
def test_a_game_named_like_something_else_has_no_judgement(name: str) -> None:
    rules = replace(auction.RULES, id=name)

    assert judgement_module(rules) is None
    assert isinstance(make("expert", pioche.Game(rules, {})), Lookahead)


def test_a_guest_named_like_a_game_of_the_house_does_not_get_its_judgement() -> None:
    assert judgement_module(replace(auction.RULES, id="pairs")) is None
    assert judgement_module(pioche.load("pairs").rules) is sys.modules["pioche.bots.judgement.pairs"]


def test_judgement_that_is_declared_must_be_there() -> None:
    rules = replace(auction.RULES, judgement="tests.guests.nowhere")
    with pytest.raises(pioche.PiocheError, match=r"tests\.guests\.nowhere") as refused:
        make("expert", pioche.Game(rules, {}))
    assert "n’existe pas" in refused.value.fr


def test_judgement_may_stand_in_the_file_of_the_rules() -> None:
    levels_of_its_own = "\n\ndef novice(s, p, moves, dice):\n    return moves[1]\n\n\ndef regular(s, p, moves, dice):\n    return moves[moves[0]]\n"
    game = variant(
        "auction_judged",
        auction,
        ("\nRULES = Rulebook(", levels_of_its_own + "\n\nRULES = Rulebook("),
        ('"fr": {"title": "Enchère"}},', '"fr": {"title": "Enchère"}}, judgement=__name__,'),
    )
    table = game.table(seed=1)
    said = [make(level, game).choose(table.view(0), table.legal(0), [], table.memory(0)) for level in LEVELS[1:4]]

    assert said == ["bid:0", "bid:8", "bid:8"]  # an expert that is not written plays like a regular


# -- without judgement ----------------------------------------------------------------------------------------------


def test_levels_without_judgement_are_not_all_the_same() -> None:
    """A seat that has more tokens than all others can only win by bidding more than they can."""
    game = pioche.load("auction", seats=2)
    table = game.at({**game.table(seed=1).position(), "tokens": [8, 2], "prize": 6, "gone": 0b1111110})
    found = {}
    for level in ("novice", "regular", "expert"):
        answers = [make(level, game, k).choose(table.view(0), table.legal(0), [], table.memory(0)) for k in range(20)]
        found[level] = sum(answer in ("bid:3", "bid:4", "bid:5", "bid:6", "bid:7", "bid:8") for answer in answers)

    assert found["expert"] == 20
    assert found["novice"] < 20


def test_search_without_judgement_finds_what_is_best_in_every_thread() -> None:
    game = pioche.load("auction", seats=2)
    table = game.at({**game.table(seed=1).position(), "tokens": [8, 2], "prize": 6, "gone": 0b1111110})
    search = Search(game, seed=1, iterations=200, threads=2)

    assert search.choose(table.view(0), table.legal(0), table.memory(0)) in (
        "bid:3",
        "bid:4",
        "bid:5",
        "bid:6",
        "bid:7",
        "bid:8",
    )
    assert not search.advised
