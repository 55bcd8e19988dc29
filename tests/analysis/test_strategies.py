"""Strategies: stakes by hand, exact ruin if a formula exists, honest answers, own functions."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest

from puntobanco.analysis._exact_sums import exact_dot, exact_sum, from_limbs, to_limbs
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.simulation.blocks import run_on_threads
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies import _own
from puntobanco.analysis.strategies._arrays import new_books
from puntobanco.analysis.strategies._own import Memory, NextStake
from puntobanco.analysis.strategies._own_place import StrategyFailed
from puntobanco.analysis.strategies.catalogue import STAKINGS
from puntobanco.analysis.strategies.placement import Placement, PlacementError
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.staking import Staking
from puntobanco.analysis.strategies.strategy import (
    PlaceFunction,
    Strategy,
    named_placement,
    own_staking,
)
from puntobanco.analysis.strategies.strategy_job import strategy_job
from puntobanco.analysis.strategies.strategy_statistics import StrategyStatistics, statistics_of
from puntobanco.analysis.strategies.view import GuestView
from puntobanco.bets import PLAYER
from puntobanco.coup import Outcome
from puntobanco.errors import AnalysisError, NotationError
from puntobanco.house import BURT, CLASSIC, CLASSROOM, EZ, House
from puntobanco.roads import DerivedRoad, Roads
from puntobanco.roads.board import Mark
from puntobanco.roads.good_roads import GOOD_ROADS, good_roads
from puntobanco.settlement import Chips

INDEPENDENT = replace(CLASSROOM, name="independent", decks=8)
"""Shuffled before every coup, so that coups are independent."""


def played(
    strategy: Strategy | str,
    session: Session = Session(),  # noqa: B008 - frozen
    sessions: int = 200,
    *,
    house: House = CLASSIC,
    staking: str | Staking = "flat",
) -> StrategyStatistics:
    if isinstance(strategy, str):
        strategy = Strategy.parse(strategy, staking=staking)
    job = strategy_job(strategy, house, session=session, sessions=sessions, seed="systems")
    (found,) = statistics_of(run_on_threads((job,), threads=2))
    return found


# --- stakes by hand -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, results, most, stakes",
    [
        ("flat", "WLLTW", None, [1, 1, 1, 1, 1, 1]),
        ("martingale", "LLTLWL", None, [1, 2, 4, 4, 8, 1, 2]),
        ("paroli", "WWWWLW", None, [1, 2, 4, 1, 2, 1, 2]),
        ("dalembert", "LLWWWWL", None, [1, 2, 3, 2, 1, 1, 1, 2]),
        ("fibonacci", "LLLLLWWLW", None, [1, 1, 2, 3, 5, 8, 3, 1, 2, 1]),
        # 1234: 5 lost, 12345: 6 lost, 123456: 7 won, 2345: 7 won, 34: 7 won, new line: 5
        ("labouchere", "LLWWWW", None, [5, 6, 7, 7, 7, 5, 5]),
        # 1234: 5 won, 23: 5 lost, 235: 7 won, 3: 3 lost, 33: 6 won, new line: 5
        ("labouchere", "WLWLW", None, [5, 5, 7, 3, 6, 5]),
        ("1-3-2-6", "WWWWWL", None, [1, 3, 2, 6, 1, 3, 1]),
        ("1-3-2-6", "WWLTW", None, [1, 3, 2, 1, 1, 3]),
        # series of -1, -2, then +1 (stake 1): 2 next; won: series 1, so a new one
        ("oscar", "LLWWL", None, [1, 1, 1, 2, 1, 1]),
        # -4 after four losses; wins of 1 and 2 make -1, so 2 are enough instead of 3
        ("oscar", "LLLLWWW", None, [1, 1, 1, 1, 1, 2, 2, 1]),
        # cut to a cap
        # 1234: 4 of 5 lost, 12344: 4 of 5 won leaves 1, 2341: 3 won, 34: 4 of 7 won leaves 3,
        # 3: 3 won, new line
        ("labouchere", "LWWWWL", 4, [4, 4, 3, 4, 3, 4, 4]),
        # 1234: 4 of 5 won leaves 1, 231: 3 won, 3: 3 won, new line
        ("labouchere", "WWW", 4, [4, 3, 3, 4]),
        # -6; wins of 1 2 make -3, then 2 of 3 make -1; 2 suffice and win the series by one
        ("oscar", "LLLLLLWWWWL", 2, [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1]),
        ("martingale", "LLLLW", 5, [1, 2, 4, 5, 5, 1]),
    ],
)
def test_stakes_by_hand(name: str, results: str, most: int | None, stakes: list[int]) -> None:
    assert Staking.parse(name).units(results, most) == stakes


def test_a_long_losing_line_of_labouchere_begins_anew_before_it_overflows() -> None:
    stakes = Staking.parse("labouchere").units("L" * 1_000)
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
def test_a_staking_is_found_as_people_write_it(name: str, found: str) -> None:
    assert Staking.parse(name).name == found


@pytest.mark.parametrize(
    "text, message",
    [
        ("martingal", r"'martingal' is not a staking: flat, .* is mart"),
        ("flat, max_steps", "is not an option of a staking: max_steps=N"),
        ("flat, max_steps=0", "max_steps must be from 1 to"),
        ("flat, at_cap=hold", "without max_steps"),
        ("flat, virtual=two", "is not an option of a staking"),
        ("ramp nosuch 0:1", "'nosuch' is not a count"),
        ("ramp dragon_7 2:1 1:1", "each above the one before"),
        ("ramp dragon_7 2:0", "from 1 to"),
        ("ramp dragon_7 0:1, virtual=2", "takes neither"),
    ],
)
def test_a_staking_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises((NotationError, AnalysisError), match=message):
        Staking.parse(text)


# --- scoreboards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shoes",
    [
        ["".join(sides) for sides in product("BP", repeat=11)],
        ["".join(Random(seed).choices("BP", k=70)) for seed in range(40)],
        # long patterns with a break, which random shoes seldom have
        [pattern * 6 + rest for pattern in ("BP", "BBPP", "BPP", "BPBB") for rest in ("B", "PP")],
    ],
    ids=["every short shoe", "random shoes", "patterns"],
)
def test_the_kernel_reads_derived_and_good_roads_like_the_board(shoes: list[str]) -> None:
    known = set[str]()
    for shoe in shoes:
        roads, runs = Roads(), np.zeros((len(shoe) + 2, kernels.RUN_FACTS), np.int64)
        for coups, letter in enumerate(shoe, 1):
            roads = roads.add(Outcome("banker" if letter == "B" else "player"))
            at = kernels.FIRST_RUN - 1 + len(roads.runs)
            kernels.grow_run(runs, at, roads.runs[-1].length)
            if shoe[:coups] in known:
                continue
            known.add(shoe[:coups])
            number = kernels.good_road(runs, at, letter == "B")
            assert good_roads(roads)[:1] == ((GOOD_ROADS[number - 1],) if number else ())
            for back, road in enumerate(DerivedRoad, 1):
                mark = {0: None, kernels.RED: Mark.RED, kernels.BLUE: Mark.BLUE}
                newest = mark[kernels.mark_of(runs, at, back)]
                assert newest is (roads.marks(road)[-1] if roads.marks(road) else None)


# --- exact results --------------------------------------------------------------------------------


def chance_to_lose() -> float:
    """Of a decided bet on Player."""
    exact = price(PLAYER, Composition.of_decks(8))
    return float(exact.lose / exact.decided)


def test_flat_betting_is_ruined_as_often_as_gamblers_ruin_says() -> None:
    session = Session(bankroll=Chips(1000), unit=Chips(100), goal=Chips(1000), coups=1_500)
    found = played("always player", session, 10_000, house=INDEPENDENT).json()
    lose = chance_to_lose()
    ratio = lose / (1 - lose)
    ruin = (ratio**10 - ratio**20) / (1 - ratio**20)
    error = (ruin * (1 - ruin) / 10_000) ** 0.5
    assert found["ruined"] == pytest.approx(ruin, abs=4 * error)
    assert found["goal"] == pytest.approx(1 - float(str(found["ruined"])))


@pytest.mark.parametrize(
    "staking, session, figure",
    [
        # ruined by three losses in a row
        ("martingale", Session(bankroll=Chips(700), unit=Chips(100), goal=Chips(100)), "ruined"),
        # one unit wins seven by three wins in a row
        ("paroli", Session(bankroll=Chips(100), unit=Chips(100), goal=Chips(700)), "goal"),
    ],
)
def test_three_results_in_a_row_are_as_likely_as_they_should_be(
    staking: str, session: Session, figure: str
) -> None:
    session = replace(session, coups=50)
    strategy = Strategy.parse("always player", staking=staking)
    found = played(strategy, session, 100_000, house=INDEPENDENT).json()
    lose = chance_to_lose()
    chance = (lose if figure == "ruined" else 1 - lose) ** 3
    assert found[figure] == pytest.approx(chance, abs=4 * (chance * (1 - chance) / 1e5) ** 0.5)


@pytest.mark.parametrize("key", ["banker", "player"])
def test_no_staking_changes_what_a_bet_loses(key: str) -> None:
    for staking in STAKINGS:
        found = played(f"always {key}", Session(), 40_000, staking=staking)
        assert found.loss_share_se is not None
        assert found.loss_share_se < 0.003
        assert abs(found.sigmas or 9) < 4, staking
        assert found.is_luck
        exact = price(CLASSIC.bet(key), Composition.of_decks(8)).edge
        assert found.exact_share == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "follow",
        "oppose",
        "break 3",
        "big_eye_boy",
        "otherwise: tie + player_pair",
        "lost: 3 banker; otherwise: player",
    ],
)
@pytest.mark.parametrize("house", [CLASSIC, EZ], ids=lambda house: house.name)
def test_no_placement_changes_what_its_bets_lose(text: str, house: House) -> None:
    if "player_pair" in text and house is EZ:
        text = "otherwise: tie + dragon_7"
    found = played(text, Session(bankroll=Chips(100_000_00)), 20_000, house=house)
    assert abs(found.sigmas or 9) < 4
    assert found.ruined == 0


def test_bets_at_a_good_edge_win_as_much_as_the_exact_edges_say() -> None:
    rich = Session(bankroll=Chips(100_000_00))
    found = played("edge tie < 0: tie", rich, 20_000)
    assert found.bets > 100
    assert found.exact_share is not None
    assert found.exact_share < 0
    assert abs(found.sigmas or 9) < 4


def test_a_count_beats_the_exact_edge_of_a_fresh_shoe() -> None:
    rich = Session(bankroll=Chips(100_000_00))
    found = played("true_count dragon_7 >= 8: dragon_7", rich, 40_000, house=EZ)
    assert found.loss_share is not None
    assert found.exact_share == pytest.approx(0.07611334, rel=1e-6)
    assert found.exact_share is not None
    assert found.loss_share < found.exact_share
    assert not found.is_luck
    assert "less than luck explains. Its counts know more" in found.verdict


def test_the_books_balance() -> None:
    for staking in STAKINGS:
        found = played("always banker", Session(), 1_000, staking=staking)
        assert found.lost == 1_000_00 * found.sessions - int(found.finals.sum())
        assert sum(count for *_, count in found.histogram) == 1_000
        assert found.percentiles[50] == sorted(found.finals.tolist())[499]
        assert found.ruin_over_time[-1] == found.ruined
        assert found.ahead == np.mean(found.finals > 1_000_00)


def test_stops_are_kept() -> None:
    session = Session(stop_loss=Chips(200_00), goal=Chips(100_00), shoes=3, cap=Chips(40_00))
    found = played("always banker", session, 2_000, staking="martingale")
    assert found.finals.min() > 1_000_00 - 200_00 - 40_00
    assert found.finals.max() < 1_000_00 + 100_00 + 40_00
    facts = found.json()
    parts = sum(float(str(facts[key])) for key in ("ruined", "goal", "stopped"))
    assert parts <= 1
    assert float(str(facts["stopped"])) > 0.1


def test_a_session_may_be_so_many_coups() -> None:
    found = played("always banker", Session(coups=100), 500)
    assert found.job.shoes_a_session == 2
    assert (found.coups, found.bets) == (50_000, 50_000)


def test_every_session_starts_fresh() -> None:
    strategy = Strategy.parse("lost: 2 last; otherwise: template pbb", "labouchere, virtual=1")
    job = strategy_job(strategy, CLASSIC, session=Session(shoes=2), sessions=640, seed="fresh")
    shoes, books = job.shoes(0), job.books(0).sessions
    assert len(books) == 10
    for number, book in enumerate(books.tolist()):
        first = shoes.first[2 * number : 2 * number + 3]
        coups = slice(int(first[0]), int(first[-1]))
        alone = replace(
            shoes, first=first - first[0], score=shoes.score[coups], left=shoes.left[coups]
        )
        played_alone = new_books(1, 0, bets=len(job.bets))
        job._play(alone, played_alone, first_shoe=0)
        assert played_alone.sessions[0].tolist() == book


# --- the guest's own ------------------------------------------------------------------------------


def double_or_nothing(memory: Memory, result: int) -> int:
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


def never_ends(memory: Memory, _result: int) -> int:
    memory[0] += 1
    while memory[0] > 90:
        pass
    return 1


def leaves_the_program(memory: Memory, _result: int) -> int:
    memory[0] += 1
    if memory[0] > 9:
        sys.exit()
    return 1


def test_an_own_staking_is_compiled_and_plays_as_the_built_in_one() -> None:
    mine = own_staking(double_or_nothing)
    assert mine.engine == "staking compiled"
    ours, theirs = (played("follow", staking=each) for each in (mine, "martingale"))
    assert ours.finals.tolist() == theirs.finals.tolist()
    assert (ours.bets, ours.action) == (theirs.bets, theirs.action)


def test_an_own_staking_that_cannot_be_compiled_runs_as_plain_python_and_says_so() -> None:
    mine = own_staking(by_the_clock, "clock")
    assert "plain Python" in mine.engine
    ours, theirs = (played("follow", sessions=40, staking=each) for each in (mine, "flat"))
    assert ours.finals.tolist() == theirs.finals.tolist()


def sees_what_was_placed(memory: Memory, _result: int) -> int:
    return 1000 if memory[-1] in {0, 500} else 1


@pytest.mark.filterwarnings("ignore")
def test_an_own_staking_sees_the_units_that_were_placed() -> None:
    mine = own_staking(sees_what_was_placed)
    found = played("always player", Session(cap=Chips(50_00), coups=2), 64, staking=mine)
    assert mine.units("LL", 500) == [500, 500, 500]
    assert mine.units("LL", 5) == [5, 1, 1]
    assert 64 * 60_00 <= found.action <= 64 * 100_00


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function, message",
    [
        (fails_later, "fails_later failed at shoe 1, coup [0-9]+: .*zero"),
        (writes_far_away, "writes_far_away failed at shoe 1, coup [0-9]+: index .*out of bounds"),
        (gives_up, "gives_up failed at shoe 1, coup [0-9]+: a stake must be 1 unit or more"),
        (never_ends, "never_ends failed at shoe 2, coup [0-9]+: no answer after"),
        (leaves_the_program, "failed at shoe 1, coup [0-9]+: it tried to end the program"),
    ],
)
def test_an_own_staking_that_fails_says_why_and_where(
    function: NextStake, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    staking = own_staking(function)
    monkeypatch.setattr(_own.Watchdog.__init__, "__defaults__", (0.5,))
    job = strategy_job(
        Strategy.parse("follow", staking),
        CLASSIC,
        session=Session(shoes=2),
        sessions=1,
        seed="systems",
    )
    with pytest.raises(StrategyFailed, match=message) as refused:
        job.play(0)
    assert "\n" not in str(refused.value)


def sometimes_half(memory: Memory, _result: int) -> float:
    return 1.5 if memory[7] else 1


@pytest.mark.parametrize(
    "function, message",
    [
        (fails, "failed: out of luck"),
        (7, "the staking x is not a function"),
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
def test_what_is_no_staking_is_refused_before_any_work(function: NextStake, message: str) -> None:
    with pytest.raises(AnalysisError, match=message) as refused:
        own_staking(function, "x")
    assert "\n" not in str(refused.value)


def in_a_notebook(text: str) -> NextStake:
    """The function `mine` of a text that was typed in."""
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
def test_without_its_source_a_function_is_known_by_its_code_and_what_that_names(
    text: str, is_the_same: bool
) -> None:
    one, other = (own_staking(in_a_notebook(each)).digest for each in (PLAIN, text))
    assert (one == other) == is_the_same


def test_a_function_that_calls_itself_has_a_digest() -> None:
    text = "def mine(memory, result): return mine(memory, 0) if result else 1"
    assert own_staking(in_a_notebook(text)).digest == own_staking(in_a_notebook(text)).digest


def test_with_its_source_a_function_has_a_digest_that_no_version_of_python_changes() -> None:
    text = "K = 1\ndef mine(memory, result, most='\U0001fae8'):\n    return K"
    staking = own_staking(in_a_notebook(text), "file.py:mine", source=text.encode())
    which = rb"('mine', 2, 'mine', ['\U0001fae8'])"
    assert staking.digest == sha256(text.encode() + which).hexdigest()
    other = own_staking(in_a_notebook(text), "file.py:other", source=text.encode())
    assert other.digest != staking.digest


# --- own placements -------------------------------------------------------------------------------


def follows(view: GuestView) -> dict[str, int]:
    """Bet on the last winner, two units after three wins of that side."""
    sides = view.outcomes.replace("T", "")
    if not sides:
        return {}
    assert view.streak == len(sides) - len(sides.rstrip(sides[-1]))
    return {"banker" if sides[-1] == "B" else "player": 2 if view.streak >= 3 else 1}


def test_an_own_placement_plays_as_the_same_text() -> None:
    text = Strategy.parse("streak >= 3: 2 last; otherwise: last", staking="martingale")
    jobs = [
        strategy_job(each, CLASSIC, session=Session(shoes=2), sessions=4, seed="own")
        for each in (Strategy.own(follows, "martingale"), text)
    ]
    vars(jobs[1])["deals_cards"] = True
    mine, theirs = (
        [job.books(block).sessions[:, : kernels.BOOKED].tolist() for block in range(job.blocks)]
        for job in jobs
    )
    assert mine == theirs


def test_a_view_shows_what_a_guest_sees_and_nothing_else() -> None:
    seen: list[tuple[int, str, int, int]] = []

    def look(view: GuestView) -> dict[str, int]:
        assert len(view.outcomes) == len(view.totals) == view.coup - 1
        shown = [sum(card.points for card in view.cards)]
        assert 4 * (view.coup - 1) <= len(view.cards) - 1 <= 6 * (view.coup - 1)
        assert view.cards_left < 416 - len(view.cards)
        assert view.roads == Roads.parse(view.outcomes)
        assert view.good_road == next(iter(good_roads(view.roads)), None)
        assert view.true_count("tie") * (416 - len(view.cards)) == 52 * view.count("tie")
        seen.append((view.coup, view.outcomes, view.cards_left, shown[0]))
        assert (view.won, view.lost, view.pushed) == (False, False, False)
        assert [view.bankroll, view.profit, view.wins, view.losses] == [100, 0, 0, 0]
        return {}

    found = played(Strategy.own(look), sessions=1)
    assert found.bets == 0
    assert found.verdict == "It never bet."
    assert [coup for coup, *_ in seen] == list(range(1, found.coups + 1))
    assert all(later.startswith(before) for (_, before, *_), (_, later, *_) in pairwise(seen))


def too_much(view: GuestView) -> dict[str, int]:
    return {"player": 1_001} if view.coup == 3 else {}


def more_than_all(view: GuestView) -> dict[str, int]:
    return {"player": int(view.bankroll), "tie": 1} if view.coup == 3 else {}


def loops(view: GuestView) -> dict[str, int]:
    while view.coup == 2:
        pass
    return {}


@pytest.mark.parametrize(
    "function, message",
    [
        (too_much, "shoe 1, coup 3: 1001 units on player are above the 1,000 allowed"),
        (more_than_all, "shoe 1, coup 3: it staked 101 units and has 100$"),
        (lambda _: sys.exit(), "shoe 1, coup 1: it tried to end the program"),
        (lambda _: {"panda_8": 1}, "coup 1: 'panda_8' is not a bet that classic offers: player, b"),
        (lambda _: {"player": 1.5}, "units must be whole numbers from 0, not 1.5"),
        (lambda _: {"player": -1}, "units must be whole numbers from 0, not -1"),
        (lambda _: "player", "it must return a dict of units by bet, not 'player'"),
        (lambda _: 1 / 0, "shoe 1, coup 1: division by zero"),
        (lambda view: view.future, "no attribute 'future'"),
        (loops, "shoe 1, coup 2: no answer after"),
    ],
)
def test_an_own_placement_that_fails_names_the_shoe_and_the_coup(
    function: PlaceFunction, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_own.Watchdog.__init__, "__defaults__", (0.5,))
    with pytest.raises(StrategyFailed, match=message) as refused:
        played(Strategy.own(function), sessions=1)
    assert "\n" not in str(refused.value)


def test_an_own_placement_with_less_than_a_unit_is_ruined() -> None:
    session = Session(bankroll=Chips(30_00), shoes=5)
    found = played(Strategy.own(lambda _: {"player": 1}), session, 20)
    assert found.ruined > 0


def test_what_is_no_placement_is_refused() -> None:
    with pytest.raises(AnalysisError, match="the strategy x is not a function"):
        Strategy.own(7, name="x")  # type: ignore[arg-type] # refused


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        ("", 1, 1, "the end is not a placement"),
        ("strek >= 3: last", 1, 1, "'strek' is not a condition; the nearest is streak"),
        ("won: last\nstreak >> 3: last", 2, 9, "is not a number"),
        ("won: skip; lost : 0 player", 1, 19, "from 1 to 1,000"),
        ("last = bx: player", 1, 8, "each of b, p, t"),
        ("otherwise: template ppt", 1, 21, "each of b, p"),
        ("(won: last", 1, 5, "a closing parenthesis"),
        ("won: player player", 1, 13, "the end of the line"),
        ("count nosuch > 2: tie", 1, 7, "a count: player, banker"),
        ("good_road = long: banker", 1, 13, "a good road"),
        ("won and: last", 1, 8, "a condition"),
    ],
)
def test_a_mistake_in_a_text_is_named_with_its_place(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(PlacementError, match=re.escape(message)) as refused:
        Placement.parse(text)
    assert (refused.value.line, refused.value.column) == (line, column)


def test_not_binds_tighter_than_and_and_and_tighter_than_or() -> None:
    one = Placement.parse("not won and lost or pushed: last")
    assert one == Placement.parse("((not won) and lost) or pushed: last")
    assert one != Placement.parse("not (won and (lost or pushed)): last")


@pytest.mark.parametrize(
    "name, text",
    [
        ("follow", "otherwise: last"),
        ("Always dragon_7", "otherwise: dragon_7"),
        ("before-last", "otherwise: before_last"),
        ("streak 4", "streak >= 4: last"),
        ("template PBPPBB", "otherwise: template pbppbb"),
    ],
)
def test_a_named_placement_is_a_text(name: str, text: str) -> None:
    assert str(named_placement(name)) == text


@pytest.mark.parametrize(
    "name", ["streak", "follow 3", "streak x", "always !", "fllow", "template x"]
)
def test_a_wrong_name_of_a_placement_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match=r"is not (a strategy|written like)"):
        named_placement(name)


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
    session = Session(bankroll=bankroll, unit=Chips(10**11), coups=3)
    found = played("always player", session, 200_000, house=INDEPENDENT)
    final = from_limbs(found.tally["money"])[kernels.FINAL]
    assert final + found.lost == 200_000 * 10**14 > 2**63
    assert found.action == 600_000 * 10**11
    assert found.json()["mean_end"] == pytest.approx(10**12, rel=0.01)
    assert abs(found.sigmas or 9) < 4
    with pytest.raises(AnalysisError, match=r"and be \$1,000,000,000,000 at most"):
        replace(session, bankroll=Chips(10**14 + 1))


def test_stakes_that_could_not_be_counted_are_refused_before_any_work() -> None:
    house = replace(CLASSIC, limits=None)
    session = Session(bankroll=Chips(10**14), unit=Chips(10**8), cap=Chips(10**14), shoes=10**5)
    with pytest.raises(AnalysisError, match="could come to more than can be counted"):
        played("always banker", session, 1, house=house)
    short = replace(session, shoes=1, cap=Chips(10**9))
    assert played("always banker", short, 1, house=house).coups > 0


def test_means_shares_and_their_errors_are_those_of_the_sessions_one_by_one() -> None:
    found = played("always banker", Session(), 300, staking="martingale")
    job = found.job
    books = np.concatenate([job.books(block).sessions for block in range(job.blocks)])
    lost, action = books[:, kernels.LOST], books[:, kernels.ACTION]
    assert found.mean_end == pytest.approx(books[:, kernels.FINAL].mean())
    assert found.mean_end_se == pytest.approx(lost.std(ddof=1) / 300**0.5)
    assert found.loss_share == lost.sum() / action.sum()
    residuals = lost - found.loss_share * action
    error = (300 / 299 * (residuals**2).sum()) ** 0.5 / action.sum()
    assert found.loss_share_se == pytest.approx(error)
    surprise = lost - float(found.job.edges[0]) * action
    sigmas = surprise.sum() / (300**0.5 * surprise.std(ddof=1))
    assert found.sigmas == pytest.approx(sigmas, rel=1e-4)
    assert found.deepest_drawdown == books[:, kernels.DRAWDOWN].max()


def test_one_session_has_no_error_and_no_verdict() -> None:
    alone = played("always banker", sessions=1)
    assert (alone.mean_end_se, alone.loss_share_se, alone.sigmas) == (None, None, None)
    assert alone.verdict == "Too few sessions to tell luck from skill."


def test_few_sessions_lie_within_their_error() -> None:
    strategy = Strategy.parse("always banker")
    for seed in "abcdefgh":
        job = strategy_job(strategy, CLASSIC, session=Session(), sessions=65, seed=seed)
        (found,) = statistics_of(run_on_threads((job,), threads=1))
        assert abs(found.sigmas or 9) < 4


def test_several_strategies_are_corrected_for_each_other() -> None:
    one = played("true_count dragon_7 >= 8: dragon_7", sessions=4_000, house=EZ)
    assert one.sigmas is not None
    close = replace(one, rivals=1, rank=0)
    assert close.is_luck == (abs(one.sigmas) < 2.5758)
    many = replace(one, rivals=10**9, rank=0)
    assert many.is_luck


# --- refusals -------------------------------------------------------------------------------------

RICH = {"bankroll": 100_000_00, "unit": 100_00}


@pytest.mark.parametrize(
    "text, terms, others, message",
    [
        ("always banker", {"cap": 5_00}, {}, "a cap of $5 is below the unit of $10"),
        ("always banker", {"unit": 0}, {}, "must cover a unit of $0"),
        ("always banker", {"bankroll": 5}, {}, "a bankroll of $0.05 must cover"),
        ("always banker", {"unit": 1_60}, {}, "must be $1 or more, in steps of $1, not $1.60"),
        ("follow", {"stop_loss": 2_000_00}, {}, "a stop loss must be above 0 and at most the bank"),
        ("follow", {"trailing_stop": 0}, {}, "a trailing stop must be above 0"),
        ("follow", {"goal": 0}, {}, "a goal must be above 0"),
        ("follow", {"losing_run": 0}, {}, "losing_run must be from 1"),
        ("follow", {"shoes": 0}, {}, "a session lasts 1 to"),
        ("follow", {"coups": 0}, {}, "a session lasts 1 to"),
        ("follow", {"rebate": Fraction(11, 10)}, {}, "rebate must be from 0 to 1"),
        ("follow", {}, {"sessions": 0}, "sessions is out of range: use 1 to"),
        ("follow", {}, {"sessions": 10**10}, "sessions is out of range: use 1 to"),
        ("otherwise: skip", {}, {}, "never bets"),
        ("won: last\nlost: panda_8", {}, {}, "; lost: panda_8: line 2, column 7: 'panda_8' is not"),
        ("always banker", {}, {"house": BURT}, "must be a multiple of $20, not $10"),
        ("always banker", {"unit": 10}, {"house": INDEPENDENT}, "a multiple of $0.20, not $0.10"),
        (
            "always banker",
            RICH | {"cap": 10_000_01},
            {},
            "a cap of $10,000.01 is above the $10,000",
        ),
        ("always big", RICH | {"cap": 10_000_00}, {}, "that classic takes on big"),
        ("otherwise: 11 big", RICH, {}, "11 units on big are $1,100, above the $1,000"),
    ],
)
def test_impossible_terms_are_refused(
    text: str, terms: dict[str, Any], others: dict[str, Any], message: str
) -> None:
    with pytest.raises(AnalysisError, match=re.escape(message)):
        played(text, Session(**terms), **others)


def test_stakes_are_cut_to_the_houses_limits() -> None:
    rich = Session(bankroll=Chips(100_000_00), unit=Chips(100_00))
    assert rich.most_units(CLASSIC, CLASSIC.bet("banker")) == 100
    assert rich.most_units(CLASSIC, CLASSIC.bet("big")) == 10


def test_figures_show_as_a_table_in_a_notebook() -> None:
    page = played("follow", staking="oscar", sessions=100)._repr_html_()
    assert "<caption>follow: " in page
    assert "lost of action %" in page


def test_programs_are_paid_from_the_books_of_each_session() -> None:
    rates: dict[str, Any] = {
        "rolling": Fraction(12, 1000),
        "rebate": Fraction(1, 10),
        "comp": Fraction(3, 10),
    }
    session = Session(bankroll=Chips(300_00), coups=40, **rates)
    job = strategy_job(
        Strategy.parse("follow", "martingale"), CLASSIC, session=session, sessions=300, seed="p"
    )
    found = statistics_of(run_on_threads([job], threads=2))[0].programs
    assert found is not None
    books = [book for at in range(job.blocks) for book in job.books(at).sessions.tolist()]
    rolling = [rates["rolling"] * book[kernels.TAKEN] for book in books]
    rebate = [rates["rebate"] * max(0, book[kernels.LOST]) for book in books]
    comp = [rates["comp"] * Fraction(book[kernels.EXPECTED], kernels.PARTS) for book in books]
    parts = zip(books, rolling, rebate, comp, strict=True)
    results = [sum(rest, Fraction(-book[kernels.LOST])) for book, *rest in parts]
    means = [float(sum(each, Fraction(0)) / 300) for each in (rolling, rebate, comp, results)]
    assert found[:4] == pytest.approx(means, rel=1e-12)
    assert found.result_se == pytest.approx(np.std(np.array(results, float), ddof=1) / 300**0.5)


def test_without_programs_nothing_is_returned() -> None:
    assert played("follow", Session()).programs is None
