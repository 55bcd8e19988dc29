"""One round in class: choose a hand, see it dealt, and read which hand won."""

from __future__ import annotations

from collections.abc import Iterator

from puntobanco.cards import Card, Hand
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.tableau import Side
from puntobanco.terminal.console import Console


def play_round(console: Console, coup: Coup, naturals: Naturals) -> None:
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
