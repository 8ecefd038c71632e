"""A house of thousands of workers on paper: what happens when a rack of them is lost at once?

    python -m bench.scale                    # 2,000 workers, a million people, 100 workers lost
    python -m bench.scale --cells 1          # the same with one book of leases, as the house has today

A discrete-event simulation with the times of the house (leases, refreshes, claims) and of the page. The database is a queue
with so many servers and a time for each question. It says how long people wait, how long the queue becomes, and whether
what the lost workers leave behind grows (a storm) or dies away.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from pioche.house.ownership import leases

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)  # of the page between two attempts, each times 0.75 to 1.25 (its connection.ts)
SPREAD = (0.75, 1.25)


@dataclass
class Plan:
    """The size of the house, and what a question costs. Milliseconds are assumptions to be set to one's own figures."""

    workers: int = 2_000
    people: int = 1_000_000
    lost: int = 100  # workers that die at once
    seats: int = 4
    servers: int = 32  # questions the database answers at the same time
    ask_ms: float = 0.15  # whose table is this
    take_ms: float = 0.6  # a new owner: one write
    read_ms: float = 1.0  # its journal
    look_ms: float = 0.1  # a worker's look, and
    row_ms: float = 0.0004  # for each other worker it reads
    fold_ms: float = 4.0  # the new owner plays the journal again, on its own core
    busy: float = 0.45  # of a worker's core, by the people it already has
    appends: float = 0.0  # a second, that the database carries besides; 0: every person moves every four seconds
    shards: int = 24  # databases; each table lives in one of them
    cells: int = 24  # books of leases, each in a database, for as many groups of workers; today's house has one
    jitter: bool = True
    lease: float = leases.LEASE_SECONDS
    seed: int = 1


@dataclass
class Outcome:
    """`waits` are seconds from the loss to the moment somebody plays on."""

    tables: int = 0
    people: int = 0
    back: int = 0
    half: float = 0.0
    p99: float = 0.0
    last: float = 0.0
    attempts: int = 0
    questions: int = 0
    strikes: int = 0
    longest_queue_ms: float = 0.0
    busiest_second: int = 0  # questions because of the loss, in one second, over all databases
    usual_second: int = 0  # questions of an ordinary second
    capacity: int = 0  # questions of the common sort that the databases could answer in a second
    storm: bool = False


class Servers:
    """A queue with several servers: who comes waits for the first that is free."""

    def __init__(self, count: int) -> None:
        self.free = [0.0] * count
        self.longest = 0.0

    def serve(self, now: float, seconds: float) -> float:
        """When the question is answered."""
        start = max(now, self.free[0])
        heapq.heapreplace(self.free, start + seconds)
        self.longest = max(self.longest, start - now)
        return start + seconds


@dataclass
class World:
    plan: Plan
    out: Outcome = field(default_factory=Outcome)

    def __post_init__(self) -> None:
        plan = self.plan
        self.random = random.Random(plan.seed)
        self.queue: list[tuple[float, int, Callable[[float], None]]] = []
        self.count = 0
        # Appends of everybody else take their share of every server: the rest is what questions get.
        appends = plan.appends or plan.people / 4
        used = appends * plan.take_ms / 1000 / (plan.shards * plan.servers)
        together = plan.workers / plan.cells
        looks = together / min(leases.REFRESH_SECONDS, plan.lease / 8) * (plan.look_ms + plan.row_ms * together) / 1000
        self.slow = 1 / max(0.05, 1 - used)
        self.databases = [Servers(plan.servers) for _ in range(plan.shards)]
        self.looked = looks / plan.servers
        self.cores = [Servers(1) for _ in range(plan.workers)]
        self.owned: dict[int, float] = {}  # tables with a new owner, and when they can be played
        self.waiting: dict[int, list[int]] = {}  # tables being claimed: at which attempt each page is
        self.struck: set[int] = set()
        self.seconds: dict[int, int] = {}
        self.waits: list[float] = []

    def at(self, when: float, what: Callable[[float], None]) -> None:
        self.count += 1
        heapq.heappush(self.queue, (when, self.count, what))

    def ask(self, now: float, shard: int, ms: float) -> float:
        self.out.questions += 1
        self.seconds[int(now)] = self.seconds.get(int(now), 0) + 1
        slow = self.slow / max(0.05, 1 - self.looked) if shard < self.plan.cells else self.slow
        return self.databases[shard].serve(now, ms / 1000 * slow)

    # -- what happens ----------------------------------------------------------------------------

    def lose(self) -> None:
        """The first `lost` workers die at 0. Their people come again; the others see that they are silent."""
        plan = self.plan
        tables = plan.people // plan.seats * plan.lost // plan.workers
        self.out.tables, self.out.people = tables, tables * plan.seats
        for table in range(tables):
            for _ in range(plan.seats):
                self.at(self.pause(0), lambda now, table=table: self.come(now, table, 1))  # type: ignore[misc]
        period = min(leases.REFRESH_SECONDS, plan.lease / 8)
        for worker in range(plan.lost, plan.workers):
            first = self.random.random() * period if plan.jitter else 0.0
            # a beat was last seen up to one period before the loss; silence of a whole lease is death
            found = plan.lease + first
            self.at(found, lambda now, worker=worker: self.strike(now, worker))  # type: ignore[misc]

    def strike(self, now: float, worker: int) -> None:
        """A worker strikes all of its book that it believes dead and still sees there, one after the other."""
        cell = worker % self.plan.cells
        for dead in [one for one in range(cell, self.plan.lost, self.plan.cells) if one not in self.struck]:
            now = self.ask(now, cell % self.plan.shards, self.plan.take_ms)
            self.out.strikes += 1
            self.at(now, lambda _, dead=dead: self.struck.add(dead))  # type: ignore[misc]

    def pause(self, attempt: int) -> float:
        spread = self.random.uniform(*SPREAD) if self.plan.jitter else 1.0
        return PAUSES[min(attempt, len(PAUSES) - 1)] * spread

    def come(self, now: float, table: int, attempt: int) -> None:
        """The proxy leads a page to the living worker that its table's code names; that one claims the table once for all
        who wait, unless it has it already."""
        self.out.attempts += 1
        if table in self.owned:
            self.waits.append(max(now, self.owned[table]))
            return
        waiting = self.waiting.setdefault(table, [])
        waiting.append(attempt)
        if len(waiting) == 1:
            self.claim(now, table, now + leases.CLAIM_SECONDS)

    def claim(self, now: float, table: int, until: float) -> None:
        """Ask whether the owner is still in the book; take the table, ask again, or send everybody away."""
        plan, shard = self.plan, table % self.plan.shards
        told = self.ask(now, shard, plan.ask_ms)
        if table % plan.lost in self.struck:
            told = self.ask(told, shard, plan.take_ms)
            told = self.ask(told, shard, plan.read_ms)
            here = plan.lost + table % (plan.workers - plan.lost)
            self.owned[table] = told = self.cores[here].serve(told, plan.fold_ms / 1000 / (1 - plan.busy))
            self.waits += [told] * len(self.waiting.pop(table))
        elif told < until:
            self.at(told + leases.CLAIM_POLL_SECONDS, lambda then: self.claim(then, table, until))
        else:
            for attempt in self.waiting.pop(table):
                self.at(told + self.pause(attempt), lambda then, attempt=attempt: self.come(then, table, attempt + 1))  # type: ignore[misc]

    def run(self) -> Outcome:
        self.lose()
        while self.queue:
            now, _, what = heapq.heappop(self.queue)
            what(now)
            if now > 300:
                break
        return self._told()

    def _told(self) -> Outcome:
        out, plan, waits = self.out, self.plan, sorted(self.waits)
        out.back = len(waits)
        if waits:
            out.half, out.p99, out.last = (round(waits[int(len(waits) * share)], 2) for share in (0.5, 0.99, 0.99999))
        out.longest_queue_ms = round(1000 * max(one.longest for one in self.databases), 1)
        out.busiest_second = max(self.seconds.values(), default=0)
        looks = plan.workers / min(leases.REFRESH_SECONDS, plan.lease / 8)
        out.usual_second = round((plan.appends or plan.people / 4) + looks)
        out.capacity = round(plan.shards * plan.servers * 1000 / plan.take_ms)
        # A storm feeds itself: people are not back after two leases, or a question waits longer than it is waited for.
        late = out.last > 2 * plan.lease + PAUSES[-1]
        out.storm = out.back < out.people or late or out.longest_queue_ms > 1000 * leases.ANSWER_SECONDS
        return out


def main(arguments: list[str] | None = None) -> Outcome:
    parser = argparse.ArgumentParser(prog="python -m bench.scale")
    for name, value in asdict(Plan()).items():
        if name != "jitter":
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    parser.add_argument("--no-jitter", dest="jitter", action="store_false")
    parser.add_argument("--json", action="store_true")
    asked = vars(parser.parse_args(arguments))
    as_json = asked.pop("json")
    outcome = World(Plan(**asked)).run()
    if as_json:
        print(json.dumps(asdict(outcome), indent=1))
        return outcome
    print(f"{asked['lost']} of {asked['workers']:,} workers lost: {outcome.tables:,} tables, {outcome.people:,} people.")
    print(f"Back at their card: half after {outcome.half} s, 99 of 100 after {outcome.p99} s, all after {outcome.last} s.")
    print(f"{outcome.attempts:,} attempts, {outcome.questions:,} questions, {outcome.strikes:,} strikes at the dead.")
    print(f"Busiest second: {outcome.busiest_second:,} questions besides the usual {outcome.usual_second:,}.")
    print(f"Longest wait of a question: {outcome.longest_queue_ms} ms. {'A storm.' if outcome.storm else 'No storm.'}")
    return outcome


if __name__ == "__main__":
    main()
