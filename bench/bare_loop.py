"""A bare table server: the minimum for a durable, broadcast bet on the same stack.

It has the socket library, database settings and batches of the hall, but no game, words or checks.
It understands just enough for the guests of `bench_web`: `python bare_loop.py FILE`. With the
address of a PostgreSQL database it runs the statement with which the hall writes a turn.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import apsw
import uvicorn

from puntobanco.store import Fact, Receipt
from puntobanco.store.postgres import PostgresStore

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST = 1_000
"""The most commands to write together."""

TABLES = """
    CREATE TABLE facts (
        number INTEGER PRIMARY KEY, stream TEXT, version INT, kind TEXT, data TEXT,
        UNIQUE (stream, version)
    ) STRICT;
    CREATE TABLE receipts (stream TEXT, id TEXT, data TEXT, PRIMARY KEY (stream, id)) WITHOUT ROWID;
"""


class Asked(NamedTuple):
    """A command to be written."""

    table: str
    socket: asyncio.Queue[str]
    request: str
    command: dict[str, Any]


class BareLoop:
    """Numbers commands, writes them, and broadcasts them to the sockets of their table."""

    def __init__(self, path: str) -> None:
        self._log = apsw.Connection(path)
        self._log.pragma("journal_mode", "wal")
        self._log.pragma("synchronous", "full")
        self._log.execute(TABLES)
        self._numbers: dict[str, int] = {}
        self._sockets: dict[str, list[asyncio.Queue[str]]] = {}
        self._asked: list[Asked] = []
        self._woken = asyncio.Event()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        match scope["type"]:
            case "lifespan":
                await receive()
                writing = asyncio.ensure_future(self._write())
                await send({"type": "lifespan.startup.complete"})
                await receive()
                writing.cancel()
                await send({"type": "lifespan.shutdown.complete"})
            case "http":
                await receive()
                await self._answer(scope["path"], send)
            case _:
                await receive()
                table = scope["query_string"].decode().split("table=")[1].split("&")[0]
                await self._carry(table, receive, send)

    async def _answer(self, path: str, send: Send) -> None:
        name = f"t{len(self._numbers)}"
        if path == "/api/tables":
            self._numbers[name], self._sockets[name] = 0, []
        headers = [(b"set-cookie", b"a=b"), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps({"table": name}).encode()})

    async def _carry(self, table: str, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        outbox: asyncio.Queue[str] = asyncio.Queue()
        self._sockets[table].append(outbox)
        outbox.put_nowait('{"type":"welcome"}')
        sending = asyncio.ensure_future(_send_all(outbox, send))
        while (message := await receive())["type"] != "websocket.disconnect":
            request = json.loads(message["text"])
            self._asked.append(Asked(table, outbox, request["id"], request["command"]))
            self._woken.set()
        sending.cancel()
        self._sockets[table].remove(outbox)

    async def _write(self) -> None:
        """Write and publish commands forever."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._asked:
                batch, self._asked = self._asked[:MOST], self._asked[MOST:]
                facts = [self._fact(each) for each in batch]
                await asyncio.to_thread(self._commit, batch, facts)
                self._publish(batch, facts)

    def _fact(self, asked: Asked) -> tuple[str, int, str, str]:
        self._numbers[asked.table] += 1
        kind, data = asked.command["kind"], json.dumps(asked.command, separators=(",", ":"))
        return asked.table, self._numbers[asked.table], kind, data

    def _commit(self, batch: list[Asked], facts: list[tuple[str, int, str, str]]) -> None:
        receipts = [
            (each.table, each.request, str(fact[1]))
            for each, fact in zip(batch, facts, strict=True)
        ]
        with self._log:
            cursor = self._log.cursor()
            insert = "INSERT INTO facts (stream, version, kind, data) VALUES (?, ?, ?, ?)"
            cursor.executemany(insert, facts)
            cursor.executemany("INSERT INTO receipts VALUES (?, ?, ?)", receipts)

    def _publish(self, batch: list[Asked], facts: list[tuple[str, int, str, str]]) -> None:
        events: dict[str, list[str]] = {}
        for table, number, kind, data in facts:
            if kind == "place_bet":
                event = f'{{"kind":"bet_placed","number":{number},{data[1:]}'
                events.setdefault(table, []).append(event)
        for table, placed in events.items():
            frame = f'{{"type":"events","events":[{",".join(placed)}]}}'
            for outbox in self._sockets[table]:
                outbox.put_nowait(frame)
        for asked, (_, number, _, _) in zip(batch, facts, strict=True):
            asked.socket.put_nowait(
                f'{{"type":"accepted","id":"{asked.request}","number":{number}}}'
            )


async def _send_all(outbox: asyncio.Queue[str], send: Send) -> None:
    while True:
        await send({"type": "websocket.send", "text": await outbox.get()})


class Server(uvicorn.Server):
    """Prints its address once it has one."""

    async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401 - as uvicorn has it
        """Start, and print the address."""
        await super().startup(sockets)
        port = self.servers[0].sockets[0].getsockname()[1]
        print(f"http://127.0.0.1:{port}/", flush=True)


class PostgresLoop(BareLoop):
    """A bare loop that writes with the statement of a hall's turn."""

    def __init__(self, url: str) -> None:
        super().__init__(":memory:")
        self._store = PostgresStore.open(url)
        self._revisions: dict[str, int] = {}

    def _commit(self, batch: list[Asked], facts: list[tuple[str, int, str, str]]) -> None:
        won = self._store.append(
            [Fact(table, version, kind, data) for table, version, kind, data in facts],
            at=1,
            expected={each.table: self._revisions.get(each.table, 0) for each in batch},
            receipts=[
                Receipt(each.table, f"{id(each.socket)}:{each.request}", str(fact[1]))
                for each, fact in zip(batch, facts, strict=True)
            ],
        )
        if len(won) != len({each.table for each in batch}):
            sys.exit("a table lost without a rival")
        self._revisions |= won


def main() -> None:
    """Serve with a new file or an empty database, on any port."""
    log = sys.argv[1]
    config = uvicorn.Config(
        PostgresLoop(log) if "://" in log else BareLoop(log),
        port=0,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="error",
        access_log=False,
    )
    Server(config).run()


if __name__ == "__main__":
    main()
