"""Rows into Parquet and CSV files, part by part, by pyarrow (`pip install 'pioche[data]'`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pioche.engine.record import Record
from pioche.errors import BadOption, PiocheError
from pioche.lab.data.match_rows import TABLES, Row, rows_of_record

FORMAT = 1  # of the tables; docs/data.md
WHERE = (("match", "int64"), ("seed", "uint64"), ("game", "string"))
COLUMNS: dict[str, tuple[tuple[str, str], ...]] = {
    "matches": (
        *WHERE, ("players", "strings"), ("decisions", "int32"), ("deals", "int32"), ("minutes", "double"),
        ("forced", "double"), ("lead_changes", "int32"), ("suspense", "double"), ("comebacks", "bool"), ("shared", "bool"),
        ("scores", "int64s"), ("wins", "doubles"),
    ),
    "records": (
        *WHERE, ("rules", "int32"), ("options", "string"), ("players", "strings"), ("over", "bool"), ("scores", "int64s"),
        ("record", "string"),
    ),
    "decisions": (
        *WHERE, ("decision", "int32"), ("deal", "int32"), ("seat", "int8"), ("player", "string"), ("at_ms", "int64"),
        ("action", "string"), ("legal", "strings"), ("view", "string"), ("score", "int64"), ("win", "double"),
    ),
}  # fmt: skip


class TableFile:
    """A file of rows being written; it gets its name only when it is complete. Use it in a `with`."""

    def __init__(self, path: str | Path, table: str, about: Mapping[str, Any] | None = None) -> None:
        self.path, self.table = Path(path), table
        if table not in TABLES:
            said = ", ".join(TABLES)
            raise BadOption(
                f"There is no table {table}; there are {said}.", f"Il n’y a pas de table {table}\u202f; il y a {said}."
            )
        self.csv = self.path.suffix == ".csv"
        if not self.csv and self.path.suffix not in (".parquet", ".pq"):
            raise BadOption(
                f"{path} should end in .parquet or .csv.", f"{path} devrait se terminer par .parquet ou par .csv."
            )
        try:
            import pyarrow
        except ImportError:
            raise PiocheError(
                "Tables need the package pyarrow: pip install pyarrow.",
                "Les tables demandent le paquet pyarrow\u00a0: pip install pyarrow.",
            ) from None
        self.arrow = pyarrow
        told = {"format": FORMAT, "table": table, **(about or {})}
        self.schema = pyarrow.schema(
            [(name, self._type(kind)) for name, kind in COLUMNS[table]],
            metadata={"pioche": json.dumps(told, ensure_ascii=False)},
        )
        self.rows = 0
        self._part = self.path.with_name(self.path.name + ".part")

    def _type(self, kind: str) -> Any:
        if kind.endswith("s"):
            return self.arrow.string() if self.csv else self.arrow.list_(self._type(kind[:-1]))
        return getattr(self.arrow, {"double": "float64", "bool": "bool_"}.get(kind, kind))()

    def __enter__(self) -> Self:
        if self.csv:
            from pyarrow.csv import CSVWriter

            self._writer = CSVWriter(str(self._part), self.schema)
        else:
            from pyarrow.parquet import ParquetWriter

            self._writer = ParquetWriter(str(self._part), self.schema, compression="zstd")
        return self

    def add(self, rows: list[Row]) -> None:
        """Write some rows now: nothing is kept in memory. CSV has no lists, they are written as JSON."""
        if not rows:
            return
        if self.csv:
            rows = [{name: _in_a_cell(value) for name, value in row.items()} for row in rows]
        self._writer.write_table(self.arrow.Table.from_pylist(rows, schema=self.schema))
        self.rows += len(rows)

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self._writer.close()
        if kind is None:
            self._part.replace(self.path)
        else:
            self._part.unlink(missing_ok=True)


def _in_a_cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def write_records(records: Iterable[Record | str | Path], path: str | Path, table: str = "decisions") -> int:
    """Record files, such as `pioche export` makes, as one table; how many rows."""
    if table == "matches":
        raise BadOption("Records make the tables records and decisions.", "Des enregistrements font records et decisions.")
    with TableFile(path, table) as file:
        for match, one in enumerate(records):
            record = one if isinstance(one, Record) else Record.open(one)
            file.add(rows_of_record(record, match, table))
    return file.rows
