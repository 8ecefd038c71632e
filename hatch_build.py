"""Puts the built page into every wheel and sdist, whoever builds it: pip from a clone, a git address, or `make dist`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPT = Path(__file__).parent / "web" / "scripts" / "build.py"


def _page() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pioche_page_build", SCRIPT)
    if spec is None or spec.loader is None:
        raise ImportError(str(SCRIPT))
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


class PageHook(BuildHookInterface[Any]):
    """An editable installation serves the clone's own page: `make page` builds that one."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        page = _page()
        return [] if page.is_built() or page.npm() is not None else [page.NEEDED]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        page = _page()
        if version != "editable" and not page.is_built():
            self.app.display_info("Building the page ...")
            page.build()
