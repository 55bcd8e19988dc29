"""How fast the commands answer: whole processes, best and median, against bare Python."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from bench.sizes import size

RUNS = size(15, tiny=1)


def seconds(command: list[str], *, first_line: bool = False) -> list[float]:
    """Return how long a command takes to end, or to print its first line."""
    taken = []
    for _ in range(RUNS):
        start = perf_counter()
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            if process.stdout and first_line:
                process.stdout.readline()
                taken.append(perf_counter() - start)
            process.communicate(b"")
            if not first_line:
                taken.append(perf_counter() - start)
    return taken


def main() -> None:
    program = [sys.executable, "-m", "puntobanco"]
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "log.db")
        play = [*program, "play", "--plain", "--bank", "100", "--db", database]
        rows = {
            "python -c pass": seconds([sys.executable, "-c", "pass"]),
            "puntobanco --help": seconds([*program, "--help"]),
            "puntobanco deal": seconds([*program, "deal", "Jd Qh 5h Qd 9s 8h"]),
            "first line of play (at most 150)": seconds(play, first_line=True),
        }
    bare = min(rows["python -c pass"])
    for name, taken in rows.items():
        best, median = min(taken), statistics.median(taken)
        print(f"{name:<32} {best * 1e3:6.0f} ms  median {median * 1e3:6.0f}  x{best / bare:.1f}")
