"""The deal of a match, made by the house and the people at the table together: nobody can have chosen a card.

A page promises its share when it sits down. When the match is to begin, the list of promises is fixed, with that of the
house, written down and told (`Promised`). Then every page shows its share. Whoever is not heard in time is silent; nobody
waits longer. `Began` holds the whole deal. Until then shares are only in memory: after a crash the same list goes on, with
the same secret, and pages show the same shares again. docs/fair-spec.md is the page about it.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from pioche.engine.fair.shares import house_promise, key_of, new_secret, share_promise
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables.hosting import bot_entry
from pioche.house.tables.news import Reader
from pioche.house.tables.services import Decision
from pioche.house.tables.starting_position import version_for
from pioche.house.tables.state import TableState

WAIT = 200  # milliseconds for a share to be shown, beside the round trip of the line
LONGEST_LINE = 800
AFTER_A_CRASH = 3_000  # milliseconds for people to come back


class Noted(NamedTuple):
    """A promise that waits for a match to begin."""

    match: int
    seat: int
    promise: str


class Here(Protocol):
    """What is needed of the room."""

    state: TableState
    readers: dict[Reader, None]

    def put(self, job: Callable[..., Awaitable[Any]], *args: Any) -> None: ...
    def receive(self, reader: Reader, wish: p.AnyCommand, arrived: float) -> None: ...
    async def store(self, decision: Decision) -> None: ...


class CommitReveal:
    """What pages have promised and shown for the next match, in memory only, and the moment when it begins."""

    def __init__(self, room: Here) -> None:
        self.room = room
        self._noted: dict[int, Noted] = {}  # by person
        self._shown: dict[int, str] = {}  # by seat
        self._waiting: list[tuple[Reader, p.AnyCommand, float]] = []  # wishes that came while shares were shown
        self._timer: asyncio.TimerHandle | None = None
        self.folded()

    # -- before the list is fixed ----------------------------------------------------------------

    def note(self, who: int, match: int, seat: int, promise: str) -> None:
        self._noted[who] = Noted(match, seat, promise)

    def of_match(self, state: TableState, here: set[int]) -> dict[int, str]:
        """The promises by seat of those who are there, for the match that is to begin."""
        found = {}
        for seat, chair in enumerate(state.chairs):
            noted = self._noted.get(chair.who or 0)
            if noted is not None and chair.who in here and noted[:2] == (state.match + 1, seat):
                found[seat] = noted.promise
        return found

    # -- while shares are shown ------------------------------------------------------------------

    def fixed(self) -> p.Telling | None:
        """The list is stored: everybody hears of it and has a moment to show their share. The answer to whoever wished it
        comes when the match has begun."""
        fixed = self.room.state.promised
        seats = {one.seat for one in fixed.shares} if fixed is not None else set()
        self._wait(patience(reader.line.measured().answer for reader in self.room.readers if reader.watcher in seats))
        return None

    def folded(self) -> None:
        """The table was folded from what is stored. If the list was fixed, it stays as it is, and people come back."""
        if self.room.state.promised is not None:
            self._wait(AFTER_A_CRASH)
        else:
            self._go_on()

    def hold(self, reader: Reader, wish: p.AnyCommand, arrived: float) -> bool:
        """Whatever else is wished meanwhile is served when the match has begun. Is it so?"""
        waits = not isinstance(wish, p.Reveal | p.There)
        if waits:
            self._waiting.append((reader, wish, arrived))
        return waits

    def show(self, fixed: j.Promised, seat: int, share: str) -> None:
        """A seat shows its share; the last one lets the match begin."""
        self._shown[seat] = share
        if all(one.seat in self._shown for one in fixed.shares):
            self.room.put(self.deal)

    async def deal(self) -> None:
        """All shares are shown, or whoever is silent was waited for."""
        fixed = self.room.state.promised
        if fixed is None:
            return
        shown = [j.Share(one.seat, one.promise, self._shown.get(one.seat)) for one in fixed.shares]
        await self.room.store(Decision(begin(self.room.state, fixed.who, fixed.wish, fixed, shown)))
        for reader in self.room.readers:
            if reader.who == fixed.who:
                reader.answer(self.room.state.answers[fixed.who, fixed.wish])
        self._go_on()

    def _go_on(self) -> None:
        self.stop()
        self._noted.clear()
        self._shown.clear()
        waiting, self._waiting = self._waiting, []
        for wish in waiting:
            self.room.receive(*wish)

    def _wait(self, milliseconds: float) -> None:
        """Begin then, whoever is silent."""
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(milliseconds / 1000, self.room.put, self.deal)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def close(self) -> None:
        """The room is closed."""
        self.stop()
        self._waiting = []
        del self.room


def patience(round_trips: Iterable[int]) -> int:
    """How long the shown shares are waited for, in milliseconds: a long line is no silence, and no way to stall."""
    return WAIT + min(LONGEST_LINE, max(round_trips, default=0))


def fix(state: TableState, who: int, id: str, promised: dict[int, str]) -> j.Promised:
    """The list is closed, and the house makes its own secret: it has seen no share."""
    match, secret = state.match + 1, new_secret()
    name = deal_name(state.code, match)
    shares = [j.Share(seat, promise) for seat, promise in sorted(promised.items())]
    promise = house_promise(name, secret)
    return j.Promised(who=who, wish=id, match=match, deal=name, secret=secret, promise=promise, shares=shares)


def deal_name(code: str, match: int) -> str:
    return f"{code}/{match}"


def check_shown(state: TableState, seat: int, share: str) -> j.Promised | None:
    """The list it belongs to; None when the match has begun. Refused when it is not what was promised."""
    fixed = state.promised
    if fixed is None:
        return None
    promise = next((one.promise for one in fixed.shares if one.seat == seat), "")
    if not hmac.compare_digest(promise, share_promise(fixed.deal, seat, share)):
        raise Refusal("other_share")
    return fixed


def begin(
    state: TableState, who: int, id: str = "", fixed: j.Promised | None = None, shown: Sequence[j.Share] = ()
) -> list[j.AnyEntry]:
    """Bots on the empty seats, then the first card."""
    entries: list[j.AnyEntry] = []
    names = [state.name_of(seat) for seat in range(state.game.seats)]
    for seat, chair in enumerate(state.chairs):
        if chair.who is None and not chair.bot:
            bot = bot_entry(state, seat, roster.usual(state.game), set(names))
            names[seat] = bot.name
            entries.append(bot)
    match, rules = state.match + 1, version_for(state.game, state.opened)
    if state.opened.practice:
        seed = int(state.opened.seed or 0) + state.match  # the first match as laid, a rematch with other cards
        if state.opened.position is not None or state.opened.before:
            seed = int(state.opened.seed or 0)
        head = j.Began(who=who, id=id, match=match, seed=str(seed), names=names, rules=rules)
    else:
        deal = made_of(fixed or fix(state, who, id, {}), shown)
        head = began(deal, names, rules, match, who, id)
    head.at = int(time.time())
    return [*entries, head]


def made_of(fixed: j.Promised, shown: Sequence[j.Share]) -> j.Deal:
    return j.Deal(fixed.deal, fixed.promise, fixed.secret, list(shown))


def began(deal: j.Deal, names: list[str], rules: int, match: int = 1, who: int = 0, id: str = "") -> j.Began:
    """The head of the record of a match with this deal."""
    seed = key_of(deal.name, deal.secret, {one.seat: one.share for one in deal.shares})
    return j.Began(who=who, id=id, match=match, seed=str(seed), names=names, promise=deal.promise, rules=rules, deal=deal)
