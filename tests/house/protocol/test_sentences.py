"""Sentences that many tables share: made once with marks for the names, they read as if made for the table alone."""

from __future__ import annotations

import json
import random
from copy import copy

import pytest

from pioche import text
from pioche.engine.game import Game, load, rulebooks
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentence_templates import MAX_TEMPLATES, templates_for
from pioche.house.tables import journal as j
from pioche.house.tables.news import News, worded
from pioche.house.tables.state import TableState
from pioche.house.tables.table_info import BLANK

NAMES = [
    ["Anna", "bob", "Yves", "Hélène", "Zoé", "Max", "Ida", "Tom"],
    ["anna", "Bob", "yann", "œdipe", '"q"', "100 %", "%s %b", "\\"],
    ["Óscar", "ßuper", "A\ue000", "b\ue001", "李", "7", "Île", "élan"],
]


def seated(game: str, names: list[str], seed: int) -> TableState:
    opened = j.Opened(code="T", game=game, preset="", options={}, settings=p.Settings())
    state = TableState(opened)
    seats = state.game.seats
    for entry in [j.Joined(person=f"p{seat}", name=names[seat]) for seat in range(seats)]:
        state.absorb(entry)
    for seat in range(seats):
        state.absorb(j.Sat(who=seat + 1, seat=seat))
    state.absorb(j.Began(match=1, seed=str(seed), names=names[:seats], rules=state.game.rules.version))
    return state


@pytest.mark.parametrize("game", sorted(rulebooks()))
@pytest.mark.parametrize("kept", [MAX_TEMPLATES, 4])
def test_a_shared_sentence_reads_like_one_of_its_own(game: str, kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are kept, and whatever was forgotten to make room."""
    monkeypatch.setattr("pioche.house.tables.news.MAX_TEMPLATES", kept)
    dice, kinds = random.Random(game), set()
    for seed, names in enumerate([*NAMES, *NAMES]):
        state = seated(game, names, seed)
        table = state.table
        assert table is not None
        for _ in range(120):
            if table.over:
                break
            if table.actors and (not table.rules.timed or dice.random() < 0.7):
                seat = dice.choice(table.actors)
                table.act(seat, dice.choice(table.legal(seat)))
            elif table.next_timer is not None:
                table.advance(max(table.next_timer[0], table.s.clock))
        state.tell_log(table)
        news = News(state, {}, lambda _: p.Clock(0, False, []))
        news.shown = dict.fromkeys(state.streams, BLANK)  # somebody reads for every seat
        templates_for(state.game, state.names[-1]).known.clear()
        for watcher, stream in state.streams.items():
            for n, place in enumerate(stream.places, 1):
                told = state.told_at(place)
                if told.by != "game":
                    continue
                kinds.add(table.s.log[told.place][0])
                run = text.told_with(table, told.place)
                alone = worded(table, told.place, run, n, told.match, state.names[told.names], watcher)
                assert bytes(news._events(state, watcher, n - 1, n)) == p.encode(alone), (names, watcher)
            each = [bytes(news._events(state, watcher, n, n + 1)) for n in range(len(stream.places))]
            together = bytes(news._events(state, watcher, 0, len(stream.places)))
            assert together == b",".join(each), "in one message they read alike"
            several = p.encode([news._events(state, watcher, 0, 5)])
            assert [event["n"] for event in json.loads(several)] == [1, 2, 3, 4, 5]
        assert 0 < len(templates_for(state.game, state.names[-1]).known) <= kept
    assert len(kinds) > 3


def test_menus_are_worded_anew_when_a_match_is_shortened() -> None:
    """A label may quote an option."""
    opened = j.Opened(code="T", game="pairs", preset="", options={"games": 5}, settings=p.Settings())
    state = TableState(opened)
    for seat in range(state.game.seats):
        state.absorb(j.Joined(person=f"p{seat}", name=NAMES[0][seat]))
        state.absorb(j.Sat(who=seat + 1, seat=seat))
    state.absorb(j.Began(match=1, seed="1", names=NAMES[0][: state.game.seats], rules=state.game.rules.version))
    news = News(state, {}, lambda _: p.Clock(0, False, []))
    before = news._menu(state, 0, ["hit"])
    assert news._menu(state, 0, ["hit"]) is before
    state.absorb(j.Shortened(options={"games": 1}))
    assert news._menu(state, 0, ["hit"]) is not before


def test_a_game_that_is_registered_again_has_words_of_its_own() -> None:
    game = load("pairs")
    again = Game(copy(game.rules), dict(game.options))
    assert templates_for(game, NAMES[0]).known is templates_for(load("pairs"), NAMES[0]).known
    assert templates_for(again, NAMES[0]).known is not templates_for(game, NAMES[0]).known
