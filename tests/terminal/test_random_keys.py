"""Random lines on real terminals, with kill -9 between: see random_keys.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def type_at_random(folder: Path, seed: int, sequences: int) -> None:
    """In a process without threads, as it forks."""
    command = [sys.executable, "-m", "tests.terminal.random_keys", str(folder)]
    ran = subprocess.run(
        [*command, str(seed), str(sequences)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("seed", [1, 2])
def test_no_typing_on_a_terminal_breaks_the_game_or_loses_a_chip(tmp_path: Path, seed: int) -> None:
    type_at_random(tmp_path, seed, 30)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(100, 200))
def test_ten_thousand_sequences_lose_no_chip(tmp_path: Path, seed: int) -> None:
    type_at_random(tmp_path, seed, 100)
