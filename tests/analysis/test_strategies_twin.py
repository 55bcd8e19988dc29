"""Every placement, staking and session equals a plain twin at the real table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.analysis.counting.counts import COUNTS
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies.catalogue import PLACEMENTS, STAKINGS
from puntobanco.analysis.strategies.placement import (
    NUMBERS,
    ROADS,
    Check,
    Choice,
    Condition,
    Either,
    Every,
    Negated,
    Placement,
    PlacementLine,
)
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.staking import AtCap, Reset, Staking
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.analysis.strategies.strategy_job import StrategyJob, strategy_job
from puntobanco.house import BURT, CLASSIC, EZ, SUPER_SIX, House, Ties
from puntobanco.roads.good_roads import GOOD_ROADS
from puntobanco.settlement import Chips
from tests.analysis.strategy_twin import play

LOCKED = replace(CLASSIC, name="locked", ties=Ties.LOCKED)
LOCKED_EZ = replace(EZ, name="locked ez", ties=Ties.LOCKED)
HOUSES = (CLASSIC, EZ, SUPER_SIX, LOCKED, LOCKED_EZ, BURT)


def job_of(
    strategy: Strategy, session: Session, house: House = CLASSIC, sessions: int = 2
) -> StrategyJob:
    """Return a job that deals whole cards, which the twin needs."""
    job = strategy_job(strategy, house, session=session, sessions=sessions, seed="twin")
    vars(job)["deals_cards"] = True
    return job


def compare(job: StrategyJob) -> None:
    for block in range(job.blocks):
        books = job.books(block)
        twins = play(job, block)
        assert len(twins) == len(books.sessions)
        for twin, book in zip(twins, books.sessions.tolist(), strict=True):
            assert book[kernels.FINAL] == twin.money
            assert book[kernels.ACTION] == twin.action
            assert book[kernels.TAKEN] == twin.taken
            assert book[kernels.LOST] == job.session.bankroll - twin.money
            assert book[kernels.DRAWDOWN] == twin.drawdown
        assert books.sums[kernels.COUPS] == sum(twin.coups for twin in twins)
        assert books.sums[kernels.BETS] == sum(twin.bets for twin in twins)
        assert books.sums[kernels.RUINED] == sum(twin.ruined for twin in twins)
        assert books.worst[kernels.LOSING_RUN] == max(twin.longest_losing_run for twin in twins)


@pytest.mark.parametrize("name", PLACEMENTS)
@pytest.mark.parametrize("house", [CLASSIC, EZ], ids=lambda house: house.name)
def test_every_named_placement_is_played_as_at_the_table(name: str, house: House) -> None:
    strategy = Strategy.parse(f"{name} {PLACEMENTS[name].example}".strip(), staking="martingale")
    compare(job_of(strategy, Session(shoes=2), house))


@pytest.mark.parametrize("name", STAKINGS)
def test_every_staking_is_played_as_at_the_table(name: str) -> None:
    session = Session(bankroll=Chips(300_00), unit=Chips(20_00), cap=Chips(100_00), shoes=2)
    for house in (CLASSIC, LOCKED):
        compare(job_of(Strategy.parse("otherwise: last + tie", staking=name), session, house))


@pytest.mark.parametrize(
    "text",
    [
        "edge player < 1.2: player",
        "otherwise: best",
        "true_count dragon_7 >= 0.5: tie\ncount banker < 3: 2 banker",
        "otherwise: player_pair + 3 big",
        "not (edge banker >= 1.06% or last = tb) and decks_left < 7.9: best + 2 tie",
    ],
)
def test_cards_left_are_known_as_at_the_table(text: str) -> None:
    compare(job_of(Strategy.parse(text), Session(coups=30), sessions=1))


@pytest.mark.parametrize(
    "staking",
    [
        "martingale, max_steps=2, at_cap=reset",
        "martingale, max_steps=2, at_cap=hold",
        "paroli, max_steps=1, at_cap=leave",
        "martingale, virtual=2",
        "fibonacci, virtual=1, max_steps=3, reset=shoe",
        "ramp dragon_7 -2:1 0.5:3",
    ],
)
def test_options_of_stakings_are_played_as_at_the_table(staking: str) -> None:
    for house in (CLASSIC, LOCKED):
        compare(job_of(Strategy.parse("follow", staking=staking), Session(shoes=2), house))


# --- random strategies ----------------------------------------------------------------------------

numbers = st.integers(-40, 90).map(Fraction) | st.integers(-80, 80).map(lambda n: Fraction(n, 4))
relations = st.sampled_from(["=", "<", ">", "<=", ">="])
tests = st.one_of(
    st.sampled_from(["won", "lost", "pushed"]).map(Check),
    st.builds(Check, st.sampled_from(NUMBERS), relations, numbers),
    st.builds(Check, st.just("last"), st.just("="), st.text("bp", min_size=1, max_size=4)),
    st.builds(Check, st.just("last"), st.just("="), st.text("bpt", min_size=1, max_size=3)),
    st.builds(Check, st.sampled_from(ROADS), st.just("="), st.sampled_from(["red", "blue"])),
    st.builds(Check, st.just("good_road"), st.just("="), st.sampled_from(GOOD_ROADS)),
    st.builds(
        Check,
        st.sampled_from(["count", "true_count"]),
        relations,
        numbers,
        of=st.sampled_from(sorted(COUNTS)),
    ),
)
conditions: st.SearchStrategy[Condition] = st.recursive(
    tests,
    lambda inner: st.one_of(
        inner.map(Negated),
        st.lists(inner, min_size=2, max_size=3).map(lambda each: Every(tuple(each))),
        st.lists(inner, min_size=2, max_size=3).map(lambda each: Either(tuple(each))),
    ),
    max_leaves=5,
)
choices = st.one_of(
    st.builds(
        Choice,
        st.sampled_from(["last", "opposite", "before_last", "player", "banker", "tie"]),
        st.integers(1, 3),
    ),
    st.builds(
        Choice, st.just("template"), st.integers(1, 2), st.text("bp", min_size=1, max_size=5)
    ),
)
lines = st.builds(PlacementLine, st.none() | conditions, st.lists(choices, max_size=3).map(tuple))
placements = st.lists(lines, min_size=1, max_size=4).map(lambda each: Placement(tuple(each)))
stakings = st.builds(
    Staking,
    name=st.sampled_from(sorted(STAKINGS)),
    max_steps=st.none() | st.integers(1, 4),
    at_cap=st.sampled_from(AtCap),
    virtual=st.integers(0, 2),
    reset=st.sampled_from(Reset),
)
stops = st.none() | st.sampled_from([100_00, 250_00, 500_00]).map(Chips)
sessions = st.builds(
    Session,
    bankroll=st.just(Chips(1_000_00)),
    unit=st.just(Chips(20_00)),
    cap=st.sampled_from([None, Chips(200_00)]),
    stop_loss=stops,
    goal=stops,
    trailing_stop=stops,
    losing_run=st.none() | st.integers(1, 6),
    coups=st.none() | st.integers(1, 120),
    bets_per_shoe=st.none() | st.integers(1, 30),
)


@given(placements)
def test_a_placement_is_read_back_as_it_was_written(placement: Placement) -> None:
    assert Placement.parse(str(placement)) == placement


@given(stakings)
def test_a_staking_is_read_back_as_it_was_written(staking: Staking) -> None:
    read = Staking.parse(str(staking))
    assert str(read) == str(staking)
    assert read == (staking if staking.max_steps else replace(staking, at_cap=read.at_cap))


@given(
    placements.filter(lambda each: bool(each.choices)), stakings, sessions, st.sampled_from(HOUSES)
)
@settings(max_examples=60, deadline=None)
def test_any_strategy_is_played_as_at_the_table(
    placement: Placement, staking: Staking, session: Session, house: House
) -> None:
    compare(job_of(Strategy(placement, staking), session, house, sessions=1))
