"""The exact counts of outcomes."""

from __future__ import annotations

from math import perm

import pytest

from puntobanco.analysis import odds, reference
from puntobanco.analysis.composition import Composition
from puntobanco.coup import SCORES
from tests.counts.figures import OUTCOMES


@pytest.mark.parametrize("decks", OUTCOMES)
def test_odds_count_the_outcomes_of_whole_decks(decks: int) -> None:
    counts = odds.counts(Composition.of_decks(decks))
    assert tuple(counts.outcomes().values()) == OUTCOMES[decks]
    assert counts.orders == sum(OUTCOMES[decks]) == perm(52 * decks, 6)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_reference_counts_the_outcomes_of_whole_decks(decks: int) -> None:
    assert tuple(reference.outcomes(Composition.of_decks(decks)).values()) == OUTCOMES[decks]


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_odds_and_reference_count_the_same_scores(decks: int) -> None:
    shoe = Composition.of_decks(decks)
    counts = odds.counts(shoe)
    assert counts.scores == reference.scores(shoe)
    assert len(counts.by_score) == len(SCORES) == 400
    assert len(counts.scores) == 205
