"""The one durable thing: written, read back, replayed, and refused with a sentence when damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pioche
from pioche import BadRecord, Record


def played(steps: int = 6) -> pioche.Table:
    table = pioche.load("hawthorn", seats=3, ante=2).table(seed=9, cards="4 5 6")
    for _ in range(steps):
        seat = table.actors[0]
        table.act(seat, table.legal(seat)[-1])
    return table


def test_a_record_is_a_header_and_one_line_an_action() -> None:
    lines = [json.loads(line) for line in played(2).record().dumps().splitlines()]
    head = lines[0]
    assert (head["pioche"], head["game"], head["seed"], head["cards"]) == (1, "hawthorn", 9, "4 5 6")
    assert head["options"] == {"seats": 3, "ante": 2, "deals": 10}
    assert "position" not in head
    assert lines[1:] == [{"seat": 0, "do": lines[1]["do"]}, {"seat": 1, "do": lines[2]["do"]}]


def test_words_are_kept_in_their_canonical_form() -> None:
    table = pioche.load("pairs", seats=3, continuous=True).at(pile=[[2, 7], [5], [2, 9]], turn=1, phase="turn")
    table.act(1, " fold:C ")
    assert table.record().moves == [{"seat": 1, "do": "fold:2"}]


def test_replay_in_full_and_in_part(tmp_path: Path) -> None:
    table = played()
    table.record().save(tmp_path / "match.jsonl")
    record = Record.open(tmp_path / "match.jsonl")
    assert record.table().position() == table.position()
    assert record.table().history() == table.history()
    assert record.table(upto=0).position() == played(0).position()
    assert len(record.table(upto=2).moves) == 2
    assert pioche.replay(str(tmp_path / "match.jsonl")).position() == table.position()
    assert [path.name for path in tmp_path.iterdir()] == ["match.jsonl"]


def test_a_record_that_began_at_a_position_keeps_it() -> None:
    table = pioche.load("pairs", seats=2).at(pile=[[3], [8]], turn=0, phase="turn", points=[4, 5], seed=3)
    table.act(0, "hit")
    again = Record.loads(table.record().dumps()).table()
    assert again.position() == table.position()
    assert again.record() == table.record()


HEAD = {"pioche": 1, "game": "pairs", "rules": 1, "options": {"seats": 2}, "seed": 1}


def written(*lines: object) -> str:
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a record"),
        ("hello", "line 1 is damaged"),
        ("[1, 2]", "line 1 is damaged"),
        (written({"game": "pairs"}), "not a record"),
        (written(HEAD | {"pioche": 99}), "format 99"),
        (written({"pioche": 1, "game": "pairs"}), "first line"),
        (written(HEAD | {"options": 3}), "first line"),
        (written(HEAD, '{"seat": 0, "do"'), "line 2 is damaged"),
    ],
)
def test_a_damaged_record_is_refused_when_read(text: str, said: str) -> None:
    with pytest.raises(BadRecord, match=said) as refused:
        Record.loads(text)
    assert refused.value.fr.strip()
    assert refused.value.fr != refused.value.en


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (written(HEAD | {"game": "chess"}), "cannot be set up"),
        (written(HEAD | {"options": {"seats": 99}}), "cannot be set up"),
        (written(HEAD | {"cards": "1 1"}), "cannot be set up"),
        (written(HEAD | {"position": {"pile": 7}}), "cannot be set up"),
        (written(HEAD | {"seed": 1 << 300}), "cannot be set up"),
        (written(HEAD | {"rules": 77}), "version 77"),
        (written(HEAD, {"seat": 0, "do": "fly"}), "Move 1"),
        (written(HEAD, {"do": "hit"}), "Move 1"),
        (written(HEAD, {"seat": 9, "do": "hit"}), "Move 1"),
        (written(HEAD, {"seat": "x", "do": "hit"}), "Move 1"),
        (written(HEAD, {"seat": 0, "do": 7}), "Move 1"),
        (written(HEAD, {"advance": 100}), "Move 1"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadRecord, match=said) as refused:
        Record.loads(text).table()
    assert refused.value.fr.strip()
    assert refused.value.fr != refused.value.en


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="no file"):
        Record.open(tmp_path / "nothing.jsonl")
    (tmp_path / "picture.jsonl").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.open(tmp_path / "picture.jsonl")
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.open(tmp_path)
