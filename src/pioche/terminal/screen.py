"""Output of the commands: coloured tables on a terminal, plain sentences into a pipe or to a screen reader.

Nothing is said by colour or by a box alone, so the plain form loses nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pioche.terminal import say, show
from pioche.text.plain_letters import harmless

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

STYLES = {  # what a line is about -> how rich shows it
    "": "", "title": "bold", "quiet": "bright_black", "mine": "bold cyan", "good": "bold green", "bad": "bold red",
    "turn": "bold yellow", "news": "", "refused": "yellow",
}  # fmt: skip
RANK_STYLES = ("green", "green", "green", "yellow", "yellow", "yellow", "dark_orange", "dark_orange", "red", "red")
HIDDEN = "▮"


@dataclass
class Cell:
    """A cell of a table: words, or cards. `said` is its text in plain lines."""

    shown: str = ""
    said: str = ""
    cards: bool = False


@dataclass
class Row:
    name: str
    cells: list[Cell]
    mine: bool = False
    to_play: bool = False
    quiet: bool = False


@dataclass
class Board:
    """A table as it can be drawn or read aloud."""

    title: str
    facts: list[tuple[str, Cell]] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    strips: list[tuple[str, Cell]] = field(default_factory=list)  # zones that need a line of their own


class Screen:
    def __init__(self, lang: str, plain: bool = False) -> None:
        self.lang = lang
        self.console: Console | None = None
        if not plain and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            from rich.console import Console

            self.console = Console(highlight=False, markup=False, emoji=False)  # minds NO_COLOR by itself

    @property
    def live(self) -> bool:
        """Whether output goes to a terminal, where things can be shown one after the other."""
        return self.console is not None

    def word(self, key: str, **values: Any) -> str:
        return say(key, self.lang, **values)

    # -- lines -----------------------------------------------------------------------------------

    def say(self, line: str = "", style: str = "") -> None:
        if self.console is None:
            show(line)
        else:
            self.console.print(harmless(line), style=STYLES[style])

    def tell(self, key: str, style: str = "", **values: Any) -> None:
        """Print a sentence of the catalogue."""
        self.say(self.word(key, **values), style)

    def rule(self, title: str) -> None:
        if self.console is None:
            self.say(title)
            return
        from rich.rule import Rule
        from rich.text import Text

        self.console.print(Rule(Text(harmless(title), style="bold"), style="bright_black", align="left"))

    def markdown(self, written: str) -> None:
        """Print Markdown: formatted on a terminal, as it is elsewhere."""
        if self.console is None:
            show(written.rstrip("\n"))
            return
        from rich.markdown import Markdown

        self.console.print(Markdown(harmless(written)), width=min(self.console.width, 100))

    # -- tables ----------------------------------------------------------------------------------

    def board(self, board: Board) -> None:
        if self.console is None:
            self._read_aloud(board)
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        self.rule(board.title)
        drawn = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="bright_black", border_style="bright_black")
        for place, column in enumerate(["", *board.columns]):
            drawn.add_column(harmless(column), justify="left" if place == 0 or _left(board, place - 1) else "right")
        for row in board.rows:
            name = Text(("▸ " if row.to_play else "  ") + harmless(row.name))
            name.stylize("bold cyan" if row.mine else "bright_black" if row.quiet else "")
            if row.to_play:
                name.stylize("bold yellow", 0, 1)
            drawn.add_row(name, *(_paint(cell) for cell in row.cells))
        self.console.print(drawn)
        for label, cell in board.strips:
            self.console.print(Text("  ").append(harmless(f"{label}  "), "bright_black").append_text(_paint(cell)))
        if board.facts:
            line = Text("  ")
            for place, (label, cell) in enumerate(board.facts):
                line.append("   " if place else "").append(harmless(f"{label} "), "bright_black").append_text(_paint(cell))
            self.console.print(line)
            self.console.print()

    def _read_aloud(self, board: Board) -> None:
        """Print one line a player: screen readers read lines, not columns."""
        facts = "".join(f" {label} {cell.said}." for label, cell in board.facts)
        show(f"{board.title}.{facts}")
        for label, cell in board.strips:
            show(f"{label} {cell.said}.")
        for row in board.rows:
            turn = f" ({self.word('screen.to_play')})" if row.to_play else ""
            parts = [f"{label} {cell.said}" for label, cell in zip(board.columns, row.cells, strict=True) if cell.said]
            colon, semicolon = self.word("screen.colon"), self.word("screen.semicolon")
            show(f"{row.name}{turn}{colon}" + semicolon.join(parts) + "." if parts else f"{row.name}{turn}.")

    def menu(self, lines: Sequence[tuple[str, str, str, str]]) -> None:
        """Print moves given as (key, label, price, word)."""
        if self.console is None:
            colon = self.word("screen.colon")
            for key, label, price, word in lines:
                show(f"{key}{colon}{label}" + (f", {price}" if price else "") + (f" [{word}]" if word else ""))
            return
        from rich.table import Table

        drawn = Table.grid(padding=(0, 2, 0, 1))
        for style in ("bold yellow", "", "bold", "bright_black"):
            drawn.add_column(style=style, justify="right" if style == "bold yellow" else "left")
        for line in lines:
            drawn.add_row(*map(harmless, line))
        self.console.print(drawn)

    def grid(self, head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
        """Print a table of figures; the first `left` columns hold words."""
        if self.console is None:
            head, rows = [*map(harmless, head)], [[*map(harmless, row)] for row in rows]
            widths = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]
            for row in (head, *rows):
                sized = enumerate(zip(row, widths, strict=True))
                show("  ".join(c.ljust(w) if k < left else c.rjust(w) for k, (c, w) in sized).rstrip())
            return
        from rich import box
        from rich.table import Table

        drawn = Table(box=box.SIMPLE_HEAD, header_style="bright_black", border_style="bright_black")
        for place, column in enumerate(head):
            drawn.add_column(harmless(column), justify="left" if place < left else "right")
        for row in rows:
            drawn.add_row(*map(harmless, row))
        self.console.print(drawn)

    # -- answers ---------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str | None:
        """Return a line from the player; None at the end of the input."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            show(prompt.rstrip(), flush=True)
            line = sys.stdin.readline()
            return line.strip() if line else None
        try:
            return input(harmless(prompt)).strip()
        except EOFError:
            show()
            return None


def _left(board: Board, place: int) -> bool:
    """Columns of cards and words are set to the left, figures to the right."""
    cells = [row.cells[place] for row in board.rows]
    return any(cell.cards or not cell.shown.lstrip("+−-").isdigit() for cell in cells if cell.shown)


def _paint(cell: Cell) -> Text:
    from rich.text import Text

    if not cell.cards:
        return Text(harmless(cell.shown))
    line = Text()
    for place, word in enumerate(harmless(cell.shown).split()):
        line.append(" " if place else "").append(word, _card_style(word))
    return line


def _card_style(word: str) -> str:
    """The higher a card of the Pairs deck, the warmer; hearts and diamonds are red."""
    if word.isdigit() and 1 <= int(word) <= len(RANK_STYLES):
        return f"bold {RANK_STYLES[int(word) - 1]}"
    if "♥" in word or "♦" in word:
        return "bold red"
    return "bright_black" if HIDDEN in word or word in ("?", "·", "–") else "bold"
