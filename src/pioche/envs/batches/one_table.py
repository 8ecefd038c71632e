"""One compiled table, stepped from Python as quickly as Python can call machine code.

Everything a step needs lies where it lay before, so the words of the call are made once.
"""

from __future__ import annotations

import ctypes
from typing import Any

from pioche.engine.compiled.kernel_cache import NO_RESULT, PLAY, kinds_and_words
from pioche.engine.game import Game
from pioche.envs.batches.batch import Batch
from pioche.envs.core.batch_play import BATCH_STEP, BOOK_ACTOR, BOOK_OVER
from pioche.errors import BadOption


class OneTable:
    """A batch of one: `step(action)` answers whether the match has ended. `observation`, `mask` and `rewards` are written
    again at every step."""

    def __init__(self, game: Game, seed: int = 0, **how: Any) -> None:
        self.batch = Batch(game, 1, seed, **how)
        batch = self.batch
        self.observation, self.mask, self.rewards = batch.observation[0], batch.mask[0], batch.rewards[0]
        book, chosen, allowed = batch.book[0].data, batch.chosen.data, batch.allowed[0].data
        self._book, self._chosen, self._allowed = book, chosen, allowed  # quicker to touch than arrays
        self._given = batch.arguments(BATCH_STEP, 0, 0, 1)
        words = [PLAY, *kinds_and_words(self._given)[1]]
        entry = batch.kernel.machine_code(*self._given)
        self._call = _without_arguments(entry.call, words) if entry is not None else None

    @property
    def actor(self) -> int:
        """The seat that is asked; -1 when the match is over."""
        return int(self._book[BOOK_ACTOR])

    def legal(self) -> list[int]:
        """The dense actions of the seat that is asked."""
        return [action for action, allowed in enumerate(self._allowed.tobytes()) if allowed]

    def reset(self, seed: int) -> None:
        self.batch.reset(seed)

    def step(self, action: int) -> bool:
        """The seat that is asked does this. Returns whether the match has ended."""
        if not self._allowed[action]:
            name = self.batch.actions.names[action]
            en, fr = f"{name} is not on the menu of seat", f"{name} n’est pas au menu de la place"
            raise BadOption(f"{en} {self.actor}.", f"{fr} {self.actor}.")
        self._chosen[0] = action
        if self._call is None:
            self.batch.kernel(*self._given)
        elif self._call() not in (0, NO_RESULT):
            raise RuntimeError("batch_run stopped")
        return bool(self._book[BOOK_OVER])


def _without_arguments(call: Any, words: list[int]) -> Any:
    """The same call with its words inside: Python hands nothing over, which costs more than the step itself."""
    from llvmlite import binding, ir

    word, status, nothing = ir.IntType(64), ir.IntType(32), ir.IntType(8).as_pointer()
    module = ir.Module("one_table")
    made = ir.Function(module, ir.FunctionType(status, []), "step")
    builder = ir.IRBuilder(made.append_basic_block())
    result, trouble = builder.alloca(word), builder.alloca(nothing)
    takes = ir.FunctionType(status, [result.type, trouble.type, *[word] * len(words)])
    address = ctypes.cast(call, ctypes.c_void_p).value
    kernel = builder.inttoptr(ir.Constant(word, address), takes.as_pointer())
    builder.ret(builder.call(kernel, [result, trouble, *(ir.Constant(word, one) for one in words)]))
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    memory = binding.create_mcjit_compiler(binding.parse_assembly(str(module)), machine)
    memory.finalize_object()
    stepped: Any = ctypes.CFUNCTYPE(ctypes.c_int32)(memory.get_function_address("step"))
    stepped.memory = memory, call  # what LLVM owns stays as long as it can be called
    return stepped
