"""Every path of the HTTP interface, and the handler that answers it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from secrets import token_urlsafe
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from puntobanco.announcer.status import refusal_message
from puntobanco.errors import IllegalCommand, OutcomeUnknown
from puntobanco.house import HOUSES
from puntobanco.store import Log
from puntobanco.table import State
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.drills import DrillRoutes
from puntobanco.web.http.files import PageFiles
from puntobanco.web.http.guard import GuestCookie, RateLimits
from puntobanco.web.http.openapi import asyncapi, openapi
from puntobanco.web.http.pages import Pages, Preview
from puntobanco.web.http.records import (
    MEDIA,
    Bankrolls,
    LogReaders,
    Replays,
    TableRecords,
    past_farewell,
)
from puntobanco.web.http.requests import (
    NewGuest,
    NewTable,
    Problem,
    json_response,
    path_number,
    read_body,
    submit,
)
from puntobanco.web.http.tables import (
    Entrance,
    Lobby,
    damaged_entry,
    invitation,
    is_listed,
    odds,
    requested_house,
    table_entry,
)
from puntobanco.web.room import views
from puntobanco.web.room.refusals import UNKNOWN, Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.answers import Answer as WireAnswer
from puntobanco.wire.answers import (
    CardPath,
    GuestName,
    Health,
    Houses,
    Me,
    NoOdds,
    Odds,
    OwnSeat,
    Shoes,
)
from puntobanco.wire.schemas import Schema
from puntobanco.words import message

STATUS = {"closing": 503, "too_often": 429, "no_guest": 401}
"""The HTTP status of an error code. The default is 409."""

UNROUTED = {404: "unknown_path", 405: "wrong_method"}
"""The codes of requests that no route takes."""

Result = TypeVar("Result")
Handler = Callable[[Request], Awaitable[Response]]


class Routes:
    """The handlers of all HTTP requests."""

    def __init__(
        self,
        hall: Hall,
        *,
        open_log: Callable[[], Log],
        cookie: GuestCookie,
        entrance: Entrance,
        proxies: Collection[str] = (),
    ) -> None:
        self.hall = hall
        self.cookie = cookie
        self.entrance = entrance
        self._files = PageFiles.read()
        self.pages = Pages(self._files)
        self.readers = LogReaders(open_log, lambda: hall.is_closing, hall.caps)
        self._house_turn, self._odds_turn = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._code_turn = asyncio.Semaphore(1)
        """Threads that read a guest's house, count odds, or draw a QR code, at a time."""
        self._lobby = Lobby()
        self.rate_limits = RateLimits(hall, cookie, proxies)
        self._records = TableRecords()
        self._bankrolls = Bankrolls()
        self._drills = DrillRoutes(hall, cookie, self._read, self._known_guest)
        self._replays = Replays(self._read, self._guest)
        self._odds: dict[str, tuple[object, asyncio.Future[Odds | NoOdds]]] = {}

    @property
    def all(self) -> list[BaseRoute]:
        """Every path with its handler."""
        table = "/api/tables/{table}"
        return [
            Route("/", self.lobby_page),
            Route("/t/{table}", self.table_page),
            Route("/verify", self.pages.verifier),
            Mount("/static", self._files),
            Mount("/words", self._files),
            Route("/healthz", self.health),
            Route("/readyz", self.readiness),
            Route("/openapi.json", _description(partial(openapi, self.cookie.name))),
            Route("/asyncapi.json", _description(asyncapi)),
            _route("/api/guest", POST=self.name_guest, DELETE=self.sign_out),
            Route("/api/me", self.me),
            Route("/api/houses", self.houses),
            _route("/api/tables", GET=self.tables, POST=self.open_table),
            _route(table, GET=self.table, DELETE=self.close_table),
            Route(f"{table}/invitation", self.invitation),
            Route(f"{table}/shoes", self.shoes),
            Route(f"{table}/shoes/{{file}}", self.shoe),
            Route(f"{table}/shoes/{{shoe}}/roads", self.roads),
            Route(f"{table}/shoes/{{shoe}}/replay", self._replays.replay),
            _route("/api/drills", GET=self._drills.drills, POST=self._drills.begin),
            _route("/api/drills/answer", POST=self._drills.answer),
            Route(f"{table}/bankroll", self.bankroll),
            Route(f"{table}/farewell", self.farewell),
            Route(f"{table}/odds", self.odds),
            Route(f"{table}/path/{{position}}", self.path),
        ]

    # --- the server -------------------------------------------------------------------------------

    async def lobby_page(self, request: Request) -> Response:
        """Return the lobby, or the welcome screen if the guest has no name yet."""
        return self.pages.page(request, "lobby" if self._guest(request) else "welcome")

    async def table_page(self, request: Request) -> Response:
        """Return an open table, or the welcome screen if the guest has no name yet.

        A closed table leads its own guests to the lobby, which lists its shoes.
        """
        if request.path_params["table"] not in self.hall.rooms and await self._replays.has_sat(
            request
        ):
            return RedirectResponse("/", 303)  # A browser keeps the fragment, such as a replay.
        room = self._room(request)
        preview = Preview(self.entrance.origin, room.state.house.name, room.value.host)
        return self.pages.page(request, "table" if self._guest(request) else "welcome", preview)

    async def health(self, _request: Request) -> Response:
        """Report that the process runs."""
        return json_response(self._health("ok"))

    async def readiness(self, _request: Request) -> Response:
        """Report whether guests can play here: the log can be written, and nothing closes."""
        status = self.hall.readiness
        if status == "ok":
            return json_response(self._health(status))
        return json_response(self._health(status), status=503, headers={"retry-after": "1"})

    def _health(self, status: str) -> Health:
        damaged = [table.public_name for table in self.hall.damaged.values()]
        return Health(status, len(self.hall.rooms), self.hall.sockets.total, damaged)

    # --- guests -----------------------------------------------------------------------------------

    async def sign_out(self, request: Request) -> Response:
        """Revoke the guest's token everywhere."""
        guest, token = self._known_guest(request), self.cookie.token(request.scope) or ""
        await submit(partial(self.hall.sign_out, token, guest))
        response = Response(status_code=204)
        response.delete_cookie(
            self.cookie.name, secure=self.cookie.is_secure, httponly=True, samesite="strict"
        )
        return response

    async def name_guest(self, request: Request) -> Response:
        """Store a new guest, or rename a known one."""
        body = await read_body(request, NewGuest, self.hall)
        token = self.cookie.token(request.scope)
        if token is None or self.hall.guest(token) is None:
            self.rate_limits.check_new_guest(request.scope)
            token = token_urlsafe(32)
        held = token
        guest: Guest = await submit(lambda answer: self.hall.name_guest(body.name, held, answer))
        return self._with_cookie(json_response(GuestName(guest.name)), token)

    def _with_cookie(self, response: Response, token: str) -> Response:
        """Return a response that sets the guest's cookie for as long as the guest is stored."""
        response.set_cookie(
            self.cookie.name,
            token,
            max_age=self.hall.pace.guests // 1_000,
            secure=self.cookie.is_secure,
            httponly=True,
            samesite="strict",
        )
        return response

    def _guest(self, request: Request) -> Guest | None:
        token = self.cookie.token(request.scope)
        return self.hall.guest(token) if token else None

    def _known_guest(self, request: Request) -> Guest:
        guest = self._guest(request)
        if guest is None:
            raise Problem(401, "no_guest", "Come in first: POST /api/guest with a name.")
        return guest

    async def me(self, request: Request) -> Response:
        """Return the guest's name, seats and own tables."""
        guest, rooms = self._known_guest(request), self.hall.rooms.values()
        seats = ((room, room.value.seat_of(guest.id)) for room in rooms)
        tables = [OwnSeat(room.id, seat) for room, seat in seats if seat]
        opened = [room.id for room in rooms if room.value.owner == guest.id]
        token = self.cookie.token(request.scope) or ""
        self.hall.renew_guest(token)
        return self._with_cookie(json_response(Me(guest.name, tables, opened)), token)

    # --- tables -----------------------------------------------------------------------------------

    async def houses(self, _request: Request) -> Response:
        """Return the named houses."""
        return json_response(Houses([views.house_view(house) for house in HOUSES.values()]))

    async def tables(self, request: Request) -> Response:
        """List the tables that the guest may see."""
        self.rate_limits.check_read(request.scope)
        guest = self._guest(request)
        rooms, damaged = self.hall.rooms.values(), self.hall.damaged.values()
        listed = [room for room in rooms if is_listed(room.value, guest)]
        closed = [damaged_entry(each) for each in damaged if is_listed(each.value, guest)]
        return json_response(self._lobby.tables(listed[::-1], closed, self.hall.notice))

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        guest = self._known_guest(request)
        self.rate_limits.check_new_table(request.scope)
        body = await read_body(request, NewTable, self.hall)
        async with self._house_turn:
            house = await asyncio.to_thread(requested_house, body)
        room: Room = await submit(
            lambda answer: self.hall.open_table(
                guest,
                house,
                private=body.private,
                dealing=body.dealing,
                answer=answer,
                address=self.rate_limits.address(request.scope),
            )
        )
        return json_response(
            table_entry(room), status=201, headers={"location": f"/api/tables/{room.id}"}
        )

    async def table(self, request: Request) -> Response:
        """Describe a table."""
        return json_response(table_entry(self._room(request)))

    async def close_table(self, request: Request) -> Response:
        """Close the guest's own table."""
        guest, room = self._known_guest(request), self._room(request)
        await submit(partial(self.hall.close_table, guest, room))
        return Response(status_code=204)

    async def invitation(self, request: Request) -> Response:
        """Return the link that invites to a table."""
        room, guest = self._room(request), self._guest(request)
        self.rate_limits.check_read(request.scope)
        async with self._code_turn:
            made = await asyncio.to_thread(
                invitation,
                room,
                self.entrance,
                inviter=guest,
                mark=request.query_params.get("from"),
            )
        return json_response(made)

    def _room(self, request: Request) -> Room:
        table = request.path_params["table"]
        if table in self.hall.damaged:
            raise Problem(503, "damaged", message("refused.damaged"))
        room = self.hall.rooms.get(table)
        if room is None:
            raise _unknown_table()
        return room

    async def path(self, request: Request) -> Response:
        """Return the Merkle path of a card that was shown."""
        room = self._room(request)
        position = path_number(request.path_params["position"])
        try:
            path = room.croupier.path(position)
        except IllegalCommand as error:
            raise Problem(404, "not_shown", refusal_message(error) or str(error)) from None
        state = room.state
        card = dict(zip(state.seen_at, state.seen, strict=True))[position]
        return json_response(
            CardPath(
                position=position,
                card=str(card),
                salt=path.salt.hex(),
                beside=[each.hex() for each in path.beside],
                root=state.root,
                size=state.house.cards,
            )
        )

    # --- records ----------------------------------------------------------------------------------

    async def shoes(self, request: Request) -> Response:
        """List the shoes of a table."""
        table = request.path_params["table"]
        shoes = await self._read(request, lambda log: self._records.shoes(log, table))
        if not shoes and table not in self.hall.rooms:
            raise _unknown_table()
        return json_response(Shoes(shoes))

    async def shoe(self, request: Request) -> Response:
        """Return the record of a shoe as a file."""
        table, file = request.path_params["table"], request.path_params["file"]
        number, _, form = file.partition(".")
        if form not in (*MEDIA, "html"):
            raise Problem(404, "unknown_form", "A record is .bgn, .csv, .json or .html.")
        shoe = path_number(number)
        if form == "html":
            return await self._replays.page(request, shoe)
        data = await self._read(
            request, lambda log: self._records.shoe_file(log, table, shoe, form)
        )
        if data is None:
            raise Problem(404, "unknown_shoe", message("refused.unknown_shoe"))
        name = f'attachment; filename="{table}-{number}.{form}"'
        return Response(data, headers={"content-disposition": name}, media_type=MEDIA[form])

    async def roads(self, request: Request) -> Response:
        """Return the roads of a shoe."""
        table, shoe = request.path_params["table"], path_number(request.path_params["shoe"])
        roads = await self._read(request, lambda log: self._records.roads(log, table, shoe))
        if roads is None:
            raise Problem(404, "unknown_shoe", message("refused.unknown_shoe"))
        return json_response(roads)

    async def bankroll(self, request: Request) -> Response:
        """Return the guest's bankroll at a table, coup by coup."""
        return await self._of_seat(request, self._bankrolls.view)

    async def farewell(self, request: Request) -> Response:
        """Return the guest's evening at a table, which the page shows when the guest leaves.

        After the table was closed, return the guest's last evening there.
        """
        if (table := request.path_params["table"]) not in self.hall.rooms:
            guest = self._known_guest(request)
            past = await self._read(request, lambda log: past_farewell(log, table, guest.id))
            if past is None:
                raise _unknown_table()
            return json_response(past)
        house = self._room(request).state.house
        return await self._of_seat(request, partial(self._bankrolls.farewell, house=house))

    async def _of_seat(
        self, request: Request, view: Callable[[Log, str, int], WireAnswer | None]
    ) -> Response:
        """Return a view of the seat in which the guest sits."""
        guest, room = self._known_guest(request), self._room(request)
        seat = room.value.seat_of(guest.id) or 0
        found = await self._read(request, lambda log: view(log, room.id, seat))
        if found is None:
            raise Problem(409, "not_seated", message("refused.not_seated"))
        return json_response(found)

    async def odds(self, request: Request) -> Response:
        """Return exact odds of the next coup, computed once for each coup."""
        room = self._room(request)
        self.rate_limits.check_read(request.scope)
        state = room.state
        position = (state.phase, state.shoe, len(state.coups))
        cached = self._odds.get(room.id)
        if cached is None or cached[0] != position:
            cached = (position, asyncio.ensure_future(self._count_odds(state)))
            self._odds = {id_: each for id_, each in self._odds.items() if id_ in self.hall.rooms}
            self._odds[room.id] = cached
        return json_response(await asyncio.shield(cached[1]))

    async def _count_odds(self, state: State) -> Odds | NoOdds:
        """Count odds in a thread, one table at a time."""
        async with self._odds_turn:
            return await asyncio.to_thread(odds, state)

    async def _read(self, request: Request, read: Callable[[Log], Result]) -> Result:
        """Read the log in a thread, within the limits of the guest and the address."""
        self.rate_limits.check_read(request.scope)
        return await self.readers.read(read, address=self.rate_limits.address(request.scope))


def _route(path: str, **handlers: Handler) -> Route:
    """Return the route of a path with a handler for each method."""

    async def answer(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, answer, methods=list(handlers))


def problem_of(error: Exception) -> Problem:
    """Return the error response to a refused request."""
    match error:
        case Problem():
            return error
        case Refused(code=code):
            return Problem(STATUS.get(code, 409), code, error.said or error.reason)
        case HTTPException(status_code=status, detail=detail):
            return Problem(status, UNROUTED.get(status, "failed"), f"{detail}.")
        case OutcomeUnknown():
            return Problem(503, "unknown", UNKNOWN)
        case _:
            return Problem(503, "log", message("refused.log"))


def _description(describe: Callable[[], Schema]) -> Handler:
    async def answer(_request: Request) -> Response:
        return Response(msgspec.json.encode(describe()), media_type="application/json")

    return answer


def _unknown_table() -> Problem:
    return Problem(404, "unknown_table", message("refused.unknown_table"))
