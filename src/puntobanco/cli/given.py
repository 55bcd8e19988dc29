"""Cards that a command was given: a shoe of them, and a coup dealt from it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from puntobanco.cards import Card, parse_cards
from puntobanco.coup import Coup, deal
from puntobanco.errors import ShoeExhausted
from puntobanco.shoe import Shoe

if TYPE_CHECKING:
    from puntobanco.fairness import Seed
    from puntobanco.house import House


def given_or_shuffled(cards: str | None, house: House, seed: Seed) -> Shoe:
    """A shoe of the given cards, in dealing order; without cards, a freshly opened shoe."""
    if cards is not None:
        return Shoe(parse_cards(cards))
    from puntobanco.fairness import shuffled

    _, shoe = house.open_shoe(shuffled(house.decks, seed))
    return shoe


def check_fits(cards: tuple[Card, ...], house: House, option: str) -> None:
    """Refuse a card that is there more often than the decks of a house have it."""
    decks = house.decks
    for card, count in Counter(cards).items():
        if count > decks:
            have = "1 deck has it once" if decks == 1 else f"{decks} decks have it {decks} times"
            raise click.UsageError(f"{option}: {card} is there {count} times, and {have}")


def deal_given(shoe: Shoe, option: str = "") -> tuple[Coup, Shoe]:
    """One coup and the shoe that remains; an error says how many cards are missing."""
    try:
        return deal(shoe)
    except ShoeExhausted as error:
        given, more = shoe.left, error.wanted - error.left
        cards = f"{given} card{'s' * (given != 1)}"
        needed = "1 more is" if more == 1 else f"{more} more are"
        named = f"{option}: " if option else ""
        message = f"{named}{cards} cannot finish the coup: at least {needed} needed"
        raise click.UsageError(message) from None
