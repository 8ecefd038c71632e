"""Pictures of what the lab found."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from pioche import text
from pioche.lab import arena
from pioche.lab.arena_words import name_of
from pioche.lab.ladder_picture import picture
from pioche.terminal.cli import main
from tests.lab.test_arena import made_up


@pytest.mark.parametrize("lang", text.LANGUAGES)
def test_the_picture_is_well_formed_and_stays_in_its_frame(lang: str) -> None:
    found = made_up()
    drawn = ElementTree.fromstring(picture(found, lang))
    width, height = float(drawn.attrib["width"]), float(drawn.attrib["height"])
    uses = {g.attrib["id"]: u for g in drawn.iter() for u in g.iter() if u.tag.endswith("use") and "id" in g.attrib}
    pearls = [uses[f"pearl-{row}-{level}"] for row, one in enumerate(found) for level in one.levels]

    assert len(pearls) == 2 * 4
    assert all(0 < float(c.attrib["x"]) < width and 0 < float(c.attrib["y"]) < height for c in pearls)
    xs = [float(c.attrib["x"]) for c in pearls[:4]]
    assert xs == sorted(xs)
    words = {node.text for node in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {name_of(level, lang) for level in found[0].levels} <= words  # the legend
    assert picture(found, lang) == picture(found, lang)  # the same figures, the same file
    assert all(one.game.title(lang) in (drawn.findtext("{http://www.w3.org/2000/svg}desc") or "") for one in found)


def test_without_the_plotting_library_nothing_is_played_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pioche.lab import plots

    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    monkeypatch.setattr(arena, "ladder", lambda *_: pytest.fail("a match was played"))
    for lang, word in (("en", "Pictures need"), ("fr", "demandent le paquet")):
        assert main(["arena", "five_cards", "--bots", "novice,expert", "--out", str(tmp_path / "x"), "--lang", lang]) == 2
        assert word in capsys.readouterr().err
