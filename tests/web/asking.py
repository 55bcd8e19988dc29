"""HTTP requests to a simulated hall: the real routes in this process, over turns of the test's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, MutableMapping
from typing import Any

from puntobanco.store import Log
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.app import App
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.routes import Routes
from puntobanco.web.http.tables import Entrance

COOKIE = GuestCookie("guest")
ENTRANCE = Entrance("http://localhost:8000", "machine", b"secret")
HEADERS = [(b"host", b"localhost:8000"), (b"content-type", b"application/json")]


class Asking:
    """The HTTP half of a hall that reads no log: it needs files and threads."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        routes = Routes(hall, open_log=_no_log, cookie=COOKIE, entrance=ENTRANCE)
        self._app = App(hall, AllowedOrigins.at(8000), routes)

    def __call__(
        self,
        request: str,
        token: str,
        body: object = None,
        *,
        turn: Callable[[], None] = lambda: None,
    ) -> tuple[int, Any]:
        """The status and the answer to a request such as `GET /api/me`.

        While it waits for the hall, turns are made.
        """
        method, _, path = request.partition(" ")
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": json.dumps(body).encode()}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        async def answered() -> None:
            asked = asyncio.ensure_future(self._app(_scope(method, path, token), receive, send))
            while not asked.done():
                await asyncio.sleep(0)
                if self.hall.has_requests:
                    turn()
            await asked

        asyncio.run(answered())
        text = b"".join(part.get("body", b"") for part in sent)
        return sent[0]["status"], json.loads(text) if text else None


def _scope(method: str, path: str, token: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "root_path": "",
        "query_string": b"",
        "headers": [*HEADERS, (b"cookie", f"{COOKIE.name}={token}".encode())],
        "client": ("127.0.0.1", 1),
    }


def _no_log() -> Log:
    raise NotImplementedError
