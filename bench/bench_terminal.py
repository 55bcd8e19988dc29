"""The terminal game: how soon its first line is there, and what a bet and a coup take."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bench.sizes import size
from puntobanco.house import CLASSIC
from puntobanco.settlement import Chips
from puntobanco.store import Store
from puntobanco.store.heads import FileHead, HeadFile
from puntobanco.table.commands import Deal, PlaceBet
from puntobanco.terminal.console import Console, Look
from puntobanco.terminal.options import PlayOptions
from puntobanco.terminal.table import GUEST, OwnTable

RUNS, COUPS = size(12, tiny=1), size(200, tiny=3)


def first_line(db: Path) -> float:
    """Seconds from the start of the process to its first line."""
    command = [sys.executable, "-m", "puntobanco", "play", "--db", str(db)]
    start = perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        if not process.stdout or not process.stdout.readline():
            raise RuntimeError("no line came")
        return perf_counter() - start


def coups(folder: Path) -> tuple[list[float], list[float], list[float]]:
    """Durable bets and coups: seconds of each, and processor seconds of each coup."""
    console = Console(StringIO(), StringIO(), look=Look.PLAIN)
    bets, whole, own = [], [], []
    with Store.open(folder / "coups.db") as store:
        table = OwnTable.open(PlayOptions(store, console, CLASSIC, seed="bench", records=folder))
        table.bring(Chips(10**9))
        for _ in range(COUPS):
            table.ready_shoe()
            start = perf_counter()
            table.do(PlaceBet(GUEST, "banker", chips=Chips(10_00)))
            bets.append(perf_counter() - start)
            start, busy = perf_counter(), process_time()
            table.do(Deal())
            whole.append(perf_counter() - start)
            own.append(process_time() - busy)
    return bets, whole, own


def head_writes(folder: Path) -> list[float]:
    """Seconds of each write of a head file, which follows every commit and waits for the disk."""
    file, seconds = HeadFile(folder / "head.db"), []
    for commits in range(COUPS):
        head = FileHead("bench", commits, "0" * 32)
        start = perf_counter()
        file.write(head)
        seconds.append(perf_counter() - start)
    file.close()
    return seconds


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        lines = [first_line(folder / f"{run}.db") for run in range(RUNS)]
        print(f"first line of play, best            {min(lines) * 1e3:8.1f} ms (at most 150)")
        print(f"first line of play, median          {median(lines) * 1e3:8.1f} ms")
        bets, whole, own = coups(folder)
        print(f"a bet, told and on the disk         {median(bets) * 1e3:8.2f} ms")
        heads = median(head_writes(folder))
        print(f"of which the log's head file        {heads * 1e3:8.2f} ms")
        print(f"a coup, settled, told, on the disk  {median(whole) * 1e3:8.2f} ms")
        print(f"of which our own time               {median(own) * 1e3:8.2f} ms (at most 5)")
