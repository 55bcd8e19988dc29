"""Recognise a resent command: a retry gets the answer that the first attempt got."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from puntobanco.web.cache import Cache
from puntobanco.web.hall.batch import Key
from puntobanco.web.room.connection import Refused
from puntobanco.wire.commands import Request

MOST_REFUSALS = 10_000
"""Refusals that are remembered."""


def digest(request: Request) -> str:
    """A digest of a command, stored with its id to recognise another command under that id."""
    return sha256(msgspec.json.encode(request.command)).hexdigest()[:16]


def check_same(now: str, before: str) -> None:
    """Refuse another command under an id that was used."""
    if now != before:
        raise Refused("reused_id", "Another command had this id; each needs one of its own.")


class Refusals:
    """Final refusals by idempotency key, each with the digest of its command."""

    def __init__(self) -> None:
        self._refusals = Cache[Key, tuple[str, Exception]](MOST_REFUSALS)

    def get(self, key: Key) -> tuple[str, Exception] | None:
        """The digest of the command that was refused, and why it was."""
        return self._refusals.get(key)

    def keep(self, key: Key, command: str, error: Exception) -> None:
        """Remember the first refusal under a key."""
        if self._refusals.get(key) is None:
            self._refusals.put(key, (command, error))
