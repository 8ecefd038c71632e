"""Kernels on the shelf are what was compiled, whole and for exactly these arguments."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pioche
from pioche import shelf
from pioche.lab.batch import Batch

PLAY = """
import json, sys, pioche
from pioche.lab.batch import Batch
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
    slowly, _ = in_another_process(tmp_path / "slowly", "import pioche.twin; pioche.twin.hurry = lambda: False")

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

    assert shelf._from_shelf(file) == 0


def test_other_arguments_are_other_machine_code(tmp_path: Path) -> None:
    import numba

    def sum_up(numbers, result):  # type: ignore[no-untyped-def]
        for i in range(len(numbers)):
            result[0] += numbers[i]
        return len(numbers)

    bare = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    kernel, result = shelf.Kernel("sum_up", tmp_path, lambda: numba.njit(**bare)(sum_up)), np.zeros(1)
    numbers = np.arange(10, dtype="i8")

    for argument in (numbers, numbers.astype("f4"), numbers[::-2], numbers):
        result[0] = 0
        assert kernel(argument, result) == len(argument)
        assert result[0] == argument.sum()
    assert len(list(tmp_path.iterdir())) == 3


def test_numbers_may_be_of_any_whole_kind() -> None:
    batch = Batch(pioche.load("hawthorn"))

    assert batch.play(np.int32(5), 3) == batch.play(5, 3)  # type: ignore[arg-type]
