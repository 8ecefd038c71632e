"""Own policies play wherever bots play: as classes, functions, policies on numbers, files of models, and in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pioche
from pioche import BadOption, PiocheError
from pioche.bots import make, offered
from pioche.bots.own_bots import MODELS, PolicyBot, has_learnt, is_own, learnt_games
from pioche.envs.batches.one_table import OneTable
from pioche.envs.batches.policies import chosen, evaluate, policy_from
from pioche.envs.core.information import observation, observation_names
from pioche.envs.core.networks import Network, keep, read
from pioche.envs.core.text_seat import TextBot, answered, question
from pioche.envs.core.turn_based_table import TurnBasedTable, space_of

OWN = """
import numpy as np
from pioche.bots.own_bots import policy

class Last:
    def __init__(self, game, seed): pass
    def choose(self, view, legal, events, memory): return legal[-1]

def first(game, seed): return lambda view, legal, events, memory: legal[0]

@policy
def highest(seen, mask): return mask.shape[1] - 1 - np.asarray(mask)[:, ::-1].argmax(axis=1)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "own_players.py").write_text(OWN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("own_players", None)


def moves(bot: Any, game: pioche.Game, seed: int = 1) -> list[tuple[str, list[str]]]:
    """What a bot does at every seat of a match, with the menus it had."""
    table, found = game.table(seed=seed), []
    while not table.over:
        seat = table.actors[0]
        legal = table.legal(seat)
        word = bot.choose(table.view(seat), legal, [], table.memory(seat))
        found.append((word, legal))
        table.act(seat, word)
    return found


@pytest.mark.usefixtures("own")
def test_classes_functions_and_policies_are_bots_by_name() -> None:
    game = pioche.load("hawthorn", deals=1)
    assert all(word == legal[-1] for word, legal in moves(make("own_players:Last", game), game))
    assert all(word == legal[0] for word, legal in moves(make("own_players:first", game), game))
    space = space_of(game, False)
    for word, legal in moves(make("own_players:highest", game), game):
        assert space.index(word) == max(space.index(one) for one in legal)
    assert all(offered(name, game) for name in ("own_players:Last", "expert", "search:0.1", "python3 bot.py"))
    assert not offered("nobody", game)
    with pytest.raises(PiocheError, match="No bot is found at own_players:Nobody"):
        make("own_players:Nobody", game)


@pytest.mark.usefixtures("own")
def test_own_bots_play_in_simulate_and_compare() -> None:
    """By name, as a class, as a policy, as a file, beside levels."""
    import own_players  # type: ignore[import-not-found]

    game = pioche.load("hawthorn", deals=1)
    players = ["own_players:Last", own_players.Last, own_players.highest, "learnt"]
    result = pioche.simulate(game, 4, bots=players, workers=1)
    assert result.matches == 4
    again = pioche.simulate(game, 4, bots=players, workers=1)
    assert [mean.total for mean in result.scores] == [mean.total for mean in again.scores]
    found = pioche.compare("hawthorn", {"ante": 1, "deals": 1}, {"ante": 2, "deals": 1}, bots="own_players:Last", matches=8)
    assert found is not None


def small_network(game: pioche.Game) -> Network:
    """Plays small cards, and never passes while it can do something else."""
    names, actions = observation_names(game), space_of(game, False).names
    used = [name for name in names if name.startswith(("hand[me]", "pile[+3]"))]
    scores = np.array([-100.0 if word == "pass" else -float(word.partition(":")[2] or 0) for word in actions])
    return Network(game.id, used, actions, [(np.zeros((len(used), len(actions))), scores)], "by hand")


def test_a_network_is_the_same_out_of_its_file(tmp_path: Path) -> None:
    game = pioche.load("hawthorn", deals=1)
    network = small_network(game)
    keep(network, tmp_path / "small.npz")
    again = read(tmp_path / "small.npz")
    assert (again.game, again.entries, again.actions, again.made, again.seats) == (
        "hawthorn", list(network.entries), network.actions, "by hand", 4,
    )  # fmt: skip
    for word, legal in moves(make(str(tmp_path / "small.npz"), game), game):
        assert word != "pass" or legal == ["pass"]


def test_a_network_is_refused_where_it_does_not_fit(tmp_path: Path) -> None:
    network = small_network(pioche.load("hawthorn"))
    with pytest.raises(BadOption, match="plays hawthorn with other options"):
        policy_from(pioche.load("goblin_poker"), network)
    with pytest.raises(BadOption, match="at 4 seats"):
        policy_from(pioche.load("hawthorn", seats=5), network)
    with pytest.raises(BadOption, match="There is no file"):
        policy_from(pioche.load("hawthorn"), tmp_path / "none.npz")


@pytest.mark.filterwarnings("ignore:`torch.jit")  # scripted models are old-fashioned, and still lie about
@pytest.mark.parametrize("name", ["player.pt2", "player.pt"])
def test_models_of_torch_play(tmp_path: Path, name: str) -> None:
    torch = pytest.importorskip(
        "torch", reason="PyTorch is missing: make campaign-envs installs it (pip install 'pioche[learn]')"
    )
    game = pioche.load("hawthorn", deals=1)
    model = torch.nn.Linear(len(observation_names(game)), len(space_of(game, False)))
    seen = np.array([observation(game.table(seed=1), 0)], "f4")
    if name.endswith("2"):
        several = {"input": {0: torch.export.Dim("tables", min=1)}}
        torch.export.save(
            torch.export.export(model, (torch.from_numpy(seen).repeat(2, 1),), dynamic_shapes=several), tmp_path / name
        )
    else:
        torch.jit.script(model).save(str(tmp_path / name))
    with torch.no_grad():
        wanted = model(torch.from_numpy(seen)).numpy()
    assert np.allclose(policy_from(game, tmp_path / name)(seen, None), wanted)
    assert moves(make(str(tmp_path / name), game), game)


def written(number: int, value: int | bytes | str) -> bytes:
    """A field of a protocol buffer, the form of ONNX files."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    data, head = value.encode() if isinstance(value, str) else value, bytes([number << 3 | 2])
    length = len(data)
    while length > 0x7F:
        head, length = head + bytes([length & 0x7F | 0x80]), length >> 7
    return head + bytes([length]) + data


def matrix_model(matrix: np.ndarray[Any, Any]) -> bytes:
    """An ONNX model: what is seen times a matrix."""

    def described(name: str) -> bytes:
        return written(1, name) + written(2, written(1, written(1, 1) + written(2, written(1, written(2, "n")) * 2)))

    sizes = b"".join(bytes([1 << 3, size & 0x7F | 0x80, size >> 7]) for size in matrix.shape)
    weights = sizes + written(2, 1) + written(8, "W") + written(9, matrix.astype("<f4").tobytes())
    node = written(1, "seen") + written(1, "W") + written(2, "scores") + written(4, "MatMul")
    graph = (
        written(1, node)
        + written(2, "g")
        + written(5, weights)
        + written(11, described("seen"))
        + written(12, described("scores"))
    )
    return written(1, 8) + written(7, graph) + written(8, written(2, 13))


def test_models_of_onnx_play(tmp_path: Path) -> None:
    pytest.importorskip(
        "onnxruntime", reason="ONNX Runtime is missing: make campaign-envs installs it (pip install 'pioche[learn]')"
    )
    game = pioche.load("hawthorn", deals=1)
    shape = len(observation_names(game)), len(space_of(game, False))
    matrix = np.random.default_rng(1).normal(size=shape).astype("f4")
    (tmp_path / "player.onnx").write_bytes(matrix_model(matrix))
    seen = np.array([observation(game.table(seed=1), 0)], "f4")
    assert np.allclose(policy_from(game, tmp_path / "player.onnx")(seen, None), seen @ matrix, atol=1e-4)
    assert moves(make(str(tmp_path / "player.onnx"), game), game)


def test_a_choice_by_lot_keeps_to_the_menu() -> None:
    dice, mask = np.random.default_rng(1), np.array([[True, False, True, False]])
    scores = np.log(np.array([[1.0, 50.0, 3.0, 50.0]]))
    found = [int(chosen(scores, mask, dice)[0]) for _ in range(2000)]
    assert set(found) == {0, 2}
    assert found.count(2) / len(found) == pytest.approx(0.75, abs=0.05)
    assert chosen(scores, mask, None) == [2]


def test_a_policy_is_measured_against_levels() -> None:
    game = pioche.load("hawthorn", deals=1)
    nobody = evaluate(game, lambda seen, mask: mask.argmax(axis=1), "random", 2000, tables=256)
    careful = evaluate(game, small_network(game), "random", 2000, tables=256)
    assert nobody.matches >= 2000
    assert careful.interval[0] < careful.gain < careful.interval[1]
    assert nobody.error > 0


def test_a_policy_bot_sees_what_a_batch_sees() -> None:
    """The numbers it is given at a table are those of the batch."""
    game, seen = pioche.load("hawthorn", deals=1), []

    def watch(now: Any, mask: Any) -> Any:
        seen.append(now[0].tolist())
        return mask.argmax(axis=1)

    table = game.table(seed=3)
    bot = PolicyBot(game, watch, 1)
    for _ in range(8):
        seat = table.actors[0]
        there = observation(table, seat)
        word = bot.choose(table.view(seat), table.legal(seat), [], table.memory(seat))
        if len(table.legal(seat)) > 1:
            assert seen[-1] == there
        table.act(seat, word)


# -- who was learnt ---------------------------------------------------------------------------------------


def test_the_learnt_player_plays_legal_moves_and_is_offered() -> None:
    assert "hawthorn" in learnt_games()
    game = pioche.load("hawthorn", deals=1)
    assert has_learnt(game)
    assert not has_learnt(pioche.load("hawthorn", seats=3))
    assert offered("learnt", game)
    assert not offered("learnt", pioche.load("pairs"))
    assert len(moves(make("learnt", game, 5), game)) > 8
    assert moves(make("learnt", pioche.load("hawthorn", seats=3, deals=1), 5), pioche.load("hawthorn", seats=3, deals=1))
    with pytest.raises(BadOption, match="Nobody has learnt Pairs yet"):
        make("learnt", pioche.load("pairs"))


def test_the_learnt_player_is_a_small_file_that_says_how_it_was_made() -> None:
    file = MODELS / "hawthorn.npz"
    assert file.stat().st_size < 100_000
    assert "learn_hawthorn.py" in read(file).made


@pytest.mark.campaign  # experts inside a batch take twenty seconds to compile
def test_the_learnt_player_beats_the_expert() -> None:
    """With 95 % confidence."""
    file = MODELS / "hawthorn.npz"
    trial = evaluate(pioche.load("hawthorn", deals=1), file, "expert", 40_000)
    assert trial.interval[0] > 0


# -- one table, and words ----------------------------------------------------------------------------------


def test_one_table_plays_what_a_batch_plays() -> None:
    game = pioche.load("hawthorn", deals=2)
    one, batch = OneTable(game, 4), pioche.batch(game, 1, 4)
    for _ in range(300):
        assert one.legal() == np.flatnonzero(batch.mask[0]).tolist()
        action = one.legal()[-1]
        over = one.step(action)
        batch.step([action])
        assert over == batch.over[0]
        assert one.actor == batch.actor[0]
        assert np.array_equal(one.observation, batch.observation[0])
        assert np.array_equal(one.rewards, batch.rewards[0])
    before = one.observation.tobytes()
    with pytest.raises(BadOption, match="is not on the menu"):
        one.step(next(a for a in range(len(one.mask)) if a not in one.legal()))
    assert one.observation.tobytes() == before


def test_one_table_works_where_numba_is_left_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an address to call, the kernel is called as everybody calls it."""
    one = OneTable(pioche.load("hawthorn", deals=2), 4)
    other = OneTable(pioche.load("hawthorn", deals=2), 4)
    monkeypatch.setattr(other, "_call", None)
    for _ in range(50):
        one.step(one.legal()[0])
        other.step(other.legal()[0])
        assert np.array_equal(one.observation, other.observation)


def test_a_seat_is_asked_in_both_languages() -> None:
    game = pioche.load("hawthorn")
    table = game.table(seed=1)
    english, french = (question(game, table.view(0), table.legal(0), table.events(0), lang) for lang in ("en", "fr"))
    assert all(f"[{word}]" in english and f"[{word}]" in french for word in table.legal(0))
    assert "You are in seat 1 of 4." in english
    assert "Vous êtes à la place 1 sur 4." in french
    assert english != french


def test_words_for_a_seat_do_not_depend_on_what_it_cannot_see() -> None:
    game = pioche.load("hawthorn", seats=2)
    one, other = game.table(seed=1, cards="1 5 2 6 3 7 4 8 5 9"), game.table(seed=2, cards="1 8 2 8 3 8 4 9 5 10")
    said = [question(game, table.view(0), table.legal(0), table.events(0)) for table in (one, other)]
    assert said[0] == said[1]


def test_an_answer_names_an_action_or_none() -> None:
    legal = ["hit", "pass", "play:7"]
    assert answered("Perhaps [hit], no: [pass].", legal) == "pass"
    assert answered("I like it.\nplay:7", legal) == "play:7"
    assert answered("[fold]", legal) is None
    assert answered("", legal) is None


def test_a_model_that_never_answers_does_not_stop_a_table() -> None:
    game, asked = pioche.load("hawthorn", deals=1), []

    def silent(text: str) -> str:
        asked.append(text)
        return ""

    bot = TextBot(game, silent, 1)
    assert moves(bot, game)
    assert bot.illegal_choices * 3 == len(asked)


def test_names_of_own_bots() -> None:
    assert is_own("my_bots:Careful")
    assert is_own("models/player.onnx")
    assert not is_own("expert")
    assert not is_own("search:soon")
    assert not is_own("python3 my_bot.py")


def test_a_plain_match_that_asks_can_be_copied_at_any_moment() -> None:
    match = TurnBasedTable(pioche.load("pig", seats=3), seed=2)
    for _ in range(30):
        match.do(match.menu(match.actor)[:2][-1])
    other, before = match.clone(), match.observation(0).tolist()
    for _ in range(30):
        other.do(other.menu(other.actor)[:2][-1])
    assert match.observation(0).tolist() == before
    again = match.clone()
    for _ in range(30):
        again.do(again.menu(again.actor)[:2][-1])
    assert again.observation(0).tolist() == other.observation(0).tolist()
