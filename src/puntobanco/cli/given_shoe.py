"""The shoe that a command deals from: given cards, or freshly shuffled ones."""

from __future__ import annotations

from puntobanco.cards import parse_cards
from puntobanco.fairness import Seed, shuffled
from puntobanco.house import House
from puntobanco.shoe import Shoe


def given_or_shuffled(cards: str | None, house: House, seed: Seed) -> Shoe:
    """The cards of a text in dealing order, or a shoe of the house, burned where it burns."""
    if cards is not None:
        return Shoe(parse_cards(cards))
    _, shoe = house.open_shoe(shuffled(house.decks, seed))
    return shoe
