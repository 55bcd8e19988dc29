from __future__ import annotations

import pytest

from puntobanco import errors
from puntobanco.errors import PuntoBancoError


@pytest.mark.parametrize(
    "error, line",
    [
        (errors.NotationError("Xx", expected="a card"), "'Xx' is not a card"),
        (errors.ShoeExhausted(wanted=4, left=3), "4 more cards are needed, 3 remain"),
        (errors.ShoeExhausted(wanted=1, left=0), "1 more card is needed, 0 remain"),
        (errors.ShoeExhausted(wanted=4, left=1), "4 more cards are needed, 1 remains"),
        (errors.HouseError("decks", "13 is not 1 to 12"), "decks: 13 is not 1 to 12"),
        (errors.HouseError("bets.x.lines", "no pay", line=2), "bets.x.lines, line 2: no pay"),
        (
            errors.HouseError("bets.x.lines", code="house_lines", line=2, count=50, most=40),
            "bets.x.lines, line 2: 50 lines is out of range: use 1 to 40",
        ),
        (
            errors.BetNotOffered("big", offered=("player", "tie")),
            "not offered: Big. Bets: Player and Tie",
        ),
        (errors.BetNotOffered("big", offered=()), "this table takes no bets"),
        (
            errors.OutsideLimits("tie", stake=150, low=100, high=1000, step=100),
            "limits on Tie: 100 to 1,000 in steps of 100, not 150",
        ),
        (
            errors.InsufficientFunds(stake=500, available=400),
            "too much: 500 is more than the 400 left to bet",
        ),
        (
            errors.InsufficientFunds(stake=500, available=0),
            "too much: this needs 500, and you have nothing left to bet",
        ),
        (
            errors.BuyInRejected(600, bought=500, most=1000),
            "too much: you can still buy 500, not 600",
        ),
        (errors.BuyInRejected(0, bought=500, most=1000), "a buy-in must be 1 to 500"),
        (
            errors.ToolMissing("iverilog", package="iverilog"),
            "iverilog is not installed: it is in the package iverilog",
        ),
        (errors.ToolFailed("yosys", "out of\nmemory"), "yosys: out of?memory"),
        (errors.CircuitUnreadable("no\nmodule"), "no?module"),
        (errors.FormatUnknown("an event of format 9"), "an event of format 9"),
        (
            errors.LogWentBack("Zk3v0aX1cQ9rT2pw"),
            "the log is older than what was published of table Zk3v0a…",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_error_is_one_line(error: PuntoBancoError, line: str) -> None:
    assert str(error) == line
