from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from puntobanco import PUNTO_BANCO, Card, Coup, Hand, Score, Shoe, Side, Square
from puntobanco.coup import Called, Dealt, Drew, Ended, Opening, Stood
from puntobanco.shoe import Burn

CARD, HAND = Card.parse("9h"), Hand.parse("9h Kd")
SQUARE = Square(Side.PLAYER, 5)


@pytest.mark.parametrize(
    "value",
    [
        CARD,
        HAND,
        Shoe.parse("9h Kd"),
        Burn(CARD, ()),
        SQUARE,
        PUNTO_BANCO,
        Coup(HAND, HAND),
        Opening(HAND, HAND),
        Dealt(Side.PLAYER, CARD),
        Called(5, 3),
        Stood(Side.PLAYER, 6, SQUARE),
        Drew(Side.PLAYER, CARD, 4, SQUARE),
        Ended(Score(4, 1, 3, 3)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_never_changes_and_can_be_a_key(value: Any) -> None:  # noqa: ANN401 - any value
    assert is_dataclass(value)
    assert {value: "found"}[value] == "found"
    name = fields(value)[0].name
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, None)
    assert not hasattr(value, "__dict__")
