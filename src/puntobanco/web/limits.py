"""How long things take, and how much of everything there may be."""

from __future__ import annotations

from dataclasses import dataclass

NEVER = 1 << 62
"""A time that does not come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Durations in milliseconds."""

    commit: int = 3_000
    """How long guests may commit to a seed."""
    reveal: int = 3_000
    """How long guests who committed may reveal their seed."""
    between: int = 4_000
    """The pause between two shoes."""
    brief: int = 1_000
    """As `commit`, where every coup has a shoe of its own. Such shoes follow without a pause."""
    ready: int = 10_000
    """How long a ready guest waits for the others, at a table dealt by button."""
    back: int = 2_000
    """How long the deal waits for a guest whose connection broke."""
    showing: float = 1.0
    """The time that the page takes to show a coup, as a factor of its calm pace."""
    room: int = 1_000
    """The least time between two broadcasts of who is present."""
    away: int = 15 * 60_000
    """How long a guest may be away before the seat is given up."""
    request: int = 10_000
    """How long an HTTP request may take to arrive."""
    idle: int = 60 * 60_000
    """How long nobody may be connected before a table is closed."""
    receipts: int = 24 * 60 * 60_000
    """How long a resent command is recognised at least, while the hall runs: longer, as long as its
    guest is seated or its shoe is on the table."""
    guests: int = 90 * 24 * 60 * 60_000
    """How long a guest may stay away before being deleted, while the hall runs."""
    cleanup: int = 1_000
    """The pause between two steps of a cleanup."""
    between_cleanups: int = 60 * 60_000
    """The pause after a cleanup has gone through everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Upper bounds. A rate is a second; `…_at_once` is its burst.

    An address may be a school or an office, so it may have a fifth of what all share.
    """

    tables: int = 500
    tables_per_guest: int = 5
    tables_per_address: int = 100
    sockets: int = 20_000
    sockets_per_guest: int = 8
    sockets_per_address: int = 4_000
    waiting: int = 256
    """Frames that may wait for one socket before it is closed as too slow."""
    replay: int = 1_000
    """Events that are replayed to a guest who reconnects; after more the whole state is sent."""
    more_time: int = 10
    """How often each guest may extend the betting clock in one coup."""
    commands: float = 20.0
    """Commands of one guest, from all sockets. Frames of any kind may be five times as many."""
    commands_at_once: int = 60
    written_by_guest: float = 4_000.0
    """Bytes of the log by one guest's commands; a bet is about 500, with its receipt."""
    written_by_guest_at_once: int = 1_000_000
    written_at_table: float = 16_000.0
    """Bytes of the log at one table, the house's own events included."""
    written_at_table_at_once: int = 4_000_000
    written_by_address: float = 20_000.0
    """Bytes of the log by commands from one address."""
    written_by_address_at_once: int = 16_000_000
    bad_frames: int = 100
    """Malformed or too frequent frames before a socket is closed."""
    bad_frames_forgiven: float = 0.1
    """The rate at which bad frames stop counting."""
    requests: float = 200.0
    """Requests of one guest, or from one address without a known guest."""
    requests_at_once: int = 2_000
    new_guests: float = 2.0
    """New guests from one address."""
    new_guests_at_once: int = 100
    new_tables: float = 0.2
    """New tables of one guest, and ten times as many from one address."""
    new_tables_at_once: int = 20
    lists: float = 5.0
    """Lists of all tables, and odds of a table, for one guest."""
    lists_at_once: int = 100
    log_reads: float = 5.0
    """Reads of the log by one guest."""
    log_reads_at_once: int = 100
