"""`puntobanco round`: one round in class. Choose a hand, see it dealt, and read which hand won."""

from __future__ import annotations

from collections.abc import Iterator

import click

from puntobanco.cards import Card, Hand
from puntobanco.cli.options.cards import check_fits, deal_given, given_or_shuffled
from puntobanco.cli.options.common import seed_option
from puntobanco.cli.options.house import HouseType
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.croupier import seed_source
from puntobanco.house import House
from puntobanco.tableau import Side
from puntobanco.terminal.console import Console, Style


@click.command()
@click.option("--cards", metavar="CARDS", help="Deal these cards, in dealing order.")
@click.option(
    "--house",
    type=HouseType(),
    default="classroom",
    show_default=True,
    metavar="NAME|FILE",
    help="The house whose decks and rule for two naturals apply.",
)
@seed_option
def command(cards: str | None, house: House, seed: str | None) -> None:
    """Choose the Player or the Banker hand and play one round.

    The cards come from a freshly shuffled deck, or from --cards.

    Example: puntobanco round --cards "Jd Qh 5h Qd 9s 8h"
    """
    shoe = given_or_shuffled(cards, house, seed_source(seed)(1))
    check_fits(shoe.order, house.decks, "--cards")
    coup, _ = deal_given(shoe, "--cards")
    _play_round(Console.here(Style.PLAIN), coup, house.naturals)


def _play_round(console: Console, coup: Coup, naturals: Naturals) -> None:
    """Ask for a hand, then print the coup. Say goodbye at the end of input and at Ctrl-C."""
    console.say(["Welcome to Baccarat.", "1. Player", "2. Banker"])
    try:
        while console.ask("Enter 1 or 2 to select your bet:") not in ("1", "2"):
            pass
    except EOFError:
        console.say(["Goodbye."])
        return
    except KeyboardInterrupt:
        console.say(["", "Goodbye."])
        raise
    for side, hand in zip(Side, coup.opening, strict=True):
        console.say(_first_cards(side, hand))
    for side in Side:
        console.say(_third_card(coup, side))
    console.say(["", _result(coup, naturals)])


def _face(card: Card) -> str:
    return f"{card.rank.name} of {card.suit.name}"


def _first_cards(side: Side, hand: Hand) -> Iterator[str]:
    yield from ("", f"The {side} hand is:", *map(_face, hand.cards), f"For a score of {hand.total}")


def _third_card(coup: Coup, side: Side) -> Iterator[str]:
    hand = coup.hand(side)
    if hand.is_natural:
        yield from ("", f"The {side} has a natural {hand.total}")
    elif hand.third:
        yield from ("", f"The {side} draws another card:", _face(hand.third))
        yield f"The {side}'s score is now {hand.total}"
    elif not coup.is_natural:
        yield from ("", f"The {side} stands on {hand.total}")


def _result(coup: Coup, naturals: Naturals) -> str:
    player, banker, *_ = coup.score
    match coup.outcome(naturals):
        case Outcome.PLAYER:
            return f"The Player's {player} beats the Banker's {banker}"
        case Outcome.BANKER:
            return f"The Banker's {banker} beats the Player's {player}"
        case Outcome.TIE:
            return f"The Player's {player} ties the Banker's {banker}"
