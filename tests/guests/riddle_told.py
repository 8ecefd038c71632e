"""Riddle once more, with a rule that says what the number may be."""

from dataclasses import replace

from pioche.kit import below
from tests.guests import riddle
from tests.guests.riddle import apply, deal, legal, score, time_out

__all__ = ["RULES", "apply", "deal", "imagine", "legal", "score", "time_out"]


def imagine(s, p):
    """Any number that is still possible."""
    s.secret = s.low + below(s, s.high - s.low + 1)


RULES = replace(riddle.RULES, id="riddle_told", module=__name__)
