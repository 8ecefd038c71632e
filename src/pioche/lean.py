"""Compile rules lightly: they end up inside the kernels, where they are optimised once more anyway.

Numba optimises every function in full and makes machine code of it, also of those that are only ever called by
other compiled functions. For rules the machine code is made for nobody; in large games most of the optimising can wait
for the kernel too, at a small price in speed. Together that takes a third off the time such a game needs to compile.
This reaches into Numba's engine room; should it look different in another release, nothing is changed and games
merely take longer to compile.
"""

from __future__ import annotations

from typing import Any

MARK = "pioche_rule_"  # how a rule's compiled library is named, so that nobody else's is touched
LIGHT = "pioche_rule_light_"  # a rule of a game so large that full optimisation on the way would take too long


def hurry() -> bool:
    """Teach Numba once to take rules lightly; False when it cannot be taught."""
    from numba.core import codegen

    library: Any = getattr(codegen, "JITCodeLibrary", None)
    needed = ("_optimize_final_module", "_finalize_specific")
    if library is None or any(not hasattr(library, name) for name in needed):
        return False
    if getattr(library, "_pioche", False):
        return True
    optimise, finish = (getattr(library, name) for name in needed)

    def optimise_lightly(self: Any) -> None:
        if not self.name.startswith(LIGHT):
            optimise(self)
            return
        try:
            passes, builder = self._codegen._module_pass_manager(
                loop_vectorize=False, slp_vectorize=False, opt=self._codegen._opt_level, cost="cheap"
            )
        except (AttributeError, TypeError):  # another Numba: as it always did
            optimise(self)
            return
        passes.run(self._final_module, builder)

    def finish_later(self: Any) -> None:
        if not self.name.startswith(MARK):
            finish(self)

    library._optimize_final_module, library._finalize_specific, library._pioche = optimise_lightly, finish_later, True
    return True
