"""Whatever the command line is given, a command ends by itself, in one line where it refuses."""

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
    """What a fuzzer finds, as an ordinary user in a folder of its own."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # where everybody can come, other than where pytest keeps files
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
