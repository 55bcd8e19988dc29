"""Ten billion coups: minutes of work, so `make marathon` runs this and `make test` does not."""

from __future__ import annotations

import pytest

from puntobanco.analysis.simulation import Report, Specification, simulate
from puntobanco.house import CLASSIC

pytestmark = pytest.mark.marathon

SHOES = 151_515_152
"""The first 66 coups of each are counted: a little more than ten billion."""


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(Specification(CLASSIC, SHOES), seed="marathon")


def test_ten_billion_always_dealt_coups_fit_the_exact_odds(report: Report) -> None:
    assert report.always_dealt.sum() == 66 * SHOES > 10**10
    assert report.fit.degrees == 204
    assert report.fit.impossible == 0
    assert abs(report.fit.sigmas) < 4


def test_the_cut_card_effect_is_measurable_and_as_large_as_is_known(report: Report) -> None:
    dealt, first = report.four_cards
    error = (first * (1 - first) / report.coups) ** 0.5
    assert (dealt - first) < -4 * error
    assert dealt - first == pytest.approx(-0.00006, abs=0.00002)


def test_small_and_big_feel_the_cut_card_most(report: Report) -> None:
    figures = {each.bet.key: each for each in report.bets}
    assert (figures["small"].sigmas or 0) > 4
    assert (figures["big"].sigmas or 0) < -4
    for key in ("player", "banker", "tie"):
        assert abs(figures[key].sigmas or 0) < 5
