"""Refused commands: the exception, and how each error is explained to the guest."""

from __future__ import annotations

from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.status import refusal, refusal_message
from puntobanco.errors import (
    BetNotOffered,
    FairnessError,
    InsufficientFunds,
    OutcomeUnknown,
    OutsideLimits,
    PuntoBancoError,
    StoreError,
)
from puntobanco.house import House
from puntobanco.settlement import DOLLARS, Currency
from puntobanco.words import Message, message

CODES: dict[type[PuntoBancoError], str] = {
    BetNotOffered: "not_offered",
    OutsideLimits: "outside_limits",
    InsufficientFunds: "insufficient_funds",
    FairnessError: "fairness",
}
"""The code of each error of the rules; any other is ``illegal``."""


UNKNOWN = message("refused.unknown")
"""The answer to a guest if the log may or may not hold the command."""


class Refused(Exception):
    """A request that the web table refuses: a code, and a message for the guest.

    A request that no page of ours makes is refused with a text in English alone.
    """

    def __init__(self, code: str, why: Message | str, currency: Currency = DOLLARS) -> None:
        self.code = code
        self.said = None if isinstance(why, str) else why
        self.reason = why if isinstance(why, str) else catalogue("en", currency).render(why)
        super().__init__(self.reason)


def without_trace(error: Exception) -> Exception:
    """Return the error without its traceback, which would keep frames alive."""
    error.__context__ = error.__cause__ = None
    return error.with_traceback(None)


def explained(error: Exception, house: House) -> Refused:
    """Return an error as a refusal, with a code for the page."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, OutcomeUnknown):
        return Refused("unknown", UNKNOWN)
    if isinstance(error, StoreError):
        return Refused("log", message("refused.log"))
    if isinstance(error, PuntoBancoError):
        why = refusal_message(error, house) or refusal(error, house)
        return Refused(CODES.get(type(error), "illegal"), why, house.currency)
    return Refused("illegal", message("refused.wrong"))
