"""The cards that a command deals: given ones, or a freshly shuffled shoe."""

from __future__ import annotations

import click

from puntobanco.cards import parse_cards
from puntobanco.coup import Coup, deal
from puntobanco.errors import ShoeExhausted
from puntobanco.fairness import Seed, shuffled
from puntobanco.house import House
from puntobanco.shoe import Shoe


def given_or_shuffled(cards: str | None, house: House, seed: Seed) -> Shoe:
    """The cards of a text in dealing order, or a shoe of the house, burned where it burns."""
    if cards is not None:
        return Shoe(parse_cards(cards))
    _, shoe = house.open_shoe(shuffled(house.decks, seed))
    return shoe


def coup_of(shoe: Shoe) -> tuple[Coup, Shoe]:
    """One coup and what remains; too few cards are refused with what is missing."""
    try:
        return deal(shoe)
    except ShoeExhausted as error:
        given, more = shoe.left, error.wanted - error.left
        needed = "1 more is" if more == 1 else f"{more} more are"
        message = f"--cards: {given} cannot finish the coup: at least {needed} needed"
        raise click.UsageError(message) from None
