"""Every benchmark still runs, in a tiny size, and prints what it is there to measure."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOUND = sorted(path.stem.removeprefix("bench_") for path in ROOT.glob("bench/bench_*.py"))

CHECKED = {"web": (r"\(\d+ µs", r"99 % in \d+ ms")}
"""Figures that other programs read."""

COMPILING = "compiling the odds for this machine; it takes a few seconds, once\n"


def run(*names: str, size: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *names],
        cwd=ROOT,
        env={**os.environ, "BENCH_SIZE": size},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("name", FOUND)
def test_a_benchmark_prints_a_number_in_each_line(name: str) -> None:
    ran = run(name, size="tiny")
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr in ("", COMPILING)
    head, *lines = ran.stdout.splitlines()
    assert head == f"== bench_{name}"
    assert all(re.search(r"\d", line) for line in lines), lines
    assert not re.search(r"\b(nan|inf)\b", ran.stdout)
    for figure in CHECKED.get(name, ()):
        assert re.search(figure, ran.stdout)


def test_what_there_is_not_is_refused_in_one_line() -> None:
    assert (
        "no such benchmark: bench_luck; there are: bench_odds, " in run("luck", size="tiny").stderr
    )
    assert run("roads", size="huge").stderr == "BENCH_SIZE is full or tiny, not 'huge'\n"
