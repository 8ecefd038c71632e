"""Every refusal of section 4.1: said in both languages, with the number of its rule, and nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pioche.tournament
from pioche.errors import BadRecord, PiocheError
from pioche.text import catalogue
from pioche.tournament import Refused, Tournament
from pioche.tournament.paper import read_entrants
from tests.tournament.playing import play, tournament

Case = tuple[str, str, Callable[[], Tournament], Callable[[Tournament], Any]]


def opened(**options: Any) -> Tournament:
    return tournament(8, **{"rounds": 2, **options})


def seated(**options: Any) -> Tournament:
    t = opened(**options)
    t.seat()
    return t


def playing(**options: Any) -> Tournament:
    t = seated(**options)
    t.start(at=1000)
    return t


def proposed() -> Tournament:
    t = playing()
    t.result(1, [5, 3, 2, 0])
    return t


def final() -> Tournament:
    t = proposed()
    t.rule(1)
    return t


def closed(**options: Any) -> Tournament:
    t = playing(**options)
    play(t, lambda seats: [4, 3, 2, 1][: len(seats)])
    return t


def played(**options: Any) -> Tournament:
    t = closed(**options)
    t.seat()
    t.start()
    play(t, lambda seats: [4, 3, 2, 1])
    return t


def in_finals() -> Tournament:
    t = played()
    t.start_finals()
    return t


def finished() -> Tournament:
    t = in_finals()
    play(t, lambda seats: [4, 3, 2, 1])
    t.finish()
    return t


def here(t: Tournament, table: int = 1, seat: int = 0) -> str:
    return t.seating().tables[table - 1][seat]


CASES: list[Case] = [
    # registration
    ("name_taken", "TR3", opened, lambda t: t.register("P1")),
    ("bad_name", "TR3", opened, lambda t: t.register("  ")),
    ("bad_name", "TR3", opened, lambda t: t.register("filler 1")),
    ("bad_rating", "TR3", opened, lambda t: t.register("Z", rating="strong")),  # type: ignore[arg-type]
    ("too_many", "TR3", lambda: tournament(400), lambda t: t.register("Z")),
    ("registration_closed", "TR70", seated, lambda t: t.register("Z")),
    ("withdraw_later", "TR72", seated, lambda t: t.withdraw("P1")),
    ("no_entrant", "TR3", opened, lambda t: t.check_in("No one")),
    ("not_registered", "TR71", opened, lambda t: t.check_in("P1")),
    # seating
    ("too_few", "V12", lambda: tournament(2), lambda t: t.seat()),
    ("seat_when", "TR1", seated, lambda t: t.seat()),
    ("seat_when", "TR1", playing, lambda t: t.seat()),
    ("all_rounds_played", "TR1", played, lambda t: t.seat()),
    ("not_manual", "TR23", opened, lambda t: t.seat([["P1", "P2", "P3", "P4"]])),
    ("needs_tables", "TR23", lambda: opened(pairing="manual"), lambda t: t.seat()),
    ("manual_once", "TR23", lambda: opened(pairing="manual"), lambda t: t.seat([["P1", "P1", "P2", "P3"], ["P4", "P5", "P6", "P7"]])),
    ("manual_sizes", "TR10", lambda: opened(pairing="manual"), lambda t: t.seat([["P0", "P1", "P2"], ["P3", "P4", "P5", "P6", "P7"]])),
    ("not_seated", "TR25", playing, lambda t: t.swap("P1", "P2")),
    ("not_seated", "TR25", opened, lambda t: t.reseat()),
    ("not_seated", "TR25", playing, lambda t: t.reseat()),
    ("swap_self", "TR25", seated, lambda t: t.swap("P1", "P1")),
    ("not_in_round", "TR25", lambda: _late(seated()), lambda t: t.swap("P1", "Late")),
    # start and close
    ("start_when", "TR1", opened, lambda t: t.start()),
    ("start_when", "TR1", playing, lambda t: t.start()),
    ("gone_since", "TR3", lambda: _gone(seated()), lambda t: t.start()),
    ("fresh_since", "TR70", lambda: _late(seated()), lambda t: t.start()),
    ("close_when", "TR1", seated, lambda t: t.close()),
    ("waiting_tables", "V6", final, lambda t: t.close()),
    # results
    ("not_playing", "TR32", seated, lambda t: t.result(1, [1, 2, 3, 4])),
    ("no_round", "TR1", opened, lambda t: t.tables()),
    ("no_table", "TR1", playing, lambda t: t.result(9, [1, 2, 3, 4])),
    ("how_many", "TR40", playing, lambda t: t.result(1, [1, 2, 3])),
    ("whole_numbers", "TR40", playing, lambda t: t.result(1, [1, 2, 3, 0.5])),  # type: ignore[list-item]
    ("units", "TR33", playing, lambda t: t.result(1, [1, 2, 3, 4], units=0)),
    ("units", "TR33", playing, lambda t: t.result(1, [1, 2, 3, 4], units=9)),
    ("line_length", "TR31", playing, lambda t: t.result(1, lines=[[1, 0, 0]])),
    ("line_values", "TR31", playing, lambda t: t.result(1, lines=[[1, 0, 0, 2]])),
    ("line_winner", "TR31", playing, lambda t: t.result(1, lines=[[1, 0, 0, 0], [0, 0, 0, -1]])),
    ("line_calls", "TR31", playing, lambda t: t.result(1, lines=[[1, -1, -1, 0]])),
    ("no_lines", "TR31", lambda: _started(tournament(8, "hawthorn", rounds=2)), lambda t: t.result(1, lines=[[1, 0, 0, 0]])),
    ("no_result", "TR32", playing, lambda t: t.rule(1)),
    ("no_result", "TR32", playing, lambda t: t.confirm(1, here(t))),
    ("not_at_table", "TR32", proposed, lambda t: t.confirm(1, here(t, 2))),
    ("confirmed_before", "TR32", proposed, lambda t: (t.confirm(1, here(t)), t.confirm(1, here(t)))),
    ("needs_reason", "TR84", proposed, lambda t: t.object(1, here(t))),
    ("disputed", "TR32", lambda: _disputed(proposed()), lambda t: t.confirm(1, here(t, 1, 1))),
    ("disputed", "TR32", lambda: _disputed(proposed()), lambda t: t.result(1, [1, 2, 3, 4], by=f"entrant:{here(t)}")),
    ("is_final", "TR80", final, lambda t: t.result(1, [1, 2, 3, 4])),
    ("is_final", "TR80", final, lambda t: t.confirm(1, here(t))),
    ("is_final", "TR80", final, lambda t: t.object(1, here(t), "no")),
    ("is_final", "TR80", final, lambda t: t.rule(1)),
    # the referee
    ("not_final", "TR80", proposed, lambda t: t.correct(1, 1, [1, 2, 3, 4], "x")),
    ("needs_reason", "TR84", final, lambda t: t.correct(1, 1, [1, 2, 3, 4])),
    ("no_value", "TR84", final, lambda t: t.correct(None, 1, [1, 2, 3, 4], "x")),  # type: ignore[arg-type]
    ("bad_value", "TR84", playing, lambda t: t.warn("P1", 7)),  # type: ignore[arg-type]
    ("bad_value", "TR84", playing, lambda t: t.result("one", [1, 2, 3, 4])),  # type: ignore[arg-type]
    ("bad_value", "TR84", playing, lambda t: t.no_show("P1", beyond=4)),  # type: ignore[arg-type]
    ("bad_value", "TR84", opened, lambda t: t.register("Z", kind="ghost")),
    ("bad_value", "TR84", opened, lambda t: t.seat([["P1", 2]])),  # type: ignore[list-item]
    ("bad_value", "TR84", opened, lambda t: t.seat(at="noon")),  # type: ignore[arg-type]
    ("no_value", "TR84", opened, lambda t: t.seat(by=None)),  # type: ignore[arg-type]
    ("unknown_round", "TR1", final, lambda t: t.correct(5, 1, [1, 2, 3, 4], "x")),
    ("penalty_positive", "TR81", playing, lambda t: t.penalty("P1", 0, "x")),
    ("penalty_positive", "TR81", playing, lambda t: t.penalty("P1", "much", "x")),
    ("penalty_positive", "TR81", playing, lambda t: t.penalty("P1", float("inf"), "x")),  # type: ignore[arg-type]
    ("needs_reason", "TR84", playing, lambda t: t.penalty("P1", 1)),
    ("needs_reason", "TR84", playing, lambda t: t.warn("P1")),
    ("needs_reason", "TR84", playing, lambda t: t.disqualify("P1")),
    ("not_playing", "TR82", seated, lambda t: t.forfeit("P1")),
    ("not_in_round", "TR82", lambda: _late(playing()), lambda t: t.forfeit("Late")),
    ("forfeited_before", "TR82", playing, lambda t: (t.forfeit("P1"), t.forfeit("P1"))),
    ("excused_before", "TR35", playing, lambda t: (t.excuse("P1"), t.excuse("P1"))),
    ("has_left", "TR83", playing, lambda t: (t.disqualify("P1", "x"), t.disqualify("P1", "x"))),
    # presence
    ("not_late_yet", "TR70", opened, lambda t: t.late("Z")),
    ("too_late", "TR70", lambda: _second(closed()), lambda t: t.late("Z")),
    ("too_late", "TR70", lambda: _second(closed()), lambda t: t.late("Z", consent=True, by="entrant:Z")),
    ("has_left", "TR72", playing, lambda t: (t.drop("P1"), t.drop("P1"))),
    ("cannot_pause", "TR73", playing, lambda t: (t.pause("P1"), t.pause("P1"))),
    ("not_paused", "TR73", playing, lambda t: t.resume("P1")),
    ("not_dropped", "TR74", playing, lambda t: t.readmit("P1")),
    ("name_taken", "TR75", playing, lambda t: t.substitute("P1", "P2")),
    ("bad_name", "TR75", playing, lambda t: t.substitute("P1", " ")),
    ("no_show_when", "TR34", seated, lambda t: t.no_show("P1")),
    ("not_in_round", "TR34", lambda: _late(playing()), lambda t: t.no_show("Late")),
    ("second_unit", "TR34", playing, lambda t: t.no_show(here(t), beyond=[1])),
    ("second_unit", "TR34", proposed, lambda t: t.no_show(here(t))),
    ("grace", "TR34", playing, lambda t: t.no_show(here(t), at=1299)),
    ("finals_run", "TR60", in_finals, lambda t: t.drop("P1")),
    ("finals_run", "TR60", in_finals, lambda t: t.late("Z", consent=True)),
    ("finals_run", "TR60", in_finals, lambda t: t.pause("P1")),
    # finals and the end
    ("finals_when", "TR60", closed, lambda t: t.start_finals()),
    ("finals_when", "TR60", playing, lambda t: t.start_finals()),
    ("no_finals", "TR60", lambda: played(final="none"), lambda t: t.start_finals()),
    ("too_few", "V12", lambda: _few(played()), lambda t: t.start_finals()),
    ("finish_when", "TR60", closed, lambda t: t.finish()),
    ("finish_when", "TR60", playing, lambda t: t.finish()),
    ("finish_when", "TR60", in_finals, lambda t: t.finish()),
    ("finish_when", "TR60", opened, lambda t: t.finish()),
    ("decline_when", "TR60", closed, lambda t: t.decline("P1")),
    ("declined_before", "TR60", played, lambda t: (t.decline("P1"), t.decline("P1"))),
    ("decline_late", "TR60", in_finals, lambda t: (t.result(1, [1, 2, 3, 4]), t.decline(here(t)))),
    ("over", "TR84", finished, lambda t: t.seat()),
    ("over", "TR84", finished, lambda t: t.correct(1, 1, [1, 2, 3, 4], "x")),
    ("over", "TR84", finished, lambda t: t.penalty("P1", 1, "x")),
    ("over", "TR84", lambda: _cancelled(playing()), lambda t: t.close()),
    ("over", "TR84", finished, lambda t: t.cancel()),
    ("no_call", "TR5", playing, lambda t: t.answer(1)),
    ("needs_time", "TR32", playing, lambda t: t.lapse(at=None)),  # type: ignore[arg-type]
    # roles
    ("no_role", "TR5", opened, lambda t: t.seat(by="king")),
    ("not_yours", "TR5", opened, lambda t: t.seat(by="referee")),
    ("not_yours", "TR5", opened, lambda t: t.seat(by="entrant:P1")),
    ("not_yours", "TR5", seated, lambda t: t.swap("P1", "P2", by="entrant:P1")),
    ("not_yours", "TR5", seated, lambda t: t.start(by="referee:Zoé")),
    ("not_yours", "TR5", final, lambda t: t.close(by="entrant:P1")),
    ("not_yours", "TR5", final, lambda t: t.correct(1, 1, [1, 2, 3, 4], "x", by="entrant:P1")),
    ("not_yours", "TR5", played, lambda t: t.start_finals(by="referee")),
    ("not_yours", "TR5", closed, lambda t: t.readmit("P1", by="entrant:P1")),
    ("not_you", "TR5", opened, lambda t: t.withdraw("P1", by="entrant:P2")),
    ("not_you", "TR5", proposed, lambda t: t.confirm(1, here(t), by=f"entrant:{here(t, 1, 1)}")),
    ("not_at_table", "TR32", playing, lambda t: t.result(1, [1, 2, 3, 4], by=f"entrant:{here(t, 2)}")),
    ("own_table", "TR5", proposed, lambda t: t.rule(1, by=f"referee:{here(t)}")),
    ("own_table", "TR5", playing, lambda t: t.forfeit(here(t), by=f"referee:{here(t, 1, 1)}")),
    ("own_table", "TR5", final, lambda t: t.correct(1, 1, [1, 2, 3, 4], "x", by=f"referee:{here(t)}")),
    # tables of names
    ("csv_heads", "TR3", opened, lambda t: read_entrants("who;club\nBob;x\n")),
    ("csv_rating", "TR3", opened, lambda t: read_entrants("name;rating\nBob;strong\n")),
    # settings
    ("no_option", "TR1", opened, lambda t: Tournament("agnes", colour="red")),
    ("choice", "TR40", opened, lambda t: Tournament("agnes", scoring="luck")),
    ("choice", "TR52", opened, lambda t: Tournament("agnes", tiebreaks="score age")),
    ("tiebreaks", "TR50", opened, lambda t: Tournament("agnes", tiebreaks="wins")),
    ("bad_value", "TR2", opened, lambda t: Tournament(7)),  # type: ignore[arg-type]
    ("bad_value", "TR2", opened, lambda t: Tournament("agnes", title=7)),
    ("bad_value", "TR2", opened, lambda t: Tournament("agnes", game_options={1: 5})),
    ("bad_value", "TR2", opened, lambda t: Tournament("agnes", game_options=[1])),
    ("bad_value", "TR2", opened, lambda t: Tournament("agnes", games=["pairs"])),
    ("bad_value", "TR2", opened, lambda t: Tournament("agnes", games={"two": "pairs"})),
    ("bad_value", "TR2", opened, lambda t: Tournament("agnes", games={2: {"units": 3}})),
    ("bad_value", "TR2", opened, lambda t: Tournament("agnes", games={2: {"game": "pairs", "units": 0}})),
    ("bad_value", "TR50", opened, lambda t: Tournament("agnes", tiebreaks=5)),
    ("range", "TR66", opened, lambda t: Tournament("agnes", rounds=21)),
    ("range", "TR34", opened, lambda t: Tournament("agnes", grace=31)),
    ("range", "TR70", opened, lambda t: Tournament("agnes", rounds=3, late_until=4)),
    ("sizes", "TR2", opened, lambda t: Tournament("five_cards", k=4, kmin=3, kmax=5)),
    ("sizes", "TR2", opened, lambda t: Tournament("agnes", k=3, kmin=4, kmax=5)),
    ("many_games_rank", "TR2", opened, lambda t: Tournament("agnes", games={2: "pairs"}, scoring="raw")),
    ("no_such_round", "TR2", opened, lambda t: Tournament("agnes", games={5: "pairs"}, rounds=3)),
]  # fmt: skip


def _late(t: Tournament) -> Tournament:
    t.late("Late")
    return t


def _gone(t: Tournament) -> Tournament:
    t.drop("P1")
    return t


def _started(t: Tournament) -> Tournament:
    t.seat()
    t.start()
    return t


def _disputed(t: Tournament) -> Tournament:
    t.object(1, here(t), "I had one more")
    return t


def _second(t: Tournament) -> Tournament:
    t.seat()
    return t


def _few(t: Tournament) -> Tournament:
    for i in range(6):
        t.drop(f"P{i}")
    return t


def _cancelled(t: Tournament) -> Tournament:
    t.cancel("rain")
    return t


@pytest.mark.parametrize(("reason", "rule", "make", "action"), CASES, ids=[f"{case[0]}-{i}" for i, case in enumerate(CASES)])
def test_it_is_refused(reason: str, rule: str, make: Callable[[], Tournament], action: Callable[[Tournament], Any]) -> None:
    t = make()
    with pytest.raises(Refused) as caught:
        action(t)
    refused = caught.value
    assert (refused.reason, refused.rule) == (reason, rule)
    assert isinstance(refused, PiocheError)
    for said in (refused.en, refused.fr):
        assert f"({rule})" in said
        assert not set("{}|") & set(said)
        assert "None" not in said
    assert refused.en != refused.fr
    assert Tournament.replay(t.log) == t


def test_every_refusal_of_the_texts_occurs_and_is_tested() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in Path(pioche.tournament.__file__).parent.rglob("*.py"))
    told = set(catalogue("tournament", "en")["refusals"])
    used = {reason for reason in told if f'"{reason}"' in source}
    assert told == used
    assert told - {case[0] for case in CASES} == set()
    assert set(re.findall(r'refused\(\s*"(\w+)"', source)) <= told


def test_a_log_that_was_changed_is_refused() -> None:
    t = final()
    log = t.log
    log[3]["name"] = "No one"
    with pytest.raises(BadRecord):
        Tournament.replay(log)
    for none in ([], [7], [{"do": "create", "format": 1, "settings": None}]):
        with pytest.raises(BadRecord):
            Tournament.replay(none)  # type: ignore[arg-type]
    log = t.log
    del log[4]
    with pytest.raises(BadRecord):
        Tournament.replay(log)


@pytest.mark.parametrize("seed", range(3))
def test_a_log_that_was_damaged_anywhere_is_refused_in_a_sentence(seed: int) -> None:
    """Values of any kind in any place: never a bare exception, and what is still read can be shown."""
    rng, log = Random(seed), finished().log
    for _ in range(100):
        damaged = deepcopy(log)
        entry = rng.choice(damaged)
        where = entry["settings"] if "settings" in entry and rng.random() < 0.8 else entry
        where[rng.choice(list(where))] = rng.choice(
            [None, 5, -1, "", "P1", [], {}, [[]], 1.5, True, "1/0", 10**20, ["P1"], {"a": 1}]
        )
        try:
            t = Tournament.replay(damaged)
        except PiocheError:
            continue
        assert t.standings()
        assert t.ranking()


def test_a_seating_that_does_not_follow_from_the_seed_is_found() -> None:
    t = seated()
    log = t.log
    tables = log[-1]["tables"]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    Tournament.replay(log)  # what is written is what was played
    with pytest.raises(BadRecord):
        Tournament.replay(log, verify=True)
