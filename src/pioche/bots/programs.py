"""A bot in any language: a program that reads one JSON line a decision and answers with one.

    pioche arena pairs --bots regular,"python my_bot.py"

It gets {"view", "legal", "events", "memory"} and answers {"do": "hit"}. docs/bots.md teaches it with an example.
"""

from __future__ import annotations

import json
import selectors
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from pioche.errors import PiocheError

MOVE_TIMEOUT_SECONDS = 10.0  # seconds a program may think about one move


class ProgramBot:
    """Talks to a running program; a wrong or missing answer is said in one sentence."""

    def __init__(self, command: str, patience: float = MOVE_TIMEOUT_SECONDS) -> None:
        self.command = command
        self.patience = patience
        try:
            self.program = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except OSError as problem:
            raise self._refusal(f"cannot be started ({problem.strerror})", f"ne démarre pas ({problem.strerror})") from None

    def choose(
        self, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str:
        asked = {"view": view, "legal": list(legal), "events": list(events), "memory": memory}
        answer = self._ask(json.dumps(asked, ensure_ascii=False))
        try:
            word = json.loads(answer)["do"]
        except (json.JSONDecodeError, KeyError, TypeError):
            raise self._refusal(f"answered {answer.strip()!r}", f"a répondu {answer.strip()!r}") from None
        if word not in legal:
            raise self._refusal(f"wants {word!r}, which is not legal", f"veut {word!r}, qui n’est pas permis")
        return str(word)

    def _ask(self, line: str) -> str:
        stdin, stdout = self.program.stdin, self.program.stdout
        assert stdin is not None
        assert stdout is not None
        with suppress(OSError):  # it has stopped; what it said before is heard all the same
            stdin.write(line + "\n")
            stdin.flush()
        with selectors.DefaultSelector() as ready:
            ready.register(stdout, selectors.EVENT_READ)
            if not ready.select(self.patience):
                raise self._refusal(f"did not answer within {self.patience:g} s", f"n’a pas répondu en {self.patience:g} s")
        answer = stdout.readline()
        if not answer:
            raise self._refusal("has stopped", "s’est arrêté")
        return answer

    def _refusal(self, en: str, fr: str) -> PiocheError:
        return PiocheError(f"The bot {self.command} {en}.", f"Le robot {self.command} {fr}.")

    def close(self) -> None:
        """Send the program away."""
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        for stream in (self.program.stdin, self.program.stdout):
            if stream is not None:
                with suppress(OSError):  # it no longer reads
                    stream.close()
