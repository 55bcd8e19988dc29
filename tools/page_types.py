"""The page's types of what the server sends, from the types of the wire.

They are read-only there: a view can't change what came from the server.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import puntobanco.web
from puntobanco.announcer import audience
from puntobanco.announcer.told import MOST_BETS
from puntobanco.settlement import DOLLARS
from puntobanco.table import MAX_SEATS
from puntobanco.web.room.audience import TABLE_CLOSED
from puntobanco.wire.commands import LARGEST_AMOUNT, Request
from puntobanco.wire.frames import PROTOCOL, AnyFrame, AnyStep
from puntobanco.wire.schemas import (
    EVENT_TYPES,
    Schema,
    answer_schemas,
    schemas,
    socket_schemas,
)
from puntobanco.words import FACT_KINDS, LANGUAGES, ListOf
from puntobanco.words.catalogue import JOINED_ALIKE

SCRIPTS = Path(puntobanco.web.__file__).with_name("static") / "js"
FOLDER = SCRIPTS / "wire"

HEAD = "Made from the types of puntobanco.wire by `make docs`; not to be changed by hand."
WIDTH = 100

SIMPLE = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

CONSTANTS = {
    "LARGEST_AMOUNT": LARGEST_AMOUNT,
    "MAX_SEATS": MAX_SEATS,
    "MOST_BETS": MOST_BETS,
    "PROTOCOL": PROTOCOL,
    "TABLE_CLOSED": TABLE_CLOSED,
}

ALIASES = {
    "Frame": [each.__name__ for each in get_args(AnyFrame)],
    "TableEvent": [each.__name__ for each in EVENT_TYPES.values()],
    "Step": [each.__name__ for each in get_args(AnyStep)],
    "Level": [f'"{each.value}"' for each in audience.Level],
    "DerivedKey": ["keyof Marks"],
    "Cell": ['Pick<WinCell, "column" | "row">'],
}
"""Types that have a name only on the page."""

EVENT_NAMES = {each.__name__ for each in EVENT_TYPES.values()}
EVENT_HEAD = """/** What every event has. */
export interface EventHead {
  readonly number: number;
  readonly at: number;
  readonly said?: readonly WireMessage[];
}
"""


def files() -> dict[Path, str]:
    """Return every generated file of the page, with its text."""
    socket = {
        name: schema for name, schema in socket_schemas().items() if name not in schemas(Request)
    }
    own = {name: schema for name, schema in answer_schemas().items() if name not in socket}
    return {
        FOLDER / "frames.d.ts": "\n".join(_frames(socket)),
        FOLDER / "answers.d.ts": "\n".join(_answers(own, set(socket))),
        FOLDER / "protocol.js": "\n".join(_constants()),
        SCRIPTS / "words" / "kinds.js": "\n".join(_kinds()),
    }


AUDIENCES = ("FULL", "GUEST", "OTHERS", "EYE", "EAR")


def _kinds() -> Iterable[str]:
    yield f"/** Tables that page and announcer share. {HEAD} */\n"
    yield "/** The languages that have a catalogue. */"
    yield f"export const LANGUAGES = {json.dumps(LANGUAGES)};\n"
    yield "/**"
    yield " * The currency of a house that names none."
    yield ' * @type {import("../wire/frames.d.ts").Currency}'
    yield " */"
    members = f'sign: "{DOLLARS.sign}", place: "{DOLLARS.place.value}", digits: {DOLLARS.digits}'
    yield f"export const DOLLARS = {{ {members} }};\n"
    kinds = "Record<string, string | [string, string]>"
    yield "/**"
    yield " * The kind of each fact; of a list also the template that joins it."
    yield f" * @type {{{kinds}}}"
    yield " */"
    yield "export const FACT_KINDS = {"
    for name, kind in FACT_KINDS.items():
        text = (
            f'["{kind.kind.value}", "{kind.joint}"]'
            if isinstance(kind, ListOf)
            else f'"{kind.value}"'
        )
        yield f"  {name}: {text},"
    yield "};\n"
    yield "/** Lists whose items all have the same template between them. */"
    yield "export const JOINED_ALIKE = ["
    yield from (f'  "{joint}",' for joint in JOINED_ALIKE)
    yield "];\n"
    yield "/** Whom messages are for, in bits that are joined by &. */"
    yield from (f"export const {name} = {getattr(audience, name)};" for name in AUDIENCES)
    yield ""


def _constants() -> Iterable[str]:
    yield f"/** Numbers that page and server share. {HEAD} */\n"
    yield from (f"export const {name} = {value};" for name, value in CONSTANTS.items())
    yield ""


def _frames(schemas: Schema) -> Iterable[str]:
    yield f"/** What the server sends over the WebSocket. {HEAD} */\n"
    yield EVENT_HEAD
    for name, schema in schemas.items():
        if name not in ALIASES:
            yield _declared(name, schema)
    for name, members in ALIASES.items():
        yield _alias(name, members)


def _answers(schemas: Schema, shared: set[str]) -> Iterable[str]:
    declared = [_declared(name, schema) for name, schema in schemas.items()]
    used = sorted(
        {name for text in schemas.values() for name in _references(text)} & shared, key=str.lower
    )
    yield f"/** What the server answers over HTTP. {HEAD} */\n"
    yield _import(used)
    yield from declared


def _import(names: list[str]) -> str:
    line = f'import type {{ {", ".join(names)} }} from "./frames.d.ts";\n'
    if len(line) <= WIDTH + 1:
        return line
    lines = "".join(f"  {each},\n" for each in names)
    return f'import type {{\n{lines}}} from "./frames.d.ts";\n'


def _references(schema: Any) -> Iterable[str]:  # noqa: ANN401 - any part of a schema
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield _name(schema["$ref"])
        for each in schema.values():
            yield from _references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _references(each)


def _declared(name: str, schema: Schema) -> str:
    if schema.get("type") != "object":
        return _alias(name, _members(schema, is_frozen=True))
    is_event, is_data = name in EVENT_NAMES, name.removesuffix("Data") in EVENT_NAMES
    has_comment = "description" in schema and (is_event or not is_data)
    comment = f"/** {schema['description']} */\n" if has_comment else ""
    if not schema["properties"]:
        return f"{comment}export type {name} = Record<string, never>;\n"
    required = set(schema.get("required", ()))
    members = (
        _member(f"{each}{'' if each in required else '?'}", _members(of, is_frozen=True))
        for each, of in schema["properties"].items()
        if not (is_event and each in ("number", "at", "said"))
    )
    head = " extends EventHead" if is_event else ""
    return f"{comment}export interface {name}{head} {{\n{''.join(members)}}}\n"


def _member(name: str, types: list[str]) -> str:
    line = f"  readonly {name}: {' | '.join(types)};\n"
    if len(line) <= WIDTH + 1:
        return line
    return f"  readonly {name}:\n" + "\n".join(f"    | {each}" for each in types) + ";\n"


def _alias(name: str, types: list[str]) -> str:
    line = f"export type {name} = {' | '.join(types)};\n"
    if len(line) <= WIDTH + 1:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {each}" for each in types) + ";\n"


def _members(schema: Schema, *, is_frozen: bool) -> list[str]:
    """Return the alternatives of a schema. In a frozen one, arrays and records are read-only."""
    if "$ref" in schema:
        return [_name(schema["$ref"])]
    if "enum" in schema:
        return [json.dumps(each) for each in schema["enum"]]
    if "anyOf" in schema:
        return [each for part in schema["anyOf"] for each in _members(part, is_frozen=is_frozen)]
    match schema.get("type"):
        case "array":
            return [f"{'readonly ' if is_frozen else ''}{_array(schema, is_frozen=is_frozen)}"]
        case "object":
            each = schema.get("additionalProperties")
            of = _text(each, is_frozen=is_frozen) if each else "unknown"
            record = f"Record<string, {of}>"
            return [f"Readonly<{record}>" if is_frozen else record]
        case kind:
            return [SIMPLE[str(kind)]]


def _array(schema: Schema, *, is_frozen: bool) -> str:
    if "prefixItems" in schema:
        each = [_text(item, is_frozen=is_frozen) for item in schema["prefixItems"]]
        return f"[{', '.join(each)}]"
    of = _members(schema["items"], is_frozen=is_frozen)
    named = [name for name, members in ALIASES.items() if members == of]
    if is_frozen and named:
        return f"{named[0]}[]"
    is_plain = len(of) == 1 and not of[0].startswith("readonly ")
    return f"{of[0]}[]" if is_plain else f"({' | '.join(of)})[]"


def _text(schema: Schema, *, is_frozen: bool) -> str:
    return " | ".join(_members(schema, is_frozen=is_frozen))


def type_text(schema: Schema) -> str:
    """Return a schema as a type, for the documents."""
    return _text(schema, is_frozen=False)


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
