"""Refusals: why something was refused, and what is allowed, in one line."""

from __future__ import annotations

from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.english import sentence
from puntobanco.announcer.lines import WIDTH, columns_of
from puntobanco.announcer.names import bet_fact
from puntobanco.errors import (
    BetNotOffered,
    OutsideLimits,
    PuntoBancoError,
)
from puntobanco.house import House
from puntobanco.words import Catalogue, Message, message


def refusal(
    error: PuntoBancoError, house: House | None = None, *, words: Catalogue | None = None
) -> str:
    """Return one line on what was wrong and what is allowed, with money in dollars.

    >>> from puntobanco.errors import InsufficientFunds
    >>> refusal(InsufficientFunds(stake=500_00, available=75_00))
    'Too much: $500 is more than the $75 left to bet.'
    """
    chosen = refusal_message(error, house, words=words)
    return (words or catalogue("en")).render(chosen) if chosen else sentence(str(error))


def refusal_message(
    error: PuntoBancoError, house: House | None = None, *, words: Catalogue | None = None
) -> Message | None:
    """Return the longest message that fits a line, in the language of `words` or English."""
    messages = refusal_messages(error, house)
    render = (words or catalogue("en")).render
    fitting = (each for each in messages if columns_of(render(each)) <= WIDTH)
    return next(fitting, messages[-1] if messages else None)


def refusal_messages(error: PuntoBancoError, house: House | None = None) -> list[Message]:
    """Return the refusal as messages, longest first, so that a line can use the first that fits.

    The list is empty for an error without a code, which no guest can meet at a table.
    """
    match error:
        case BetNotOffered(offered=(_, *_)):
            return _not_offered(error, house)
        case OutsideLimits(key=key):
            return [Message("refused.limits", {**error.facts, "bet": bet_fact(key, house)})]
        case _ if error.code:
            return [Message(f"refused.{error.code}", error.facts)]
        case _:
            return []


def _not_offered(error: BetNotOffered, house: House | None) -> list[Message]:
    bet, offered = bet_fact(error.key, house), error.offered
    main = [each.key for each in house.main_bets] if house else list(offered[:3])
    return [
        message("refused.not_offered", bet=bet, bets=[bet_fact(key, house) for key in offered]),
        message(
            "refused.not_offered.counted",
            bet=bet,
            main_bets=[bet_fact(key, house) for key in main],
            count=len(offered) - len(main),
        ),
    ]
