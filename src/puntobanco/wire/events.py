"""Events ⇄ JSON."""

from __future__ import annotations

import re
from typing import Any, get_args

from puntobanco.errors import StoreError
from puntobanco.table.events import PRIVATE, Event
from puntobanco.wire.codec import from_json, plain, to_json

FORMAT = 1
"""The version of the JSON of all kinds of events; any other is refused."""


def kind_of(event: Event) -> str:
    """The name of an event on the wire: ``bet_placed``."""
    return _KIND_BY_TYPE[type(event)]


def event_data(event: Event) -> dict[str, Any]:
    """The event as plain data, its kind included."""
    return {"kind": kind_of(event), **plain(event)}


def event_text(event: Event) -> str:
    """The event as JSON text without its kind, which the log stores in a column of its own."""
    return to_json(event)


def read_event(kind: str, text: str, form: int = FORMAT) -> Event:
    """The event that `event_text` wrote as this text."""
    try:
        event_type = _EVENTS[kind]
    except KeyError:
        raise StoreError(
            f"an event of the unknown kind {kind!r}: a newer version wrote it"
        ) from None
    if form != FORMAT:
        raise StoreError(f"an event {kind!r} of format {form}: a newer version wrote it")
    event: Event = from_json(event_type, text)
    return event


def wire_name(kind: type) -> str:
    """The name of a type of event or command in JSON: ``bet_placed``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


_EVENTS: dict[str, Any] = {wire_name(each): each for each in get_args(Event)}
_KIND_BY_TYPE: dict[type, str] = {event_type: kind for kind, event_type in _EVENTS.items()}

EVENT_KINDS = tuple(_EVENTS)
"""Every kind of event."""

PUBLIC_EVENTS: dict[str, type] = {
    kind: event_type for kind, event_type in _EVENTS.items() if event_type not in PRIVATE
}
"""The types of events that guests may see, by kind."""
