"""The deal of a match by commit and reveal: server and players make its key together, so that no side can choose a card.

A page promises its share when it sits down. When the match is to begin, the list of promises is fixed, with that of the
server, written and told (`Promised`). Then every page shows its share; a seat that has not shown its share in time counts
as silent. `Began` holds the whole deal. Until then shares are only in memory: after a crash the same list goes on, with
the same secret, and pages show the same shares again. docs/fair-spec.md describes it.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence

from pioche.engine.fair.shares import house_promise, key_of, new_secret, share_promise
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables.circumstances import Noted
from pioche.house.tables.hosting import bot_entry
from pioche.house.tables.news import Command, Reader
from pioche.house.tables.outcomes import Entries, ShareNoted, ShareShown
from pioche.house.tables.starting_position import version_for
from pioche.house.tables.state import TableState

SHOW_MS = 200  # for a share to be shown, beside the round trip
MAX_ROUND_TRIP_MS = 800  # of the slowest connection that is waited for
AFTER_CRASH_MS = 3_000  # for people to come back


class CommitReveal:
    """Promises and shares of the next match, in memory only, and the commands that wait for it to begin."""

    def __init__(self, deal: Callable[[], None]) -> None:
        self._deal = deal  # called when the match is to begin
        self.noted: dict[int, Noted] = {}  # by person
        self._shown: dict[int, str] = {}  # by seat
        self._waiting: list[Command] = []
        self._timer: asyncio.TimerHandle | None = None

    # -- before the list is fixed ----------------------------------------------------------------

    def note(self, share: ShareNoted) -> None:
        self.noted[share.who] = Noted(share.match, share.seat, share.promise)

    # -- while shares are shown ------------------------------------------------------------------

    def fixed(self, state: TableState, readers: Iterable[Reader]) -> None:
        """Give everybody a moment to show their share: the list is stored."""
        fixed = state.promised
        seats = {one.seat for one in fixed.shares} if fixed is not None else set()
        self._wait(patience(reader.connection.measured().answer for reader in readers if reader.watcher in seats))

    def folded(self, state: TableState) -> list[Command]:
        """Fit a table that was folded from its journal. If the list was fixed, it stays, and people have time to come back;
        otherwise return the commands that waited."""
        if state.promised is None:
            return self.finish()
        self._wait(AFTER_CRASH_MS)
        return []

    def hold(self, command: Command) -> bool:
        """Keep a command until the match has begun, unless it shows a share; return whether it is kept."""
        waits = not isinstance(command.wish, p.Reveal | p.There)
        if waits:
            self._waiting.append(command)
        return waits

    def show(self, fixed: j.Promised, shown: ShareShown) -> None:
        """Keep a share; the last one lets the match begin."""
        self._shown[shown.seat] = shown.share
        if all(one.seat in self._shown for one in fixed.shares):
            self._deal()

    def begin(self, state: TableState, seconds: int) -> Entries:
        """Decide the beginning of the match with the shares that were shown. Seats that showed none stay silent."""
        fixed = state.promised
        assert fixed is not None
        shown = [j.Share(one.seat, one.promise, self._shown.get(one.seat)) for one in fixed.shares]
        return Entries(begin(state, fixed.who, seconds, fixed.wish, fixed, shown))

    def finish(self) -> list[Command]:
        """Forget everything of this match; return the commands that waited for it."""
        self.stop()
        self.noted.clear()
        self._shown.clear()
        waiting, self._waiting = self._waiting, []
        return waiting

    def _wait(self, milliseconds: float) -> None:
        """Begin the match then at the latest."""
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(milliseconds / 1000, self._deal)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


def promised_shares(state: TableState, noted: Mapping[int, Noted], present: set[int]) -> dict[int, str]:
    """Return the promises by seat of those who are there, for the match that is to begin."""
    found = {}
    for seat, chair in enumerate(state.chairs):
        one = noted.get(chair.who or 0)
        if one is not None and chair.who in present and one[:2] == (state.match + 1, seat):
            found[seat] = one.promise
    return found


def patience(round_trips: Iterable[int]) -> int:
    """Return how many milliseconds shares are waited for: a slow connection is no silence, and no way to stall."""
    return SHOW_MS + min(MAX_ROUND_TRIP_MS, max(round_trips, default=0))


def fix(state: TableState, who: int, id: str, promised: dict[int, str]) -> j.Promised:
    """Close the list with a secret of the server, which has seen no share."""
    match, secret = state.match + 1, new_secret()
    name = deal_name(state.code, match)
    shares = [j.Share(seat, promise) for seat, promise in sorted(promised.items())]
    promise = house_promise(name, secret)
    return j.Promised(who=who, wish=id, match=match, deal=name, secret=secret, promise=promise, shares=shares)


def deal_name(code: str, match: int) -> str:
    return f"{code}/{match}"


def check_shown(state: TableState, seat: int, share: str) -> j.Promised | None:
    """Return the list a share belongs to; None when the match has begun. Refusal when it is not what was promised."""
    fixed = state.promised
    if fixed is None:
        return None
    promise = next((one.promise for one in fixed.shares if one.seat == seat), "")
    if not hmac.compare_digest(promise, share_promise(fixed.deal, seat, share)):
        raise Refusal("other_share")
    return fixed


def begin(
    state: TableState, who: int, seconds: int, id: str = "", fixed: j.Promised | None = None, shown: Sequence[j.Share] = ()
) -> list[j.AnyEntry]:
    """Return the entries that begin a match: bots on the empty seats, then the head of its record. `seconds`: since 1970."""
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
    head.at = seconds
    return [*entries, head]


def made_of(fixed: j.Promised, shown: Sequence[j.Share]) -> j.Deal:
    return j.Deal(fixed.deal, fixed.promise, fixed.secret, list(shown))


def began(deal: j.Deal, names: list[str], rules: int, match: int = 1, who: int = 0, id: str = "") -> j.Began:
    """The head of the record of a match with this deal."""
    seed = key_of(deal.name, deal.secret, {one.seat: one.share for one in deal.shares})
    return j.Began(who=who, id=id, match=match, seed=str(seed), names=names, promise=deal.promise, rules=rules, deal=deal)
