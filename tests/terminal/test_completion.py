"""`pioche completion`: what the Tab key offers."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import subprocess
import time
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


@pytest.mark.skipif(not shutil.which("fish"), reason="NOT TESTED: there is no fish here: apt-get install fish")
def test_fish_offers_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["completion", "fish"])
    (tmp_path / "pioche.fish").write_text(capsys.readouterr().out, encoding="utf-8")
    told = f"source {tmp_path}/pioche.fish; for line in 'pioche pr' 'pioche learn haw' 'pioche print deck --paper '; complete -C $line; end"
    done = subprocess.run(
        ["fish", "-c", told],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert done.stdout.split() == ["print", "hawthorn", "a4", "letter"]


@pytest.mark.skipif(not shutil.which("zsh"), reason="NOT TESTED: there is no zsh here: apt-get install zsh")
def test_zsh_answers_the_first_tab(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a terminal, with the file where `pioche completion --help` says: it is read when Tab is pressed for the first time."""
    main(["completion", "zsh"])
    (tmp_path / "_pioche").write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / ".zshrc").write_text(
        f"fpath=({tmp_path} $fpath); autoload -U compinit; compinit -u -D; PS1='ready> '", encoding="utf-8"
    )
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(
            "/usr/bin/env",
            ["env", "zsh", "-i"],
            {"ZDOTDIR": str(tmp_path), "PATH": os.environ["PATH"], "TERM": "dumb", "HOME": str(tmp_path)},
        )
    seen = ""

    def until(wanted: str) -> None:
        nonlocal seen
        end = time.monotonic() + 30
        while wanted not in seen:
            assert time.monotonic() < end, seen
            if select.select([terminal], [], [], 0.1)[0]:
                seen += os.read(terminal, 4096).decode(errors="replace")

    try:
        until("ready> ")
        os.write(terminal, b"pioche lea\t")
        until("learn ")
        os.write(terminal, b"haw\t")
        until("hawthorn")
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh", "--lang", "fr"]) == 2
    assert "bash, zsh, fish" in capsys.readouterr().err
