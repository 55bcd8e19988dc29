"""The HTTP half for machines. The WebSocket, which OpenAPI cannot describe, is in docs/api.md."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from puntobanco.web.http.requests import NewGuest, NewTable

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TRUTH: Schema = {"type": "boolean"}
ANY: Schema = {"type": "object"}

_ID = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": 1, "maxLength": 64}
_TABLE = {"name": "table", "in": "path", "required": True, "schema": _ID}
_REASONS = {
    400: "The body is not JSON.",
    401: "Nobody has come in.",
    403: "A foreign host or origin.",
    404: "There is no such thing.",
    408: "The body took too long.",
    409: "Not now, or no more of it.",
    413: "The body is too large.",
    415: "The body is not said to be JSON.",
    422: "Members or values that cannot be.",
    429: "Too often.",
    503: "The log cannot be written, or the server is being stopped.",
}

_ALWAYS = (429, 503)
"""The statuses of every operation, sent with `Retry-After`."""


@cache
def description(cookie_name: str) -> Schema:
    """The interface as OpenAPI 3.1."""
    guest = {"type": "apiKey", "in": "cookie", "name": cookie_name}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto Banco", "version": "1", "description": __doc__},
        "paths": _paths(),
        "components": {"schemas": _schemas(), "securitySchemes": {"guest": guest}},
    }


def _record(*optional: str, **members: Schema) -> Schema:
    """An object with exactly these members."""
    required = [name for name in members if name not in optional]
    return {
        "type": "object",
        "properties": members,
        "required": required,
        "additionalProperties": False,
    }


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _or_null(of: Schema) -> Schema:
    return {"anyOf": [of, {"type": "null"}]}


def _named(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _schemas() -> Schema:
    _, bodies = msgspec.json.schema_components(
        [NewGuest, NewTable], ref_template="#/components/schemas/{name}"
    )
    limits = _record(minimum=WHOLE, maximum=WHOLE, side_maximum=WHOLE, step=WHOLE)
    return {
        **bodies,
        "Error": _record(error=_record(code=TEXT, reason=TEXT)),
        "Guest": _record(name=TEXT),
        "Me": _record(name=TEXT, tables=_list(_record(table=TEXT, seat=WHOLE)), opened=_list(TEXT)),
        "Limits": limits,
        "Spot": _spot(),
        "House": _house(),
        "Houses": _record(houses=_list(_named("House"))),
        "Table": _table(),
        "Tables": _record(tables=_list(_named("Table"))),
        "Shoes": _record(
            shoes=_list(_record(shoe=WHOLE, coups=WHOLE, finished=TRUTH, started=WHOLE))
        ),
        "Bankroll": _bankroll(),
        "Odds": {"oneOf": [_odds(), _record(available={"const": False}, reason=TEXT)]},
        "Path": _record(
            position=WHOLE, card=TEXT, salt=TEXT, beside=_list(TEXT), root=TEXT, size=WHOLE
        ),
        "Health": _record(status=TEXT, tables=WHOLE, sockets=WHOLE),
    }


def _spot() -> Schema:
    amount = _or_null(WHOLE)
    return _record(
        key=TEXT,
        name=TEXT,
        spot={"enum": ["player", "banker", "tie", "side"]},
        main=TRUTH,
        pays=TEXT,
        lines=_list(TEXT),
        minimum=amount,
        maximum=amount,
        step=amount,
    )


def _house() -> Schema:
    return _record(
        name=TEXT,
        decks=WHOLE,
        cards=WHOLE,
        every_coup=TRUTH,
        ties={"enum": ["stand", "locked", "push"]},
        limits=_or_null(_named("Limits")),
        rules=TEXT,
        said=_list(TEXT),
        felt=_list(_named("Spot")),
    )


def _table() -> Schema:
    mark = _record(column=WHOLE, row=WHOLE, side={"enum": ["player", "banker"]}, ties=WHOLE)
    return _record(
        table=TEXT,
        house=TEXT,
        decks=WHOLE,
        limits=_or_null(_named("Limits")),
        private=TRUTH,
        dealing={"enum": ["button", 15, 25]},
        guests=_list(TEXT),
        seats=WHOLE,
        free=WHOLE,
        watching=WHOLE,
        phase={"enum": ["no shoe", "seeding", "betting", "closed"]},
        shoe=WHOLE,
        coups=WHOLE,
        left=WHOLE,
        opened=WHOLE,
        big_road=_list(mark),
        decisions=TEXT,
        said=TEXT,
    )


def _bankroll() -> Schema:
    point = {"type": "array", "items": WHOLE, "minItems": 4, "maxItems": 4}
    return _record(seat=WHOLE, coups=WHOLE, left_out=WHOLE, points=_list(point))


def _odds() -> Schema:
    bet = _record(
        key=TEXT,
        name=TEXT,
        pays=TEXT,
        edge=NUMBER,
        edge_exact=TEXT,
        sd=NUMBER,
        win=NUMBER,
        push=NUMBER,
        lose=NUMBER,
    )
    return _record(
        available={"const": True},
        shoe=WHOLE,
        coups=WHOLE,
        cards=WHOLE,
        orders=TEXT,
        outcomes=_record(player=TEXT, banker=TEXT, tie=TEXT),
        bets=_list(bet),
    )


def _json(schema: Schema) -> Schema:
    return {"content": {"application/json": {"schema": schema}}}


def _asking(summary: str, gives: Schema, *refusals: int, **more: Any) -> Schema:  # noqa: ANN401 - OpenAPI's own members
    """One operation: its response, and its error statuses."""
    errors = {
        str(status): {"description": _REASONS[status], **_json(_named("Error"))}
        for status in (403, *refusals, *_ALWAYS)
    }
    for refusal in _ALWAYS:
        errors[str(refusal)]["headers"] = {"Retry-After": {"schema": WHOLE}}
    status = str(more.pop("status", 200))
    return {"summary": summary, "responses": {status: gives, **errors}, **more}


def _gives(name: str, text: str = "Done.") -> Schema:
    return {"description": text, **_json(_named(name))}


def _body(name: str) -> Schema:
    return {"required": True, **_json(_named(name))}


def _paths() -> Schema:
    guest: list[Schema] = [{"guest": []}]
    one = {"parameters": [_TABLE]}
    opened = _gives("Table", "The table is open.")
    come_in = _asking(
        "Come in under a name, or change it",
        _gives("Guest"),
        *(400, 408, 409, 413, 415, 422),
        requestBody=_body("NewGuest"),
    )
    open_table = _asking(
        "Open a table",
        opened,
        *(400, 401, 408, 409, 413, 415, 422),
        status=201,
        requestBody=_body("NewTable"),
        security=guest,
    )
    close_table = _asking(
        "Close a table that one has opened and where nobody else sits",
        {"description": "The table is closed."},
        *(401, 404, 409),
        status=204,
        security=guest,
    )
    return {
        "/healthz": {"get": _health()},
        "/api/guest": {"post": come_in},
        "/api/me": {"get": _asking("Who asks", _gives("Me"), 401, security=guest)},
        "/api/houses": {"get": _asking("The houses", _gives("Houses"))},
        "/api/tables": {
            "get": _asking("The lobby", _gives("Tables")),
            "post": open_table,
        },
        "/api/tables/{table}": {
            **one,
            "get": _asking("One table", _gives("Table"), 404),
            "delete": close_table,
        },
        "/api/tables/{table}/shoes": {
            **one,
            "get": _asking("Its shoes", _gives("Shoes"), 404),
        },
        "/api/tables/{table}/shoes/{file}": _record_path(),
        "/api/tables/{table}/bankroll": {
            **one,
            "get": _asking(
                "One's own money, coup by coup",
                _gives("Bankroll"),
                *(401, 404, 409),
                security=guest,
            ),
        },
        "/api/tables/{table}/odds": {
            **one,
            "get": _asking("Exact odds of the unseen cards", _gives("Odds"), 404),
        },
        "/api/tables/{table}/path/{position}": _card_path(),
    }


def _health() -> Schema:
    """The health response, with another status when the log cannot be written."""
    asking = _asking("Whether all is well", _gives("Health"))
    either = {"anyOf": [_named("Health"), _named("Error")]}
    asking["responses"]["503"] |= _json(either)
    return asking


def _record_path() -> Schema:
    pattern = {"type": "string", "pattern": "^[1-9][0-9]{0,5}\\.(bgn|csv|json)$"}
    file = {"name": "file", "in": "path", "required": True, "schema": pattern}
    forms = {
        "text/plain": {"schema": TEXT},
        "text/csv": {"schema": TEXT},
        "application/json": {"schema": ANY},
    }
    gives = {"description": "The record of a shoe.", "content": forms}
    return {
        "parameters": [_TABLE, file],
        "get": _asking("A shoe's record: a number and .bgn, .csv or .json", gives, 404),
    }


def _card_path() -> Schema:
    place = {"type": "integer", "minimum": 0, "maximum": 623}
    position = {"name": "position", "in": "path", "required": True, "schema": place}
    return {
        "parameters": [_TABLE, position],
        "get": _asking("What shows a card that was dealt", _gives("Path"), 404),
    }
