"""Checks a written position as a whole: what cannot be played is refused with the reason.

The cards are counted, what was left out is derived, and the position is held against what the game declares (`needs`,
`players`, `secret`, `whole_deck`, `sound` of its rulebook). At last moves from the menus are tried on a copy.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pioche.engine.cards import RANKS
from pioche.engine.words import to_word
from pioche.engine.written.reading import brief, whole
from pioche.errors import BadPosition

if TYPE_CHECKING:
    from types import FrameType

    from pioche.engine.position import Field
    from pioche.engine.table import Table

MAX_MOVES_TRIED = 40  # moves tried on a copy
MAX_LINES_PER_MOVE = 500_000  # lines of rules a single move may take; the longest takes a tenth of it


def lay_out(table: Table, position: Mapping[str, Any]) -> None:
    """Put a written position on a blank table, and refuse one that cannot be played."""
    game, s = table.game, table.s
    seats = position.get("seats", game.seats)
    if whole(seats) != game.seats:
        raise BadPosition(
            f"The position is for {brief(seats)} seats, the game for {game.seats}.",
            f"La position est pour {brief(seats)} places, le jeu pour {game.seats}.",
        )
    game.write(s, position)
    _count_cards(table, position)
    _name_actors(s, position)
    _check_end(table)
    if not s.over:
        _check_needs(table)
    with _bounded(table, "set_up"):
        table.engine.arrange(s)
    _wind_timers(table)
    if not s.over:
        _check_actors(table)
        _check_sound(table)
        _check_moves(table)


def derive(table: Table, position: Mapping[str, Any]) -> None:
    """Fill in what a position leaves out, as `lay_out` does, without checks (see `trusted`)."""
    if _has_rank_deck(table):
        _count_ranks(table, position, check=False)
    _name_actors(table.s, position)
    table.engine.arrange(table.s)
    _wind_timers(table)


def _name_actors(s: Any, position: Mapping[str, Any]) -> None:
    if s.turn >= 0 and "waiting" not in position:
        s.waiting = 1 << s.turn
    if s.over and "phase" not in position:
        s.phase = -1


def _wind_timers(table: Table) -> None:
    """Let timers that should have rung by now ring at once."""
    s = table.s
    if table.rules.timed:
        s.timer = [max(at, s.clock) if at >= 0 else at for at in s.timer]


def _has_rank_deck(table: Table) -> bool:
    return table.rules.deck == "ranks" and {"deck", "left"} <= set(table.rules.shape.fields)


def _count_cards(table: Table, position: Mapping[str, Any]) -> None:
    """No card lies there more often than there are; sizes agree with what they count; the deck is the rest."""
    s, shape = table.s, table.rules.shape
    if _has_rank_deck(table):
        _count_ranks(table, position)
    there_are = None if table.rules.positions.whole_deck is None else set(table.rules.positions.whole_deck(s))
    seen: dict[int, str] = {}
    for f in shape.fields.values():
        if f.kind != "cards":
            continue
        for card in _flat(getattr(s, f.name)):
            if card < 0:
                continue
            word = to_word("card", card)
            if there_are is not None and card not in there_are:
                raise BadPosition(f"{f.name}: {word} is not in this game.", f"{f.name} : {word} n'est pas dans ce jeu.")
            if card in seen:
                both_en = f"twice in {f.name}" if seen[card] == f.name else f"in {seen[card]} and in {f.name}"
                both_fr = f"deux fois dans {f.name}" if seen[card] == f.name else f"dans {seen[card]} et dans {f.name}"
                raise BadPosition(f"{word} lies {both_en}; there is one.", f"{word} est {both_fr} ; il n'y en a qu'une.")
            seen[card] = f.name
        if f.size and len(f.shape) == 1:
            _check_size(s, shape.fields[f.size], f, f.name in position)


def _check_size(s: Any, size: Field, f: Field, written: bool) -> None:
    said, there = getattr(s, size.name), sum(1 for card in getattr(s, f.name) if card >= 0)
    if said == (there if written else size.empty) or said == there:
        return
    raise BadPosition(
        f"{size.name} says {said}, but {f.name} holds {there}. Leave {size.name} out.",
        f"{size.name} dit {said}, mais {f.name} en contient {there}. Ne donnez pas {size.name}.",
    )


def _count_ranks(table: Table, position: Mapping[str, Any], check: bool = True) -> None:
    """The deck, if it is not written, holds what lies nowhere else; then `left` follows from it."""
    s, shape = table.s, table.rules.shape
    deck, left, burned = (name in position for name in ("deck", "left", "burned"))
    rest = [rank * getattr(s, "decks", 1) for rank in range(RANKS)]
    for f in shape.fields.values():
        if f.kind not in ("ranks", "rank_set") or (f.name == "deck" and not deck):
            continue
        value = getattr(s, f.name)
        rows = value if f.shape and (f.kind == "rank_set" or len(f.shape) == 2) else [value]
        for row in rows:
            for rank in range(1, RANKS):
                rest[rank] -= row[rank] if f.kind == "ranks" else row >> rank & 1
    for rank in range(1, RANKS):
        if check and rest[rank] < 0:
            raise BadPosition(f"There are too many {rank}s on the table.", f"Il y a trop de {rank} sur la table.")
    if not deck:
        s.deck = rest
    cards, set_aside = sum(s.deck), getattr(s, "burned", 0)
    if left and not deck and not burned and "burned" in shape.fields:
        set_aside = s.burned = max(cards - s.left, 0)  # so few can be drawn: the others are set aside unseen
    elif not left:
        s.left = cards - set_aside
    if check and (s.left < 0 or s.left + set_aside != cards):
        raise BadPosition(
            f"left says {s.left} and burned {set_aside}, but the deck holds {cards} cards. Leave left out.",
            f"left dit {s.left} et burned {set_aside}, mais la pioche a {cards} cartes. Ne donnez pas left.",
        )


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for item in value:
            yield from _flat(item)
    else:
        yield value


# -- what the game declares ----------------------------------------------------------------------------


def _check_end(table: Table) -> None:
    s = table.s
    if s.over and (s.phase >= 0 or s.waiting or s.turn >= 0):
        raise BadPosition(
            "The match is over: phase is over, and turn and waiting name nobody.",
            "La partie est finie : phase vaut over, et turn et waiting ne nomment personne.",
        )
    if s.phase < 0 and not s.over:
        raise BadPosition(
            "In the phase over the match is over too: write over, or another phase.",
            "Dans la phase over, la partie est finie aussi : écrivez over, ou une autre phase.",
        )


def _check_needs(table: Table) -> None:
    """`needs`: what must be there in a phase, or beside a field that is not empty; before every seat that is in."""
    s, rules = table.s, table.rules
    phase = rules.shape.phases[s.phase]
    for when, what in rules.positions.needs.items():
        field = None if when in rules.shape.phases else rules.shape.fields.get(when)
        if when not in ("", phase) and (field is None or not _holds(field, getattr(s, when))):
            continue
        for name in what.split():
            f = rules.shape.fields[name]
            value = getattr(s, name)
            among = getattr(s, rules.positions.players) if rules.positions.players else (1 << s.seats) - 1
            lacking = [p for p in range(s.seats) if among >> p & 1 and not _holds(f, value[p])] if f.per_seat else []
            if lacking or not _holds(f, value):
                when_en = f"Beside {when}" if field else f"In the phase {phase}"
                when_fr = f"Avec {when}" if field else f"Dans la phase {phase}"
                who_en, who_fr = (f" for seat {lacking[0]}", f" pour la place {lacking[0]}") if lacking else ("", "")
                raise BadPosition(
                    f"{when_en} a position of {table.game.title('en')} needs {name}{who_en}.",
                    f"{when_fr}, une position de {table.game.title('fr')} a besoin de {name}{who_fr}.",
                )


def _holds(f: Field, value: Any) -> bool:
    """Return whether a field is not empty."""
    return any(_holds(f, item) for item in value) if isinstance(value, list) else value != f.empty


def _check_actors(table: Table) -> None:
    """Check that somebody can act or a timer runs; that those who act are in; and that a turn is one seat's alone."""
    s, rules = table.s, table.rules
    if not s.waiting and table.next_timer is None:
        raise BadPosition(
            "Nobody can act in this position. Write turn (the seat to play) or waiting (those who choose at the same time).",
            "Personne ne peut jouer dans cette position. Donnez turn (la place qui joue) ou waiting (celles qui choisissent"
            " en même temps).",
        )  # fmt: skip
    if rules.positions.players:
        outside = [p for p in range(s.seats) if (s.waiting & ~getattr(s, rules.positions.players)) >> p & 1]
        if outside:
            raise BadPosition(
                f"Seat {outside[0]} may act, but is not in: {rules.positions.players} does not name it.",
                f"La place {outside[0]} doit jouer, mais n'est plus en jeu : {rules.positions.players} ne la nomme pas.",
            )
    if not rules.timed and s.turn >= 0 and s.waiting != 1 << s.turn:
        raise BadPosition(
            f"It is the turn of seat {s.turn}: waiting can name no other.",
            f"C'est à la place {s.turn} de jouer : waiting n'en nomme pas d'autre.",
        )
    if rules.shape.phases[s.phase] in rules.positions.secret:
        _check_secret(table, rules.shape.fields[rules.positions.secret[rules.shape.phases[s.phase]]])


def _check_secret(table: Table, f: Field) -> None:
    """Check that the seats that have chosen do not wait, and that those that wait have not chosen."""
    s = table.s
    among = getattr(s, table.rules.positions.players) if table.rules.positions.players else (1 << s.seats) - 1
    if s.turn >= 0:
        raise BadPosition(
            "All choose at the same time: turn names nobody.", "Tous choisissent en même temps : turn ne nomme personne."
        )
    for p in range(s.seats):
        chosen, waits = _holds(f, getattr(s, f.name)[p]), bool(s.waiting >> p & 1)
        if among >> p & 1 and chosen == waits:
            raise BadPosition(
                f"Seat {p} has chosen ({f.name}) and waiting names it all the same." if chosen else
                f"Seat {p} has not chosen: {f.name} is empty, and waiting does not name it.",
                f"La place {p} a choisi ({f.name}) et waiting la nomme quand même." if chosen else
                f"La place {p} n'a pas choisi : {f.name} est vide, et waiting ne la nomme pas.",
            )  # fmt: skip


def _check_sound(table: Table) -> None:
    """Ask the game itself what is wrong with a position."""
    if table.rules.positions.sound is not None:
        with _bounded(table, "sound"):
            said = table.rules.positions.sound(table.s, table.rules.shape.phases[table.s.phase])
        if said is not None:
            raise BadPosition(*said)


# -- trying it out -------------------------------------------------------------------------------------


def _check_moves(table: Table) -> None:
    """Check that every seat that may act has a move, that the default is one, and that no move breaks the table."""
    s, engine = table.s, table.engine
    tries: list[tuple[int, int]] = []
    for p in table.actors:
        with _bounded(table, p):
            menu = table.menu(p)
            if menu and not table.rules.timed and engine.time_out(s, p) not in (-1, *menu):
                menu = []
        if not menu:
            raise BadPosition(
                f"Seat {p} is to act and has no move in this position.",
                f"La place {p} doit jouer et n'a aucun coup dans cette position.",
            )
        tries += [(p, action) for action in menu]
    for p, action in tries[:: -(-len(tries) // MAX_MOVES_TRIED)] if tries else ():
        copy = s.clone()
        copy.chance = None
        with _bounded(table, p):
            engine.step(copy, p, action)
    if table.rules.timed and table.next_timer is not None:
        copy = s.clone()
        copy.chance = None
        with _bounded(table, "clock"):
            engine.pass_time(copy, engine.timer_time(copy, engine.next_timer(copy)), 1)


@contextmanager
def _bounded(table: Table, who: int | str) -> Iterator[None]:
    """Rules that break or never end on a position refuse it."""
    lines, before = 0, sys.gettrace()

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += 1
        if lines > MAX_LINES_PER_MOVE:
            raise RuntimeError("no end")
        return count

    if before is None:  # else a debugger or a measure of coverage is at work
        sys.settrace(count)
    try:
        yield
    except BadPosition:
        raise
    except Exception as wrong:
        sys.settrace(before)
        phase = table.rules.shape.write(table.s, table.rules.shape.fields["phase"])
        en = f"seat {who} could not move" if isinstance(who, int) else "its parts contradict each other"
        fr = f"la place {who} ne pourrait pas jouer" if isinstance(who, int) else "ses parties se contredisent"
        raise BadPosition(
            f"This position (phase {phase}) cannot be played: {en}. Something is missing, or it contradicts itself.",
            f"Cette position (phase {phase}) ne peut pas être jouée : {fr}. Il manque quelque chose, ou elle se contredit.",
        ) from wrong
    finally:
        sys.settrace(before)
