"""The benchmark may be slow or fast, but it must be right: nothing here looks at a clock."""

from __future__ import annotations

import json
import math
import random
import statistics
from itertools import cycle, islice
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench import __main__ as command
from bench import c, ours, peers, report
from bench.race import Absent, Entrant, Figure, best, prepare, race, short

LOSING_SCORE = {2: 31, 4: 16}


class TinyPairs:
    """Base-game Pairs with a real deck in a real order: nothing in common with the C program's counts."""

    def __init__(self, seats: int, dice: random.Random) -> None:
        self.seats, self.dice = seats, dice
        self.deck = [rank for rank in range(1, 11) for _ in range(rank)]
        self.discard: list[int] = []
        self.scores = [0] * seats
        self.decisions = 0
        dice.shuffle(self.deck)
        self.burn()

    def burn(self) -> None:
        for _ in range(min(5, len(self.deck) - 1)):
            self.discard.append(self.deck.pop())

    def draw(self) -> int:
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.dice.shuffle(self.deck)
            self.burn()
        return self.deck.pop()

    def tie_card(self, pile: list[int]) -> int:
        if not set(self.deck + self.discard) - set(pile):
            return 11
        while (card := self.draw()) in pile:
            self.discard.append(card)
        pile.append(card)
        return card

    def starter(self, piles: list[list[int]]) -> int:
        cards = {seat: pile[0] for seat, pile in enumerate(piles)}
        while True:
            low = min(cards.values())
            tied = [seat for seat, card in cards.items() if card == low]
            if len(tied) == 1 or low == 11:
                return tied[0]
            cards = {seat: self.tie_card(piles[seat]) for seat in tied}

    def play_round(self) -> int:
        piles = [[self.draw()] for _ in range(self.seats)]
        for seat in islice(cycle(range(self.seats)), self.starter(piles), None):
            self.decisions += 1
            if self.dice.random() < 0.5 and (self.deck or self.discard):
                card = self.draw()
                piles[seat].append(card)
                if piles[seat].count(card) == 1:
                    continue
                cost = card
            else:
                cost = min(map(min, piles))
            self.scores[seat] += cost
            shown = [card for pile in piles for card in pile]
            shown.remove(cost)
            self.discard += shown
            return seat
        raise AssertionError

    def play(self) -> tuple[int, int]:
        """The loser of one game, and the decisions it took."""
        while True:
            seat = self.play_round()
            if self.scores[seat] >= LOSING_SCORE[self.seats]:
                return seat, self.decisions


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> c.Program:
    """The C program with its assertions, which count the cards after every round."""
    if c.compiler() is None:
        pytest.skip("no C compiler on this machine")
    return c.build(tmp_path_factory.mktemp("c"), c.CHECKED)


@pytest.mark.parametrize("seats", [2, 4])
def test_c_agrees_with_an_independent_pairs(program: c.Program, seats: int) -> None:
    """Both sides are seeded, so this passes always or never."""
    tally = program.play(seats, 200_000, seed=5)
    dice = random.Random(seats)
    games = [TinyPairs(seats, dice).play() for _ in range(4_000)]
    lengths = [decisions for _, decisions in games]

    error = math.hypot(tally.deviation / tally.games**0.5, statistics.stdev(lengths) / len(lengths) ** 0.5)
    assert abs(tally.mean - statistics.fmean(lengths)) < 4 * error
    for seat, losses in enumerate(tally.losses):
        share, tiny = losses / tally.games, sum(loser == seat for loser, _ in games) / len(games)
        error = math.sqrt(share * (1 - share) * (1 / tally.games + 1 / len(games)))
        assert abs(share - tiny) < 4 * error


@pytest.mark.parametrize("seats", range(2, 9))
def test_c_tally_adds_up(program: c.Program, seats: int) -> None:
    tally = program.play(seats, 20_000, seed=1)

    assert (seats, 20_000) == (tally.seats, tally.games)
    assert tally.games == sum(tally.losses)
    assert len(tally.losses) == seats
    assert tally.mean == pytest.approx(tally.decisions / tally.games)


def test_c_depends_on_its_seed_alone(program: c.Program) -> None:
    first, again, other = (program.play(3, 5_000, seed).decisions for seed in (1, 1, 2))

    assert first == again
    assert first != other


FIXED = [
    Figure(ours.COMPILED, "pairs", 20_000_000, 1.0),
    Figure(ours.COMPILED, "hawthorn", 10_000_000, 1.0),
    Figure(ours.COMPILED, "agnes", 3_000_000, 1.0),
    Figure(ours.PLAIN, "pairs", 120_000, 1.0),
    Figure(ours.PLAIN, "hawthorn", 60_000, 1.0),
    Figure(ours.PLAIN, "agnes", 30_000, 1.0),
    Figure(c.GROUP, "pairs", 50_000_000, 2.0),
    Figure(peers.SPIEL_CPP, "goofspiel", 1_000_000, 1.0),
    Figure(peers.SPIEL_CPP, "hearts", 4_000_000, 2.0),
    Figure(peers.SPIEL_CPP, "leduc_poker", 9_000_000, 1.0),
    Figure(peers.SPIEL_PYTHON, "hearts", 200_000, 1.0),
    Figure(peers.RLCARD, "uno", 60_000, 1.0),
    Figure(peers.PETTINGZOO, "rps_v2", 40_000, 1.0),
]
WHERE = report.Setting("a machine", "2000-01-01", {"Python": "3"}, "python -m bench", 2.0, 3)


def test_ratios_and_verdicts() -> None:
    found = {goal.what: (goal.ratio, goal.verdict) for goal in report.goals(FIXED)}

    assert found == {
        "pairs, compiled / median of OpenSpiel's C++ rollouts": (10.0, "met, and the aim too"),
        "hawthorn, compiled / median of OpenSpiel's C++ rollouts": (5.0, "met, the aim is still ahead"),
        "agnes, compiled / median of OpenSpiel's C++ rollouts": (1.5, "missed"),
        "pairs, compiled / pairs in C": (0.8, "met, and the aim too"),
        "pairs, plain / fastest environment of RLCard and PettingZoo": (2.0, "met"),
        "hawthorn, plain / fastest environment of RLCard and PettingZoo": (1.0, "met"),
        "agnes, plain / fastest environment of RLCard and PettingZoo": (0.5, "missed"),
    }


def test_without_peers_nothing_is_claimed() -> None:
    alone = [figure for figure in FIXED if figure.group in (ours.COMPILED, ours.PLAIN)]

    assert {"not measured"} == {goal.verdict for goal in report.goals(alone)}
    assert "not measured" in report.markdown(alone, ["SKIPPED everything"], WHERE)


def test_pages(tmp_path: Path) -> None:
    written = report.write(tmp_path / "new", FIXED, ["SKIPPED something: <why> & how"], WHERE)
    page, data, drawing = (path.read_text(encoding="utf-8") for path in written)

    assert [path.name for path in written] == ["speed.md", "speed.json", "speed.svg"]
    assert "| pairs, compiled / pairs in C | 0.8x | 0.4x | 0.8x | met, and the aim too |" in page
    assert "| C, no library | pairs | 25 M | 40 | 12.5x |" in page
    assert "- SKIPPED something: <why> & how\n" in page
    assert "- a machine\n- 2000-01-01\n- Python 3\n- `python -m bench`\n" in page
    assert json.loads(data)["openspiel_median"] == 2_000_000
    assert len(FIXED) == len(json.loads(data)["figures"])
    texts = [node.text for node in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")]
    assert {"OpenSpiel C++ median 2 M", "25 M", "goofspiel"} <= set(texts)


@pytest.mark.parametrize(
    ("peer", "module", "pip"),
    [
        ("OpenSpiel", "pyspiel", "pip install open_spiel"),
        ("RLCard", "rlcard", "pip install rlcard"),
        ("PettingZoo", "pettingzoo.classic.rps_v2", "pip install 'pettingzoo[classic]'"),
    ],
)
def test_a_missing_peer_is_skipped_loudly_and_once(
    monkeypatch: pytest.MonkeyPatch, peer: str, module: str, pip: str
) -> None:
    def nowhere(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(peers, "import_module", nowhere)
    lines: list[str] = []
    missing = peers.entrants([peer.lower()])

    assert prepare(missing, lines.append) == []
    assert lines == [f"SKIPPED {peer}: not installed here. To measure it too: {pip}"]
    assert len(missing) > 1


def test_the_command_prints_the_skip_line_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def nowhere(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(peers, "import_module", nowhere)
    monkeypatch.setattr(ours, "entrants", list)
    monkeypatch.setattr(command, "stay_on_one_core", lambda: None)

    assert command.main(["--peers=pettingzoo", f"--out={tmp_path}"]) == 0
    line = "SKIPPED PettingZoo: not installed here. To measure it too: pip install 'pettingzoo[classic]'\n"
    assert line in capsys.readouterr().out
    assert line in (tmp_path / "speed.md").read_text(encoding="utf-8")


def test_no_compiler_is_skipped_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c, "compiler", lambda: None)
    lines: list[str] = []

    assert prepare(c.entrants(), lines.append) == []
    assert len(lines) == 1
    assert lines[0].startswith("SKIPPED C: not installed here.")


def test_the_best_lap_counts() -> None:
    answers = iter([(0, 1.0), (10, 1.0), (30, 1.0), (20, 1.0)])
    entrant = Entrant("group", "game", lambda: lambda seconds: next(answers))
    ready = prepare([entrant], pytest.fail)

    assert best(race(ready, 1.0, laps=3)) == [Figure("group", "game", 30, 1.0)]


def test_a_broken_peer_is_not_taken_for_a_missing_one() -> None:
    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        prepare([Entrant("group", "game", broken)], pytest.fail)  # type: ignore[arg-type]
    assert "pip install x" in str(Absent("X", "pip install x"))


@pytest.mark.parametrize(
    ("rate", "words"), [(7.5, "7.5"), (999.9, "1 k"), (12_345, "12.3 k"), (999_600, "1 M"), (34_000_000, "34 M")]
)
def test_rates_in_short(rate: float, words: str) -> None:
    assert words == short(rate)


@pytest.mark.parametrize("bad", ["--seconds=0", "--seconds=soon", "--peers=chess", "--laps=0"])
def test_bad_arguments_end_with_a_sentence(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command.main([bad])

    assert left.value.code == 2
    assert bad.partition("=")[0] in capsys.readouterr().err.splitlines()[-1]
