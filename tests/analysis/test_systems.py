"""Betting systems: their stakes by hand, exact ruin where a formula exists, and the one rate."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import numpy as np
import pytest

from puntobanco.analysis._exact_sums import exact_dot, exact_sum, from_limbs, to_limbs
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.analysis.strategies._own_system import Memory, NextStake
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.system_job import play_system, system_job
from puntobanco.analysis.strategies.system_statistics import SystemStatistics, statistics_of
from puntobanco.analysis.strategies.systems import SYSTEMS, System, find, own
from puntobanco.bets import BANKER, BIG, PLAYER, PLAYER_PAIR, Bet
from puntobanco.coup import SCORES
from puntobanco.errors import AnalysisError, NotationError
from puntobanco.house import CLASSIC, CLASSROOM, House
from puntobanco.settlement import Chips

INDEPENDENT = replace(CLASSROOM, name="independent", decks=8)
"""Shuffled before every coup, so that coups are independent."""


def played(
    system: System, session: Session, guests: int, *, house: House = CLASSIC, bet: Bet = BANKER
) -> SystemStatistics:
    job = system_job(system, house, bet, session=session, guests=guests, seed="systems")
    return statistics_of(play_system(job, threads=2), house, bet, session=session)


# --- stakes by hand -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, results, stakes",
    [
        ("flat", "WLLTW", [1, 1, 1, 1, 1, 1]),
        ("martingale", "LLTLWL", [1, 2, 4, 4, 8, 1, 2]),
        ("paroli", "WWWWLW", [1, 2, 4, 1, 2, 1, 2]),
        ("dalembert", "LLWWWWL", [1, 2, 3, 2, 1, 1, 1, 2]),
        ("fibonacci", "LLLLLWWLW", [1, 1, 2, 3, 5, 8, 3, 1, 2, 1]),
        # 1234: 5 lost, 12345: 6 lost, 123456: 7 won, 2345: 7 won, 34: 7 won, new line: 5
        ("labouchere", "LLWWWW", [5, 6, 7, 7, 7, 5, 5]),
        # 1234: 5 won, 23: 5 lost, 235: 7 won, 3: 3 lost, 33: 6 won, new line: 5
        ("labouchere", "WLWLW", [5, 5, 7, 3, 6, 5]),
        ("1-3-2-6", "WWWWWL", [1, 3, 2, 6, 1, 3, 1]),
        ("1-3-2-6", "WWLTW", [1, 3, 2, 1, 1, 3]),
        # series of -1, -2, then +1 (stake 1): 2 next; won: series 1, so a new one
        ("oscar", "LLWWL", [1, 1, 1, 2, 1, 1]),
        # -4 after four losses; wins of 1 and 2 make -1, so 2 are enough instead of 3
        ("oscar", "LLLLWWW", [1, 1, 1, 1, 1, 2, 2, 1]),
    ],
)
def test_stakes_by_hand(name: str, results: str, stakes: list[int]) -> None:
    assert find(name).stakes(results) == stakes


@pytest.mark.parametrize(
    "name, results, most, stakes",
    [
        # 1234: 4 of 5 lost, 12344: 4 of 5 won leaves 1, 2341: 3 won, 34: 4 of 7 won leaves 3,
        # 3: 3 won, and the line begins anew
        ("labouchere", "LWWWWL", 4, [4, 4, 3, 4, 3, 4, 4]),
        # 1234: 4 of 5 won leaves 1, 231: 3 won, 3: 3 won, new line
        ("labouchere", "WWW", 4, [4, 3, 3, 4]),
        # -6; wins of 1 2 make -3, then 2 of 3 make -1; 2 suffice and win the series by one
        ("oscar", "LLLLLLWWWWL", 2, [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1]),
        ("martingale", "LLLLW", 5, [1, 2, 4, 5, 5, 1]),
    ],
)
def test_stakes_by_hand_where_a_cap_cuts_them(
    name: str, results: str, most: int, stakes: list[int]
) -> None:
    assert find(name).stakes(results, most) == stakes


def test_a_long_losing_line_of_labouchere_begins_anew_before_it_overflows() -> None:
    stakes = find("labouchere").stakes("L" * 1_000)
    assert max(stakes) < 1 << 41
    assert stakes.count(5) >= 3


@pytest.mark.parametrize(
    "name, found",
    [
        ("Martingale", "martingale"),
        ("d'Alembert", "dalembert"),
        ("Labouchère", "labouchere"),
        ("Oscar's grind", "oscar"),
        ("1326", "1-3-2-6"),
    ],
)
def test_a_system_is_found_as_people_write_it(name: str, found: str) -> None:
    assert find(name) is SYSTEMS[found]


def test_an_unknown_system_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        NotationError, match=r"'martingal' is not a betting system: flat, .* is mart"
    ):
        find("martingal")


# --- what becomes of guests -----------------------------------------------------------------------


def chance_to_lose() -> float:
    """Return the chance to lose a decided bet on Player."""
    exact = price(PLAYER, Composition.of_decks(8))
    return float(exact.lose / exact.decided)


def test_flat_betting_is_ruined_as_often_as_gamblers_ruin_says() -> None:
    session = Session(bankroll=Chips(1000), unit=Chips(100), goal=Chips(1000), coups=2_000)
    found = played(find("flat"), session, 20_000, house=INDEPENDENT, bet=PLAYER).json()
    lose = chance_to_lose()
    ratio = lose / (1 - lose)
    ruin = (ratio**10 - ratio**20) / (1 - ratio**20)
    error = (ruin * (1 - ruin) / 20_000) ** 0.5
    assert found["ruin"] == pytest.approx(ruin, abs=4 * error)
    assert found["reached_goal"] == pytest.approx(1 - float(str(found["ruin"])))


@pytest.mark.parametrize(
    "system, session, figure",
    [
        # ruined by three losses in a row
        ("martingale", Session(bankroll=Chips(700), unit=Chips(100), goal=Chips(100)), "ruin"),
        # one unit wins seven by three wins in a row
        ("paroli", Session(bankroll=Chips(100), unit=Chips(100), goal=Chips(700)), "reached_goal"),
    ],
)
def test_three_results_in_a_row_are_as_likely_as_they_should_be(
    system: str, session: Session, figure: str
) -> None:
    session = replace(session, coups=200)
    found = played(find(system), session, 100_000, house=INDEPENDENT, bet=PLAYER).json()
    lose = chance_to_lose()
    chance = (lose if figure == "ruin" else 1 - lose) ** 3
    assert found[figure] == pytest.approx(chance, abs=4 * (chance * (1 - chance) / 1e5) ** 0.5)


@pytest.mark.parametrize("bet", [BANKER, PLAYER], ids=lambda bet: bet.key)
def test_every_system_loses_the_same_part_of_what_it_stakes(bet: Bet) -> None:
    found = [played(system, Session(), 40_000, bet=bet) for system in SYSTEMS.values()]
    for statistics in found:
        assert statistics.loss_rate_se is not None
        assert statistics.loss_rate_se < 0.3
        assert abs(statistics.sigmas or 9) < 4, statistics.job.system.name
    expected = price(bet, Composition.of_decks(8)).edge_decided
    assert expected is not None
    assert found[0].expected == float(100 * expected)


def test_the_books_balance() -> None:
    for system in SYSTEMS.values():
        statistics = played(system, Session(), 1_000)
        lost = statistics.session.bankroll * statistics.guests - int(statistics.finals.sum())
        assert statistics.sums[kernels.LOST] == lost
        assert sum(count for *_, count in statistics.histogram) == 1_000
        assert statistics.percentiles[50] == sorted(statistics.finals.tolist())[499]
        assert statistics.ruin_over_time[-1] == statistics.json()["ruin"]


def test_stops_are_kept() -> None:
    session = Session(stop_loss=Chips(200_00), goal=Chips(100_00), shoes=3, cap=Chips(40_00))
    statistics = played(find("martingale"), session, 2_000)
    assert statistics.finals.min() > 1_000_00 - 200_00 - 40_00
    assert statistics.finals.max() < 1_000_00 + 100_00 + 40_00
    facts = statistics.json()
    parts = sum(float(str(facts[key])) for key in ("ruin", "reached_goal", "stopped_by_loss"))
    assert parts <= 1
    assert float(str(facts["stopped_by_loss"])) > 0.1


def test_a_session_may_be_so_many_coups() -> None:
    statistics = played(find("flat"), Session(coups=100), 500)
    assert statistics.session.shoes == 2
    assert statistics.json()["coups_mean"] == 100
    assert statistics.bets == 50_000


# --- the plain twin -------------------------------------------------------------------------------


def plain_guests(system: System, session: Session, guests: int) -> list[tuple[int, int, int]]:
    """Return each guest's final bankroll, coups and longest losing run, coup by coup."""
    session = session.at(CLASSIC, BANKER)
    rules = KernelRules.at(CLASSIC)
    work = kernels.KernelLanes.seeded(block_seed("systems", "systems", 0, kernels.SEED_WORDS))
    scores = np.zeros(rules.most_coups * kernels.LANES, np.uint16)
    results: list[list[Fraction]] = [[] for _ in range(guests)]
    for _ in range(session.shoes):
        rows = kernels.deal_shoes(work, *rules.arguments, guests, scores, kernels.NOT_SEEN)
        table = scores[: rows * kernels.LANES].reshape(rows, kernels.LANES)
        for guest in range(guests):
            codes = [code for code in table[:, guest].tolist() if code != kernels.NONE]
            results[guest] += [BANKER.pays(SCORES[code]) for code in codes]
    return [plain_guest(system, session, each) for each in results]


def plain_guest(system: System, session: Session, pays: list[Fraction]) -> tuple[int, int, int]:
    money, coups, losing, longest = int(session.bankroll), 0, 0, 0
    assert session.cap is not None
    memory = np.zeros(kernels.MEMORY, np.int64)
    memory[0] = system.number
    wanted = kernels.next_stake(memory, 0) * session.unit
    for pay in pays:
        if money < session.unit or coups == session.coups:
            break
        stake = min(wanted, session.cap // session.unit * session.unit)
        stake = min(stake, money // session.unit * session.unit)
        money += int(stake * pay)
        coups += 1
        if pay:
            memory[-1] = stake // session.unit
            wanted = kernels.next_stake(memory, 1 if pay > 0 else -1) * session.unit
            losing = 0 if pay > 0 else losing + 1
            longest = max(longest, losing)
    return money, coups, longest


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_guests_are_those_of_a_plain_twin(system: System) -> None:
    session = Session(bankroll=Chips(200_00), shoes=2, coups=130, cap=Chips(95_00))
    guests = plain_guests(system, session, 20)
    statistics = played(system, session, 20)
    assert statistics.finals.tolist() == sorted(money for money, *_ in guests)
    assert statistics.json()["coups_mean"] == sum(coups for _, coups, _ in guests) / 20
    assert statistics.json()["losing_run_longest"] == max(longest for *_, longest in guests)


# --- the guest's own ------------------------------------------------------------------------------


def double_or_nothing(memory: Memory, result: int) -> int:
    """Doubles after a loss."""
    memory[5] = 2 * memory[5] if result < 0 else 1
    return int(memory[5])


def by_the_clock(memory: Memory, result: int) -> int:
    return int(Fraction(1) + result * int(memory[0]))


def fails(_memory: Memory, _result: int) -> int:
    message = "out of luck"
    raise RuntimeError(message)


def fails_later(memory: Memory, _result: int) -> int:
    memory[0] += 1
    return 1 // (5 - int(memory[0])) + 1


def writes_far_away(memory: Memory, _result: int) -> int:
    memory[0] += 1
    if memory[0] > 5:
        memory[5000] = 7
    return 1


def gives_up(memory: Memory, _result: int) -> int:
    memory[0] += 1
    return 5 - int(memory[0])


def test_an_own_system_is_compiled_and_plays_as_the_built_in_one() -> None:
    mine = own(double_or_nothing)
    assert mine.engine == "the guest's own, compiled"
    assert mine.description == "Doubles after a loss."
    ours, theirs = (played(each, Session(), 200) for each in (mine, find("martingale")))
    assert ours.sums == theirs.sums


def test_an_own_system_that_cannot_be_compiled_runs_as_plain_python_and_says_so() -> None:
    mine = own(by_the_clock, "clock")
    assert "plain Python" in mine.engine
    ours, theirs = (played(each, Session(), 40) for each in (mine, find("flat")))
    assert ours.sums == theirs.sums


def sees_what_was_placed(memory: Memory, _result: int) -> int:
    return 1000 if memory[-1] in {0, 500} else 1


@pytest.mark.filterwarnings("ignore")
def test_an_own_system_sees_the_stake_that_was_placed() -> None:
    session = Session(cap=Chips(50_00), coups=2)
    statistics = played(own(sees_what_was_placed), session, 64, bet=PLAYER)
    assert own(sees_what_was_placed).stakes("LL", 500) == [500, 500, 500]
    assert own(sees_what_was_placed).stakes("LL", 5) == [5, 1, 1]
    assert 64 * 60_00 <= statistics.sums[kernels.STAKED] <= 64 * 100_00


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function, message",
    [
        (fails_later, "the system fails_later failed: .*zero"),
        (writes_far_away, "the system writes_far_away failed: index .*out of bounds"),
        (gives_up, "the system gives_up failed: a stake must be 1 unit or more"),
    ],
)
def test_an_own_system_that_fails_says_why(function: NextStake, message: str) -> None:
    with pytest.raises(AnalysisError, match=message) as refused:
        played(own(function), Session(), 10)
    assert "\n" not in str(refused.value)


def sometimes_half(memory: Memory, _result: int) -> float:
    return 1.5 if memory[7] else 1


@pytest.mark.parametrize(
    "function, message",
    [
        (fails, "failed: out of luck"),
        (7, "the system x is not a function"),
        (lambda: 1, "positional arguments"),
        (lambda _memory, _result: 1.0, "a stake must be a whole number of units, not 1.0"),
        (lambda _memory, _result: None, "whole number of units, not None"),
        (lambda _memory, _result: "one", "whole number of units, not 'one'"),
        (lambda _memory, _result: 0, "a stake must be 1 unit or more, not 0"),
        (lambda _memory, result: 1 + 2 * result, "a stake must be 1 unit or more, not -1"),
        (sometimes_half, "a stake must be a whole number of units, always"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_what_is_no_system_is_refused_before_any_work(function: NextStake, message: str) -> None:
    with pytest.raises(AnalysisError, match=message) as refused:
        own(function, "x")
    assert "\n" not in str(refused.value)


def test_systems_that_do_different_things_have_different_digests() -> None:
    functions: tuple[NextStake, ...] = (
        double_or_nothing,
        by_the_clock,
        lambda _memory, _result: 1,
        lambda _memory, _result: 2,
    )
    assert len({own(each, "same").digest for each in functions}) == 4


def in_a_notebook(text: str) -> NextStake:
    """Return the function `mine` of a typed text."""
    typed: dict[str, NextStake] = {}
    exec(text, typed)  # noqa: S102 - our own text
    return typed["mine"]


PLAIN = """
K = 1
LINE = [1, 2]
def two():
    return LINE[1] + one() - 1
def one():
    return 1 if K else two()
def mine(memory, result):
    return K if result else two()
"""


@pytest.mark.parametrize(
    "text, is_the_same",
    [
        (PLAIN, True),
        (f"{PLAIN}unused = 5\n", True),
        (PLAIN.replace("K = 1", "K = 3"), False),
        (PLAIN.replace("[1, 2]", "[1, 3]"), False),
        (PLAIN.replace("return 1 if", "return 2 if"), False),
        (PLAIN.replace("else two()", "else two() + 1"), False),
    ],
)
def test_without_its_source_a_system_is_known_by_its_code_and_what_that_names(
    text: str, is_the_same: bool
) -> None:
    one, other = (own(in_a_notebook(each)).digest for each in (PLAIN, text))
    assert (one == other) == is_the_same


def test_a_system_that_calls_itself_has_a_digest() -> None:
    text = "def mine(memory, result): return mine(memory, 0) if result else 1"
    assert own(in_a_notebook(text)).digest == own(in_a_notebook(text)).digest


def test_with_its_source_a_system_has_a_digest_that_no_version_of_python_changes() -> None:
    text = "K = 1\ndef mine(memory, result, most='\U0001fae8'):\n    return K"
    system = own(in_a_notebook(text), "file.py:mine", source=text.encode())
    which = rb"('mine', 2, 'mine', ['\U0001fae8'])"
    assert system.digest == sha256(text.encode() + which).hexdigest()
    other = own(in_a_notebook(text), "file.py:other", source=text.encode())
    assert other.digest != system.digest


# --- large sums and few guests --------------------------------------------------------------------


def test_sums_larger_than_64_bits_are_exact() -> None:
    one = np.array([2**62 - 1, -(2**61), 12345, 0], np.int64)
    other = np.array([-(2**62) + 1, 2**60, -7, 5], np.int64)
    products = [a * b for a, b in zip(one.tolist(), other.tolist(), strict=True)]
    assert exact_dot(one, other) == sum(products)
    assert exact_sum(np.full(1_000, 2**62)) == 1_000 * 2**62
    assert from_limbs(to_limbs([sum(products), -1]) + to_limbs([5, -(2**150)])) == [
        sum(products) + 5,
        -1 - 2**150,
    ]


def test_the_largest_bankrolls_are_added_up_without_wrapping() -> None:
    bankroll = Chips(10**14)
    session = Session(bankroll=bankroll, unit=Chips(10**13), coups=3)
    found = played(find("flat"), session, 200_000, house=INDEPENDENT, bet=PLAYER)
    assert found.sums[kernels.FINAL] + found.sums[kernels.LOST] == 200_000 * 10**14 > 2**63
    assert found.sums[kernels.STAKED] == 600_000 * 10**13
    assert found.json()["final_mean"] == pytest.approx(10**12, rel=0.01)
    assert abs(found.sigmas or 9) < 4
    with pytest.raises(AnalysisError, match=r"and be \$1,000,000,000,000 at most"):
        played(find("flat"), replace(session, bankroll=Chips(10**14 + 1)), 1)


def test_stakes_that_could_not_be_counted_are_refused_before_any_work() -> None:
    house = replace(CLASSIC, limits=None)
    session = Session(bankroll=Chips(10**14), unit=Chips(10**13), cap=Chips(10**14), shoes=10**6)
    with pytest.raises(AnalysisError, match="could come to more than can be counted"):
        system_job(find("flat"), house, BANKER, session=session, guests=1, seed="x")
    system_job(find("flat"), house, BANKER, session=replace(session, shoes=10), guests=1, seed="x")


def test_the_error_of_the_rate_is_that_of_a_ratio_over_guests() -> None:
    found = played(find("martingale"), Session(), 300)
    lost = 1_000_00 - found.finals
    assert found.sums[kernels.LOST] == lost.sum()
    assert from_limbs(found.tally["products"])[0] == sum(each**2 for each in lost.tolist())
    assert played(find("flat"), Session(), 1).loss_rate_se is None
    assert played(find("flat"), Session(), 2).loss_rate_se is not None


def test_means_and_their_errors_are_those_of_the_guests_one_by_one() -> None:
    found = played(find("martingale"), Session(), 300)
    ruined = found.finals < found.session.unit
    assert 0 < ruined.sum() < 300
    for share, error, each in (
        (found.final_mean, found.final_mean_se, found.finals),
        (found.ruin, found.ruin_se, ruined),
    ):
        assert share == pytest.approx(each.mean())
        assert error == pytest.approx(each.std(ddof=1) / 300**0.5)
    facts = found.json()
    assert (facts["final_mean"], facts["ruin"]) == (found.final_mean / 100, found.ruin)


def test_too_few_guests_or_ruins_have_no_error() -> None:
    alone, nobody = (played(find("flat"), Session(), guests) for guests in (1, 300))
    assert alone.final_mean_se is None
    assert (nobody.ruin, nobody.ruin_se) == (0, None)


def test_few_guests_lie_within_their_error() -> None:
    for seed in "abcdefgh":
        job = system_job(find("flat"), CLASSIC, BANKER, session=Session(), guests=65, seed=seed)
        progress = play_system(job, threads=1)
        assert abs(statistics_of(progress, CLASSIC, BANKER, session=Session()).sigmas or 9) < 4


# --- the house's limits ---------------------------------------------------------------------------


def test_the_cap_is_the_houses_for_main_bets_and_for_side_bets() -> None:
    assert CLASSIC.limits is not None
    assert Session().at(CLASSIC, BANKER).cap == CLASSIC.limits.maximum
    assert Session().at(CLASSIC, BIG).cap == CLASSIC.limits.side_maximum
    with pytest.raises(AnalysisError, match=r"a cap of \$10,000\.01 is above the \$10,000"):
        Session(cap=Chips(10_000_01)).at(CLASSIC, BANKER)
    with pytest.raises(AnalysisError, match="that classic takes on big"):
        Session(cap=Chips(10_000_00)).at(CLASSIC, BIG)


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "session, message",
    [
        (Session(cap=Chips(5_00)), "a cap of $5 is below the base stake of $10"),
        (Session(unit=Chips(0)), "must cover a unit of $0"),
        (Session(bankroll=Chips(5)), "a bankroll of $0.05 must cover"),
        (Session(unit=Chips(10)), "must be a multiple of $0.20, not $0.10"),
        (Session(stop_loss=Chips(2_000_00)), "a stop-loss is above 0 and at most the bankroll"),
        (Session(goal=Chips(0)), "a goal is a sum above 0"),
        (Session(shoes=0), "a session lasts 1 to"),
        (Session(coups=0), "a session lasts 1 to"),
    ],
)
def test_sessions_that_make_no_sense_are_refused(session: Session, message: str) -> None:
    with pytest.raises(AnalysisError, match=re.escape(message)):
        system_job(find("flat"), CLASSIC, BANKER, session=session, guests=1, seed="x")


def test_systems_bet_on_the_score_only() -> None:
    with pytest.raises(AnalysisError, match="player_pair looks at more"):
        system_job(find("flat"), CLASSIC, PLAYER_PAIR, session=Session(), guests=1, seed="x")
    system_job(find("flat"), CLASSIC, BIG, session=Session(), guests=1, seed="x")


@pytest.mark.parametrize("guests", [0, 10**10])
def test_absurd_numbers_of_guests_are_refused(guests: int) -> None:
    with pytest.raises(AnalysisError, match="guests is not 1 to"):
        system_job(find("flat"), CLASSIC, BANKER, session=Session(), guests=guests, seed="x")


def test_figures_show_as_a_table_in_a_notebook() -> None:
    page = played(find("oscar"), Session(), 100)._repr_html_()
    assert "<caption>oscar: one unit more after a win" in page
