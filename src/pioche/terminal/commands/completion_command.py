"""`pioche completion SHELL`: a script for the shell, made of the commands as they are declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pioche.engine.game import rulebooks
from pioche.terminal import refusal, show
from pioche.terminal.cli import COMMANDS
from pioche.terminal.parsing import Parser

WITH_GAME = ("play", "learn", "rules", "simulate", "compare", "report", "arena", "odds")
WORDS = {"print": ("rules", "deck", "sheets", "poster"), "completion": ("bash", "zsh", "fish"), "help": tuple(COMMANDS)}
VALUES = {
    "--lang": ("en", "fr"), "--paper": ("a4", "letter"), "--ink": ("full", "saving"), "--deck": ("triangular", "52"),
}  # fmt: skip
ALWAYS = ("--lang", "--help")


def completion(asked: Any, lang: str) -> int:
    makers: dict[str, Callable[[], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    if asked.shell not in makers:
        raise refusal("errors.one_of", what="pioche completion", value=asked.shell, known=", ".join(makers))
    show(makers[asked.shell](), end="")
    return 0


def words_of(command: str) -> list[str]:
    """List the words that may follow a command: games or other words, then its options."""
    games = [name for rules in rulebooks().values() for name in (rules.id, *rules.presets)]
    words = games if command in WITH_GAME else list(WORDS.get(command, ()))
    if command not in COMMANDS:
        return words
    parser = Parser(command)
    COMMANDS[command][1](parser)
    options = [name for name in parser.options if name.startswith("--")]
    return [*words, *options, *ALWAYS]


def _cases(line: Callable[[str, str], str]) -> str:
    return "".join(line(command, " ".join(words_of(command))) for command in [*COMMANDS, "help"])


def _values(line: Callable[[str, str], str]) -> str:
    return "".join(line(option, " ".join(words)) for option, words in VALUES.items())


def _bash() -> str:
    return f"""# Completion of pioche for bash.
_pioche() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD - 1]}}" words=""
    case "$before" in
{_values(lambda option, words: f'        {option}) words="{words}" ;;{chr(10)}')}        --data | --out | --record)
            COMPREPLY=($(compgen -f -- "$word"))
            return
            ;;
    esac
    if [ -z "$words" ]; then
        if [ "$COMP_CWORD" -eq 1 ]; then
            words="{" ".join([*COMMANDS, "help"])} {" ".join(words_of("serve"))} --version"
        else
            case "${{COMP_WORDS[1]}}" in
{_cases(lambda command, words: f'            {command}) words="{words}" ;;{chr(10)}')}            esac
        fi
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _pioche pioche
"""


def _zsh() -> str:
    """zsh runs the same function through its own layer for bash.

    The file is read at the first Tab, as the function `_pioche`: it answers that one too.
    """
    own = _bash().replace("_pioche", "_pioche_words")
    now = "(( ${+compstate} )) && _bash_complete -o default -F _pioche_words\n"
    return f"#compdef pioche\nautoload -U +X bashcompinit && bashcompinit\n{own}{now}"


def _fish() -> str:
    first = f"complete -c pioche -n __fish_use_subcommand -a '{' '.join([*COMMANDS, 'help'])}'\n"

    def of(command: str, words: str) -> str:
        options = [word for word in words.split() if word.startswith("--")]
        plain = [word for word in words.split() if not word.startswith("--")]
        seen = f"complete -c pioche -n '__fish_seen_subcommand_from {command}'"
        told = f"{seen} -a '{' '.join(plain)}'\n" if plain else ""
        return told + "".join(
            f"{seen} -l {option[2:]}" + (f" -x -a '{' '.join(VALUES[option])}'" if option in VALUES else "") + "\n"
            for option in options
        )

    return f"# Completion of pioche for fish.\ncomplete -c pioche -f\n{first}{_cases(of)}"
