"""The routes of the HTTP half."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from secrets import token_urlsafe
from typing import Any, TypeVar

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from puntobanco.announcer import refusal
from puntobanco.errors import IllegalCommand, StoreError
from puntobanco.house import HOUSES
from puntobanco.store import Store
from puntobanco.table import MAX_SEATS
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.bankroll import Bankrolls
from puntobanco.web.http.guard import cookie
from puntobanco.web.http.houses import house_of
from puntobanco.web.http.odds import odds
from puntobanco.web.http.openapi import description
from puntobanco.web.http.pages import STATIC, missing, page
from puntobanco.web.http.rate_limits import Turnstile
from puntobanco.web.http.records import MEDIA, TableRecords
from puntobanco.web.http.requests import NewGuest, NewTable, Problem, answer, read_body
from puntobanco.web.room import views
from puntobanco.web.room.connection import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest

MOST_READERS = 2
"""Shoes that are read from the log at a time."""

Handler = Callable[[Request], Awaitable[Response]]
Result = TypeVar("Result")


class Lobby:
    """Everything that a browser can ask for before and beside a table."""

    def __init__(
        self,
        hall: Hall,
        *,
        archive: Callable[[], Store],
        cookie_name: str,
        is_secure: bool = False,
        proxies: Collection[str] = (),
    ) -> None:
        self.hall = hall
        self.cookie_name = cookie_name
        self._archive = archive
        """Opens the log for one reader; a connection is not shared between threads."""
        self._readers = asyncio.Semaphore(MOST_READERS)
        self._is_secure = is_secure
        self.turnstile = Turnstile(hall, cookie_name, proxies)
        self._records = TableRecords()
        self._bankrolls = Bankrolls()
        self._odds: dict[str, tuple[object, asyncio.Future[dict[str, Any]]]] = {}

    @property
    def routes(self) -> list[BaseRoute]:
        """Every path and who answers it."""
        table = "/api/tables/{table}"
        return [
            Route("/", page),
            Route("/t/{table}", self.table_page),
            Mount("/static", GZipMiddleware(StaticFiles(directory=STATIC, check_dir=False))),
            Route("/healthz", explained(self.health)),
            Route("/openapi.json", explained(self.describe)),
            Route("/api/guest", explained(self.come_in), methods=["POST"]),
            Route("/api/me", explained(self.me)),
            Route("/api/houses", explained(self.houses)),
            Route("/api/tables", explained(self.tables), methods=["GET", "POST"]),
            Route(table, explained(self.table), methods=["GET", "DELETE"]),
            Route(f"{table}/shoes", explained(self.shoes)),
            Route(f"{table}/shoes/{{file}}", explained(self.shoe)),
            Route(f"{table}/bankroll", explained(self.bankroll)),
            Route(f"{table}/odds", explained(self.odds)),
            Route(f"{table}/path/{{position}}", explained(self.path)),
        ]

    # --- the server -------------------------------------------------------------------------------

    async def table_page(self, request: Request) -> Response:
        """The page at a table that is open."""
        if request.path_params["table"] not in self.hall.rooms:
            return missing(request, _unknown_table())
        return await page(request)

    async def health(self, _request: Request) -> Response:
        """Whether the log can be written."""
        well = self.hall.health.is_well
        sockets = self.hall.sockets.total()
        facts = {"tables": len(self.hall.rooms), "sockets": sockets}
        status = "ok" if well else "the log cannot be written"
        return answer({"status": status, **facts}, status=200 if well else 503)

    async def describe(self, _request: Request) -> Response:
        """The interface for machines."""
        return answer(description(self.cookie_name))

    # --- guests -----------------------------------------------------------------------------------

    async def come_in(self, request: Request) -> Response:
        """Make a guest, or rename one."""
        body = await read_body(request, NewGuest, within=self.hall.pace.request)
        token = cookie(request.scope, self.cookie_name)
        if token is None or self.hall.guest(token) is None:
            self.turnstile.check_newcomer(request.scope)
            token = token_urlsafe(32)
        known = token
        guest: Guest = await asked(lambda done: self.hall.welcome(body.name, known, done))
        return self._with_cookie(answer({"name": guest.name}), token)

    def _with_cookie(self, response: Response, token: str) -> Response:
        """The answer, with a cookie that lasts as long as the guest is remembered."""
        response.set_cookie(
            self.cookie_name,
            token,
            max_age=self.hall.pace.guests // 1_000,
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )
        return response

    def _guest(self, request: Request) -> Guest | None:
        token = cookie(request.scope, self.cookie_name)
        return self.hall.guest(token) if token else None

    def _known_guest(self, request: Request) -> Guest:
        guest = self._guest(request)
        if guest is None:
            raise Problem(401, "no_guest", "Come in first: POST /api/guest with a name.")
        return guest

    async def me(self, request: Request) -> Response:
        """Who asks, where they sit, and which tables are theirs."""
        guest, rooms = self._known_guest(request), self.hall.rooms.values()
        seats = ((room, room.setup.seat_of(guest.id)) for room in rooms)
        tables = [{"table": room.id, "seat": seat} for room, seat in seats if seat]
        opened = [room.id for room in rooms if room.setup.owner == guest.id]
        token = cookie(request.scope, self.cookie_name) or ""
        self.hall.greet(token)
        told = answer({"name": guest.name, "tables": tables, "opened": opened})
        return self._with_cookie(told, token)

    # --- tables -----------------------------------------------------------------------------------

    async def houses(self, _request: Request) -> Response:
        """The houses that a table can be opened with."""
        return answer({"houses": [views.house_view(house) for house in HOUSES.values()]})

    async def tables(self, request: Request) -> Response:
        """The public tables, and one's own; or one more."""
        if request.method == "POST":
            return await self.open_table(request)
        guest = self._guest(request)
        shown = [room for room in self.hall.rooms.values() if _is_shown(room, guest)]
        return answer({"tables": [entry(room) for room in reversed(shown)]})

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        guest = self._known_guest(request)
        body = await read_body(request, NewTable, within=self.hall.pace.request)
        house = house_of(body)
        room: Room = await asked(
            lambda done: self.hall.open_table(
                guest, house, private=body.private, dealing=body.dealing, answer=done
            )
        )
        return answer(entry(room), status=201, headers={"location": f"/api/tables/{room.id}"})

    async def table(self, request: Request) -> Response:
        """One table; or its end."""
        if request.method == "DELETE":
            return await self.close_table(request)
        return answer(entry(self._room(request)))

    async def close_table(self, request: Request) -> Response:
        """Close a table that one has opened."""
        guest, room = self._known_guest(request), self._room(request)
        await asked(lambda done: self.hall.close_table(guest, room, done))
        return Response(status_code=204)

    def _room(self, request: Request) -> Room:
        room = self.hall.rooms.get(request.path_params["table"])
        if room is None:
            raise _unknown_table()
        return room

    async def path(self, request: Request) -> Response:
        """What shows a card that was dealt."""
        room = self._room(request)
        position = _number(request.path_params["position"])
        try:
            path = room.croupier.path(position)
        except IllegalCommand as error:
            raise Problem(404, "not_shown", refusal(error)) from None
        state = room.state
        card = dict(zip(state.seen_at, state.seen, strict=True))[position]
        return answer(
            {
                "position": position,
                "card": str(card),
                "salt": path.salt.hex(),
                "beside": [each.hex() for each in path.beside],
                "root": state.root,
                "size": state.house.cards,
            }
        )

    # --- records ----------------------------------------------------------------------------------

    async def shoes(self, request: Request) -> Response:
        """The shoes of a table."""
        self.turnstile.check_reader(request.scope)
        table = request.path_params["table"]
        found = await self._read(lambda log: self._records.shoes(log, table))
        if not found and table not in self.hall.rooms:
            raise _unknown_table()
        return answer({"shoes": found})

    async def shoe(self, request: Request) -> Response:
        """The record of a shoe."""
        table, file = request.path_params["table"], request.path_params["file"]
        number, _, form = file.partition(".")
        if form not in MEDIA:
            raise Problem(404, "unknown_form", "A record is .bgn, .csv or .json.")
        shoe = _number(number)
        self.turnstile.check_reader(request.scope)
        data = await self._read(lambda log: self._records.shoe_file(log, table, shoe, form))
        if data is None:
            raise Problem(404, "unknown_shoe", "There is no such shoe.")
        name = f'attachment; filename="{table}-{number}.{form}"'
        return Response(data, headers={"content-disposition": name}, media_type=MEDIA[form])

    async def bankroll(self, request: Request) -> Response:
        """A guest's own money at a table, coup by coup."""
        guest, room = self._known_guest(request), self._room(request)
        self.turnstile.check_reader(request.scope)
        seat = room.setup.seat_of(guest.id) or 0
        found = await self._read(lambda log: self._bankrolls.view(log, room.id, seat))
        if found is None:
            raise Problem(409, "not_seated", "Take a seat first.")
        return answer(found)

    async def odds(self, request: Request) -> Response:
        """Exact odds of what may come next."""
        room = self._room(request)
        state = room.state
        asked_of = (state.phase, state.shoe, len(state.coups))
        known = self._odds.get(room.id)
        if known is None or known[0] != asked_of:
            known = (asked_of, asyncio.ensure_future(asyncio.to_thread(odds, state)))
            self._odds = {id_: each for id_, each in self._odds.items() if id_ in self.hall.rooms}
            self._odds[room.id] = known
        return answer(await asyncio.shield(known[1]))

    async def _read(self, read: Callable[[Store], Result]) -> Result:
        """Read the log in a thread, not too many at a time."""

        def reading() -> Result:
            with self._archive() as log:
                return read(log)

        async with self._readers:
            return await asyncio.to_thread(reading)


def explained(handler: Handler) -> Handler:
    """A handler whose refusals are answered in the one form of errors."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Problem as problem:
            return problem.response
        except Refused as error:
            status = 503 if error.code == "closing" else 409
            return Problem(status, error.code, error.reason).response
        except StoreError:
            reason = "The house cannot use its log now; nothing happened."
            return Problem(503, "log", reason).response

    return handle


async def asked(ask: Callable[[Callable[[Any], None]], None]) -> Any:  # noqa: ANN401 - as asked for
    """Ask the hall for something, and wait until it is durable."""
    result = asyncio.get_running_loop().create_future()

    def done(found: object) -> None:
        if not result.done():
            result.set_result(found)

    ask(done)
    found = await result
    if isinstance(found, Exception):
        raise found
    return found


def entry(room: Room) -> dict[str, Any]:
    """A table as the lobby lists it."""
    state = room.state
    return {
        "table": room.id,
        "house": state.house.name,
        "decks": state.house.decks,
        "limits": views.limits_view(state.house.limits),
        "private": room.setup.private,
        "dealing": room.setup.dealing,
        "guests": [seat.name for seat in state.seats.values()],
        "seats": MAX_SEATS,
        "free": MAX_SEATS - len(state.seats),
        "watching": room.here.frame(room.seated_here)["watching"],
        "phase": state.phase.value,
        "shoe": state.shoe,
        "coups": len(state.coups),
        "left": state.left,
        "opened": room.setup.opened,
        **room.board.glance,
    }


def _is_shown(room: Room, guest: Guest | None) -> bool:
    if not room.setup.private:
        return True
    return guest is not None and (
        room.setup.owner == guest.id or room.setup.seat_of(guest.id) is not None
    )


def _unknown_table() -> Problem:
    return Problem(404, "unknown_table", "There is no such table.")


def _number(text: str) -> int:
    """A number in a path; anything else is no place."""
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    raise Problem(404, "unknown_path", "Not a number.")
