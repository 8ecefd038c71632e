"""Who may do what, and when: one table. Whatever is not in it is refused. Tests are generated from it."""

from __future__ import annotations

from typing import Literal, get_args

from pioche.house.protocol.messages import Phase
from pioche.house.protocol.sentences import Refusal

Role = Literal["stranger", "guest", "seat", "host"]
ROLES: tuple[Role, ...] = get_args(Role)
PHASES: tuple[Phase, ...] = get_args(Phase)
ALWAYS = frozenset(PHASES)

# stranger: knows the code of a table, but has not entered it; guest: has entered, has no seat; seat: has one.
# host: made the table or was handed it; a host has also the rights of a guest or of a seat, whichever they are.
# Nobody's rights reach into another one's cards.
RIGHTS: dict[str, tuple[frozenset[Role], frozenset[Phase]]] = {
    "move": (frozenset({"seat"}), frozenset({"playing"})),
    "hint": (frozenset({"seat"}), frozenset({"playing"})),
    "back": (frozenset({"seat"}), frozenset({"playing", "paused"})),
    "ready": (frozenset({"seat"}), frozenset({"playing"})),
    "sit": (frozenset({"guest"}), ALWAYS),
    "stand": (frozenset({"seat"}), ALWAYS),
    "say": (frozenset({"guest", "seat"}), ALWAYS),
    "there": (frozenset({"guest", "seat", "host"}), ALWAYS),
    "rename": (frozenset({"guest", "seat"}), ALWAYS),
    "start": (frozenset({"host"}), frozenset({"gathering"})),
    "rematch": (frozenset({"host", "seat"}), frozenset({"over"})),
    "promise": (frozenset({"seat"}), ALWAYS),
    "reveal": (frozenset({"seat"}), ALWAYS),
    "pause": (frozenset({"host", "seat"}), frozenset({"playing"})),
    "resume": (frozenset({"host", "seat"}), frozenset({"paused"})),
    "bot": (frozenset({"host"}), frozenset({"gathering", "over"})),
    "lock": (frozenset({"host"}), ALWAYS),
    "mute": (frozenset({"host"}), ALWAYS),
    "kick": (frozenset({"host"}), ALWAYS),
    "ban": (frozenset({"host"}), ALWAYS),
    "approve": (frozenset({"host"}), frozenset({"playing", "paused"})),
    "penalty": (frozenset({"host"}), frozenset({"playing"})),
    "host": (frozenset({"host"}), ALWAYS),
    "relink": (frozenset({"host"}), ALWAYS),
    "look": (frozenset({"guest"}), frozenset({"playing", "paused"})),
    "allow": (frozenset({"seat"}), frozenset({"playing", "paused"})),
    # over HTTP
    "see_table": (frozenset({"guest", "seat", "host"}), ALWAYS),
    "ticket": (frozenset({"guest", "seat", "host"}), ALWAYS),
    "record": (frozenset({"guest", "seat", "host"}), ALWAYS),  # of a match that is over
    "replay": (frozenset({"guest", "seat", "host"}), ALWAYS),
}
# At a table of a tournament its organiser and its rules decide about seats, pauses and matches; there is no host.
IN_A_TOURNAMENT = frozenset(
    {"move", "hint", "back", "ready", "say", "look", "allow", "see_table", "ticket", "record", "replay"}
)
# What could be done again and again to annoy the others, and the rate it is counted under.
COUNTED = {
    "sit": "seat", "back": "seat", "rename": "rename", "look": "look", "allow": "look", "pause": "pause",
    "ready": "ready", "promise": "ready", "reveal": "ready",
    "start": "hosting", "rematch": "hosting", "bot": "hosting", "lock": "hosting", "mute": "hosting", "kick": "hosting",
    "ban": "hosting", "approve": "hosting", "penalty": "hosting", "host": "hosting", "relink": "hosting",
}  # fmt: skip


def allowed(deed: str, roles: frozenset[Role], phase: Phase) -> bool:
    right = RIGHTS.get(deed)
    return right is not None and bool(right[0] & roles) and phase in right[1]


def check(deed: str, roles: frozenset[Role], phase: Phase, tournament: bool = False) -> None:
    if tournament and deed not in IN_A_TOURNAMENT and not roles <= {"stranger"}:
        raise Refusal("in_a_tournament", 403)
    if not allowed(deed, roles, phase):
        if roles <= {"stranger"}:
            raise Refusal("not_joined", 403)
        if deed in ("move", "back", "hint"):
            if "seat" not in roles:
                raise Refusal("no_seat", 403)
            raise Refusal("paused" if phase == "paused" else "not_started" if phase == "gathering" else "not_allowed")
        raise Refusal("not_allowed", 403)
