"""HTTP requests to a simulated hall: the real routes in this process, over turns of the test's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx

from puntobanco.store import Log
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.app import App
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.routes import Routes
from puntobanco.web.http.tables import Entrance

ADDRESS = "http://localhost:8000"
COOKIE = GuestCookie("guest")
ENTRANCE = Entrance(ADDRESS, "machine", b"secret")


def no_log() -> Log:
    raise NotImplementedError


def client_of(app: App, **cookies: str) -> httpx.AsyncClient:
    """Return a client of an application without a network."""
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type] # it is one
    return httpx.AsyncClient(transport=transport, base_url=ADDRESS, cookies=cookies)


class Asking:
    """The HTTP half of a hall that reads no log: it needs files and threads."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        routes = Routes(hall, open_log=no_log, cookie=COOKIE, entrance=ENTRANCE)
        self._app = App(hall, AllowedOrigins.at(8000), routes)

    def __call__(
        self,
        request: str,
        token: str,
        body: object = None,
        *,
        turn: Callable[[], None] = lambda: None,
    ) -> tuple[int, Any]:
        """Return the status and the answer to a request such as `GET /api/me`.

        Call `turn` while it waits for the hall.
        """

        async def answered() -> httpx.Response:
            async with client_of(self._app, guest=token) as client:
                asked = asyncio.ensure_future(client.request(*request.split(), json=body))
                while not asked.done():
                    await asyncio.sleep(0)
                    if self.hall.has_requests:
                        turn()
                return await asked

        answer = asyncio.run(answered())
        return answer.status_code, answer.json() if answer.content else None
