"""The connections to a room: their queues, and broadcasts to all of them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.announcer.catalogues import catalogue
from puntobanco.house import House
from puntobanco.store import Fact
from puntobanco.web.rates import Bucket
from puntobanco.web.room.refusals import Refused as Refusal
from puntobanco.web.room.refusals import explained
from puntobanco.web.room.value import Guest
from puntobanco.wire.frames import Accepted, Closing, Frame, Notice, Refused, Trouble, encoded
from puntobanco.wire.parts import wire_message
from puntobanco.words import Message, message

TOO_SLOW = 4008
TABLE_CLOSED = 4001
SIGNED_OUT = 4003
SERVICE_RESTART = 1012


class CloseFrame(NamedTuple):
    """The code and reason with which a socket is closed."""

    code: int
    reason: str


class HouseNotice(NamedTuple):
    """A notice of the house to everyone, and when it was given, in milliseconds since 1970."""

    said: Message
    at: int

    @property
    def frame(self) -> Notice:
        """The notice for a page."""
        return Notice(self.at, catalogue("en").render(self.said), wire_message(self.said))


class Outbox:
    """A bounded queue of frames. A socket whose queue overflows is closed, and can reconnect."""

    def __init__(self, limit: int) -> None:
        self.frames: deque[bytes] = deque()
        self.close_frame: CloseFrame | None = None
        """Sent after all other frames."""
        self.on_ready: Callable[[], None] = lambda: None
        """Called when there is something to send."""
        self._limit = limit

    def put(self, frame: bytes) -> None:
        """Queue a frame, or close the socket if too many wait."""
        if self.close_frame:
            return
        if len(self.frames) >= self._limit:
            self.frames.clear()
            self.close(TOO_SLOW, "this socket could not keep up; connect again")
            return
        self.frames.append(frame)
        self.on_ready()

    def close(self, code: int, reason: str) -> None:
        """Close the socket once the queued frames are sent."""
        if not self.close_frame:
            self.close_frame = CloseFrame(code, reason)
            self.on_ready()


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
            raise Refusal("too_often", message("refused.filled.table"))
        if not self._address.has(now):
            raise Refusal("too_often", message("refused.filled.address"))
        raise Refusal("too_often", message("refused.filled"))

    def charge(self, facts: list[Fact]) -> None:
        """Charge guest and address for a command; its table pays when the facts are durable."""
        size = RECEIPT_BYTES + written(facts)
        self._guest.charge(size)
        self._address.charge(size)


def written(facts: list[Fact]) -> int:
    """Return about how many bytes of the file these facts take."""
    return sum([len(fact.data) for fact in facts]) + FACT_OVERHEAD * len(facts)


@dataclass(eq=False, slots=True)
class Connection:
    """A guest's connection to a table: the outbox, and the rate limits of received frames."""

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
    token_hash: str = ""
    """Identifies the guest until the guest signs out."""

    def accept(self, request: str, number: int) -> None:
        """Answer that a command is durable. `number` is the table's last event."""
        self.outbox.put(encoded(Accepted(request, number)))

    def refuse(self, request: str | None, error: Exception) -> Refusal:
        """Send the reason why a command was refused, and return it."""
        refusal = explained(error, self.house)
        heard = wire_message(refusal.said) if refusal.said else None
        self.outbox.put(encoded(Refused(request, refusal.code, refusal.reason, heard)))
        return refusal


class Audience:
    """The connections to a table. A frame is encoded once for all of them."""

    def __init__(self) -> None:
        self.connections: dict[Connection, None] = {}
        self.arrivals: dict[Connection, int | None] = {}
        """New connections, and the last event that each has seen."""
        self.announced: dict[Connection, int | None] = {}
        """Those that other servers know of. They wait for their welcome."""
        self.guests: Counter[str] = Counter()
        """The number of sockets of each connected guest."""
        self.notice: Callable[[], HouseNotice | None] = lambda: None
        """Returns the current notice of the house. Everyone who arrives gets it."""
        self._trouble: Message | None = None
        """Why the table cannot go on, as it was last broadcast."""

    @property
    def all(self) -> list[Connection]:
        """Every connection, welcomed or not."""
        return [*self.connections, *self.announced, *self.arrivals]

    @property
    def is_waiting(self) -> bool:
        """Whether a connection waits for its welcome."""
        return bool(self.arrivals or self.announced)

    def announce_arrivals(self) -> None:
        """Note that other servers know of everyone who has arrived."""
        self.announced |= self.arrivals
        self.arrivals = {}

    def add(self, connection: Connection, welcome: Frame) -> None:
        """Send a new connection its first frames, and broadcast to it from now on."""
        connection.outbox.put(encoded(welcome))
        if self._trouble:
            connection.outbox.put(encoded(_trouble(self._trouble)))
        if notice := self.notice():
            connection.outbox.put(encoded(notice.frame))
        self.connections[connection] = None

    def remove(self, connection: Connection) -> bool:
        """Stop broadcasting to a connection. Return whether it was connected."""
        for known in (self.connections, self.announced, self.arrivals):
            if connection in known:
                del known[connection]
                break
        else:
            return False
        guest = connection.guest.id
        self.guests[guest] -= 1
        if not self.guests[guest]:
            del self.guests[guest]
        return True

    def rename(self, guest: Guest) -> None:
        """Give a guest's connections the new name. A seat keeps the name it was taken under."""
        for connection in self.all:
            if connection.guest.id == guest.id:
                connection.guest = guest

    def disconnect(self, guests: Collection[str]) -> None:
        """Close the sockets of guests who have signed out, by id."""
        for connection in self.all:
            if connection.guest.id in guests:
                connection.outbox.close(SIGNED_OUT, "signed out")

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
        text = catalogue("en").render(reason)
        self.broadcast(Closing(text, wire_message(reason)))
        for connection in self.all:
            connection.outbox.close(code, text)


def _trouble(reason: Message | None) -> Trouble:
    return (
        Trouble(catalogue("en").render(reason), wire_message(reason))
        if reason
        else Trouble(None, None)
    )
