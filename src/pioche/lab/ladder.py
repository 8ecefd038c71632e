"""The ladder in words: which bot beats which, as a page, a picture and figures that later runs add to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pioche import text
from pioche.bots.own_bots import LEARNT, how_learnt
from pioche.bots.reflex_bot import SKILLS, delay, has_reflexes
from pioche.engine.game import games
from pioche.lab.arena_words import name_of, say
from pioche.lab.ladder_picture import picture
from pioche.lab.paired_matches import RATINGS_PACKAGE, STANDARD_ERRORS_95, Ladder, PairedMatches, can_rate, unit

# -- files -----------------------------------------------------------------------------------------------------


def write(out: Path, one: Ladder, lang: str) -> list[Ladder]:
    """Add a ladder to the figures of earlier ones and draw them all again. A run that is stopped keeps what it has."""
    known = {_key(ladder): ladder for ladder in read(out)}
    known[_key(one)] = known[_key(one)].and_then(one) if _key(one) in known else one
    order = games()
    found = sorted(known.values(), key=lambda ladder: (order.index(ladder.game.id), ladder.game.seats))
    out.parent.mkdir(parents=True, exist_ok=True)
    figures = json.dumps([ladder.as_json() for ladder in found], ensure_ascii=False, indent=1)
    out.with_suffix(".json").write_text(figures + "\n", encoding="utf-8")
    out.with_suffix(".svg").write_text(picture(found, lang), encoding="utf-8")
    out.with_suffix(".md").write_text(page(found, lang, out.with_suffix(".svg").name), encoding="utf-8")
    return found


def read(out: Path) -> list[Ladder]:
    figures = out.with_suffix(".json")
    if not figures.exists():
        return []
    return [Ladder.from_json(one) for one in json.loads(figures.read_text(encoding="utf-8"))]


def _key(ladder: Ladder) -> str:
    return json.dumps([ladder.game.id, ladder.game.options], sort_keys=True)


# -- the page --------------------------------------------------------------------------------------------------


def page(found: Sequence[Ladder], lang: str, image: str) -> str:
    """The whole ladder in Markdown."""
    lines = [f"# {say('page.title', lang)}", "", say("page.intro", lang), "", f"![{say('page.title', lang)}]({image})", ""]
    for one in found:
        lines += [*section(one, lang), ""]
    return "\n".join(lines)


def section(one: Ladder, lang: str) -> list[str]:
    """Write the section of one game: a row for every pair of levels, neighbours first; the ratings; and notes."""
    coins, deals = unit(one.game)
    steps = one.steps()
    counted = say("page.coins" if coins else "page.points", lang)
    lines = [
        say("page.game", lang, game=one.game.title(lang), seats=one.game.seats),
        "",
        say("page.columns" if deals == 1 else "page.columns_deals", lang, unit=counted),
        "|---|---|---:|---:|---:|---|",
    ]
    lines += [_row(duel, deals, lang) for duel in [*steps, *(d for d in one.duels if d not in steps)]]
    rated = " · ".join(
        f"{name_of(r.level, lang)} **{r.points:.0f}** ± {STANDARD_ERRORS_95 * r.error:.0f}" for r in one.ratings
    )
    if rated:
        lines += ["", say("page.ratings", lang, ratings=rated)]
    elif not can_rate():
        lines += ["", say("page.no_ratings", lang, package=RATINGS_PACKAGE)]
    for note in notes(one, lang):
        lines += ["", note]
    return lines


def notes(one: Ladder, lang: str) -> list[str]:
    """Return the notes below a table: reaction times, how a level was learnt, and where chance hides any difference."""
    found = []
    if has_reflexes(one.game):
        medians = {level: sum(delay("react", SKILLS[level])[:2]) for level in one.levels}
        times = ", ".join(f"{name_of(level, lang)} {median:.0f} ms" for level, median in medians.items())
        found.append(say("page.reflexes", lang, times=times))
    if LEARNT in one.levels:
        found.append(say("page.learnt", lang, command=how_learnt(one.game)))
    for duel in one.steps():
        if duel.verdict == "even":
            names = {"a": name_of(duel.a, lang), "b": name_of(duel.b, lang)}
            middle, error = (duel.score, duel.score_error) if duel.deals else (100 * duel.win, 100 * duel.win_error)
            ends = [f"{middle + sign * duel.sure * error:+.{2 if duel.deals else 1}f}" for sign in (-1, 1)]
            bounds = {"low": text.localized(ends[0], lang), "high": text.localized(ends[1], lang)}
            said = "page.chance_deal" if duel.deals else "page.chance"
            found.append(say(said, lang, matches=text.thousands(duel.matches), **names, **bounds))
    return found


def _row(duel: PairedMatches, deals: int, lang: str) -> str:
    wins = duel.told_first()
    if duel.shares:
        wins = f"{100 * duel.shares[0]:.1f} : {100 * duel.shares[1]:.1f} ({wins})"
    score = duel.told(deals)
    score = score if duel.ranked else f"({score})"
    wins = f"({wins})" if duel.deals else wins  # who is first in a single deal of many
    names = f"{name_of(duel.a, lang)} | {name_of(duel.b, lang)} | {text.thousands(duel.matches)}"
    cells = [names, text.localized(wins, lang), text.localized(score, lang), say(f"verdicts.{duel.verdict}", lang)]
    return f"| {' | '.join(cells)} |"
