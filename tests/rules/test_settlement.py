from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco import Coup, Naturals, Outcome
from puntobanco.bets import BANKER, BANKER_EZ, BANKER_SUPER_6, PLAYER, Bet
from puntobanco.house import BURT
from puntobanco.settlement import Chips, Currency, Rounding, earned
from tests.rules.strategies import catalogue, coups, stakes

roundings = st.sampled_from(Rounding)
to_a_coin = st.sampled_from([Rounding.DOWN, Rounding.NEAREST, Rounding.UP])
rules = st.sampled_from(Naturals)
rates = st.fractions(0, Fraction(1, 2), max_denominator=1000)

BANKER_WINS = Coup.parse("Jd 5h 9s / Qh Qd 8h")


@given(stakes, catalogue, coups, rules, to_a_coin)
def test_a_settlement_is_the_odds_to_the_nearest_coin_on_the_side_that_the_house_favours(
    stake: Chips, bet: Bet, coup: Coup, naturals: Naturals, rounding: Rounding
) -> None:
    exact = stake * bet.decide(coup, naturals)
    paid = earned(stake, bet, coup, naturals=naturals, rounding=rounding)
    assert isinstance(paid, int)
    match rounding:
        case Rounding.DOWN:
            assert 0 <= paid - exact < 1
        case Rounding.UP:
            assert 0 <= exact - paid < 1
        case Rounding.NEAREST:
            assert abs(paid - exact) <= Fraction(1, 2)
            assert paid - exact != Fraction(-1, 2)


@given(stakes, catalogue, coups, rules, roundings)
def test_a_guest_never_loses_more_than_the_stake(
    stake: Chips, bet: Bet, coup: Coup, naturals: Naturals, rounding: Rounding
) -> None:
    assert earned(stake, bet, coup, naturals=naturals, rounding=rounding) >= -stake


@given(stakes, coups, rules, roundings)
def test_no_player_or_banker_stake_is_lost_on_a_tie(
    stake: Chips, coup: Coup, naturals: Naturals, rounding: Rounding
) -> None:
    for bet in (PLAYER, BANKER, BANKER_EZ, BANKER_SUPER_6):
        paid = earned(stake, bet, coup, naturals=naturals, rounding=rounding)
        if coup.outcome(naturals) is Outcome.TIE:
            assert paid == 0
        elif bet in (PLAYER, BANKER):
            won = Outcome(bet.key)
            assert (paid >= 0) is (coup.outcome(naturals) is won)


@given(stakes, rates, to_a_coin)
def test_a_commission_never_differs_from_its_rate_by_a_coin(
    stake: Chips, rate: Fraction, rounding: Rounding
) -> None:
    bet = BANKER.with_pays(1 - rate)
    commission = stake - earned(stake, bet, BANKER_WINS, rounding=rounding)
    assert abs(commission - stake * rate) < 1
    assert commission >= 0
    match rounding:
        case Rounding.DOWN:
            assert commission <= stake * rate
        case Rounding.UP:
            assert commission >= stake * rate
        case Rounding.NEAREST:
            assert commission - stake * rate < Fraction(1, 2)


def test_the_broken_cent_goes_where_the_house_says() -> None:
    paid = {
        rounding: [earned(Chips(stake), BANKER, BANKER_WINS, rounding=rounding) for stake in cents]
        for rounding in (Rounding.DOWN, Rounding.NEAREST, Rounding.UP)
        for cents in [(10, 15, 25, 101, 20_00)]
    }
    assert paid == {
        Rounding.DOWN: [10, 15, 24, 96, 19_00],
        Rounding.NEAREST: [10, 14, 24, 96, 19_00],
        Rounding.UP: [9, 14, 23, 95, 19_00],
    }


@given(st.integers(1, 10_000), to_a_coin)
def test_the_commission_on_whole_dollars_is_exact(dollars: int, rounding: Rounding) -> None:
    paid = earned(Chips(100 * dollars), BANKER, BANKER_WINS, rounding=rounding)
    assert paid == 95 * dollars


@pytest.mark.parametrize(
    "dollars, commission",
    [(1, 1), (19, 1), (20, 1), (21, 2), (24, 2), (25, 1), (39, 1), (40, 2), (59, 2), (10_000, 500)],
)
def test_a_whole_commission_is_rounded_up_below_25_dollars_and_down_above(
    dollars: int, commission: int
) -> None:
    assert BURT.earned(Chips(100 * dollars), BANKER.pay_table[0]) == 100 * (dollars - commission)
    yen = replace(BURT, currency=Currency("¥", digits=0))
    assert yen.earned(Chips(dollars), BANKER.pay_table[0]) == dollars - commission


@given(stakes, catalogue, coups)
def test_a_whole_commission_differs_by_less_than_a_dollar_and_takes_no_more_than_the_win(
    stake: Chips, bet: Bet, coup: Coup
) -> None:
    odds = bet.decide(coup)
    paid = BURT.earned(stake, odds)
    assert paid == stake * odds if odds.denominator == 1 else abs(paid - stake * odds) < 100
    assert (paid >= 0) is (odds >= 0)


@given(stakes, stakes, catalogue, coups)
def test_more_staked_never_moves_the_other_way(
    stake: Chips, more: Chips, bet: Bet, coup: Coup
) -> None:
    one, both = earned(stake, bet, coup), earned(Chips(stake + more), bet, coup)
    assert (one > 0, one < 0) == (both > 0, both < 0)
    assert abs(both) >= abs(one)
