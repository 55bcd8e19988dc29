"""One WebSocket connection of a guest to a table."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.house import House
from puntobanco.web.rates import Bucket
from puntobanco.web.room.outbox import Outbox
from puntobanco.web.room.quota import Quota
from puntobanco.web.room.refusals import explained
from puntobanco.web.room.setup import Guest
from puntobanco.wire.frames import Accepted, Refused, encoded
from puntobanco.wire.messages import said


@dataclass(eq=False, slots=True)
class Connection:
    """Who is connected to which table, the outbox, and the rate limits of what is received."""

    guest: Guest
    table: str
    house: House
    outbox: Outbox
    address: str
    commands: Bucket
    """The rate of the guest's commands, which all sockets of a guest share."""
    quota: Quota
    bad_frames: Bucket
    """Bad frames tolerated before the socket is closed."""

    def accept(self, request: str, number: int) -> None:
        """Answer that a command is durable; `number` is the table's last event."""
        self.outbox.put(encoded(Accepted(request, number)))

    def refuse(self, request: str | None, error: Exception) -> None:
        """Answer why a command was refused."""
        refusal = explained(error, self.house)
        heard = said(refusal.said) if refusal.said else None
        self.outbox.put(encoded(Refused(request, refusal.code, refusal.reason, heard)))
