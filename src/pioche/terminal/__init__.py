"""The games in a terminal: what the commands of `pioche` print and ask."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

from pioche import text
from pioche.errors import PiocheError
from pioche.text.plain_letters import harmless, harmless_json

say = partial(text.say, "terminal")


def refusal(key: str, **values: Any) -> PiocheError:
    """A refusal in both languages: `raise refusal("errors.no_seat", value=9, last=3)`."""
    en, fr = (say(key, lang, **values) for lang in text.LANGUAGES)
    return PiocheError(en, fr)


def show(words: str = "", *, error: bool = False, end: str = "\n", flush: bool = False) -> None:
    """Print words, on the error stream if `error`.

    Everything the terminal package prints goes through here, `show_json` or `Screen`: no name of a foreign file reaches
    the terminal as a command to it.
    """
    print(harmless(words), file=sys.stderr if error else sys.stdout, end=end, flush=flush)


def show_json(written: str) -> None:
    print(harmless_json(written))
