"""How much a bet sends to each socket: what happened, and nothing that follows from it twice."""

from __future__ import annotations

import pytest

from puntobanco.house import CLASSIC
from puntobanco.web.room.audience import Connection
from tests.web.test_hall import Evening, seated

MOST = 312
"""Bytes that a bet may send to a socket; a frame has two to four more around it."""


def _sent(connection: Connection, before: int) -> int:
    frames = list(connection.outbox.frames)[before:]
    return sum(4 + len(frame.encode()) for frame in frames)


@pytest.mark.parametrize("key", [bet.key for bet in CLASSIC.bets])
def test_a_bet_sends_little_to_each_socket(evening: Evening, key: str) -> None:
    evening.now = 1_800_000_000_000  # as many digits as a real clock has
    betting = seated(evening, name="Maximiliana von H")
    watching = evening.enter(evening.guest("Grace"), evening.room(betting))
    evening.pass_time(2_000)  # both learn who is there
    for stake in (100_00, 100_00):
        seen = [len(list(each.outbox.frames)) for each in (betting, watching)]
        assert evening.ask(betting, "place_bet", key=key, stake=stake)["type"] == "accepted"
        for connection, before in zip((betting, watching), seen, strict=True):
            assert 0 < _sent(connection, before) <= MOST
