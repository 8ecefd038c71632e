"""A first deal as the house hands it out: the learner's views and nothing else, the same for everybody, kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import pioche
from pioche.engine import game as registry
from pioche.engine.game import rulebooks
from pioche.house.api import game_list
from pioche.house.api.first_deals import lesson_info
from pioche.house.protocol.lesson_bodies import LessonInfo, LessonNews
from pioche.house.protocol.sentences import Refusal
from pioche.lessons import ME, LessonRun, lesson_of
from pioche.lessons.lesson import _on_file
from tests.lessons.test_lessons import GAMES, changed


def news(info: LessonInfo) -> Iterator[LessonNews]:
    yield info.first
    for lines in (info.steps, info.ends):
        for line in lines:
            yield from line.after


@pytest.mark.parametrize("game", GAMES)
def test_it_shows_what_the_learner_may_see(game: str) -> None:
    """Move by move the same views as at a table, and of what others hold only how much it is."""
    info, taught = lesson_info(game), lesson_of(rulebooks()[game])
    assert taught is not None
    run, told = LessonRun(taught), [info.first]
    for step in info.steps[:-1]:
        for _, picture in zip(run.do(step.ask[0] if step.ask else ""), step.after, strict=True):
            view = run.table.view(ME)
            del view["clock"]
            facts = run.table.facts(view, counted=False)  # from the learner's view alone
            assert picture.view == view | ({"facts": facts} if facts else {})
            assert [choice.do for choice in picture.menu] == run.table.legal(ME)
            told.append(picture)
    assert [event.n for picture in told for event in picture.events] == list(range(1, len(run.table.events(ME)) + 1))
    assert [end.do for end in info.ends] == info.steps[-1].ask == run.wanted()
    hand = rulebooks()[game].shape.fields.get("hand")
    if hand is not None and hand.per_seat:
        for picture in news(info):
            hidden = [picture.view["hand"][seat] for seat in range(taught.game.seats) if seat != ME]
            assert all(card is None for held in hidden for card in held)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_and_every_button_speaks_both_languages(game: str) -> None:
    info = lesson_info(game)
    said: list[Any] = [step.said for step in info.steps] + [end.said for end in info.ends] + [step.no for step in info.steps]
    said += [choice for picture in news(info) for choice in picture.menu]
    assert all(one.en and one.fr for one in said)
    assert sum(step.disaster for step in info.steps) == 1


def test_it_is_small_and_made_once() -> None:
    for game in GAMES:
        assert lesson_info(game) is lesson_info(game)
        assert len(msgspec.json.encode(lesson_info(game))) < 120_000


@pytest.fixture
def guests() -> Iterator[None]:
    with registry.registered():
        yield
    lesson_info.cache_clear()
    game_list.shelf.cache_clear()


def test_a_guest_is_taught_like_a_game_of_the_house(guests: None) -> None:
    pioche.register(changed("taught_thorn", _on_file("hawthorn")))
    assert game_list.card(rulebooks()["taught_thorn"]).lesson
    assert lesson_info("taught_thorn").table.title.fr == "Épine"
    written = _on_file("hawthorn") or {}
    broken = {**written, "steps": [{**written["steps"][0], "ask": "hit"}, *written["steps"][1:]]}
    pioche.register(changed("badly_taught_thorn", broken))
    pioche.register(changed("untaught_thorn", None))
    for game in ("badly_taught_thorn", "untaught_thorn"):
        with pytest.raises(Refusal, match="There is no lesson for this game"):
            lesson_info(game)
    assert not game_list.card(rulebooks()["untaught_thorn"]).lesson
