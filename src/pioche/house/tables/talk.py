"""Talk at the table: what may be said, in which games, and how names look."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, said
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from pioche.text import catalogue

MAX_NAME_LETTERS, MAX_TEXT_LETTERS = 20, 300  # as they are shown
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# By their categories letters, marks and signs, and nobody sees them: the joiner of graphemes, fillers of Hangul, two vowels
# of Khmer, an empty Braille cell. And what says how the sign before it is drawn, which people do not read.
UNSEEN = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u2800", "\u3164", "\uffa0"}
# Letters of others that look like ours, small or large.
LOOKS = dict(zip("авекмнорстухіїјѕүһԁԛԝαβεζηικμνορτυχıɑɡ", "abekmhopctyxiijsyhdqwabezhikmnoptyxiag", strict=True))
STYLES = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0)), *"\u180b\u180c\u180d\u180f"}


def clean(text: str, most: int | None = None) -> str:
    """Plain text: one form of every letter, nothing that steers the screen; of what becomes longer by that the beginning."""
    plain = (c for c in unicodedata.normalize("NFKC", text) if c not in UNSEEN)
    visible = (c if unicodedata.category(c) not in INVISIBLE else " " for c in plain)
    return " ".join("".join(visible).split())[:most].rstrip()


def clean_name(name: str) -> str:
    cleaned = clean(name, MAX_NAME_LETTERS)
    if not any(c.isalnum() for c in cleaned):
        raise Refusal("bad_name", 400)
    return cleaned


def same_name(name: str, others: list[str]) -> bool:
    """Would people take it for one of these?"""
    return as_read(name) in {as_read(other) for other in others}


def names_there(state: TableState, but: int = 0) -> list[str]:
    """How everybody else at a table is called, bots included."""
    bots = [chair.bot_name for chair in state.chairs if chair.bot_name]
    return [person.name for person in state.people.values() if person.who != but] + bots


def free_name(name: str, others: list[str]) -> str:
    """The name, or the name with the first number that tells it apart."""
    taken = {as_read(other) for other in others}
    if as_read(name) not in taken:
        return name
    return next(f"{name[:17]} {k}" for k in range(2, 10_000) if as_read(f"{name[:17]} {k}") not in taken)


@lru_cache(4096)
def as_read(name: str) -> str:
    """As people read it. Kept, as a new name is held against all that are there: four hundred in a tournament."""
    letters = (LOOKS.get(c, c) for c in unicodedata.normalize("NFKD", name).casefold())
    unread = UNSEEN | STYLES
    read = "".join(c for c in letters if not unicodedata.combining(c) and not c.isspace() and c not in unread)
    return read.replace("l", "i").replace("1", "i").replace("0", "o")


def spoken(state: TableState, who: int, wish: p.Say, now: int, told: int) -> j.Spoke:
    """The entry for something said, or why it may not be said here and now. `told`: the last number this person knows."""
    text = clean(wish.text)
    setting = state.settings.talk
    rule = strictest(state) if state.lags(state.watcher(who)) else by_the_rules(state)
    if setting == "off":
        raise Refusal("talk_off")
    if wish.phrase:
        if wish.phrase not in catalogue("house", "en")["phrases"]:
            raise Refusal("no_such_phrase", 400)
        text = ""
    elif not text:
        raise Refusal("nothing_said", 400)
    elif len(text) > MAX_TEXT_LETTERS:
        raise Refusal("talk_too_long", 400, most=MAX_TEXT_LETTERS)
    elif setting == "phrases":
        raise Refusal("talk_phrases")
    elif rule == "phrases":
        raise Refusal("talk_phrases_now")
    elif state.people[who].muted:
        raise Refusal("muted")
    if rule == "off":
        raise Refusal("talk_while_bidding", rule="R9")
    if any(seat >= state.game.seats for seat in wish.to):
        raise Refusal("no_such_seat", 400)
    if wish.reply_to is not None and not 1 <= wish.reply_to <= messages(state, who, told):
        raise Refusal("malformed", 400, why="reply_to")
    return j.Spoke(
        who=who,
        id=wish.id,
        at=now,
        text=text,
        phrase=wish.phrase,
        to=addressed(state, wish.to, text),
        reply_to=wish.reply_to,
    )


def messages(state: TableState, who: int, told: int) -> int:
    """Return the number of the last message this person knows of. The answer to a delayed spectator must not show how
    much has been said since."""
    watcher = state.watcher(who)
    if not state.lags(watcher):
        return len(state.voices)
    for place in reversed(state.streams[watcher].places[:told]):
        said_there = state.event_store.said.get(place)
        if said_there is not None and said_there.by == "talk":
            return int(said_there.about["message"])
    return 0


def by_the_rules(state: TableState) -> str:
    """Return what the game allows of talk in its present phase: "off", "phrases", or nothing special."""
    table = state.table
    if table is None or state.phase != "playing" or table.over or table.rules.talk is None:
        return ""
    shape = table.rules.shape
    return table.rules.talk(table.game.options).get(shape.write(table.s, shape.fields["phase"]), "")


def strictest(state: TableState) -> str:
    """The same for somebody who must not learn from it how far the match is: what it says in any phase."""
    rules = state.game.rules
    said = set() if rules.talk is None else set(rules.talk(state.game.options).values())
    return "off" if "off" in said else "phrases" if "phrases" in said else ""


def addressed(state: TableState, to: list[int], text: str) -> list[int]:
    """The seats spoken to: those named as such and those whose name stands in the text behind an @."""
    named = {
        seat
        for seat in range(state.game.seats)
        if (name := state.name_of(seat)) and f"@{name.casefold()}" in text.casefold()
    }
    return sorted({*to, *named})


def spoken_to(state: TableState, wish: p.Say) -> list[int]:
    """The seats a message is meant for: those it names, and the one it answers."""
    seats = set(addressed(state, wish.to, clean(wish.text)[:MAX_TEXT_LETTERS]))
    if wish.reply_to is not None:
        answered = state.seat_of(state.voices[wish.reply_to - 1])
        seats |= set() if answered is None else {answered}
    return sorted(seats)


def phrases() -> dict[str, p.Said]:
    return {name: said("phrases", name) for name in catalogue("house", "en")["phrases"]}
