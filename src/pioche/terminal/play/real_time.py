"""A match against the clock: bots act when their reflexes say so, the player when a key is pressed."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable

from pioche import text
from pioche.bots.common.reflexes import NOBODY
from pioche.bots.reflex_bot import SKILLS, Reflexes, levels_for
from pioche.errors import Illegal
from pioche.terminal.play import opponents
from pioche.terminal.play.keyboard import Gone, Keyboard, keyboard
from pioche.terminal.play.keys import SPACE, begun, codes, complete
from pioche.terminal.play.turn_based import Leave, Session

SENTENCES_ON_SCREEN = 10  # sentences on the screen
MAX_WAIT_SECONDS = 1.0  # seconds; a clock that is shown should move
MAX_LISTED_KEYS = 6  # moves of one kind whose keys are shown one by one


class Live:
    """One player at one table with a clock. Time is milliseconds since the match was created."""

    def __init__(self, session: Session, keys: Keyboard, seconds: Callable[[], float] = time.monotonic) -> None:
        self.session, self.table, self.me, self.screen = session, session.table, session.me, session.screen
        self.keys, self.seconds = keys, seconds
        self.started = seconds() - self.table.s.clock / 1000
        others = [seat for seat in range(self.table.game.seats) if seat != self.me]
        seed = opponents.dice(self.table.seed, self.me, session.resumed).getrandbits(31)
        self.bots = Reflexes(self.table, levels_for(self.table.game, SKILLS[session.bots]), seed, others)
        self.looked = len(self.table.moves)  # lines of the record the bots have taken notice of
        self.typed = ""
        self.recent: deque[tuple[str, str]] = deque(maxlen=SENTENCES_ON_SCREEN)
        self.known: dict[str, str] = {}
        self.shown = ""

    def now(self) -> int:
        elapsed: int = round((self.seconds() - self.started) * 1000)
        return max(int(self.table.s.clock), elapsed)

    def play(self) -> None:
        while not self.table.over:
            self.look()
            self.refresh()
            key = self.keys.wait(self.patience())
            self.catch_up(self.now())
            if key is not None and not self.table.over:
                self.press(key)
        self.refresh()

    # -- what falls due --------------------------------------------------------------------------

    def look(self) -> None:
        """Bots see what has been done and what the clock has brought about."""
        for line in self.table.moves[self.looked :]:
            self.bots.look(line["seat"] if "do" in line else NOBODY, line.get("do", ""))
        self.looked = len(self.table.moves)

    def next_due(self) -> tuple[int, int]:
        """Return the time of the next thing due and which plan it is: -1 for a timer, -2 for none."""
        timer, plan = self.table.next_timer, self.bots.first()
        if timer is not None and self.bots.timer_comes_first():
            return timer[0], -1
        return plan if plan is not None else (self.now() + 1000, -2)

    def patience(self) -> float:
        return min(MAX_WAIT_SECONDS, max(0.0, (self.next_due()[0] - self.now()) / 1000))

    def catch_up(self, now: int) -> None:
        """Run every timer and bot action due by now, in order."""
        while not self.table.over:
            self.look()
            at, plan = self.next_due()
            if at > now or plan == -2:
                return
            at = max(at, self.table.s.clock)
            if plan == -1:
                self.table.advance(at)
            else:
                self.bots.do(at, plan)
                self.looked = len(self.table.moves)

    # -- the player ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """A key of a keyboard, or a whole line."""
        if not self.keys.by_key:
            self.line(key)
        elif key in ("\x7f", "\b"):
            self.typed = self.typed[:-1]
        elif key == "\n":
            self.line(self.typed)
        elif not self.typed and key in ("q", "?"):
            self.line(key)
        else:
            self.typed += key
            if complete(self.typed, self.known):
                self.line(self.typed)
            elif key == SPACE and not begun(self.typed, self.known):
                self.typed = ""
        if self.keys.by_key:
            self.shown = ""

    def line(self, typed: str) -> None:
        self.typed = ""
        if typed == "q":
            raise Leave
        if typed == "?":
            self.pause()
        elif typed:
            self.act(self.known.get(typed, self.known.get(typed.strip(), typed)))

    def act(self, word: str) -> None:
        try:
            self.table.act(self.me, word, at=self.now(), rtt=0)
        except Illegal as refused:
            self.recent.append((refused.said(self.session.lang), "refused"))
            if not self.screen.live:
                self.session.refuse(refused)

    def pause(self) -> None:
        """Stop the clock while the player reads the help."""
        stopped = self.seconds()
        self.screen.tell("live.help")
        self.screen.tell("live.go_on", "turn")
        while self.keys.wait(None) not in ("\n", ""):
            pass
        self.started += self.seconds() - stopped
        self.shown = ""

    # -- the screen ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what has changed: the whole table on a terminal, only the new sentences elsewhere."""
        session, table = self.session, self.table
        fresh = table.events(self.me, session.told)
        if self.screen.console is None:
            session.news()
        else:
            session.told += len(fresh)
            told = text.runs(table.rules, fresh)
            self.recent.extend(said for event, *more in told if (said := session.sentence(event, more))[0])
        legal = table.legal(self.me)
        self.known = codes(table.rules, legal, self.me)
        left = self.time_left()
        state = f"{session.told} {legal} {self.typed} {left if self.screen.live else ''}"
        if state == self.shown:
            return
        changed, self.shown = str(legal) not in self.shown, state
        if self.screen.console is not None:
            self.screen.console.clear()
            session.draw()
            for sentence, style in self.recent:
                self.screen.say(sentence, style)
            self.screen.say()
            if self.me in table.actors and table.view(self.me)["turn"] == self.me:
                self.screen.tell("live.your_turn" if left else "play.your_turn", "turn", seconds=left)
            self.legend()
            self.screen.say("> " + self.typed)
        elif changed and legal:
            session.draw()
            self.legend()

    def time_left(self) -> int:
        """Return the seconds left for the player's decision; 0 if there is no limit."""
        timer = self.table.next_timer
        if timer is None or timer[1] != "turn" or self.me not in self.table.actors:
            return 0
        return max(1, math.ceil((timer[0] - self.now()) / 1000))

    def legend(self) -> None:
        """List the keys and their moves."""
        kinds: dict[str, list[tuple[str, str]]] = {}
        for code, word in self.known.items():
            label = text.action_label(self.table, word, self.session.lang, self.session.names, self.me)
            key = self.screen.word("live.space") if code == SPACE else code
            kinds.setdefault(word.partition(":")[0], []).append((key, label))
        for same in kinds.values():
            few = same if len(same) <= MAX_LISTED_KEYS else [same[0], ("…", "…"), same[-1]]
            self.screen.say("  " + "   ".join(f"[{code}] {label}" for code, label in few), "title")
        self.screen.tell("live.other_keys", "quiet")


def run(session: Session) -> None:
    """Play a match with a clock in this terminal."""
    console = session.screen.console
    keys = keyboard(session.screen.live)
    with keys:
        if keys.by_key:
            session.screen.tell("live.help")
            session.screen.tell("live.ready", "turn")
            while keys.wait(None) != "\n":
                pass
        live = Live(session, keys)
        try:
            if console is not None:
                console.set_alt_screen(True)
            live.play()
        except Gone:
            raise Leave from None
        finally:
            if console is not None:
                console.set_alt_screen(False)
    session.finish()
