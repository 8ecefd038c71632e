"""The way of a move through the code stays short, and the script that measures it tells the truth."""

from __future__ import annotations

from bench import walk

import pioche


def test_a_move_passes_few_files_and_functions() -> None:
    """The whole server, from the bytes of the message to the news of all four; it was 26 files and 177 functions."""
    found = walk.WALKS["move"]()
    assert len(found.files) <= 16, str(found)
    assert len(found.functions) <= 120, str(found)
    assert {"house/tables/room.py", "house/stores/sqlite.py", "rules/hawthorn.py", "text/telling.py"} <= set(found.files)
    assert "house/sockets/websocket_guard.py:GuardedProtocol.say" in found.functions, "it goes all the way back"


def test_a_walk_counts_what_was_called() -> None:
    table = pioche.load("hawthorn", seats=3).table(seed=1)
    once, twice = walk.walk(lambda: table.legal(0)), walk.walk(lambda: (table.legal(0), table.legal(0)))
    assert once.files == twice.files
    assert once.files[0] == "engine/table.py"
    assert "engine/table.py:Table.legal" in once.functions
    assert twice.calls == 2 * once.calls
    assert walk.walk(lambda: None).files == []
