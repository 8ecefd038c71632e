"""A part of the page that is fetched later brings its styles along, also where a visitor begins with its address."""

from __future__ import annotations

import pytest

from tests.page.driving import Browser

PARTS = {
    "/tournaments": ".tour",
    "/tournament/zzzzzz": ".tour, .message",
    "/learn/hawthorn": ".coach",
    "/t/zzzzzz": ".message",
}


@pytest.mark.parametrize("path", PARTS)
def test_a_part_looks_the_same_from_its_own_address(browser: Browser, house: str, path: str) -> None:
    assert browser.check("deep_address", house, path=path, part=PARTS[path]) >= 1


@pytest.mark.parametrize(("path", "styles"), [("/tournaments", "**/open-*.css"), ("/learn/hawthorn", "**/enter-*.css")])
def test_a_part_without_its_styles_is_found(browser: Browser, house: str, path: str, styles: str) -> None:
    with pytest.raises(AssertionError):
        browser.check("deep_address", house, path=path, part=PARTS[path], bare=styles)
