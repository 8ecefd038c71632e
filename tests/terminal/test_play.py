"""Whole games through stdin, as over ssh or with a screen reader."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pioche import Record, text
from pioche.bots import RandomBot
from pioche.terminal.cli import main
from tests.terminal.running import pioche

PROMPTS = {"en": "Your move", "fr": "Votre coup"}


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIOCHE_STATE", str(tmp_path / "kept"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def play(at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Play in this process: `play("pairs", "--seed", "3", typed="hit\\nq\\n")`."""

    def run(*arguments: str, typed: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", *arguments]) == 0
        heard = capsys.readouterr()
        assert heard.err == ""
        return heard.out

    return run


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_game_of_pairs(lang: str, tmp_path: Path) -> None:
    typed = "hit\nhit\nfold\n" * 60
    game = ("play", "pairs", "--seats", "2", "--seed", "11", "--lang", lang)
    done = pioche(*game, "--record", "match.jsonl", state=tmp_path, typed=typed)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(PROMPTS[lang]) >= 3
    assert {"en": "Your turn.", "fr": "À vous de jouer."}[lang] in done.stdout
    assert "pioche replay match.jsonl" in done.stdout
    table = Record.open(tmp_path / "match.jsonl").table()
    assert table.over
    assert max(table.position()["points"]) >= 31


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_match_of_hawthorn(lang: str, tmp_path: Path) -> None:
    done = pioche(
        "play", "hawthorn", "--seats", "3", "--option", "deals=2", "--seed", "5", "--lang", lang, "--record", "h.jsonl",
        state=tmp_path, typed="1\n" * 100,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert {"en": "others choose at the same time", "fr": "les autres choisissent en même temps"}[lang] in done.stdout
    table = Record.open(tmp_path / "h.jsonl").table()
    assert table.over
    assert sum(table.scores) == 0
    assert table.game.seats == 3


def test_the_table_shows_no_hand_but_the_own(play) -> None:
    seen = play("hawthorn", "--seats", "2", "--seed", "5", typed="q\n")

    hands = re.findall(r"(?:Hand|hand) ([^;.]+)", seen)
    assert len(hands) == 2
    assert re.fullmatch(r"(\d+ ){4}\d+", hands[0])
    assert hands[1] == "5 hidden cards"


def test_the_price_of_every_sure_move_stands_on_the_menu(play) -> None:
    seen = play("pairs", "--seed", "3", "--seats", "2", typed="q\n")

    piles = [int(rank) for rank in re.findall(r"[Pp]ile (\d+)", seen)]
    assert len(piles) == 2
    assert re.search(rf"\+{min(piles)} points \[fold\]", seen)
    assert re.search(r"1: [^,]+ \[hit\]", seen)


def test_a_move_may_be_a_number_a_word_or_the_beginning_of_one(play, at_home: Path) -> None:
    stories = set()
    for answer in ("2", "fold", "fo", "FOLD"):
        play("pairs", "--seed", "3", "--record", "m.jsonl", typed=f"{answer}\nq\n")
        stories.add((at_home / "m.jsonl").read_text(encoding="utf-8").splitlines()[1])

    assert stories == {'{"seat": 0, "do": "fold"}'}


def test_an_unclear_beginning_is_asked_again(play) -> None:
    seen = play("hawthorn", "--seed", "5", typed="choose\nq\n")

    assert re.search(r"choose could mean choose:\d+(, choose:\d+)* or choose:\d+\.", seen)
    assert seen.count(PROMPTS["en"]) == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [("fold:1", "R15"), ("dance", "dance is not a move of this game"), ("99", "99 is not a move of this game")],
)
def test_a_move_that_is_not_legal_is_explained_and_asked_again(typed: str, said: str, play, at_home: Path) -> None:
    seen = play("pairs", "--seed", "3", "--record", "m.jsonl", typed=f"{typed}\nq\n")

    assert said in seen
    assert seen.count(PROMPTS["en"]) == 2
    assert len((at_home / "m.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_hints_count_the_cards_not_seen(play) -> None:
    seen = play("pairs", "--seed", "3", "--seats", "2", typed="h\nq\n")

    mine, other = (int(rank) for rank in re.findall(r"[Pp]ile (\d+)", seen))
    twins = mine - 1 - (other == mine)
    mean = f"{twins * mine / 53:.1f}"
    assert re.search(rf"a pair {twins} in 53 \({100 * twins / 53:.0f} %\), \+{mean} points on average", seen)
    assert re.search(rf"\+{min(mine, other)} points for certain", seen)


def test_no_hint_where_chance_has_no_say(play) -> None:
    seen = play("hawthorn", "--seed", "5", typed="h\nq\n")

    assert "No odds for this choice" in seen


def test_words_that_are_no_moves(play) -> None:
    seen = play("pairs", "--seed", "3", typed="?\nr\nr 3\nr 77\ns\nt\naide\n\nq\n")

    assert seen.count("There is no undo") == 2
    assert "losing" in seen
    assert "## Your turn" in seen
    assert "sections 1 to" in seen
    assert re.search(r"Player +Score +Place", seen)
    assert seen.count("[hit]") == 3  # the turn, t, and an empty line


def test_the_others_are_introduced_and_the_player_has_a_name(play) -> None:
    seen = play("pairs", "--seed", "3", "--name", "Zoé", "--seat", "3", "--lang", "fr", typed="q\n")

    assert "Alice, Basile et David" in seen
    assert re.search(r"^Zoé", seen, re.MULTILINE)
    assert "Clara" not in seen


def test_the_same_seed_is_the_same_story(play) -> None:
    told = [play("pairs", "--seed", "8", typed="hit\nhit\nfold\nq\n") for _ in range(2)]

    assert told[0] == told[1]
    assert told[0] != play("pairs", "--seed", "9", typed="hit\nhit\nfold\nq\n")


def test_what_is_left_can_be_taken_up_again(play, at_home: Path) -> None:
    first = play("pairs", "--seed", "3", typed="hit\nq\n")
    (kept,) = (at_home / "kept").iterdir()
    assert "pioche play --resume" in first

    before = Record.open(kept).table()
    second = play("--resume", typed="hit\nq\n")

    assert "continues where you left it" in second
    after = Record.open(kept).table()
    assert before.moves == after.moves[: len(before.moves)]
    assert len(after.moves) > len(before.moves)


def test_a_match_finished_after_all_leaves_the_drawer(play, at_home: Path) -> None:
    play("pairs", "--seed", "3", typed="hit\nq\n")
    play("--resume", typed="fold\n" * 80)

    assert list((at_home / "kept").glob("*.jsonl")) == []


def test_the_last_match_can_be_told_again(play, at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Finished or not, without a word about files; the next one takes its place."""
    seen = play("pairs", "--seed", "3", typed="fold\n" * 80)
    assert "To watch it again: pioche replay --seat 1" in seen
    assert main(["replay", "--seat", "1", "--lang", "en"]) == 0
    assert "seed 3," in capsys.readouterr().out
    play("hawthorn", "--seed", "5", typed="1\nq\n")
    assert main(["replay", "--lang", "fr"]) == 0
    assert "graine 5," in capsys.readouterr().out


def test_the_end_of_input_is_a_goodbye(play, at_home: Path) -> None:
    seen = play("pairs", "--seed", "3", "--record", "m.jsonl", typed="hit\n")

    assert "Goodbye" in seen
    assert len((at_home / "m.jsonl").read_text(encoding="utf-8").splitlines()) > 1


def test_who_looked_but_did_not_play_leaves_nothing_behind(play, at_home: Path) -> None:
    play("pairs", "--seed", "3", "--seat", "1", "--seats", "2", typed="")

    kept = at_home / "kept"
    played = [json.loads(line) for path in kept.glob("*") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert all(line["seat"] != 0 for line in played)


def test_a_long_menu_is_offered_by_kinds(play, at_home: Path) -> None:
    seen = play("blackstone", "--seed", "3", "--record", "b.jsonl", typed="take\n3\nq\n")

    assert "[take:…]" in seen
    assert "How many? (1 to 51" in seen
    assert {"seat": 0, "do": "take:3"} in [json.loads(line) for line in (at_home / "b.jsonl").read_text().splitlines()]


def test_bots_know_their_view_and_roll_their_own_dice(monkeypatch: pytest.MonkeyPatch, play) -> None:
    heard: list[dict[str, Any]] = []

    def listening(self: object, view: dict[str, object], legal: list[str], events: object, memory: object) -> str:
        heard.append(view)
        return legal[-1]

    monkeypatch.setattr(RandomBot, "choose", listening)
    play("hawthorn", "--seed", "5", "--seats", "3", "--bots", "random", typed="1\n1\nq\n")

    assert heard
    for view in heard:
        assert view["seat"] in (1, 2)
        for seat, hand in enumerate(view["hand"]):
            assert seat == view["seat"] or set(hand) <= {None}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_letters_of_the_help_stand_one_under_the_other(lang: str) -> None:
    lines = [line for line in text.catalogue("terminal", lang)["play"]["help"].splitlines() if re.search(r"\S {2,}\S", line)]
    assert len(lines) == 3
    assert {re.match(r" *\S( *)", line).span(1) for line in lines} == {(3, 5)}
