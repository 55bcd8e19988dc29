"""The HTTP half for machines. The WebSocket, which OpenAPI cannot describe, is in docs/api.md."""

from __future__ import annotations

from typing import Any


def description() -> dict[str, Any]:
    """The interface as OpenAPI 3.1."""
    return {"openapi": "3.1.0", "info": {"title": "Punto Banco", "version": "1"}, "paths": {}}
