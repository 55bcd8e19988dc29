"""What all connections have in common: back-pressure, timers, shared state."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass, field
from typing import Any

from puntobanco.web.http.guard import Scope, network
from puntobanco.web.http.socket import Receive, Send
from puntobanco.web.limits import Pace
from puntobanco.web.observing import Observer

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(slots=True)
class Serving:
    """The state that all connections of a server share."""

    app: Application
    pace: Pace
    elapsed: Callable[[], int]
    most: int
    """The most connections. Requests on further ones are refused."""
    most_per_address: int
    """The most connections from one address. Further ones are dropped."""
    proxies: Collection[str] = ()
    """The addresses of trusted proxies, which may have any number of connections."""
    connections: set[ClientConnection] = field(default_factory=set)
    by_address: Counter[str] = field(default_factory=Counter)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    observer: Observer = field(default_factory=Observer)

    def add(self, connection: ClientConnection) -> None:
        """Count a connection."""
        self.connections.add(connection)
        self.by_address[connection.address] += 1

    def discard(self, connection: ClientConnection) -> None:
        """Forget a connection, if it was not forgotten before."""
        if connection in self.connections:
            self.connections.remove(connection)
            self.by_address[connection.address] -= 1
            if not self.by_address[connection.address]:
                del self.by_address[connection.address]

    def is_crowded(self, address: str) -> bool:
        """Return whether an address has too many connections."""
        if self.by_address[address] <= self.most_per_address:
            return False
        return address not in map(network, self.proxies)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the application for a request or a socket."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


class ClientConnection(asyncio.Protocol):
    """A connection of a client."""

    transport: asyncio.Transport
    address: str
    """The address of the other side, which may be a proxy."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.writable = asyncio.Event()
        """Cleared while the client doesn't read."""
        self.writable.set()
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        self.transport = transport  # type: ignore[assignment] # it is one, over TCP
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if peer else ""
        self.serving.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """Forget the connection, and wake waiting writers."""
        self.release()
        self.writable.set()

    def pause_writing(self) -> None:
        """Pause writers."""
        self.writable.clear()

    def resume_writing(self) -> None:
        """Resume writers."""
        self.writable.set()

    def set_timer(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Start the timer of this name, in place of the one that runs."""
        if timer := self._timers.get(name):
            timer.cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, act)

    def release(self) -> None:
        """Forget the connection, and stop its timers, which would keep it in memory."""
        self.serving.discard(self)
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def shut_down(self) -> None:
        """Close the connection when the server stops."""
        raise NotImplementedError
