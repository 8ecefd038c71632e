"""A deal of each game in Firefox and in WebKit, played with the mouse (`make campaign-page`). Where one of them is not
installed, its tests say so and skip."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche
from tests.house.running import Running
from tests.page.driving import HUMAN, PAGE, QUICK
from tests.page.elsewhere.browsers import BROWSERS, OtherBrowser, missing

pytestmark = pytest.mark.campaign
LONGEST = 240.0  # seconds for a deal
KEPT = {"lang": "en", "theme": "dark", "calm": True, "soundAsked": True, "met": pioche.games()}
# What one can press, as the checks for Chromium find it (web/tests/play.mjs).
OFFERS = (
    ".dock .lit button, .felt .open, .felt .lit button, .felt .plate.target, .menu .btn, .menu .one, .ending footer .main"
)
POINT = """(() => {
  const all = [...document.querySelectorAll(OFFERS)].filter((node) => !node.disabled && !node.matches('.turn, .quiet'))
  for (let k = 0; k < all.length; k++) {
    const node = all[(LUCK + k) % all.length]
    node.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const box = node.getBoundingClientRect()
    const x = box.x + Math.min(8, box.width / 2), y = box.y + Math.min(14, box.height / 2)
    if (box.width && node.contains(document.elementFromPoint(x, y))) return [Math.round(x), Math.round(y)]
  }
})()"""
DEAL = "Number(document.querySelector('.room')?.dataset.deal ?? -1)"
RESULT = "!!document.querySelector('.result')"


@pytest.fixture(scope="module", params=sorted(BROWSERS))
def other(request: pytest.FixtureRequest) -> Iterator[OtherBrowser]:
    lacking = missing(request.param)
    if lacking:
        pytest.skip(lacking)
    if not (PAGE / "index.html").is_file():
        pytest.skip("THE PAGE IS NOT TESTED. It needs: make page")
    one = BROWSERS[request.param]()
    yield one
    one.close()


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[bool, str]]:
    """One whose bots answer at once, and for games with a clock one whose bots have the reflexes of people."""
    running = {
        timed: Running(Path(tmp_path_factory.mktemp("elsewhere")), *(HUMAN if timed else QUICK)) for timed in (False, True)
    }
    yield {timed: house.address for timed, house in running.items()}
    for house in running.values():
        house.stop()
        assert not house.errors()


@pytest.mark.parametrize("game", pioche.games())
def test_a_deal_is_played(other: OtherBrowser, houses: dict[bool, str], game: str) -> None:
    house = houses[pioche.load(game).rules.timed]
    other.open(f"{house}/")
    other.ask(f"localStorage.setItem('pioche', JSON.stringify({str(KEPT).replace('True', 'true')}))")
    other.open(f"{house}/")
    dice = random.Random(game)
    start = f"(() => {{ const at = document.querySelector('#game-{game} ~ .do .btn.main'); at?.click(); return !!at }})()"
    _wait_for(lambda: other.ask(start))
    _wait_for(lambda: other.ask("!!document.querySelector('.felt')"))
    moves, first, end = 0, -1, time.monotonic() + LONGEST
    while time.monotonic() < end:
        now = other.ask(DEAL)
        if moves and first < 0:
            first = now
        if first >= 0 and (now > first or other.ask(RESULT)):
            break
        at = other.ask(POINT.replace("OFFERS", repr(OFFERS)).replace("LUCK", str(dice.randrange(1000))))
        if at is None:
            time.sleep(0.05)
        else:
            other.click(*at)
            moves += 1
    else:
        raise AssertionError(f"no deal was over after {moves} moves: {other.ask('document.body.innerText')}")
    assert moves >= 1
    wide = other.ask("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} px too wide"


def _wait_for(done, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.1)
