"""The page of `python -m bench.races`, in words and tables."""

from __future__ import annotations

import os

CHEAT_HEAD = (
    "| line, ms | pongs held back, ms | races | gain on the honest, ms (± 3 SE) | most in any race, ms "
    "| races it deserved against the honest | races it got |\n|---|---|---|---|---|---|---|\n"
)
COST_HEAD = (
    "| line, ms | races | lost beside the line of 5 ms, ms (± 3 SE) | races that lose more than 5 ms |\n|---|---|---|---|\n"
)
PAIR_HEAD = (
    "| one line | the other | races | the first deserved | got | apart, points | 3 SE | within |\n"
    "|---|---|---|---|---|---|---|---|\n"
)


def report(command: str, how: str, cheat: list[str], honest: list[str], old_cheat: list[str], old_honest: list[str]) -> str:
    """The page: how it was measured, then cheats and honest players, today and before."""

    def two(rows: list[str]) -> str:
        split = rows.index("")
        return COST_HEAD + "\n".join(rows[:split]) + "\n\n" + PAIR_HEAD + "\n".join(rows[split + 1 :]) + "\n"

    busy = f"{os.getloadavg()[2]:.1f} on {os.cpu_count()} cores"
    load = f"The load of the machine was {busy}: above that many, lines and house lag."
    text = f"""# Races: what a cheat wins, what an honest player loses

Made by `{command}`. Everything is real: a house, sockets, kernels and lines of that length (`bench/wire.py`), Pig at ten
seats, {how}
and the same for all. A cheat holds its pongs back and claims `since_open` 0 in every race; each race is a match of its own,
so that nobody is found out by their claims.
The gain is the reaction by the player's own clock less the reaction that was counted; beside the same for an honest
player on the same line in the same race, or (most in any race) by itself.

{load}

## A cheat

{CHEAT_HEAD}{chr(10).join(cheat)}

## Honest players

{two(honest)}"""
    if old_cheat:
        text += f"\n## A cheat before the change\n\n{CHEAT_HEAD}{chr(10).join(old_cheat)}\n"
    if old_honest:
        text += f"\n## Honest players before the change\n\n{two(old_honest)}"
    return text
