"""The one durable thing: options, chance and the ordered actions. A table is the fold of its record.

Plain text, one JSON value a line: a header, then one line an action. docs/record.md is the format.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pioche.engine.chance import pass_over
from pioche.engine.game import load
from pioche.engine.keystream import Stream
from pioche.engine.table import Table
from pioche.errors import BadOption, BadPosition, BadRecord, Illegal, UnknownGame

FORMAT = 1
MAX_RECORD_BYTES = 1 << 26  # of a file; more is no record, and may be a device that never ends
MAX_RECORD_LINES = 1_000_000
SHOWN = ("drawn", "told")  # what a line may say of chance and of what was told: `engine/fair/shown.py`


@dataclass(repr=False)
class Record:
    """The history of a match: all that is needed to play it again."""

    game: str
    rules: int
    options: dict[str, Any]
    seed: int = 0
    cards: str = ""
    position: dict[str, Any] | None = None
    names: list[str] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    fair: dict[str, Any] | None = None  # who promised what before the first card: docs/fair-spec.md
    shown: dict[str, Any] = field(default_factory=dict)  # what the first deal drew and told, where the lines say it, too

    @classmethod
    def of(cls, table: Table) -> Record:
        return cls(
            table.game.id,
            table.version,
            dict(table.game.options),
            table.seed,
            table.cards,
            table.start,
            moves=[dict(line) for line in table.moves],
        )

    def __repr__(self) -> str:
        options = ", ".join(f"{k}={v!r}" for k, v in self.options.items())
        began = "a written position" if self.position else "a fresh deal"
        return f"<Record of {self.game} ({options}): {len(self.moves)} lines from {began}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        from pioche.engine.display import record_html

        return record_html(self)

    def header(self) -> dict[str, Any]:
        head: dict[str, Any] = {
            "pioche": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seed": self.seed,
        }
        more = (("cards", self.cards), ("position", self.position), ("names", self.names), ("fair", self.fair))
        return head | {k: v for k, v in more if v} | self.shown

    def dumps(self) -> str:
        lines = [self.header(), *self.moves]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def save(self, path: str | Path) -> None:
        """Write the record; a crash in the middle leaves the old file."""
        target = Path(path)
        fresh = target.with_name(target.name + ".part")
        fresh.write_text(self.dumps(), encoding="utf-8")
        fresh.replace(target)

    @classmethod
    def open(cls, path: str | Path) -> Record:
        """Read a record file; raise BadRecord if there is none, or if it is no record."""
        try:
            with Path(path).open("rb") as file:
                written = file.read(MAX_RECORD_BYTES + 1)
            if len(written) > MAX_RECORD_BYTES:
                raise _too_long(str(path))
            return cls.loads(written.decode("utf-8"), str(path))
        except FileNotFoundError:
            raise BadRecord(f"There is no file {path}.", f"Il n'y a pas de fichier {path}.") from None
        except (OSError, UnicodeDecodeError):
            raise BadRecord(f"{path} cannot be read as text.", f"{path} n'est pas lisible comme du texte.") from None

    @classmethod
    def loads(cls, written: str, name: str = "record") -> Record:
        lines = []
        if written.count("\n") > MAX_RECORD_LINES:
            raise _too_long(name)
        for number, line in enumerate(written.split("\n"), 1):  # a name may hold what splitlines takes for the end of a line
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, brackets in brackets
                value = None
            if not isinstance(value, dict):
                raise BadRecord(f"{name}, line {number} is damaged.", f"{name}, ligne {number} : abîmée.")
            lines.append(value)
        if not lines or "pioche" not in lines[0] or "game" not in lines[0]:
            raise BadRecord(f"{name} is not a record of Pioche.", f"{name} n'est pas un enregistrement de Pioche.")
        head = lines[0]
        if head["pioche"] != FORMAT:
            raise BadRecord(
                f"{name} has format {head['pioche']}; this Pioche reads format {FORMAT}.",
                f"{name} est au format {head['pioche']} ; ce Pioche lit le format {FORMAT}.",
            )
        try:
            return cls(
                str(head["game"]),
                int(head["rules"]),
                dict(head["options"]),
                int(head.get("seed", 0)),
                str(head.get("cards", "")),
                _position(head.get("position")),
                list(head.get("names", [])),
                lines[1:],
                _position(head.get("fair")),
                {key: list(head[key]) for key in SHOWN if key in head},
            )
        except (KeyError, TypeError, ValueError, OverflowError):
            raise BadRecord(f"The first line of {name} is damaged.", f"La première ligne de {name} est abîmée.") from None

    def table(self, upto: int | None = None, *, trusted: bool = False, stream: type[Stream] = Stream) -> Table:
        """Play the record again, all of it or its first `upto` lines. `trusted`: a house has accepted its position
        before, it is not checked again."""
        try:
            game = load(self.game, **self.options)
            ours = game.rules.version
            if not game.rules.plays(self.rules):
                raise BadRecord(
                    f"The record was played under version {self.rules} of the rules; this Pioche has version {ours}.",
                    f"L'enregistrement suit la version {self.rules} des règles ; ce Pioche a la version {ours}.",
                )
            if self.position is None:
                table = Table.fresh(game, self.seed, self.cards, self.rules, stream)
            else:
                table = Table.at(game, self.position, self.seed, self.cards, trusted, self.rules, stream)
        except (UnknownGame, BadOption, BadPosition) as wrong:
            raise BadRecord(
                f"The record cannot be set up: {wrong.en}", f"L'enregistrement ne peut être installé : {wrong.fr}"
            ) from wrong
        pass_over(table.s)
        for number, line in enumerate(self.moves[:upto], 1):
            do_again(table, line, number)
        return table


def _too_long(name: str) -> BadRecord:
    return BadRecord(
        f"{name} is longer than any record: {MAX_RECORD_LINES} lines, {MAX_RECORD_BYTES >> 20} MB at most.",
        f"{name} est plus long qu'aucun enregistrement : {MAX_RECORD_LINES} lignes, {MAX_RECORD_BYTES >> 20} Mo au plus.",
    )


def _position(written: Any) -> dict[str, Any] | None:
    return None if written is None else dict(written)


def do_again(table: Table, line: dict[str, Any], number: int) -> None:
    """Apply a line of a record; raise BadRecord with its number where that is impossible."""
    try:
        replay_line(table, line)
    except (Illegal, BadPosition, KeyError, TypeError, AttributeError, ValueError, OverflowError) as wrong:
        en = wrong.en if isinstance(wrong, Illegal | BadPosition) else "it is damaged."
        fr = wrong.fr if isinstance(wrong, Illegal | BadPosition) else "elle est abîmée."
        raise BadRecord(
            f"Move {number} of the record does not replay: {en}", f"Le coup {number} ne se rejoue pas : {fr}"
        ) from wrong


def replay_line(table: Table, line: dict[str, Any]) -> None:
    """Apply one line of a record."""
    if "advance" in line:
        table.advance(line["advance"])
    elif "until" in line:
        table.until(line["until"])
        table.moves.append(dict(line))
    else:
        table.act(line["seat"], line["do"], **{k: line[k] for k in ("at", "seen", "since_open", "rtt") if k in line})


def replay(record: Record | str | Path) -> Table:
    """The table at the end of a record, or of a record file."""
    return (record if isinstance(record, Record) else Record.open(record)).table()
