"""A coup of given cards."""

from __future__ import annotations

import click

from puntobanco.coup import Coup, deal
from puntobanco.errors import ShoeExhausted
from puntobanco.shoe import Shoe


def coup_of(shoe: Shoe, option: str = "") -> tuple[Coup, Shoe]:
    """One coup and what remains; too few cards are refused with what is missing."""
    try:
        return deal(shoe)
    except ShoeExhausted as error:
        given, more = shoe.left, error.wanted - error.left
        cards = f"{given} card{'s' * (given != 1)}"
        needed = "1 more is" if more == 1 else f"{more} more are"
        named = f"{option}: " if option else ""
        message = f"{named}{cards} cannot finish the coup: at least {needed} needed"
        raise click.UsageError(message) from None
