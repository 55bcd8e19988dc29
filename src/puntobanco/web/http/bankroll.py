"""The bankroll of a seat, coup by coup, from a cached ledger of each table."""

from __future__ import annotations

from threading import Lock

from puntobanco.history.ledger import Ledger
from puntobanco.store import Store
from puntobanco.web.cache import Cache
from puntobanco.wire.answers import Bankroll

CACHED_LEDGERS = 16


class Bankrolls:
    """Caches ledgers. Each read continues where the last one stopped.

    Who reads a ledger has it alone; another who asks meanwhile begins one anew.
    """

    def __init__(self) -> None:
        self._ledgers = Cache[str, Ledger](CACHED_LEDGERS)
        self._lock = Lock()

    def view(self, store: Store, table: str, seat: int) -> Bankroll | None:
        """A seat's bankroll since its guest sat down; None if the seat is free."""
        with self._lock:
            ledger = self._ledgers.pop(table) or Ledger()
        ledger.read(store.facts(table, after=ledger.version))
        sitting = ledger.seats.get(seat)
        points = [list(point) for point in sitting.points] if sitting else []
        with self._lock:
            self._ledgers.put(table, ledger)
        if sitting is None:
            return None
        return Bankroll(seat, sitting.coups, sitting.left_out, points)
