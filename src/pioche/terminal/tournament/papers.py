"""`pioche tournament print`, `export` and `import`: paper and spreadsheets. PDF is made by a browser that is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pioche.errors import PiocheError
from pioche.terminal.screen import Screen
from pioche.tournament import Tournament, paper
from pioche.tournament.refusals import say

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge",
    "brave-browser",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)  # fmt: skip
PDF_TIMEOUT_SECONDS = 60
PAGES = ("seats", "cards", "sheets", "standings", "ranking")
TABLES: dict[str, Callable[[Tournament], str]] = {
    "standings": paper.standings_csv, "entrants": paper.entrants_csv, "results": paper.results_csv,
}  # fmt: skip


def refusal(key: str, **values: Any) -> PiocheError:
    return PiocheError(say(f"cli.{key}", "en", **values), say(f"cli.{key}", "fr", **values))


def page(t: Tournament, what: str, round_number: int | str | None, lang: str) -> str:
    if what == "standings":
        return paper.standings_page(t, lang)
    if what == "ranking":
        return paper.ranking_page(t, lang)
    makers = {"seats": paper.seat_list, "cards": paper.table_cards, "sheets": paper.result_sheets}
    if what not in makers:
        raise refusal("no_page", what=what, pages=", ".join(PAGES))
    return makers[what](t, lang, round_number)


def print_(t: Tournament, asked: Any, screen: Screen, round_number: int | str | None) -> None:
    html = page(t, asked.what, round_number, screen.lang)
    pdf = asked.pdf or (asked.out or "").lower().endswith(".pdf")
    out = Path(asked.out or f"{asked.what}.{'pdf' if pdf else 'html'}")
    try:
        if pdf:
            write_pdf(html, out)
        else:
            out.write_text(html, encoding="utf-8")
    except OSError as wrong:
        raise refusal("cannot_write", file=out, why=os.strerror(wrong.errno or 5)) from wrong
    screen.say(say("cli.written", screen.lang, file=out))


def browser() -> str | None:
    """The first browser of the Chromium family; PIOCHE_BROWSER names another."""
    asked = os.environ.get("PIOCHE_BROWSER")
    for name in [asked] if asked is not None else BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    return None


def write_pdf(html: str, out: Path) -> None:
    """The page as a browser prints it: the same picture on the screen, on paper and in the file."""
    program = browser()
    if program is None:
        raise refusal("no_browser", file=out.with_suffix(".html"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source, made = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_text(html, encoding="utf-8")
        command = [program, "--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}/profile"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--no-sandbox")  # a browser refuses its sandbox to root; the page is our own
        try:
            done = subprocess.run(
                [*command, f"--print-to-pdf={made}", source.as_uri()],
                capture_output=True,
                timeout=PDF_TIMEOUT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            done = None
        if done is None or not made.is_file() or not made.read_bytes().startswith(b"%PDF"):
            raise refusal("browser_failed", browser=program, file=out.with_suffix(".html"))
        shutil.copyfile(made, out)


def export(t: Tournament, asked: Any, screen: Screen) -> None:
    """By the ending of the file: csv (standings, entrants or results), json (everything), jsonl (the log)."""
    out = Path(asked.target)
    kind = out.suffix.lower()
    if kind == ".csv":
        if asked.what not in TABLES:
            raise refusal("no_table_kind", what=asked.what, kinds=", ".join(TABLES))
        told = "\ufeff" + TABLES[asked.what](t)  # spreadsheets need the mark to read accents
    elif kind == ".json":
        told = json.dumps(everything(t), ensure_ascii=False, indent=1) + "\n"
    elif kind == ".jsonl":
        told = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in t.log)
    else:
        raise refusal("no_kind", file=out)
    try:
        with out.open("w", encoding="utf-8", newline="") as file:
            file.write(told)
    except OSError as wrong:
        raise refusal("cannot_write", file=out, why=os.strerror(wrong.errno or 5)) from wrong
    screen.say(say("cli.written", screen.lang, file=out))


def everything(t: Tournament) -> dict[str, Any]:
    return {
        "settings": t.settings.as_json(), "phase": t.phase, "round": t.round, "rounds": t.rounds,
        "standings": [row.as_json() for row in t.standings()], "ranking": [one.as_json() for one in t.ranking()],
        "log": t.log,
    }  # fmt: skip


def entrants_of(path: str) -> list[dict[str, Any]]:
    try:
        return paper.read_entrants(Path(path).read_text(encoding="utf-8"))
    except OSError as wrong:
        raise refusal("cannot_read", file=path, why=os.strerror(wrong.errno or 5)) from wrong
    except UnicodeDecodeError as wrong:
        raise refusal("not_utf8", file=path) from wrong
