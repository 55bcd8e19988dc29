"""Why something was refused, and what is allowed, in one line."""

from __future__ import annotations

from puntobanco.announcer.words import WIDTH, bet_name, dollars, listed, sentence
from puntobanco.errors import (
    BetNotOffered,
    BuyInRejected,
    InsufficientFunds,
    OutsideLimits,
    PuntoBancoError,
)
from puntobanco.house import House


def refusal(error: PuntoBancoError, house: House | None = None) -> str:
    """One line that names what was wrong and what is allowed, money in dollars.

    >>> refusal(InsufficientFunds(stake=500_00, available=75_00))
    'Too much: $500 is more than the $75 left to bet.'
    """
    match error:
        case OutsideLimits():
            return _limits(error, house)
        case InsufficientFunds(stake=stake, available=0):
            return f"Too much: there is nothing left to bet, and {dollars(stake)} is needed."
        case InsufficientFunds(stake=stake, available=available):
            left = dollars(available)
            return f"Too much: {dollars(stake)} is more than the {left} left to bet."
        case BuyInRejected(chips=chips, bought=bought, most=most):
            left = dollars(most - bought)
            return f"Too much: {dollars(chips)} is more than the {left} that may still be bought."
        case BetNotOffered(offered=()):
            return "Not here: this table takes no bets."
        case BetNotOffered():
            return _not_offered(error, house)
        case _:
            return sentence(str(error))


def _limits(error: OutsideLimits, house: House | None) -> str:
    """The limits, then the stake that does not fit them."""
    name, low, high = bet_name(error.key, house), dollars(error.low), dollars(error.high)
    allowed = f"Limits on {name}: {low} to {high} in steps of {dollars(error.step)}"
    return f"{allowed}; not {dollars(error.stake)}."


def _not_offered(error: BetNotOffered, house: House | None) -> str:
    """As many names as the line can hold."""
    names = [bet_name(key, house) for key in error.offered]
    start = f"Not here: {bet_name(error.key, house)}. The bets are"
    line = f"{start} {listed(names)}."
    if len(line) <= WIDTH:
        return line
    main = [bet_name(bet.key, house) for bet in house.main_bets] if house else names[:3]
    return f"{start} {listed([*main, f'{len(names) - len(main)} side bets'])}."
