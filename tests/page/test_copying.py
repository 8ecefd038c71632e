"""Copying a link: on plain http the browser has no clipboard to offer, and nothing may be called copied that was not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.running import Running
from tests.page.driving import STILL, Browser

BOTH = pytest.mark.parametrize("lang", ["en", "fr"])


@pytest.fixture(scope="module")
def named(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house that also answers to a name: to a browser that is no secure context."""
    running = Running(tmp_path_factory.mktemp("named"), *STILL, "--host-name", "house.test")
    yield running.address
    running.stop()


@BOTH
def test_a_link_is_copied_without_https(browser: Browser, named: str, lang: str) -> None:
    browser.check("copies_without_https", named, lang=lang)


@pytest.mark.parametrize(("lang", "touch"), [("en", False), ("fr", False), ("fr", True)])
def test_a_link_that_cannot_be_copied_is_shown_selected(browser: Browser, named: str, lang: str, touch: bool) -> None:
    browser.check("copies_by_hand", named, lang=lang, touch=touch)


def test_a_link_that_cannot_be_copied_is_shared_where_the_device_can(browser: Browser, named: str) -> None:
    browser.check("shares_instead", named, lang="en")
