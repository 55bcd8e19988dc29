"""`puntobanco round` and `step`: one round in class, and the game as a machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, count

import click

from puntobanco.announcer.catalogues import catalogue
from puntobanco.cards import Card, Hand
from puntobanco.cli.given_cards import check_fits, deal_given, given_or_shuffled
from puntobanco.cli.house_option import house_option, read_house
from puntobanco.cli.options import language_option, seed_option
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.croupier import seed_source
from puntobanco.house import House
from puntobanco.tableau import Side
from puntobanco.terminal.console import Console, Style, screen_lines, single_keys
from puntobanco.terminal.machine import READY, Machine, run
from puntobanco.words import Catalogue


@click.command("round")
@click.option("--cards", metavar="CARDS", help="Deal these cards, in dealing order.")
@click.option(
    "--house",
    type=read_house,
    default="classroom",
    show_default=True,
    metavar="NAME|FILE",
    help="The house whose decks and rule for two naturals apply.",
)
@seed_option
def round_command(cards: str | None, house: House, seed: str | None) -> None:
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


@click.command("step")
@click.option("--cards", metavar="CARDS", help="Deal these cards in every coup, in dealing order.")
@house_option
@seed_option
@language_option
def step_command(cards: str | None, house: House, seed: str | None, language: str) -> None:
    """Deal one card per key press; r resets, q leaves.

    Each step is one line: three card slots, the score and the win light of Player, then those of
    Banker, then the rule that decided, and the result at the end. Shoes follow the rules of the
    house. If input is piped, every line is a key press.

    Example: yes | head -6 | puntobanco step --cards "Jd Qh 5h Qd 9s 8h"
    """
    coups = endless_coups(cards, house, seed)
    first = next(coups)
    machines = (Machine(coup, naturals=house.naturals) for coup in chain([first], coups))
    run_on_keys(machines, first=Machine(first), words=catalogue(language))


def run_on_keys(
    machines: Iterator[Machine], *, first: Machine, words: Catalogue | None = None
) -> None:
    """Step through machines: by single keys on a terminal, else by lines of input."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with single_keys(sys.stdin.fileno()) as read_key:
            _echo(first.line(READY, words))
            run(machines.__next__, read_key, _echo, words)
    else:
        run(machines.__next__, _piped_line, click.echo, words)


def _echo(line: str) -> None:
    click.echo("\n".join(screen_lines([line], sys.stdout)))


def endless_coups(cards: str | None, house: House, seed: str | None) -> Iterator[Coup]:
    """Yield endless coups: the given cards again and again, or shoe after shoe of the house."""
    for secret in map(seed_source(seed), count(1)):
        before = given_or_shuffled(cards, house, secret)
        is_last = False
        while not is_last:
            coup, after = deal_given(before, "--cards")
            yield coup
            is_last = cards is not None or house.is_last_coup(before, after)
            before = after


def _piped_line() -> str:
    """Return a line of input, which counts as a key press. Raise `EOFError` at the end."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
