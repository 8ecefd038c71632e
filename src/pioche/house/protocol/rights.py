"""Rights of each role in each phase of a table, in one place. Everything else is refused. Tests are generated from it."""

from __future__ import annotations

from typing import Literal, get_args

from pioche.house.protocol.messages import Phase
from pioche.house.protocol.sentences import Refusal

Role = Literal["stranger", "guest", "seat", "host"]
ROLES: tuple[Role, ...] = get_args(Role)
PHASES: tuple[Phase, ...] = get_args(Phase)
ALWAYS = frozenset(PHASES)

# stranger: has not joined the table; guest: has joined, but has no seat; seat: has one.
# host: made the table or became its host later; has the rights of a guest or a seat as well.
# No right shows another seat's cards.
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
# At a table of a tournament the organiser and the rules decide about seats, pauses and matches; there is no host.
IN_A_TOURNAMENT = frozenset(
    {"move", "hint", "back", "ready", "say", "look", "allow", "see_table", "ticket", "record", "replay"}
)
# Commands whose repetition could annoy others, with the name of their rate in `limits.RATES`.
COUNTED = {
    "sit": "seat", "back": "seat", "rename": "rename", "look": "look", "allow": "look", "pause": "pause",
    "ready": "ready", "promise": "ready", "reveal": "ready",
    "start": "hosting", "rematch": "hosting", "bot": "hosting", "lock": "hosting", "mute": "hosting", "kick": "hosting",
    "ban": "hosting", "approve": "hosting", "penalty": "hosting", "host": "hosting", "relink": "hosting",
}  # fmt: skip


def allowed(command: str, roles: frozenset[Role], phase: Phase) -> bool:
    """Return whether one of the roles has a right in this phase."""
    right = RIGHTS.get(command)
    return right is not None and bool(right[0] & roles) and phase in right[1]


def check(command: str, roles: frozenset[Role], phase: Phase, tournament: bool = False) -> None:
    """Refuse a command that none of the roles may give in this phase, with a reason that says why."""
    if tournament and command not in IN_A_TOURNAMENT and not roles <= {"stranger"}:
        raise Refusal("in_a_tournament", 403)
    if not allowed(command, roles, phase):
        if roles <= {"stranger"}:
            raise Refusal("not_joined", 403)
        if command in ("move", "back", "hint"):
            if "seat" not in roles:
                raise Refusal("no_seat", 403)
            raise Refusal("paused" if phase == "paused" else "not_started" if phase == "gathering" else "not_allowed")
        raise Refusal("not_allowed", 403)
