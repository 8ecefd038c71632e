"""Counters of the server for Prometheus. No label names a person, a table or a card."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from types import SimpleNamespace

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

LATENCY_BUCKETS_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class MoveCounts:
    """Counts that change with every move, as a collector of prometheus_client.

    They are plain numbers, changed in one thread: a counter of prometheus_client takes a lock and costs ten times as much.
    """

    def __init__(self) -> None:
        self.moves: Tally[str] = Tally()
        self.wishes: Tally[type] = Tally()
        self.waits = [0] * (len(LATENCY_BUCKETS_SECONDS) + 1)  # answers by the bucket of their latency; the last one: +Inf
        self.waited = 0.0  # seconds, the sum of all latencies

    def collect(self) -> Iterator[Metric]:
        moves = CounterMetricFamily("pioche_moves", "Moves stored", labels=["by"])
        for by in ("player", "bot", "clock"):
            moves.add_metric([by], self.moves[by])
        yield moves
        wishes = CounterMetricFamily("pioche_wishes", "Messages from sockets", labels=["kind"])
        for kind, count in list(self.wishes.items()):
            wishes.add_metric([kind.__name__], count)
        yield wishes
        buckets, so_far = [], 0
        for bound, count in zip((*map(str, map(float, LATENCY_BUCKETS_SECONDS)), "+Inf"), self.waits, strict=True):
            so_far += count
            buckets.append((bound, so_far))
        about = "From the arrival of a command to its answer"
        yield HistogramMetricFamily("pioche_wish_seconds", about, buckets=buckets, sum_value=self.waited)


registry = CollectorRegistry()
every_move = MoveCounts()
registry.register(every_move)
counts = SimpleNamespace(
    refused=Counter("pioche_refused", "Requests refused", ["reason"], registry=registry),
    cut=Counter("pioche_connections_cut", "Connections cut or not let in", ["why"], registry=registry),
    broken=Counter("pioche_tables_set_back", "Tables folded again after an error", registry=registry),
    sockets=Gauge("pioche_sockets", "Open sockets", registry=registry),
    rooms=Gauge("pioche_tables_awake", "Tables in memory", registry=registry),
    commits=Gauge("pioche_commits", "Commits so far", registry=registry),
    stored=Gauge("pioche_jobs_stored", "Jobs in those commits", registry=registry),
    slow=Gauge("pioche_slowest_commit_seconds", "The slowest commit so far", registry=registry),
    unreadable=Gauge("pioche_tables_unreadable", "Tables found damaged so far", registry=registry),
    storing=Gauge("pioche_storing", "1 while moves can be stored", registry=registry),
    damaged=Gauge("pioche_data_damaged", "1 once stored data was met that cannot be read", registry=registry),
    copy_damage=Gauge("pioche_copy_damaged_tables", "Damaged tables in the last copy of the night", registry=registry),
    undurable=Gauge("pioche_undurable_settings", "Settings under which a power cut may cost moves", registry=registry),
)


def page() -> bytes:
    """Return all counters in the text format of Prometheus."""
    return generate_latest(registry)
