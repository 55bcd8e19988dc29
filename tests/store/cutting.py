"""A TCP proxy that cuts the connection of a client during its next request."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Literal

Fate = Literal["pass", "lost", "unanswered", "late"]
"""What becomes of the next request: it never arrives, its answer is lost, or it arrives later."""

PATIENCE = 30.0


class Proxy:
    """Forwards connections to a server. The next request may meet a fate."""

    def __init__(self, server: tuple[str, int]) -> None:
        self._server = server
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[Thread] = []
        self._sockets: list[socket.socket] = []
        self.fate: Fate = "pass"
        self.released = Event()
        """Set when late requests may arrive."""
        self.is_over = Event()
        """Set when the server has answered a request that met a fate, or will never see it."""
        self._start(self._accept)

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def _start(self, target: Callable[[], None]) -> None:
        thread = Thread(target=target)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                self._sockets += [client, server]
                connection = _Connection(self, client, server)
                self._start(connection.forward_requests)
                self._start(connection.forward_answers)

    def close(self) -> None:
        """Close everything."""
        self.released.set()
        for each in (self._listener, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in (self._listener, *self._sockets):
            each.close()


class _Connection:
    def __init__(self, between: Proxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy, self._client, self._server = between, client, server
        self._is_cut = False
        self._answered = Event()

    def forward_requests(self) -> None:
        with suppress(OSError):
            while data := self._client.recv(1 << 16):
                fate, self._proxy.fate = self._proxy.fate, "pass"
                if fate == "pass":
                    self._server.sendall(data)
                    continue
                self._is_cut = True
                if fate == "unanswered":
                    self._ask(data)
                self._client.shutdown(socket.SHUT_RDWR)
                if fate == "late":
                    self._proxy.released.wait(PATIENCE)
                    self._ask(data)
                self._proxy.is_over.set()
                break
            self._server.shutdown(socket.SHUT_RDWR)

    def _ask(self, data: bytes) -> None:
        self._server.sendall(data)
        self._answered.wait(PATIENCE)

    def forward_answers(self) -> None:
        with suppress(OSError):
            while data := self._server.recv(1 << 16):
                if self._is_cut:
                    self._answered.set()
                else:
                    self._client.sendall(data)
        self._answered.set()
