"""What there is to play, by which rules, and how the lab answers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import pioche
from pioche import text
from pioche.engine.game import COMPILED, PLAIN
from pioche.terminal.cli import main

LANGUAGES = ("en", "fr")
EVERYTHING = [*pioche.games(), *pioche.presets()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_has_every_game_and_every_variant(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--lang", lang]) == 0

    listed = " ".join(capsys.readouterr().out.split())
    for name in pioche.games():
        game = pioche.load(name)
        low, high = game.seat_range
        assert f" {name} {game.title(lang)} · {low}" in f" {listed}"
        assert str(high) in listed
        assert " ".join(text.find(game.rules, lang, "pitch").split()) in listed
    for name in pioche.presets():
        assert f"{name} ({pioche.load(name).title(lang)})" in listed


def test_the_list_goes_family_by_family(capsys: pytest.CaptureFixture[str]) -> None:
    main(["games", "--lang", "en"])
    lines = capsys.readouterr().out.splitlines()
    heads = [line for line in lines if line and not line.startswith(" ")]

    families = text.catalogue("terminal", "en")["families"]
    there = {pioche.load(name).rules.family for name in pioche.games()}
    assert heads[:-1] == [said for family, said in families.items() if family in there]
    assert "pioche play" in heads[-1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EVERYTHING)
def test_the_rules_are_the_sheet_and_every_option(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name, "--lang", lang]) == 0

    page = capsys.readouterr().out
    game = pioche.load(name)
    assert text.players_sheet(game.rules, lang).rstrip() in page
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    generated = rows[-len(game.all_options) :]
    assert [f"`{option.id}`" for option in game.all_options] == [row.split(" | ")[0][2:] for row in generated]
    for option, row in zip(game.all_options, generated, strict=True):
        value = game.options[option.id]
        assert (str(value).lower() if isinstance(value, bool) else str(value)) in row.split(" | ")[2]


def test_the_numbers_of_rules_are_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "agnes", "--lang", "en"])
    assert "(R30" not in capsys.readouterr().out
    main(["rules", "agnes", "--codes", "--lang", "en"])
    assert "(R30, R34)" in capsys.readouterr().out


def test_a_variant_says_what_it_changes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "seattle", "--lang", "en"])

    first = capsys.readouterr().out.splitlines()[0]
    assert "Seattle" in first
    assert "10" in first


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("aubepine", "hawthorn"),
        ("L'Aubépine", "hawthorn"),
        ("la pierre noire", "blackstone"),
        ("Pairs Continu", "continuous_pairs"),
        ("continuous-pairs", "continuous_pairs"),
    ],
)
def test_a_game_answers_to_its_titles(said: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for name in (said, meant):
        assert main(["rules", name, "--lang", "en"]) == 0
        pages.append(capsys.readouterr().out)

    assert pages[0] == pages[1]


def test_a_game_of_another_package_is_listed_too(capsys: pytest.CaptureFixture[str]) -> None:
    import dataclasses

    from pioche.engine import game

    words = {lang: {"title": "Snap!", "pitch": "Be quick."} for lang in LANGUAGES}
    guest = dataclasses.replace(pioche.load("pairs").rules, id="snap", family="parlour", text=words, presets={})
    with game.registered(guest):
        assert main(["games"]) == 0
        listed = capsys.readouterr().out
        assert "Snap! · 2" in listed
        assert main(["rules", "snap"]) == 0
        assert "Be quick." in capsys.readouterr().out


# -- the lab -------------------------------------------------------------------------------------------------


class Result:
    def __init__(self, game: pioche.Game, matches: int, bots: str, seed: int) -> None:
        self.asked = {"game": game.id, "options": dict(game.options), "matches": matches, "bots": bots, "seed": seed}

    def as_json(self) -> dict[str, Any]:
        return self.asked

    def lines(self, lang: str) -> list[str]:
        return [f"{lang} {self.asked['game']}", "seat 1 0.5 ± 0.1"]


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    """A lab that answers at once."""
    import pioche.lab.simulate

    found: list[Result] = []

    def quick(game: pioche.Game, matches: int, bots: str, seed: int, **how: object) -> Result:
        found.append(Result(game, matches, bots, seed))
        return found[-1]

    monkeypatch.setattr(pioche.lab.simulate, "simulate", quick)
    return found


def test_simulate_prints_lines_for_people(lab: list[Result], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "pairs", "--lang", "fr"]) == 0

    assert capsys.readouterr().out == "fr pairs\nseat 1 0.5 ± 0.1\n"


def test_simulate_hands_everything_over(lab: list[Result], capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seats", "3", "--option", "continuous=true", "--matches", "500", "--seed", "9", "--json"]
    assert main(["simulate", "pairs", *arguments]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told == lab[0].asked
    assert (told["matches"], told["seed"], told["bots"]) == (500, 9, "random")
    assert (told["options"]["seats"], told["options"]["continuous"]) == (3, True)


def test_figures_are_for_every_number_of_seats(lab: list[Result], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "hawthorn", "--figures", "--matches", "10"]) == 0

    assert [entry["options"]["seats"] for entry in json.loads(capsys.readouterr().out)] == [2, 3, 4, 5, 6]


def test_bench_hands_over_to_the_repositorys(monkeypatch: pytest.MonkeyPatch) -> None:
    import bench.__main__

    heard: list[list[str]] = []
    monkeypatch.setattr(bench.__main__, "main", lambda argv: heard.append(argv) or 0)

    assert main(["bench", "--seconds", "0.1"]) == 0
    assert heard == [["--seconds", "0.1"]]


def test_bench_elsewhere_measures_our_own_games(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from pioche.lab import speed
    from pioche.terminal.commands import lab_commands

    monkeypatch.setattr(lab_commands, "_repository", lambda: None)
    speeds = {COMPILED: 9_000_000, PLAIN: 60_000}
    monkeypatch.setattr(speed, "measure", lambda name, engine, seconds: (speeds[engine] * 2, 2.0))

    assert main(["bench", "--lang", "en"]) == 0
    heard = capsys.readouterr()
    rows = {name: figures for name, *figures in (re.split("  +", line) for line in heard.out.splitlines()[2:])}
    assert list(rows) == pioche.games()
    assert rows["pairs"] == ["9\u202f000\u202f000", "60\u202f000", "150×"]
    assert heard.err.count("Measuring") == len(rows)
