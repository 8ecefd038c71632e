"""A table of a round as a table of the house: its game, its cards, its people, and that it begins by itself."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pioche.engine.fair.shares import house_promise
from pioche.engine.table import Table as Cards
from pioche.house.protocol.messages import Settings
from pioche.house.protocol.sentences import words
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables.commit_reveal import began
from pioche.house.tables.starting_position import on_a_network, version_for
from pioche.house.tables.state import TableState
from pioche.house.tables.talk import free_name
from pioche.house.tournaments.tournament_state import LinkedTable, TournamentState
from pioche.tournament.model import Round
from pioche.tournament.profiles import Profile
from pioche.tournament.seating.lots import match_seed

LAPS = "laps_of_table"  # a unit of Rocket: everybody has dealt once


def repeats(state: TournamentState, link: LinkedTable) -> int:
    """How many tables before this one would have had the same cards: those were seen, so this one gets others."""
    before = state.linked[link.round, link.table][: link.making - 1]
    same = [one for one in before if len(one.seats) == len(link.seats)]
    return len(same) if state.model.settings.duplicate else len(before)


def deal_of(state: TournamentState, link: LinkedTable) -> j.Deal:
    """TR6. The seed of the tournament stands in its log, so the secret of a deal needs the house's own key, too. Tables with
    the same cards have the same deal, under the same name and promise: their players can compare it. Nobody sits there yet,
    so nobody has brought a share."""
    settings = state.model.settings
    seed = match_seed(settings.seed, link.round, link.table, len(link.seats), bool(settings.duplicate))
    again = repeats(state, link)
    secret = hmac.new(bytes.fromhex(state.founded.key), f"{seed}/{again}".encode(), hashlib.sha256).hexdigest()
    which = f"duplicate/{len(link.seats)}" if settings.duplicate else f"table/{link.table}"
    name = f"{state.code}/{link.round}/{which}/{again}"
    return j.Deal(name, house_promise(name, secret), secret)


def new_table(state: TournamentState, link: LinkedTable, digest: str) -> tuple[TableState, list[j.AnyEntry], list[str]]:
    """The table, what has happened there so far, and the people who will find it among theirs."""
    one: Round = state.model.state.round(link.round)
    plan, wishes = one.plan, state.wishes
    units = {plan.profile.unit_option: plan.units} if plan.profile.unit_option else {}
    game = on_a_network(plan.game, {**plan.profile.options, **plan.options, **units, "seats": len(link.seats)})
    duplicate = bool(state.model.settings.duplicate)
    settings = Settings(
        "link", wishes.pace, "none" if duplicate else wishes.spectators, wishes.talk, replay="open", absent="default"
    )
    opened = j.Opened(
        code=link.code, game=game.id, preset=game.preset, options=dict(game.options), settings=settings,
        tournament=state.code, sealed=duplicate,
    )  # fmt: skip
    table, people = TableState(opened), list[str]()
    entries: list[j.AnyEntry] = [j.Relinked(digest=digest)]
    names = _names(state, link.seats)
    for seat, number in enumerate(link.seats):
        person = state.person_of(number)
        if state.is_bot(number):
            entries.append(j.BotSat(seat=seat, bot=roster.usual(game), name=names[seat]))
        elif person is not None:
            people.append(person)
            entries += [j.Joined(person=person, name=names[seat]), j.Sat(who=len(people), seat=seat)]
        else:  # no person of the server: the default is played until one takes over
            entries += [j.BotSat(seat=seat, bot="", name=names[seat]), j.Retired(seat=seat)]
    entries.append(began(deal_of(state, link), names, version_for(game, opened)))
    for entry in entries:
        table.absorb(entry)
    return table, entries, people


def _names(state: TournamentState, seats: Sequence[int]) -> list[str]:
    """An entrant's name in the tournament is the name at the table; fillers have names nobody has."""
    model = state.model.state
    used = set(model.names) | set(model.fillers)
    free = iter([name for name in words("bots") if name not in used] or ["Bot"])
    names: list[str] = []
    for number in seats:
        name = model.name(number)
        if number < 0 and state.is_bot(number):
            name = next(free, "Bot")
        names.append(free_name(name, names))
    return names


def unit_of(table: Cards, profile: Profile) -> int:
    """Which unit is being played, from 1."""
    deal = int(table.s.deal)
    return 1 + (deal // table.game.seats if profile.unit_option == LAPS else deal)


def units_played(table: Cards, profile: Profile, most: int) -> int:
    """Of a match that is over."""
    if not profile.unit_option:
        return most
    return max(1, min(most, int(table.game.options[profile.unit_option])))


@dataclass(frozen=True)
class Orders:
    """The wishes of a tournament for one of its tables. They may be sent again: what was done is not done twice."""

    retired: list[int] = field(default_factory=list)  # seats whose people have left the match
    holders: dict[int, tuple[str, str]] = field(default_factory=dict)  # seat -> person and name
    time_up: str = ""  # the game whose profile says what a unit is
    released: bool = False
    called_off: bool = False


def due(state: TableState, orders: Orders, profile: Profile | None) -> list[j.AnyEntry]:
    """The entries that are missing at the table until it is as it was ordered."""
    if orders.called_off:
        return [j.CalledOff()] if state.phase != "over" else []
    found: list[j.AnyEntry] = [j.Released()] if orders.released and state.sealed else []
    if state.phase not in ("playing", "paused"):
        return found
    for seat, (person, name) in orders.holders.items():
        found += _seated_anew(state, seat, person, name)
    found += [j.Retired(seat=seat) for seat in orders.retired if not state.chairs[seat].retired]
    option = profile.unit_option if orders.time_up and profile is not None else ""
    if not state.game.rules.in_force(option, state.game.options):
        return found  # a match to a target score has no unit to stop at
    if option and profile is not None and state.table is not None and not state.table.over:
        last = unit_of(state.table, profile)
        if last < int(state.game.options[option]):
            found.append(j.Shortened(options={option: last}))
    return found


def _seated_anew(state: TableState, seat: int, person: str, name: str) -> list[j.AnyEntry]:
    """TR75: another person has taken over the place."""
    chair = state.chairs[seat]
    holder = None if chair.who is None else state.people[chair.who].person
    if holder == person:
        return []
    who = state.numbers.get(person)
    entries: list[j.AnyEntry] = [] if chair.retired else [j.Retired(seat=seat)]
    if who is None:
        who = len(state.people) + 1
        entries.append(j.Joined(person=person, name=free_name(name, [other.name for other in state.people.values()])))
    return [*entries, j.Sat(who=who, seat=seat)]


def result_of(state: TableState, profile: Profile, units: int) -> dict[str, Any]:
    """TR30, TR90: what a finished match brings, as the tournament's `result` takes it."""
    table = state.table
    assert table is not None
    seats = range(table.game.seats)
    standings = [int(table.engine.standing(table.s, seat)) for seat in seats]
    found: dict[str, Any] = {"raw": profile.raw_of(table.scores, standings), "units": units_played(table, profile, units)}
    if profile.second is not None:
        values = getattr(table.s, profile.second[0])
        found["second"] = [int(values[seat]) for seat in seats]
    return found
