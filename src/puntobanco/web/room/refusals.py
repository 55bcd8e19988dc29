"""Refused commands: the exception, and how each error is explained to the guest."""

from __future__ import annotations

from puntobanco.announcer import refusal
from puntobanco.errors import (
    BetNotOffered,
    FairnessError,
    InsufficientFunds,
    OutsideLimits,
    PuntoBancoError,
    StoreError,
)
from puntobanco.house import House

CODES: dict[type[PuntoBancoError], str] = {
    BetNotOffered: "not_offered",
    OutsideLimits: "outside_limits",
    InsufficientFunds: "insufficient_funds",
    FairnessError: "fairness",
}
"""The code of each error of the rules; any other is ``illegal``."""


class Refused(Exception):
    """A request that the web table refuses, for a reason outside the rules of the game."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(reason)


def without_trace(error: Exception) -> Exception:
    """The error without its traceback, which would keep the frames of whoever raised it."""
    error.__context__ = error.__cause__ = None
    return error.with_traceback(None)


def explained(error: Exception, house: House) -> tuple[str, str]:
    """A code for the page, and a sentence for the guest."""
    if isinstance(error, Refused):
        return error.code, error.reason
    if isinstance(error, StoreError):
        return "log", "The house cannot write its log now; nothing happened. Try again."
    if isinstance(error, PuntoBancoError):
        return CODES.get(type(error), "illegal"), refusal(error, house)
    return "illegal", "Something went wrong."
