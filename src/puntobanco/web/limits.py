"""How long things take, and how much of everything there may be."""

from __future__ import annotations

from dataclasses import dataclass

NEVER = 1 << 62
"""A time that does not come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Times in milliseconds."""

    commit: int = 3_000
    """How long guests may commit to a seed."""
    reveal: int = 3_000
    """How long those who committed may reveal it."""
    between: int = 4_000
    """The pause between two shoes."""
    brief: int = 1_000
    """As `commit`, where every coup has a shoe of its own; there is no pause between such shoes."""
    ready: int = 10_000
    """How long others are waited for when a guest is ready, at a table dealt by button."""
    back: int = 2_000
    """How long of that a guest is still waited for whose line broke."""
    showing: float = 1.0
    """How long what was dealt is shown before the clock runs, by the calm pace of the page."""
    room: int = 1_000
    """Who is here is told no more often."""
    away: int = 15 * 60_000
    """A seated guest who was away for so long is sent home."""
    request: int = 10_000
    """How long a request may take to arrive."""
    idle: int = 60 * 60_000
    """A table that nobody was connected to for so long is closed."""
    receipts: int = 24 * 60 * 60_000
    """For so long a command that is sent again is known."""
    guests: int = 90 * 24 * 60 * 60_000
    """A guest who was not here for so long is forgotten."""
    sweep: int = 1_000
    """The pause between two steps of clearing away what is old."""
    rest: int = 60 * 60_000
    """The pause when all was looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Upper bounds."""

    tables: int = 500
    tables_per_guest: int = 5
    sockets: int = 20_000
    sockets_per_guest: int = 8
    waiting: int = 256
    """Frames that may wait for one socket before it counts as too slow."""
    replay: int = 1_000
    """Events that a returning guest is told again; after more the table is drawn afresh."""
    more_time: int = 10
    """How often each guest can lengthen the clock in one coup."""
    commands: float = 20.0
    """Commands a second from one socket."""
    commands_at_once: int = 60
    patience: int = 100
    """Frames refused for their number or form before a socket is closed."""
    forgiven: float = 0.1
    """Such frames a second that are forgotten again."""
    requests: float = 200.0
    """Requests a second of one guest, or from one address of which no guest is known."""
    requests_at_once: int = 2_000
    newcomers: float = 2.0
    """New guests a second from one address."""
    newcomers_at_once: int = 100
    readings: float = 5.0
    """Shoes a second that one guest reads from the log."""
    readings_at_once: int = 100
