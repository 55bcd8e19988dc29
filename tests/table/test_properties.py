"""Properties of any evening: chips are conserved, stakes are covered, ties cost nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.coup import Outcome
from puntobanco.errors import PuntoBancoError
from puntobanco.fairness import Seed, shuffled
from puntobanco.house import CLASSIC, EZ, SUPER_SIX, House, Limits, Ties
from puntobanco.settlement import Chips, Rounding
from puntobanco.shoe import Shoe
from puntobanco.table import Command, Event, Fate, Phase, State, decide, evolve
from puntobanco.table.commands import (
    BuyIn,
    CommitShoe,
    Deal,
    Double,
    Leave,
    OpenShoe,
    OpenTable,
    PlaceBet,
    Repeat,
    Sit,
    TakeBack,
    Undo,
)
from puntobanco.table.events import BetSettled, BoughtIn, CoupDealt, GuestLeft

pytestmark = pytest.mark.no_cover

Evening = list[tuple[State, Event, State]]
"""Every event of a table, with the states before and after it."""

seats = st.integers(1, 3)
houses = st.builds(
    replace,
    st.sampled_from([CLASSIC, EZ, SUPER_SIX]),
    ties=st.sampled_from(Ties),
    rounding=st.sampled_from(Rounding),
    limits=st.just(Limits(minimum=Chips(1), step=Chips(1))),
)


@cache
def requests_with(bets: tuple[str, ...]) -> st.SearchStrategy[list[Command]]:
    """Return a strategy for commands, made once for all houses with the same bets."""
    keys = st.sampled_from(bets)
    stakes = st.integers(1, 400_00).map(Chips)
    deals = st.just(Deal())
    command = st.one_of(
        deals,
        deals,
        st.builds(PlaceBet, seats, keys, chips=stakes),
        st.builds(PlaceBet, seats, keys, chips=stakes),
        st.builds(Undo, seats),
        st.builds(TakeBack, seats),
        st.builds(Repeat, seats),
        st.builds(Double, seats),
        st.builds(BuyIn, seats, chips=stakes),
        st.builds(Sit, seats, st.just("guest")),
        st.builds(Leave, seats),
    )
    return st.lists(command, max_size=60)


def played(house: House, asked: list[Command], seed: str) -> Evening:
    """Play these commands, except those that are refused."""
    state, shoe, steps = State(), Shoe(()), []
    opening: list[Command] = [
        OpenTable("table", house),
        Sit(1, "Ann"),
        BuyIn(1, chips=Chips(900_00)),
        CommitShoe("11" * 32, "22" * 32),
        OpenShoe(shuffled(house.decks, Seed.of_text(seed)), "33" * 32),
    ]
    for command in [*opening, *asked]:
        try:
            events, shoe = decide(state, command, shoe)
        except PuntoBancoError:
            continue
        for event in events:
            before, state = state, evolve(state, event)
            steps.append((before, event, state))
    return steps


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    house = draw(houses)
    asked = draw(requests_with(tuple(bet.key for bet in house.bets)))
    return played(house, asked, draw(st.text("abc", max_size=3)))


def chips_in_play(state: State) -> int:
    return sum(seat.bankroll for seat in state.seats.values())


@settings(max_examples=150, deadline=None)
@given(evenings())
def test_money_moves_only_by_buying_in_leaving_and_settlement(evening: Evening) -> None:
    house_money = 0
    for before, event, after in evening:
        change = chips_in_play(after) - chips_in_play(before)
        match event:
            case BoughtIn():
                assert change == event.chips
            case GuestLeft():
                assert change == -event.chips
            case BetSettled():
                house_money -= event.earned
                assert change == event.earned
            case _:
                assert change == 0
    final = evening[-1][2]
    bought = sum(event.chips for _, event, _ in evening if isinstance(event, BoughtIn))
    taken = sum(event.chips for _, event, _ in evening if isinstance(event, GuestLeft))
    assert chips_in_play(final) + taken + house_money == bought


@settings(max_examples=150, deadline=None)
@given(evenings())
def test_every_stake_is_covered_by_the_bankroll_at_all_times(evening: Evening) -> None:
    for _, event, after in evening:
        if not isinstance(event, BetSettled):
            assert all(seat.available >= 0 for seat in after.seats.values())
        assert all(seat.bankroll >= 0 for seat in after.seats.values())


@settings(max_examples=150, deadline=None)
@given(evenings())
def test_the_totals_on_the_spots_are_those_of_the_wagers(evening: Evening) -> None:
    for _, _, after in evening:
        for seat in after.seats.values():
            fresh = replace(seat)  # adds up its wagers
            assert list(seat.stakes.items()) == list(fresh.stakes.items())
            assert seat.staked == fresh.staked


@settings(max_examples=150, deadline=None)
@given(evenings())
def test_no_player_or_banker_stake_is_lost_on_a_tie(evening: Evening) -> None:
    outcome = None
    for before, event, _ in evening:
        if isinstance(event, CoupDealt):
            outcome = event.coup.outcome(before.house.naturals)
        if isinstance(event, BetSettled) and outcome is Outcome.TIE:
            main = before.house.bet(event.key) in before.house.main_bets
            if main and event.key != "tie":
                assert (event.earned, event.fate in (Fate.STANDS, Fate.RETURNED)) == (0, True)


@settings(max_examples=150, deadline=None)
@given(evenings())
def test_a_loss_is_the_stake_and_a_win_is_within_a_coin_of_its_odds(evening: Evening) -> None:
    coup = None
    for before, event, _ in evening:
        if isinstance(event, CoupDealt):
            coup = event.coup
        if isinstance(event, BetSettled):
            assert coup is not None
            odds = before.house.bet(event.key).decide(coup, before.house.naturals)
            assert abs(event.earned - event.stake * odds) < 1
            assert event.fate is not Fate.LOST or event.earned == -event.stake


@settings(max_examples=100, deadline=None)
@given(evenings())
def test_the_cards_left_and_the_cards_seen_always_make_up_the_shoe(evening: Evening) -> None:
    for _, _, after in evening:
        if after.phase is Phase.BETTING:
            assert after.left + after.hidden + len(after.seen) == after.house.cards
            assert len(after.seen_at) == len(after.seen)
