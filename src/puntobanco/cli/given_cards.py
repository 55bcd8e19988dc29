"""Cards given to a command: a shoe of them, a coup dealt from it, and the coup as JSON."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cards import Card, parse_cards
from puntobanco.coup import Coup, Naturals, deal
from puntobanco.errors import NotationError, ShoeExhausted
from puntobanco.shoe import Shoe

if TYPE_CHECKING:
    from puntobanco.fairness import Seed
    from puntobanco.house import House

LARGEST_CARDS_FILE = 1 << 16
"""The most bytes of a file of cards. Twelve decks in words take a quarter of it."""


cards_option = click.option(
    "--cards",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A file with the first cards of the first shoe; the rest are shuffled.",
)


def read_cards(path: Path, house: House) -> tuple[Card, ...]:
    """Return the cards of a file, in the order in which they leave the shoe of a house."""
    named = f"--cards: {str(path)!r}"
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST_CARDS_FILE + 1)
        if len(found) > LARGEST_CARDS_FILE:
            raise click.UsageError(f"{named} has more than {LARGEST_CARDS_FILE:,} bytes")
        cards = parse_cards(found.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise click.UsageError(f"{named} cannot be read: {reason}") from None
    except NotationError as error:
        raise click.UsageError(f"{named}: {error}") from None
    if not cards:
        raise click.UsageError(f"{named} contains no cards")
    check_fits(cards, house.decks, "--cards")
    return cards


def given_or_shuffled(cards: str | None, house: House, seed: Seed) -> Shoe:
    """Return a shoe of the given cards, in dealing order. Without cards, open a new shoe."""
    if cards is not None:
        return Shoe(parse_cards(cards))
    from puntobanco.fairness import shuffled

    _, shoe = house.open_shoe(shuffled(house.decks, seed))
    return shoe


def check_fits(cards: tuple[Card, ...], decks: int, option: str) -> None:
    """Refuse more copies of a card than this many decks contain."""
    for card, count in Counter(cards).items():
        if count > decks:
            have = "1 deck has it once" if decks == 1 else f"{decks} decks have it {decks} times"
            raise click.UsageError(f"{option}: {card} appears {count} times, but {have}")


def deal_given(shoe: Shoe, option: str = "") -> tuple[Coup, Shoe]:
    """Deal one coup, and return the rest of the shoe too. Errors count the missing cards."""
    try:
        return deal(shoe)
    except ShoeExhausted as error:
        given, more = shoe.left, error.wanted - error.left
        cards = f"{given} card{'s' * (given != 1)}"
        needed = "1 more is" if more == 1 else f"{more} more are"
        named = f"{option}: " if option else ""
        message = f"{named}{cards} cannot finish the coup: at least {needed} needed"
        raise click.UsageError(message) from None


def coup_data(coup: Coup, naturals: Naturals) -> dict[str, object]:
    """Return a coup as JSON data: its cards, totals and outcome."""
    return {
        "player": list(map(str, coup.player.cards)),
        "banker": list(map(str, coup.banker.cards)),
        "player_total": coup.player.total,
        "banker_total": coup.banker.total,
        "natural": coup.is_natural,
        "outcome": coup.outcome(naturals).value,
    }
