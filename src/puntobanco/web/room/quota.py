"""How much the commands of one connection may write into the log."""

from __future__ import annotations

from puntobanco.store import Fact
from puntobanco.web.rates import Bucket
from puntobanco.web.room.refusals import Refused
from puntobanco.words import message

FACT_OVERHEAD, RECEIPT_BYTES = 150, 250
"""Bytes of the file that a fact takes besides its text, and that a receipt takes."""


class Quota:
    """The buckets that one connection's commands are charged to."""

    __slots__ = ("_address", "_guest", "_table")

    def __init__(self, guest: Bucket, table: Bucket, address: Bucket) -> None:
        self._guest, self._table, self._address = guest, table, address

    def check(self, now: int) -> None:
        """Refuse a command while too much was written."""
        if self._guest.has(now) and self._table.has(now) and self._address.has(now):
            return
        if not self._table.has(now):
            raise Refused("too_often", message("refused.filled.table"))
        if not self._address.has(now):
            raise Refused("too_often", message("refused.filled.address"))
        raise Refused("too_often", message("refused.filled"))

    def charge(self, facts: list[Fact]) -> None:
        """Charge guest and address for a command; its table pays when the facts are durable."""
        size = RECEIPT_BYTES + written(facts)
        self._guest.charge(size)
        self._address.charge(size)


def written(facts: list[Fact]) -> int:
    """Return about how many bytes of the file these facts take."""
    return sum([len(fact.data) for fact in facts]) + FACT_OVERHEAD * len(facts)
