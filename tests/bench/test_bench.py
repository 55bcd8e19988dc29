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

LINES = {
    "odds": """
        plain nested enumeration, 8 decks: # ms in Python
        the same, compiled: # ms
        one shoe, Player, Banker, Tie # ms; # x plain, # x compiled
        one shoe, 400 scores # ms
        one shoe, all # score bets # ms
        one shoe, the same, with edge and sd # ms
        one shoe, all # bets # ms
        one shoe, # bets of a house # ms
        bulk, first call in this process: # s
        bulk, Player, Banker, Tie # shoes a second; # x plain, # x compiled
        bulk, all score bets # shoes a second
    """,
    "records": """
        derive a shoe of 8 decks with its tree # ms
        a record of # coups and # bets, # bytes:
        read # coups a second
        write # coups a second
        check # ms
    """,
    "roads": """
        # coups into all roads: # s
        the first coup: # µs; one more after #: # µs
        # coups as they come, added: # ms; folded again each time: # ms; ratio #
    """,
    "simulation": """
        one thread # million coups a second
        two threads # million coups a second
        two processes # million coups a second
        naive kernel # million coups a second
        a pair # million coups a second
        every bet on cards # million coups a second
        an own bet # million coups a second
        an own bet of many # million coups a second
        a long own bet # million coups a second
        one thread is # times the naive kernel
        two threads are # of two processes
        a pair 1/# of one thread on the score
        every bet on cards 1/# of one thread on the score
        an own bet 1/# of one thread on the score
        an own bet of many 1/# of one thread on the score
        a long own bet 1/# of one thread on the score
        flat # million bets a second, one thread
        martingale # million bets a second, one thread
        paroli # million bets a second, one thread
        dalembert # million bets a second, one thread
        fibonacci # million bets a second, one thread
        labouchere # million bets a second, one thread
        1-3-2-6 # million bets a second, one thread
        oscar # million bets a second, one thread
    """,
    "start": """
        python -c pass # ms median # x#
        puntobanco --help # ms median # x#
        puntobanco deal # ms median # x#
        puntobanco play, first line # ms median # x#
    """,
    "terminal": """
        first line of play, best # ms (at most 150)
        first line of play, median # ms
        a bet, told and on the disk # ms
        of which the log's head file # ms
        a coup, settled, told, on the disk # ms
        of which our own time # ms (at most 5)
    """,
    "web": """
        # durable bets a second over 4 sockets at 2 tables (# µs of the server's time each, #% of a core)
        bare loop: # durable bets a second over 4 sockets at 2 tables (# µs of the server's time each, #% of a core)
        a bet takes # times the bare loop's time
        20 sockets at one table (# s to join): a bet reaches the median one in # ms, 99 % in # ms; # KiB of memory each
    """,  # noqa: E501 - a line as it is printed
}
"""What each prints; # stands for a number, which NaN and infinity are not."""

COMPILING = "compiling the odds for this machine; it takes a few seconds, once\n"

NUMBER = r"-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?"


def run(*names: str, size: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *names],
        cwd=ROOT,
        env={**os.environ, "BENCH_SIZE": size},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_every_benchmark_is_tried() -> None:
    assert list(LINES) == FOUND


@pytest.mark.parametrize("name", FOUND)
def test_a_benchmark_prints_its_lines_with_a_number_in_each_place(name: str) -> None:
    ran = run(name, size="tiny")
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr in ("", COMPILING)
    head, *lines = (" ".join(line.split()) for line in ran.stdout.splitlines())
    assert head == f"== bench_{name}"
    patterns = [line.strip() for line in LINES[name].strip().splitlines()]
    for line, pattern in zip(lines, patterns, strict=True):
        assert re.fullmatch(re.escape(pattern).replace(r"\#", NUMBER), line), (line, pattern)


def test_what_there_is_not_is_refused_in_one_line() -> None:
    assert (
        "no such benchmark: bench_luck; there are: bench_odds, " in run("luck", size="tiny").stderr
    )
    assert run("roads", size="huge").stderr == "BENCH_SIZE is full or tiny, not 'huge'\n"
