"""One round in class: choose a hand, see it dealt, and read which hand won."""

from __future__ import annotations

from collections.abc import Iterator

from puntobanco.cards import Card, Hand
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.tableau import Side
from puntobanco.terminal.console import Console

CHOICES = {"1": Side.PLAYER, "2": Side.BANKER}


def play_round(console: Console, coup: Coup, naturals: Naturals) -> None:
    """Ask for a hand, then print the coup; the end of input and Ctrl-C print a goodbye."""
    console.say(["Welcome to Baccarat.", *(f"{key}. {side}" for key, side in CHOICES.items())])
    chosen = None
    try:
        while chosen is None:
            chosen = CHOICES.get(console.ask("Enter 1 or 2 to select your bet:"))
    except EOFError:
        console.say(["Goodbye."])
        return
    except KeyboardInterrupt:
        console.say(["", "Goodbye."])
        raise
    console.say(round_lines(coup, chosen, naturals))


def round_lines(coup: Coup, chosen: Side, naturals: Naturals) -> list[str]:
    """Return all lines after the hand was chosen."""
    player, banker = coup.opening
    return [
        *_first_cards(Side.PLAYER, player),
        *_first_cards(Side.BANKER, banker),
        *(line for side in Side for line in _third_card(coup, side)),
        *_result(coup, naturals),
        *_verdict(coup.outcome(naturals), chosen),
    ]


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


def _result(coup: Coup, naturals: Naturals) -> Iterator[str]:
    player, banker, *_ = coup.score
    yield ""
    match coup.outcome(naturals):
        case Outcome.PLAYER:
            yield f"The Player's {player} beats the Banker's {banker}"
        case Outcome.BANKER:
            yield f"The Banker's {banker} beats the Player's {player}"
        case Outcome.TIE:
            yield f"The Player's {player} ties the Banker's {banker}"


def _verdict(outcome: Outcome, chosen: Side) -> Iterator[str]:
    yield ""
    if outcome is Outcome.TIE:
        yield f"You chose the {chosen}: nobody won"
    else:
        yield f"You chose the {chosen}: you {'won' if outcome.value == chosen.value else 'lost'}"
