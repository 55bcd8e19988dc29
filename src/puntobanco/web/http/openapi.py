"""The OpenAPI description of the HTTP interface, and the AsyncAPI description of the socket."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, get_args

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

_PARAMETERS: Schema = {
    "table": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": 64},
    "shoe": {"type": "integer", "minimum": 1, "maximum": 999_999},
    "file": {"type": "string", "pattern": "^[1-9][0-9]{0,5}\\.(bgn|csv|json|html)$"},
    "position": {"type": "integer", "minimum": 0, "maximum": 623},
}
"""The schemas of path parameters."""

_TABLE = "/api/tables/{table}"
_FILE = f"{_TABLE}/shoes/{{file}}"
_QUERIES = {f"{_TABLE}/invitation": "from", _FILE: "language"}
"""The query parameters of paths."""

_FORMATS: Schema = {
    "text/plain": {"schema": {"type": "string"}},
    "text/csv": {"schema": {"type": "string"}},
    "application/json": {"schema": {"type": "object"}},
    "text/html": {"schema": {"type": "string"}},
}
"""The formats of a shoe's record."""

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


class Operation(NamedTuple):
    """One operation of the API. Its error statuses follow from its members and its path."""

    summary: str
    answers: tuple[type[Answer], ...] = ()
    body: type | None = None
    needs_guest: bool = False
    may_conflict: bool = False
    status: int = 200
    done: str = "Done."


OPERATIONS = {
    "GET /healthz": Operation("Whether the process runs", (Health,)),
    "GET /readyz": Operation("Whether guests can play", (Health,)),
    "POST /api/guest": Operation(
        "Register a guest, or change the name", (GuestName,), body=NewGuest
    ),
    "DELETE /api/guest": Operation(
        "Sign out: revoke the cookie everywhere, and close the guest's sockets",
        needs_guest=True,
        status=204,
        done="The guest is unknown now.",
    ),
    "GET /api/me": Operation("The guest", (Me,), needs_guest=True),
    "GET /api/houses": Operation("The houses", (Houses,)),
    "GET /api/drills": Operation("Your drills", (Drills,), needs_guest=True),
    "POST /api/drills": Operation(
        "Begin a set of questions",
        (DrillSet,),
        body=NewDrills,
        needs_guest=True,
        status=201,
        done="The first question.",
    ),
    "POST /api/drills/answer": Operation(
        "Answer the question", (DrillAnswered,), body=DrillAnswer, needs_guest=True
    ),
    "GET /api/tables": Operation("The lobby", (Tables,)),
    "POST /api/tables": Operation(
        "Open a table",
        (LobbyEntry,),
        body=NewTable,
        needs_guest=True,
        status=201,
        done="The table is open.",
    ),
    f"GET {_TABLE}": Operation("One table", (LobbyEntry,)),
    f"DELETE {_TABLE}": Operation(
        "Close your own table, if nobody else sits there",
        needs_guest=True,
        may_conflict=True,
        status=204,
        done="The table is closed.",
    ),
    f"GET {_TABLE}/invitation": Operation("Its invitation link", (Invitation,)),
    f"GET {_TABLE}/shoes": Operation("Its shoes", (Shoes,)),
    f"GET {_FILE}": Operation(
        "A shoe's record: a number and .bgn, .csv or .json; or .html, which replays it",
        may_conflict=True,
        done="The record of a shoe.",
    ),
    f"GET {_TABLE}/shoes/{{shoe}}/roads": Operation("The roads of a shoe", (ShoeRoads,)),
    f"GET {_TABLE}/shoes/{{shoe}}/replay": Operation(
        "A finished shoe, coup by coup, with your own bets", (ShoeReplay,), may_conflict=True
    ),
    f"GET {_TABLE}/bankroll": Operation(
        "Your bankroll, coup by coup", (Bankroll,), needs_guest=True, may_conflict=True
    ),
    f"GET {_TABLE}/farewell": Operation(
        "Your evening at the table, for when you leave",
        (Farewell,),
        needs_guest=True,
        may_conflict=True,
    ),
    f"GET {_TABLE}/odds": Operation("Exact odds of the unseen cards", (Odds, NoOdds)),
    f"GET {_TABLE}/path/{{position}}": Operation("The Merkle path of a dealt card", (CardPath,)),
}


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


def _paths() -> Schema:
    paths: Schema = {}
    for endpoint, operation in OPERATIONS.items():
        method, path = endpoint.split()
        described = _operation(path, operation)
        paths.setdefault(path, _parameters(path))[method.lower()] = described
    paths[_FILE]["get"]["responses"]["200"]["content"] = _FORMATS
    paths["/readyz"]["get"]["responses"]["503"] |= _content(Health, Error)
    return paths


def _parameters(path: str) -> Schema:
    parts: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in _PARAMETERS.items()
        if f"{{{name}}}" in path
    ]
    if query := _QUERIES.get(path):
        parts.append({"name": query, "in": "query", "schema": {"type": "string"}})
    return {"parameters": parts} if parts else {}


def _operation(path: str, operation: Operation) -> Schema:
    refusals = [403, 429, 503]
    members: Schema = {}
    if operation.body:
        refusals += [400, 408, 409, 413, 415, 422]
        members["requestBody"] = {"required": True, **_content(operation.body)}
    if operation.needs_guest:
        refusals.append(401)
        members["security"] = [{"guest": []}]
    if "{" in path:
        refusals.append(404)
    if operation.may_conflict:
        refusals.append(409)
    responses: Schema = {
        str(operation.status): {"description": operation.done, **_content(*operation.answers)}
    }
    for status in sorted(refusals):
        responses[str(status)] = {"description": _REASONS[status], **_content(Error)}
    for limited in ("429", "503"):
        responses[limited]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    return {"summary": operation.summary, "responses": responses, **members}


def _content(*kinds: type) -> Schema:
    if not kinds:
        return {}
    either = [reference(kind.__name__) for kind in kinds]
    schema = either[0] if len(either) == 1 else {"anyOf": either}
    return {"content": {"application/json": {"schema": schema}}}


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
            "tell": _action("send", frames),
            "ask": _action("receive", [Request.__name__]),
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


def _action(action: str, messages: list[str]) -> Schema:
    """Return the operation by which the server sends or receives."""
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in messages],
    }
