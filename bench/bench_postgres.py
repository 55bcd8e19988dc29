"""Durable bets in PostgreSQL by one, two and three writers, in SQLite, and by a bare loop.

A turn has 64 commands at 8 tables, each with an event and a receipt, in one commit. The bare loop
runs the same statement on rows that it made once, without a game, hashes or checks. The game
decides each command at a real table. Ratios are within one run.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil

from bench.sizes import size
from puntobanco.croupier import Croupier
from puntobanco.house import CLASSIC
from puntobanco.settlement import Chips
from puntobanco.store import Log, Receipt, open_log
from puntobanco.store.base import Writes
from puntobanco.store.postgres import PostgresStore
from puntobanco.store.postgres.connection import execute
from puntobanco.store.postgres.turn import Turn
from puntobanco.table.commands import BuyIn, PlaceBet, Sit, Undo
from tests.postgres import MISSING, binaries, new_database, running_cluster

TABLES, BATCH = 8, 64
SECONDS = size(5.0, tiny=0.3)


class Result(NamedTuple):
    """What one writer did."""

    commands: int
    seconds: float
    own: float
    """Seconds of processor time."""


def _loop(turn: Callable[[int], None]) -> Result:
    """Repeat turns for some seconds, after a few to warm up."""
    for number in range(5):
        turn(number)
    turns, began, used = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        turn(turns + 5)
        turns += 1
    return Result(turns * BATCH, time.perf_counter() - began, time.process_time() - used)


class Writer:
    """Plays at tables of its own, as a server with sticky routing does."""

    def __init__(self, log: Log, name: str) -> None:
        self._log = log
        self._tables = [self._opened(f"{name}-{number}") for number in range(TABLES)]
        self._revisions = {
            each.state.table: log.revision(each.state.table) for each in self._tables
        }

    def _opened(self, table: str) -> Croupier:
        croupier = Croupier.open(self._log, table, CLASSIC)
        croupier.do(Sit(1, "Ann"), BuyIn(1, chips=Chips(100_00)))
        croupier.commit_shoe()
        croupier.open_shoe()
        return croupier

    def decide(self, turn: int) -> Writes:
        """Decide a turn: guests place bets and take them back."""
        receipts = []
        for number in range(BATCH):
            croupier = self._tables[number % TABLES]
            is_bet = number // TABLES % 2 == 0
            croupier.propose(PlaceBet(1, "player", chips=Chips(10_00)) if is_bet else Undo(1))
            key = f"guest:{turn}-{number}"
            receipts.append(Receipt(croupier.state.table, key, "123 0123456789abcdef"))
        return Writes([f for each in self._tables for f in each.pending], receipts, (), (), (), ())

    def turn(self, number: int) -> None:
        """Decide a turn and write it."""
        batch = self.decide(number)
        won = self._log.append(
            batch.facts, at=number, expected=self._revisions, receipts=batch.receipts
        )
        if won.keys() != self._revisions.keys():
            sys.exit("a table lost without a rival")
        self._revisions = won
        for croupier in self._tables:
            croupier.confirm()


def play(address: Path | str, name: str) -> Result:
    """Decide and write."""
    with open_log(address) as log:
        return _loop(Writer(log, name).turn)


def run_bare(url: str, name: str) -> Result:
    """Run the statement of a turn, and change only the rows that must change."""
    with PostgresStore.open(url) as log:
        writer = Writer(log, name)
        batch = writer.decide(0)
        heads = {each: head for each in batch.streams if (head := log._read_head(each))}  # noqa: SLF001 - as a turn
        turn = Turn.of(batch, heads, at=1, kept=1, commit=1)
        sql, grown = turn.sql(skips_locked=False), BATCH // TABLES

        def write(number: int) -> None:
            arguments = turn.arguments
            arguments[1] = [each + number for each in arguments[1]]
            if number:
                arguments[2] = arguments[6]  # every turn leaves the same chain
            arguments[11] = [f"{each}-{number}" for each in arguments[11]]
            arguments[17] = [each + number * grown for each in arguments[17]]
            if len(execute(log._connection, sql, arguments)) != TABLES:  # noqa: SLF001 - as a turn
                sys.exit("a table lost without a rival")

        return _loop(write)


def _time_of(backend: psutil.Process) -> float:
    """Return the processor time of a backend, or 0 if it has just ended."""
    try:
        times = backend.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


@contextmanager
def _database_time(cluster: psutil.Process) -> Iterator[Callable[[], float]]:
    """Yield a function that returns the processor time of all of PostgreSQL meanwhile."""

    def used() -> float:
        # A backend that has ended counts as a child that its parent has waited for.
        own = cluster.cpu_times()
        ended = float(own.children_user + own.children_system)
        return ended + sum(map(_time_of, cluster.children(recursive=True)))

    before = used()
    yield lambda: used() - before


def _measure(
    write: Callable[[str, str], Result], admin: str, writers: int, cluster: psutil.Process
) -> tuple[float, float, float]:
    """Return commands a second, and µs of the writers and of the database for each."""
    with new_database(admin) as url, _database_time(cluster) as used:
        PostgresStore.open(url).close()
        with ProcessPoolExecutor(writers, mp_context=get_context("spawn")) as pool:
            names = [f"writer-{number}" for number in range(writers)]
            results = list(pool.map(write, [url] * writers, names))
        commands = sum(each.commands for each in results)
        rate = sum(each.commands / each.seconds for each in results)
        own = sum(each.own for each in results)
        return rate, own / commands * 1e6, used() / commands * 1e6


def main() -> None:
    """Print one line for each way to write, and their ratios."""
    if binaries() is None:
        print(MISSING)
        return
    with TemporaryDirectory() as folder:
        file = play(Path(folder) / "hall.db", "sqlite")
    sqlite = file.commands / file.seconds
    print(f"SQLite: {sqlite:,.0f} bets/s, {file.own / file.commands * 1e6:.0f} µs each")
    found = running_cluster()
    postmaster = int((found.data / "postmaster.pid").read_text().splitlines()[0])
    cluster = psutil.Process(postmaster)
    bare, *costs = _measure(run_bare, found.url, 1, cluster)
    print(f"bare statement: {bare:,.0f} rows/s, {costs[0]:.0f} µs here, {costs[1]:.0f} µs there")
    for writers in (1, 2, 3):
        rate, own, there = _measure(play, found.url, writers, cluster)
        print(
            f"PostgreSQL, {writers} writers: {rate:,.0f} bets/s, {own:.0f} µs in the writer and"
            f" {there:.0f} µs in the database each; {rate / bare:.0%} of the bare statement,"
            f" {rate / sqlite:.0%} of SQLite"
        )
    print(f"Turns of {BATCH} commands at {TABLES} tables; {os.cpu_count()} processors.")
