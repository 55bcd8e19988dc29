"""The money of a seat, coup by coup. The ledger of each table is cached and read on."""

from __future__ import annotations

from threading import Lock
from typing import Any

from puntobanco.history.ledger import Ledger
from puntobanco.store import Store
from puntobanco.web.cache import Cache

MOST_LEDGERS = 16


class Bankrolls:
    """The ledgers of some tables; one thread at a time reads on from where the last one stopped."""

    def __init__(self) -> None:
        self._ledgers = Cache[str, Ledger](MOST_LEDGERS)
        self._lock = Lock()

    def view(self, store: Store, table: str, seat: int) -> dict[str, Any] | None:
        """A seat's money since its guest sat down; None while nobody sits there."""
        with self._lock:
            ledger = self._ledgers.get(table) or Ledger()
            ledger.read(store.facts(table, after=ledger.version))
            self._ledgers.put(table, ledger)
            sitting = ledger.seats.get(seat)
            if sitting is None:
                return None
            return {
                "seat": seat,
                "coups": sitting.coups,
                "left_out": sitting.left_out,
                "points": list(sitting.points),
            }
