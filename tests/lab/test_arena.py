"""The arena: luck and seats cancel out, figures parse, ratings agree with who won."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

import pioche
from pioche import text
from pioche.bots.reflex_bot import play
from pioche.errors import BadOption
from pioche.lab import arena
from pioche.lab.arena import bouts, duel, patterns
from pioche.lab.ladder import page, read, section, write
from pioche.lab.paired_matches import RATING_PARTS, Ladder, Matches, PairedMatches, Rating, ratings, unit
from pioche.terminal.cli import main

GAME = pioche.load("five_cards", target_score=30)


# -- fairness ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["random", "novice", "regular", "expert"])
def test_a_level_is_exactly_as_good_as_itself(level: str) -> None:
    found = duel(GAME, level, level, 40)

    assert (found.win, found.score, found.win_a - found.win_b) == (0, 0, 0)
    assert found.verdict == "open"


@pytest.mark.parametrize("seats", range(2, 9))
def test_sides_take_every_seat_equally_often(seats: int) -> None:
    rng = Random(seats)
    for _ in range(30):
        mine, theirs = patterns(seats, rng)
        assert mine ^ theirs == (1 << seats) - 1
        assert mine.bit_count() == seats // 2


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_mirror_image_cancels_what_a_seat_is_worth(seats: int) -> None:
    """Only the seat decides here: the first one always wins, and later ones do worse and worse."""
    rng = Random(seats)
    masks = [mask for _ in range(50) for mask in patterns(seats, rng)]
    scores = np.tile(-np.arange(seats), (len(masks), 1))
    mine = np.array([[mask >> p & 1 for p in range(seats)] for mask in masks], bool)
    found = Matches(mine, scores, scores).duel("a", "b")

    assert abs(found.win) < 1e-12
    assert abs(found.score) < 1e-12
    assert found.win_error < 1e-12


def test_a_better_side_is_told_from_luck() -> None:
    """Side A gets a quarter of a point more than chance gives."""
    rng, seats = np.random.default_rng(1), 4
    masks = [mask for _ in range(2000) for mask in patterns(seats, Random(1))]
    mine = np.array([[mask >> p & 1 for p in range(seats)] for mask in masks], bool)
    scores = rng.normal(size=mine.shape) + mine / 4
    found = Matches(mine, scores, scores).duel("a", "b")

    assert abs(found.score - 0.25) < 4 * found.score_error
    assert found.verdict == "better"
    assert found.win_a > found.win_b
    assert math.isclose(2 * found.win_a + 2 * found.win_b, 1)


def test_few_matches_prove_less() -> None:
    """Two pairs that happen to agree are no proof; and that few cannot tell does not mean that chance decides."""
    few, some, many = (PairedMatches("a", "b", n, 0.2, 0.05, 0, 1, 0.35, 0.15).verdict for n in (4, 40, 4000))

    assert (few, some, many) == ("open", "better", "better")
    assert [PairedMatches("a", "b", n, 0.0, 0.05, 0, 1, 0.25, 0.25).verdict for n in (4, 4000)] == ["open", "even"]
    assert [round(PairedMatches("a", "b", 2 * n, 0, 1, 0, 1, 0, 0).sure, 2) for n in (2, 12, 31, 2001)] == [
        12.71,
        2.2,
        2.04,
        1.96,
    ]


def test_shared_first_places_count_in_parts() -> None:
    found = Matches(np.array([[1, 0, 0], [0, 1, 1]], bool), np.array([[5, 5, 1]] * 2), np.array([[9, 4, 1]] * 2)).duel(
        "a", "b"
    )

    assert math.isclose(found.win_a, (0.5 + 0.25) / 2)
    assert (found.win, found.score) == (0, 0)


def test_points_that_are_bad_count_as_such() -> None:
    """As in Pairs: who has the most points comes last."""
    mine = np.array([[1, 0], [0, 1]] * 9, bool)
    points = np.where(mine, 3, 7) + np.arange(18)[:, None] % 3
    found = Matches(mine, -points, points).duel("a", "b")

    assert found.score == 4
    assert found.verdict == "better"
    assert found.ranked


def test_points_on_the_way_prove_nothing() -> None:
    """As in Pairs: one loser, and how many points the others have does not matter."""
    mine = np.array([[1, 0, 0, 1], [0, 1, 1, 0]] * 9, bool)
    points = np.where(mine, 3, 7) + np.arange(18)[:, None] % 3
    loser = np.arange(18) // 2 % 4
    standings = -np.eye(4, dtype=int)[loser]
    found = Matches(mine, standings, np.maximum(points, -90 * standings)).duel("a", "b")

    assert found.score > 0
    assert not found.ranked
    assert found.verdict == "open"
    assert PairedMatches.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_the_figures_do_not_depend_on_how_work_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = duel(GAME, "regular", "random", 50)
    monkeypatch.setattr(arena, "PAIRS_PER_CHUNK", 7)
    done: list[tuple[int, int]] = []

    assert duel(GAME, "regular", "random", 50, progress=lambda n, total: done.append((n, total))) == whole
    assert done[-1] == (100, 100)
    assert [n for n, _ in done] == sorted(n for n, _ in done)
    assert whole.verdict == "better"


def test_bots_at_a_table_play_a_match_to_its_end() -> None:
    standings, scores = arena.play_match(GAME, ["regular", "random"], 4)

    assert max(standings) >= 30
    assert standings == list(scores)
    assert arena.play_match(GAME, ["regular", "random"], 4) == (standings, scores)


def test_levels_differ_by_their_reflexes_where_the_game_has_a_clock() -> None:
    found = duel(pioche.load("pig"), "expert", "novice", 60)

    assert found.verdict == "better"
    assert found == duel(pioche.load("pig"), "expert", "novice", 60)


def test_a_race_in_the_arena_is_the_race_at_a_table() -> None:
    game = pioche.load("pig", seats=3)
    mine = np.array([[True, False, False]])
    _, standings, scores = arena._race(game, "expert", "novice", 5, mine)
    table = play(game, 5, ["expert", "novice", "novice"])

    assert list(scores[0]) == table.scores
    assert list(standings[0]) == [table.engine.standing(table.s, p) for p in range(3)]


def test_who_has_no_reflexes_stays_out_of_races() -> None:
    assert arena.rungs(pioche.load("pig"), ["novice", "expert", "search:1"]) == ["novice", "expert"]
    with pytest.raises(BadOption, match="reflexes"):
        arena.rungs(pioche.load("pig"), ["expert", "search:1"])


def test_who_thinks_meets_the_best_judgement_named_before() -> None:
    assert bouts(["novice", "expert", "search:0.1", "search:1"]) == [
        ("expert", "novice"), ("search:0.1", "expert"), ("search:1", "expert"),
    ]  # fmt: skip
    assert bouts(["search:0.1", "search:1"]) == [("search:1", "search:0.1")]
    assert bouts(["python3 mine.py", "regular", "expert"]) == [("python3 mine.py", "regular"), ("expert", "regular")]


def test_bots_that_think_play_pairs_in_processes_of_their_own() -> None:
    """Searches of a thousandth of a second; when time is up before the first pair is over, what has begun still counts."""
    done: list[tuple[int, int]] = []
    short, pairs = pioche.load("five_cards", target_score=5), 2 * (os.cpu_count() or 1) + 2
    found = arena.matches(
        short, "search:0.002", "search:0.001", pairs, minutes=1e-9, progress=lambda n, total: done.append((n, total))
    )

    assert 2 <= len(found.mine) < 2 * pairs
    assert (found.mine[0::2] == ~found.mine[1::2]).all()
    assert (found.standings.max(axis=1) >= 5).all()
    assert done == [(n, 2 * pairs) for n in range(2, len(found.mine) + 1, 2)]


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_only_coins_count_in_a_single_deal(lang: str) -> None:
    """To be first less often and win more when it happens is to play better."""
    richer = PairedMatches("search:1", "expert", 4000, -0.05, 0.01, 0.4, 0.1, 0.2, 0.25, deals=1)
    alike = PairedMatches("search:1", "expert", 4000, -0.05, 0.01, 0.1, 0.1, 0.2, 0.25, deals=1)
    told = section(Ladder(pioche.load("port"), ["expert", "search:1"], [alike]), lang)

    assert (richer.verdict, alike.verdict) == ("better", "even")
    assert "+0.30" in told[-1] or "+0,30" in told[-1]
    assert "(20" in told[4]


def test_a_program_that_plays_wrong_is_named_also_from_another_process(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("print('hello')")
    with pytest.raises(pioche.PiocheError, match="answered 'hello'") as refused:
        arena.matches(GAME, f"{sys.executable} {path}", "expert", 2)
    assert "a répondu" in refused.value.fr


# -- ratings -------------------------------------------------------------------------------------------------


def test_ratings_find_the_strengths_that_made_the_rankings() -> None:
    """Seats of the same level stand several times in a ranking, as at a table."""
    rng, strength = Random(2), {"a": 1.0, "b": 2.0, "c": 6.0}
    duels = []
    for a, b in (("b", "a"), ("c", "b")):
        parts: list[Counter[str]] = [Counter() for _ in range(RATING_PARTS)]
        for k in range(800):
            left, order = [a, a, b, b], ""
            while left:
                chosen = rng.choices(range(len(left)), [strength[item] for item in left])[0]
                order += "a" if left.pop(chosen) == a else "b"
            parts[k % RATING_PARTS][order] += 1
        duels.append(PairedMatches(a, b, 800, 0, 0, 0, 0, 0, 0, tuple(parts)))
    found = ratings(["a", "b", "c"], duels)

    for rating in found:
        wanted = 400 * math.log10(strength[rating.level])
        assert abs(rating.points - wanted) < 4 * rating.error + 1, rating
    assert found[0].points == 0
    assert found[2].error < 40


def test_the_order_of_ratings_is_the_order_of_first_places() -> None:
    found = arena.ladder(GAME, ["random", "novice", "regular", "expert"], 150)

    points = [rating.points for rating in found.ratings]
    assert points == sorted(points)
    assert all(duel.win_a > duel.win_b for duel in found.steps())
    assert {(duel.a, duel.b) for duel in found.duels} == {
        ("novice", "random"), ("regular", "random"), ("regular", "novice"),
        ("expert", "random"), ("expert", "novice"), ("expert", "regular"),
    }  # fmt: skip


@pytest.mark.parametrize("levels", [[], ["expert"], ["regular", "regular"]])
def test_a_ladder_has_two_different_rungs_at_least(levels: list[str]) -> None:
    with pytest.raises(BadOption):
        arena.ladder(GAME, levels)


# -- the page, the picture and the command ---------------------------------------------------------------------


def made_up() -> list[Ladder]:
    duels = [
        PairedMatches("novice", "random", 4000, 0.1, 0.01, 2.5, 0.25, 0.3, 0.2),
        PairedMatches("expert", "novice", 4000, 0.01, 0.04, 0.1, 0.4, 0.255, 0.245),
        PairedMatches("expert", "random", 4000, -0.2, 0.01, -3.0, 0.3, 0.15, 0.35),
        PairedMatches("search:0.1", "expert", 80, 0.1, 0.01, -3.0, 0.3, 0.3, 0.2),
    ]
    rated = [Rating("random", 0, 0), Rating("novice", 120, 9), Rating("expert", 130.4, 12), Rating("search:0.1", 140, 30)]
    games = pioche.load("sweep"), pioche.load("hawthorn", deals=8)
    return [Ladder(game, ["random", "novice", "expert", "search:0.1"], duels, rated) for game in games]


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_the_page_says_who_is_better_and_where_chance_decides(lang: str) -> None:
    said = page(made_up(), lang, "ladder.svg")
    rows = [line.split("|")[1:-1] for line in said.splitlines() if re.match(r"\|[^|]+\|[^|]+\| [\d\u202f]+ \|", line)]

    assert len(rows) == 8
    words = text.catalogue("arena", lang)
    assert [row[5].strip() for row in rows[:4]] == [words["verdicts"][v] for v in ("better", "even", "mixed", "worse")]
    point = {"en": ".", "fr": ","}[lang]
    assert rows[0][3].strip() == "30.0 : 20.0 (+10.0 ± 2.0)".replace(".", point)
    assert rows[0][4].strip() == "+2.50 ± 0.49".replace(".", point)
    assert rows[4][4].strip() == "+0.31 ± 0.06".replace(".", point)  # coins a deal
    assert {"en": "0.1 s", "fr": "0,1\N{NO-BREAK SPACE}s"}[lang] in rows[2][0]
    assert "(ladder.svg)" in said
    assert "**130** ± 24" in said
    assert f"−6{point}8" in said  # where chance decides, between which bounds
    assert not set("{}") & set(said)


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_a_game_of_reflexes_is_called_one(lang: str) -> None:
    one = Ladder(
        pioche.load("pig"), ["novice", "expert"], [PairedMatches("expert", "novice", 40, 0.2, 0.01, 1, 0.1, 0.3, 0.1)]
    )

    assert "567 ms" in section(one, lang)[-1]
    assert "270 ms" in section(one, lang)[-1]


def test_results_are_coins_or_points() -> None:
    assert unit(pioche.load("hawthorn", deals=8)) == (True, 8)
    assert unit(pioche.load("port", deals=8)) == (True, 8)
    assert unit(pioche.load("port_for_points")) == (False, 1)
    assert unit(pioche.load("kitty", stake=2)) == (False, 1)
    assert unit(pioche.load("five_cards")) == (False, 1)


def test_a_later_run_adds_to_the_figures_of_an_earlier_one(tmp_path: Path) -> None:
    out = tmp_path / "found" / "ladder"
    low, high = (arena.ladder(GAME, levels, 20) for levels in (["random", "regular"], ["regular", "expert"]))
    again = arena.ladder(GAME, ["random", "regular"], 30)
    other = arena.ladder(pioche.load("five_cards", target_score=40), ["novice", "expert"], 4)
    for one in (other, low, high, again):
        write(out, one, "en")
    found = read(out)

    assert [one.game.options["target_score"] for one in found] == [40, 30]
    assert found[1].levels == ["random", "regular", "expert"]
    assert {(d.a, d.b, d.matches) for d in found[1].duels} == {("expert", "regular", 40), ("regular", "random", 60)}
    assert found[1].duels == [*high.duels, *again.duels]
    assert [rating.level for rating in found[1].ratings] == found[1].levels


def test_the_command_writes_page_picture_and_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found" / "ladder"
    asked = ["arena", "five_cards", "--bots", "random,regular", "--pairs", "20", "--out", str(out), "--lang", "fr"]

    assert main(asked) == 0
    assert "Cinq cartes" in capsys.readouterr().out
    figures = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert [duel["a"] for duel in figures[0]["duels"]] == ["regular"]
    assert figures[0]["ratings"][1]["points"] > 0
    ElementTree.fromstring(out.with_suffix(".svg").read_text(encoding="utf-8"))
    assert "L’échelle" in out.with_suffix(".md").read_text(encoding="utf-8")


def test_the_command_gives_figures_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "five_cards", "--bots", "random,regular", "--pairs", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["game"] == "five_cards"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["five_cards", "--bots", "novice,genius"], "genius"),
        (["five_cards", "--bots", "novice,search:soon"], "search:soon"),
        (["five_cards", "--pairs", "0"], "--pairs"),
        (["five_cards", "--pairs", "many"], "--pairs"),
        (["five_cards", "--seconds", "-1"], "--seconds"),
        (["five_cards", "--minutes", "soon"], "--minutes"),
        (["five_cards", "--bots", "expert"], ""),
        (["five_cards", "pig", "--bots", "random,expert"], "novice"),
        (["chess"], "chess"),
        (["five_cards", "--seats", "9"], "9"),
    ],
)
@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_bad_arguments_are_refused_in_one_sentence(
    arguments: list[str], word: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments, "--lang", lang]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert word in told.err
    assert len(told.err.splitlines()) == 1
