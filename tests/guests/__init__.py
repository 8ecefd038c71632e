"""Games that are not of the house, as other people would write them: no Pairs deck, secret choices, hidden numbers.

In a package of their own an entry point would put them on the list; here `register` does.
"""

from __future__ import annotations

import pioche
from pioche.bots import levels
from pioche.engine.rulebook import Rulebook
from tests.guests import ambush, auction, riddle, riddle_told

GUESTS: dict[str, Rulebook] = {rules.id: rules for rules in (ambush.RULES, auction.RULES, riddle.RULES, riddle_told.RULES)}
OFFERED = [(name, level) for name, rules in GUESTS.items() for level in levels(pioche.Game(rules, {}))]


def register() -> None:
    for rules in GUESTS.values():
        pioche.register(rules)
