"""Those who look on, and those who are sent away: what they ask for, what they are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pioche.client import Client
from tests.house.durability.test_versions import write_again
from tests.house.running import Running, run
from tests.page.driving import STILL, Browser

BOTH = pytest.mark.parametrize("lang", ["en", "fr"])


@BOTH
def test_an_onlooker_asks_to_look_over_a_shoulder(browser: Browser, still: str, lang: str) -> None:
    browser.check("over_a_shoulder", still, lang=lang)


@BOTH
def test_an_onlooker_asks_for_a_seat_in_mid_match(browser: Browser, still: str, lang: str) -> None:
    browser.check("seat_in_mid_match", still, lang=lang)


@BOTH
def test_many_who_ask_at_once_take_no_table_out_of_sight(browser: Browser, still: str, lang: str) -> None:
    browser.check("many_ask", still, lang=lang)


@BOTH
def test_the_host_sends_people_away_and_lets_them_back(browser: Browser, still: str, lang: str) -> None:
    browser.check("sent_away", still, lang=lang)


@BOTH
def test_an_onlooker_who_sees_everything_later_is_told_so(browser: Browser, still: str, lang: str) -> None:
    browser.check("half_a_minute_late", still, lang=lang)


def test_a_match_of_other_rules_is_explained_and_its_record_at_hand(browser: Browser, tmp_path: Path) -> None:
    house = Running(tmp_path, *STILL)

    async def begin() -> tuple[str, str]:
        async with Client(house.address, "Ada") as ada:
            made = await ada.make("pairs", {"pace": "relaxed"}, {"start": True}, seats=2)
            return ada.token, made["code"]

    try:
        token, code = run(begin())
        house.stop()
        write_again(house.data, code)
        house.start()
        for lang, sentence in (
            ("en", "was played under version 77 of the rules"),
            ("fr", "a suivi la version 77 des règles"),
        ):
            browser.check("other_rules", house.address, lang=lang, code=code, token=token, sentence=sentence)
    finally:
        house.stop()


@BOTH
def test_a_pause_says_whose_it_is_and_is_ended_where_one_looks(browser: Browser, still: str, lang: str) -> None:
    browser.check("paused", still, lang=lang)


@BOTH
def test_a_lost_line_offers_nothing_that_cannot_be_done(browser: Browser, house: str, lang: str) -> None:
    browser.check("nothing_offered", house, lang=lang)
