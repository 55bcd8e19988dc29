"""Exact risk against linear systems, enumeration, closed forms and simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import pytest

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.risk import Walk, bankroll_for, longest_run, risk, run_chance, session
from puntobanco.analysis.risk.whole_shoes import compare
from puntobanco.bets import BANKER, PLAYER, Bet
from puntobanco.errors import AnalysisError
from puntobanco.house import CLASSIC
from tests.analysis.walks import WALKS, borders, histories, solved, walk_of, within

BANKROLLS = (1, 2, Fraction(7, 3), 4)
CLOSE = pytest.approx


@pytest.mark.parametrize("walk", WALKS, ids=str)
@pytest.mark.parametrize("bankroll", BANKROLLS, ids=str)
@pytest.mark.parametrize("goal", [1, Fraction(5, 2), 4], ids=str)
def test_ruin_or_goal_solves_the_linear_system(
    walk: Walk, bankroll: Fraction, goal: Fraction
) -> None:
    low, high = borders(walk, bankroll, goal)
    found = risk(walk, bankroll, goal=goal)
    ruin = solved(walk, low, int(high), lambda place: Fraction(int(place <= low)))
    mean = solved(walk, low, int(high), lambda place: Fraction(place, walk.unit))
    assert found.ruin == CLOSE(float(ruin), rel=1e-12)
    assert found.goal == CLOSE(float(1 - ruin), rel=1e-12)
    assert found.neither == 0
    assert found.coups is not None
    assert found.coups * float(walk.mean) == CLOSE(float(mean), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("walk", WALKS, ids=str)
@pytest.mark.parametrize("bankroll", BANKROLLS, ids=str)
@pytest.mark.parametrize("goal", [None, 2, Fraction(5, 2)], ids=str)
@pytest.mark.parametrize("coups", [1, 2, 7, 30])
def test_a_number_of_coups_agrees_with_enumeration(
    walk: Walk, bankroll: Fraction, goal: Fraction | None, coups: int
) -> None:
    low, high = borders(walk, bankroll, goal)
    outside, inside, played = within(walk, coups, low, high)
    found = risk(walk, bankroll, goal=goal, coups=coups)
    ruin = sum(chance for place, chance in outside.items() if place <= low)
    above = sum(chance for place, chance in outside.items() if place >= high)
    expected = tuple(map(float, (ruin, above, sum(inside.values()), played)))
    assert (found.ruin, found.goal, found.neither, found.coups) == CLOSE(expected, rel=1e-12)


@pytest.mark.parametrize("bankroll, goal", [(1, 1), (40, 20), (100, 1), (10, 500)])
def test_even_money_has_the_gamblers_formula(bankroll: int, goal: int) -> None:
    walk = walk_of("player")
    ratio = walk.lose / walk.win
    ruin = (ratio ** (bankroll + goal) - ratio**bankroll) / (ratio ** (bankroll + goal) - 1)
    found = risk(walk, bankroll, goal=goal)
    assert found.ruin == CLOSE(float(ruin), rel=1e-11)
    mean = goal * (1 - ruin) - bankroll * ruin
    assert found.coups == CLOSE(float(mean / walk.mean), rel=1e-10)


def test_without_a_goal_the_house_wins_in_the_end() -> None:
    found = risk(walk_of("player"), 40)
    assert (found.ruin, found.goal, found.neither) == (1, 0, 0)
    assert found.coups == CLOSE(40 / 0.012350813289, rel=1e-9)


@pytest.mark.parametrize("key", ["banker", "banker_super_6", "big", "small", "dragon_bonus_player"])
def test_a_goal_out_of_reach_is_no_goal(key: str) -> None:
    walk = walk_of(key)
    far = risk(walk, 10, goal=4_000)
    assert far.goal < 1e-15
    assert risk(walk, 10).coups == CLOSE(far.coups, rel=1e-10)


@pytest.mark.parametrize("pays", ["39/40", "49/50", "1", "21/20"])
@pytest.mark.parametrize("bankroll", [1, 20])
def test_a_bet_that_favours_the_guest_may_never_ruin(pays: str, bankroll: int) -> None:
    bet = Bet.parse("own", [f"banker wins: {pays}", "tie: push"])
    walk = Walk.of(price(bet, Composition.of_decks(8)))
    assert walk.mean > 0
    found = risk(walk, bankroll)
    assert found.coups is None
    assert found.ruin + found.neither == 1
    # The guest who reaches a goal has that much, or up to a win more, and plays on.
    near = risk(walk, bankroll, goal=500)
    least, most = (near.ruin + near.goal * risk(walk, bankroll + 500 + by).ruin for by in (2, 0))
    assert least - 1e-11 < found.ruin < most + 1e-11
    if pays == "1":
        assert found.ruin == CLOSE(float((walk.lose / walk.win) ** bankroll), rel=1e-12)


def test_long_and_large_risks_agree_with_smaller_ones() -> None:
    walk = walk_of("banker")
    short, long = risk(walk, 30, goal=15, coups=3_000), risk(walk, 30, goal=15)
    assert short.ruin < long.ruin < short.ruin + short.neither
    assert short.goal < long.goal < short.goal + short.neither
    large = risk(walk, 10_000, goal=10_000, coups=10_000)
    assert large.neither == CLOSE(1, abs=1e-11)
    assert large.coups == CLOSE(10_000)


def test_whole_shoes_are_close_to_the_exact_risk() -> None:
    found = compare(
        BANKER,
        CLASSIC,
        walk_of("banker"),
        bankroll=Fraction(8),
        goal=Fraction(6),
        coups=60,
        sessions=5_000,
        seed="shoes",
    )
    assert all(each.sigmas is not None and abs(each.sigmas) < 4 for each in found.figures)
    assert sum(each.share for each in found.figures) == CLOSE(1)


@pytest.mark.parametrize(
    "key, terms",
    [("player", {"coups": 100}), ("banker", {"coups": 60, "goal": 10}), ("banker", {"goal": 1})],
)
@pytest.mark.parametrize("most", [0.3, 0.07])
def test_the_smallest_bankroll_is_enough_and_one_less_is_not(
    key: str, terms: dict[str, int], most: float
) -> None:
    walk = walk_of(key)
    bankroll = bankroll_for(walk, most, **terms)
    assert risk(walk, bankroll, **terms).ruin <= most
    assert bankroll == 1 or risk(walk, bankroll - 1, **terms).ruin > most


@pytest.mark.parametrize("terms", [{}, {"goal": 5}])
def test_no_bankroll_is_enough_against_an_edge(terms: dict[str, int]) -> None:
    with pytest.raises(AnalysisError):
        bankroll_for(walk_of("player"), 0.05, **terms)


@pytest.mark.parametrize("walk", WALKS, ids=str)
@pytest.mark.parametrize("coups", [1, 2, 6])
def test_sessions_and_runs_agree_with_enumeration(walk: Walk, coups: int) -> None:
    results: dict[int, Fraction] = {}
    longest = {1: Fraction(0), -1: Fraction(0)}
    runs = {(sign, length): Fraction(0) for sign in (1, -1) for length in range(1, coups + 2)}
    for steps, chance in histories(walk, coups):
        results[sum(steps)] = results.get(sum(steps), Fraction(0)) + chance
        signs = [1 if step > 0 else -1 for step in steps if step]
        for sign in (1, -1):
            most = max((len([*run]) for each, run in groupby(signs) if each == sign), default=0)
            longest[sign] += most * chance
            for length in range(1, most + 1):
                runs[sign, length] += chance
    found = session(walk, coups)
    chances = dict(enumerate(found.chances.tolist(), found.first))
    assert {at: chance for at, chance in chances.items() if chance > 1e-14} == CLOSE(
        {at: float(chance) for at, chance in results.items()}, abs=1e-14
    )
    assert found.ahead == CLOSE(float(sum(c for at, c in results.items() if at > 0)), abs=1e-14)
    assert found.behind == CLOSE(float(sum(c for at, c in results.items() if at < 0)), abs=1e-14)
    assert found.ahead + found.even + found.behind == CLOSE(1)
    loss = sum(max(-at, 0) * chance for at, chance in results.items()) / walk.unit
    assert found.mean_loss == CLOSE(float(loss), abs=1e-13)
    assert sum(found.by_unit().values()) == CLOSE(1)
    for sign in (1, -1):
        assert longest_run(walk, coups, wins=sign > 0) == CLOSE(float(longest[sign]), rel=1e-12)
        for length in range(1, coups + 2):
            found_chance = run_chance(walk, coups, length, wins=sign > 0)
            assert found_chance == CLOSE(float(runs[sign, length]), rel=1e-12)


def test_percentiles_are_results_that_come_about() -> None:
    found = session(walk_of("banker"), 3)
    assert [found.percentile(each) for each in (1, 50, 99)] == [-3, -0.05, 2.85]


def test_mixed_bets_are_each_made_with_equal_chance() -> None:
    one, other = (price(bet, Composition.of_decks(8)) for bet in (PLAYER, BANKER))
    mixed = Walk.of(one, other)
    assert mixed.mean == (one.expectation + other.expectation) / 2
    assert sum(mixed.chances) == 1
