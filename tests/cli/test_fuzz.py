"""Every command ends by itself, whatever its arguments, and refuses in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[2]


def findings(*, seed: int, runs: int) -> list[object]:
    """Return what the fuzzer finds, as an ordinary user in its own folder."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # open to everybody, unlike pytest's folders
        home = {"HOME": folder, "XDG_DATA_HOME": "", "NUMBA_DISABLE_JIT": "1"}
        fuzzed = subprocess.run(
            [sys.executable, "-m", "tests.cli.fuzz", str(seed), str(runs), folder],
            capture_output=True,
            check=False,
            cwd=ROOT,
            env={**os.environ, **home},
            text=True,
        )
    *found, last = fuzzed.stdout.splitlines() or [""]
    assert last == "done", fuzzed.stderr
    return [json.loads(line) for line in found]


def test_every_command_line_ends_politely() -> None:
    assert findings(seed=1, runs=400) == []


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(2, 12))
def test_every_one_of_many_command_lines_ends_politely(seed: int) -> None:
    assert findings(seed=seed, runs=2_500) == []
