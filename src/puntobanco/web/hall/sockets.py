"""The sockets of all guests: their number, their rates, and what they may write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, KeysView

from puntobanco.store import Fact
from puntobanco.web.limits import Caps
from puntobanco.web.observing import Observer
from puntobanco.web.rates import Bucket, Buckets
from puntobanco.web.room.audience import Connection, Outbox, Quota, written
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.words import message

POLICY_VIOLATION = 1008
FRAMES_PER_COMMAND = 5
"""Frames of any kind that a guest may send for each command."""


class Quotas:
    """The buckets of all guests, tables and addresses."""

    def __init__(self, caps: Caps) -> None:
        self._guests = Buckets(caps.written)
        self._tables = Buckets(caps.written.times(caps.crowd))
        self._addresses = Buckets(caps.written.times(caps.crowd))

    def of(self, guest: str, table: str, address: str, now: int) -> Quota:
        """Return the quotas that one connection's commands use."""
        buckets = ((self._guests, guest), (self._tables, table), (self._addresses, address))
        return Quota(*(each.of(key, now) for each, key in buckets))

    def charge_table(self, table: str, facts: list[Fact], now: int) -> None:
        """Charge a table for what was written there."""
        self._tables.of(table, now).charge(written(facts))


class Sockets:
    """Counts the sockets of each guest, within the caps, and limits the rates of their frames."""

    def __init__(self, caps: Caps, elapsed: Callable[[], int], observer: Observer) -> None:
        self._caps, self._elapsed, self._observer = caps, elapsed, observer
        self._counts: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()
        self._commands = Buckets(caps.commands)
        self._frames = Buckets(caps.commands.times(FRAMES_PER_COMMAND))
        self.quotas = Quotas(caps)

    @property
    def total(self) -> int:
        """The number of sockets."""
        return self._counts.total()

    @property
    def guests(self) -> KeysView[str]:
        """The ids of the guests who have a socket."""
        return self._counts.keys()

    def can_open(self, guest: Guest, address: str) -> bool:
        """Return whether a guest may open one more socket from an address."""
        caps = self._caps
        return (
            self._counts[guest.id] < caps.sockets_per_guest
            and self._by_address[address] < caps.sockets_per_address
            and self.total < caps.sockets
        )

    def frames_of(self, guest: Guest) -> Bucket:
        """Return the rate of a guest's frames, from all sockets."""
        return self._frames.of(guest.id, self._elapsed())

    def open(self, guest: Guest, room: Room, outbox: Outbox, address: str) -> Connection:
        """Return a new connection of a guest to a table."""
        caps, now = self._caps, self._elapsed()
        self._counts[guest.id] += 1
        self._by_address[address] += 1
        return Connection(
            guest,
            room.id,
            room.state.house,
            outbox,
            address,
            commands=self._commands.of(guest.id, now),
            quota=self.quotas.of(guest.id, room.id, address, now),
            bad_frames=Bucket(caps.bad_frames),
        )

    def close(self, connection: Connection) -> None:
        """Forget a socket that is gone."""
        for counts, key in (
            (self._counts, connection.guest.id),
            (self._by_address, connection.address),
        ):
            counts[key] -= 1
            if not counts[key]:
                del counts[key]

    def check_rates(self, connection: Connection) -> None:
        """Refuse a command beyond the rate of its guest, or while too much was written."""
        now = self._elapsed()
        if not connection.commands.take(now):
            often = message("refused.too_often", most=round(self._caps.commands.per_second))
            raise Refused("too_often", often)
        connection.quota.check(now)

    def refuse(self, connection: Connection, request: str | None, error: Refused) -> None:
        """Refuse a bad frame, and close a socket that sends too many."""
        connection.refuse(request, error)
        self._observer.refused(error.code, connection.address, error.reason)
        if not connection.bad_frames.take(self._elapsed()):
            connection.outbox.close(POLICY_VIOLATION, "too many frames, or malformed ones")
