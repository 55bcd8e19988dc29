"""`puntobanco vectors`: every order of six point values with its outcome, as CSV."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product

import click

from puntobanco.cards import Card, Rank, Suit
from puntobanco.coup import SCORES, Score, deal
from puntobanco.shoe import Shoe
from puntobanco.tableau import POINTS, PUNTO_BANCO, Tableau

HEADER = "p1,b1,p2,b2,c5,c6,player_total,banker_total,cards,outcome"

_CARDS = tuple(
    next(Card(rank, Suit.SPADES) for rank in Rank if rank.points == points) for points in POINTS
)

_RESULTS = {
    score: (
        f"{score.player_total},{score.banker_total},"
        f"{score.player_cards + score.banker_cards},{score.outcome().value}"
    )
    for score in SCORES
}


@click.command()
def vectors_command() -> None:
    """Print all 1,000,000 orders of six point values and their results, as CSV.

    p1 b1 p2 b2 are dealt to Player and Banker in turn; c5 and c6 come next if they are drawn.
    Use it to check any other implementation of the game, in software or hardware.

    Example: puntobanco vectors > vectors.csv
    """
    sys.stdout.write(f"{HEADER}\n")
    for block in blocks():
        sys.stdout.write(block)


def blocks(tableau: Tableau = PUNTO_BANCO) -> Iterator[str]:
    """Yield the lines of each opening, 100 at a time. Openings of the same totals end alike."""
    known: dict[tuple[int, int], list[str]] = {}
    for p1, b1, p2, b2 in product(POINTS, repeat=4):
        player, banker = totals = (p1 + p2) % 10, (b1 + b2) % 10
        if totals not in known:
            cards = _CARDS[player], _CARDS[banker], _CARDS[0], _CARDS[0]
            known[totals] = list(_endings(cards, tableau))
        start = f"{p1},{b1},{p2},{b2}"
        yield "".join([f"{start},{end}\n" for end in known[totals]])


def _endings(opening: tuple[Card, ...], tableau: Tableau) -> Iterator[str]:
    """Yield the results of the 100 pairs of fifth and sixth card, after one opening.

    If no sixth card is drawn, its points don't matter, and the score is computed once.
    """
    for fifth in POINTS:
        score = _score((*opening, _CARDS[fifth], _CARDS[0]), tableau)
        draws_sixth = score.player_cards + score.banker_cards == 6
        for sixth in POINTS:
            if sixth and draws_sixth:
                score = _score((*opening, _CARDS[fifth], _CARDS[sixth]), tableau)
            yield f"{fifth},{sixth},{_RESULTS[score]}"


def _score(cards: tuple[Card, ...], tableau: Tableau) -> Score:
    coup, _ = deal(Shoe(cards), tableau)
    return coup.score
