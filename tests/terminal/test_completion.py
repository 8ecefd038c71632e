"""`pioche completion`: what the Tab key offers."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pioche.terminal.cli import COMMANDS, main


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["completion", "bash"]) == 0
    path = tmp_path / "pioche"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def offered(script: Path, *words: str) -> set[str]:
    """What bash offers for the last word."""
    told = f'. {script}; COMP_WORDS=({" ".join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; _pioche; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", told], capture_output=True, text=True, check=True, timeout=30)
    return set(done.stdout.split())


def test_bash_finishes_commands_games_and_options(script: Path) -> None:
    assert offered(script, "pioche", "") >= set(COMMANDS)
    assert offered(script, "pioche", "pr") == {"print"}
    assert offered(script, "pioche", "play", "haw") == {"hawthorn"}
    assert offered(script, "pioche", "rules", "sea") == {"seattle"}
    assert offered(script, "pioche", "serve", "--tru") == {"--trusted-proxy"}
    assert offered(script, "pioche", "print", "") >= {"rules", "deck", "sheets", "poster", "--paper"}
    assert offered(script, "pioche", "print", "deck", "--paper", "") == {"a4", "letter"}
    assert offered(script, "pioche", "play", "--lang", "f") == {"fr"}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_get_every_command(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["completion", shell]) == 0
    told = capsys.readouterr().out
    assert all(command in told for command in COMMANDS)
    program = shutil.which(shell)
    if program:  # the shell itself reads it
        path = tmp_path / "script"
        path.write_text(told, encoding="utf-8")
        subprocess.run([program, "-n", str(path)], check=True, timeout=30)


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh", "--lang", "fr"]) == 2
    assert "bash, zsh, fish" in capsys.readouterr().err
