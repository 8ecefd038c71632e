"""A handicap that adapts: after every deal bots get a little slower while people are behind, and quicker while they lead.

It looks at the standing, which everybody sees, and at nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from pioche.engine.table import Table

SKILL_STEP = 0.12  # of skill, for people who are last among bots
MAX_SKILL_SHIFT = 0.6  # away from the level that was chosen


class Handicap:
    """Of one match."""

    def __init__(self) -> None:
        self.shift = 0.0  # added to every bot's skill
        self._deal = 0  # the deal it was last looked at

    def eased(self, skills: Sequence[float], levels: Sequence[str], table: Table) -> list[float]:
        """The skills for the present deal. `levels`: of the bots; a person's is empty."""
        if table.s.deal != self._deal:
            self._deal = table.s.deal
            self.shift = max(-MAX_SKILL_SHIFT, min(MAX_SKILL_SHIFT, self.shift - SKILL_STEP * behind(table.ranking, levels)))
        return [round(max(0.0, min(1.0, skill + self.shift)), 3) for skill in skills]


def behind(ranking: Sequence[int], levels: Sequence[str]) -> float:
    """How far people are behind bots: 1 when all of them are last, -1 when all lead, 0 where there are only one kind."""
    people = [place for place, level in zip(ranking, levels, strict=True) if not level]
    bots = [place for place, level in zip(ranking, levels, strict=True) if level]
    if not people or not bots:
        return 0.0
    return (sum(people) / len(people) - sum(bots) / len(bots)) / max(1, max(ranking) - min(ranking))
