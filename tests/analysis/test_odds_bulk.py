"""Many compositions at once."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from puntobanco.analysis import odds
from puntobanco.analysis.composition import Composition
from puntobanco.bets import BANKER, PLAYER, PLAYER_PAIR, SCORE_BETS, TIE, Bet
from puntobanco.coup import Naturals
from puntobanco.errors import AnalysisError
from tests.analysis.test_jit import run

MAIN: tuple[Bet, ...] = (PLAYER, BANKER, TIE)
EIGHT_DECKS = [128] + [32] * 9

rows = st.lists(st.integers(0, 145), min_size=10, max_size=10).filter(lambda row: sum(row) >= 6)
small_rows = st.lists(st.integers(0, 3), min_size=10, max_size=10).filter(lambda row: sum(row) >= 6)


def exact(row: list[int], bets: tuple[Bet, ...], naturals: Naturals) -> list[float]:
    prices = odds.prices(bets, Composition(tuple(row)), naturals=naturals)
    return [float(price.expectation) for price in prices]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(rows | small_rows, min_size=1, max_size=3),
    st.sampled_from([MAIN, MAIN[:1], SCORE_BETS, SCORE_BETS[:7]]),
    st.sampled_from(Naturals),
)
def test_bulk_agrees_with_the_exact_fractions(
    compositions: list[list[int]], bets: tuple[Bet, ...], naturals: Naturals
) -> None:
    found = odds.expectations(compositions, bets, naturals=naturals)
    assert found.dtype == np.float64
    assert found.shape == (len(compositions), len(bets))
    expected = np.array([exact(row, bets, naturals) for row in compositions])
    assert np.abs(found - expected).max() < 1e-12


def test_more_rows_than_lanes_are_each_their_own() -> None:
    generator = np.random.default_rng(20)
    compositions = EIGHT_DECKS - generator.integers(0, 20, (150, 10))
    together = odds.expectations(compositions, MAIN)
    for place in (0, 63, 64, 127, 128, 149):
        alone = odds.expectations(compositions[place : place + 1], MAIN)
        assert (together[place] == alone[0]).all()


def test_no_rows_and_no_bets_are_no_trouble() -> None:
    assert odds.expectations(np.zeros((0, 10), np.int64), MAIN).shape == (0, 3)
    assert odds.expectations([EIGHT_DECKS], []).shape == (1, 0)


@pytest.mark.parametrize(
    "compositions, words",
    [
        ([[1, 2, 3]], "rows of ten"),
        (EIGHT_DECKS, "rows of ten"),
        ([[1.0] * 10], "rows of ten, not float64"),
        ([EIGHT_DECKS, [*EIGHT_DECKS[:9], -1]], "composition 1 has -1 cards of points 9"),
        ([[0] * 9 + [5]], "composition 0 has 5 cards"),
        ([[200] * 10], "composition 0 has 2,000 cards"),
        ([[2**62] * 10], "a count is 0 to 1,450"),
    ],
)
def test_impossible_rows_are_refused(compositions: list[list[int]], words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        odds.expectations(compositions, MAIN)


def test_only_bets_on_the_score_are_priced_in_bulk() -> None:
    with pytest.raises(AnalysisError, match="player_pair looks at more than the score"):
        odds.expectations([EIGHT_DECKS], [PLAYER, PLAYER_PAIR])


PLAIN = """
from puntobanco.analysis import odds
from puntobanco.bets import BANKER, PLAYER, TIE
print(odds.expectations({shoes}, [PLAYER, BANKER, TIE]).tolist())
"""


def test_the_kernel_as_plain_python_agrees_with_the_compiled_one() -> None:
    shoes = [EIGHT_DECKS, [3, 0, 2, 1, 0, 4, 0, 1, 1, 2]]
    plain, errors = run(PLAIN.format(shoes=shoes), NUMBA_DISABLE_JIT="1")
    found: NDArray[np.float64] = np.array(json.loads(plain))
    assert np.abs(found - odds.expectations(shoes, MAIN)).max() < 1e-15
    assert errors == ""
