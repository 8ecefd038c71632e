"""Who may send which command when: the table of rights, shown at the decision for every role and phase."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pioche.house.protocol import messages as p
from pioche.house.protocol import rights
from pioche.house.protocol.messages import Settings
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from tests.house.unit.tables import begun, seated

HOST, SEAT, GUEST, STRANGER = 1, 2, 3, 9
ROLES: dict[int, frozenset[rights.Role]] = {
    HOST: frozenset({"host", "seat"}),
    SEAT: frozenset({"seat"}),
    GUEST: frozenset({"guest"}),
    STRANGER: frozenset({"stranger"}),
}


def table(phase: p.Phase, **settings: Any) -> TableState:
    """A table in this phase: a host with a seat, another person with one, a guest."""
    chosen = Settings(**settings)
    if phase == "gathering":
        return seated(settings=chosen, seats=2)
    state = begun(settings=chosen, seats=2)
    if phase == "paused":
        state.absorb(j.Paused(who=HOST))
    if phase == "over":
        state.absorb(j.CalledOff())
    assert state.phase == phase
    return state


@pytest.mark.parametrize("phase", rights.PHASES)
@pytest.mark.parametrize("who", ROLES)
def test_every_deed_is_allowed_to_those_in_the_table_and_refused_to_all_others(phase: p.Phase, who: int) -> None:
    state = table(phase)
    assert commands.roles(state, who) == ROLES[who]
    for deed, (roles, phases) in rights.RIGHTS.items():
        if roles & ROLES[who] and phase in phases:
            commands.may(state, who, deed)
            continue
        with pytest.raises(Refusal) as no:
            commands.may(state, who, deed)
        if who == STRANGER:
            assert no.value.reason == "not_joined"
        elif deed in ("move", "back", "hint"):
            assert no.value.reason in ("no_seat", "paused", "not_started", "not_allowed")
            assert (no.value.reason == "no_seat") == (who == GUEST)
        else:
            assert no.value.reason == "not_allowed"


@pytest.mark.parametrize("phase", rights.PHASES)
def test_what_is_not_in_the_table_is_refused(phase: p.Phase) -> None:
    with pytest.raises(Refusal):
        commands.may(table(phase), HOST, "see_all_cards")


def test_every_command_of_the_protocol_has_its_row() -> None:
    tags = {msgspec.inspect.type_info(kind).tag for kind in commands.COMMANDS} | {"move"}  # type: ignore[attr-defined]
    assert tags <= rights.RIGHTS.keys()
    assert rights.COUNTED.keys() <= rights.RIGHTS.keys()


def test_a_banned_person_may_do_nothing() -> None:
    state = table("playing")
    state.absorb(j.Banned(who=HOST, whom=GUEST, on=True))
    for deed in rights.RIGHTS:
        with pytest.raises(Refusal) as no:
            commands.may(state, GUEST, deed)
        assert (no.value.reason, no.value.status) == ("banned", 403)


def test_a_host_without_a_seat_has_the_rights_of_a_guest_beside_a_hosts() -> None:
    state = table("gathering")
    state.absorb(j.Stood(who=HOST, seat=0))
    assert commands.roles(state, HOST) == {"host", "guest"}
    commands.may(state, HOST, "sit")
    commands.may(state, HOST, "lock")
    with pytest.raises(Refusal):
        commands.may(state, HOST, "stand")


def test_a_host_who_handed_the_table_over_has_no_rights_of_a_host() -> None:
    state = table("playing")
    state.absorb(j.Hosted(who=HOST, whom=GUEST))
    commands.may(state, GUEST, "lock")
    with pytest.raises(Refusal) as no:
        commands.may(state, HOST, "lock")
    assert no.value.reason == "not_allowed"


@pytest.mark.parametrize("deed", rights.RIGHTS)
def test_at_a_table_of_a_tournament_its_organiser_decides(deed: str) -> None:
    for role in ("guest", "seat"):
        for phase in rights.PHASES:
            try:
                rights.check(deed, frozenset({role}), phase, tournament=True)  # type: ignore[arg-type]
            except Refusal as no:
                refused_there = no.reason == "in_a_tournament"
            else:
                refused_there = False
            assert refused_there == (deed not in rights.IN_A_TOURNAMENT)


def test_a_counted_command_without_the_right_is_refused_before_it_counts() -> None:
    state = table("gathering")
    assert commands.rate_of(state, HOST, p.Lock("one", True)) == "hosting"
    with pytest.raises(Refusal) as no:
        commands.rate_of(state, SEAT, p.Lock("one", True))
    assert no.value.reason == "not_allowed"
