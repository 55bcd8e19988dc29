"""What an operator orders from a running hall, turned by hand."""

from __future__ import annotations

from typing import Any

import pytest

from puntobanco.history.books import audit
from puntobanco.history.shoes import table_records
from puntobanco.notation import check
from puntobanco.store.care import care_of
from puntobanco.store.house import StoredOrder
from puntobanco.web.hall.admin import (
    AnyOrder,
    Close,
    Drain,
    ListGuests,
    ListTables,
    OrderRefused,
    OrderReply,
    Say,
    read_reply,
)
from puntobanco.web.room.refusals import Refused
from tests.web.test_hall import Evening, seated


def ordered(evening: Evening, order: AnyOrder) -> OrderReply:
    """Give an order as Pit Boss, and return the answer."""
    results: list[Any] = []
    evening.hall.obey(order, "pit boss", results.append)
    evening.hall.turn()
    (result,) = results
    if isinstance(result, Exception):
        raise result
    assert isinstance(result, OrderReply)
    return result


def is_drained(evening: Evening) -> bool:
    return evening.hall.is_drained


def in_lobby(evening: Evening) -> str | None:
    notice = evening.hall.notice
    return notice.said.id if notice else None


def test_a_table_that_the_house_closes_returns_every_stake_and_says_why(evening: Evening) -> None:
    ada, bob = seated(evening), seated(evening, name="Bob")
    table = evening.room(ada).id
    for stake in (500, 700):
        assert evening.ask(ada, "place_bet", key="banker", stake=stake)["type"] == "accepted"
    assert evening.ask(ada, "deal")["type"] == "accepted"
    evening.pass_time(20_000)
    assert evening.ask(ada, "place_bet", key="player", stake=900)["type"] == "accepted"
    chips = evening.room(ada).state.seats[1].bankroll
    assert ordered(evening, Close(table)).error == ""
    (closing,) = evening.frames(ada, "closing")
    assert closing["reason"] == "the house has closed the table"
    events = evening.events(ada)
    (left,) = (event["data"] for event in events if event["kind"] == "guest_left")
    assert left["chips"] == chips
    (closed,) = (event for event in events if event["kind"] == "table_closed")
    assert closed["data"] == {"by_house": True}
    assert "said" in closed
    assert table not in evening.hall.rooms
    assert evening.room(bob).id in evening.hall.rooms
    assert not evening.frames(bob, "closing")
    assert not [fault for books in audit(evening.store) for fault in books.faults]
    assert not [
        fault for record in table_records(evening.store, table) for fault in check(record).faults
    ]
    (care,) = care_of(evening.store)
    assert (care.did, care.by, care.what) == ("close", "pit boss", table)


def test_a_table_that_is_not_open_is_refused_with_those_that_are(evening: Evening) -> None:
    with pytest.raises(OrderRefused, match=r"^no table 'x'; none is open$"):
        ordered(evening, Close("x"))
    table = evening.room(seated(evening)).id
    with pytest.raises(OrderRefused, match=rf"^no table 'x'; open are {table}$"):
        ordered(evening, Close("x"))
    assert care_of(evening.store) == []


def test_an_order_of_another_version_is_refused_and_the_next_one_obeyed(evening: Evening) -> None:
    hall, say = evening.hall, '{"do":"say","text":"Hello."}'
    texts = ("", '{"do":"dance"}', '{"do":"say"}', "[" * 100_000, say)
    look = hall.look()
    look.orders = [StoredOrder(place, "pit boss", 1, text) for place, text in enumerate(texts)]
    batch = hall.decide(look)
    hall.commit(batch)
    hall.publish(batch)
    replies = [read_reply(each.data) for each in hall._answers]
    assert [each.error.partition(":")[0] for each in replies] == ["not an order"] * 4 + [""]
    assert [each.what for each in care_of(evening.store)] == ["Hello."]


def test_an_operator_sees_every_table_and_guest(evening: Evening) -> None:
    ada = seated(evening)
    table = evening.room(ada)
    evening.enter(evening.guest("Eve"), table)
    evening.ask(ada, "place_bet", key="banker", stake=500)
    (line,) = ordered(evening, ListTables()).tables
    shown = (line.table, line.host, line.guests, line.here, line.staked)
    assert shown == (table.id, "Ada", 1, 2, 500)
    seat, spectator = ordered(evening, ListGuests()).guests
    assert (seat.name, seat.seat, seat.here) == ("Ada", 1, True)
    assert (seat.bankroll, seat.staked) == (100_000, 500)
    assert (spectator.name, spectator.seat, spectator.here) == ("Eve", None, True)
    evening.hall.disconnect(ada)
    assert [each.here for each in ordered(evening, ListGuests()).guests] == [False, True]


def test_a_notice_reaches_every_table_the_lobby_and_newcomers_for_a_while(
    evening: Evening,
) -> None:
    ada, bob = seated(evening), seated(evening, name="Bob")
    assert ordered(evening, Say("We close at midnight.")).count == 2
    for guest in (ada, bob):
        (notice,) = evening.frames(guest, "notice")
        assert notice["text"] == "From the house: We close at midnight."
    evening.pass_time(evening.hall.pace.notice - 1)
    assert in_lobby(evening) == "notice.house"
    cy = evening.guest("Cy")
    for room in (evening.room(ada), evening.table(cy)):
        assert evening.frames(evening.enter(cy, room), "notice") == evening.frames(ada, "notice")
    evening.pass_time(1)
    assert in_lobby(evening) is None
    assert evening.frames(evening.enter(cy, evening.room(bob)), "notice") == []
    for text in ("a\nb", "x" * 301):
        with pytest.raises(OrderRefused, match="is not one line of at most 300 printable"):
            ordered(evening, Say(text))
    assert [each.what for each in care_of(evening.store)] == ["We close at midnight."]


def test_a_notice_is_replaced_by_another_and_ended_by_an_empty_one(evening: Evening) -> None:
    ada = seated(evening)
    for text in ("Tea is served.", "We close at midnight."):
        evening.pass_time(1)
        ordered(evening, Say(text))
    bob, room = evening.guest("Bob"), evening.room(ada)
    (notice,) = evening.frames(evening.enter(bob, room), "notice")
    assert notice["text"] == "From the house: We close at midnight."
    evening.pass_time(1)
    ordered(evening, Say(""))
    assert in_lobby(evening) is None
    assert evening.frames(evening.enter(bob, room), "notice") == []
    assert len(evening.frames(ada, "notice")) == 2
    assert len(care_of(evening.store)) == 3


def test_a_hall_that_drains_lets_bets_win_or_lose_and_takes_no_others(evening: Evening) -> None:
    ada, bob = seated(evening), seated(evening, name="Bob")
    guest = evening.guest("Cy")
    evening.ask(ada, "place_bet", key="banker", stake=500)
    assert evening.hall.readiness == "ok"
    assert ordered(evening, Drain()).count == 1
    assert "stopping" in evening.hall.readiness
    for connection in (ada, bob):
        assert len(evening.frames(connection, "notice")) == 1
    assert not is_drained(evening)
    assert evening.ask(ada, "place_bet", key="tie", stake=500)["type"] == "accepted"
    assert evening.ask(bob, "place_bet", key="tie", stake=500)["code"] == "closing"
    cy = evening.enter(guest, evening.room(bob))
    assert evening.ask(cy, "sit")["code"] == "closing"
    with pytest.raises(Refused, match="closing"):
        evening.table(guest)
    with pytest.raises(Refused, match="closing"):
        evening.guest("Dan")
    assert evening.guest("Bob").name == "Bob"
    assert evening.ask(ada, "deal")["type"] == "accepted"
    assert not is_drained(evening), "the coup is still shown"
    assert evening.ask(ada, "place_bet", key="tie", stake=500)["code"] == "closing"
    evening.pass_time(20_000)
    assert is_drained(evening)
    assert evening.ask(ada, "deal")["code"] == "closing"


def test_a_hall_that_drains_waits_neither_for_ever_nor_for_absent_guests(evening: Evening) -> None:
    ada = seated(evening)
    evening.ask(ada, "place_bet", key="banker", stake=500)
    ordered(evening, Drain())
    evening.pass_time(evening.hall.pace.drain - 1)
    assert not is_drained(evening)
    evening.hall.disconnect(ada)
    evening.hall.turn()
    assert is_drained(evening)
    again = evening.enter(evening.guest("Ada"), evening.room(ada))
    assert not is_drained(evening)
    evening.pass_time(1)
    assert is_drained(evening)
    assert evening.room(again).state.seats[1].stakes == {"banker": 500}
