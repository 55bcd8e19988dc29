"""The terminal game: the time of a bet and of a coup."""

from __future__ import annotations

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
from puntobanco.table.commands import BuyIn, Deal, PlaceBet
from puntobanco.terminal.console import Console, Style
from puntobanco.terminal.options import PlayOptions
from puntobanco.terminal.table import GUEST, OwnTable

COUPS = size(200, tiny=3)


def coups(folder: Path) -> tuple[list[float], list[float], list[float]]:
    """Time durable bets and coups: seconds of each, and processor seconds of each coup."""
    console = Console(StringIO(), StringIO(), style=Style.PLAIN)
    bets, whole, own = [], [], []
    with Store.open(folder / "coups.db") as store:
        table = OwnTable.open(
            PlayOptions(store, console, CLASSIC, seed="bench", records_folder=folder)
        )
        table.do(BuyIn(GUEST, chips=Chips(10**9)))
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
    """Time the writes of a head file, which follow every commit and wait for the disk."""
    file, seconds = HeadFile(folder / "head.db", FileHead("bench")), []
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
        bets, whole, own = coups(folder)
        print(f"a bet, told and on the disk         {median(bets) * 1e3:8.2f} ms")
        heads = median(head_writes(folder))
        print(f"of which the log's head file        {heads * 1e3:8.2f} ms")
        print(f"a coup, settled, told, on the disk  {median(whole) * 1e3:8.2f} ms")
        print(f"of which our own time               {median(own) * 1e3:8.2f} ms (at most 5)")
