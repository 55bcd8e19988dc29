from __future__ import annotations

import pytest

from puntobanco import errors
from puntobanco.errors import PuntoBancoError


@pytest.mark.parametrize(
    "error, line, facts",
    [
        (
            errors.NotationError("Xx", expected="a card"),
            "'Xx' is not a card",
            {"text": "Xx", "expected": "a card"},
        ),
        (
            errors.ShoeExhausted(wanted=4, left=3),
            "4 more cards are needed, 3 remain",
            {"wanted": 4, "left": 3},
        ),
        (
            errors.ShoeExhausted(wanted=1, left=0),
            "1 more card is needed, 0 remain",
            {"wanted": 1, "left": 0},
        ),
        (
            errors.ShoeExhausted(wanted=4, left=1),
            "4 more cards are needed, 1 remains",
            {"wanted": 4, "left": 1},
        ),
        (
            errors.HouseError("decks", "13 is not 1 to 12"),
            "decks: 13 is not 1 to 12",
            {"field": "decks", "reason": "13 is not 1 to 12", "line": None},
        ),
        (
            errors.HouseError("bets.sum.lines", "no pay", line=2),
            "bets.sum.lines, line 2: no pay",
            {"field": "bets.sum.lines", "reason": "no pay", "line": 2},
        ),
        (
            errors.BetNotOffered("big", offered=("player", "tie")),
            "not here: Big. The bets are Player and Tie",
            {"key": "big", "offered": ("player", "tie"), "code": "not_offered"},
        ),
        (
            errors.BetNotOffered("big", offered=()),
            "not here: this table takes no bets",
            {"key": "big", "offered": (), "code": "no_bets"},
        ),
        (
            errors.OutsideLimits("tie", stake=150, low=100, high=1000, step=100),
            "limits on Tie: 100 to 1,000 in steps of 100; not 150",
            {"key": "tie", "stake": 150, "low": 100, "high": 1000, "step": 100, "code": "limits"},
        ),
        (
            errors.InsufficientFunds(stake=500, available=400),
            "too much: 500 is more than the 400 left to bet",
            {"stake": 500, "available": 400, "code": "funds"},
        ),
        (
            errors.InsufficientFunds(stake=500, available=0),
            "too much: there is nothing left to bet, and 500 is needed",
            {"stake": 500, "available": 0, "code": "nothing_left"},
        ),
        (
            errors.BuyInRejected(600, bought=500, most=1000),
            "too much: 600 is more than the 500 that may still be bought",
            {"chips": 600, "bought": 500, "most": 1000, "code": "buy_in"},
        ),
        (
            errors.BuyInRejected(0, bought=500, most=1000),
            "a buy-in here is 1 to 500",
            {"chips": 0, "bought": 500, "most": 1000, "code": "buy_in_here"},
        ),
        (
            errors.HouseError("bets.sum.lines", code="house_lines", line=2, count=50, most=40),
            "bets.sum.lines, line 2: 50 lines is not 1 to 40",
            {"field": "bets.sum.lines", "reason": "", "line": 2, "code": "house_lines"},
        ),
        (
            errors.ToolMissing("iverilog", package="iverilog"),
            "iverilog is not installed: it is in the package iverilog",
            {"tool": "iverilog", "package": "iverilog"},
        ),
        (
            errors.ToolFailed("yosys", "out of\nmemory"),
            "yosys: out of?memory",
            {"tool": "yosys", "reason": "out of?memory"},
        ),
        (
            errors.CircuitUnreadable("there is no module top"),
            "there is no module top",
            {"reason": "there is no module top"},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_error_is_one_line_and_carries_its_facts(
    error: PuntoBancoError, line: str, facts: dict[str, object]
) -> None:
    assert str(error) == line
    assert {name: fact for name, fact in vars(error).items() if name != "facts"} == facts
