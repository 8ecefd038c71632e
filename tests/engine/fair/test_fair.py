"""A deal nobody can have chosen: promises, shares, the key, and records in which one changed card is found."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche import Record
from pioche.engine.fair.shares import Deal, house_promise, key_of, new_secret, share_promise
from pioche.engine.fair.shown import Noted, shown
from pioche.engine.fair.verifying import verify
from pioche.terminal.cli import main
from tests.engine.fair import vectors
from tests.engine.fair.deals import deal_of, flips, match, secret

VECTORS: dict[str, Any] = json.loads(vectors.FILE.read_text(encoding="utf-8"))


def test_the_vectors_are_as_this_pioche_makes_them() -> None:
    assert json.loads(json.dumps(vectors.made())) == VECTORS


def test_the_specification_shows_the_first_vector() -> None:
    page = (vectors.FILE.parent / "fair-spec.md").read_text(encoding="utf-8")
    first = VECTORS["house"][0]
    assert f"secret  {first['secret']}\npromise {first['promise']}" in page


def test_a_promise_fits_one_secret_one_seat_and_one_deal() -> None:
    one = secret("Ada")
    assert share_promise("a/1", 0, one) not in (share_promise("a/1", 1, one), share_promise("a/2", 0, one))
    assert share_promise("a/1", 11, one) != share_promise("a/1", 1, one)
    assert house_promise("a/1", one) != house_promise("a/2", one)
    for wrong in ("", "00", "zz" * 32, "00" * 33, "AA" * 32, "00" * 31 + " 0"):
        with pytest.raises(ValueError, match="hexadecimal"):
            house_promise("a/1", wrong)


def test_every_share_changes_the_key_and_so_does_silence() -> None:
    own, shares = secret("house"), {0: secret(0), 1: secret(1)}
    keys = [
        key_of("a/1", own, shares),
        key_of("a/2", own, shares),
        key_of("a/1", secret("other"), shares),
        key_of("a/1", own, {0: shares[1], 1: shares[0]}),
        key_of("a/1", own, {0: shares[0], 2: shares[1]}),
        key_of("a/1", own, {0: shares[0], 1: None}),
        key_of("a/1", own, {0: shares[0]}),
        key_of("a/1", own, {}),
    ]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("game", pioche.games())
def test_every_honest_record_is_accepted_and_every_changed_card_found(game: str) -> None:
    record = match(game, deal_of(f"{game}/1", 2), 25)
    verdict = verify(record)
    assert verdict.kept
    assert verdict.proof == "nobody_chose"
    changed = flips(record)
    assert len(changed) > 20
    for where, text in random.Random(game).sample(changed, 20):
        assert not verify(Record.loads(text)).kept, where


@pytest.mark.campaign
@pytest.mark.parametrize("game", pioche.games())
def test_every_changed_card_is_found_in_whole_matches(game: str) -> None:
    record = match(game, deal_of(f"{game}/whole", 2), 120)
    assert verify(record).kept
    for where, text in flips(record):
        assert not verify(Record.loads(text)).kept, where


def test_a_played_card_that_is_changed_is_found() -> None:
    record = match("hawthorn", deal_of("played/1", 2), 40, seats=2)
    tried = 0
    for number, line in enumerate(record.moves):
        word, _, card = str(line.get("do", "")).partition(":")
        if card.isdigit():
            line["do"] = f"{word}:{int(card) % 10 + 1}"
            assert not verify(record).kept, number
            line["do"] = f"{word}:{card}"
            tried += 1
    assert tried > 3
    assert verify(record).kept


def test_what_was_drawn_cannot_be_left_out() -> None:
    record = match("pairs", deal_of("left/1", 2), 20, seats=2)
    line = next(line for line in record.moves if "drawn" in line)
    kept = line.pop("drawn")
    assert not verify(record).kept
    line["drawn"] = kept
    assert verify(record).kept
    record.shown = {}
    assert not verify(record).kept


# -- who could cheat, and how it is found -------------------------------------------------------------------


def test_a_house_that_looks_for_cards_it_likes_is_caught() -> None:
    """It sees the shares, then tries secrets until the first card is a ten. The promise was made before."""
    deal = deal_of("greedy/1", 3)

    def first_card(key: int) -> int:
        return Noted(key).pick(None, [0, *range(1, 11)], 55)

    while first_card((other := deal._replace(secret=new_secret())).key) != 10 or other.secret == deal.secret:
        pass
    verdict = verify(match("pairs", other, 5, seats=3))
    assert [finding.what for finding in verdict.findings if finding.kept is False] == ["house"]


def test_a_house_that_changes_a_share_is_caught() -> None:
    deal = deal_of("greedy/2", 3)
    parts = [deal.parts[0]._replace(share=new_secret()), *deal.parts[1:]]
    verdict = verify(match("pairs", deal._replace(parts=parts), 5, seats=3))
    assert [(finding.what, finding.about.get("seat")) for finding in verdict.findings if finding.kept is False] == [
        ("share", 0)
    ]


def test_a_player_who_repeats_the_promise_of_another_cannot_show_a_share_for_it() -> None:
    deal = deal_of("thief/1", 2)
    stolen = deal.parts[1]._replace(promise=deal.parts[0].promise, share=deal.parts[0].share)
    verdict = verify(match("pairs", deal._replace(parts=[deal.parts[0], stolen]), 5, seats=2))
    assert [(finding.what, finding.about.get("seat")) for finding in verdict.findings if finding.kept is False] == [
        ("share", 1)
    ]


def test_a_player_who_falls_silent_steers_nothing_without_the_secret_of_the_house() -> None:
    """A seat sees all other shares and then shows its own or not. Not knowing the secret of the house, it cannot tell
    which of the two deals has the better first card: whatever it decides by, its cards are as good as chance."""
    dice, seen = random.Random(5), Counter[int]()
    rounds = 3000
    for k in range(rounds):
        shares = {seat: f"{dice.getrandbits(256):064x}" for seat in range(3)}
        guess = f"{dice.getrandbits(256):064x}"  # the best it can do: a secret of its own making
        better = _card(key_of("s/1", guess, shares)) > _card(key_of("s/1", guess, {**shares, 2: None}))
        seen[_card(key_of("s/1", f"{dice.getrandbits(256):064x}", shares if better else {**shares, 2: None}))] += 1
        assert k < rounds
    mean = sum(card * count for card, count in seen.items()) / rounds
    assert abs(mean - 7) < 4 * 2.45 / rounds**0.5  # the deck's own mean and spread


def test_a_silent_seat_is_named_and_counted() -> None:
    verdict = verify(match("pairs", deal_of("walk/1", 3, silent=(1, 2)), 5, seats=3))
    assert verdict.kept
    assert (verdict.proof, verdict.silent) == ("not_the_house_alone", [1, 2])
    alone = verify(match("pairs", deal_of("walk/2", 1, silent=(0,)), 5, seats=3))
    assert (alone.kept, alone.proof) == (True, "no_change")


def _card(key: int) -> int:
    return Noted(key).pick(None, [0, *range(1, 11)], 55)


# -- records of other times ---------------------------------------------------------------------------------


def test_records_without_promises_say_so_and_pass() -> None:
    table = pioche.load("pairs", seats=2).table(seed=5)
    table.act(table.actors[0], "hit")
    verdict = verify(table.record())
    assert (verdict.kept, verdict.proof, [finding.what for finding in verdict.findings]) == (
        True,
        "nothing",
        ["laid", "replays"],
    )
    assert [finding.what for finding in verify(shown(table.record())).findings] == ["laid", "cards"]


@pytest.mark.parametrize(
    "fair",
    [{}, {"version": 2}, {"version": 1}, {"version": 1, "deal": "a\nb", "promise": "", "secret": "00" * 32, "shares": []},
     {"version": 1, "deal": "a", "promise": "", "secret": "short", "shares": []},
     {"version": 1, "deal": "a", "promise": "", "secret": "00" * 32, "shares": [{"seat": 1, "promise": "", "share": None}] * 2}],
)  # fmt: skip
def test_promises_that_cannot_be_read_are_not_kept(fair: dict[str, Any]) -> None:
    record = match("pairs", deal_of("bad/1", 1), 5, seats=2)
    record.fair = fair or {"version": "one"}
    assert [finding.what for finding in verify(record).findings if finding.kept is False] == ["unreadable"]


# -- the command -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_command_agrees_with_every_vector(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.jsonl"
    for vector in VECTORS["records"]:
        path.write_text(vector["record"], encoding="utf-8")
        assert main(["verify", str(path), "--lang", lang]) == (0 if vector["kept"] else 1), vector["name"]
        said = capsys.readouterr().out
        assert ("[BROKEN]" in said or "[ROMPU]" in said) != vector["kept"]
        assert len(said.strip().splitlines()) == len(vector["findings"]) + 2


def test_the_command_names_who_promised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = match("pairs", deal_of("names/1", 2, silent=(1,)), 5, seats=2)
    record.names = ["Ada", "Béa"]
    record.save(tmp_path / "x.jsonl")
    assert main(["verify", str(tmp_path / "x.jsonl"), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "Ada locked in a number" in said
    assert "Béa locked in a number and never revealed it" in said
    assert "could have chosen among 2 deals" in said
    assert main(["verify", "--lang", "fr"]) == 2
    assert main(["verify", str(tmp_path / "none.jsonl"), "--lang", "fr"]) == 2


def test_a_deal_is_read_as_it_was_written() -> None:
    deal = deal_of("again/1", 3, silent=(2,))
    assert Deal.read(json.loads(json.dumps(deal.written()))) == deal
