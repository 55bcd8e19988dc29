"""Split what a WebSocket client sends into frames, and read the texts among them.

A command is a small text, and a guest may send thousands. The library's parser is a chain of
generators and takes several times as long for one. It reads every other frame.
"""

from __future__ import annotations

from math import inf

HEADER, MASK = 2, 4
"""Bytes of a frame before its payload, apart from those of a longer length."""
FINAL_TEXT = 0x81
"""The first byte of a text in one frame, without extensions."""
MASKED, MEDIUM, LARGE = 0x80, 0xFE, 0xFF
"""The second byte of a masked frame: its length plus `MASKED`, or the size of its length."""
LENGTH_BYTES = {MEDIUM: 2, LARGE: 8}

BYTES_PER_FRAME = 1_024
"""Bytes that cost as much as a frame itself."""

SplitFrame = tuple[bytes, str | None]
"""A frame, and its text if it is one."""


class FrameSplitter:
    """Splits a stream into whole frames, up to the first that is too long or not masked."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        """The most bytes of a payload."""
        self._held = b""
        """Bytes that have arrived and aren't read yet."""
        self._is_over = False
        """Whether a frame came that the library refuses, together with all that follows it."""

    def whole_frames(self, data: bytes, most: float = inf) -> tuple[list[SplitFrame], float]:
        """Return the frames that are complete, and their cost.

        Hold back the rest as soon as the cost reaches `most`. A frame costs 1 and its bytes.
        """
        if self._is_over:
            return [(data, None)], 0
        data = self._held + data
        frames: list[SplitFrame] = []
        cost = 0.0
        start, size = 0, len(data)
        while start + HEADER <= size and cost < most:
            second = data[start + 1]
            payload, length = start + HEADER + MASK, second - MASKED
            if second >= MEDIUM:
                payload += LENGTH_BYTES[second]
                length = int.from_bytes(data[start + HEADER : payload - MASK])
            if second < MASKED or (payload - MASK <= size and length > self._longest):
                self._is_over, self._held = True, b""
                return [*frames, (data[start:], None)], cost
            end = payload + length
            if end > size:
                break
            frames.append((data[start:end], _text(data, start, payload, end)))
            cost += 1 + (end - start) / BYTES_PER_FRAME
            start = end
        self._held = data[start:]
        return frames, cost


def _text(data: bytes, start: int, payload: int, end: int) -> str | None:
    """Return the text of a frame, if the frame is a whole one."""
    if data[start] != FINAL_TEXT:
        return None
    size, mask = end - payload, data[payload - MASK : payload]
    key = (mask * (size // MASK + 1))[:size]
    plain = int.from_bytes(data[payload:end]) ^ int.from_bytes(key)
    try:
        return plain.to_bytes(size).decode()
    except UnicodeDecodeError:
        return None
