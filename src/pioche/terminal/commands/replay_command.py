"""`pioche replay`: a record in sentences, as one seat, as spectators or as no one but the record knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pioche import text
from pioche.engine.record import Record, replay_line
from pioche.engine.table import Table
from pioche.terminal import refusal
from pioche.terminal.board import option_line, sketch
from pioche.terminal.play import saved_matches
from pioche.terminal.play.turn_based import score_table
from pioche.terminal.screen import Screen
from pioche.text.plain_letters import on_one_line


class Teller:
    """The printer of a match, move by move."""

    def __init__(self, table: Table, screen: Screen, names: list[str], seat: int | None, all: bool) -> None:
        self.table, self.screen, self.seat, self.all = table, screen, seat, all
        self.names = text.seat_names(table, screen.lang, [on_one_line(str(name)) for name in names])
        self.told = 0

    def news(self, move: int) -> int:
        """Print the events of the latest move with its number; return how many sentences there were."""
        told = self.table.history()[self.told :] if self.all else self.table.events(self.seat, self.told)
        self.told += len(told)
        said = 0
        for event, *more in text.runs(self.table.rules, told):
            sentence = self.sentence(event, more)
            if sentence:
                self.screen.say(f"{move or '':>4}  {sentence[:1].upper()}{sentence[1:]}")
                said += 1
        return said

    def sentence(self, event: Mapping[str, Any], more: Sequence[Mapping[str, Any]] = ()) -> str:
        """Return the sentence of an event and of those in one sentence with it; private ones as their seat reads them."""
        private = event.get("only")
        me = self.seat if private is None else private
        said = text.narrate(self.table, event, self.screen.lang, self.names, me, more)
        if said and private is not None and private != self.seat:
            said = f"[{self.screen.word('replay.to', name=self.names[private])}] {said}"
        return said

    def board(self) -> None:
        table, lang = self.table, self.screen.lang
        self.screen.board(sketch(table.rules, table.view(self.seat), self.names, lang, table.game.title(lang)))


def replay(asked: Any, lang: str) -> int:
    """`pioche replay [FILE]`; without a file, the last match played here."""
    record = Record.open(asked.file or saved_matches.last_match())
    seats = record.table().game.seats  # plays it to the end: a record that does not replay is refused as a whole
    if asked.seat is not None and asked.seat >= seats:
        raise refusal("errors.no_seat", value=asked.seat + 1, last=seats)
    screen = Screen(lang, asked.plain)
    table = record.table(upto=0)
    teller = Teller(table, screen, list(record.names), asked.seat, asked.all)
    _head(record, teller)
    teller.news(0)
    for number, line in enumerate(record.moves, 1):
        replay_line(table, line)
        if teller.news(number) and asked.step:
            teller.board()
            answer = screen.ask(screen.word("replay.step"))
            if answer is None or answer.lower() == "q":
                return 0
    if not table.over:
        screen.tell("replay.unfinished")
    screen.say()
    teller.board()
    score_table(table, teller.names, screen)
    return 0


def _head(record: Record, teller: Teller) -> None:
    game, screen = teller.table.game, teller.screen
    screen.rule(game.title(screen.lang))
    screen.tell("replay.head", seats=game.seats, seed=record.seed, moves=len(record.moves))
    screen.tell("play.rules_options", options=option_line(game.rules, game.options, screen.lang))
    if teller.all:
        screen.tell("replay.as_all")
    elif teller.seat is None:
        screen.tell("replay.as_spectator")
    else:
        screen.tell("replay.as_seat", name=teller.names[teller.seat], seat=teller.seat + 1)
    screen.say()
