from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco import PUNTO_BANCO, Side, Square, Tableau
from puntobanco.errors import NotationError
from puntobanco.tableau import HOLDINGS, POINTS, SQUARES
from tests.rules.strategies import tableaus

BANKER_SQUARES = [square for square in SQUARES if square.side is Side.BANKER]


def by_bankers_total(holding: int, third: int | None) -> bool:
    """Return the rule as most rulebooks state it: by Banker's total, then Player's third card."""
    if third is None:
        return holding <= 5
    if holding <= 2:
        return True
    if holding == 3:
        return third != 8
    if holding == 4:
        return third in (2, 3, 4, 5, 6, 7)
    if holding == 5:
        return third in (4, 5, 6, 7)
    if holding == 6:
        return third in (6, 7)
    return False


def by_players_card(holding: int, third: int | None) -> bool:
    """Return the rule the other way round: by Player's third card, then Banker's total."""
    draws_up_to = {None: 5, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 1: 3, 9: 3, 0: 3}
    return holding <= draws_up_to[third]


@pytest.mark.parametrize("reading", [by_bankers_total, by_players_card])
def test_both_readings_of_bankers_rule_are_the_picture_on_all_88_squares(
    reading: Callable[[int, int | None], bool],
) -> None:
    assert len(BANKER_SQUARES) == 88
    for square in BANKER_SQUARES:
        draws = reading(square.holding, square.third)
        assert PUNTO_BANCO.draws(square) is draws, square
        assert PUNTO_BANCO.banker_draws(square.holding, square.third) is draws, square


def test_player_draws_on_0_to_5_and_stands_on_6_and_7() -> None:
    assert [PUNTO_BANCO.player_draws(holding) for holding in range(8)] == [True] * 6 + [False] * 2


def test_the_picture_has_96_different_squares() -> None:
    assert list(HOLDINGS) == list(range(8))
    assert list(POINTS) == list(range(10))
    assert len(set(SQUARES)) == len(SQUARES) == 96
    assert [square.side for square in SQUARES] == [Side.PLAYER] * 8 + [Side.BANKER] * 88
    assert SQUARES[8:20] == (
        *(Square(Side.BANKER, 0, third) for third in (None, *range(10))),
        Square(Side.BANKER, 1, None),
    )


@given(tableaus)
def test_a_tableau_is_its_picture(tableau: Tableau) -> None:
    assert Tableau.parse(str(tableau)) == tableau
    assert repr(tableau) == f'Tableau.parse("""\n{tableau}\n""")'
    assert Tableau.where(square for square in SQUARES if tableau.draws(square)) == tableau


@given(tableaus, st.sampled_from(SQUARES))
def test_a_flipped_square_is_the_only_difference(tableau: Tableau, square: Square) -> None:
    flipped = tableau.with_flipped(square)
    assert {each for each in SQUARES if tableau.draws(each) is not flipped.draws(each)} == {square}


ROWS = str(PUNTO_BANCO).splitlines()


@pytest.mark.parametrize(
    "rows",
    [
        [],
        ROWS[:-1],
        [*ROWS, ROWS[-1]],
        [*ROWS[:-2], ROWS[-1], ROWS[-2]],
        [*ROWS[:-1], ROWS[-1].removesuffix("  .")],
        [ROWS[0], f"{ROWS[1]}  .", *ROWS[2:]],
    ],
    ids=["empty", "a row less", "a row twice", "rows swapped", "a short row", "a long row"],
)
def test_a_picture_of_another_shape_is_refused(rows: list[str]) -> None:
    picture = "\n".join(rows)
    with pytest.raises(NotationError) as caught:
        Tableau.parse(picture)
    assert caught.value.text == picture
    assert caught.value.expected == "a row of 8 for player, then rows of 11 for 0 to 7"


@pytest.mark.parametrize("mark", ["S", "d", "DD"])
def test_a_picture_has_no_other_marks(mark: str) -> None:
    picture = str(PUNTO_BANCO).removesuffix(".") + mark
    with pytest.raises(NotationError) as caught:
        Tableau.parse(picture)
    assert caught.value.text == picture
    assert caught.value.expected == "a picture of D and . only"


@pytest.mark.parametrize(
    "square, rule",
    [
        ("Player 5", "Player draws on 0 to 5"),
        ("Player 6", "Player stands on 6 and 7"),
        ("Banker 5, Player stood", "when Player stands, Banker draws on 0 to 5"),
        ("Banker 7, Player stood", "when Player stands, Banker stands on 6 and 7"),
        (
            "Banker 0, Player's third card 0",
            "Banker with 0 draws whatever Player's third card is",
        ),
        (
            "Banker 3, Player's third card 8",
            "Banker with 3 draws unless Player's third card is 8",
        ),
        (
            "Banker 4, Player's third card 1",
            "Banker with 4 draws if Player's third card is 2, 3, 4, 5, 6 or 7",
        ),
        (
            "Banker 6, Player's third card 9",
            "Banker with 6 draws if Player's third card is 6 or 7",
        ),
        ("Banker 7, Player's third card 6", "Banker with 7 always stands"),
    ],
)
def test_a_croupier_can_quote_the_rule_of_a_square(square: str, rule: str) -> None:
    assert PUNTO_BANCO.rule({str(each): each for each in SQUARES}[square]) == rule


def test_the_rules_of_another_tableau_are_told_as_well() -> None:
    on_five = PUNTO_BANCO.with_flipped(Square(Side.PLAYER, 5))
    assert on_five.rule(Square(Side.PLAYER, 5)) == "Player stands on 5 to 7"
    in_parts = PUNTO_BANCO.with_flipped(Square(Side.PLAYER, 2))
    assert in_parts.rule(Square(Side.PLAYER, 0)) == "Player draws on 0, 1, 3, 4 and 5"
    assert in_parts.rule(Square(Side.PLAYER, 2)) == "Player stands on 2, 6 and 7"
    on_two = Tableau.where((Square(Side.PLAYER, 0), Square(Side.PLAYER, 1)))
    assert on_two.rule(Square(Side.PLAYER, 1)) == "Player draws on 0 and 1"
    assert on_two.rule(Square(Side.PLAYER, 3)) == "Player stands on 2 to 7"
    on_four = Tableau.where(Square(Side.PLAYER, holding) for holding in (1, 2, 3, 4))
    assert on_four.rule(Square(Side.PLAYER, 2)) == "Player draws on 1 to 4"
    on_one = Tableau.where((Square(Side.PLAYER, 3), Square(Side.BANKER, 2, 9)))
    assert on_one.rule(Square(Side.PLAYER, 3)) == "Player draws on 3"
    assert on_one.rule(Square(Side.BANKER, 2, 0)) == (
        "Banker with 2 draws if Player's third card is 9"
    )


def test_the_two_sides_oppose_each_other() -> None:
    assert (Side.PLAYER.other, Side.BANKER.other) == (Side.BANKER, Side.PLAYER)
    assert [str(side) for side in Side] == ["Player", "Banker"]
