"""A small TCP proxy that cuts, delays, holds and swallows what passes through it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self


class Proxy:
    """Forwards connections to a port of this machine."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self.delay = 0.0
        """Seconds by which answers are late."""
        self.swallows = False
        """Whether the next answer is dropped, and its connection cut."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def hold(self) -> None:
        """Forward nothing, and keep the connections open."""
        self._flows.clear()

    def release(self) -> None:
        self._flows.set()

    def cut(self) -> None:
        for line in self._lines:
            line.transport.abort()
        self._lines.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, far_writer}
        for task in (
            asyncio.create_task(self._pump(reader, far_writer, is_answer=False)),
            asyncio.create_task(self._pump(far_reader, writer, is_answer=True)),
        ):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, is_answer: bool
    ) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                await self._flows.wait()
                if is_answer and self.delay:
                    await asyncio.sleep(self.delay)
                if is_answer and self.swallows:
                    self.swallows = False
                    break
                target.write(data)
                await target.drain()
        target.transport.abort()
        self._lines.discard(target)
