"""Frames before and after they are encoded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

Frame = dict[str, Any]


def encoded(frame: Mapping[str, object]) -> str:
    """A frame as the text that is sent."""
    return msgspec.json.encode(frame).decode()
