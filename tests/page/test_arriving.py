"""A table that does not open, or has ended for one: the page says what has happened and leads on."""

from __future__ import annotations

import secrets
import threading
import time
from pathlib import Path

import pytest

from tests.house.running import Running
from tests.page.driving import QUICK, Browser


@pytest.mark.parametrize(("lang", "freeze"), [("en", False), ("fr", False), ("fr", True)])
def test_a_house_that_is_away_is_told_and_the_table_opens_when_it_is_back(
    browser: Browser, tmp_path: Path, lang: str, freeze: bool
) -> None:
    house = Running(tmp_path, *QUICK)
    process = house.process
    assert process is not None

    def come_back() -> None:
        process.wait()
        if house.process is process and not freeze:
            time.sleep(5)
            house.kill()
            house.start()

    back = threading.Thread(target=come_back, daemon=True)
    back.start()
    try:
        browser.check("house_away", house.address, lang=lang, pid=process.pid, freeze=freeze)
    finally:
        if not freeze:
            back.join(60)
        house.stop()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_locked_table_and_a_full_one_say_so(browser: Browser, house: str, lang: str) -> None:
    browser.check("not_let_in", house, lang=lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_end_has_its_own_title_and_a_next_step(browser: Browser, house: str, lang: str) -> None:
    browser.check("lost_tables", house, lang=lang, login=f"alice.{secrets.token_hex(4)}")
