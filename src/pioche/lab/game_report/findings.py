"""What a portrait says in sentences: the most surprising one is the headline of the report."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from pioche import text
from pioche.lab.comparing.compared import REAL, Comparison
from pioche.lab.comparing.sides import Setting
from pioche.lab.game_report.game_report import GameReport
from pioche.lab.measures.players import lineup
from pioche.lab.sums import Mean, Ratio

MIN_DECISIONS = 15  # decisions of a kind that are enough to speak of it
Rules = list[tuple[Setting, Comparison]]
say = partial(text.say, "report")


@dataclass(frozen=True)
class Finding:
    """A sentence of the catalogue with its figures, and how surprising it is."""

    key: str
    values: dict[str, Any]
    surprise: float

    def said(self, lang: str) -> str:
        told = {name: value(lang) if callable(value) else value for name, value in self.values.items()}
        return say(f"findings.{self.key}", lang, **told)


def percent(value: float) -> Callable[[str], str]:
    return lambda lang: text.percent(value, lang)


def number(value: float, digits: int = 2) -> Callable[[str], str]:
    return lambda lang: text.decimal(value, lang, digits)


def findings(found: GameReport) -> list[Finding]:
    """Return all findings, the most surprising first."""
    told = [*_twin(found), *_order(found), *_lead(found), *_luck(found), *_decisions(found), *_options(found)]
    return sorted(told, key=lambda one: -one.surprise)


def sure(one: Mean | Ratio, against: float, errors: float = 3.0) -> bool:
    return bool(abs(one.mean - against) > errors * one.error)


def _twin(found: GameReport) -> list[Finding]:
    """Nothing else is as surprising as two games that are one."""
    return [] if found.twin is None else [Finding("twin", {"other": found.twin.title}, 9.0)]


def _order(found: GameReport) -> list[Finding]:
    result, seats = found.result, found.game.seats
    if not result.ordered or seats < 2:
        return []
    tops = [one.mean for one in result.tops]
    best, worst = max(range(seats), key=tops.__getitem__), min(range(seats), key=tops.__getitem__)
    if not sure(result.tops[best], 1 / seats):
        return [Finding("order_fair", {}, 0.25)]
    which = "last" if best == seats - 1 else "first" if best == 0 else "middle"
    values = {"best": percent(tops[best]), "worst": percent(tops[worst]), "turn": best + 1, "fair": percent(1 / seats)}
    return [Finding(f"order_{which}", values, 1.2 * seats * (tops[best] - tops[worst]) / 2)]


def _lead(found: GameReport) -> list[Finding]:
    result = found.result
    half, seats = result.kept[4].mean, found.game.seats
    told = []
    if result.deals.mean > 1.5:
        told.append(Finding("half_time", {"share": percent(half), "fair": percent(1 / seats)}, abs(half - 0.5)))
        if result.comebacks.mean > 0.02:
            told.append(Finding("comebacks", {"share": percent(result.comebacks.mean)}, result.comebacks.mean))
    if result.shared.mean > 0.3:
        told.append(Finding("shared", {"share": percent(result.shared.mean)}, 0.1))
    return told


def _luck(found: GameReport) -> list[Finding]:
    if found.luck is None:
        return []
    share, gap = found.luck.share.mean, found.luck.worth.mean
    key = "luck" if share > 0.5 else "skill"
    values = {"share": percent(share if key == "luck" else 1 - share), "gap": number(100 * gap, 0)}
    return [Finding(key, values, 1.1 * abs(share - 0.6))]


def _decisions(found: GameReport) -> list[Finding]:
    if found.importance is None or found.importance.mattered.n < 20:
        return []
    one, told = found.importance, []
    mattered = one.mattered.mean
    stake = number(one.stake.mean, 1) if one.by_deal else percent(one.stake.mean)
    values = {"share": percent(mattered), "stake": stake}
    told.append(Finding("mattered_deal" if one.by_deal else "mattered", values, 0.2 + abs(mattered - 0.6) / 4))
    told += _mostly_right(found)
    for name, right in one.right.items():
        taken = one.taken[name]
        if right.below >= MIN_DECISIONS and sum(other.below > 0 for other in one.right.values()) > 1:
            apart = right.mean - taken.mean
            if abs(apart) > 3 * right.error and abs(apart) > 0.05:
                key = "too_seldom" if apart > 0 else "too_often"
                values = {"action": _label(found, name), "right": percent(right.mean), "taken": percent(taken.mean)}
                told.append(Finding(key, values, 0.9 * abs(apart)))
    if one.king.mean > 0.02:
        told.append(Finding("king", {"share": percent(one.king.mean)}, min(0.5, 4 * one.king.mean)))
    return told


def _mostly_right(found: GameReport) -> list[Finding]:
    """The action that is most clearly right, or wrong, when it is possible."""
    assert found.importance is not None
    known = {name: one for name, one in found.importance.right.items() if one.below >= MIN_DECISIONS}
    if len(known) < 2:
        return []
    name = max(known, key=lambda name: (abs(known[name].mean - 0.5) - known[name].error, known[name].mean))
    share = known[name].mean
    key, shown = ("right", share) if share >= 0.5 else ("wrong", 1 - share)
    if shown < 0.65:
        return []
    values = {"action": _label(found, name), "share": percent(shown)}
    surprise = 0.2 if shown > 0.99 else shown - (0.4 if key == "right" else 0.55)
    return [Finding(f"action_{key}", values, surprise)]


def _label(found: GameReport, name: str) -> Any:
    return lambda lang: action_label(found, name, lang)


def action_label(found: GameReport, name: str, lang: str) -> str:
    """An action as players call it, with … for the card or seat it is done with."""
    rules = found.game.rules
    short = name.partition(":")[0]
    patterns = [kind.pattern for kind in rules.actions.kinds if kind.name == short]
    label = next(filter(None, (text.find(rules, lang, "actions", one) for one in (name, short, *patterns))), "")
    return re.sub(r"…( …)+", "…", re.sub(r"\{[^}]*\}", "…", label)).strip(" :.") or name


def setting_label(setting: Setting, lang: str) -> str:
    """An option and its value as players call them."""
    name, _, value = setting.name.partition("=")
    rules = setting.game.rules
    label = text.find(rules, lang, "options", name, "label") or name
    if value in ("True", "False"):
        shown = say("yes" if value == "True" else "no", lang)
    else:
        shown = text.find(rules, lang, "options", name, "values", value) or value
    colon = "\u00a0:" if lang == "fr" else ":"
    return f"{label}{colon} {shown}"


def _options(found: GameReport) -> list[Finding]:
    """Options that change nothing, and those that change most how the game is played."""
    players = lineup(found.game, found.players).how
    plain = {"seats", *found.game.rules.goals}  # more of these is longer: no surprise
    rules = [
        (setting, one)
        for setting, one in found.options
        if setting.name.partition("=")[0] not in plain and setting.lineup.how == players
    ]
    idle = [setting for setting, one in rules if one.clear and not one.different]
    told = [Finding("option_idle", {"option": _quoted(setting)}, 0.45) for setting in idle[:2]]
    longest = max(rules, key=lambda pair: abs(relative_minutes(pair[1])), default=None)
    if longest is not None and abs(change := relative_minutes(longest[1])) > 0.1:
        values = {"option": _quoted(longest[0]), "change": percent(abs(change))}
        told.append(Finding("option_longer" if change > 0 else "option_shorter", values, min(0.3, abs(change) / 2)))
    return [*told, *_of_order(found, rules), *_of_lead(rules)]


def _of_order(found: GameReport, rules: Rules) -> list[Finding]:
    """The option that moves the advantage of the turn order most."""
    strongest = _strongest(rules, {f"order{turn}.top" for turn in (1, found.game.seats)})
    if strongest is None:
        return []
    setting, row = strongest
    values = {
        "option": _quoted(setting), "before": percent(row["mean_against"]), "after": percent(row["mean"]),
    }  # fmt: skip
    which = "first" if row["metric"] == "order1.top" else "last"
    return [Finding(f"option_{which}", values, min(0.7, 3 * abs(row["difference"])))]


def _of_lead(rules: Rules) -> list[Finding]:
    """The option that makes the lead change most often, or most seldom."""
    strongest = _strongest(rules, {"lead_changes"})
    if strongest is None or not strongest[1]["mean_against"]:
        return []
    setting, row = strongest
    change = abs(row["difference"]) / row["mean_against"]
    values = {"option": _quoted(setting), "before": number(row["mean_against"], 1), "after": number(row["mean"], 1)}
    return [Finding("option_lead", values, min(0.4, change / 2))] if change > 0.1 else []


def _strongest(rules: Rules, metrics: set[str]) -> tuple[Setting, dict[str, Any]] | None:
    """The largest difference of these metrics that is real."""
    real = [
        (setting, row)
        for setting, one in rules
        for row in one.rows
        if row["metric"] in metrics and row["verdict"] == REAL and abs(row["difference"]) > 0.02
    ]
    return max(real, key=lambda pair: abs(pair[1]["difference"]), default=None)


def _quoted(setting: Setting) -> Any:
    return lambda lang: setting_label(setting, lang)


def relative_minutes(one: Comparison) -> float:
    """Return by how much longer a match is, as a part of its length; 0 where the difference is not real."""
    row = next(row for row in one.rows if row["metric"] == "minutes")
    return row["difference"] / row["mean_against"] if row["verdict"] == REAL and row["mean_against"] else 0.0
