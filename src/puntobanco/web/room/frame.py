"""What a frame is before it is encoded."""

from __future__ import annotations

from typing import Any

Frame = dict[str, Any]
