"""Files of the page travel small and once."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from pioche.house.api.static_files import Pages, answer
from tests.house.running import Running

SCRIPT = b"let card = 7; " * 400


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("not part of the page")
    (tmp_path / "page" / "index.html").write_text("<!doctype html>" + "<p>Pioche</p>" * 50)
    (tmp_path / "page" / "assets" / "index-x1.js").write_bytes(SCRIPT)
    (tmp_path / "page" / "assets" / "index-x1.js.br").write_bytes(b"as if by brotli")
    (tmp_path / "page" / "assets" / "font-x2.woff2").write_bytes(b"wOF2" * 100)
    return Pages(tmp_path / "page")


def ask(pages: Pages, path: str, **headers: str) -> Response:
    found = pages.find(path)
    assert found is not None
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return answer(found, Request({"type": "http", "method": "GET", "headers": sent}))


@pytest.mark.parametrize(
    ("accepted", "form"),
    [
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("GZIP", "gzip"),
        ("gzip;q=0", None),
    ],
)
def test_the_smallest_form_the_browser_reads(pages: Pages, accepted: str, form: str | None) -> None:
    got = ask(pages, "assets/index-x1.js", accept_encoding=accepted)
    assert got.headers.get("content-encoding") == form
    assert got.headers["vary"] == "accept-encoding"
    assert got.headers["content-type"].startswith("text/javascript")
    assert len(got.body) == int(got.headers["content-length"])
    if form == "gzip":
        assert len(got.body) < len(SCRIPT) / 4
        assert gzip.decompress(bytes(got.body)) == SCRIPT
    elif form is None:
        assert got.body == SCRIPT


def test_assets_are_kept_for_ever_and_the_page_is_asked_for(pages: Pages) -> None:
    asset = ask(pages, "assets/index-x1.js", accept_encoding="gzip")
    assert "immutable" in asset.headers["cache-control"]
    index = ask(pages, "index.html", accept_encoding="br, gzip")
    assert (index.headers["cache-control"], index.headers["content-encoding"]) == ("no-cache", "gzip")
    again = ask(pages, "index.html", accept_encoding="br, gzip", if_none_match=f'"other", W/{index.headers["etag"]}')
    assert (again.status_code, again.body) == (304, b"")
    assert again.headers["etag"] == index.headers["etag"]
    assert ask(pages, "index.html", if_none_match=index.headers["etag"]).status_code == 200  # another form of it


def test_a_page_built_anew_is_another_page(pages: Pages) -> None:
    old = ask(pages, "index.html").headers["etag"]
    (pages.root / "index.html").write_text("<!doctype html>another")
    assert ask(pages, "index.html", if_none_match=old).body == b"<!doctype html>another"


def test_fonts_are_not_squeezed_twice(pages: Pages) -> None:
    font = ask(pages, "assets/font-x2.woff2", accept_encoding="gzip, br")
    assert "content-encoding" not in font.headers
    assert font.headers["content-type"] == "font/woff2"


@pytest.mark.parametrize(
    "path", ["", "none.js", "assets", "../secret.txt", "assets/../../secret.txt", "/etc/hosts", "a\0b", "x" * 5000, "assets/index-x1.js.br"]
)  # fmt: skip
def test_nothing_else_is_found(pages: Pages, path: str) -> None:
    assert pages.find(path) is None


def test_the_house_sends_its_page_squeezed(house: Running) -> None:
    with httpx.Client(base_url=house.address, trust_env=False) as browser:
        first = browser.get("/", headers={"accept-encoding": "gzip"})
        assert first.headers["content-encoding"] == "gzip"
        assert "Pioche" in first.text
        seen = {"accept-encoding": "gzip", "if-none-match": first.headers["etag"]}
        assert browser.get("/t/0123456789", headers=seen).status_code == 304  # the same page at another address
