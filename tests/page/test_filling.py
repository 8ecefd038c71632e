"""Sentences are filled in by pioche.text in Python and by web/src/words/fill.ts in the page: one set of rules, told in
pioche.text.grammar and held here. Each row of filling.json is a template, its values, the language and the sentence."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pioche import text

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "web"
ROWS: list[tuple[str, dict[str, Any], str, str]] = [
    tuple(row) for row in json.loads((HERE / "filling.json").read_text("utf-8"))
]


@pytest.mark.parametrize(("template", "values", "lang", "said"), ROWS)
def test_python_fills_in(template: str, values: dict[str, Any], lang: str, said: str) -> None:
    assert text.fill(template, values, lang) == said


def test_the_page_fills_in() -> None:
    if not shutil.which("node") or not (WEB / "node_modules").is_dir():
        pytest.skip("THE PAGE IS NOT TESTED. It needs Node and its tools: make page")
    done = subprocess.run(["node", "tests/filling.mjs"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(len(ROWS)), "sentences"]
