"""Durations and upper bounds."""

from __future__ import annotations

from dataclasses import dataclass

NEVER = 1 << 62
"""A time that never comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Durations in milliseconds."""

    stage: int = 3_000
    """The time to commit to a seed, and again to reveal it. If every coup has its own shoe,
    commitments get a third of it, and there is no pause between shoes."""
    between: int = 4_000
    """The pause between two shoes."""
    ready: int = 10_000
    """How long a ready guest waits for the others, at a table dealt by button."""
    back: int = 2_000
    """How long the deal waits for a guest whose connection broke."""
    showing: float = 1.0
    """The time that the page takes to show a coup, as a factor of its calm pace."""
    room: int = 1_000
    """The minimum time between two broadcasts of the guests present."""
    away: int = 15 * 60_000
    """How long a guest may be away before the seat is given up."""
    request: int = 10_000
    """How long an HTTP request may take to arrive."""
    idle: int = 60 * 60_000
    """How long a table may have no connections before it is closed."""
    receipts: int = 24 * 60 * 60_000
    """How long a resent command is recognised, in server uptime. Longer while its guest is
    seated or its shoe is on the table."""
    guests: int = 90 * 24 * 60 * 60_000
    """How long a guest may stay away before being deleted, in server uptime."""
    visitors: int = 24 * 60 * 60_000
    """How long a guest who never sat down may stay away."""
    drain: int = 2 * 60_000
    """How long a draining hall waits for coups to finish."""
    cleanup: int = 60 * 60_000
    """The pause between two cleanups."""
    slow: int = 1_000
    """A turn or a delay of the event loop that takes longer is logged."""
    retry: int = 1_000
    """The pause between a failed write and the next attempt."""
    ping: int = 20_000
    """The pause between two pings of a socket, and how long the answer to one may take."""
    notice: int = 15 * 60_000
    """How long an operator's notice is shown to guests who arrive later."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may happen."""

    per_second: float
    at_once: float

    def times(self, factor: int) -> Rate:
        """Return a rate that allows `factor` times as much."""
        return Rate(factor * self.per_second, factor * self.at_once)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Upper bounds."""

    tables: int = 500
    """Open tables, of all servers together."""
    tables_per_guest: int = 5
    """Open tables of one guest."""
    sockets: int = 20_000
    """Open sockets."""
    sockets_per_guest: int = 8
    """Open sockets of one guest."""
    requests_at_once: int = 2_000
    """Open connections other than WebSockets."""
    shares: int = 5
    """One address, perhaps a school or an office, may have a share of all tables, sockets, other
    connections and readers: with 5, a fifth of each."""
    crowd: int = 5
    """One address or table may use the `written` and `new_tables` rates of this many guests."""
    waiting: int = 256
    """Frames that may wait for one socket before it is closed as too slow."""
    replay: int = 1_000
    """Events to replay after a reconnection. If more were missed, the whole state is sent."""
    events: int = 200
    """Events that one guest's commands may write in a turn. Further commands wait for the next
    turn."""
    body: int = 100_000
    """Bytes in the body of a request."""
    readers: int = 32
    """Requests that read past events at the same time. Each has a thread, and with PostgreSQL a
    connection."""
    log_lines: int = 10
    """Log lines of one kind in a minute. Further lines are counted."""
    more_time: int = 10
    """How often each guest may extend the betting clock in one coup."""
    commands: Rate = Rate(20, 60)
    """Commands of one guest, from all sockets. Frames of any kind: five times as many."""
    written: Rate = Rate(4_000, 1_000_000)
    """Bytes that one guest's commands may write into the log. A bet takes about 500, with its
    receipt. A table and an address may have more: see `crowd`."""
    bad_frames: Rate = Rate(0.1, 100)
    """Malformed or excess frames of one socket, which is closed if there are more."""
    requests: Rate = Rate(200, 2_000)
    """Requests of one guest, or from one address without a known guest."""
    new_guests: Rate = Rate(0.01, 1_000)
    """New guests from one address: 1,000 at once, and 864 a day after that."""
    new_tables: Rate = Rate(0.2, 20)
    """New tables of one guest. An address may have more: see `crowd`."""
    reads: Rate = Rate(5, 100)
    """Lists of tables, odds, invitations, shoes, records and bankrolls for one guest."""

    @property
    def tables_per_address(self) -> int:
        """Open tables from one address."""
        return max(1, self.tables // self.shares)

    @property
    def readers_per_address(self) -> int:
        """Requests from one address that read past events at the same time."""
        return max(1, self.readers // self.shares)

    @property
    def connections(self) -> int:
        """All connections."""
        return self.sockets + self.requests_at_once

    @property
    def connections_per_address(self) -> int:
        """Connections from one address, unless it is that of a trusted proxy."""
        return max(1, self.connections // self.shares)

    @property
    def requests_per_address(self) -> int:
        """Requests from one address that are being answered."""
        return max(1, self.requests_at_once // self.shares)

    @property
    def sockets_per_address(self) -> int:
        """Open sockets from one address."""
        return max(1, self.sockets // self.shares)
