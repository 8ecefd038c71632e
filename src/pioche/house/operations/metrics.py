"""Counters of the house for Prometheus. No label ever names a person, a table or a card."""

from __future__ import annotations

from types import SimpleNamespace

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()
counts = SimpleNamespace(
    moves=Counter("pioche_moves", "Moves stored", ["by"], registry=registry),
    wishes=Counter("pioche_wishes", "Messages from sockets", ["kind"], registry=registry),
    refused=Counter("pioche_refused", "Requests refused", ["reason"], registry=registry),
    broken=Counter("pioche_tables_set_back", "Tables folded again after an error", registry=registry),
    sockets=Gauge("pioche_sockets", "Open sockets", registry=registry),
    rooms=Gauge("pioche_tables_awake", "Tables in memory", registry=registry),
    commits=Gauge("pioche_commits", "Commits so far", registry=registry),
    stored=Gauge("pioche_jobs_stored", "Jobs in those commits", registry=registry),
    slow=Gauge("pioche_slowest_commit_seconds", "The slowest commit so far", registry=registry),
    answer=Histogram(
        "pioche_wish_seconds", "From the arrival of a wish to its answer", registry=registry,
        buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    ),
)  # fmt: skip


def page() -> bytes:
    return generate_latest(registry)
