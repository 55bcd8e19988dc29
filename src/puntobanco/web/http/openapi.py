"""The OpenAPI description of the HTTP interface, and the AsyncAPI description of the socket."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

from puntobanco.web.http.requests import DrillAnswer, NewDrills, NewGuest, NewTable
from puntobanco.web.http.socket import PATH
from puntobanco.wire.answers import (
    Answer,
    Bankroll,
    CardPath,
    DrillAnswered,
    Drills,
    DrillSet,
    Error,
    Farewell,
    GuestName,
    Health,
    Houses,
    Invitation,
    LobbyEntry,
    Me,
    NoOdds,
    Odds,
    ShoeReplay,
    ShoeRoads,
    Shoes,
    Tables,
)
from puntobanco.wire.commands import Request
from puntobanco.wire.frames import PROTOCOL, AnyFrame
from puntobanco.wire.schemas import Schema, answer_schemas, reference, schemas, socket_schemas

_ID = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": 64}
_TABLE = {"name": "table", "in": "path", "required": True, "schema": _ID}
_SHOE = {
    "name": "shoe",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999},
}
_FROM = {"name": "from", "in": "query", "schema": {"type": "string"}}
_REASONS = {
    400: "The body is not JSON.",
    401: "The guest is unknown.",
    403: "A foreign host or origin.",
    404: "Not found.",
    408: "The body took too long.",
    409: "Not possible now, or a limit is reached.",
    413: "The body is too large.",
    415: "The content type is not JSON.",
    422: "Unknown members or invalid values.",
    429: "Too many requests.",
    503: "The log cannot be written, or the server is stopping.",
}

_ALWAYS = (429, 503)
"""The statuses of every operation, sent with `Retry-After`."""


@cache
def openapi(cookie_name: str) -> Schema:
    """Return the interface as OpenAPI 3.1."""
    guest = {"type": "apiKey", "in": "cookie", "name": cookie_name}
    text = "The socket, which OpenAPI cannot describe, is in /asyncapi.json."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto Banco", "version": "1", "description": text},
        "paths": _paths(),
        "components": {
            "schemas": {**schemas(NewGuest, NewTable, NewDrills, DrillAnswer), **answer_schemas()},
            "securitySchemes": {"guest": guest},
        },
    }


def _json(schema: Schema) -> Schema:
    return {"content": {"application/json": {"schema": schema}}}


def _endpoint(summary: str, response: Schema, *refusals: int, **more: Any) -> Schema:  # noqa: ANN401 - OpenAPI's own members
    """Describe one operation: its response and its error statuses."""
    errors = {
        str(status): {"description": _REASONS[status], **_json(reference(Error.__name__))}
        for status in (403, *refusals, *_ALWAYS)
    }
    for refusal in _ALWAYS:
        errors[str(refusal)]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    status = str(more.pop("status", 200))
    return {"summary": summary, "responses": {status: response, **errors}, **more}


def _response(*answers: type[Answer], text: str = "Done.") -> Schema:
    either = [reference(each.__name__) for each in answers]
    return {"description": text, **_json(either[0] if len(either) == 1 else {"anyOf": either})}


def _body(kind: type) -> Schema:
    return {"required": True, **_json(reference(kind.__name__))}


def _paths() -> Schema:
    guest: list[Schema] = [{"guest": []}]
    one = {"parameters": [_TABLE]}
    opened = _response(LobbyEntry, text="The table is open.")
    come_in = _endpoint(
        "Register a guest, or change the name",
        _response(GuestName),
        *(400, 408, 409, 413, 415, 422),
        requestBody=_body(NewGuest),
    )
    open_table = _endpoint(
        "Open a table",
        opened,
        *(400, 401, 408, 409, 413, 415, 422),
        status=201,
        requestBody=_body(NewTable),
        security=guest,
    )
    close_table = _endpoint(
        "Close your own table, if nobody else sits there",
        {"description": "The table is closed."},
        *(401, 404, 409),
        status=204,
        security=guest,
    )
    sign_out = _endpoint(
        "Sign out: revoke the cookie everywhere, and close the guest's sockets",
        {"description": "The guest is unknown now."},
        401,
        status=204,
        security=guest,
    )
    return {
        "/healthz": {"get": _endpoint("Whether the process runs", _response(Health))},
        "/readyz": {"get": _readiness()},
        "/api/guest": {"post": come_in, "delete": sign_out},
        "/api/me": {"get": _endpoint("The guest", _response(Me), 401, security=guest)},
        "/api/houses": {"get": _endpoint("The houses", _response(Houses))},
        "/api/drills": {
            "get": _endpoint("Your drills", _response(Drills), 401, security=guest),
            "post": _endpoint(
                "Begin a set of questions",
                _response(DrillSet, text="The first question."),
                *(400, 401, 408, 409, 413, 415, 422),
                status=201,
                requestBody=_body(NewDrills),
                security=guest,
            ),
        },
        "/api/drills/answer": {
            "post": _endpoint(
                "Answer the question",
                _response(DrillAnswered),
                *(400, 401, 408, 409, 413, 415, 422),
                requestBody=_body(DrillAnswer),
                security=guest,
            ),
        },
        "/api/tables": {
            "get": _endpoint("The lobby", _response(Tables)),
            "post": open_table,
        },
        "/api/tables/{table}": {
            **one,
            "get": _endpoint("One table", _response(LobbyEntry), 404),
            "delete": close_table,
        },
        "/api/tables/{table}/invitation": {
            "parameters": [_TABLE, _FROM],
            "get": _endpoint("Its invitation link", _response(Invitation), 404),
        },
        "/api/tables/{table}/shoes": {
            **one,
            "get": _endpoint("Its shoes", _response(Shoes), 404),
        },
        "/api/tables/{table}/shoes/{file}": _record_path(),
        "/api/tables/{table}/shoes/{shoe}/roads": {
            "parameters": [_TABLE, _SHOE],
            "get": _endpoint("The roads of a shoe", _response(ShoeRoads), 404),
        },
        "/api/tables/{table}/shoes/{shoe}/replay": {
            "parameters": [_TABLE, _SHOE],
            "get": _endpoint(
                "A finished shoe, coup by coup, with your own bets",
                _response(ShoeReplay),
                *(404, 409),
            ),
        },
        "/api/tables/{table}/bankroll": {
            **one,
            "get": _endpoint(
                "Your bankroll, coup by coup",
                _response(Bankroll),
                *(401, 404, 409),
                security=guest,
            ),
        },
        "/api/tables/{table}/farewell": {
            **one,
            "get": _endpoint(
                "Your evening at the table, for when you leave",
                _response(Farewell),
                *(401, 404, 409),
                security=guest,
            ),
        },
        "/api/tables/{table}/odds": {
            **one,
            "get": _endpoint("Exact odds of the unseen cards", _response(Odds, NoOdds), 404),
        },
        "/api/tables/{table}/path/{position}": _card_path(),
    }


def _readiness() -> Schema:
    """Describe the readiness check, which has its own 503 response."""
    readiness = _endpoint("Whether guests can play", _response(Health))
    readiness["responses"]["503"] |= _response(Health, Error, text=_REASONS[503])
    return readiness


def _record_path() -> Schema:
    pattern = {"type": "string", "pattern": "^[1-9][0-9]{0,5}\\.(bgn|csv|json|html)$"}
    file = {"name": "file", "in": "path", "required": True, "schema": pattern}
    forms = {
        "text/plain": {"schema": {"type": "string"}},
        "text/csv": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
        "text/html": {"schema": {"type": "string"}},
    }
    language = {"name": "language", "in": "query", "schema": {"type": "string"}}
    response = {"description": "The record of a shoe.", "content": forms}
    return {
        "parameters": [_TABLE, file, language],
        "get": _endpoint(
            "A shoe's record: a number and .bgn, .csv or .json; or .html, which replays it",
            response,
            *(404, 409),
        ),
    }


def _card_path() -> Schema:
    place = {"type": "integer", "minimum": 0, "maximum": 623}
    position = {"name": "position", "in": "path", "required": True, "schema": place}
    return {
        "parameters": [_TABLE, position],
        "get": _endpoint("The Merkle path of a dealt card", _response(CardPath), 404),
    }


@cache
def asyncapi() -> Schema:
    """Return the socket as AsyncAPI 3.0."""
    frames = [each.__name__ for each in get_args(AnyFrame)]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Punto Banco",
            "version": str(PROTOCOL),
            "description": "One socket for each guest and table; see docs/api.md.",
        },
        "defaultContentType": "application/json",
        "channels": {"table": _channel([*frames, Request.__name__])},
        "operations": {
            "tell": _operation("send", frames),
            "ask": _operation("receive", [Request.__name__]),
        },
        "components": {
            "schemas": socket_schemas(),
            "messages": {
                name: {"name": name, "payload": reference(name)}
                for name in (*frames, Request.__name__)
            },
        },
    }


def _channel(messages: list[str]) -> Schema:
    """Describe the socket of a table. The query names the table."""
    text, whole = {"type": "string"}, {"type": "integer", "minimum": 0}
    query = {
        "type": "object",
        "properties": {
            "table": {**text, "description": "The table's id."},
            "after": {**whole, "description": "The last event that was seen, if any."},
            "join": {**text, "description": "Frames that leave together may come as one list."},
        },
        "required": ["table"],
    }
    return {
        "address": PATH,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
        "bindings": {"ws": {"method": "GET", "query": query, "bindingVersion": "0.1.0"}},
    }


def _operation(action: str, messages: list[str]) -> Schema:
    """Return the operation by which the server sends or receives."""
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in messages],
    }
