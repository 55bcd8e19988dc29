from __future__ import annotations

import pytest

from puntobanco.announcer import WIDTH, refusal
from puntobanco.announcer.refusals import refusal_messages
from puntobanco.errors import (
    BetNotOffered,
    IllegalCommand,
    InsufficientFunds,
    NotationError,
    OutsideLimits,
    PuntoBancoError,
)
from puntobanco.house import BURT, CLASSIC, CLASSROOM, EZ, House
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table import decide, fold
from puntobanco.table.commands import Sit
from puntobanco.table.events import GuestSat, TableOpened
from puntobanco.terminal.amounts import parse_money
from puntobanco.words import message

REFUSALS: list[tuple[PuntoBancoError, House, str]] = [
    (
        OutsideLimits("player", stake=50, low=100, high=1_000_000, step=100),
        CLASSIC,
        "Limits on Player: $1 to $10,000 in steps of $1; not $0.50.",
    ),
    (
        OutsideLimits("banker_ez", stake=2_000_000, low=100, high=1_000_000, step=100),
        EZ,
        "Limits on Banker: $1 to $10,000 in steps of $1; not $20,000.",
    ),
    (
        InsufficientFunds(stake=500_00, available=75_00),
        CLASSIC,
        "Too much: $500 is more than the $75 left to bet.",
    ),
    (
        InsufficientFunds(stake=500_00, available=0),
        CLASSIC,
        "Too much: there is nothing left to bet, and $500 is needed.",
    ),
    (
        BetNotOffered("dragon_7", offered=("player", "banker", "tie")),
        BURT,
        "Not here: Dragon 7. The bets are Player, Banker and Tie.",
    ),
    (BetNotOffered("player", offered=()), CLASSROOM, "Not here: this table takes no bets."),
    (
        IllegalCommand("there are no bets to take back"),
        CLASSIC,
        "There are no bets to take back.",
    ),
]


@pytest.mark.parametrize("error,house,line", REFUSALS, ids=[each[2] for each in REFUSALS])
def test_a_refusal_names_what_is_allowed(error: PuntoBancoError, house: House, line: str) -> None:
    assert refusal(error, house) == line
    assert len(line) <= WIDTH


def test_many_bets_are_counted_rather_than_listed() -> None:
    with pytest.raises(BetNotOffered) as refused:
        CLASSIC.bet("dragon_7")
    assert refusal(refused.value, CLASSIC) == (
        "Not here: Dragon 7. The bets are Player, Banker, Tie and 8 side bets."
    )


def test_the_real_limits_are_in_dollars() -> None:
    with pytest.raises(OutsideLimits) as refused:
        CLASSIC.check_stake(CLASSIC.bet("big"), Chips(2_000_00))
    assert refusal(refused.value, CLASSIC) == (
        "Limits on Big: $1 to $1,000 in steps of $1; not $2,000."
    )


def test_what_a_guest_may_be_refused_has_a_code_and_facts() -> None:
    table = fold([TableOpened("t", CLASSIC), GuestSat(1, "Ada")])
    with pytest.raises(IllegalCommand) as refused:
        decide(table, Sit(1, "Bob"), Shoe(()))
    assert (refused.value.code, refused.value.facts) == ("seat_taken", {"seat": 1})
    assert refusal_messages(refused.value) == [message("refused.seat_taken", seat=1)]
    assert refusal(refused.value) == "Seat 1 is taken."


def test_what_is_typed_wrong_is_quoted() -> None:
    with pytest.raises(NotationError) as refused:
        parse_money("lots")
    assert refusal(refused.value) == (
        "'lots' is not an amount: type dollars above zero, such as 25 or 2.50."
    )
    assert refused.value.code == "amount"
