"""Odd inputs of commands: closed streams, bytes that aren't text, house files with mistakes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco.house import SIX_DECKS
from tests.cli.conftest import Run

COMMAND = "from puntobanco.__main__ import run; run()"
"""The code that the installed script runs."""

PLAY = ("play", "--plain", "--bank", "100", "--db", "table.db", "--seed", "one", "--word", "w")


@pytest.mark.parametrize(
    "command",
    [PLAY, ("round",), ("step",), ("roads",), ("shoe", "-i", "--seed", "a")],
    ids=lambda command: command[0],
)
def test_a_closed_standard_input_is_an_empty_one(command: tuple[str, ...], tmp_path: Path) -> None:
    run = [sys.executable, "-m", "puntobanco", *command]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *run], cwd=tmp_path, capture_output=True, check=False
    )
    assert b"Traceback" not in closed.stderr
    (tmp_path / "table.db").unlink(missing_ok=True)
    empty = subprocess.run(
        run, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    said, wanted = (re.sub(rb"[0-9a-f]{64}", b"", each.stdout) for each in (closed, empty))
    assert (closed.returncode, said) == (empty.returncode, wanted)


@pytest.mark.parametrize(
    "command", [("play",), ("simulate", "--shoes", "1"), ("serve",), ("shoe",)]
)
def test_a_seed_is_text(run: Run, command: tuple[str, ...]) -> None:
    seed = os.fsdecode(b"\xff")
    assert run(*command, "--seed", seed).refusal.endswith("a seed must be printable text")


@pytest.mark.parametrize("seed", ["rosebud \U0001fae8", "\U0001fae9", "\u0378"], ids=ascii)
def test_a_seed_may_hold_characters_that_this_python_does_not_know(run: Run, seed: str) -> None:
    assert run("shoe", "--seed", seed, "--json").code == 0


@pytest.mark.parametrize("name", ["six_decks", "Six_Decks", " SIX_DECKS "])
def test_a_house_is_named_in_any_case_and_with_stray_blanks(run: Run, name: str) -> None:
    cards = run("odds", "--house", name, "--json").out
    assert f'"cards": {SIX_DECKS.cards},' in cards


def test_a_house_file_without_an_end_is_refused(run: Run) -> None:
    refusal = run("odds", "--house", "/dev/zero").refusal
    assert refusal.endswith("'/dev/zero': house file: longer than 65,536 bytes")


@pytest.mark.parametrize("text", ["1_000", "1,000", "1 000", "1e3", "1.0e+3", "1000"])
def test_a_number_of_shoes_may_be_grouped_or_scientific(run: Run, text: str) -> None:
    ran = run("simulate", "--shoes", text, "--seed", "count", "--bet", "tie")
    assert ran.out.startswith("1,000 shoes at classic, ")


@pytest.mark.parametrize("text", ["1,00", "1e", "1.5e0", "1e999", "many", "1,000e3", ""])
def test_any_other_number_of_shoes_is_refused(run: Run, text: str) -> None:
    refusal = run("simulate", "--shoes", text).refusal
    assert f"{text!r} is not a whole number, such as 1000000, 1,000,000 or 1e6" in refusal


@pytest.mark.parametrize("module", ["enum", "click"])
@pytest.mark.parametrize("start", [["-m", "puntobanco"], ["-c", COMMAND]], ids=["module", "script"])
def test_ctrl_c_while_a_command_is_loaded_ends_it_without_a_word(
    start: list[str], module: str, tmp_path: Path
) -> None:
    """A module that every command loads presses Ctrl-C: the first of Python's, and another."""
    press = "import os\nos.kill(os.getpid(), 2)\n"
    (tmp_path / f"{module}.py").write_text(press, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = subprocess.run(
        [sys.executable, *start, "--version"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "[bets.x]\nlines = ['tie: 8', 'banker piar: 2']",
            "bets.x.lines, line 2: column 8: 'piar' is not a hand's quantity; the nearest is pair",
        ),
        ("#" * 70_000, "house file: longer than 65,536 bytes"),
        ("burn = 30", "burn: 30 cards is out of range: use 1 to 20"),
    ],
)
@pytest.mark.parametrize("command", ["play", "odds", "shoe"])
def test_a_bad_house_is_refused_in_one_line_with_the_place(
    run: Run, tmp_path: Path, command: str, text: str, words: str
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, "utf-8")
    assert words in run(command, "--house", file).refusal


def test_a_line_that_can_never_apply_is_a_warning(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "idle.toml"
    file.write_text(
        "[bets.x]\nlines = ['tie: 8', 'tie on 6: 30', 'all red and all black: 50', 'cards = 4: 1']",
        "utf-8",
    )
    ran = run("shoe", "--house", file, "--seed", "idle")
    assert ran.code == 0
    warning = f"puntobanco: warning: '{file}': bets.x.lines"
    assert ran.err.splitlines() == [
        f"{warning}, line 2: 'tie and both total = 6: 30' can never apply",
        f"{warning}, line 3: 'all red and all black: 50' can never apply",
    ]
    assert ran.out == run("shoe", "--seed", "idle").out
