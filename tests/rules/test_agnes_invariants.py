"""The invariants of Agnès (docs/games/agnes.md, section 11) over random play, with and without a clock."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import pioche
from pioche import Record, Table
from pioche.engine.cards import card_word
from pioche.testing.steps import next_step
from tests.rules.agnes_tables import total

TABLES: list[dict[str, Any]] = [
    {"seats": 4},
    {"seats": 2, "peek": 2, "start_discard": True, "strict_power": True},
    {"seats": 8, "latency": "arrival", "lap_limit": 5},
    {"seats": 3, "race": "sealed", "recycle": "shuffle", "shuffle_between": "no"},
    {"seats": 6, "slam_on": "layout", "win_needs_five": True, "turn_time": 0},
    {"seats": 7, "decks": 1, "peek": 1, "shuffle_between": "no"},
    {"seats": 5, "slam": "off", "lap_limit": 5, "target": 1},
]
EACH = pytest.mark.parametrize("options", TABLES, ids=lambda o: " ".join(f"{k}={v}" for k, v in o.items()))


Match = Iterator[tuple[Table, list[dict[str, Any]]]]


def stepping(options: dict[str, Any], seed: int, timed: bool, calm: bool, most: int = 180) -> Match:
    """A table after every step of random play, and what everybody was told of it. Calm players never call and
    pass most windows, so that rounds grow long and stocks run out."""
    game, dice = pioche.load("agnes", **({"rounds": 3, "memory_aid": True} | options)), random.Random(seed)
    table, told = game.table(seed=seed), 0
    for _ in range(most):
        news = table.events(None, told)
        told += len(news)
        yield table, news
        if table.over:
            return
        step = next_step(table, dice)
        word = step.word
        if calm and step.seat is not None:
            words = table.legal(step.seat)
            word = "end" if "end" in words else "pass" if "pass" in words and dice.random() < 0.8 else word
        if timed or step.seat is None:
            type(step)(step.seat, word, step.at).do(table)
        else:
            table.act(step.seat, word)


def matches(options: dict[str, Any]) -> Iterator[Match]:
    for seed in range(4):
        yield stepping(options, seed, timed=seed % 2 == 0, calm=seed >= 2)


@EACH
def test_i1_i2_i9_every_card_lies_once(options: dict[str, Any]) -> None:
    longest = 0
    for match in matches(options):
        for table, _ in match:
            position = table.position()
            deck = [card_word(n) for n in range(52 * (2 if options["seats"] > 6 and "decks" not in options else 1))]
            drawn = [position["drawn"]] if position["drawn"] else []
            rows = [[card for card in row if card] for row in position["layout"]]
            assert Counter(deck) == Counter(sum(rows, drawn + position["stock"] + position["discard"]))
            assert bool(drawn) == (position["phase"] == "place")
            assert len(position["stock"]) == table.view(None)["stock"] == position["stock_left"]
            for row in rows:
                assert -len(deck) // 52 <= total(row) <= 10 * len(row)
            longest = max(longest, *position["last_slot"])
    assert longest > 4 or options.get("slam") == "off"


@EACH
def test_i3_i4_cards_move_only_as_the_rules_say(options: dict[str, Any]) -> None:
    """Sizes follow from slams, gifts and penalties; a slot changes only by an event that names it."""
    for match in matches(options):
        sizes, before, highest, pair = [4] * options["seats"], None, [4] * options["seats"], []
        for table, news in match:
            touched: set[tuple[int, int]] = set()
            for event in news:
                kind, p = event["kind"], event.get("seat", -1)
                if kind == "round_started":
                    sizes, highest, before = [4] * options["seats"], [4] * options["seats"], None
                elif kind in ("kept", "took"):
                    touched.add((p, event["slot"]))
                elif kind == "slam_right":
                    touched.add((event["owner"], event["slot"]))
                    sizes[event["owner"]] -= 1
                elif kind == "gave":
                    touched |= {(p, event["from_slot"]), (event["owner"], event["slot"])}
                    sizes[p] -= 1
                    sizes[event["owner"]] += 1
                elif kind == "penalty":
                    assert event["slot"] == highest[p] + 1, "one above the highest number so far (R14)"
                    highest[p] += 1
                    sizes[p] += 1
                    touched.add((p, event["slot"]))
                elif kind in ("swapped", "inspected", "exchanged"):
                    if kind != "exchanged":
                        pair = [event["pos1"], event["pos2"]]
                    assert pair[0].split(".")[0] != pair[1].split(".")[0]
                    places = [pos.split(".") for pos in pair if kind != "inspected"]
                    touched |= {(int(owner), int(slot)) for owner, slot in places}
            position = table.position()
            rows = position["layout"]
            assert [sum(card is not None for card in row) for row in rows] == sizes
            assert position["last_slot"] == highest
            if before is not None:
                for p, row in enumerate(rows):
                    for slot in range(1, highest[p] + 1):
                        if (p, slot) not in touched:
                            old, now = ((r[slot - 1] if slot <= len(r) else None) for r in (before[p], row))
                            assert old == now, f"slot {p}.{slot} changed by itself"
            before = rows


@EACH
def test_i5_i6_i7_windows_calls_and_turns(options: dict[str, Any]) -> None:
    seats, limit = options["seats"], options.get("lap_limit", 40)
    called = 0
    for match in matches(options):
        turn, caller, frozen, turns, since_call, actions = -1, None, None, 0, 0, 0
        tried: list[int] = []
        for table, news in match:
            for event in news:
                kind, p = event["kind"], event.get("seat", -1)
                if kind == "round_started":
                    caller, turns, since_call = None, 0, 0
                elif kind == "turn":
                    turn, actions = p, 0
                elif kind == "discarded":
                    tried = []
                elif kind in ("slam_right", "slam_wrong"):
                    assert p not in (turn, caller, *tried)
                    assert event["owner"] != caller
                    assert -1 not in tried, "one success a window"
                    tried += [p, -1] if kind == "slam_right" else [p]
                elif kind == "called":
                    called += 1
                    caller, frozen = p, None
                elif kind == "turn_ended":
                    turns += 1
                    since_call += caller is not None
                elif kind == "card_shown" and p == caller and frozen:
                    assert event["card"] == frozen[event["slot"] - 1]
                elif kind == "round_ended" and p == 0:
                    assert since_call == (seats if caller is not None else 0)
                    assert turns <= seats * limit + seats - 1
                    assert caller is not None or turns == seats * limit
            actions += bool(table.moves) and "do" in table.moves[-1]
            assert actions <= seats + 6, "n + 5, and the action before it"
            position = table.position()
            if caller is not None and position["caller"] == caller:
                frozen = frozen or position["layout"][caller]
                assert position["layout"][caller] == frozen
            if position["phase"] == "slam":
                assert not {position["turn"], caller} & set(table.actors)
    assert called > 0


@EACH
def test_i8_points_of_a_round(options: dict[str, Any]) -> None:
    rounds = 0
    for match in matches(options):
        caller, points = None, []
        for _, news in match:
            for event in news:
                if event["kind"] == "called":
                    caller = event["seat"]
                elif event["kind"] == "round_ended":
                    points.append((event["points"], event["total"]))
                    if len(points) == options["seats"]:
                        gains = [gain for gain, _ in points]
                        assert set(gains) <= {-1, 0, 1}
                        assert [p for p, gain in enumerate(gains) if gain < 0] in ([], [caller])
                        assert 1 in gains or options.get("win_needs_five")
                        if caller is not None:
                            assert (points[caller][1] > 5) == (gains[caller] == -1)
                        caller, points, rounds = None, [], rounds + 1
    assert rounds > 3


@EACH
def test_i10_hidden_cards_may_be_others(options: dict[str, Any]) -> None:
    """Two cards a seat does not see now change places: its view stays the same to the letter."""
    compared = 0
    for match in matches(options):
        for count, (table, _) in enumerate(match):
            if count % 12 == 0 and not table.over:
                compared += look_again(table, random.Random(count))
    assert compared > 30


def look_again(table: Table, dice: random.Random) -> int:
    position = table.position()
    lying = [card for row in position["layout"] for card in row if card] + position["stock"]
    one, other = dice.sample(lying, 2)
    written = json.dumps(position, ensure_ascii=False)
    for old, into in ((f'"{one}"', '"*"'), (f'"{other}"', f'"{one}"'), ('"*"', f'"{other}"')):
        written = written.replace(old, into)
    swapped = table.game.at(json.loads(written))
    assert swapped.position() != position
    knowing = [position[how].get(card, []) for how in ("eyes", "knows") for card in (one, other)]
    blind = [seat for seat in (*range(table.game.seats), None) if not any(seat in those for those in knowing)]
    for seat in blind:
        assert swapped.view(seat) == table.view(seat)
    return len(blind)


@EACH
def test_i11_the_same_seed_and_actions_give_the_same_log(options: dict[str, Any]) -> None:
    for match in matches(options):
        for table, _ in match:
            last = table
        again = Record.loads(last.record().dumps()).table()
        assert again.history() == last.history()
        assert again.position() == last.position()


@EACH
def test_i12_a_perfect_memory_is_never_wrong(options: dict[str, Any]) -> None:
    """R93 once more from what each seat was told: the engine's map is the same, and true."""
    entries = 0
    for match in matches(options):
        minds: list[dict[str, str]] = [{} for _ in range(options["seats"])]
        told = [0 for _ in minds]
        for count, (table, _) in enumerate(match):
            if count % 3:
                continue  # what happened since is told all the same
            truth = table.position()["layout"]
            for p, mind in enumerate(minds):
                news = table.events(p, told[p])
                told[p] += len(news)
                for event in news:
                    remember(mind, p, event)
                rows = enumerate(table.rules.shape.view(table.s, p)["known"])
                known = {f"{o}.{n}": c for o, row in rows for n, c in enumerate(row, 1) if c not in (None, "?")}
                assert known == {where: card for where, card in mind.items() if "." in where}
                for where, card in known.items():
                    o, slot = map(int, where.split("."))
                    assert truth[o][slot - 1] == card
                entries += len(known)
    assert entries > 100


def remember(mind: dict[str, str], p: int, event: dict[str, Any]) -> None:
    """Places to cards; beside them the card just drawn and the two just inspected."""
    kind = event["kind"]
    if kind == "round_started":
        mind.clear()
    elif kind == "you_drew":
        mind["drawn"] = event["card"]
    elif kind in ("you_saw", "slam_wrong"):
        mind[f"{event['owner']}.{event['slot']}"] = event["card"]
    elif kind == "took":
        mind[f"{event['seat']}.{event['slot']}"] = event["card"]
    elif kind == "kept":
        mind.pop(f"{event['seat']}.{event['slot']}", None)
        if event["seat"] == p:
            mind[f"{p}.{event['slot']}"] = mind["drawn"]
    elif kind == "slam_right":
        mind.pop(f"{event['owner']}.{event['slot']}", None)
    elif kind == "gave":
        card = mind.pop(f"{event['seat']}.{event['from_slot']}", None)
        if card:
            mind[f"{event['owner']}.{event['slot']}"] = card
    elif kind == "inspected":
        mind["one"], mind["other"] = event["pos1"], event["pos2"]
    elif kind in ("swapped", "exchanged"):
        one, other = (event["pos1"], event["pos2"]) if kind == "swapped" else (mind["one"], mind["other"])
        there, here = mind.pop(one, None), mind.pop(other, None)
        mind.update({where: card for where, card in ((one, here), (other, there)) if card})
