"""A worker of the next version, whose store has one more step.

`python -m tests.house.cluster.next_version`, with the words of `pioche.house.serve`
"""

from __future__ import annotations

import runpy

from pioche.house.stores import postgres

if __name__ == "__main__":
    postgres.VERSION += 1
    postgres.SCHEMA[postgres.VERSION] = "ALTER TABLE tables ADD COLUMN of_the_next_version text NOT NULL DEFAULT ''"
    runpy.run_module("pioche.house.serve", run_name="__main__")
