"""Everyone who is connected to a table, and what is broadcast to them."""

from __future__ import annotations

from puntobanco.announcer.catalogues import catalogue
from puntobanco.web.room.connection import Connection
from puntobanco.web.room.setup import Guest
from puntobanco.wire.frames import Closing, Frame, Trouble, encoded
from puntobanco.wire.messages import said
from puntobanco.words import Message


class Audience:
    """The connections to a table. A frame is encoded once for all of them."""

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}
        self._trouble: Message | None = None
        """Why the table cannot go on, as it was last broadcast."""

    def add(self, connection: Connection, welcome: Frame) -> None:
        """Send a new connection its first frames, and broadcast to it from now on."""
        connection.outbox.put(encoded(welcome))
        if self._trouble:
            connection.outbox.put(encoded(_trouble(self._trouble)))
        self.connections[connection] = None

    def remove(self, connection: Connection) -> bool:
        """Stop broadcasting to a connection; gives whether it was connected."""
        is_connected = connection in self.connections
        if is_connected:
            del self.connections[connection]
        return is_connected

    def rename(self, guest: Guest) -> None:
        """Give a guest's connections the new name. A seat keeps the name it was taken under."""
        for connection in self.connections:
            if connection.guest.id == guest.id:
                connection.guest = guest

    def broadcast(self, frame: Frame) -> None:
        """Send a frame to everyone."""
        if self.connections:
            text = encoded(frame)
            for connection in self.connections:
                connection.outbox.put(text)

    def report_trouble(self, reason: Message | None) -> None:
        """Broadcast once why the table cannot go on, and once that it can (None)."""
        if self._trouble != reason:
            self._trouble = reason
            self.broadcast(_trouble(reason))

    def close(self, code: int, reason: Message) -> None:
        """Close every socket with a reason."""
        text = catalogue("en").words(reason)
        self.broadcast(Closing(text, said(reason)))
        for connection in self.connections:
            connection.outbox.close(code, text)


def _trouble(reason: Message | None) -> Trouble:
    return Trouble(catalogue("en").words(reason), said(reason)) if reason else Trouble(None, None)
