"""A match in line mode: the table, what happened, what may be done; one line answers."""

from __future__ import annotations

import random
import re
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pioche import bots, text
from pioche.bots.reflex_bot import by_reflexes
from pioche.engine.game import Game, has_compiler
from pioche.engine.record import Record
from pioche.engine.table import Table
from pioche.errors import Illegal, NeedsCompiler, PiocheError
from pioche.terminal import refusal
from pioche.terminal.board import notable, option_line, sketch
from pioche.terminal.game_names import load_named
from pioche.terminal.play import opponents, saved_matches
from pioche.terminal.play.menu import MAX_FLAT_MENU, Move, by_kind, cost, hint, numbered, offered, understand
from pioche.terminal.screen import Screen
from pioche.text.plain_letters import on_one_line

SECONDS_BETWEEN_MOVES = 0.5  # between two moves of the others, on a terminal
REPEATED_SENTENCES = 6  # sentences that remind of a match taken up again
HELP, HINT, RULES, TABLE, SCORES, QUIT = "?hrtsq"
WORDS = {  # what may be typed instead of a letter, in either language
    "help": HELP, "aide": HELP, "hint": HINT, "odds": HINT, "indice": HINT, "chances": HINT, "rules": RULES,
    "règles": RULES, "regles": RULES, "table": TABLE, "scores": SCORES, "quit": QUIT, "quitter": QUIT, "exit": QUIT,
}  # fmt: skip


class Leave(Exception):
    """The player goes; the match is kept."""


class Session:
    """One player at one table."""

    def __init__(self, table: Table, me: int, names: Sequence[str], screen: Screen, file: Path | None, bots: str) -> None:
        self.table, self.me, self.screen, self.file, self.bots = table, me, screen, file, bots
        self.lang = screen.lang
        self.names = text.seat_names(table, self.lang, names)
        self.told = 0  # how many happenings the player has been told
        self.opening = next((event["kind"] for event in table.events(me)), "")  # how every deal begins
        self.last = ""
        self.resumed = len(table.moves)
        self.pace = SECONDS_BETWEEN_MOVES if screen.live else 0.0
        self.players = opponents.players(bots, table, self.resumed)
        self.heard = [0] * table.game.seats  # how many happenings each bot has been told

    # -- the match -------------------------------------------------------------------------------

    def run(self) -> None:
        table = self.table
        while not table.over:
            self.news()
            if self.me in table.actors:  # in a secret choice the player chooses first, then the bots
                self.decide()
            elif table.actors:
                self.bot_acts(table.actors[0])
            else:
                table.advance(table.next_timer[0])  # type: ignore[index]  # no seat may act: a timer runs
        self.finish()

    def bot_acts(self, seat: int) -> None:
        table = self.table
        events = table.events(seat, self.heard[seat])
        self.heard[seat] += len(events)
        table.act(seat, self.players[seat].choose(table.view(seat), table.legal(seat), events, table.memory(seat)))
        if self.news() and self.pace:
            time.sleep(self.pace)

    def news(self) -> int:
        """Tell what has happened since; how many sentences that took."""
        said = 0
        for event, *more in text.runs(self.table.rules, self.table.events(self.me, self.told)):
            if self.told and event["kind"] == self.opening and self.last != self.opening:
                self.screen.say()  # another deal
            self.told, self.last = self.told + 1 + len(more), event["kind"]
            sentence, style = self.sentence(event, more)
            if sentence:
                self.screen.say("  " + sentence, style)
                said += 1
        return said

    def sentence(self, event: Mapping[str, Any], more: Sequence[Mapping[str, Any]] = ()) -> tuple[str, str]:
        """A happening in words, and how to show it: what the player does stands out."""
        said = text.narrate(self.table, event, self.lang, self.names, self.me, more)
        fields = next(kind for kind in self.table.rules.events.kinds if kind.name == event["kind"]).fields
        mine = bool(fields) and fields[0][1] == "seat" and event[fields[0][0]] == self.me
        return said[:1].upper() + said[1:], "mine" if mine else "news"

    def draw(self) -> None:
        table, lang = self.table, self.lang
        self.screen.board(sketch(table.rules, table.view(self.me), self.names, lang, table.game.title(lang)))

    # -- the player's turn -----------------------------------------------------------------------

    def decide(self) -> None:
        """Ask until a legal move has been made."""
        self.screen.say()
        self.draw()
        moves = offered(self.table, self.me, self.lang, self.names)
        secret = len(self.table.actors) > 1 or self.table.view(self.me)["turn"] is None
        self.screen.tell("play.your_choice" if secret else "play.your_turn", "turn")
        menu = self.show_menu(moves)
        while True:
            answer = self.screen.ask(self.screen.word("play.prompt"))
            if answer is None:
                raise Leave
            if not answer:
                menu = self.show_menu(moves)
            elif not self.command(answer, moves) and self.attempt(answer, moves, menu):
                return

    def show_menu(self, moves: list[Move]) -> list[Move]:
        menu = by_kind(moves)
        if len(menu) != len(moves):
            self.screen.tell("play.groups")
        self.list_moves(menu)
        return menu

    def list_moves(self, moves: Sequence[Move]) -> None:
        prices = [
            "" if m.same or len(moves) > MAX_FLAT_MENU else cost(self.table, self.me, m.word, self.lang) for m in moves
        ]
        self.screen.menu([(str(k), m.label, prices[k - 1], m.word) for k, m in enumerate(moves, 1)])

    def attempt(self, answer: str, moves: list[Move], menu: list[Move]) -> bool:
        """Try to make the move an answer means; whether it was made."""
        found = understand(answer, menu)
        if not found or (len(found) > 1 and menu is not moves):
            found = understand(answer, moves) or found
        if len(found) == 1 and found[0].same:
            return self.narrow(list(found[0].same))
        if len(found) > 1:
            several = text.listing([move.word for move in found[:8]], self.lang, "or")
            self.screen.tell("play.several", "refused", answer=answer, moves=several)
            return False
        return self.act(found[0].word if found else answer)

    def narrow(self, moves: list[Move]) -> bool:
        """Choose among moves of one kind; an empty answer goes back."""
        how_many = moves[0].word.partition(":")[2].isdigit() and len(moves) > MAX_FLAT_MENU
        if how_many:  # take:4 to take:51: a number means itself, not a place in the list
            low, high = (moves[place].word.partition(":")[2] for place in (0, -1))
            prompt = self.screen.word("play.how_many", low=low, high=high)
        else:
            self.list_moves(moves)
            prompt = self.screen.word("play.prompt_again")
        answer = self.screen.ask(prompt)
        if answer is None:
            raise Leave
        if not answer or self.command(answer, moves):
            return False
        exact = numbered(answer, moves) if how_many else []
        return self.act(exact[0].word) if exact else self.attempt(answer, moves, moves)

    def act(self, word: str) -> bool:
        table = self.table
        try:
            table.rules.actions.read(word)
        except ValueError:
            self.refuse(text.refusal(table, "unknown_action", "", seat=self.me, word=word))
            return False
        try:
            table.act(self.me, word)
        except Illegal as refused:
            self.refuse(refused)
            return False
        return True

    def refuse(self, refused: PiocheError) -> None:
        self.screen.say(refused.said(self.lang), "refused")

    # -- words that are no moves -----------------------------------------------------------------

    def command(self, answer: str, moves: list[Move]) -> bool:
        """Do what a one-letter answer asks for; False when it is no such answer."""
        first, *rest = answer.lower().split()
        letter = WORDS.get(first, first)
        if letter == QUIT and not rest:
            raise Leave
        if letter == HELP and not rest:
            self.screen.tell("play.help")
        elif letter == HINT and not rest:
            lines = hint(self.table, self.me, moves, self.lang)
            self.screen.tell("hints.head" if lines else "play.nothing_to_count")
            for line in lines:
                self.screen.say("  " + line)
        elif letter == RULES and (not rest or rest[0].isdigit()):
            self.rules(int(rest[0]) if rest else 0)
        elif letter == TABLE and not rest:
            self.draw()
            self.show_menu(moves)
        elif letter == SCORES and not rest:
            self.scores()
        else:
            return False
        return True

    def rules(self, section: int) -> None:
        """The settings in force and the sections of the rule sheet, or one of them."""
        game = self.table.game
        parts = re.split(r"(?m)^## ", text.players_sheet(game.rules, self.lang))[1:]
        if section:
            if section > len(parts):
                self.screen.tell("play.rules_no_section", "refused", last=len(parts))
            else:
                self.screen.markdown("## " + parts[section - 1])
            return
        self.screen.tell("play.rules_options", options=option_line(game.rules, game.options, self.lang))
        if parts:
            self.screen.tell("play.rules_sections")
            self.screen.menu([(str(k), part.partition("\n")[0], "", "") for k, part in enumerate(parts, 1)])
        else:
            self.screen.tell("play.rules_none")

    def scores(self) -> None:
        score_table(self.table, self.names, self.screen)

    # -- the end -----------------------------------------------------------------------------------

    def finish(self) -> None:
        self.news()
        self.screen.say()
        self.draw()
        self.scores()
        places = self.table.ranking
        winners = [p for p, place in enumerate(places) if place == 1]
        others = text.listing([self.names[p] for p in winners if p != self.me], self.lang)
        if winners == [self.me]:
            self.screen.tell("play.won", "good")
        elif self.me in winners:
            self.screen.tell("play.won_shared", "good", others=others)
        else:
            self.screen.tell("play.lost", "bad", winners=others, count=len(winners), place=places[self.me])

    def keep(self) -> Path | None:
        """Put the match away; where, or None when there is nothing to keep."""
        record = self.table.record()
        record.names = self.names
        return saved_matches.keep(record, self.file, self.table.over, len(self.table.moves) > self.resumed)


def score_table(table: Table, names: Sequence[str], screen: Screen) -> None:
    """Places and scores, the best first."""
    order = sorted(range(table.game.seats), key=lambda p: (table.ranking[p], p))
    columns = [(screen.word("screen.score"), table.scores), (screen.word("screen.rank"), table.ranking)]
    points = table.view(None).get("points")
    if points and points != table.scores:  # of the game being played
        columns.insert(0, (text.find(table.rules, screen.lang, "zones", "points") or "points", points))
    rows = [[names[p], *(str(n[p]).replace("-", "−") for _, n in columns)] for p in order]
    screen.grid([screen.word("screen.player"), *(label for label, _ in columns)], rows)


# -- the command -----------------------------------------------------------------------------------------


def play(asked: Any, lang: str) -> int:
    """`pioche play`: sit down, play, and put the match away on leaving."""
    screen = Screen(lang, asked.plain)
    session = _resumed(asked, screen) if asked.resume is not None else _fresh(asked, screen)
    if hasattr(signal, "SIGHUP"):  # a line that breaks keeps the match
        signal.signal(signal.SIGHUP, _hang_up)
    try:
        if by_reflexes(session.table.game):
            from pioche.terminal.play.real_time import run

            run(session)
        else:
            session.run()
    except (Leave, KeyboardInterrupt) as left:
        _put_away(session, asked)
        if isinstance(left, KeyboardInterrupt):
            raise
        screen.tell("play.quit")
        return 0
    _put_away(session, asked)
    return 0


def _hang_up(*_: Any) -> None:
    raise Leave


def _fresh(asked: Any, screen: Screen) -> Session:
    if asked.game is None:
        raise refusal("errors.which_game")
    game = load_named(asked.game, **asked.options)
    me = _seat(asked.seat, game.seats)
    file = saved_matches.writable(asked.record) if asked.record else None
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(1, 1_000_000)
    names = opponents.seat_names(game.seats, me, asked.name or "", screen.lang)
    session = Session(game.table(seed), me, names, screen, file, _bots(asked.bots, game))
    others = text.listing([name for p, name in enumerate(session.names) if p != me], screen.lang)
    screen.tell("play.welcome", game=game.title(screen.lang), others=others, me=session.names[me])
    settings = option_line(game.rules, {"seats": game.seats, **notable(game)}, screen.lang)
    screen.tell("play.options", "quiet", options=settings, seed=seed)
    return session


def _resumed(asked: Any, screen: Screen) -> Session:
    if asked.game is not None or asked.options or asked.seed is not None or asked.record:
        raise refusal("errors.resume_alone")
    path = saved_matches.latest() if asked.resume == "" else Path(asked.resume)
    record = Record.open(path)
    table = record.table()
    if table.over:
        raise refusal("play.resumed_over", file=path)
    me = _seat(asked.seat, table.game.seats)
    names = [on_one_line(str(name)) for name in record.names] or opponents.seat_names(table.game.seats, me, "", screen.lang)
    names = text.seat_names(table, screen.lang, names)  # a record may name fewer
    if asked.name:
        names[me] = asked.name
    session = Session(table, me, names, screen, path, _bots(asked.bots, table.game))
    session.told = max(0, len(table.events(me)) - REPEATED_SENTENCES)
    screen.rule(table.game.title(screen.lang))
    screen.tell("play.resumed")
    return session


def _seat(seat: int, seats: int) -> int:
    if seat >= seats:
        raise refusal("errors.no_seat", value=seat + 1, last=seats)
    return seat


def _bots(level: str | None, game: Game) -> str:
    levels = opponents.levels(game)
    if level is not None and level not in levels and (by_reflexes(game) or not bots.offered(level, game)):
        if level.startswith("search") and not has_compiler():
            raise NeedsCompiler
        raise refusal("errors.no_bots", value=level, levels=", ".join(levels))
    return level or opponents.usual(game)


def _put_away(session: Session, asked: Any) -> None:
    screen = session.screen
    file = session.keep()
    if file is None:
        return
    seat = f" --seat {session.me + 1}"
    if session.table.over:
        where = "" if file == saved_matches.last_finished() else f" {file}"
        screen.tell("play.over_kept", command=f"pioche replay{where}{seat}")
        return
    screen.tell("play.saved", file=file)
    seat = seat if session.me else ""
    where = "" if file == saved_matches.latest_or_none() else f" {file}"
    screen.tell("play.go_on", command=f"pioche play --resume{where}{seat}")
