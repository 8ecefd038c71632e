"""Actions of a person in a tournament: the role in which they act, and the action of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables.talk import as_read, clean, clean_name
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament import Tournament
from pioche.tournament.model import PLAYING, REGISTERED, RUNNING
from pioche.tournament.refusals import refused
from pioche.tournament.roles import ENTRANT, ORGANISER, PERSONAL, REFEREE

NEEDED = {
    "register": ("name",), "late": ("name",), "withdraw": ("name",), "check_in": ("name",), "drop": ("name",),
    "pause": ("name",), "resume": ("name",), "readmit": ("name",), "substitute": ("name", "new"), "no_show": ("name",),
    "swap": ("name", "other"), "start": (), "close": (), "result": ("table",), "confirm": ("table", "name"),
    "object": ("table", "name"), "rule": ("table",), "correct": ("round", "table"), "penalty": ("name", "points"),
    "warn": ("name",), "forfeit": ("name",), "excuse": ("name",), "disqualify": ("name",), "call": ("name",),
    "answer": ("call",), "start_finals": (), "decline": ("name",), "finish": (), "cancel": (),
}  # fmt: skip
TAKES = {
    "register": ("club", "rating", "kind"), "late": ("club", "rating", "kind", "consent"), "check_in": ("consent",),
    "resume": ("consent",), "drop": ("reason",), "result": ("raw", "second", "units", "lines"),
    "rule": ("raw", "second", "units", "lines"), "correct": ("raw", "second", "units", "lines", "reason"),
    "object": ("reason",), "penalty": ("reason",), "warn": ("reason",), "forfeit": ("reason", "round"),
    "excuse": ("reason", "round"), "disqualify": ("reason",), "call": ("reason",), "cancel": ("reason",),
}  # fmt: skip
SEVERAL = ("check_in", "register")
NEW_NAMES = ("register", "late")
MAX_OPEN_CALLS = 3  # unanswered ones of one entrant
MAX_ENTRIES_PER_PERSON = 100  # who is no referee: a log has room for so many lines


def roles_of(state: TournamentState, guest: Guest | None) -> list[str]:
    """The highest first."""
    if guest is None:
        return []
    found = [ORGANISER] if guest.who == 1 else []
    found += [REFEREE] if guest.referee else []
    return found + ([ENTRANT] if guest.entrant is not None else [])


def role_for(state: TournamentState, guest: Guest | None, wish: t.Act) -> str:
    """In which role somebody does it: as they say, else as an entrant in what concerns themselves."""
    mine = roles_of(state, guest)
    if guest is None or not mine or (wish.by is not None and wish.by not in mine):
        raise Refusal("tournament_role", 403)
    if wish.by is not None:
        return wish.by
    own = state.name_of(guest)
    if own is not None and not wish.names:
        if wish.do in PERSONAL and wish.do not in NEW_NAMES and wish.name in (None, own) and not wish.consent:
            return ENTRANT
        if wish.do == "result" and any(
            table.number == wish.table and guest.entrant in table.seats for table in _tables(state)
        ):
            return ENTRANT
    return mine[0]


def _tables(state: TournamentState) -> list[Any]:
    return state.model.state.current.live if state.model.state.rounds else []


def actor(state: TournamentState, guest: Guest, role: str) -> str:
    """As the log writes it. A referee who plays goes by the name in the tournament: it says where he may not rule."""
    own = state.name_of(guest)
    if role == ENTRANT:
        return f"{ENTRANT}:{own}"
    if role == REFEREE:
        name = own or (guest.name if guest.name not in state.model.state.names else "")
        return f"{REFEREE}:{name}" if name else REFEREE
    return role


def check(state: TournamentState, guest: Guest, role: str, wish: t.Act) -> None:
    """Refuse what the server itself forbids; the rules decide the rest."""
    own = state.name_of(guest)
    if role == ENTRANT:
        enough(state, guest)
    if wish.do == "call" and role == ENTRANT:
        if sum(call["name"] == own for call in state.model.state.calls) >= MAX_OPEN_CALLS:
            raise Refusal("enough_calls")
    if wish.do == "result" and role == ENTRANT and state.model.state.rounds:
        now = state.model.state.current
        running = [one for one in now.live if now.state == PLAYING and one.status == RUNNING]
        if any(one.number == wish.table and state.link_of(now, one) is not None for one in running):
            raise Refusal("arrives_by_itself")


def enough(state: TournamentState, guest: Guest) -> None:
    """Refuse people who come and go, or pause and resume, without end."""
    if not state.is_staff(guest) and state.deeds[guest.who] >= MAX_ENTRIES_PER_PERSON:
        raise Refusal("enough_deeds")


def perform(model: Tournament, wish: t.Act, by: str, at: int, beyond: list[int]) -> None:
    """Do it in the model; a refusal of the rules is raised as it is. Seatings are drawn elsewhere."""
    given = {name: getattr(wish, name) for name in (*NEEDED[wish.do], *TAKES.get(wish.do, ()))}
    several = wish.names if wish.do in SEVERAL and wish.names else [given.get("name")]
    if wish.do == "check_in" and wish.names:  # somebody may have come, or gone, while the desk was looking at its list
        several = [name for name in wish.names if _is_expected(model, name)]
    there = Names(one.name for one in model.entrants if wish.do in NEW_NAMES or wish.do == "substitute")
    for name in several:
        asked = {**given, "name": name} if "name" in given else dict(given)
        if any(asked[needed] is None for needed in NEEDED[wish.do]):
            raise Refusal("malformed", 400, why=", ".join(NEEDED[wish.do]))
        if wish.do in NEW_NAMES:
            asked["name"] = there.new(str(name))
            asked["club"] = clean(wish.club, t.MAX_CLUB_LETTERS) or None
        if wish.do == "substitute":
            asked["new"] = there.new(str(wish.new))
        if wish.do == "no_show":
            asked["beyond"] = beyond
        getattr(model, wish.do)(**asked, by=by, at=at)


def _is_expected(model: Tournament, name: str) -> bool:
    """A name nobody has is left for the rules to refuse."""
    number = model.state.names.get(name)
    return number is None or model.state.entrants[number].status == REGISTERED


class Names:
    """Those that are taken, and how people read them: four hundred may be entered at once."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)
        self.read = set(map(as_read, self.taken))

    def new(self, name: str) -> str:
        """As it looks to people; one that would be taken for another is refused."""
        cleaned = clean_name(name)
        if cleaned not in self.taken and as_read(cleaned) in self.read:
            raise Refusal.of(refused("name_taken", "TR3", name=cleaned), 409)
        self.taken.add(cleaned)
        self.read.add(as_read(cleaned))
        return cleaned


def new_name(model: Tournament, name: str) -> str:
    return Names(one.name for one in model.entrants).new(name)


def entered(model: Tournament, name: str, wish: t.Enter, at: int) -> int:
    """Register somebody, or let them in late; the number of the entrant."""
    club = clean(wish.club, t.MAX_CLUB_LETTERS) or None
    known: dict[str, Any] = {"club": club, "rating": wish.rating, "by": f"{ENTRANT}:{name}", "at": at}
    if model.phase == "open":
        model.register(name, **known)
    else:
        model.late(name, **known)
    return model.state.names[name]
