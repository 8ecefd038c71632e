"""The page of counters."""

from __future__ import annotations

from bisect import bisect_left

from prometheus_client import CollectorRegistry, generate_latest

from pioche.house.operations.metrics import LATENCY_BUCKETS_SECONDS, MoveCounts
from pioche.house.protocol import messages as p


def test_what_is_counted_with_every_move_is_on_the_page() -> None:
    registry, counted = CollectorRegistry(), MoveCounts()
    registry.register(counted)
    counted.moves["player"] += 2
    counted.wishes[p.Move] += 3
    for seconds in (0.0005, 0.001, 0.3, 10.0):
        counted.waits[bisect_left(LATENCY_BUCKETS_SECONDS, seconds)] += 1
        counted.waited += seconds
    lines = generate_latest(registry).decode().splitlines()
    for line in (
        'pioche_moves_total{by="player"} 2.0',
        'pioche_moves_total{by="bot"} 0.0',
        'pioche_wishes_total{kind="Move"} 3.0',
        'pioche_wish_seconds_bucket{le="0.001"} 2.0',
        'pioche_wish_seconds_bucket{le="0.2"} 2.0',
        'pioche_wish_seconds_bucket{le="0.5"} 3.0',
        'pioche_wish_seconds_bucket{le="+Inf"} 4.0',
        "pioche_wish_seconds_count 4.0",
        "pioche_wish_seconds_sum 10.3015",
    ):
        assert line in lines, line
