"""The tables of types, limits, log events and metrics in the documents, from the code itself."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterable
from dataclasses import Field, fields
from functools import partial
from typing import Any, get_args

from prometheus_client import ProcessCollector

from puntobanco.web.http.metrics import BUILD, METRICS, PREFIX
from puntobanco.web.limits import Caps, Pace, Rate
from puntobanco.web.observing import EVENTS
from puntobanco.wire import answers, frames, parts
from puntobanco.wire.answers import ANSWERS
from puntobanco.wire.commands import COMMAND_TYPES
from puntobanco.wire.events import wire_name
from puntobanco.wire.frames import AnyFrame, SeatChange, ShoeStateChange, Step
from puntobanco.wire.parts import WireStruct
from puntobanco.wire.schemas import EVENT_TYPES, FACTS, Schema, answer_schemas, socket_schemas
from tools.page_types import type_text
from tools.reference import field_docstrings

APART = (WireStruct, Step, SeatChange, ShoeStateChange)
"""Types that need no description."""


def _frames() -> str:
    rows = (
        (f"`{each.__struct_config__.tag}`", _what(each), _members(each, skip=("type",)))
        for each in get_args(AnyFrame)
    )
    return _table(("frame", "what it is", "members"), rows)


def _events() -> str:
    schemas = socket_schemas()
    rows = (
        (f"`{kind}`", _what(each), _listed(schemas[f"{each.__name__}Data"]), _facts(kind))
        for kind, each in EVENT_TYPES.items()
    )
    return _table(("kind", "what it is", "`data`", "`facts`"), rows)


def _facts(kind: str) -> str:
    return next((each.__name__ for event, each in FACTS.items() if wire_name(event) == kind), "")


def _commands() -> str:
    rows = (
        (f"`{kind}`", _what(each), _listed(socket_schemas()[each.__name__], skip=("kind",)))
        for kind, each in COMMAND_TYPES.items()
    )
    return _table(("command", "what it is", "members"), rows)


def _answers() -> str:
    return _table(("answer", "what it is", "members"), map(_row, ANSWERS))


def _parts() -> str:
    kinds = dict.fromkeys(
        each
        for module in (parts, answers, frames)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, WireStruct) and each not in APART
    )
    known = {**socket_schemas(), **answer_schemas()}
    return _table(
        ("part", "what it is", "members"), (_row(each) for each in kinds if each.__name__ in known)
    )


def _limits(kind: type[Caps | Pace]) -> str:
    notes = _docs(kind)
    rows = (
        (f"`{each.name}`", _number(_as_set(kind, each)), notes.get(each.name, ""))
        for each in fields(kind)
    )
    return _table(("limit", "default", "what it is"), rows)


def _as_set(kind: type, field: Field[Any]) -> object:
    """Return a default as a configuration file sets it: durations are in seconds."""
    default: Any = field.default
    return default / 1_000 if kind is Pace and isinstance(default, int) else default


def _number(limit: object) -> str:
    if isinstance(limit, Rate):
        return f"{_number(limit.per_second)} per second, {_number(limit.at_once)} at once"
    return f"{limit:,}".removesuffix(".0")


def _log() -> str:
    rows = (
        (f"`{name}`", logging.getLevelName(each.level).lower(), each.when)
        for name, each in EVENTS.items()
    )
    return _table(("event", "level", "the server writes it when"), rows)


def _metrics() -> str:
    rows = [(f"`{PREFIX}_{each.name}`", each.kind, each.help) for each in METRICS]
    process = ProcessCollector(namespace=PREFIX, registry=None).collect()
    rows += [
        (f"`{each.name}{'_total' * (each.type == 'counter')}`", each.type, each.documentation)
        for each in process
    ]
    build = (f"`{BUILD}_info`", "gauge", "1, with the version of the server as a label.")
    return _table(("metric", "type", "what it is"), [*rows, build])


def _row(kind: Any) -> tuple[str, str, str]:  # noqa: ANN401 - a struct
    return (kind.__name__, _what(kind), _members(kind))


def _what(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")


def _members(kind: Any, skip: tuple[str, ...] = ()) -> str:  # noqa: ANN401 - a struct
    schema = {**socket_schemas(), **answer_schemas()}[kind.__name__]
    if "prefixItems" in schema:
        names = kind.__struct_fields__  # sent as a list, in this order
        members = dict(zip(names, schema["prefixItems"], strict=True))
        return f"a list: {_listed({'properties': members, 'required': names}, docs=_docs(kind))}"
    return _listed(schema, docs=_docs(kind), skip=skip)


def _listed(schema: Schema, docs: dict[str, str] | None = None, skip: tuple[str, ...] = ()) -> str:
    required = set(schema.get("required", ()))
    lines = []
    for name, each in schema["properties"].items():
        if name in skip:
            continue
        text = f"`{name}{'' if name in required else '?'}: {type_text(each)}`".replace("|", "\\|")
        note = (docs or {}).get(name)
        lines.append(f"{text} ({note[:1].lower()}{note[1:].rstrip('.')})" if note else text)
    return "<br>".join(lines)


def _docs(kind: type) -> dict[str, str]:
    """Return the docstrings below the members of a class and of its base classes."""
    ours = (each for each in reversed(kind.__mro__) if each.__module__.startswith("puntobanco"))
    return {name: note for each in ours for name, note in field_docstrings(each).items()}


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join((f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *lines)) + "\n"


TABLES: dict[str, Callable[[], str]] = {
    "frames": _frames,
    "events": _events,
    "commands": _commands,
    "answers": _answers,
    "parts": _parts,
    "Caps": partial(_limits, Caps),
    "Pace": partial(_limits, Pace),
    "log": _log,
    "metrics": _metrics,
}
