"""Request bodies, read strictly, and JSON responses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from puntobanco.announcer.catalogues import catalogue
from puntobanco.drills import DRILLS
from puntobanco.house import HOUSES
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.requests import Answer as Answering
from puntobanco.wire.answers import Answer, Error, ErrorFacts
from puntobanco.wire.parts import wire_message
from puntobanco.words import Message

MAX_HOUSE_LENGTH = 8_000
"""Characters of a house in TOML."""
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
"""A text without control characters and line separators."""
MAX_LIMIT = 10**9
"""The highest limit of a spot: ten million dollars."""

Body = TypeVar("Body", bound=Struct)
Result = TypeVar("Result")
LimitChips = Annotated[int, Meta(ge=1, le=MAX_LIMIT)]


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new guest."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class NewLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of a spot, in chips."""

    minimum: LimitChips
    maximum: LimitChips
    side_maximum: LimitChips | None = None
    """By default the house's, clamped between the other two."""
    step: LimitChips | None = None
    """By default the house's, but not above the minimum."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open."""

    house: Annotated[str, Meta(extra_json_schema={"enum": list(HOUSES)})] = "classic"
    house_text: Annotated[str, Meta(min_length=1, max_length=MAX_HOUSE_LENGTH)] | None = None
    """The guest's own house as TOML, instead of a named one."""
    private: bool = False
    dealing: Literal["button", 15, 25] = "button"
    limits: NewLimits | None = None


class NewDrills(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of questions to begin."""

    kind: Annotated[str, Meta(extra_json_schema={"enum": [*(each.name for each in DRILLS), "all"]})]
    test: bool = False
    """Whether right and wrong answers are reported only at the end."""
    questions: Annotated[int, Meta(ge=1, le=100)] = 20
    seconds: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    seed: Annotated[str, Meta(min_length=1, max_length=60, pattern=ONE_LINE)] | None = None


class DrillAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the question of a number: a choice, an amount in chips, or a count."""

    number: Annotated[int, Meta(ge=1, le=10_000)]
    answer: Annotated[str, Meta(max_length=20)] | Annotated[int, Meta(ge=-(10**12), le=10**12)]


class Problem(Exception):
    """An error response: its status, a code, and a message or a text in English."""

    def __init__(self, status: int, code: str, why: Message | str) -> None:
        self.status = status
        self.code = code
        self.said = None if isinstance(why, str) else wire_message(why)
        self.reason = why if isinstance(why, str) else catalogue("en").render(why)
        super().__init__(self.reason)

    @property
    def response(self) -> Response:
        """The problem as a JSON response."""
        error = Error(ErrorFacts(self.code, self.reason, self.said))
        headers = {"retry-after": "1"} if self.status in {429, 503} else None
        return json_response(error, status=self.status, headers=headers)


def json_response(
    answer: Answer,
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    """Return an answer as a JSON response."""
    return Response(msgspec.json.encode(answer), status, headers, "application/json")


async def read_body(request: Request, kind: type[Body], hall: Hall) -> Body:
    """Read the body of a request; it must be valid, arrive in time and not be too large."""
    media, _, _ = request.headers.get("content-type", "").partition(";")
    if media.strip().lower() != "application/json":
        raise Problem(415, "not_json", "The body must be application/json.")
    try:
        async with asyncio.timeout(hall.pace.request / 1_000):
            body = await _read_stream(request, hall.caps.body)
    except TimeoutError:
        raise Problem(408, "too_slow", "The body took too long.") from None
    except ClientDisconnect:
        raise Problem(400, "malformed", "The body ended too soon.") from None
    try:
        return msgspec.convert(_with_integers(msgspec.json.decode(body)), kind)
    except msgspec.ValidationError as error:
        raise Problem(422, "invalid", f"{error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(400, "malformed", f"Not JSON: {error}.") from None


async def _read_stream(request: Request, most: int) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Problem(413, "too_large", f"The body must not exceed {most:,} bytes.")
    return body


def _with_integers(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Replace floats such as 754.0 by integers: JSON doesn't distinguish them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _with_integers(each) for name, each in value.items()}
    return [_with_integers(each) for each in value] if isinstance(value, list) else value


def path_number(text: str) -> int:
    """Return a number in a path. Any other text is an unknown path."""
    if text.isascii() and text.isdigit() and len(text) <= 9:
        return int(text)
    raise Problem(404, "unknown_path", "Not a number.")


async def submit(request: Callable[[Answering[Result]], None]) -> Result:
    """Make a request to the hall, and wait until it is durable. Raise its error."""
    future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

    def answer(result: Result | Exception) -> None:
        if future.done():
            return
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)

    request(answer)
    return await future
