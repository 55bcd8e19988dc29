"""The sockets of all guests: how many there are, and what their frames ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, KeysView

from puntobanco.web.hall.idempotency import IdempotencyKey, command_digest
from puntobanco.web.hall.requests import GuestCommand
from puntobanco.web.limits import Caps
from puntobanco.web.rates import Bucket
from puntobanco.web.room.connection import Connection
from puntobanco.web.room.outbox import Outbox
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest
from puntobanco.wire.commands import Malformed, read_request

POLICY_VIOLATION = 1008


class Sockets:
    """Counts the sockets of each guest and reads their frames, within the caps."""

    def __init__(self, caps: Caps, elapsed: Callable[[], int]) -> None:
        self._caps, self._elapsed = caps, elapsed
        self._counts: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """The number of sockets."""
        return self._counts.total()

    @property
    def guests(self) -> KeysView[str]:
        """The ids of the guests who have a socket."""
        return self._counts.keys()

    def can_open(self, guest: Guest) -> bool:
        """Whether one more socket of this guest is allowed."""
        is_allowed = self._counts[guest.id] < self._caps.sockets_per_guest
        return is_allowed and self.total < self._caps.sockets

    def open(self, guest: Guest, room: Room, outbox: Outbox) -> Connection:
        """A new connection of a guest to a table."""
        caps = self._caps
        self._counts[guest.id] += 1
        return Connection(
            guest,
            room.id,
            room.state.house,
            outbox,
            commands=Bucket(caps.commands, caps.commands_at_once, caps.commands_at_once),
            bad_frames=Bucket(caps.bad_frames_forgiven, caps.bad_frames - 1, caps.bad_frames - 1),
        )

    def close(self, connection: Connection) -> None:
        """A socket is gone."""
        guest = connection.guest.id
        self._counts[guest] -= 1
        if not self._counts[guest]:
            del self._counts[guest]

    def read(self, connection: Connection, text: str) -> GuestCommand | None:
        """The command of a frame, or None if the frame was refused at once."""
        try:
            request = read_request(text)
        except Malformed as error:
            self._refuse(connection, error.request, Refused(error.code, error.reason))
            return None
        if not connection.commands.take(self._elapsed()):
            often = f"Too often: {self._caps.commands:g} commands a second are taken."
            self._refuse(connection, request.id, Refused("too_often", often))
            return None
        key = IdempotencyKey(connection.table, f"{connection.guest.id}:{request.id}")
        return GuestCommand(connection, request, key, command_digest(request))

    def _refuse(self, connection: Connection, request: str | None, error: Refused) -> None:
        """Refuse a bad frame, and close a socket that sends too many."""
        connection.refuse(request, error)
        if not connection.bad_frames.take(self._elapsed()):
            connection.outbox.close(POLICY_VIOLATION, "too many frames, or malformed ones")
