"""The command itself: languages, help that teaches, mistakes that are explained."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pioche import text
from pioche.errors import PiocheError
from pioche.terminal import cli
from pioche.terminal.cli import COMMANDS, main
from pioche.terminal.parsing import Parser
from tests.terminal.running import environment, pioche

LANGUAGES = ("en", "fr")
NAMED = list(COMMANDS)


def one_sentence(said: str) -> str:
    """What stands on stderr is one line that ends like a sentence, and no traceback."""
    assert said.count("\n") == 1
    line = said.strip()
    assert line.endswith((".", "?", ")"))
    assert "Traceback" not in line
    return line


def test_help_says_what_can_be_done(tmp_path: Path) -> None:
    done = pioche("--help", state=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    for name in NAMED:
        assert f"pioche {name}" in done.stdout


def test_alone_it_opens_the_house(tmp_path: Path) -> None:
    """On the usual port: whoever holds that already makes it say so."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):  # somebody else does
            holder.bind(("0.0.0.0", 8421))
            holder.listen()
        for arguments in ([], ["serve"], ["--lan", "--no-browser"]):
            done = pioche(*arguments, "--lang", "en", state=tmp_path)
            assert done.returncode == 2
            assert done.stderr.startswith("Port 8421 is taken")


@pytest.mark.parametrize(
    ("env", "arguments", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, (), "fr"),
        ({"LANG": "en_GB.UTF-8"}, (), "en"),
        ({"LANG": "de_DE.UTF-8"}, (), "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_CA.UTF-8"}, (), "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, (), "en"),
        ({"LANG": "fr_FR.UTF-8"}, ("--lang", "en"), "en"),
        ({"LANG": "en_GB.UTF-8"}, ("--lang=fr",), "fr"),
        ({}, ("--lang", "fr"), "fr"),
    ],
)
def test_the_language_is_the_option_or_the_locale(
    env: dict[str, str], arguments: tuple[str, ...], language: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    for name in ("LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)

    assert main(["--help", *arguments]) == 0
    assert text.catalogue("terminal", language)["help"]["pioche"].strip() == capsys.readouterr().out.strip()


def test_lang_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    heard = []
    for arguments in (["--lang", "fr", "games"], ["games", "--lang", "fr"], ["games", "--lang=fr"]):
        assert main(arguments) == 0
        heard.append(capsys.readouterr().out)

    assert len(set(heard)) == 1
    assert "joueurs" in heard[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMED)
def test_help_names_every_option(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help", "--lang", lang]) == 0

    page = capsys.readouterr().out
    parser = Parser(name)
    COMMANDS[name][1](parser)
    options = {option for action in parser._actions for option in action.option_strings}
    assert {option for option in options | {"--lang"} if option not in page} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMED)
def test_the_examples_of_the_help_are_right(name: str, lang: str) -> None:
    page = text.catalogue("terminal", lang)["help"][name]
    examples = [line.strip() for line in page.splitlines() if line.startswith("  pioche ")]
    assert examples

    for example in examples:
        words = shlex.split(re.split("  +", example)[0].split(" > ")[0])
        _, rest = cli.language(words, "en")
        assert rest[:2] == ["pioche", name]
        cli.read(name, rest[2:])


def test_help_comes_by_every_door(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for arguments in (["play", "--help"], ["play", "-h"], ["help", "play"], ["play", "pairs", "--help"]):
        assert main([*arguments, "--lang", "en"]) == 0
        pages.append(capsys.readouterr().out)

    assert len(set(pages)) == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    from pioche import __version__

    assert main(["--version"]) == 0
    assert f"pioche {__version__}\n" == capsys.readouterr().out


BAD = {
    "unknown game": (["rules", "whist"], "whist"),
    "misspelt game": (["play", "pears"], "pairs"),
    "no game": (["rules"], "pioche rules"),
    "no game to play": (["play"], "pioche games"),
    "unknown command": (["dance"], "dance"),
    "misspelt command": (["paly", "pairs"], "play"),
    "unknown option": (["play", "pairs", "--option", "jokers=2"], "jokers"),
    "impossible value": (["play", "pairs", "--option", "money=paris"], "paris"),
    "value out of range": (["play", "pairs", "--option", "losing_score=3"], "losing_score"),
    "option without value": (["play", "pairs", "--option", "money"], "money"),
    "option twice": (["play", "pairs", "-o", "stake=2", "-o", "stake=3"], "stake"),
    "seats twice": (["play", "pairs", "--seats", "3", "-o", "seats=3"], "seats"),
    "too many seats": (["play", "pairs", "--seats", "9"], "9"),
    "too few seats": (["simulate", "hawthorn", "--seats", "1"], "1"),
    "seats in words": (["play", "pairs", "--seats", "four"], "four"),
    "negative seed": (["play", "pairs", "--seed", "-3"], "--seed"),
    "seat that is not there": (["play", "pairs", "--seats", "3", "--seat", "4"], "1"),
    "seats are counted from one": (["play", "pairs", "--seat", "0"], "--seat"),
    "seat option from one": (["play", "port", "-o", "first_button=0"], "1"),
    "seat option too high": (["simulate", "port", "--seats", "3", "-o", "first_button=4"], "3"),
    "seat option in words": (["play", "agnes", "-o", "first=me"], "random"),
    "flag of no command": (["--sead", "3"], "--sead"),
    "flag of another command": (["games", "--seats", "3"], "--seats"),
    "misspelt flag": (["play", "pairs", "--sead", "3"], "--seed"),
    "flag without value": (["play", "pairs", "--seed"], "--seed"),
    "value for a flag": (["play", "pairs", "--plain=yes"], "--plain"),
    "too many words": (["rules", "pairs", "hawthorn"], "hawthorn"),
    "unknown language": (["games", "--lang", "de"], "de"),
    "language missing": (["games", "--lang"], "--lang"),
    "unknown bots": (["play", "pairs", "--bots", "genius"], "genius"),
    "no matches": (["simulate", "pairs", "--matches", "0"], "--matches"),
    "file that is not there": (["replay", "nowhere.jsonl"], "nowhere.jsonl"),
    "no match to tell": (["replay"], "pioche play"),
    "no file for a copy": (["backup"], "pioche backup"),
    "no folder": (["export"], "pioche export"),
    "no copy": (["restore"], "pioche restore"),
    "copy that is not there": (["restore", "nowhere.db", "--data", "house.db"], "nowhere.db"),
    "no house to look at": (["doctor", "--data", "nowhere.db"], "nowhere.db"),
    "port that cannot be": (["serve", "--port", "80000"], "65535"),
    "all games by chance": (["arena"], "--all"),
    "unknown players": (["play", "pairs", "--players", "many"], "many"),
    "record into no folder": (["play", "pairs", "--record", "nowhere/match.jsonl"], "nowhere"),
    "resume what is not there": (["play", "--resume", "nowhere.jsonl"], "nowhere.jsonl"),
    "resume nothing": (["play", "--resume"], "pioche play"),
    "resume and a game": (["play", "pairs", "--resume", "x.jsonl"], "--resume"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_mistake_gets_one_sentence_in_the_users_language(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, names = BAD[case]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PIOCHE_STATE", str(tmp_path))
    said = {}
    for lang in LANGUAGES:
        monkeypatch.setenv("LC_ALL", {"en": "C", "fr": "fr_FR.UTF-8"}[lang])
        assert main(arguments) == 2
        heard = capsys.readouterr()
        assert heard.out == ""
        said[lang] = one_sentence(heard.err)
        assert names in said[lang]

    assert said["en"] != said["fr"]


def test_a_mistake_leaves_the_process_with_code_2(tmp_path: Path) -> None:
    done = pioche("play", "pears", "--lang", "fr", state=tmp_path)

    assert done.returncode == 2
    assert "Vouliez-vous dire pairs" in one_sentence(done.stderr)
    assert done.stdout == ""


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pioche", "rules", "pairs"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, env=environment(tmp_path)) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        complaint = running.stderr.read()
        running.wait(60)

    assert complaint == b""
    assert running.returncode == cli.BROKEN_PIPE


@pytest.mark.skipif(os.name != "posix", reason="signals of this kind are Unix's")
def test_ctrl_c_says_goodbye_and_keeps_the_match(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pioche", "play", "pairs", "--seed", "3", "--lang", "fr"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env=environment(tmp_path),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background may ignore it
    ) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("hit\n")
        running.stdin.flush()
        prompts = 0
        while prompts < 2:
            prompts += running.stdout.readline().startswith("Votre coup")
        running.send_signal(signal.SIGINT)
        running.wait(timeout=60)  # before its input ends, which would be another way to leave
        _, complaint = running.communicate(timeout=60)

    assert running.returncode == cli.INTERRUPTED
    assert "bientôt" in one_sentence(complaint.lstrip("\n"))
    assert [path.name for path in tmp_path.iterdir()] == ["pairs-3.jsonl"]


def test_the_list_of_games_needs_nothing_heavy(tmp_path: Path) -> None:
    heavy = ("numpy", "numba", "llvmlite", "rich", "asyncio")
    program = (
        "import sys; from pioche.terminal.cli import main; main(['games']); "
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(tmp_path), check=True)

    assert done.stderr.strip() == "[]"


def test_both_catalogues_hold_the_same_sentences() -> None:
    def shape(table: object) -> object:
        return {key: shape(value) for key, value in table.items()} if isinstance(table, dict) else None

    for name in ("terminal", "house", "games/every_game"):
        assert shape(text.catalogue(name, "en")) == shape(text.catalogue(name, "fr"))


def test_refusals_know_both_languages() -> None:
    with pytest.raises(PiocheError) as refused:
        cli.read("play", ["pairs", "--seats", "four"])

    assert refused.value.en == "--seats needs a whole number, not four."
    assert refused.value.fr == "--seats demande un nombre entier, pas four."


@pytest.mark.parametrize(
    ("arguments", "en", "fr"),
    [
        (["backup"], "the name of a new file", "le nom d’un nouveau fichier"),
        (["export"], "a folder", "un dossier"),
        (["rules"], "the name of a game", "le nom d’un jeu"),
    ],
)
def test_what_is_missing_is_called_by_its_own_noun(arguments: list[str], en: str, fr: str) -> None:
    with pytest.raises(PiocheError) as refused:
        cli.read(arguments[0], [])

    assert en in refused.value.en
    assert fr in refused.value.fr


def test_players_are_seats() -> None:
    assert cli.read("play", ["pairs", "--players", "3"]).options == {"seats": 3}


@pytest.mark.parametrize("arguments", [["--seed", "7", "pairs"], ["pairs", "--seed", "7"], ["--plain", "pairs", "--seed=7"]])
def test_options_may_stand_before_and_after_the_game(arguments: list[str]) -> None:
    asked = cli.read("play", arguments)

    assert (asked.game, asked.seed) == ("pairs", 7)


def test_people_count_seats_from_one() -> None:
    from pioche.terminal.board import option_line
    from pioche.terminal.game_names import load_named

    assert cli.read("play", ["pairs", "--seat", "2"]).seat == 1
    assert cli.read("replay", ["x.jsonl", "--seat", "1"]).seat == 0
    game = load_named("port", first_button="3")
    assert game.options["first_button"] == 2
    assert option_line(game.rules, {"first_button": 2}, "en").endswith(" 3")


def test_serve_tells_of_a_new_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path that is not there may be a slip of the pen."""
    from pioche.terminal.commands.house_commands import _tell_of_a_new_house

    _tell_of_a_new_house(tmp_path / "new" / "house.db", "en")
    assert f"in a new folder, {tmp_path / 'new'}" in capsys.readouterr().out
    _tell_of_a_new_house(tmp_path / "house.db", "fr")
    assert "Nouveau fichier de données" in capsys.readouterr().out
    (tmp_path / "house.db").touch()
    _tell_of_a_new_house(tmp_path / "house.db", "fr")
    assert capsys.readouterr().out == ""


def test_the_arena_says_how_long_it_will_take(capsys: pytest.CaptureFixture[str]) -> None:
    from pioche.terminal.commands.arena_command import about

    asked = cli.read("arena", ["--search-pairs", "40"])
    few = about(1, ["expert", "search:1"], asked)
    assert about(15, ["expert", "search:1"], asked) > 10 * few > 0
    assert about(1, ["expert", "search:0.1"], asked) < few
    assert about(1, ["expert", "search:1"], cli.read("arena", ["--search-pairs", "40", "--minutes", "1"])) <= 2
    assert main(["arena", "--lang", "fr"]) == 2
    assert re.search(r"--all joue les \d+, en \d+ minutes environ", capsys.readouterr().err)


def test_a_copy_is_made_put_back_and_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pioche.house.stores.sqlite import SQLiteStore

    house, copies = tmp_path / "house.db", tmp_path / "copies"
    store = SQLiteStore(house)
    store.open()
    store.close()
    for _ in range(2):
        assert main(["backup", str(copies), "--keep", "1", "--data", str(house), "--lang", "en"]) == 0
    assert len(list(copies.glob("*.db"))) == 1
    assert main(["restore", str(copies), "--data", str(house), "--lang", "en"]) == 0
    assert "is restored" in capsys.readouterr().out
    assert main(["doctor", "--data", str(house), "--lang", "fr"]) == 0
    assert "Tout est intact." in capsys.readouterr().out
