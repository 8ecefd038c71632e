"""What happens at real evenings: arrivals, departures, disputes, fillers, several games, finals."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

import pioche
from pioche.tournament import Tournament, profile_of, profiles, suggested_rounds, table_sizes
from tests.strategies import GAMES
from tests.tournament.playing import arrange, order, play, random_raw, row, run, tournament

SIZES = {
    3: "3", 4: "4", 5: "5", 6: "3 3", 7: "4 3", 8: "4 4", 9: "4 5", 10: "4 3 3", 11: "4 4 3", 12: "4 4 4", 13: "4 4 5", 14: "4 4 3 3",
    15: "4 4 4 3", 16: "4 4 4 4", 17: "4 4 4 5", 18: "4 4 4 3 3", 19: "4 4 4 4 3", 20: "4 4 4 4 4",
}  # fmt: skip


@pytest.mark.parametrize(("n", "sizes"), SIZES.items())
def test_tr10_table_sizes(n: int, sizes: str) -> None:
    assert table_sizes(n, 4, 3, 5) == (tuple(map(int, sizes.split())), 0)


def test_tr10_larger_and_byes() -> None:
    assert table_sizes(10, 4, 3, 5, "larger") == ((5, 5), 0)
    assert table_sizes(14, 4, 3, 5, "larger") == ((4, 5, 5), 0)
    assert table_sizes(10, 4, 4, 4) == ((4, 4), 2)
    assert all(table_sizes(n, 4, 3, 5)[1] == 0 for n in range(3, 120))


def test_tr66_suggested_rounds() -> None:
    assert [suggested_rounds(n) for n in (8, 12, 13, 24, 25, 64, 65)] == [3, 3, 4, 4, 5, 5, 6]
    t = tournament(13)
    t.seat()
    assert t.rounds == 4


@pytest.mark.parametrize("name", [*profiles()])
def test_tr2_every_game_has_a_profile_that_fits_it(name: str) -> None:
    profile = profile_of(name)
    low, high = pioche.load(name).seat_range
    assert low <= profile.kmin <= profile.k <= profile.kmax <= high
    for size in range(profile.kmin, profile.kmax + 1):
        assert profile.match(size, profile.units, {}).seats == size
    for lang in ("en", "fr"):
        assert len(profile.why(lang)) > 40
    assert profile.why("en") != profile.why("fr")
    t = tournament(8, name, rounds=1)
    run(t, 1, Random(1))
    assert Tournament.replay(t.log) == t


def test_tr2_no_game_is_forgotten() -> None:
    assert set(profiles()) == set(GAMES)


def test_tr90_agnes() -> None:
    t = Tournament("agnes", seed=1)
    s = t.settings
    assert (s.k, s.kmin, s.kmax, s.units, s.final_units, s.round_minutes, s.scoring) == (4, 3, 5, 8, 12, 45, "raw")
    assert profile_of("agnes").second == ("card_sum", "lower")
    game = s.plan(1).profile.match(4, 8, {})
    assert (game.options["rounds"], game.options["target"], game.options["first"], game.options["memory_aid"]) == (
        8,
        0,
        0,
        False,
    )


def test_tr30_a_match_to_a_target_score_is_one_unit() -> None:
    usual = tournament(8, "port").settings
    assert (usual.plan(1).units, usual.plan(1).profile.unit_option, usual.final_plan().units) == (10, "deals", 15)
    played = tournament(8, "port", game_options={"played_for": "points"}).settings
    plan = played.plan(1)
    assert (plan.units, plan.profile.unit_option, played.final_plan().units) == (1, "", 1)
    game = plan.profile.match(5, plan.units, plan.options)
    assert (game.options["played_for"], game.options["target_score"]) == ("points", 26)
    assert plan.profile.raw_of([21, 3, 9, 17], [1, 4, 3, 2]) == [21, 3, 9, 17]  # higher is better
    mixed = tournament(
        8, "pairs", rounds=3, games={2: {"game": "port", "game_options": {"played_for": "points"}, "units": 5}}
    )
    assert mixed.settings.plan(2).units == 1


def test_v14_several_games_in_one_tournament() -> None:
    t = tournament(12, rounds=3, games={2: "hawthorn", 3: {"game": "pairs", "units": 3}})
    assert t.settings.scoring == "rank"
    for game, units in (("agnes", 8), ("hawthorn", 10), ("pairs", 3)):
        t.seat()
        t.start()
        assert (t.state.current.plan.game, t.state.current.plan.units) == (game, units)
        play(t, lambda seats: [4, 3, 2, 1])
    assert sum((one.score for one in t.standings()), F(0)) == 3 * 72
    assert Tournament.replay(t.log) == t


def test_tr6_match_seeds() -> None:
    t = tournament(12, rounds=2)
    t.seat()
    assert len({t.match_seed(table) for table in (1, 2, 3)}) == 3
    twin = tournament(11, rounds=2, duplicate=1)
    twin.seat()
    assert twin.match_seed(1) == twin.match_seed(2) != twin.match_seed(3)
    assert 0 <= t.match_seed(1) < 2**53


def test_tr12_fillers() -> None:
    t = tournament(9, filler="bot", rounds=2, scoring="rank")
    seating = t.seat()
    assert [len(table) for table in seating.tables] == [4, 4, 4]
    fillers = [[name for name in table if name.startswith("filler")] for table in seating.tables]
    assert [len(found) for found in fillers] == [1, 1, 1]
    assert all(table[-1].startswith("filler") for table in seating.tables)
    t.start()
    play(t, lambda seats: [1, 2, 3, 9])
    assert {one.score for one in t.standings()} == {8, 4, 0}  # the filler was first
    assert len(t.standings()) == 9
    assert all(len(one.rounds) == 1 and one.opp is not None for one in t.standings())
    named = tournament(7, rounds=2)
    assert named.seat(fillers=["Paul"]).tables[1][-1] == "Paul"
    assert Tournament.replay(named.log) == named


def test_tr12_fillers_of_earlier_rounds_keep_their_names() -> None:
    """Round 1 needs three fillers, round 2 one: whoever looks back finds all of them, volunteers by their own name."""
    t = tournament(9, filler="bot", rounds=2, scoring="rank")
    before = t.seat(fillers=["Paul"]).tables
    t.start()
    for table in t.tables():
        t.result(table.number, [3, 2, 1, 0])
        t.rule(table.number)
    t.close()
    t.late("Y")
    t.late("Z")
    assert sum(len(table) for table in t.seat().tables) == 12
    assert t.seating(1).tables == before
    assert Tournament.replay(t.log, verify=True).seating(1).tables == before


def test_an_exchange_by_hand_is_explained_as_such() -> None:
    """What was drawn is explained as it was drawn; nobody "made room" who was put elsewhere by hand."""
    t = tournament(8, rounds=2, avoid_club=0)
    drawn = t.seat()
    before = drawn.explain("en")
    one, other = drawn.tables[0][0], drawn.tables[1][0]
    after = t.swap(one, other).explain("en")
    assert after == [*before, f"The organiser swapped {one} and {other}."]
    assert t.seating().explain("fr", one) == [f"{one} et {other}\u00a0: places échangées à la main."]
    assert not any("room" in said for said in after)


def test_tr32_confirmations_make_a_result_final() -> None:
    t = tournament(4, rounds=1)
    t.register("Robo", kind="bot")
    t.check_in("Robo")
    t.seat()
    t.start(at=0)
    people = [name for name in t.seating().tables[0] if name != "Robo"]
    t.result(1, [1, 2, 3, 4, 0], by=f"entrant:{people[0]}", at=10)
    for name in people[1:-1]:
        t.confirm(1, name, by=f"entrant:{name}")
    assert t.tables()[0].status == "proposed"
    t.confirm(1, people[-1], by=f"entrant:{people[-1]}")
    assert t.tables()[0].status == "final"  # a bot signs nothing


def test_tr32_five_minutes_without_objection() -> None:
    t = tournament(8, rounds=1)
    t.seat()
    t.start(at=0)
    for table in (1, 2):
        t.result(table, [1, 2, 3, 4], at=100 * table)
    t.object(2, t.seating().tables[1][0], "wrong")
    t.lapse(at=399)
    assert [table.status for table in t.tables()] == ["proposed", "disputed"]
    t.lapse(at=400)
    t.lapse(at=9999)
    assert [table.status for table in t.tables()] == ["final", "disputed"]
    t.rule(2, [4, 3, 2, 1], by="referee:Zoé")
    assert t.tables()[1].result is not None
    assert t.tables()[1].result.raw == [4, 3, 2, 1]


def test_tr33_the_clock() -> None:
    t = tournament(4, rounds=1)
    t.seat()
    assert t.round_ends() is None
    t.start(at=1000)
    assert t.round_ends() == 1000 + 45 * 60


def test_tr34_the_second_no_show_in_a_row_drops_out() -> None:
    t = tournament(8, rounds=4)
    for wanted in ("paused", "dropped"):
        t.seat()
        t.start()
        t.no_show("P3")
        assert row(t, "P3").status == wanted
        play(t, random_raw(Random(1)))
        if wanted == "paused":
            t.resume("P3")
    assert [cell.kind for cell in row(t, "P3").rounds] == ["missed", "missed"]


def test_tr34_without_room_the_others_have_byes() -> None:
    t = tournament(6, rounds=2, k=3, kmin=3, kmax=3)
    t.seat()
    t.start()
    gone, *others = t.seating().tables[1]
    t.no_show(gone)
    play(t, lambda seats: [3, 2, 1])
    assert [row(t, name).rounds[0].kind for name in others] == ["bye", "bye"]
    assert [row(t, name).score for name in others] == [2, 2]


def test_tr35_leaving_is_a_forfeit_unless_excused() -> None:
    t = tournament(4, rounds=2, scoring="rank")
    t.seat()
    t.start()
    leaver, *others = t.seating().tables[0]
    t.drop(leaver)
    play(t, lambda seats: [5, 3, 2, 0])
    assert (row(t, leaver).rounds[0].kind, row(t, leaver).score) == ("forfeit", 0)
    assert [row(t, name).score for name in others] == [12, 8, 4]
    t.excuse(leaver, "ill", round=1)
    assert row(t, leaver).rounds[0].kind == "missed"
    assert [row(t, name).score for name in others] == [12, 6, 0]
    t.forfeit(leaver, "not ill after all", round=1)
    assert [row(t, name).score for name in others] == [12, 8, 4]


def test_tr70_late_until_and_consent() -> None:
    t = tournament(8, rounds=3)
    t.seat()
    t.late("Z")
    with pytest.raises(pioche.errors.PiocheError):
        t.start()
    t.reseat()
    t.start()
    play(t, lambda seats: [5, 4, 3, 2, 1][: len(seats)])
    t.late("Y")
    assert (row(t, "Y").rounds[0].kind, row(t, "Y").lot) == ("missed", 10)
    t.seat()
    t.start()
    t.late("X", consent=True)
    assert row(t, "X").lot == 11


def test_tr72_who_drops_out_keeps_his_place_and_is_not_seated() -> None:
    t = tournament(9, rounds=2, final="table")
    run(t, 1, Random(3))
    best = order(t)[0]
    t.drop(best)
    assert row(t, best).status == "dropped"
    assert order(t)[0] == best
    run(t, 1, Random(4))
    seating = t.start_finals()
    assert best not in seating.tables[0]
    assert best in order(t)


def test_tr74_return() -> None:
    t = tournament(9, rounds=3)
    run(t, 1, Random(3))
    t.drop("P1")
    run(t, 1, Random(3))
    t.readmit("P1")
    run(t, 1, Random(3))
    assert [cell.kind for cell in row(t, "P1").rounds] == ["table", "missed", "table"]


def test_tr75_a_substitute_takes_over_everything() -> None:
    t = tournament(8, rounds=2)
    run(t, 1, Random(3))
    before = row(t, "P1")
    t.substitute("P1", "Zoé")
    after = row(t, "Zoé")
    assert (after.score, after.lot, after.place) == (before.score, before.lot, before.place)
    assert t.entrants[1].former == [("P1", 1)]
    assert "Zoé" in {name for table in t.seat().tables for name in table}
    assert Tournament.replay(t.log) == t


def test_tr81_penalties() -> None:
    t = tournament(4, rounds=1)
    t.seat()
    t.start()
    play(t, lambda seats: [3, 2, 1, 0])
    name = order(t)[0]
    t.warn(name, "talking")
    t.penalty(name, "5/2", "talking again")
    assert row(t, name).score == F(1, 2)
    assert row(t, name).penalties == [(F(5, 2), "talking again")]


def test_tr83_v19_a_disqualified_opponent_counts_as_he_stood() -> None:
    t = tournament(4, rounds=2)
    t.seat()
    t.start()
    play(t, {"P0": 4, "P1": 3, "P2": 2, "P3": 1})
    t.disqualify("P0", "cards in the sleeve")
    assert order(t) == ["P1", "P2", "P3"]
    assert row(t, "P1").opp == F(4 + 2 + 1, 3)
    seats = t.seating(1).tables[0]
    t.correct(1, 1, [{"P0": 0, "P1": 5, "P2": 2, "P3": 1}[name] for name in seats], "recount")
    assert row(t, "P1").score == 5
    assert row(t, "P1").opp == F(4 + 2 + 1, 3)


def test_tr51_equal_in_all_but_the_lot_share_the_place() -> None:
    t = tournament(8, rounds=1, final="none")
    t.seat()
    t.start()
    play(t, lambda seats: [3, 2, 1, 0])
    assert [one.place for one in t.standings()] == [1, 1, 3, 3, 5, 5, 7, 7]
    t.finish()
    assert [one.place for one in t.ranking()] == [1, 1, 3, 3, 5, 5, 7, 7]


def test_tr52_met_counts_only_encounters_among_the_tied() -> None:
    t = tournament("ABCDEFGH", rounds=2, scoring="raw", tiebreaks="score met")
    t.seat()
    arrange(t, ["ABCD", "EFGH"])
    t.start()
    play(t, {"A": 3, "B": 2, "C": 0, "D": 0, "E": 3, "F": 2, "G": 0, "H": 0})
    t.penalty("A", 1, "x")
    t.penalty("E", 1, "x")
    rows = {one.name: one for one in t.standings()}
    assert (rows["A"].score, rows["A"].met, rows["B"].met, rows["E"].met, rows["F"].met) == (2, 1, -1, 1, -1)
    assert rows["A"].place == rows["E"].place == 1
    assert rows["B"].place == rows["F"].place == 3


def test_tr23_manual_snake_and_plain_last() -> None:
    t = tournament("ABCDEFGH", pairing="manual", rounds=2)
    assert t.seat([list("HGFE"), list("DCBA")]).tables == [list("HGFE"), list("DCBA")]
    rated = Tournament("agnes", seed=1, round1="snake", rounds=2)
    for i, name in enumerate("ABCDEFGH"):
        rated.register(name, rating=2000 - 10 * i)
        rated.check_in(name)
    assert [set(table) for table in rated.seat().tables] == [set("ADEH"), set("BCFG")]
    last = tournament("ABCDEFGH", plain_last=1, rounds=2, scoring="raw")
    last.seat()
    arrange(last, ["ABCD", "EFGH"])
    last.start()
    play(last, dict(zip("ABCDEFGH", range(8, 0, -1), strict=True)))
    assert [set(table) for table in last.seat().tables] == [set("ABCD"), set("EFGH")]
    assert last.seating().cost == (12, 0)


def test_tr60_tr65_replacements() -> None:
    t = tournament(18, rounds=1, final="semis")
    run(t, 1, Random(5))
    line = order(t)
    t.decline(line[1])
    seating = t.start_finals()
    everybody = {name for table in seating.tables for name in table}
    assert line[1] not in everybody
    assert line[16] in everybody
    t.decline(line[0])  # after the draw: the next in line takes the seat
    assert line[17] in {name for table in t.seating().tables for name in table}
    play(t, lambda seats: [9, 5, 1, 0])
    finalists = t.seating().tables[0]
    semi = next(table for table in t.seating("semi").tables if finalists[0] in table)
    t.decline(finalists[0])
    assert semi[1] in t.seating().tables[0]
    play(t, lambda seats: [1, 2, 3, 4])
    t.finish()
    assert [one.by for one in t.ranking()][:17] == ["final"] * 4 + ["semi"] * 12 + ["standings"]
    assert [one.place for one in t.ranking()] == list(range(1, 19))
    assert Tournament.replay(t.log) == t


def test_tr80_after_the_finals_began_only_the_record_changes() -> None:
    t = tournament(8, rounds=1)
    t.seat()
    t.start()
    play(t, lambda seats: [4, 3, 2, 1])
    seated = t.start_finals().tables
    last = next(name for name in order(t) if name not in seated[0])
    where = next(place for place, table in enumerate(t.seating(1).tables, 1) if last in table)
    t.correct(1, where, [8 if name == last else 0 for name in t.seating(1).tables[where - 1]], "a line was missing")
    assert order(t)[0] == last
    assert t.seating().tables == seated


def test_calls_for_the_referee_are_answered() -> None:
    t = tournament(8, rounds=1)
    t.seat()
    t.start()
    t.call("P1", "who is first?", by="entrant:P1", at=5)
    (call,) = t.state.calls
    assert (call["name"], call["reason"]) == ("P1", "who is first?")
    t.answer(call["n"], by="referee:Zoé")
    assert t.state.calls == []


def test_v12_too_few_left_ends_the_evening() -> None:
    t = tournament(4, rounds=3)
    run(t, 1, Random(1))
    t.drop("P1")
    t.drop("P2")
    t.finish()
    assert t.phase == "finished"
    assert [one.by for one in t.ranking()] == ["standings"] * 4


def test_tr60_the_organiser_may_finish_without_the_finals() -> None:
    """Section 4.1: when the last qualifying round is closed; then the standings decide, and first places may be shared."""
    t = tournament(8, rounds=1, final="table")
    t.seat()
    t.start()
    play(t, lambda seats: [3, 3, 1, 0])
    t.finish()
    assert [(one.place, one.by) for one in t.ranking()][:5] == [(1, "standings")] * 4 + [(5, "standings")]
