"""The rulebook in logic says what the rules say, one coup at a time or many at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puntobanco.cards import Rank
from puntobanco.hardware.judging import Cards, next_place, total
from puntobanco.hardware.rulebook import BY_THE_BOOK, Bits, Draws, ruling
from puntobanco.tableau import HOLDINGS, POINTS, PUNTO_BANCO, SQUARES, Tableau

PLACES = st.tuples(*[st.sampled_from([None, *Rank])] * 6)
TABLEAUX = st.builds(Tableau.where, st.sets(st.sampled_from(SQUARES)))


def bits(cards: list[Cards]) -> list[Bits]:
    """Return six places of fourteen numbers, each with a bit for every table."""
    return [
        [
            sum(1 << lane for lane, table in enumerate(cards) if table[place] is meant)
            for meant in (None, *Rank)
        ]
        for place in range(6)
    ]


def is_legal(cards: Cards, tableau: Tableau) -> bool:
    """Return whether the cards could be dealt one by one, each to its place."""
    laid: list[Rank | None] = [None] * 6
    for _ in range(6):
        place = next_place(tuple(laid), tableau)
        if place is None or cards[place] is None:
            break
        laid[place] = cards[place]
    return tuple(laid) == cards


@given(st.lists(PLACES, min_size=1, max_size=60), TABLEAUX)
def test_any_cards_are_judged_as_one_by_one(tables: list[Cards], tableau: Tableau) -> None:
    says = ruling(bits(tables), Draws.of(tableau), (1 << len(tables)) - 1)
    for lane, cards in enumerate(tables):
        legal = is_legal(cards, tableau)
        assert says.is_legal >> lane & 1 == legal
        for side, totals in enumerate(says.totals):
            assert [bit >> lane & 1 for bit in totals].index(1) == total(cards[side::2])
        if legal:
            wanted = [place for place, bit in enumerate(says.wanted) if bit >> lane & 1]
            place = next_place(cards, tableau)
            assert wanted == ([] if place is None else [place])
            player, banker = total(cards[0::2]), total(cards[1::2])
            lights = (place is None and player >= banker, place is None and banker >= player)
            assert tuple(bool(light >> lane & 1) for light in says.lights) == lights


def test_the_book_and_the_picture_agree_on_every_square() -> None:
    drawn = Draws.of(PUNTO_BANCO)
    for holding in HOLDINGS:
        assert BY_THE_BOOK.player(holding) is drawn.player(holding)
        for third in (None, *POINTS):
            assert BY_THE_BOOK.banker(holding, third) is drawn.banker(holding, third)
