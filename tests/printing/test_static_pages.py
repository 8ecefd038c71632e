"""`pioche site`: every page there in both languages, every link leads somewhere, nothing needs a server."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlparse

import pytest

from pioche.printing import static_pages
from pioche.terminal.cli import main
from tests.strategies import GAMES


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attributes if name in ("href", "src") and value]
        if tag not in ("meta", "link", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "pages"
    assert main(["site", str(folder), "--lang", "en"]) == 0
    return folder


def html(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.rglob("*.html"))


def test_all_games_stand_there_in_both_languages(pages: Path) -> None:
    for lang in ("en", "fr"):
        names = {path.stem for path in (pages / lang).glob("*.html")}
        assert names == {"index", "lessons", "odds", "deck", *GAMES}
        assert len(list((pages / lang / "scenes").glob("*.svg"))) >= len(GAMES)
        assert (pages / lang / "pioche-rules.pdf").read_bytes().startswith(b"%PDF")


def test_every_link_leads_to_a_file_of_the_folder(pages: Path) -> None:
    seen = 0
    for page in html(pages):
        reader = Links()
        reader.feed(page.read_text(encoding="utf-8"))
        assert reader.open == []
        for link in reader.found:
            assert not urlparse(link).scheme, link
            assert (page.parent / link).is_file(), f"{page.name}: {link}"
            seen += 1
    assert seen > 500


def test_the_deck_page_shows_every_card(pages: Path) -> None:
    reader = Links()
    reader.feed((pages / "fr" / "deck.html").read_text(encoding="utf-8"))
    assert sum(link.startswith("cards/") for link in reader.found) == 55 + 54


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letters.txt").write_text("mine", encoding="utf-8")
    assert main(["site", str(tmp_path), "--lang", "en"]) == 2
    assert "isn’t empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_every_page_leads_to_the_booklet_and_the_deck(pages: Path) -> None:
    for lang, booklet, deck in (("en", "The booklet", "The triangular deck"), ("fr", "Le livret", "Le paquet triangulaire")):
        for page in html(pages / lang):
            menu = page.read_text(encoding="utf-8").partition("</nav>")[0]
            assert f'<a href="pioche-rules.pdf">{booklet} (PDF)</a>' in menu, page.name
            assert f'<a href="pioche-deck.pdf">{deck} (PDF)</a>' in menu, page.name


def test_the_door_speaks_the_language_asked_for_and_the_pages_may_be_written_again(pages: Path) -> None:
    door = (pages / "index.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in door
    assert door.index("en/index.html") < door.index("fr/index.html")
    assert main(["site", str(pages), "--lang", "fr"]) == 0
    door = (pages / "index.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in door
    assert door.index("fr/index.html") < door.index("en/index.html")


def test_without_the_typesetter_no_page_names_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_pages, "is_installed", lambda: False)
    static_pages.write(tmp_path, "fr")
    assert not any(".pdf" in page.read_text(encoding="utf-8") for page in html(tmp_path))
