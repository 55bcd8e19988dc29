"""The socket beside a log file. Through it, the file's owner sends orders to the running hall."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path

from puntobanco.errors import PuntoBancoError
from puntobanco.store.house import socket_address, socket_path
from puntobanco.web.hall.admin import read_letter, reply_text
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.requests import submit
from puntobanco.web.room.refusals import Refused

_CREDENTIALS = struct.Struct("3i")
"""The process, user and group at the other end of a socket, on Linux."""


@asynccontextmanager
async def obeying(hall: Hall, log: Path) -> AsyncIterator[None]:
    """Obey orders that arrive through the socket of a log, which only this process serves."""
    path, lines = socket_path(log), _Lines(hall)
    with _listening(path) as listener:
        server = await asyncio.start_unix_server(lines.serve, sock=listener)
        try:
            yield
        finally:
            server.close()
            path.unlink(missing_ok=True)
            await lines.close()


@contextmanager
def _listening(path: Path) -> Iterator[socket.socket]:
    """Listen at a path that only its owner may use. Remove the socket of a killed server."""
    with suppress(FileNotFoundError):
        if stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        mask = os.umask(0o177)
        try:
            with socket_address(path) as address:
                listener.bind(address)
        finally:
            os.umask(mask)
        yield listener


class _Lines:
    """The open connections of operators. One who drains the hall waits for its end."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._open: dict[asyncio.Task[None] | None, asyncio.StreamWriter] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the orders of one operator, a line each."""
        task = asyncio.current_task()
        self._open[task] = writer
        # The operator has gone, the line is too long, or the hall stops. asyncio of Python 3.11
        # logs an error if the task ends as cancelled.
        with suppress(OSError, ValueError, asyncio.CancelledError):
            while line := await reader.readline():
                writer.write(f"{await _answer(self._hall, line, writer)}\n".encode())
                await writer.drain()
        writer.close()
        del self._open[task]

    async def close(self) -> None:
        """Drop all connections. Wait for nobody who reads no answers, nor for a failed hall."""
        for writer in self._open.values():
            writer.transport.abort()  # the system still delivers what it has taken
        tasks = list(filter(None, self._open))
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def _answer(hall: Hall, line: bytes, writer: asyncio.StreamWriter) -> str:
    try:
        letter = read_letter(line)
        by = _peer(writer) or letter.by
        return reply_text(await submit(partial(hall.obey, letter.order, by)))
    except (Refused, PuntoBancoError) as error:
        return reply_text(error)


def _peer(writer: asyncio.StreamWriter) -> str:
    """Return the user at the other end, as the system knows it. Not every system does."""
    if not hasattr(socket, "SO_PEERCRED"):
        return ""
    import pwd  # noqa: PLC0415 - not on every system

    sock = writer.get_extra_info("socket")
    data = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, user, _ = _CREDENTIALS.unpack(data)
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"
