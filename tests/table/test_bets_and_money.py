"""Stakes, limits and settlement at a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from puntobanco.bets import PLAYER
from puntobanco.errors import (
    BetNotOffered,
    IllegalCommand,
    InsufficientFunds,
    OutsideLimits,
    PuntoBancoError,
)
from puntobanco.house import CLASSROOM, EZ, House, Limits, Ties
from puntobanco.settlement import Chips
from puntobanco.table import Command, Fate
from puntobanco.table.commands import (
    BuyIn,
    CloseTable,
    Double,
    ExpireSeat,
    Leave,
    PlaceBet,
    Repeat,
    Sit,
    TakeBack,
    Undo,
)
from puntobanco.table.decisions import LARGEST_BANKROLL, MOST_WAGERS
from puntobanco.table.events import GuestLeft
from tests.table.rigged import BANKER_WINS, DRAGON, NO_BURN, PLAYER_WINS, TIE, Table


def house_with(ties: Ties) -> House:
    return replace(NO_BURN, ties=ties)


@pytest.mark.parametrize(
    "coup, key, dollars, earned",
    [
        (PLAYER_WINS, "player", 25, 25_00),
        (BANKER_WINS, "banker", 20, 19_00),
        (TIE, "tie", 10, 80_00),
    ],
)
def test_a_winning_bet_is_paid(coup: str, key: str, dollars: int, earned: int) -> None:
    table = Table(coups=(coup,))
    table.bet(key, dollars)
    table.deal()
    assert table.seat.bankroll == 1_000_00 + earned


def test_all_spots_can_be_bet_at_once_and_a_second_bet_adds_to_the_first() -> None:
    table = Table(coups=(PLAYER_WINS,))
    for key in ("player", "banker", "tie", "player_pair", "player"):
        table.bet(key, 5)
    assert table.seat.stakes == {"player": 1000, "banker": 500, "tie": 500, "player_pair": 500}
    table.deal()
    assert table.seat.bankroll == 1_000_00 + 10_00 - 15_00


def test_one_guest_has_only_so_many_stakes_on_the_felt() -> None:
    table = Table()
    for _ in range(MOST_WAGERS):
        table.bet("player", 1)
    with pytest.raises(IllegalCommand, match="you already have 500 stakes"):
        table.bet("tie", 1)
    table.do(TakeBack(1))
    table.bet("tie", 1)
    assert table.seat.stakes == {"tie": 100}


def test_losing_bets_are_collected_before_winners_are_paid_and_stakes_left_standing() -> None:
    table = Table(coups=(TIE,))
    for key in ("player", "tie", "big"):
        table.bet(key, 5)
    _, settled = table.deal()
    assert [bet.fate for bet in settled] == [Fate.LOST, Fate.WON, Fate.STANDS]


def test_after_a_tie_stakes_stand_for_the_next_coup() -> None:
    table = Table(coups=(TIE, PLAYER_WINS))
    table.bet("player", 25)
    table.bet("banker", 10)
    table.deal()
    assert table.seat.bankroll == 1_000_00
    assert table.seat.stakes == {"player": 25_00, "banker": 10_00}
    table.deal()
    assert table.seat.bankroll == 1_015_00
    assert table.seat.stakes == {}


def test_a_standing_stake_may_be_taken_back() -> None:
    table = Table(house_with(Ties.STAND), coups=(TIE, BANKER_WINS))
    table.bet("player", 25)
    table.deal()
    table.do(TakeBack(1))
    table.deal()
    assert table.seat.bankroll == 1_000_00


def test_a_locked_stake_may_not_be_taken_back_but_new_ones_beside_it_may() -> None:
    table = Table(house_with(Ties.LOCKED), coups=(TIE, BANKER_WINS))
    table.bet("player", 25)
    table.deal()
    assert "locked" in str(table.refuses(TakeBack(1)))
    table.bet("player", 5)
    table.do(TakeBack(1))
    assert table.seat.stakes == {"player": 25_00}
    table.deal()
    assert table.seat.bankroll == 975_00


def test_a_push_house_returns_stakes_at_once() -> None:
    table = Table(house_with(Ties.PUSH), coups=(TIE,))
    table.bet("player", 25)
    _, (settled,) = table.deal()
    assert settled.fate is Fate.RETURNED
    assert table.seat.stakes == {}


def test_any_other_push_of_a_main_bet_is_treated_like_a_tie() -> None:
    standing_ez = replace(EZ, burn=NO_BURN.burn, ties=Ties.STAND)
    table = Table(standing_ez, coups=(DRAGON,))
    table.bet("banker_ez", 10)
    _, (settled,) = table.deal()
    assert (settled.fate, settled.earned) == (Fate.STANDS, 0)


def test_a_side_bet_that_pushes_is_returned_even_where_main_bets_stand() -> None:
    table = Table(coups=("8s 8d Kc Td",))
    table.bet("dragon_bonus_player", 10)
    _, (settled,) = table.deal()
    assert settled.fate is Fate.RETURNED


@pytest.mark.parametrize("ties", [Ties.STAND, Ties.LOCKED])
@pytest.mark.parametrize("command", [Leave(1), ExpireSeat(1), CloseTable()])
def test_standing_stakes_go_back_unless_a_guest_leaves_with_a_locked_one(
    command: Command, ties: Ties
) -> None:
    table = Table(house_with(ties), coups=(TIE,))
    table.bet("player", 25)
    table.deal()
    if (command, ties) == (Leave(1), Ties.LOCKED):
        refused = table.refuses(command)
        assert (refused.code, refused.facts) == ("leave_locked", {"stake": 25_00})
        assert table.seat.stakes == {"player": 25_00}
    else:
        assert GuestLeft(1, Chips(1_000_00)) in table.do(command)
        assert table.state.seats == {}


def test_a_guest_may_leave_with_a_bet_beside_which_nothing_is_locked() -> None:
    table = Table(house_with(Ties.LOCKED), coups=(TIE, BANKER_WINS))
    table.bet("player", 25)
    table.deal()
    table.deal()
    table.bet("banker", 5)
    assert isinstance(table.do(Leave(1))[-1], GuestLeft)


def test_undo_takes_the_last_stake_and_then_the_one_before() -> None:
    table = Table()
    table.bet("player", 5)
    table.bet("banker", 7)
    table.bet("player", 3)
    table.do(Undo(1))
    assert table.seat.stakes == {"player": 5_00, "banker": 7_00}
    table.do(Undo(1))
    table.do(Undo(1))
    assert table.seat.stakes == {}
    assert isinstance(table.refuses(Undo(1)), IllegalCommand)


def test_repeat_lays_the_last_bets_again_over_what_still_stands() -> None:
    table = Table(coups=(TIE, PLAYER_WINS))
    table.bet("player", 25)
    table.bet("tie", 5)
    table.deal()
    table.do(Repeat(1))
    assert table.seat.stakes == {"player": 25_00, "tie": 5_00}
    assert "already on the felt" in str(table.refuses(Repeat(1)))


def test_double_doubles_every_stake_or_none() -> None:
    table = Table()
    table.bet("player", 300)
    table.do(Double(1))
    assert table.seat.stakes == {"player": 600_00}
    assert isinstance(table.refuses(Double(1)), InsufficientFunds)


def test_before_the_first_bet_there_is_nothing_to_repeat_or_to_double() -> None:
    table = Table()
    assert str(table.refuses(Repeat(1))) == "there are no earlier bets to repeat"
    assert str(table.refuses(Double(1))) == "there are no bets to double"


def test_the_sum_of_all_bets_cannot_exceed_the_bankroll() -> None:
    table = Table()
    table.bet("player", 600)
    table.bet("banker", 400)
    error = table.refuses(PlaceBet(1, "tie", chips=Chips(1_00)))
    assert isinstance(error, InsufficientFunds)
    assert (error.stake, error.available) == (100, 0)


@pytest.mark.parametrize(
    "house, key, stake, error",
    [
        *((NO_BURN, "player", stake, OutsideLimits) for stake in (50, 1_50, 10_001_00)),
        (NO_BURN, "big", 1_001_00, OutsideLimits),
        *((NO_BURN, "player", stake, IllegalCommand) for stake in (0, -5_00)),
        (NO_BURN, "dragon_7", 1_00, BetNotOffered),
        (CLASSROOM, "player", 1_00, BetNotOffered),
    ],
)
def test_a_stake_that_the_house_does_not_take_is_refused(
    house: House, key: str, stake: int, error: type[PuntoBancoError]
) -> None:
    assert isinstance(Table(house).refuses(PlaceBet(1, key, chips=Chips(stake))), error)


def test_the_maximum_counts_what_lies_on_the_spot_already() -> None:
    table = Table(replace(NO_BURN, limits=Limits(maximum=Chips(100_00))))
    table.bet("player", 60)
    assert isinstance(table.refuses(PlaceBet(1, "player", chips=Chips(41_00))), OutsideLimits)
    table.bet("player", 40)


@pytest.mark.parametrize("command", [partial(PlaceBet, 1, "banker"), partial(BuyIn, 1)])
def test_money_is_given_by_the_name_of_its_unit(command: Callable[..., object]) -> None:
    assert "chips=2500" in repr(command(chips=Chips(25_00)))
    with pytest.raises(TypeError, match="positional"):
        command(Chips(25_00))


@pytest.mark.parametrize("chips", [200.5, 200.0, True, "200", None])
@pytest.mark.parametrize("command", [partial(PlaceBet, 1, "player"), partial(BuyIn, 1)])
def test_chips_that_are_no_whole_number_are_refused(
    command: Callable[..., Command], chips: object
) -> None:
    table = Table(replace(NO_BURN, limits=None))
    before = table.state
    typed = f"whole numbers of type int, not a value of type {type(chips).__name__}: {chips!r}"
    with pytest.raises(TypeError, match=re.escape(typed)):
        table.do(command(chips=chips))
    assert table.state == before


@pytest.mark.parametrize("seat", [True, 1.0, "1"])
@pytest.mark.parametrize(
    "command",
    [partial(Sit, name="Ada"), partial(BuyIn, chips=Chips(100)), Leave, Undo],
    ids=lambda made: getattr(made, "func", made).__name__,
)
def test_a_seat_that_only_equals_a_number_is_refused(
    command: Callable[[Any], Command], seat: object
) -> None:
    table = Table()
    before = table.state
    with pytest.raises(
        TypeError, match=re.escape(f"type int, not a value of type {type(seat).__name__}")
    ):
        table.do(command(seat))
    assert table.state == before


def test_nobody_bets_on_after_winning_more_than_can_be_counted_with() -> None:
    limits = Limits(maximum=Chips(10**10), side_maximum=Chips(10**10))
    kind = replace(NO_BURN, main_bets=(PLAYER.with_pays(Fraction(10**6)),), limits=limits)
    table = Table(kind, coups=(PLAYER_WINS, PLAYER_WINS))
    table.do(BuyIn(1, chips=Chips(10**10)))
    table.bet("player", 10**8)
    table.deal()
    assert table.seat.bankroll > LARGEST_BANKROLL
    with pytest.raises(IllegalCommand, match="you broke the bank"):
        table.bet("player", 25)
    table.do(Leave(1))
