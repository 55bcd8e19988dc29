from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco import __version__
from puntobanco.cli import COMMANDS
from tests.cli.conftest import Run

SAMPLE = "Jd Qh 5h Qd 9s 8h"


def test_without_arguments_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == run("--help").out
    assert "deal" in ran.out


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out == f"puntobanco {__version__}\n"


def test_every_command_has_help_with_an_example(run: Run) -> None:
    for name in COMMANDS:
        ran = run(name, "--help")
        assert ran.code == 0
        # On one line, to be copied: what is wrapped would be two commands.
        assert re.search(rf"^  Example: .*puntobanco {name}\b.*\n\n", ran.out, re.MULTILINE), name


def test_an_unknown_command_or_option_is_refused_in_one_line(run: Run) -> None:
    assert run("zzz").refusal.startswith("no command 'zzz'; there are play, ")
    assert run("ply").refusal == "no command 'ply'. Did you mean play?"
    meant = "no option '--hose'. Did you mean --house? See puntobanco play --help"
    assert run("play", "--hose", "ez").refusal == meant
    assert run("--zzz").refusal == "no option '--zzz'; see puntobanco --help"
    said = run("deal", SAMPLE, "--zzz").refusal
    assert said == "no option '--zzz'; see puntobanco deal --help"


def modules_after(*arguments: object, typed: str = "") -> set[str]:
    """Every module that a command has imported when it ends."""
    code = (
        "import sys\n"
        "from puntobanco.cli import main\n"
        "try:\n"
        f"    main({list(arguments)!r})\n"
        "except SystemExit:\n"
        "    print('\\n'.join(sys.modules))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], input=typed, capture_output=True, text=True, check=True
    )
    return set(ran.stdout.splitlines())


HEAVY = {"analysis", "croupier", "hardware", "history", "notation", "store", "table", "web", "wire"}


@pytest.mark.parametrize("house", [(), ("--house", "ez")])
def test_deal_loads_the_rules_and_words_alone(house: tuple[str, ...]) -> None:
    parts = {
        name.split(".")[1]
        for name in modules_after("deal", SAMPLE, *house)
        if name.startswith("puntobanco.")
    }
    assert parts & {"coup", "words"}
    assert not parts & HEAVY


def test_the_help_imports_no_command() -> None:
    loaded = modules_after("--help")
    assert {name for name in loaded if name.startswith("puntobanco.cli.commands.")} == set()
    assert not loaded & {"numpy", "numba", "apsw", "rich", "starlette", "msgspec"}


def test_the_terminal_needs_no_types_of_the_wire_before_a_shoe_is_recorded(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    loaded = modules_after("play", "--db", database, typed="100\nb 25\nq\n")
    assert "puntobanco.wire.events" in loaded
    assert not loaded & {"puntobanco.wire.frames", "puntobanco.notation", "starlette", "numpy"}


def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "puntobanco", "vectors"]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "puntobanco: output: No space left on device\n"


def test_help_into_a_closed_pipe_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "puntobanco", "--help"]
    ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("command", [f"deal '{SAMPLE}'", "shoe"])
def test_closed_output_is_no_failure(command: str) -> None:
    shell = f"exec {sys.executable} -m puntobanco {command} >&-"
    ran = subprocess.run(["sh", "-c", shell], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_letter_that_the_terminal_lacks_is_replaced() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "koi8-r"}
    command = [sys.executable, "-m", "puntobanco", "shoe", "--seed", "a"]
    ran = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert b" all: ?galit?, tie bets win." in ran.stdout
    assert ran.stderr == b""


def test_shell_completion_is_offered() -> None:
    environment = {**os.environ, "_PUNTOBANCO_COMPLETE": "bash_source"}
    command = [sys.executable, "-m", "puntobanco"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "_PUNTOBANCO_COMPLETE=bash_complete" in ran.stdout
