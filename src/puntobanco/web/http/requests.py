"""Bodies and answers of the HTTP half: read strictly, answered in one form."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from puntobanco.house import HOUSES

LARGEST_BODY = 100_000
LONGEST_HOUSE = 8_000
"""Letters of a house that is described."""
LARGEST_LIMIT = 10**9
"""Ten million dollars on one spot."""

Body = TypeVar("Body", bound=Struct)
LimitChips = Annotated[int, Meta(ge=1, le=LARGEST_LIMIT)]


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes in."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class NewLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be staked on one spot, in chips."""

    minimum: LimitChips
    maximum: LimitChips
    side_maximum: LimitChips
    step: LimitChips


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open."""

    house: Annotated[str, Meta(extra_json_schema={"enum": list(HOUSES)})] = "classic"
    house_text: Annotated[str, Meta(min_length=1, max_length=LONGEST_HOUSE)] | None = None
    """A house of one's own as TOML, instead of a named one."""
    private: bool = False
    dealing: Literal["button", 15, 25] = "button"
    limits: NewLimits | None = None


class Problem(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        self.status = status
        self.code = code
        self.reason = reason
        super().__init__(reason)

    @property
    def response(self) -> Response:
        """The answer."""
        error = {"error": {"code": self.code, "reason": self.reason}}
        headers = {"retry-after": "1"} if self.status in {429, 503} else None
        return answer(error, status=self.status, headers=headers)


def answer(data: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:  # noqa: ANN401 - any JSON
    """Data as JSON."""
    return Response(msgspec.json.encode(data), status, headers, "application/json")


async def read_body(request: Request, kind: type[Body], *, within: int) -> Body:
    """The body of a request as a record, if it is one and comes within so many milliseconds."""
    media, _, _ = request.headers.get("content-type", "").partition(";")
    if media.strip().lower() != "application/json":
        raise Problem(415, "not_json", "The body must be application/json.")
    try:
        async with asyncio.timeout(within / 1_000):
            body = await _whole_body(request)
    except TimeoutError:
        raise Problem(408, "too_slow", "The body took too long.") from None
    except ClientDisconnect:
        raise Problem(400, "malformed", "The body ended too soon.") from None
    try:
        return msgspec.convert(_whole(msgspec.json.decode(body)), kind)
    except msgspec.ValidationError as error:
        raise Problem(422, "invalid", f"{error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(400, "malformed", f"Not JSON: {error}.") from None


async def _whole_body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise Problem(413, "too_large", f"The body must not exceed {LARGEST_BODY:,} bytes.")
    return body


def _whole(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The same with 754 for 754.0, which JSON does not tell apart."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    return [_whole(each) for each in value] if isinstance(value, list) else value
