"""The operator's own pages, and what an operator looks at: notices that cannot bring a script, a dashboard of real figures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pioche.house.api.notices import BadNotice, markup, read_notices
from tests.house.running import Running

ROOT = Path(__file__).parents[3]
EVIL = """# Mentions <script>alert(1)</script>

Éditeur : "Le Club" & amis, **12 rue des Cartes**.
<img src=x onerror=alert(2)>

- [écrire](mailto:club@example.org)
- [bad](javascript:alert(3))
- [worse](https://example.org/"onmouseover="alert(4))
- [site](https://example.org/?a=1&b=2)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("house")
    notices = folder / "notices"
    notices.mkdir()
    (notices / "legal.md").write_text("# Who runs this house\n\nThe club.", encoding="utf-8")
    (notices / "legal.fr.md").write_text(EVIL, encoding="utf-8")
    (notices / "privacy.fr.md").write_text("# Vos données\n\nPresque rien.", encoding="utf-8")
    running = Running(folder, "--notices", str(notices))
    yield running
    running.stop()


def test_both_notices_are_told_and_served_in_both_languages(house: Running) -> None:
    told = httpx.get(f"{house.address}/api/house").json()["notices"]
    assert [(one["id"], one["title"]["fr"]) for one in told] == [
        ("legal", "Mentions légales"),
        ("privacy", "Données personnelles"),
    ]
    english = httpx.get(f"{house.address}/notices/legal?lang=en")
    assert english.status_code == 200
    assert "<h1>Who runs this house</h1>" in english.text
    french = httpx.get(f"{house.address}/notices/legal", headers={"accept-language": "fr-CA,fr;q=0.9"})
    assert '<html lang="fr">' in french.text
    assert "Éditeur" in french.text
    assert "Presque rien" in httpx.get(f"{house.address}/notices/privacy?lang=en").text  # the only one there is


def test_a_notice_cannot_bring_a_script(house: Running) -> None:
    page = httpx.get(f"{house.address}/notices/legal?lang=fr")
    assert "<script" not in page.text
    assert "<img" not in page.text
    assert 'href="javascript' not in page.text
    assert not re.search(r"<[^>]*\son\w+=", page.text)
    assert 'href="mailto:club@example.org"' in page.text
    assert 'href="https://example.org/?a=1&amp;b=2"' in page.text
    assert (
        "script-src" in page.headers["content-security-policy"] or "default-src" in page.headers["content-security-policy"]
    )
    assert page.headers["x-content-type-options"] == "nosniff"


def test_other_addresses_are_those_of_the_house(house: Running) -> None:
    assert httpx.get(f"{house.address}/notices/style.css").headers["content-type"].startswith("text/css")
    for path in ("/notices/legal.fr.md", "/notices/..%2flegal.md", "/notices/../house.db"):
        assert "Éditeur" not in httpx.get(house.address + path).text
    assert httpx.post(f"{house.address}/notices/legal").status_code == 405
    assert httpx.get(f"{house.address}/notices/legal", headers={"host": "evil.example"}).status_code == 403


def test_a_folder_without_notices_is_refused_in_a_sentence(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pioche",
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(tmp_path / "h.db"),
        "--notices",
        str(tmp_path),
        "--lang",
        "fr",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "ni legal.md ni privacy.md" in done.stderr
    (tmp_path / "legal.md").write_bytes(b"\xff\xfe caf\xe9")
    with pytest.raises(BadNotice):
        read_notices(tmp_path)


def test_a_little_markdown_and_nothing_more() -> None:
    assert (
        markup("## A\nb\n\n- **c**\n- d\n\n<e>")
        == "<h2>A</h2>\n<p>b</p>\n<ul><li><strong>c</strong></li><li>d</li></ul>\n<p>&lt;e&gt;</p>"
    )


def test_the_dashboard_and_the_pages_name_figures_that_exist(house: Running) -> None:
    shown = httpx.get(f"{house.address}/metrics").text
    figures = set(re.findall(r"^# TYPE (pioche_\w+)", shown, re.MULTILINE))
    assert len(figures) > 10
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    asked = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    known = figures | {f"{name}{end}" for name in figures for end in ("_bucket", "_count", "_sum")}
    assert set(re.findall(r"pioche_\w+", asked)) <= known
    left_out = {name for name in figures if name not in asked and not name.endswith("_created")}
    assert left_out == set()
    for page in ("hosting.md", "hosting.fr.md"):
        named = set(re.findall(r"pioche_\w+", (ROOT / "docs" / page).read_text(encoding="utf-8")))
        assert named <= known, page


def test_the_panels_of_the_dashboard_do_not_overlap() -> None:
    panels = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))["panels"]
    seen: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & seen
        seen |= cells
