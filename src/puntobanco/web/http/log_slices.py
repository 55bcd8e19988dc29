"""Reads the log for guests in slices, in turn, so that nobody waits for a long read."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Self, TypeVar

from puntobanco.errors import StoreError
from puntobanco.store import Log
from puntobanco.web.limits import Caps
from puntobanco.web.rates import Cache

Result = TypeVar("Result")


class Turnstile:
    """Lets threads through one at a time, in the order in which they came."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[Lock] = deque()
        self._is_taken = False

    def enter(self) -> None:
        """Wait for this thread's turn."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return
            gate = Lock()
            gate.acquire()
            self._waiting.append(gate)
        gate.acquire()

    def leave(self) -> None:
        """Let the next one through."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


class ReaderTurn:
    """One request's turns at the turnstile."""

    def __init__(self, turnstile: Turnstile, is_closing: Callable[[], bool]) -> None:
        self._turnstile, self._is_closing = turnstile, is_closing
        self._began = 0.0

    def __enter__(self) -> Self:
        self._turnstile.enter()
        self._began = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self._turnstile.leave()

    def pause(self) -> None:
        """Let others read, and sleep as long as the slice took, to leave time to the event loop.

        Raises if the server is closing, so that it doesn't wait.
        """
        if self._is_closing():
            raise StoreError("the server is closing")
        self._turnstile.leave()
        try:
            time.sleep(time.monotonic() - self._began)
        finally:
            self._turnstile.enter()
            self._began = time.monotonic()


class LogReaders:
    """Threads that read the log."""

    def __init__(
        self, open_log: Callable[[], Log], is_closing: Callable[[], bool], caps: Caps
    ) -> None:
        self._open_log, self._is_closing = open_log, is_closing
        self._per_address = caps.readers_per_address
        self._turnstile = Turnstile()
        self._threads = ThreadPoolExecutor(caps.readers, "reader")
        self._by_address = Cache[str, asyncio.Semaphore](1_000)

    async def read(self, read: Callable[[Log], Result], *, address: str) -> Result:
        """Call `read` on the log in a thread. Limit the threads of each address."""
        readers = self._by_address.get(address) or asyncio.Semaphore(self._per_address)
        self._by_address.put(address, readers)
        async with readers:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._run, read)

    def close(self) -> None:
        """End the threads after their current reads."""
        self._threads.shutdown()

    def _run(self, read: Callable[[Log], Result]) -> Result:
        with self._open_log() as log, ReaderTurn(self._turnstile, self._is_closing) as turn:
            log.pause = turn.pause
            return read(log)
