"""Races that cannot be bought: what a forged line wins in a fair race, over real sockets and in the arithmetic.

Lines here are real but short, or held by a proxy; `python -m bench.races` has lines of every length, between real kernels.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import subprocess
import sys
from itertools import combinations
from typing import Any

import pytest
from bench import races, wire
from bench.races import Player, Race
from bench.wire import Length

from pioche.engine.clock import credit, reaction_time
from pioche.engine.game import load
from pioche.house.people.origins import networks, reported_round_trip
from pioche.house.sockets.kernel_pings import PONG, least_trip, padding
from pioche.house.sockets.latency import GROWTH_MS, LATE_MS, MAX_UNMEASURED_MS, MIN_KERNEL_SAMPLES, SAMPLES, RoundTrips
from pioche.house.tables.circumstances import Circumstances, Measured
from pioche.house.tables.reaction_claims import IMPOSSIBLE_CLAIMS, REGULAR_CLAIMS, could_have_seen, doubt_of
from tests.house.delay import Far
from tests.house.running import Running, run
from tests.house.tables.test_races import ACES, JACKS, KINGS, QUEENS, hears, seated

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's measure is Linux's")
JITTER = 30  # the rules' own allowance (T11): what any claim wins at most on a line that is known
BUSY = 12  # milliseconds a busy machine may err in one race


# -- over real sockets -----------------------------------------------------------------------------


async def race(address: str, players: list[Player], count: int, doors: list[str] | None = None) -> list[Race]:
    """So many races; `doors`: where each player comes in."""
    found: list[Race] = []
    async with races.table(address, players, -1, doors or ()) as sittings:
        await races.play(sittings, count, random.Random(7), found.append)
    return found


def gain(found: list[Race], seat: int) -> float:
    """The middle one of some races, beside the honest player in the same race."""
    return statistics.median(races.gains(found, seat, 1))


@LINUX
def test_h7_delayed_pongs_win_nothing(house: Running) -> None:
    """A cheat who holds back pongs for 300 ms and claims to have reacted at once gains no more than the rules allow any
    claim on any line, though it is 300 ms slower to answer than an honest player beside it."""
    players = [Player(Length(0)), Player(Length(0)), Player(Length(0), 300), Player(Length(0), 35)]
    found = run(race(house.address, players, 5))
    assert gain(found, 2) <= JITTER + BUSY
    assert gain(found, 3) <= JITTER + BUSY
    assert races.doubts(found, 2) == {"late"}, "the photo finish says so"
    assert races.doubts(found, 1) == {""}


@LINUX
def test_h7_an_honest_player_150_ms_quicker_wins(house: Running) -> None:
    async def play() -> None:
        players = [Player(Length(0)), Player(Length(0)), Player(Length(0), 300)]
        async with races.table(house.address, players, -1) as (opener, honest, cheat):
            await opener.wish("start")
            await races.listen([opener, honest, cheat], 5)

            async def signal(sitting: Any, after: float, claim: int) -> None:
                opening = await hears(sitting, "nose")
                await asyncio.sleep(after)
                await sitting.send({"t": "move", "id": "s", "do": "touch_nose", "seen": opening["n"], "since_open": claim})

            both = asyncio.gather(signal(honest, 0.2, 200), signal(cheat, 0.35, 0))
            await opener.move("touch_nose", seen=opener.n)
            await both
            finish = await hears(opener, "photo_finish")
            rows = {row["seat"]: row for row in finish["about"]["finish"]}
            assert rows[1]["place"] < rows[2]["place"], "150 ms quicker, and in front"
            assert rows[2]["doubt"] == "late"
            assert "P2: this device answered later than its connection explains" in finish["en"]
            assert "P2\u00a0: cet appareil a répondu plus tard que sa connexion ne l’explique" in finish["fr"]
            assert rows[2]["earliest"] <= rows[2]["reaction"] <= rows[2]["latest"]
            assert rows[2]["credit"] <= JITTER

    run(play())


def test_behind_a_proxy_that_tells_the_line_a_cheat_gains_sixty(house: Running) -> None:
    """It was measured once, when the socket was opened, so it may have grown by 30 ms since."""

    async def play() -> list[Race]:
        async with contextlib.AsyncExitStack() as stack:
            doors = [(await stack.enter_async_context(Far(house.address, 40))).address for _ in range(3)]
            players = [Player(Length(40)), Player(Length(40)), Player(Length(40), 300)]
            return await race(house.address, players, 5, doors)

    assert gain(run(play()), 2) <= JITTER + GROWTH_MS + BUSY


def test_behind_a_proxy_that_tells_nothing_a_cheat_gains_what_a_line_may_have(house: Running) -> None:
    async def play() -> list[Race]:
        async with contextlib.AsyncExitStack() as stack:
            doors = [(await stack.enter_async_context(Far(house.address, 10, says=-1))).address for _ in range(3)]
            players = [Player(Length(10)), Player(Length(10)), Player(Length(10), 400)]
            return await race(house.address, players, 5, doors)

    found = run(play())
    assert JITTER < gain(found, 2) <= JITTER + MAX_UNMEASURED_MS + BUSY


def test_a_signal_that_comes_back_before_its_opening_arrived_is_a_false_start(house: Running) -> None:
    """It guesses the number the opening will have, and sends without waiting for it."""

    async def play() -> None:
        position = {"phase": "play", "hand": [ACES, KINGS, QUEENS, JACKS]}
        options = {"latency": "fair", "look_ms": 0, "idle_ms": 0, "pause_ms": 60_000}
        lines: list[int | None] = [None, 300, None, None]
        async with seated(house, "pig", lines, {"position": position, "start": True}, **options) as (a, b, _c, _d):
            await races.listen([b], 2)
            opened = asyncio.create_task(a.move("touch_nose", seen=a.n))
            await asyncio.sleep(0)  # B's message needs 150 ms to the house, the opening 150 ms to B
            await b.send({"t": "move", "id": "early", "do": "touch_nose", "seen": b.n + 1, "since_open": 120})
            await opened
            assert (await hears(a, "false_start"))["about"]["seat"] == 1

    run(play())


@pytest.mark.campaign
@pytest.mark.skipif(bool(wire.possible()), reason="no network namespaces with TUN devices here")
@pytest.mark.parametrize("line", ["5", "80", "300"])
def test_no_delay_of_pongs_buys_more_than_thirty(line: str) -> None:
    command = [sys.executable, "-m", "bench.races", "--part", f"cheat:{line}", "--races", "60"]
    rows = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    assert len(rows) == len(races.DELAYS)
    for row in rows:
        assert float(row.split("|")[4].split("±")[0]) <= JITTER, row


# -- the arithmetic ----------------------------------------------------------------------------------


def line(answers: list[float], kernel: list[float], least: float | None = None, told: float | None = None) -> Measured:
    trips = RoundTrips()
    trips.answers.extend(answers)
    trips.kernel.extend(kernel)
    trips.reported = told
    if least is not None:
        trips.least = lambda: least
    return trips.measured()


@pytest.mark.parametrize(
    ("answers", "kernel", "least", "told", "found"),
    [
        ([], [40] * 8, 40, None, (0, 0, False)),  # nothing answered, nothing credited
        ([42] * 8, [40.2] * 8, 40.1, None, (40, 40, False)),
        ([342] * 8, [40.2] * 8, 40.1, None, (40, 40, True)),  # H7
        ([75] * 8, [40.2] * 8, 40.1, None, (40, 40, False)),  # a slow telephone is no cheat, and gains nothing
        ([342] * 8, [40.2] * (MIN_KERNEL_SAMPLES - 1), 40.1, None, (70, 40, True)),  # measured by the handshake only
        ([342] * 8, [], None, 40, (70, 10, True)),  # a proxy told it
        ([42] * 8, [], None, 40, (42, 10, False)),
        ([342] * 8, [], None, None, (MAX_UNMEASURED_MS, 0, False)),  # nobody knows
        ([60] * 8, [], None, None, (60, 0, False)),
        ([80, 110, 50, 95, 65, 70, 100, 60], [78, 112, 51, 94, 66, 70, 99, 61], 50, None, (70, 50, False)),  # the middle
    ],
)
def test_what_is_credited(
    answers: list[float], kernel: list[float], least: float | None, told: float | None, found: tuple[int, int, bool]
) -> None:
    assert line(answers, kernel, least, told)[:3] == found


def test_no_answer_however_late_is_worth_more_than_the_line() -> None:
    for late in range(0, 401, 5):
        found = line([50 + late] * SAMPLES, [50] * SAMPLES, 50)
        assert found.rtt == 50
        assert found.late == (late > LATE_MS)


@pytest.mark.parametrize("spread", [10, 30])
def test_a_line_that_jitters_loses_no_more_than_the_allowance_covers(spread: int) -> None:
    """80 ms, up or down by 30: the middle of eight measures and the rules' 30 ms cover nearly every trip."""
    dice, lost = random.Random(3), []
    for _ in range(2000):
        trips = [80 + dice.uniform(-spread, spread) for _ in range(SAMPLES + 1)]
        credit = line(trips[:SAMPLES], trips[:SAMPLES], min(trips)).rtt + JITTER
        lost.append(max(0.0, trips[SAMPLES] - credit))
    assert statistics.fmean(lost) < 1.5
    assert sum(one == 0 for one in lost) / len(lost) > 0.85


HONEST = [Length(5), Length(40), Length(80, 30), Length(150), Length(220), Length(300)]
TELLING = 4  # milliseconds from the opening's arrival until it is stored and told


def counted(length: Length, reaction: float, claim: float, held: float, dice: random.Random) -> int:
    """A race in simulated time, by the house's own arithmetic and the engine's: lines are measured, the opening goes out,
    the signal comes back."""

    def trip() -> float:
        return length.rtt + dice.uniform(-length.jitter, length.jitter)

    kernel = [trip() for _ in range(SAMPLES)]
    rtt = line([one + held + dice.uniform(0, 3) for one in kernel], kernel, min(kernel)).rtt
    heard = round(TELLING + trip() + reaction)
    return reaction_time(heard, 0, round(claim), credit(rtt, JITTER, 300), 100)


@pytest.mark.parametrize("pair", list(combinations(HONEST, 2)), ids=str)
def test_honest_players_win_as_often_as_they_deserve(pair: tuple[Length, Length]) -> None:
    """1,000 races in simulated time, within three standard errors."""
    dice, won, deserved = random.Random(11), 0, 0
    for _ in range(1000):
        a, b = dice.uniform(180, 420), dice.uniform(180, 420)
        deserved += a < b
        won += (counted(pair[0], a, a, 0, dice), a) < (counted(pair[1], b, b, 0, dice), b)
    assert abs(won - deserved) <= 3 * (1000 * 0.25) ** 0.5


@pytest.mark.parametrize("length", [*HONEST[:-1], Length(80, 60)], ids=str)
def test_no_delay_buys_more_than_thirty_in_simulated_time(length: Length) -> None:
    """Pongs held back for 0 to 400 ms, 1,000 races each, beside an honest player on the same line."""
    dice = random.Random(12)
    for held in range(0, 401, 50):
        gained = []
        for _ in range(1000):
            reaction = dice.uniform(180, 420)
            honest = counted(length, reaction, reaction, 0, dice) - reaction
            gained.append(honest - (counted(length, reaction, 0, held, dice) - reaction))
        assert statistics.fmean(gained) <= JITTER, (held, statistics.fmean(gained))


@pytest.mark.parametrize("length", [2, 126, 127, 128, 129, 130, 254, 255, 2 * 1448, 2 * 1460, 2 * 536])
def test_loud_pings_are_whole_frames(length: int) -> None:
    data = padding(length)
    assert len(data) == length
    place = 0
    while place < len(data):
        assert data[place] == PONG
        assert data[place + 1] <= 125
        place += 2 + data[place + 1]
    assert place == len(data)


def test_a_socket_without_a_measure_has_none() -> None:
    assert least_trip(None) is None


@pytest.mark.parametrize(
    ("claims", "doubt"),
    [
        ([], ""),
        ([0, 0], ""),  # it happens: somebody was about to signal anyway
        ([0] * IMPOSSIBLE_CLAIMS, "impossible"),
        ([250, 310, 0, 280, 220, 20, 300, 270, 240, 30], ""),  # 3 of 10, and the others human
        ([200, 203, 201, 199, 202, 200, 201], ""),
        ([200, 203, 201, 199, 202, 200, 201, 204], "regular"),
        ([410, 230, 380, 250, 300, 270, 520, 260, 240], ""),
    ],
)
def test_whose_claims_are_believed(claims: list[int], doubt: str) -> None:
    assert doubt_of(claims) == doubt


def test_human_reactions_are_not_doubted() -> None:
    """The reference reactions of the rules (T24, expert): 500 matches of 30 races, none doubted."""
    dice = random.Random(1)
    for _ in range(500):
        claims = [140 + round(130 * 2.718281828 ** (0.30 * dice.gauss(0, 1))) for _ in range(30)]
        assert not any(doubt_of(claims[:n]) for n in range(30))


def test_what_can_have_been_seen() -> None:
    assert REGULAR_CLAIMS > IMPOSSIBLE_CLAIMS
    table = load("pig", seats=3, latency="fair", look_ms=0).table(1)
    table.advance(100)
    told = len(table.event_places(0))
    last = table.s.log[-1][2]

    def seen(claimed: int | None, at: int, least: int, steady: int = 0) -> int | None:
        now = Circumstances(0, at, Measured(least, least, False), 0, False, {}, {}, steady=steady)
        return could_have_seen(table, 0, claimed, now)

    assert seen(told, last + 100, 100) == told
    assert seen(told, last + 20, 100) < told  # type: ignore[operator]
    assert seen(None, last + 20, 100) is not None, "who does not say it is not believed to have seen all"
    assert seen(None, last + 100, 100) is None
    assert seen(told, last + 20, 100, steady=last + 1) == told, "time stood still since"


@pytest.mark.parametrize(
    ("peer", "headers", "found"),
    [
        ("203.0.113.9", {}, (False, None)),
        ("203.0.113.9", {"forwarded": "for=1.2.3.4;rtt=300000"}, (False, None)),
        ("10.0.0.1", {"forwarded": 'for="198.51.100.1";proto=https;rtt=41500'}, (True, 41.5)),
        ("10.0.0.1", {"forwarded": "for=1.1.1.1;rtt=900000, for=198.51.100.1;rtt=2000"}, (True, 2.0)),
        ("10.0.0.1", {"forwarded": "for=198.51.100.1;rtt=1e9"}, (True, None)),
        ("10.0.0.1", {"forwarded": "for=198.51.100.1"}, (True, None)),
        # this proxy writes X-Forwarded-For: the other header is the visitor's own
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1", "forwarded": "for=198.51.100.1;rtt=300000"}, (True, None)),
        ("127.0.0.1", {"x-forwarded-for": "198.51.100.1"}, (True, None)),  # a tunnel nobody has named
        ("127.0.0.1", {}, (False, None)),
    ],
)
def test_who_holds_a_line(peer: str, headers: dict[str, str], found: tuple[bool, float | None]) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert reported_round_trip(peer, sent, networks(["10.0.0.1"])) == found
