"""`pioche tournament`: every action on one file. Reads the log, does one thing, appends it, says what comes next."""

from __future__ import annotations

import json
import os
import secrets
import time
from argparse import Namespace
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pioche.terminal import say as terminal_say
from pioche.terminal import show, show_json
from pioche.terminal.game_names import load_named
from pioche.terminal.screen import Screen
from pioche.terminal.tournament import screens
from pioche.terminal.tournament.arguments import read
from pioche.terminal.tournament.ledger import create, opened
from pioche.terminal.tournament.papers import entrants_of, export, print_, refusal
from pioche.text.numbers import fraction
from pioche.tournament import Tournament
from pioche.tournament.profiles import SCORE
from pioche.tournament.refusals import say

USUAL_FILE = "tournament.jsonl"
SEED_BITS = 48


def tournament(asked: Any, lang: str) -> int:
    """`pioche tournament` alone explains itself, and says how an open tournament stands."""
    screen = Screen(lang)
    if not asked.rest:
        show(terminal_say("help.tournament", lang).strip("\n"))
        if _path(None).exists():
            with opened(_path(None), lang) as ledger:
                show()
                screens.status(ledger.t, screen)
        return 0
    verb, found = read(asked.rest)
    if verb == "simulate":
        from pioche.terminal.tournament.simulated import simulate

        return simulate(found, lang)
    if verb == "new":
        return _new(found, screen)
    with opened(_path(found.file), lang) as ledger:
        desk = Desk(ledger.t, found, screen)
        VERBS[verb](desk)
        ledger.commit()  # on the disk before anything is said
        desk.tell()
    return 0


def _path(given: str | None) -> Path:
    return Path(given or os.environ.get("PIOCHE_TOURNAMENT") or USUAL_FILE)


def _new(asked: Namespace, screen: Screen) -> int:
    options: dict[str, Any] = _pairs(asked.option)
    for name in ("games", "game_options"):
        if name in options:
            raise refusal("other_way", name=name)
    for name in ("rounds", "scoring", "final"):
        if getattr(asked, name) is not None:
            options[name] = getattr(asked, name)
    options["seed"] = asked.seed if asked.seed is not None else options.get("seed", secrets.randbits(SEED_BITS))
    options["title"] = asked.title
    options["game_options"] = _pairs(asked.game_option)
    games = _pairs(asked.game_of)
    if games:
        options["games"] = {_whole(number): load_named(game).id for number, game in games.items()}
    t = Tournament(load_named(asked.game).id, at=int(time.time()), **options)
    path = _path(asked.file)
    create(path, t)
    screen.say(say("cli.created", screen.lang, file=path))
    s = t.settings
    told = {name: getattr(s, name) for name in ("k", "kmin", "kmax", "units", "scoring", "seed")}
    screen.say(say("cli.settings", screen.lang, minutes=s.round_minutes, **told))
    screen.say(s.plan(0).profile.why(screen.lang), "quiet")
    screens.status(t, screen)
    return 0


def _pairs(given: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise refusal("pair", value=pair)
        found[name.strip()] = value.strip()
    return found


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise refusal("whole", value=word) from None


class Desk:
    """One command at work: the tournament, what was asked, and what is said once it is on the disk."""

    def __init__(self, t: Tournament, asked: Namespace, screen: Screen) -> None:
        self.t, self.asked, self.screen = t, asked, screen
        self.as_: dict[str, Any] = {"at": int(time.time()), "by": asked.by}
        self.later: list[Callable[[], None]] = []

    def then(self, step: Callable[[], None]) -> None:
        self.later.append(step)

    def tell(self) -> None:
        for step in self.later:
            step()

    def say(self, key: str, **values: Any) -> None:
        self.then(lambda: self.screen.say(say(f"cli.{key}", self.screen.lang, **values)))

    def status(self) -> None:
        self.then(lambda: screens.status(self.t, self.screen))

    def who(self, word: str) -> str:
        """A name as it was registered; capitals may be forgotten, and a slip is answered with a guess."""
        names = [one.name for one in self.t.entrants]
        if word in names:
            return word
        same = [name for name in names if name.casefold() == word.casefold()]
        if len(same) == 1:
            return same[0]
        close = get_close_matches(word, names, 1)
        if close:
            raise refusal("close_name", word=word, close=close[0])
        return word

    @property
    def round(self) -> int | str | None:
        word = getattr(self.asked, "round", None)
        return None if word is None else word if word in ("semi", "final") else _whole(word)


# -- entrants ----------------------------------------------------------------------------------------------------


def add(d: Desk) -> None:
    for name in d.asked.names:
        d.t.register(name, club=d.asked.club, rating=d.asked.rating, kind="bot" if d.asked.bot else None, **d.as_)
        if d.asked.check_in:
            d.t.check_in(name, **d.as_)
    d.say("added", count=len(d.asked.names), total=len(d.t.entrants))


def import_(d: Desk) -> None:
    found = entrants_of(d.asked.target)
    for one in found:
        d.t.register(**one, **d.as_)
        if d.asked.check_in:
            d.t.check_in(one["name"], **d.as_)
    d.say("added", count=len(found), total=len(d.t.entrants))


def check_in(d: Desk) -> None:
    names = [d.who(name) for name in d.asked.names]
    if d.asked.all:
        names = [one.name for one in d.t.entrants if one.status == "registered"]
    for name in names:
        d.t.check_in(name, consent=d.asked.consent, **d.as_)
    active = sum(one.status == "active" for one in d.t.entrants)
    d.say("checked_in", count=len(names), active=active)
    d.then(lambda: screens.forecast(d.t, d.screen))


def late(d: Desk) -> None:
    for name in d.asked.names:
        kind = "bot" if d.asked.bot else None
        d.t.late(name, club=d.asked.club, rating=d.asked.rating, kind=kind, consent=d.asked.consent, **d.as_)
    d.say("late", names=d.asked.names)
    d.status()


def each(action: str) -> Callable[[Desk], None]:
    """withdraw, drop, pause, resume, readmit, decline: one name after the other."""

    def act(d: Desk) -> None:
        names = [d.who(name) for name in d.asked.names]
        for name in names:
            getattr(d.t, action)(name, **d.as_)
        d.say("done", action=say(f"words.{action}", d.screen.lang), names=names)

    return act


def substitute(d: Desk) -> None:
    d.t.substitute(d.who(d.asked.name), d.asked.other, **d.as_)
    d.say("substituted", name=d.asked.name, new=d.asked.other)


def no_show(d: Desk) -> None:
    name = d.who(d.asked.name)
    d.t.no_show(name, beyond=d.asked.beyond, **d.as_)
    d.say("no_show", name=name, status=say(f"words.{d.t.state.entrant(name).status}", d.screen.lang))
    d.then(lambda: screens.seats(d.t, d.t.seating(), d.screen, False))


# -- rounds ------------------------------------------------------------------------------------------------------


def seat(d: Desk) -> None:
    _seat(d, d.t.seat)


def reseat(d: Desk) -> None:
    _seat(d, d.t.reseat)


def _seat(d: Desk, action: Callable[..., Any]) -> None:
    tables = [[d.who(name.strip()) for name in table.split(",")] for table in d.asked.table] or None
    seating = action(tables, fillers=d.asked.filler, **d.as_)
    d.then(lambda: screens.seats(d.t, seating, d.screen, d.asked.why))
    d.status()


def swap(d: Desk) -> None:
    seating = d.t.swap(d.who(d.asked.name), d.who(d.asked.other), **d.as_)
    d.then(lambda: screens.seats(d.t, seating, d.screen, False))


def start(d: Desk) -> None:
    d.t.start(**d.as_)
    ends = d.t.round_ends()
    if ends is not None:
        d.say("ends", time=time.strftime("%H:%M", time.localtime(ends)))
    d.status()


def close(d: Desk) -> None:
    finals = d.t.phase == "finals"
    d.t.close(**d.as_)
    if finals and d.t.state.current.state == "playing":
        d.then(lambda: screens.seats(d.t, d.t.seating(), d.screen, False))
    elif not finals:
        d.then(lambda: screens.standings(d.t, d.screen))
    d.status()


# -- results -----------------------------------------------------------------------------------------------------


def _given(d: Desk, round_number: int | str | None) -> dict[str, Any]:
    """Points as they are written at the table; where few are good, or places are written, more is made of less."""
    lines = [[_whole(word.replace("\u2212", "-")) for word in line.replace(",", " ").split()] for line in d.asked.line]
    profile = d.t.state.round(round_number).plan.profile
    points = d.asked.points if profile.raw == SCORE else [-number for number in d.asked.points]
    found: dict[str, Any] = {"raw": points or None, "second": d.asked.second, "units": d.asked.units}
    return found | {"lines": lines} if lines else found


def result(d: Desk) -> None:
    given = _given(d, None)
    d.t.result(d.asked.table, **given, **d.as_)
    if not d.asked.proposed and d.t.state.table(d.asked.table).status != "final":
        d.t.rule(d.asked.table, **d.as_)  # the sheet is signed
    _said_result(d)


def rule(d: Desk) -> None:
    d.t.rule(d.asked.table, **_given(d, None), **d.as_)
    _said_result(d)


def _said_result(d: Desk) -> None:
    table = d.t.state.table(d.asked.table)
    if table.result is not None:
        scores = zip(table.seats, table.result.raw, strict=True)
        pairs = [f"{d.t.state.name(n)} {fraction(raw, d.screen.lang)}" for n, raw in scores]
        d.say(f"result_{table.status}", number=table.number, points=pairs)
    d.status()


def confirm(d: Desk) -> None:
    d.t.confirm(d.asked.table, d.who(d.asked.name), **d.as_)
    _said_result(d)


def object_(d: Desk) -> None:
    d.t.object(d.asked.table, d.who(d.asked.name), d.asked.reason, **d.as_)
    d.say("objected", number=d.asked.table)


def correct(d: Desk) -> None:
    number = d.round
    given = _given(d, number)
    d.t.correct(number or 0, d.asked.table, reason=d.asked.reason, **given, **d.as_)
    d.then(lambda: screens.standings(d.t, d.screen))


def forfeit(d: Desk) -> None:
    d.t.forfeit(d.who(d.asked.name), d.asked.reason, round=d.round, **d.as_)
    d.say("done", action=say("words.forfeit", d.screen.lang), names=[d.who(d.asked.name)])


def excuse(d: Desk) -> None:
    d.t.excuse(d.who(d.asked.name), d.asked.reason, round=d.round, **d.as_)
    d.say("done", action=say("words.excuse", d.screen.lang), names=[d.who(d.asked.name)])


def penalty(d: Desk) -> None:
    d.t.penalty(d.who(d.asked.name), d.asked.points.replace(",", "."), d.asked.reason, **d.as_)
    d.then(lambda: screens.standings(d.t, d.screen))


def warn(d: Desk) -> None:
    d.t.warn(d.who(d.asked.name), d.asked.reason, **d.as_)
    d.say("done", action=say("words.warn", d.screen.lang), names=[d.who(d.asked.name)])


def disqualify(d: Desk) -> None:
    d.t.disqualify(d.who(d.asked.name), d.asked.reason, **d.as_)
    d.say("done", action=say("words.disqualify", d.screen.lang), names=[d.asked.name])


# -- the end, and looking -----------------------------------------------------------------------------------------


def finals(d: Desk) -> None:
    seating = d.t.start_finals(**d.as_)
    d.then(lambda: screens.seats(d.t, seating, d.screen, False))
    d.status()


def finish(d: Desk) -> None:
    d.t.finish(**d.as_)
    d.then(lambda: screens.ranking(d.t, d.screen))


def cancel(d: Desk) -> None:
    d.t.cancel(d.asked.reason, **d.as_)
    d.status()


def standings(d: Desk) -> None:
    if d.asked.json:
        d.then(lambda: show_json(json.dumps([row.as_json() for row in d.t.standings()], ensure_ascii=False, indent=1)))
    else:
        d.then(lambda: screens.standings(d.t, d.screen))


def ranking(d: Desk) -> None:
    if d.asked.json:
        d.then(lambda: show_json(json.dumps([one.as_json() for one in d.t.ranking()], ensure_ascii=False, indent=1)))
    else:
        d.then(lambda: screens.ranking(d.t, d.screen))


def seating(d: Desk) -> None:
    found = d.t.seating(d.round)
    d.then(lambda: screens.seats(d.t, found, d.screen, d.asked.why))


def log(d: Desk) -> None:
    d.then(lambda: show_json("\n".join(json.dumps(entry, ensure_ascii=False) for entry in d.t.log)))


VERBS: dict[str, Callable[[Desk], None]] = {
    "add": add, "import": import_, "check-in": check_in, "withdraw": each("withdraw"), "seat": seat, "swap": swap,
    "reseat": reseat, "start": start, "result": result, "confirm": confirm, "object": object_, "rule": rule, "close": close,
    "standings": standings, "seating": seating, "status": Desk.status, "correct": correct, "forfeit": forfeit,
    "excuse": excuse, "penalty": penalty, "warn": warn, "disqualify": disqualify, "drop": each("drop"),
    "pause": each("pause"),
    "resume": each("resume"), "readmit": each("readmit"), "substitute": substitute, "late": late, "no-show": no_show,
    "finals": finals, "decline": each("decline"), "finish": finish, "cancel": cancel, "ranking": ranking,
    "print": lambda d: print_(d.t, d.asked, d.screen, d.round), "export": lambda d: export(d.t, d.asked, d.screen),
    "log": log,
}  # fmt: skip
