"""Hindsight: what it tells of a guest is what the guest really gains."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.bots import make
from pioche.lab import arena
from pioche.lab.arena import one_deal
from pioche.lab.ladder import section
from pioche.lab.ladder_picture import picture
from pioche.lab.move_evaluation import MoveEvaluation
from pioche.lab.paired_matches import RATING_PARTS, Ladder, PairedMatches, Visits, ratings

SHORT: list[tuple[str, dict[str, Any], str]] = [
    ("hawthorn", {"deals": 1}, "novice"),  # secret hands, coins, a deck that is drawn from
    ("kitty", {}, "novice"),  # simultaneous bids, a whole match
    ("sweep", {}, "novice"),  # a deck in a fixed order
]


@pytest.mark.parametrize(("name", "options", "host"), SHORT)
def test_hindsight_tells_what_the_league_finds(name: str, options: dict[str, Any], host: str) -> None:
    """An expert visits weaker players: a hundred visits seen in hindsight, and twenty thousand as they happened. What the
    hosts have at their own table is known: a fair share of first places."""
    game = pioche.load(name, **options)
    seats = [1 << k % game.seats for k in range(100)]
    told = [
        arena._visit(arena.Job(game.id, game.rules.module, dict(game.options), "expert", host, mine, k))
        for k, mine in enumerate(seats)
    ]
    gains = np.concatenate([visit.gains for visit in told])[:, 0]
    mine, standings, _ = arena._league(game, "expert", host, 10**6, arena._seated(game, seats * 200))
    best = standings == standings.max(axis=1, keepdims=True)
    found = (best / best.sum(axis=1, keepdims=True))[mine] - 1 / game.seats

    error = math.hypot(gains.std() / math.sqrt(len(gains)), found.std() / math.sqrt(len(found)))
    assert gains.mean() > 4 * error
    assert abs(gains.mean() - found.mean()) < 3 * error


def test_who_plays_like_the_hosts_gains_nothing() -> None:
    game = pioche.load("hawthorn", deals=1)
    table, evaluation, bot = game.table(seed=3), MoveEvaluation(game, "regular", 3), make("regular", game, 4)
    looks = 0
    while not table.over:
        seat = table.actors[0]
        move = bot.choose(table.view(seat), table.legal(seat), [], table.memory(seat))
        evaluation.look(table, seat, move)
        table.act(seat, move)
        looks += 1

    assert looks > 4
    assert not evaluation.gained.any()


def test_to_look_changes_nothing_at_the_table() -> None:
    """Neither the cards to come: a whole match with somebody looking and without."""
    game = pioche.load("hawthorn", deals=1)
    levels = ["novice", "expert", "expert", "expert"]
    evaluation = MoveEvaluation(game, "expert", 7)

    assert arena.play_match(game, levels, 7) == arena.play_match(game, levels, 7, evaluation)
    assert evaluation.gained[1] < 0


def test_a_small_gain_is_told_with_the_places_it_needs() -> None:
    def told(win: float, win_error: float, score: float, score_error: float) -> tuple[str, str]:
        one = PairedMatches("search:1", "expert", 10**6, win, win_error, score, score_error, 0.25, 0.25)
        return one.told_first(), one.told(1)

    assert told(0.05, 0.01, 1.5, 0.5) == ("+5.0 ± 2.0", "+1.50 ± 0.98")
    assert told(0.0004, 0.0001, 0.012, 0.002) == ("+0.04 ± 0.02", "+0.012 ± 0.004")
    assert told(0.0, 0.0, 0.0, 0.0) == ("+0.0 ± 0.0", "+0.00 ± 0.00")


# -- visits ----------------------------------------------------------------------------------------------------


def test_guests_that_think_visit_each_seat() -> None:
    """One deal of Hawthorn is as good as another; hindsight looks at the guest."""
    found = arena.matches(one_deal(pioche.load("hawthorn")), "search:0.001", "expert", pairs=4)

    assert found.mine.tolist() == np.concatenate([np.eye(4, dtype=bool)] * 2).tolist()
    assert isinstance(found, Visits)
    assert found.gains.shape == (8, 2)
    assert found.gains.any()


def test_a_visit_counts_what_the_guest_gained() -> None:
    """Points are bad here, as in Pairs; a table of three alike wins a third each."""
    mine = np.array([[1, 0, 0], [0, 1, 0]], bool)
    scores = np.array([[7, 2, 1], [9, 5, 0]])
    found = Visits(mine, -scores, scores, np.array([[0.5, -3], [0.25, -1]])).duel("a", "b", deals=1)

    assert (found.win, found.win_a) == (0.375, 0.375 + found.win_b)
    assert found.win_b == pytest.approx(1 / 3)
    assert (found.score, found.score_error) == (2, 1)
    assert (found.matches, found.deals) == (2, 1)
    assert found.orders[0] == {"bba": 1, "bab": 1}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("gain", [-0.5, 1.0])
def test_a_share_of_first_places_is_a_share(gain: float, lang: str) -> None:
    """A few visits of a bad or a lucky guest: hindsight finds a difference that no share of a table of three leaves room for.
    It is told as the difference it is."""
    mine = np.array([[1, 0, 0], [0, 1, 0]], bool)
    scores = np.array([[7, 2, 1], [9, 5, 0]])
    found = Visits(mine, scores, scores, np.array([[gain, 1], [gain, 1]])).duel("search:1", "expert")
    row = section(Ladder(pioche.load("hawthorn"), ["expert", "search:1"], [found]), lang)[4]

    assert found.win == gain
    assert found.win_a in (0, 1)
    assert found.shares is None
    assert f"{100 * gain:+.1f} ± 0.0".replace("-", "−").replace(".", "," if lang == "fr" else ".") in row
    assert " : " not in row


def test_deals_that_are_alike_are_visited() -> None:
    found = arena.duel(pioche.load("starboard"), "search:0.001", "expert", 3)

    assert (found.matches, found.deals) == (6, 1)


def test_one_deal_is_a_match_where_all_are_alike() -> None:
    assert (
        one_deal(pioche.load("hawthorn", seats=5, ante=2)).options
        == pioche.load("hawthorn", seats=5, ante=2, deals=1).options
    )
    assert one_deal(pioche.load("kitty")).options == pioche.load("kitty").options


@pytest.mark.parametrize(
    ("lang", "deal", "match"),
    [
        ("en", "search (1 s): +0.40 ± 0.20 coins a deal", "search (1 s): +5.0 ± 2.0 % of first places"),
        ("fr", "+0,40 ± 0,20 pièces par donne", "+5,0 ± 2,0\u202f% de premières places"),
    ],
)
def test_the_picture_tells_what_thinking_gains(lang: str, deal: str, match: str) -> None:
    """After a single deal the order is mostly luck, and nobody is rated by it; whole matches rate guests too."""
    orders = ({"ab": 3, "ba": 2},) * RATING_PARTS
    told = {}
    for deals in (1, 0):
        guest = PairedMatches("search:1", "expert", 4000, 0.05, 0.0102, 0.4, 0.102, 0.3, 0.25, orders, deals=deals)
        judged = PairedMatches("expert", "novice", 4000, 0.05, 0.0102, 4.0, 0.102, 0.3, 0.25, orders)
        one = Ladder(pioche.load("hawthorn"), ["novice", "expert", "search:1"], [judged, guest])
        one.ratings = ratings(one.levels, one.duels)
        assert ("search:1" in [rating.level for rating in one.ratings]) == (not deals)
        told[deals] = picture([one], lang)

    assert deal in told[1]
    assert match in told[0]
    assert "Rat" not in "".join(section(Ladder(one.game, ["expert", "search:1"], [guest]), "en"))
