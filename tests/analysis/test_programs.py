"""Rolling chips and rebates against enumeration, linear systems and published figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.risk import Rebate, Walk, rebate, rolling
from puntobanco.analysis.risk.programs import equivalent_rebate, optimal_rebate
from puntobanco.bets import BANKER, PLAYER, Bet
from puntobanco.errors import AnalysisError
from tests.analysis.walks import WALKS, histories, pairs, solved, walk_of, within

TENTH, THIRD = Fraction(1, 10), Fraction(1, 3)


def kept(place: int, rate: Fraction) -> Fraction:
    return Fraction(place) if place >= 0 else (1 - rate) * place


@pytest.mark.parametrize("walk", WALKS, ids=str)
def test_a_dead_chip_is_the_sum_over_its_coups(walk: Walk) -> None:
    """Follow the distribution of a chip's wins until almost every chip is lost."""
    alive, coups, mean, square = {0: 1.0}, 0.0, 0.0, 0.0
    for _ in range(400):
        after: dict[int, float] = {}
        for wins, chance in alive.items():
            coups += chance
            for step, likely in pairs(walk):
                if step < 0:
                    earned = wins / walk.unit - 1
                    mean += chance * float(likely) * earned
                    square += chance * float(likely) * earned**2
                elif (now := chance * float(likely)) > 1e-20:
                    after[wins + step] = after.get(wins + step, 0) + now
        alive = after
    chip = rolling(walk)
    assert float(chip.coups) == pytest.approx(coups)
    assert float(chip.mean) == pytest.approx(mean, abs=1e-12)
    assert chip.sd == pytest.approx((square - mean**2) ** 0.5)
    assert chip.break_even == -chip.mean


def test_dead_chips_are_as_published() -> None:
    """As in E. Jacobson's articles: 2.211 coups, for as many chips on Player as on Banker."""
    player, banker = rolling(walk_of("player")), rolling(walk_of("banker"))
    assert float(player.coups + banker.coups) / 2 == pytest.approx(2.211, abs=5e-4)


def test_a_trip_is_judged_by_its_chips() -> None:
    shoe = Composition.of_decks(8)
    chip = rolling(Walk.of(price(PLAYER, shoe), price(BANKER, shoe)))
    rate = Fraction(16, 1000)
    assert chip.expected(5_000, rate) == 5_000 * (chip.mean + rate)
    z = chip.z(5_000, rate, Fraction(40))
    assert z == pytest.approx((40 - float(chip.expected(5_000, rate))) / (chip.sd * 5_000**0.5))


@pytest.mark.parametrize("walk", WALKS, ids=str)
@pytest.mark.parametrize("coups", [1, 5])
def test_a_rebate_is_the_mean_over_all_sessions(walk: Walk, coups: int) -> None:
    value, loss = Fraction(0), Fraction(0)
    for steps, chance in histories(walk, coups):
        value += chance * kept(sum(steps), TENTH) / walk.unit
        loss += chance * max(0, -sum(steps)) / walk.unit
    assert rebate(walk, TENTH, coups=coups).value == pytest.approx(float(value))
    if walk.mean < 0:
        equal = Fraction(1, 2) * coups * -walk.mean / loss
        assert equivalent_rebate(walk, coups, Fraction(1, 2)) == pytest.approx(float(equal))


@pytest.mark.parametrize("walk", WALKS, ids=str)
@pytest.mark.parametrize("coups", [3, 12, None])
@pytest.mark.parametrize("goal", [2, Fraction(5, 2), None], ids=str)
@pytest.mark.parametrize("limit", [1, Fraction(7, 3), None], ids=str)
def test_quitting_at_a_goal_or_a_limit(
    walk: Walk, coups: int | None, goal: Fraction | None, limit: Fraction | None
) -> None:
    low = float("-inf") if limit is None else -float(limit) * walk.unit + 1e-9
    high = float("inf") if goal is None else float(goal) * walk.unit - 1e-9
    if coups is not None:
        outside, inside, _ = within(walk, coups, low, high)
        every = [*outside.items(), *inside.items()]
        value = sum(chance * kept(place, THIRD) for place, chance in every)
    elif limit is None or goal is None:
        if limit is None or walk.mean >= 0:
            with pytest.raises(AnalysisError):
                rebate(walk, THIRD, goal=goal, limit=limit)
        return
    else:
        floor, ceiling = int(low // 1), int(-(-high // 1))
        value = solved(walk, floor, ceiling, lambda place: kept(place, THIRD))
    found = rebate(walk, THIRD, coups=coups, goal=goal, limit=limit)
    assert found.value * walk.unit == pytest.approx(float(value), rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("key", ["player", "banker", "tie"])
@pytest.mark.parametrize("percent", [5, 20, 60])
def test_the_best_moment_to_quit_beats_its_neighbours(key: str, percent: int) -> None:
    walk, rate = walk_of(key), Fraction(percent, 100)
    best = optimal_rebate(walk, rate)
    if not best.value:
        assert rebate(walk, rate, coups=1).value <= 0
        return
    assert best.quit_win
    assert best.quit_loss

    def value(win: Fraction, loss: Fraction) -> float:
        return rebate(walk, rate, goal=win, limit=loss).value

    assert value(best.quit_win, best.quit_loss) == pytest.approx(best.value, rel=1e-11)
    step = Fraction(1, walk.unit)
    for win, loss in ((step, 0), (-step, 0), (0, step), (0, -step), (5, 5)):
        if best.quit_win + win > 0 and best.quit_loss + loss > 0:
            assert value(best.quit_win + win, best.quit_loss + loss) <= best.value + 1e-12
    late = optimal_rebate(walk, rate, coups=6_000)
    assert late.value == pytest.approx(best.value, rel=1e-3)


@pytest.mark.parametrize("walk", WALKS, ids=str)
@pytest.mark.parametrize("coups", [1, 2, 6])
def test_the_best_session_of_so_many_coups_is_found_backwards(walk: Walk, coups: int) -> None:
    def value(place: int, left: int) -> Fraction:
        now = kept(place, THIRD)
        if not left:
            return now
        later = (chance * value(place + step, left - 1) for step, chance in pairs(walk))
        return max(now, sum(later, Fraction(0)))

    found = optimal_rebate(walk, THIRD, coups=coups)
    assert found.value * walk.unit == pytest.approx(float(value(0, coups)), abs=1e-12)


def test_one_loss_is_no_reason_to_play_if_the_rebate_is_below_break_even() -> None:
    even = rolling(walk_of("player")).break_even
    below, above = (optimal_rebate(walk_of("player"), even + by) for by in (-(TENTH**6), TENTH**3))
    assert below == Rebate(0.0, Fraction(0), Fraction(0))
    assert above.value > 0


def test_what_never_ends_is_refused() -> None:
    free = Walk.of(
        price(Bet.parse("own", ["banker wins: 2", "tie: push"]), Composition.of_decks(8))
    )
    for session in (
        lambda: optimal_rebate(free, TENTH),
        lambda: rebate(free, TENTH, limit=5),
        lambda: equivalent_rebate(free, 100, TENTH),
    ):
        with pytest.raises(AnalysisError):
            session()
