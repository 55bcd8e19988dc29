"""How much each guest, table and address may write into the log."""

from __future__ import annotations

from puntobanco.store import Fact
from puntobanco.web.limits import CROWD, Caps
from puntobanco.web.rates import Buckets
from puntobanco.web.room.quota import Quota, written
from puntobanco.web.room.room import Room


class Quotas:
    """The buckets of all guests, tables and addresses."""

    def __init__(self, caps: Caps) -> None:
        self._guests = Buckets(caps.written)
        self._tables = Buckets(caps.written.times(CROWD))
        self._addresses = Buckets(caps.written.times(CROWD))

    def of(self, guest: str, table: str, address: str, now: int) -> Quota:
        """Return the quotas that one connection's commands use."""
        buckets = ((self._guests, guest), (self._tables, table), (self._addresses, address))
        return Quota(*(each.of(key, now) for each, key in buckets))

    def of_new_table(self, room: Room, now: int) -> Quota:
        """Return the quotas that opening a table uses."""
        return self.of(room.value.owner, room.id, room.value.address, now)

    def charge_table(self, table: str, facts: list[Fact], now: int) -> None:
        """Charge a table for what was written there."""
        self._tables.of(table, now).charge(written(facts))
