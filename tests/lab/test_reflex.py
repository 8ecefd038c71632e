"""Bots with reflexes: one scheduler in both engines and at a real table (reaction_clock.md T22-T25)."""

from __future__ import annotations

import math
from random import Random
from statistics import NormalDist, median

import pytest

import pioche
import pioche.bots.common.reflexes
from pioche.bots.common.reflexes import COIN, DEED, DELAY_KINDS, DUE, NEVER, PLANS
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.reflex_bot import DELAYS, LEVELS, NAMES, ODDS, Reflexes, delay, delay_tables, odds_tables, play, skill_of
from pioche.bots.world_sampling import WorldSampler
from pioche.engine.game import PLAIN, TALLYING
from pioche.engine.table import MENU_SIZE
from pioche.errors import BadOption
from pioche.lab.reflex_matches import ReflexBatch, simulate_reflex

RACES = ("pig", "spoons", "vatra", "agnes")
SEED = 11


def first_deal(table):
    """What everybody is dealt before the first action."""
    kinds = {"hand", "you_drew", "round_started", "deal_started", "turned_up"}
    told = []
    for event in table.history():
        if event["kind"] in ("deal_over", "round_ended"):
            break
        if event["kind"] in kinds:
            told.append({k: v for k, v in event.items() if k not in ("n", "t")})
    return told


# -- one text, two engines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RACES)
def test_t23_both_engines_do_the_same_things_at_the_same_times(name):
    game = pioche.load(name)
    plain, compiled = (ReflexBatch(game, "average", engine, room=3000) for engine in (PLAIN, TALLYING))
    assert plain.play(SEED, 1) == compiled.play(SEED, 1)

    assert plain.trace == compiled.trace
    assert len(plain.trace) == plain.lengths[0] > 50
    assert game.rules.shape.same(plain.rows[1], compiled.rows[1]) == ""
    assert plain.rows[1].over == 1


@pytest.mark.parametrize(
    ("name", "options", "level"),
    [
        ("pig", {"seats": 3, "stock": True}, "novice"),
        ("pig", {"seats": 9, "cards": 5, "false_start": "blocked"}, "expert"),
        ("spoons", {"seats": 6, "feints": "on"}, "novice"),
        ("vatra", {"seats": 8, "game": "vatra", "traveller": True}, "novice"),
        ("vatra", {"seats": 3, "idle_ms": 900}, "expert"),
        ("agnes", {"seats": 7, "peek": 2, "recycle": "shuffle"}, "novice"),
        ("agnes", {"seats": 2, "start_discard": 1, "slam_on": "layout"}, "expert"),
    ],
)
def test_both_engines_agree_whatever_the_options(name, options, level):
    game = pioche.load(name, **options)
    plain, compiled = (ReflexBatch(game, level, engine, room=500) for engine in (PLAIN, TALLYING))
    plain.play(SEED, 3)
    compiled.play(SEED, 3)

    assert plain.trace == compiled.trace
    assert plain.times == compiled.times.tolist()
    assert plain.standings == compiled.standings.tolist()
    assert game.rules.shape.same(plain.rows[1], compiled.rows[1]) == ""


@pytest.mark.parametrize("name", RACES)
def test_a_match_of_the_lab_is_the_match_at_a_table(name):
    game = pioche.load(name)
    batch = ReflexBatch(game, "average", room=3000)
    batch.play(SEED, 1)
    table = play(game, SEED, "average")

    done = [(line["at"], line["seat"], game.rules.actions.read(line["do"])) for line in table.moves if "do" in line]
    assert done == batch.trace
    assert game.rules.shape.same(table.s, batch.rows[1]) == ""


@pytest.mark.parametrize("name", RACES)
def test_t5_what_bots_played_replays_to_the_same_position(name):
    table = play(pioche.load(name), SEED, "novice")
    again = pioche.Record.loads(table.record().dumps()).table()

    assert table.over
    assert again.position() == table.position()
    assert again.history() == table.history()


@pytest.mark.parametrize("name", RACES)
def test_the_scheduler_means_the_same_in_every_game(name):
    """A constant of the rules by the same name would silently change it."""
    engine = judgement_engine(pioche.load(name))
    ours = {k: v for k, v in vars(pioche.bots.common.reflexes).items() if isinstance(v, int) and k.isupper()}

    assert {k: getattr(engine, k) for k in ours} == ours


# -- streams and ties ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RACES)
def test_t22_a_quicker_bot_never_changes_the_cards_of_the_first_deal(name):
    game = pioche.load(name, peek=2) if name == "agnes" else pioche.load(name)
    tables = [play(game, SEED, level) for level in LEVELS]

    assert len({tuple(line["at"] for line in table.moves if "do" in line) for table in tables}) == 3
    if name == "agnes":  # nobody is told the cards, but the first one drawn is the same
        assert len({str(next(e for e in first_deal(table) if e["kind"] == "you_drew")) for table in tables}) == 1
    else:
        dealt = [first_deal(table) for table in tables]
        assert dealt[0] == dealt[1] == dealt[2]
        assert len(dealt[0]) > 12


def test_t22_one_seats_luck_is_its_own():
    """The other seats' first delays do not depend on how quick seat 0 is."""
    slow, quick = (play_until_plans(level) for level in ("novice", "expert"))

    assert slow[0] != quick[0]
    assert slow[1:] == quick[1:]


def play_until_plans(level):
    table = pioche.load("pig", look_ms=0).table(seed=SEED)
    bots = Reflexes(table, [level, "average", "average", "average"], SEED)
    bots.once()
    return [bots.pending(p) for p in range(4)]


def test_t6_equal_times_are_a_coin_toss_never_the_order_of_seats():
    engine = judgement_engine(pioche.load("pig"))
    s = pioche.load("pig").blank()
    plans = [[NEVER, 0, 0] for _ in range(PLANS * 4)]
    plans[PLANS * 1] = [500, 9, 0]
    plans[PLANS * 3] = [500, 4, 0]
    assert engine.next_due(s, plans) == PLANS * 3

    plans[PLANS * 1][COIN] = 3
    assert engine.next_due(s, plans) == PLANS * 1


def test_t23_a_plan_that_is_no_longer_legal_is_dropped_and_the_bot_asked_again():
    table = pioche.load("pig", look_ms=0).table(seed=SEED)
    bots = Reflexes(table, ["average"] * 4, SEED)
    bots.once()  # go
    pick = table.rules.actions.read("pick")
    bots.plans[0][DUE], bots.plans[0][DEED] = 5, pick  # with four cards in hand nothing may be picked up
    before = table.position()
    bots.once()

    assert table.moves[-1] == {"until": 5}
    assert {**table.position(), "clock": 0} == {**before, "clock": 0}
    assert bots.pending(0)[0][1].startswith("pass:")


def test_t4_who_acts_exactly_on_a_deadline_is_in_time():
    table = pioche.load("pig", look_ms=0, straggler_ms=300).table(seed=SEED)
    bots = Reflexes(table, ["average"] * 4, SEED)
    while not table.s.race_open:
        bots.once()
    deadline = table.s.open_t + 300
    late = [p for p in range(4) if table.s.unsafe >> p & 1]
    for p in range(4):
        for k in range(PLANS):
            bots.plans[PLANS * p + k][DUE] = NEVER
    bots.plans[PLANS * late[0] + 1] = [deadline, 1, table.rules.actions.read("touch_nose")]
    bots.once()

    assert table.s.clock == deadline
    assert table.s.signalled >> late[0] & 1


# -- delays (T24) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_t24_delays_have_their_floor_their_median_and_their_spread(name, level):
    skill = LEVELS[level]
    floor, middle, spread = DELAYS[name][list(LEVELS).index(level)]
    table = delay_tables([skill])[NAMES.index(name)]

    assert table == sorted(table)
    assert table[0] > floor
    assert abs(median(table) - floor - middle) <= 1 + middle / 500
    one_up = table[round(1024 * NormalDist().cdf(1))]
    assert math.isclose(one_up - floor, middle * math.exp(spread), rel_tol=0.02, abs_tol=1)


def test_t24_a_number_lies_between_the_levels():
    assert delay("think", 0.25) == ((300 + 250) / 2, (1200 + 700) / 2, (0.50 + 0.45) / 2)
    assert delay("think", 0.75) == (225, 525, 0.40)
    assert odds_tables([0.0, 0.75])[0] == [round(1e6 * chances[0]) for chances in ODDS.values()]
    assert odds_tables([0.75])[0][0] == 35_000
    assert len(delay_tables([0, 1])) == 2 * DELAY_KINDS


def test_levels_are_names_or_numbers():
    assert skill_of("expert") == 1
    assert skill_of("0.3") == skill_of(0.3) == 0.3
    with pytest.raises(BadOption, match="from 0 to 1"):
        skill_of("quick")
    with pytest.raises(BadOption, match="each of the 4 seats"):
        play(pioche.load("pig"), 1, ["novice", "expert"])
    with pytest.raises(BadOption, match="not a game of reflexes"):
        play(pioche.load("hawthorn"), 1)


# -- the reference bots (T25) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pig", "spoons", "vatra"])
@pytest.mark.parametrize("level", LEVELS)
def test_t25_nobody_starts_too_soon_and_every_race_ends(name, level):
    found = simulate_reflex(pioche.load(name), 60, level).as_json()["events"]
    false = "false_alarm" if name == "vatra" else "false_start"

    assert found[false]["per_match"]["max"] == 0
    assert found["deal_over"]["per_match"]["min"] >= 3


def test_t25_a_hand_is_thinned_where_it_is_thinnest():
    game = pioche.load("pig", look_ms=0)
    passed = set()
    for seed in range(40):
        hands = [word.split() for word in ("AS AH KS QS", "AD AC KH KD", "QH QD QC KC", "JS JH JD JC")]
        table = game.at(hand=hands, phase="play", dealer=0)
        bots = Reflexes(table, ["average"] * 4, seed)
        passed |= {bots.pending(0)[0][1]}
        assert bots.pending(2)[0][1] == "pass:K♣"
        assert [word for _, word in bots.pending(3)] == ["touch_nose"]  # who has a set stops passing
        assert bots.pending(1)[0][1] in ("pass:A♦", "pass:A♣", "pass:K♥", "pass:K♦")

    assert passed == {"pass:K♠", "pass:Q♠"}


def test_t25_cards_are_passed_on_while_the_reaction_is_still_to_come():
    table = pioche.load("pig", look_ms=0).table(seed=SEED)
    bots = Reflexes(table, ["novice"] * 4, SEED)
    while not table.s.race_open:
        bots.once()
    waiting = [p for p in range(4) if table.s.unsafe >> p & 1]

    assert all(any(word == "touch_nose" for _, word in bots.pending(p)) for p in waiting)
    assert any(len(bots.pending(p)) == 2 for p in waiting)


def test_s11_a_feint_lures_a_novice_about_one_time_in_seven():
    lured = asked = 0
    for seed in range(150):
        table = pioche.load("spoons", look_ms=0, feints="on").table(seed=seed)
        bots = Reflexes(table, ["novice"] * 4, seed, bots=[1, 2, 3])
        bots.once()
        before = [bots.pending(p) for p in (1, 2, 3)]
        table.act(0, "feint", at=10)
        bots.look(0, "feint")
        for p in (1, 2, 3):
            if all(word != "grab" for _, word in before[p - 1]):
                asked += 1
                lured += any(word == "grab" for _, word in bots.pending(p))

    assert asked > 400
    assert abs(lured / asked - 0.15) < 4 * math.sqrt(0.15 * 0.85 / asked)


def test_quicker_bots_lose_less():
    batch = ReflexBatch(pioche.load("pig"), ["novice", "expert", "novice", "expert"])
    batch.play(1, 200)
    best = batch.standings.max(axis=1, keepdims=True) == batch.standings

    assert best[:, 1].mean() + best[:, 3].mean() > 1.5 * (best[:, 0].mean() + best[:, 2].mean())


def test_vatra_the_starter_wins_about_half_its_share():
    won = dealt = 0
    for seed in range(30):
        for event in play(pioche.load("vatra"), seed, "average").history():
            if event["kind"] == "deal_started":
                starter = (event["dealer"] + 1) % 4
            elif event["kind"] == "deal_over":
                dealt += 1
                won += event["winner"] == starter

    assert dealt > 300
    assert 0.07 < won / dealt < 0.19  # a share is a quarter


def test_vatra_nobody_is_safe_without_shouting_and_no_one_forgets_it_for_ever():
    found = simulate_reflex(pioche.load("vatra"), 60, "novice").as_json()["events"]

    assert found["slam"]["per_match"]["mean"] >= found["shout"]["per_match"]["mean"] > 0
    assert found["deal_over"]["per_deal"] == 1


@pytest.mark.parametrize("name", RACES)
def test_judgement_rests_on_nothing_hidden(name):
    """The same view filled in differently: the same decision."""
    game = pioche.load(name, race="sealed") if name == "agnes" else pioche.load(name, look_ms=0)
    engine = judgement_engine(game)
    compared = 0
    for seed in range(4):
        table, dice = game.table(seed=seed), [seed + 7, 1]
        for step in range(120):
            if table.over:
                break
            if not table.actors:
                table.advance(table.next_timer[0])
                continue
            p = engine.any_seat(table.s, dice)
            menu = table.menu(p)
            if step % 4 == 0 and len(menu) > 1:
                worlds = WorldSampler(game, table.view(p), table.memory(p))
                for level in (1, 2, 3):
                    chosen = {
                        engine.decide(worlds.draw(Random(k)), p, level, [0] * MENU_SIZE, [seed + 1, step]) for k in range(3)
                    }
                    assert len(chosen) == 1
                    assert chosen <= set(menu)
                    compared += 1
            played = engine.decide(table.s.clone(), p, 2, [0] * MENU_SIZE, dice)
            table.act(p, table.rules.actions.write(played))

    assert compared > 50
