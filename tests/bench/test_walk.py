"""The way of a move through the code stays short, and the script that measures it tells the truth."""

from __future__ import annotations

from bench import walk

import pioche


def test_a_move_passes_few_files_and_functions() -> None:
    """Of the house; before decisions, writing and telling were untied: 18 files and 114 functions of the house."""
    found = walk.WALKS["move"]()
    files = [file for file in found.files if file.startswith("house/")]
    assert files == [
        "house/sockets/websocket_guard.py", "house/tables/room.py", "house/tables/clocks.py", "house/tables/commands.py",
        "house/stores/writer.py", "house/stores/sqlite.py", "house/tables/state.py", "house/tables/news.py",
    ]  # fmt: skip
    assert "rules/hawthorn.py" in found.files
    assert len([function for function in found.functions if function.startswith("house/")]) <= 60


def test_a_walk_counts_what_was_called() -> None:
    table = pioche.load("hawthorn", seats=3).table(seed=1)
    once, twice = walk.walk(lambda: table.legal(0)), walk.walk(lambda: (table.legal(0), table.legal(0)))
    assert once.files == twice.files
    assert once.files[0] == "engine/table.py"
    assert "engine/table.py:Table.legal" in once.functions
    assert twice.calls == 2 * once.calls
    assert walk.walk(lambda: None).files == []
