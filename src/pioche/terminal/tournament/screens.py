"""Output of the commands: seats, standings, and the next step."""

from __future__ import annotations

from pioche.terminal.screen import Screen
from pioche.text.numbers import fraction, plural
from pioche.tournament import Seating, Tournament
from pioche.tournament.model import FINAL, Round
from pioche.tournament.paper.lists import cell_text, columns
from pioche.tournament.paper.page import person, round_name, title_of
from pioche.tournament.refusals import say
from pioche.tournament.seating.sizes import sizes_with_fillers, suggested_rounds, table_sizes


def status(t: Tournament, screen: Screen) -> None:
    """Print the state of the tournament and the next command."""
    lang = screen.lang
    screen.rule(title_of(t, lang))
    counts = {name: sum(one.status == name for one in t.entrants) for name in ("registered", "active", "paused", "dropped")}
    screen.say(say("cli.counts", lang, total=len(t.entrants), **counts))
    if t.state.rounds:
        now = t.state.current
        done = sum(table.status == FINAL for table in now.live)
        screen.say(say(f"cli.now_{now.state}", lang, round=round_name(now, lang), done=done, tables=len(now.live)))
        waiting = [table for table in now.live if table.status != FINAL and now.state == "playing"]
        for table in waiting:
            names = [person(t, number, lang) for number in table.seats]
            screen.say(say(f"cli.table_{table.status}", lang, number=table.number, names=names))
    for call in t.state.calls:
        screen.say(say("cli.call", lang, **call))
    screen.say(say("cli.next", lang, command=next_command(t, lang), what=say(f"cli.then.{_next_key(t)}", lang)))


def _next_key(t: Tournament) -> str:
    if t.phase == "open":
        return "seat" if any(one.status == "active" for one in t.entrants) else "check_in" if t.entrants else "add"
    if t.phase == "closed":
        if t.round < t.rounds:
            return "seat"
        return "finish" if t.settings.final == "none" else "finals"
    if t.phase in ("playing", "finals"):
        now = t.state.current
        if now.state == "closed":
            return "finish"
        return "close" if all(table.status == FINAL for table in now.live) else "result"
    return {"seated": "start", "finished": "ranking", "cancelled": "standings"}[t.phase]


TO_FILL_IN = ("add", "result")
COMMANDS = {"check_in": "check-in --all"}  # the others are called like their key


def next_command(t: Tournament, lang: str) -> str:
    """Return the next command as it is typed; placeholders are words of the reader's language."""
    key = _next_key(t)
    command = say(f"cli.typed.{key}", lang) if key in TO_FILL_IN else COMMANDS.get(key, key)
    return f"pioche tournament {command}"


def seats(t: Tournament, seating: Seating, screen: Screen, why: bool) -> None:
    lang = screen.lang
    one = t.state.round(seating.round)
    screen.rule(f"{round_name(one, lang)}{_of(t, one, lang)}")
    most = max((len(table) for table in seating.tables), default=0)
    head = [say("paper.table_word", lang), *(say("paper.seat", lang, number=seat) for seat in range(1, most + 1))]
    rows = []
    for table in one.live:
        moved = [t.state.name(number) in seating.changed for number in table.seats]
        names = [person(t, number, lang) + "*" * new for number, new in zip(table.seats, moved, strict=True)]
        rows.append([str(table.number), *names, *[""] * (most - len(names))])
    screen.grid(head, rows, left=len(head))
    if one.byes:
        names = [person(t, number, lang) for number in one.byes]
        screen.say(say("paper.byes", lang, names=names, count=len(names)))
    if seating.changed:
        screen.say(say("cli.changed", lang))
    repeats, away = seating.cost
    if one.kind == "round":
        clubs = one.number <= t.settings.avoid_club and any(each.club for each in t.entrants)
        screen.say(say("cli.cost_clubs" if clubs else "cli.cost", lang, repeats=repeats, away=away))
    if why:
        for said in seating.explain(lang):
            screen.say(said)
    elif one.kind == "round":
        screen.say(say("cli.ask_why", lang), "quiet")


def _of(t: Tournament, one: Round, lang: str) -> str:
    return say("cli.of", lang, total=t.rounds) if one.kind == "round" else ""


def standings(t: Tournament, screen: Screen) -> None:
    lang = screen.lang
    screen.rule(say("paper.provisional" if t.provisional else "paper.standings", lang))
    rounds = [one.number for one in t.state.qualifying if one.state != "seated"]
    named = columns(t)
    head = [say("cli.place", lang), say("paper.name", lang), say("criteria.score", lang)]
    head += [say(f"criteria.{name}", lang) for name in named] + [say("paper.short_round", lang, number=n) for n in rounds]
    rows = []
    for row in t.standings():
        mark = "" if row.status == "active" else f" ({say(f'words.{row.status}', lang)})"
        values = [fraction(getattr(row, name), lang) for name in named]
        cells = [cell_text(cell, lang) for cell in row.rounds]
        score = fraction(row.score, lang) + ("*" if row.penalties else "")
        rows.append([str(row.place), row.name + mark, score, *values, *cells])
    screen.grid(head, rows, left=2)
    for row in t.standings():
        for points, reason in row.penalties:
            told = {"points": fraction(points, lang), "count": plural(points, lang), "reason": reason}
            screen.say(say("paper.penalty", lang, name=row.name, **told))


def ranking(t: Tournament, screen: Screen) -> None:
    lang = screen.lang
    screen.rule(say("paper.ranking", lang))
    head = [say("cli.place", lang), say("paper.name", lang), say("cli.decided", lang), say("criteria.score", lang)]
    rows = [[str(p.place), p.name, say(f"cli.by_{p.by}", lang), fraction(p.row.score, lang)] for p in t.ranking()]
    screen.grid(head, rows, left=3)


def forecast(t: Tournament, screen: Screen) -> None:
    """Describe the next round as it would be with the entrants present now."""
    active = sum(one.status == "active" for one in t.entrants)
    plan = t.settings.plan(t.round + 1)
    if active >= plan.kmin:
        sizes, byes = table_sizes(active, plan.k, plan.kmin, plan.kmax, t.settings.uneven)
        if t.settings.filler == "bot":
            sizes, byes = sizes_with_fillers(active, plan.k), 0
        told = {"active": active, "tables": len(sizes), "byes": byes, "rounds": t.rounds or suggested_rounds(active)}
        screen.say(say("cli.forecast", screen.lang, sizes=" ".join(map(str, sizes)), **told))
