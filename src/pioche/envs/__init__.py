"""Environments: the games for programs that learn. docs/research.md is the way in; what stands here stays here."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from pioche.envs.registering import env_ids, register_gymnasium, register_openspiel, register_pettingzoo, register_text

FOUND_IN = {  # loaded when first asked for
    "ActionSpace": "core.action_space",
    "InformationState": "core.information", "as_json": "core.information", "information_state": "core.information",
    "observation": "core.information", "observation_names": "core.information",
    "TurnBasedTable": "core.turn_based_table", "TextBot": "core.text_seat", "question": "core.text_seat",
    "Network": "core.networks", "keep": "core.networks", "read": "core.networks",
    "Batch": "batches.batch", "batch": "batches.batch", "OneTable": "batches.one_table",
    "Trial": "batches.policies", "evaluate": "batches.policies", "policy_from": "batches.policies",
}  # fmt: skip
__all__ = [
    "FOUND_IN", "env_ids", "register_gymnasium", "register_openspiel", "register_pettingzoo", "register_text",
]  # fmt: skip

if "gymnasium" in sys.modules:  # it looks through no packages by itself: who loads it and this has the environments
    register_gymnasium()


def __getattr__(name: str) -> Any:
    if name not in FOUND_IN:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{FOUND_IN[name]}"), name)
