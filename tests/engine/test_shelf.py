"""Kernels on the shelf are what was compiled, whole and for exactly these arguments."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.engine.compiled import kernel_cache
from pioche.lab.random_matches import Batch

PLAY = """
import json, sys, pioche
from pioche.lab.random_matches import Batch
batch = Batch(pioche.load("hawthorn"))
batch.play(1, 50)
print(json.dumps([batch.scores.tolist(), "numba" in sys.modules]))
"""


def in_another_process(cache: Path, before: str = "") -> Any:
    environment = os.environ | {"PIOCHE_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", before + PLAY], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_second_time_the_same_is_played_without_numba(tmp_path: Path) -> None:
    compiled, with_numba = in_another_process(tmp_path)
    loaded, still_with_numba = in_another_process(tmp_path)

    assert loaded == compiled
    assert with_numba
    assert not still_with_numba


def test_a_numba_that_learns_no_haste_compiles_the_same(tmp_path: Path) -> None:
    slowly, _ = in_another_process(tmp_path / "slowly", "import pioche.engine.compiled.engines; pioche.engine.compiled.engines.hurry = lambda: False")

    assert slowly == in_another_process(tmp_path)[0]


def test_a_damaged_kernel_is_compiled_again(tmp_path: Path) -> None:
    scores, _ = in_another_process(tmp_path)
    (kernel,) = tmp_path.rglob("random_matches-*.kernel")
    whole = kernel.read_bytes()
    kernel.write_bytes(whole[:-100])

    again, with_numba = in_another_process(tmp_path)

    assert again == scores
    assert with_numba
    assert len(kernel.read_bytes()) == len(whole)


@pytest.mark.parametrize("harm", ["", "\n", "one\ntwo\nthree"])
def test_what_is_no_kernel_is_not_called(tmp_path: Path, harm: str) -> None:
    file = tmp_path / "some.kernel"
    file.write_text(harm, encoding="utf-8")

    assert kernel_cache._from_shelf(file) == 0


def test_other_arguments_are_other_machine_code(tmp_path: Path) -> None:
    import numba

    def sum_up(numbers, result):  # type: ignore[no-untyped-def]
        for i in range(len(numbers)):
            result[0] += numbers[i]
        return len(numbers)

    bare = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    kernel, result = kernel_cache.Kernel("sum_up", tmp_path, lambda: numba.njit(**bare)(sum_up)), np.zeros(1)
    numbers = np.arange(10, dtype="i8")

    for argument in (numbers, numbers.astype("f4"), numbers[::-2], numbers):
        result[0] = 0
        assert kernel(argument, result) == len(argument)
        assert result[0] == argument.sum()
    assert len(list(tmp_path.iterdir())) == 3


def test_threads_may_call_it_at_once_and_differently(tmp_path: Path) -> None:
    import numba

    def add(numbers, more):  # type: ignore[no-untyped-def]
        for i in range(len(numbers)):
            numbers[i] += more
        return numbers[0]

    bare = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    kernel = kernel_cache.Kernel("add", tmp_path, lambda: numba.njit(**bare)(add))

    def work(kind: str) -> list[int]:
        numbers = np.zeros(7, kind)
        for _ in range(500):
            kernel(numbers, 3)
        return [int(number) for number in numbers]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, ["i8", "i4", "i2", "i8"])) == [[1500] * 7] * 4
    assert len(list(tmp_path.iterdir())) == 3


def test_numbers_may_be_of_any_whole_kind() -> None:
    batch = Batch(pioche.load("hawthorn"))

    assert batch.play(np.int32(5), 3) == batch.play(5, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        batch.play(5.5, 3)  # type: ignore[arg-type]
