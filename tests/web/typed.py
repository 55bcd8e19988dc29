"""Every frame is what its type says, to the last member."""

from __future__ import annotations

import msgspec

from puntobanco.wire.frames import AnyFrame, Events, Welcome
from puntobanco.wire.schemas import TableEvent

_frames = msgspec.json.Decoder(AnyFrame)
_events = msgspec.json.Decoder(TableEvent)


def check_frame(text: str | bytes) -> None:
    """Raise if a frame or an event in it is not of its type; a list holds several frames."""
    if text[:1] in ("[", b"["):
        for each in msgspec.json.decode(text, type=list[msgspec.Raw]):
            check_frame(bytes(each))
        return
    frame = _frames.decode(text)
    match frame:
        case Events(events=events) | Welcome(missed=events):
            for event in events:
                _events.decode(event)
        case _:
            pass
