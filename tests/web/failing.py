"""`puntobanco` with a faulty writer, which fails when a guest called Fault enters."""

from __future__ import annotations

from unittest.mock import patch

from puntobanco.cli import main
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import NameGuest


class FaultyHall(Hall):
    """Fails in a way that nobody has thought of."""

    def decide(self, look: Look | None = None) -> Batch:
        """Decide, unless a guest called Fault enters."""
        batch = super().decide(look)
        names = [r.guest.name for r, *_ in batch.decided if isinstance(r, NameGuest)]
        if "Fault" in names:
            raise RuntimeError("a fault")
        return batch


if __name__ == "__main__":
    with patch("puntobanco.web.http.server.Hall", FaultyHall):
        main()
