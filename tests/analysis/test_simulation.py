"""Simulations are pure, match exact results if those are known, and catch planted faults."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from threading import Event

import numba
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import counts, price
from puntobanco.analysis.plan import Plan
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._kernels import Words16, Words64
from puntobanco.analysis.simulation.blocks import (
    Progress,
    Tally,
    block_seed,
    block_size,
    read_checkpoint,
    run,
    write_checkpoint,
)
from puntobanco.analysis.simulation.report import (
    BetStatistics,
    Report,
    edge_curve,
    fit,
    report_of,
    score_pays,
    simulate,
)
from puntobanco.analysis.simulation.specification import (
    KernelRules,
    ShoesJob,
    Specification,
    count_pays,
)
from puntobanco.bets import (
    BANKER,
    BIG,
    PLAYER,
    PLAYER_PAIR,
    SCORE_BETS,
    SMALL,
)
from puntobanco.coup import Naturals
from puntobanco.errors import AnalysisError
from puntobanco.house import CLASSIC, CLASSROOM, EZ, HOUSES, House, NoCutCard

EXACT = counts(Composition.of_decks(8)).by_score
SPECIFICATION = Specification(CLASSIC, 3_000)


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(Specification(CLASSIC, 60_000), seed="report", threads=2)


def test_coups_that_are_always_dealt_fit_the_exact_odds(report: Report) -> None:
    found = report.fit
    assert found.degrees == 204
    assert found.impossible == 0
    assert abs(found.sigmas) < 4
    assert report.always_dealt.sum() == 66 * 60_000


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.name)
def test_every_house_fits_its_own_exact_odds(house: House) -> None:
    found = simulate(Specification(house, 20_000), seed="houses", threads=1)
    assert abs(found.fit.sigmas) < 4
    assert found.fit.impossible == 0


def test_a_classroom_shuffles_before_every_coup() -> None:
    found = simulate(Specification(CLASSROOM, 1_000), seed="x", threads=1)
    assert found.coups == 1_000
    short = replace(CLASSROOM, cut_card=NoCutCard.WHEN_SHORT)
    assert simulate(Specification(short, 1_000), seed="x", threads=1).coups > 8_000


def test_the_same_report_on_one_thread_and_on_eight() -> None:
    bets = (PLAYER, PLAYER_PAIR)
    one, eight = (
        simulate(Specification(CLASSIC, 3_000, bets), seed="threads", threads=threads).json()
        for threads in (1, 8)
    )
    for timed in ("seconds", "coups_per_second"):
        one.pop(timed)
        eight.pop(timed)
    assert one == eight


def test_the_same_seed_deals_these_coups_for_ever() -> None:
    """A golden report: the streams of version 1 never change."""
    found = simulate(Specification(CLASSIC, 1_000), seed="golden", threads=1)
    assert found.outcomes == GOLDEN


GOLDEN = {"player": 36798, "banker": 37432, "tie": 7738}


@given(shoes=st.integers(1, 10**9))
def test_blocks_cover_all_shoes_once(shoes: int) -> None:
    job = ShoesJob(KernelRules.at(CLASSIC), "x", shoes)
    assert block_size(shoes) % kernels.LANES == 0
    last = job.blocks - 1
    assert last * block_size(shoes) + job.size(last) == shoes
    assert 1 <= job.size(last) <= job.size(0) == min(shoes, block_size(shoes))
    assert Progress(job).all_shoes == shoes


@pytest.mark.parametrize("shoes", [0, -1, 10**11 + 1])
def test_absurd_numbers_of_shoes_are_refused(shoes: int) -> None:
    with pytest.raises(AnalysisError, match=f"{shoes} shoes is out of range: use 1 to"):
        Specification(CLASSIC, shoes)


# --- figures --------------------------------------------------------------------------------------


def test_a_seed_is_a_text_and_not_the_number_with_its_digits() -> None:
    specification = Specification(CLASSIC, 10)
    with pytest.raises(TypeError, match=r"^a seed is a text such as 'docs', not 7$"):
        simulate(specification, seed=7)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(TypeError, match=r"^a seed is a text such as 'docs', not 7$"):
        Plan(specification, seed=7)  # type: ignore[arg-type]  # what is refused


def test_bets_stand_beside_their_exact_edges(report: Report) -> None:
    figures = {each.bet.key: each for each in report.bets}
    assert figures["banker"].expected == pytest.approx(1.057906, abs=1e-6)
    assert figures["banker"].sd == pytest.approx(0.927372, abs=2e-3)
    assert len(figures) == len(SCORE_BETS)
    assert all(abs(each.sigmas or 0) < 4.5 for each in report.bets)
    assert figures["banker"].edge_se == pytest.approx(
        100 * figures["banker"].sd / report.coups**0.5
    )


def test_exact_counts_in_place_of_simulated_ones_give_the_exact_edge() -> None:
    for bet in SCORE_BETS:
        pays = count_pays(score_pays(bet, Naturals.HIGHER_WINS), np.array(EXACT))
        exact = price(bet, Composition.of_decks(8))
        found = BetStatistics(bet, pays, exact.edge_percent, exact.sd)
        assert found.edge == pytest.approx(exact.edge_percent, abs=1e-9)
        assert found.sd == pytest.approx(exact.sd)
        wins, pushes = float(exact.win), float(exact.push)
        assert (found.share(1), found.share(0)) == pytest.approx((wins, pushes))


def test_the_standard_error_agrees_with_the_spread_between_parts(report: Report) -> None:
    pays = score_pays(BANKER, Naturals.HIGHER_WINS)
    edges = [-100 * float(pays @ group) / group.sum() for group in report.groups]
    between = float(np.std(edges, ddof=1)) / len(edges) ** 0.5
    banker = next(each for each in report.bets if each.bet is BANKER)
    assert between == pytest.approx(banker.edge_se, rel=0.35)


def test_the_curve_of_an_edge_ends_at_the_edge(report: Report) -> None:
    curve = edge_curve(PLAYER, Naturals.HIGHER_WINS, report.groups)
    player = next(each for each in report.bets if each.bet is PLAYER)
    last = curve[-1]
    assert (last.coups, last.edge, last.edge_se) == (report.coups, player.edge, player.edge_se)
    assert len(curve) == len(report.groups) > 32


def test_both_naturals_tie_is_simulated_by_its_own_rule() -> None:
    house = replace(CLASSIC, naturals=Naturals.TIE)
    found = simulate(Specification(house, 20_000), seed="tie", threads=2)
    tie = next(each for each in found.bets if each.bet.key == "tie")
    assert tie.expected == pytest.approx(-1.79, abs=0.01)
    assert abs(tie.sigmas or 0) < 4


# --- planted faults -------------------------------------------------------------------------------


@numba.njit(error_model="numpy")
def first_coups(  # noqa: PLR0917 - compiled calls go by position
    seed: Words64, coups: int, start: Words16, rules: Words16, suspect: int, fault: int
) -> Integers:
    """Count scores of first coups by the kernel's own parts, with a fault in its draws."""
    work = np.zeros(kernels.WORK_WORDS, np.uint64)
    work[kernels.STATE :] = seed
    w = work.view(np.uint16)
    found = np.zeros(401, np.int64)
    lanes, one = kernels.LANES, np.uint16(1)
    thirds = rules[2], rules[3], rules[4], rules[5], rules[6], rules[7], rules[8], rules[9]
    bits = (rules[0], rules[1], *thirds)
    left, words, draws = 9 * lanes, 10 * lanes, 16 * lanes
    for _ in range(coups // lanes):
        kernels._open(w, start, lanes)
        kernels._draw(work, w, suspect)
        for j in range(6):
            for i in range(lanes):
                n = np.int64(w[left + i]) - j
                if fault == MODULO:
                    w[draws + j * lanes + i] = np.int64(w[words + j * lanes + i]) % n
                elif fault == OFF_BY_ONE:
                    w[draws + j * lanes + i] = np.int64(w[draws + j * lanes + i]) * (n - 1) // n
        kernels._coup(w, bits, one, one)
        for i in range(lanes):
            found[w[23 * lanes + i]] += 1
    return found[:400]


FAULTLESS, MODULO, OFF_BY_ONE = range(3)


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="a hundred million coups")
@pytest.mark.parametrize(
    "fault, is_caught", [(FAULTLESS, False), (MODULO, True), (OFF_BY_ONE, True)]
)
def test_the_chi_square_catches_a_fault_planted_in_the_draws(fault: int, is_caught: bool) -> None:
    """A 16-bit modulo favours low draws by one in 157; an off-by-one never draws the last card."""
    rules = KernelRules.at(CLASSIC)
    seed = block_seed("faults", "shoes", fault, kernels.SEED_WORDS)
    coups = 100_000_000 if fault == MODULO else 10_000_000
    found = first_coups(seed, coups, *rules.arguments[:2], rules.procedure.suspect, fault)
    assert (abs(fit(found, EXACT).sigmas) > 4) == is_caught


def stuck(words: npt.NDArray[np.uint64]) -> list[int]:
    """Return the bits that are set far too often or too rarely in these words."""
    ones = [int((words >> np.uint64(bit) & np.uint64(1)).sum()) for bit in range(64)]
    return [
        bit for bit, set_ in enumerate(ones) if abs(set_ - len(words) / 2) > 3 * len(words) ** 0.5
    ]


def test_no_bit_of_the_generator_is_stuck_and_a_stuck_one_is_caught() -> None:
    state = block_seed("bits", "shoes", 0, 4)
    words = np.array([kernels.next_word(state, 0) for _ in range(20_000)], np.uint64)
    assert stuck(words) == []
    assert stuck(words | np.uint64(1 << 17)) == [17]


def test_bits_of_the_lanes_generators_are_fair() -> None:
    work = np.zeros(kernels.WORK_WORDS, np.uint64)
    work[kernels.STATE :] = block_seed("bits", "shoes", 1, kernels.SEED_WORDS)
    found = []
    for _ in range(400):
        kernels._advance(work)
        found.append(work[10 * kernels.LANES // 4 : 16 * kernels.LANES // 4].copy())
    assert stuck(np.concatenate(found)) == []


def test_no_block_seed_is_used_twice() -> None:
    """Neither between blocks, streams and seeds, nor between the generators of one block."""
    words: list[int] = []
    for seed in ("1", "2"):
        for stream in ("shoes", "cards", "strategies", "counting"):
            for block in (0, 1, 2, 2**40):
                words += block_seed(seed, stream, block, kernels.SEED_WORDS).tolist()
    assert len(set(words)) == len(words)
    again = block_seed("1", "shoes", 0, kernels.SEED_WORDS).tolist()
    assert len({*words, *again}) == len(words)


# --- the cut card ---------------------------------------------------------------------------------


def test_the_cut_card_makes_four_card_coups_rarer_at_the_end_of_a_shoe() -> None:
    """Strong with one deck, because many coups come after those that are always dealt."""
    house = House(decks=1, cut_card=6)
    found = simulate(Specification(house, 5_000_000), seed="cut", threads=2)
    dealt, first = found.four_cards
    assert -0.0006 < dealt - first < -0.0001
    small, big = (
        next(each for each in found.bets if each.bet.key == key) for key in (SMALL.key, BIG.key)
    )
    assert small.edge > (small.expected or 0)
    assert big.edge < (big.expected or 0)
    assert abs(found.fit.sigmas) < 4


# --- running --------------------------------------------------------------------------------------


def _progress(shoes: int = 3_000) -> Progress:
    return Progress(Specification(CLASSIC, shoes).jobs("run")[0])


def test_a_stopped_run_keeps_whole_blocks_and_resumes_to_the_same_sum() -> None:
    whole, stopped = _progress(), _progress()
    with ThreadPoolExecutor(2) as pool:
        run(whole, pool, workers=2)
        asked = iter(range(10))
        run(stopped, pool, workers=2, should_stop=lambda: next(asked) > 4)
        assert 0 < stopped.done.sum() < len(stopped.done)
        partial = report_of(Specification(CLASSIC, 3_000), (stopped,), seed="run")
        assert partial.partial
        assert partial.shoes == stopped.shoes < 3_000
        run(stopped, pool, workers=2, blocks_per_task=3)
    assert (stopped.tally["always"] == whole.tally["always"]).all()
    assert stopped.is_complete


class FailsFrom(ShoesJob):
    """Fails from its third block on. If there are several threads, its fourth block fails first."""

    threads = 1
    fourth_failed = Event()

    def play(self, block: int) -> Tally:
        if block == 3:
            self.fourth_failed.set()
        elif block == 2 and self.threads > 1:
            assert self.fourth_failed.wait(60)
        if block >= 2:
            raise AnalysisError(f"block {block}")
        return super().play(block)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_block_that_fails_is_reported_however_many_threads_there_are(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FailsFrom, "threads", threads)
    progress = Progress(FailsFrom(KernelRules.at(CLASSIC), "run", 3_000))
    with (
        ThreadPoolExecutor(threads) as pool,
        pytest.raises(AnalysisError, match="block 2"),
    ):
        run(progress, pool, workers=threads)
    assert progress.done[:2].all()
    assert progress.done.sum() == 2


def test_a_run_is_timed_by_the_clock_that_it_is_given() -> None:
    seconds = iter(range(100, 100_000, 2))
    timed = simulate(SPECIFICATION, seed="clock", threads=1, clock=lambda: next(seconds))
    assert timed.seconds == next(seconds) - 2 - 100 > 0
    assert timed.coups_per_second == timed.coups / timed.seconds
    untimed = simulate(SPECIFICATION, seed="clock", threads=1)
    assert (untimed.seconds, untimed.coups_per_second) == (0, 0)
    assert (untimed.scores == timed.scores).all()


def test_a_checkpoint_resumes_what_it_holds() -> None:
    begun, resumed = _progress(), _progress()
    for block in (0, 5, 9):
        begun.add(block, begun.job.play(block))
    file = BytesIO()
    write_checkpoint([begun], file)
    file.seek(0)
    read_checkpoint([resumed], file)
    assert (resumed.done == begun.done).all()
    assert (resumed.tally["later"] == begun.tally["later"]).all()


def test_a_checkpoint_of_another_simulation_is_refused() -> None:
    file = BytesIO()
    write_checkpoint([_progress()], file)
    file.seek(0)
    with pytest.raises(AnalysisError, match="another simulation"):
        read_checkpoint([_progress(3_001)], file)


def test_memory_does_not_grow_with_the_shoes() -> None:
    """Whatever the number of blocks, at most 64 groups of 400 scores are kept."""
    progress = Progress(ShoesJob(KernelRules.at(EZ), "x", 10**9))
    assert len(progress.groups) == 64
    assert progress.done.nbytes < 20_000


def test_fit_counts_impossible_scores() -> None:
    found = np.array(EXACT) // 10**9
    impossible = int(np.flatnonzero(np.array(EXACT) == 0)[0])
    found[impossible] = 3
    assert fit(found, EXACT).impossible == 3
