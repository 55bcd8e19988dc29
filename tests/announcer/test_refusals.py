from __future__ import annotations

import pytest

from puntobanco.announcer import refusal
from puntobanco.announcer.status import refusal_messages
from puntobanco.errors import (
    IllegalCommand,
    OutsideLimits,
)
from puntobanco.house import CLASSIC, EZ
from puntobanco.shoe import Shoe
from puntobanco.table import decide, fold
from puntobanco.table.commands import Sit
from puntobanco.table.events import GuestSat, TableOpened
from puntobanco.words import message


def test_a_refusal_names_the_bet_as_the_house_does() -> None:
    error = OutsideLimits("banker_ez", stake=2_000_000, low=100, high=1_000_000, step=100)
    line = "Limits on Banker: $1 to $10,000 in steps of $1, not $20,000."
    assert refusal(error, EZ) == line


def test_what_a_guest_may_be_refused_has_a_code_and_facts() -> None:
    table = fold([TableOpened("t", CLASSIC), GuestSat(1, "Ada")])
    with pytest.raises(IllegalCommand) as refused:
        decide(table, Sit(1, "Bob"), Shoe(()))
    assert (refused.value.code, refused.value.facts) == ("seat_taken", {"seat": 1})
    assert refusal_messages(refused.value) == [message("refused.seat_taken", seat=1)]
    assert refusal(refused.value) == "Seat 1 is taken."
