"""How a command is known again that was sent before."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from puntobanco.web.batch import Key
from puntobanco.web.visit import Refused
from puntobanco.wire.commands import Request

MOST = 10_000
"""Refusals that are remembered."""


def digest(request: Request) -> str:
    """By which a command is known when its id comes again."""
    return sha256(msgspec.json.encode(request.command)).hexdigest()[:16]


def check_same(now: str, before: str) -> None:
    """Refuse another command that has an id which was used."""
    if now != before:
        raise Refused("reused_id", "Another command had this id; each needs one of its own.")


class Refusals:
    """What was refused for good: a retry that crosses its own refusal is refused as well."""

    def __init__(self) -> None:
        self._kept: dict[Key, tuple[str, Exception]] = {}

    def get(self, key: Key) -> tuple[str, Exception] | None:
        """The digest of the command that was refused, and why it was."""
        return self._kept.get(key)

    def keep(self, key: Key, told: str, error: Exception) -> None:
        """Remember a refusal, and forget the oldest."""
        while len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]
        self._kept.setdefault(key, (told, error))
