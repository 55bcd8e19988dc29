"""What an operator can see of a running server: log events, and counts for the metrics.

The hall and the server report to one `Observer`. Logging and counting happen nowhere else.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from logging import ERROR, INFO, WARNING
from typing import NamedTuple

from puntobanco.store import Fact
from puntobanco.table.events import BetPlaced, CoupDealt
from puntobanco.wire.events import wire_name

BET, COUP = wire_name(BetPlaced), wire_name(CoupDealt)

SERVER_LOG = logging.getLogger("puntobanco.server")
"""The log of the server. It doesn't list client errors: the client gets those."""


class LogEvent(NamedTuple):
    """A kind of log line: its level, its text, and when it is written."""

    level: int
    text: str
    when: str


EVENTS = {
    "started": LogEvent(
        INFO,
        "started at {address}, version {version}; open tables: {tables}; log: {log}",
        "the server accepts guests",
    ),
    "metrics": LogEvent(INFO, "metrics at {address}", "the server serves metrics"),
    "database": LogEvent(INFO, "{settings}", "the server has checked PostgreSQL's settings"),
    "database_unsafe": LogEvent(
        WARNING, "the database has {reason}", "PostgreSQL has no data checksums"
    ),
    "seeded": LogEvent(
        WARNING,
        "every card is predictable: --seed is for tests only",
        "the server was started with `--seed`",
    ),
    "failed": LogEvent(ERROR, "{reason}", "the server can't start or go on, and exits with 2"),
    "stopping": LogEvent(
        INFO, "stopping: {reason}", "the server gets a signal, has drained, or fails"
    ),
    "stopped": LogEvent(INFO, "stopped; open tables: {tables}; {kept}", "the server has stopped"),
    "table_opened": LogEvent(INFO, "table {table} opened: {house}", "a guest opened a table"),
    "table_closed": LogEvent(
        INFO, "table {table} closed; coups: {coups}", "a table was closed for good"
    ),
    "table_damaged": LogEvent(
        ERROR,
        "table {table} is damaged and stays closed until it is repaired: {reason}",
        "the log of a table can't be read",
    ),
    "guest_damaged": LogEvent(
        ERROR, "a guest must enter again: {reason}", "a guest's stored data can't be read"
    ),
    "no_admin": LogEvent(
        WARNING,
        "`puntobanco admin` doesn't work here: {reason}",
        "the server can't open the socket for `puntobanco admin`",
    ),
    "ordered": LogEvent(
        INFO, "{by} ordered: {order}", "an operator changed something with `puntobanco admin`"
    ),
    "refused": LogEvent(
        WARNING, "refused {code} from {address}: {reason}", "a guest exceeded a limit"
    ),
    "log_failed": LogEvent(
        ERROR, "the log can't be used: {reason}", "the disk or the database has failed"
    ),
    "log_recovered": LogEvent(
        INFO, "the log can be used again", "a write succeeds after `log_failed`"
    ),
    "slow_turn": LogEvent(
        WARNING,
        "slow turn: {seconds} s, {commit} s of it in the commit; requests: {requests}",
        "a turn took longer than `pace.slow`",
    ),
    "slow_loop": LogEvent(
        WARNING, "the event loop was late by {seconds} s", "the event loop was late by `pace.slow`"
    ),
    "request_failed": LogEvent(
        ERROR, "a request or a socket failed", "the server has a bug; the trace says where"
    ),
    "writer_failed": LogEvent(
        ERROR, "the writer failed", "the server has a bug, and stops; the trace says where"
    ),
}
"""Every event of the log by its name."""

LIMITS = {"too_often", "full", "connections", "sockets", "bad_frames", "slow_reader"}
"""Codes of refusals that a limit caused. Only these are logged; all refusals are counted."""


@dataclass(slots=True)
class Histogram:
    """How many values were at most each bound, and their sum.

    >>> sizes = Histogram((1, 10))
    >>> for value in (1, 2, 10, 11):
    ...     sizes.add(value)
    >>> sizes.counts, sizes.total
    ([1, 2, 1], 24)
    """

    bounds: Sequence[float]
    total: float = 0
    counts: list[int] = field(init=False)
    """The values up to each bound and above the one before, and those above all bounds."""

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)


WINDOW = 60_000
"""Milliseconds in which lines are counted."""

Kind = tuple[str, str]
"""A logger or an event, and the code of a refusal."""


@dataclass(slots=True)
class _Window:
    """The lines of one kind in the current minute."""

    since: int
    level: int
    written: int = 0
    left_out: int = 0


class LineLimit(logging.Filter):
    """Leaves out lines of a kind after the first few in a minute, and then says how many.

    The number of kinds is bounded: events and codes are ours, and lines of a library are one kind
    whatever they say.
    """

    def __init__(self, elapsed: Callable[[], int], most: int) -> None:
        super().__init__()
        self._elapsed, self._most = elapsed, most
        self._windows: dict[Kind, _Window] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line. The observer has already checked its own lines."""
        return hasattr(record, "event") or self.take((record.name, ""), record.levelno)

    def take(self, kind: Kind, level: int) -> bool:
        """Count a line. Return whether to write it."""
        window = self._windows.get(kind)
        if window is None:
            window = self._windows[kind] = _Window(self._elapsed(), level)
        if window.written < self._most:
            window.written += 1
            return True
        window.left_out += 1
        return False

    def summarise(self, *, is_last: bool = False) -> None:
        """Log how many lines were left out in each past minute, or in each minute at the end."""
        now = self._elapsed()
        ended = [
            kind for kind, each in self._windows.items() if is_last or now - each.since >= WINDOW
        ]
        for event, code in ended:
            window = self._windows.pop((event, code))
            if window.left_out:
                name = f"{event} {code}".strip()
                SERVER_LOG.log(
                    window.level,
                    "%s: %s more in the last minute",
                    name,
                    f"{window.left_out:,}",
                    extra={"event": event, "facts": {"code": code, "more": window.left_out}},
                )


@dataclass(slots=True)
class Observer:
    """Writes log events and counts what has happened since the server started."""

    bets: int = 0
    """Bets that this server has written."""
    coups: int = 0
    """Coups that this server has written."""
    retries: int = 0
    """How often a request was decided again, because another server wrote first."""
    conflicts: int = 0
    """How often another server wrote to a table first."""
    failures: int = 0
    """Commits that failed."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Refused commands, requests and connections, by code."""
    commit_seconds: Histogram = field(default_factory=lambda: Histogram(SECONDS))
    batch_sizes: Histogram = field(default_factory=lambda: Histogram(SIZES))
    loop_delays: Histogram = field(default_factory=lambda: Histogram(SECONDS))
    line_limit: LineLimit | None = None

    def report(self, event: str, trace: BaseException | None = None, /, **facts: object) -> None:
        """Write a line of the log. No fact may be a secret or an undealt card."""
        level, text, _ = EVENTS[event]
        kind = (event, str(facts.get("code", "")))
        if self.line_limit and not self.line_limit.take(kind, level):
            return
        SERVER_LOG.log(
            level,
            "%s",
            text.format_map(facts),
            exc_info=trace,
            extra={"event": event, "facts": facts},
        )

    def refused(self, code: str, address: str, reason: str) -> None:
        """Count a refusal. Log it if a limit caused it."""
        self.refusals[code] += 1
        if code in LIMITS:
            self.report("refused", code=code, address=address or "nowhere", reason=reason)

    def wrote(self, facts: Sequence[Fact]) -> None:
        """Count a table's durable events."""
        kinds = [fact.kind for fact in facts]
        self.bets += kinds.count(BET)
        self.coups += kinds.count(COUP)

    def committed(self, seconds: float, requests: int) -> None:
        """Count a commit."""
        self.commit_seconds.add(seconds)
        self.batch_sizes.add(requests)


LIBRARIES = ("asyncio", "concurrent.futures", "psycopg")
"""The loggers of libraries that may write lines while the server runs."""


@contextmanager
def limited_log(observer: Observer, elapsed: Callable[[], int], most: int) -> Iterator[Observer]:
    """Limit the lines of an observer and of libraries: so many of one kind in a minute."""
    limit = observer.line_limit = LineLimit(elapsed, most)
    loggers = (SERVER_LOG, *map(logging.getLogger, LIBRARIES))
    for logger in loggers:
        logger.addFilter(limit)
    try:
        yield observer
    finally:
        limit.summarise(is_last=True)
        observer.line_limit = None
        for logger in loggers:
            logger.removeFilter(limit)


PULSE = 0.5
"""Seconds between two measurements of the event loop's delay."""


async def take_pulse(
    observer: Observer,
    slow: int,
    clock: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Measure the delay of the event loop, and write the summaries of the log, until cancelled."""
    while True:
        due = clock() + PULSE
        await sleep(PULSE)
        delay = max(0.0, clock() - due)
        observer.loop_delays.add(delay)
        if delay > slow / 1_000:
            observer.report("slow_loop", seconds=round(delay, 3))
        if observer.line_limit:
            observer.line_limit.summarise()
