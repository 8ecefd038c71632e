"""Kernels on disk are what was compiled, whole, for exactly these arguments, and tried before they are trusted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.engine.compiled import compiler, kernel_cache, late_linking
from pioche.lab.random_matches import Batch
from tests.numba_without_internals import INTERNALS

PLAY = """
import json, sys, pioche
from pioche.lab.random_matches import Batch
batch = Batch(pioche.load("hawthorn"))
batch.play(1, 50)
kernel = batch.engine.random_matches
print(json.dumps([batch.scores.tolist(), "numba" in sys.modules, str(kernel.trouble)]))
"""
ADD = """
import json, numpy, tempfile
from pathlib import Path
from pioche.engine.compiled.kernel_cache import Kernel
from tests.engine.test_shelf import Adding
kernel, numbers = Kernel("add", Path(tempfile.mkdtemp(dir=PLACE)), Adding()), numpy.arange(5)
print(json.dumps([kernel(numbers, 3), numbers.tolist(), str(kernel.trouble)]))
"""


def in_another_process(cache: Path, script: str = PLAY) -> Any:
    told = os.environ | {"PIOCHE_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", script], env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def add(numbers, more):
    for i in range(len(numbers)):
        numbers[i] += more
    return len(numbers)


class Adding:
    """A kernel that adds a number to all the others, and is tried by adding another."""

    def bare(self, kinds: Sequence[Any]) -> Any:
        import numba

        for_rules, for_kernels = late_linking.compilers(True)
        rule = late_linking.for_all_numbers(numba.njit(**compiler.BARE, pipeline_class=for_rules)(add))

        def kernel(trial, numbers, more):
            return rule(numbers, trial if trial else more)

        return numba.njit(**compiler.BARE, pipeline_class=for_kernels)(kernel)

    def public(self) -> Any:
        import numba

        return numba.njit(**compiler.PUBLIC)(add)

    def trial(self, kinds: Sequence[Any]) -> tuple[tuple[Any, ...], Callable[[int], bool]]:
        numbers = compiler._numbers(kinds[0], 2)
        wanted = (numbers + 5).tolist()
        return (5, numbers, 0), lambda answer: answer == len(wanted) and numbers.tolist() == wanted


def kernels(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.kernel"))


# -- loaded as it was made ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def once_played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A cache in which a game was compiled, and what was played."""
    cache = tmp_path_factory.mktemp("cache")
    scores, with_numba, trouble = in_another_process(cache)
    assert with_numba
    assert trouble == "None", "it was left to Numba"
    return cache, scores


def test_the_second_time_the_same_is_played_without_numba(once_played: tuple[Path, Any]) -> None:
    cache, compiled = once_played
    loaded, with_numba, _ = in_another_process(cache)

    assert loaded == compiled
    assert not with_numba


def test_a_damaged_kernel_is_compiled_again(once_played: tuple[Path, Any], tmp_path: Path) -> None:
    shutil.copytree(once_played[0], tmp_path, dirs_exist_ok=True)
    (kernel,) = kernels(tmp_path)
    whole = kernel.read_bytes()
    kernel.write_bytes(whole[:-100])

    again, with_numba, _ = in_another_process(tmp_path)

    assert again == once_played[1]
    assert with_numba
    assert len(kernel.read_bytes()) == len(whole)


@pytest.mark.parametrize("harm", ["", "\n", "one\ntwo\nthree"])
def test_what_is_no_kernel_is_not_called(tmp_path: Path, harm: str) -> None:
    file = tmp_path / "some.kernel"
    file.write_text(harm, encoding="utf-8")

    assert kernel_cache.read(file) is None


def test_a_kernel_that_plays_otherwise_is_not_trusted(tmp_path: Path) -> None:
    """Whole, for the same arguments, made by the same Numba, and yet the rules of another game."""
    folder, another = tmp_path / "one", tmp_path / "another"
    for place in (folder, another):
        place.mkdir()
    kernel_cache.Kernel("add", folder, Adding())(np.arange(5), 3)
    kernel_cache.Kernel("add", another, Subtracting())(np.arange(5), 3)
    (right,), (wrong,) = kernels(folder), kernels(another)
    whole = right.read_bytes()
    right.write_bytes(wrong.read_bytes())

    numbers = np.arange(5)
    assert kernel_cache.Kernel("add", folder, Adding())(numbers, 3) == 5

    assert numbers.tolist() == [3, 4, 5, 6, 7]
    assert len(right.read_bytes()) == len(whole)
    assert kernel_cache.read(right) != kernel_cache.read(wrong)


class Subtracting(Adding):
    def bare(self, kinds: Sequence[Any]) -> Any:
        import numba

        def kernel(trial, numbers, more):
            for i in range(len(numbers)):
                numbers[i] -= trial if trial else more
            return len(numbers)

        return numba.njit(**compiler.BARE, pipeline_class=late_linking.compilers(True)[1])(kernel)

    def trial(self, kinds: Sequence[Any]) -> tuple[tuple[Any, ...], Callable[[int], bool]]:
        return super().trial(kinds)[0], lambda answer: True


def test_a_trial_is_quick_and_looks_at_the_position() -> None:
    batch = Batch(pioche.load("agnes"))
    kinds = [(one.dtype, one.ndim, True) if hasattr(one, "ctypes") else int for one in (batch.rows, 1, batch.menu)]
    recipe = compiler.Source(batch.game.rules, False, ()).recipe("random_matches")
    arguments, is_well = recipe.trial(kinds)
    rows = arguments[1]

    assert not is_well(compiler._seen(arguments)), "nobody has opened the match yet"
    table = [batch.game.blank(), batch.game.blank()]
    batch.game.plain.open_match(table, 1, arguments[0])
    batch.game.rules.shape.write_row(table[1], rows[1])
    assert is_well(compiler._seen(arguments))
    assert not is_well(compiler._seen(arguments) + 1)
    rows[1]["turn"] += 1
    assert not is_well(compiler._seen(arguments))


def test_what_takes_other_words_is_left_to_numba(tmp_path: Path) -> None:
    """Numba passes arrays with one word more, as another release might: that is seen before anything is called."""
    another_abi = """
import numba
from numba.core import types
from numba.core.datamodel import models, registry
class Wider(models.ArrayModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind)
        members = [(name, self._members[place]) for place, name in enumerate(self._fields)]
        models.StructModel.__init__(self, manager, kind, [*members, ("more", types.intp)])
registry.register_default(types.Array)(Wider)
"""
    answer, numbers, trouble = in_another_process(tmp_path, f"PLACE = {str(tmp_path)!r}{another_abi}{ADD}")

    assert (answer, numbers) == (5, [3, 4, 5, 6, 7])
    assert "add takes" in trouble
    assert kernels(tmp_path) == []


# -- for exactly these arguments ---------------------------------------------------------------------


def test_other_arguments_are_other_machine_code(tmp_path: Path) -> None:
    kernel, numbers = kernel_cache.Kernel("add", tmp_path, Adding()), np.arange(10, dtype="i8")

    for argument in (numbers, numbers.astype("f4"), numbers.copy()[::-2], numbers):
        before = argument.copy()
        assert kernel(argument, 4) == len(argument)
        assert (argument == before + 4).all()
    assert kernel.trouble is None
    assert len(kernels(tmp_path)) == 3


def test_threads_may_call_it_at_once_and_differently(tmp_path: Path) -> None:
    kernel = kernel_cache.Kernel("add", tmp_path, Adding())

    def work(kind: str) -> list[int]:
        numbers = np.zeros(7, kind)
        for _ in range(500):
            kernel(numbers, 3)
        return [int(number) for number in numbers]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, ["i8", "i4", "i2", "i8"])) == [[1500] * 7] * 4
    assert len(kernels(tmp_path)) == 3


def test_numbers_may_be_of_any_whole_kind() -> None:
    batch = Batch(pioche.load("hawthorn"))

    assert batch.play(np.int32(5), 3) == batch.play(5, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        batch.play(5.5, 3)  # type: ignore[arg-type]


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home that cannot be written to is no hindrance, and nothing is left behind anywhere."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    left = tmp_path / "left"
    left.mkdir()
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(left))
    assert compiler.cache_folder(compiler.Source(pioche.load("pairs").rules, False, ())) is None
    kernel, numbers = kernel_cache.Kernel("add", None, Adding()), np.arange(5)

    assert kernel(numbers, 3) == 5
    assert numbers.tolist() == [3, 4, 5, 6, 7]
    assert kernel.trouble is None
    assert list(left.iterdir()) == []


# -- without Numba's inside --------------------------------------------------------------------------


@pytest.mark.parametrize("name", INTERNALS)
def test_any_name_that_is_missing_leaves_the_kernel_to_numba(name: str, tmp_path: Path) -> None:
    hidden = f"from tests.numba_without_internals import hide\nhide({name!r})"
    answer, numbers, trouble = in_another_process(tmp_path, f"PLACE = {str(tmp_path)!r}\n{hidden}{ADD}")

    assert (answer, numbers) == (5, [3, 4, 5, 6, 7])
    assert name in trouble
    assert kernels(tmp_path) == []


LOOK = """
import sys, types
import numba
numba.njit(lambda x: x + 1)(1)
def looks():
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("numba.core") and module]
    kinds = {v for module in modules for v in vars(module).values() if isinstance(v, type)}
    return {(k.__module__, k.__qualname__, name): v for k in kinds if k.__module__.startswith("numba")
            for name, v in vars(k).items() if isinstance(v, types.FunctionType | property)}
before = looks()
exec(ADDING)
after = looks()
changed = [key for key in before if before[key] is not after.get(key)]
assert len(before) > 1000
assert not changed, changed
"""


@pytest.mark.parametrize("hidden", ["", "from tests.numba_without_internals import hide; hide()"], ids=["quick", "public"])
def test_numba_is_left_as_it_is(hidden: str, tmp_path: Path) -> None:
    """Nothing of Numba is replaced, neither by compiling a kernel nor by failing to."""
    in_another_process(tmp_path, f"PLACE, ADDING = {str(tmp_path)!r}, {ADD!r}\n{hidden}\n{LOOK}")


def test_games_play_alike_without_the_inside_of_numba(tmp_path: Path) -> None:
    """The tests of both engines again, for two small games; `make campaign-numba` runs them all."""
    told = os.environ | {"PIOCHE_CACHE": str(tmp_path), "PIOCHE_TEST_GAMES": "hawthorn,blackstone"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.numba_without_internals", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, "tests/battery/test_engines.py"], env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert kernels(tmp_path) == [], "something was reached after all"
