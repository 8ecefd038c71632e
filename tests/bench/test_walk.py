"""The way of a move through the code stays short, and the script that measures it tells the truth."""

from __future__ import annotations

from bench import walk

import pioche


def test_a_move_passes_few_files_and_functions() -> None:
    """Before decisions, writing and telling were untied: 26 files, 177 functions, 248 changes of file."""
    found = walk.WALKS["move"]()
    house = [file for file in found.files if file.startswith("house/")]
    assert house[0] == "house/sockets/websocket_guard.py", "it begins on the line"
    assert {"house/tables/commands.py", "house/stores/sqlite.py", "house/tables/news.py", "rules/hawthorn.py"} <= set(found.files)
    assert len(found.files) <= 16
    assert len(found.functions) <= 120
    assert found.changes <= 150


def test_a_walk_counts_what_was_called() -> None:
    table = pioche.load("hawthorn", seats=3).table(seed=1)
    once, twice = walk.walk(lambda: table.legal(0)), walk.walk(lambda: (table.legal(0), table.legal(0)))
    assert once.files == twice.files
    assert once.files[0] == "engine/table.py"
    assert "engine/table.py:Table.legal" in once.functions
    assert twice.calls == 2 * once.calls
    assert walk.walk(lambda: None).files == []
