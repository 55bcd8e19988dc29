"""Durable bets over WebSockets on PostgreSQL, by one, two and three servers.

For comparison: the same server on SQLite, and a bare loop with the same sockets that runs the same
statement without a game. Each server has tables and guests of its own, as with sticky routing.
Ratios are within one run.
"""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Callable
from contextlib import ExitStack
from tempfile import TemporaryDirectory

import psutil

from bench.bench_web import SEATS, TABLES, Bare, Hall, Played, play
from puntobanco.store.postgres import PostgresStore
from tests.postgres import MISSING, binaries, new_database, running_cluster


def _time_of(backend: psutil.Process) -> float:
    """Return the processor time of a backend, or 0 if it has just ended."""
    try:
        times = backend.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


def database_time(cluster: psutil.Process) -> float:
    """Return the processor time of all of PostgreSQL so far."""
    # Ended backends are among the children that the parent has waited for.
    own = cluster.cpu_times()
    ended = float(own.children_user + own.children_system)
    return ended + sum(map(_time_of, cluster.children(recursive=True)))


def measured(
    kind: type[Hall], log: str, servers: int = 1, database: Callable[[], float] = lambda: 0.0
) -> tuple[Played, float]:
    """Let guests bet through this many servers. Return the play, and the database's µs a bet."""
    used: list[float] = []
    with ExitStack() as running:
        halls = []
        for _ in range(servers):
            hall = kind(log)
            running.callback(hall.process.wait)
            running.callback(hall.process.kill)
            halls.append(hall)
        played = asyncio.run(play(halls, lambda: used.append(database())))
        return played, 1e6 * (database() - used[0]) / played.bets


def main() -> None:
    if binaries() is None:
        print(MISSING)
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = running_cluster()
    postmaster = int((found.data / "postmaster.pid").read_text().splitlines()[0])
    cluster = psutil.Process(postmaster)

    def on_postgres(kind: type[Hall], servers: int = 1) -> tuple[Played, float]:
        with new_database(found.url) as url:
            PostgresStore.open(url).close()
            return measured(kind, url, servers, lambda: database_time(cluster))

    with TemporaryDirectory() as folder:
        sqlite, _ = measured(Hall, folder)
    print(f"SQLite: {sqlite.rate:,.0f} bets/s, {sqlite.each:.0f} µs in the server each")
    bare, there = on_postgres(Bare)
    print(
        f"bare loop: {bare.rate:,.0f} bets/s, {bare.each:.0f} µs in the loop and"
        f" {there:.0f} µs in the database each"
    )
    for servers in (1, 2, 3):
        played, there = on_postgres(Hall, servers)
        print(
            f"servers on PostgreSQL: {servers}: {played.rate:,.0f} bets/s, {played.each:.0f} µs in"
            f" a server and {there:.0f} µs in the database each; {played.rate / bare.rate:.0%} of"
            f" the bare loop, {played.rate / sqlite.rate:.0%} of SQLite"
        )
    print(f"{TABLES} tables of {SEATS} guests at each server; {os.cpu_count()} processors.")
