"""Cut what a WebSocket's client sends into frames, and read those that are texts.

A command is a small text, and they come by the thousand: the library's parser, a chain of
generators, takes several times as long for one. Every other frame is left to the library.
"""

from __future__ import annotations

from websockets.frames import apply_mask  # type: ignore[attr-defined] # in C where that is built

HEADER, LENGTH, MASK = 2, 2, 4
"""Bytes of a frame before its payload; the length has bytes of its own in a medium frame alone."""
FINAL_TEXT = 0x81
"""The first byte of a text in one frame, without extensions."""
SMALL, MEDIUM, LARGE = 0x80, 0xFE, 0xFF
"""The second byte of a masked frame: its length from `SMALL` on, or the size of its length."""

SplitFrame = tuple[bytes, str | None]
"""A frame, and its text if it is one."""


class FrameSplitter:
    """Cuts a stream into whole frames, up to one that is too long or not masked."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        """The most bytes of a payload."""
        self._held = b""
        """The beginning of a frame whose rest has not come."""
        self._is_over = False
        """Whether there was a frame after which the library alone reads on."""

    def whole_frames(self, data: bytes) -> list[SplitFrame]:
        """The frames that end in this data; after a bad one all the rest."""
        if self._is_over:
            return [(data, None)]
        data = self._held + data
        frames: list[SplitFrame] = []
        start, size = 0, len(data)
        while start + HEADER <= size:
            second = data[start + 1]
            if second < SMALL or second == LARGE:
                return self._left_off(frames, data[start:])
            payload, length = start + HEADER + MASK, second - SMALL
            if second == MEDIUM:
                length = int.from_bytes(data[start + HEADER : start + HEADER + LENGTH])
                payload += LENGTH
            end = payload + length
            if payload <= size and length > self._longest:
                return self._left_off(frames, data[start:])
            if end > size:
                break
            frames.append((data[start:end], _text(data, start, payload, end)))
            start = end
        self._held = data[start:]
        return frames

    def _left_off(self, frames: list[SplitFrame], rest: bytes) -> list[SplitFrame]:
        """These frames, and all that comes from here on for the library."""
        self._is_over, self._held = True, b""
        return [*frames, (rest, None)]


def _text(data: bytes, start: int, payload: int, end: int) -> str | None:
    """The text of a frame, if it is a whole one."""
    if data[start] != FINAL_TEXT:
        return None
    try:
        return apply_mask(data[payload:end], data[payload - MASK : payload]).decode()
    except UnicodeDecodeError:
        return None
