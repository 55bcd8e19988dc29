"""Past shoes that a guest replays on the page, or keeps as one HTML file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from puntobanco.history.shoes import shoe_record
from puntobanco.notation import Record, with_bets_of
from puntobanco.store import Log
from puntobanco.web.http.guard import RateLimits
from puntobanco.web.http.log_slices import LogReaders
from puntobanco.web.http.pages import HTML, asked_language
from puntobanco.web.http.requests import Problem, json_response, path_number
from puntobanco.web.http.shoe_page import shoe_page
from puntobanco.web.room.shoe_replay import PastShoeEvents, past_shoe_events
from puntobanco.web.room.value import SEATED, Guest, SatDown, Sittings
from puntobanco.words import LANGUAGES, message


class Replays:
    """Answers requests for past shoes, with nobody's bets but those of the guest who asks."""

    def __init__(
        self,
        readers: LogReaders,
        limits: RateLimits,
        guest_of: Callable[[Request], Guest | None],
    ) -> None:
        self._readers, self._limits, self._guest_of = readers, limits, guest_of
        self._turn = asyncio.Semaphore(1)
        """Threads that count the odds of a shoe, at a time."""

    async def replay(self, request: Request) -> Response:
        """Return a finished shoe, coup by coup."""
        played, _ = await self._read(request, path_number(request.path_params["shoe"]))
        async with self._turn:
            return json_response(await asyncio.to_thread(played.replay))

    async def page(self, request: Request, shoe: int) -> Response:
        """Return a finished shoe as one HTML file."""
        table, asked = request.path_params["table"], request.query_params.get("language", "")
        played, log_record = await self._read(request, shoe)
        language = asked if asked in LANGUAGES else asked_language(asked)
        async with self._turn:
            replay = await asyncio.to_thread(played.replay)
        data = await asyncio.to_thread(
            shoe_page, replay, with_bets_of(log_record, played.seats), language
        )
        name = f'attachment; filename="{table}-{shoe}.html"'
        return Response(data, headers={"content-disposition": name}, media_type=HTML)

    async def has_sat(self, request: Request) -> bool:
        """Return whether the guest has sat at a table, which may be closed."""
        table, guest = request.path_params["table"], self._guest_of(request)
        if guest is None:
            return False
        self._limits.check_read(request.scope)
        return await self._readers.read(
            lambda log: bool(_sittings(log, guest, table)),
            address=self._limits.address(request.scope),
        )

    async def _read(self, request: Request, shoe: int) -> tuple[PastShoeEvents, Record]:
        self._limits.check_read(request.scope)
        table, guest = request.path_params["table"], self._guest_of(request)

        def read(log: Log) -> tuple[PastShoeEvents, Record | None]:
            own = {(each.number, each.name) for each in _sittings(log, guest, table)}
            played = past_shoe_events(
                log.facts(table), shoe, lambda number, sat: (number, sat.name) in own
            )
            return played, shoe_record(log, table, shoe)

        played, record = await self._readers.read(read, address=self._limits.address(request.scope))
        if record is None:
            raise Problem(404, "unknown_shoe", message("refused.unknown_shoe"))
        if not (played.is_finished and played.dealt):
            raise Problem(409, "unfinished_shoe", message("refused.unfinished_shoe"))
        return played, record


def _sittings(log: Log, guest: Guest | None, table: str) -> list[SatDown]:
    """Return when a guest sat down at a table."""
    note = log.noted(SEATED, [guest.id]).get(guest.id) if guest else None
    sat = Sittings.read(note[0] if note else None).latest
    return [each for each in sat if each.table == table]
