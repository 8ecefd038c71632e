"""A race is truly won and truly lost in the browser, and the photo finish is shown each time.

The cards decide who can signal first: one seat holds the set, nobody can come by another one, because cards stop at a
person who passes none on. So the outcome hangs on what the person does, not on how fast anybody is.
"""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from tests.page.driving import Browser

SIGNALS = {"pig": ["touch_nose"], "spoons": ["grab"], "vatra": ["slam", "shout"]}
ME, BOT, THIRD = 0, 1, 2
SET, MIXED, REST = ["A♠", "A♥", "A♦", "A♣"], ["K♠", "K♥", "Q♠", "Q♥"], ["K♦", "K♣", "Q♦", "Q♣"]
OPTIONS = {"seats": 3, "look_ms": 1500, "pause_ms": 600_000, "straggler_ms": 20_000}


def laid(game: str, holder: int) -> dict[str, Any]:
    """A practice table at which this seat was dealt the set."""
    position = pioche.load(game, **OPTIONS).table(seed=1).position()
    others = [MIXED, REST]
    position["hand"] = [SET if seat == holder else others.pop() for seat in range(3)]
    position["dealer"] = holder  # who begins
    bots = {str(BOT): "random", str(THIRD): "random"}  # no false alarms: they signal when there is something to signal
    settings = {"pace": "relaxed"}
    return {
        "game": game,
        "options": OPTIONS,
        "position": position,
        "bots": bots,
        "sit": ME,
        "start": True,
        "settings": settings,
    }


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_card_is_passed_with_a_finger(browser: Browser, still: str, lang: str) -> None:
    """Dragged a little it comes back to the hand; dragged onto the table it goes to the neighbour."""
    table = laid("pig", BOT)
    told = browser.check("finger", still, table=table, lang=lang)
    assert told["short"] == [], told
    assert len(told["sent"]) == 1, told
    assert told["sent"][0] == f"pass:{told['card']}", told


@pytest.mark.parametrize("game", SIGNALS)
def test_a_race_is_won(browser: Browser, human_house: str, game: str) -> None:
    more = {"table": laid(game, ME), "signals": SIGNALS[game], "reach": True, "lang": "en", "touch": game == "spoons"}
    told = browser.check("race", human_house, **more)
    assert told["first"] == ME, told
    assert told["place"] == 0, told
    assert ME not in told["losers"], told
    assert len(told["losers"]) == 1, told


@pytest.mark.parametrize("game", SIGNALS)
def test_a_race_is_lost(browser: Browser, human_house: str, game: str) -> None:
    more = {"table": laid(game, BOT), "signals": SIGNALS[game], "reach": False, "lang": "fr", "touch": False}
    told = browser.check("race", human_house, **more)
    assert told["first"] == BOT or (game == "vatra" and told["first"] != ME), told  # at Vatra any other may be quicker
    assert told["losers"] == [ME], told


@pytest.mark.parametrize("game", ["pig", "spoons"])
def test_the_nose_and_the_spoon_stay_where_they_are(browser: Browser, human_house: str, game: str) -> None:
    """While other buttons come and go."""
    assert browser.check("steady_buttons", human_house, game=game, seats=4) >= 2
