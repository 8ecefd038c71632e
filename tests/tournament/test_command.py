"""`pioche tournament` in both languages; what depends on its being a process of its own runs in one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pioche.terminal.cli import main
from pioche.tournament import Tournament
from tests.terminal.running import environment, pioche, pioche_here

NAMES = ["Alice", "Bob", "Clara", "David", "Emma", "Farid", "Gaëlle", "Hugo", "Inès"]


class Evening:
    """A tournament in a folder of the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ok(self, *words: str, lang: str = "en") -> str:
        done = pioche_here("tournament", *words, "--lang", lang, state=self.folder)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert not words or "--json" in words or not set("{}|") & set(done.stdout)
        return done.stdout

    def no(self, *words: str, lang: str = "en") -> str:
        """A refusal: one sentence, and the file is as before."""
        before = self.log if self.file.exists() else []
        done = pioche_here("tournament", *words, "--lang", lang, state=self.folder)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1, done.stderr
        assert (self.log if self.file.exists() else []) == before
        return done.stderr.strip()

    @property
    def file(self) -> Path:
        return self.folder / "tournament.jsonl"

    @property
    def log(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]

    @property
    def t(self) -> Tournament:
        return Tournament.replay(self.log)

    def seats(self, table: int) -> list[str]:
        return self.t.seating().tables[table - 1]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def begun(evening: Evening, names: Sequence[str] = NAMES, *options: str) -> Evening:
    evening.ok("new", "agnes", "--seed", "5", "--rounds", "2", "--title", "Sunday", *options)
    evening.ok("add", *names, "--check-in")
    return evening


def test_alone_it_explains_itself_and_says_how_it_stands(evening: Evening) -> None:
    assert "pioche tournament new agnes" in evening.ok()
    begun(evening)
    said = evening.ok(lang="fr")
    assert "Sunday" in said
    assert "Ensuite" in said


def test_the_next_command_says_what_to_fill_in_in_the_readers_language(evening: Evening) -> None:
    evening.ok("new", "agnes", "--seed", "5", "--rounds", "2")
    assert "pioche tournament add NAME ... (" in evening.ok("status")
    assert "pioche tournament add NOM … (" in evening.ok("status", lang="fr")
    evening.ok("add", *NAMES, "--check-in")
    evening.ok("seat")
    evening.ok("start")
    assert "pioche tournament result TABLE POINTS ... (" in evening.ok("status")
    assert "pioche tournament result TABLE POINTS … (" in evening.ok("status", lang="fr")


def test_a_whole_evening(evening: Evening) -> None:
    begun(evening)
    assert "Table" in evening.ok("seat", "--why")
    evening.ok("swap", evening.seats(1)[0], evening.seats(2)[0])
    evening.ok("reseat")
    evening.ok("start")
    first = evening.seats(1)
    said = evening.ok("result", "1", "4", "3", "1", "-1", "--second", "80", "90", "100", "99")
    assert f"{first[0]} 4" in said
    evening.ok("result", "2", "--line", "1 0 0 0 -1", "--line", "0 1 0 0 0", lang="fr")
    assert "1" in evening.ok("close")
    evening.ok("late", "Zoé", "--club", "La Pioche")
    evening.ok("drop", "hugo")
    evening.ok("seat")
    evening.ok("start")
    gone = evening.seats(2)[0]
    assert "TR34" in evening.no("no-show", gone)
    for table in evening.t.tables():
        evening.ok("result", str(table.number), *["4", "3", "1", "0", "0"][: len(table.seats)])
    assert evening.ok("correct", "1", "1", "1", "3", "4", "0", "--reason", "two lines exchanged").startswith("Provisional")
    evening.ok("penalty", "alice", "1/2", "--reason", "late")
    evening.ok("close")
    evening.ok("decline", evening.t.standings()[0].name)
    evening.ok("finals")
    evening.ok("result", "1", "9", "5", "3", "1")
    evening.ok("close")
    said = evening.ok("finish", lang="fr")
    assert "Classement final" in said
    champion = evening.t.ranking()[0]
    assert champion.by == "final"
    assert json.loads(evening.ok("ranking", "--json"))[0]["name"] == champion.name
    assert "finished" in evening.no("seat")


def test_results_wait_for_confirmation_when_asked(evening: Evening) -> None:
    begun(evening, NAMES[:4])
    evening.ok("seat")
    evening.ok("start")
    evening.ok("result", "1", "1", "2", "3", "2", "--proposed")
    names = evening.seats(1)
    for name in names[:3]:
        assert "proposed" in evening.ok("confirm", "1", name)
    evening.ok("object", "1", names[3], "--reason", "I had three")
    assert "referee" in evening.no("confirm", "1", names[3])
    assert "TR5" in evening.no("rule", "1", "--by", f"referee:{names[0]}")
    assert "final" in evening.ok("rule", "1", "1", "2", "3", "3", "--by", "referee:Zoé")
    assert evening.log[-1]["by"] == "referee:Zoé"


def test_points_of_a_game_where_few_are_good_are_typed_as_they_are(evening: Evening) -> None:
    evening.ok("new", "pairs", "--seed", "1")
    evening.ok("add", *NAMES[:4], "--check-in")
    evening.ok("seat")
    evening.ok("start")
    evening.ok("result", "1", "30", "10", "20", "40")
    assert evening.t.standings()[0].name == evening.seats(1)[1]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_mistakes_are_explained(evening: Evening, lang: str) -> None:
    assert "tournament.jsonl" in evening.no("seat", lang=lang)
    begun(evening)
    assert "seat" in evening.no("saet", lang=lang)
    assert "Alice" in evening.no("drop", "Alise", lang=lang)
    assert "TR3" in evening.no("add", "Alice", lang=lang)
    assert "tournament.jsonl" in evening.no("new", "agnes", lang=lang)
    assert "TR1" in evening.no("result", "1", "4", "3", lang=lang)
    assert "sheets" in evening.no("print", "poster", lang=lang)
    assert evening.no("new", "agnes", "-o", "k", lang=lang)
    assert "TR10" in evening.no("new", "agnes", "-o", "k=99", "--file", "other.jsonl", lang=lang)
    assert evening.no("result", lang=lang)
    for wrong in ("k=four", "seed=x", "games=pairs", "rounds=0.5", "colour=red"):
        assert evening.no("new", "agnes", "-o", wrong, "--file", "other.jsonl", lang=lang)
    assert evening.no("new", "agnes", "-g", "peek=99", "--file", "other.jsonl", lang=lang)
    assert evening.no("new", "agnes", "--game-of", "x=pairs", "--file", "other.jsonl", lang=lang)
    assert not (evening.folder / "other.jsonl").exists()
    assert evening.no("--file", lang=lang)


@pytest.mark.parametrize(
    ("words", "en", "fr"),
    [
        (["new", "agnes", "--title"], "--title needs a value. Try pioche tournament new", "--title demande une valeur"),
        (["result", "1", "--second"], "--second needs a value. Try pioche tournament result", "--second demande une valeur"),
        (["standings", "--json=1"], "--json takes no value.", "--json"),
        (["status", "--nope"], "pioche tournament status has no --nope", "--nope"),
        (["new", "agnes", "--roundz", "3"], "--rounds", "--rounds"),
    ],
)
def test_options_that_are_misused_are_named(
    words: list[str], en: str, fr: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for lang, said in (("en", en), ("fr", fr)):
        assert main(["tournament", *words, "--lang", lang]) == 2
        assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_every_setting_and_another_file(evening: Evening) -> None:
    options = [
        "-o",
        "k=3",
        "-o",
        "kmin=3",
        "-o",
        "kmax=4",
        "-o",
        "filler=bot",
        "-o",
        "pairing=random",
        "-o",
        "tiebreaks=score,met",
        "-g",
        "peek=2",
    ]
    evening.ok(
        "new", "Agnès", "--file", "club.jsonl", "--scoring", "rank", "--final", "semis", "--game-of", "2=pairs", *options
    )
    log = [json.loads(line) for line in (evening.folder / "club.jsonl").read_text(encoding="utf-8").splitlines()]
    settings = Tournament.replay(log).settings
    assert (settings.k, settings.filler, settings.scoring, settings.final) == (3, "bot", "rank", "semis")
    assert settings.games[2]["game"] == "pairs"
    assert settings.game_options == {"peek": "2"}
    assert settings.tiebreaks == ("score", "met", "lot")


def test_csv_in_and_out(evening: Evening) -> None:
    (evening.folder / "list.csv").write_text("Nom;Club;Cote\nÉlodie;Les Valets;1500\nBob;;\n=cmd;;\n", encoding="utf-8-sig")
    evening.ok("new", "agnes", "--seed", "2")
    evening.ok("import", "list.csv", "--check-in")
    one = evening.t.entrants[0]
    assert (one.name, one.club, one.rating, one.status) == ("Élodie", "Les Valets", 1500, "active")
    evening.ok("seat")
    evening.ok("start")
    evening.ok("result", "1", "3", "2", "1")
    evening.ok("close")
    for what in ("standings", "entrants", "results"):
        evening.ok("export", f"{what}.csv", "--what", what)
    told = (evening.folder / "standings.csv").read_text(encoding="utf-8-sig")
    assert told.splitlines()[0].startswith("place,name,club,status,score,score_exact")
    assert "'=cmd" in told  # no spreadsheet takes a name for a formula
    evening.ok("export", "all.json")
    assert json.loads((evening.folder / "all.json").read_text(encoding="utf-8"))["phase"] == "closed"
    evening.ok("export", "log.jsonl")
    log = [json.loads(line) for line in (evening.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert Tournament.replay(log) == evening.t
    again = Evening(evening.folder)
    assert "csv" in again.no("export", "x.doc")
    assert "nobody.csv" in again.no("import", "nobody.csv")


def test_paper_and_pdf(evening: Evening) -> None:
    begun(evening)
    evening.ok("seat")
    for what in ("seats", "cards", "sheets", "standings"):
        evening.ok("print", what, lang="fr")
        assert (evening.folder / f"{what}.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    evening.ok("print", "sheets", "--out", "sheets.pdf")
    assert (evening.folder / "sheets.pdf").read_bytes().startswith(b"%PDF")


def test_without_a_browser_a_pdf_is_refused_with_a_way_out(evening: Evening) -> None:
    begun(evening)
    evening.ok("seat")
    for browser in ("no-such-browser", "false"):  # one that is not there, one that fails
        done = pioche("tournament", "print", "seats", "--pdf", state=evening.folder, env={"PIOCHE_BROWSER": browser})
        assert done.returncode == 2
        assert "seats.html" in done.stderr
    assert not (evening.folder / "seats.pdf").exists()


def test_nobody_else_is_disturbed_by_a_reader_who_leaves(evening: Evening) -> None:
    begun(evening)
    command = ["-m", "pioche", "tournament", "log"]
    done = subprocess.run(
        f"{sys.executable} {' '.join(command)} | head -1", shell=True, cwd=evening.folder, env=environment(evening.folder),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
