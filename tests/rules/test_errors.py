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
            "'big' is not offered here; the bets are player, tie",
            {"key": "big", "offered": ("player", "tie")},
        ),
        (
            errors.BetNotOffered("big", offered=()),
            "'big' is not offered here; the bets are none",
            {"key": "big", "offered": ()},
        ),
        (
            errors.OutsideLimits("tie", stake=150, low=100, high=1000, step=100),
            "a stake of 150 on tie is not 100 to 1000 in steps of 100",
            {"key": "tie", "stake": 150, "low": 100, "high": 1000, "step": 100},
        ),
        (
            errors.InsufficientFunds(stake=500, available=400),
            "a stake of 500 is more than the 400 available",
            {"stake": 500, "available": 400},
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
    assert vars(error) == facts
