"""The circuit is proved, and a circuit with a wrong square is not."""

from __future__ import annotations

import pytest

from puntobanco.hardware import proof
from puntobanco.hardware.proof import Flip, prove, refute_flips
from puntobanco.hardware.rulebook import BY_THE_BOOK, Draws
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Side, Square, Tableau

SOME = [
    Square(Side.PLAYER, 5),
    Square(Side.BANKER, 6),
    Square(Side.BANKER, 3, 8),
]


def test_a_wrong_square_is_refuted() -> None:
    assert refute_flips(PUNTO_BANCO, BY_THE_BOOK, SOME) == [Flip(each, True) for each in SOME]


def test_a_square_that_no_coup_reaches_is_told_apart() -> None:
    always = Tableau.where(square for square in SQUARES if square.side is Side.PLAYER)
    square = Square(Side.BANKER, 3)
    assert refute_flips(always, Draws.of(always), [square]) == [Flip(square, None)]


@pytest.mark.marathon
def test_every_wrong_square_is_refuted() -> None:
    flips = refute_flips(PUNTO_BANCO, BY_THE_BOOK)
    assert [flip.square for flip in flips] == list(SQUARES)
    assert all(flip.is_refuted for flip in flips)


@pytest.mark.marathon
def test_the_same_coups_refute_no_right_circuit() -> None:
    coups = [proof._reaching(square, PUNTO_BANCO) for square in SQUARES]
    script = "".join(proof._refutation(proof._NONE_FLIPPED, cards) for cards in coups)
    log = proof._ran(PUNTO_BANCO, BY_THE_BOOK, script)
    assert log.count("no model found: SUCCESS!") == len(SQUARES)


@pytest.mark.marathon
def test_a_circuit_of_another_tableau_is_refuted_with_its_cards() -> None:
    wrong = PUNTO_BANCO.with_flipped(Square(Side.BANKER, 6, 6))
    refuted = prove(wrong, BY_THE_BOOK)
    p1, b1, p2, b2, third, *_ = (card if card < 10 else 0 for card in refuted.cards)
    assert not refuted.holds
    assert ((p1 + p2) % 10 <= 5, (b1 + b2) % 10, third) == (True, 6, 6)


@pytest.mark.marathon
def test_a_variant_is_proved_against_its_own_rules() -> None:
    variant = PUNTO_BANCO.with_flipped(Square(Side.PLAYER, 5))
    assert prove(variant, Draws.of(variant)).holds
