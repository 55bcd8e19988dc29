"""What an operator may order from a running hall, and what the hall answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from puntobanco.errors import PuntoBancoError, shown
from puntobanco.printable import is_printable
from puntobanco.settlement import Currency
from puntobanco.store.care import Care
from puntobanco.table import Phase, State
from puntobanco.web.room.room import Room
from puntobanco.wire.commands import COMMAND_TYPES, Request
from puntobanco.wire.parts import Dealing

LONGEST_NOTICE = 300
"""Characters of a notice to all guests."""

MOST_NAMED = 5
"""How many tables a refusal names."""


REFUSED_LATE = tuple(COMMAND_TYPES[kind] for kind in ("sit", "buy_in"))
"""What guests can't do in a draining hall."""

NEW_BETS = tuple(COMMAND_TYPES[kind] for kind in ("place_bet", "repeat", "double", "deal"))
"""What guests may do only for the coup in which draining began."""


class OrderRefused(PuntoBancoError):
    """An order that can't be carried out."""


class Order(Struct, frozen=True, tag_field="do"):
    """An operator's order."""

    @property
    def kind(self) -> str:
        """The name of the order in JSON."""
        return str(self.__struct_config__.tag)


class ListTables(Order, frozen=True, tag="tables"):
    """List the open tables."""


class ListGuests(Order, frozen=True, tag="guests"):
    """List everyone who sits or watches at a table."""


class Close(Order, frozen=True, tag="close"):
    """Close a table for the house."""

    table: str


class Say(Order, frozen=True, tag="say"):
    """Show a notice to all guests, also to those who arrive later. No text ends it."""

    text: str


class Drain(Order, frozen=True, tag="drain"):
    """Take no new guests, tables or bets. Let coups finish, then stop."""


AnyOrder = ListTables | ListGuests | Close | Say | Drain


class TableLine(Struct, frozen=True):
    """An open table, for an operator."""

    table: str
    house: str
    host: str
    private: bool
    dealing: Dealing
    phase: Phase
    shoe: int
    coups: int
    """Coups of this shoe."""
    guests: int
    """Guests with a seat."""
    here: int
    """Connected guests, with or without a seat."""
    staked: int
    currency: Currency
    opened: int
    """Milliseconds since 1970."""


class GuestLine(Struct, frozen=True):
    """A guest at a table, for an operator."""

    guest: str
    """The guest's id."""
    name: str
    table: str
    currency: Currency
    seat: int | None = None
    """None for a spectator."""
    here: bool = True
    """Whether the guest is connected."""
    bankroll: int | None = None
    """Including the stakes on the felt."""
    staked: int = 0


class OrderReply(Struct, frozen=True, omit_defaults=True):
    """A server's answer to an order."""

    error: str = ""
    tables: list[TableLine] = []
    damaged: dict[str, str] = {}
    """Why tables stay closed."""
    guests: list[GuestLine] = []
    count: int = 0
    """The number of guests who got a notice, or of tables that must finish a coup."""


class Letter(Struct, frozen=True):
    """An order as sent to a server, with the operator who sends it."""

    order: AnyOrder
    by: str = ""


_order, _letter = msgspec.json.Decoder(AnyOrder), msgspec.json.Decoder(Letter)
read_reply = msgspec.json.Decoder(OrderReply).decode


def read_order(text: str) -> AnyOrder:
    """Read an order, or refuse it: an operator of another version may have written it."""
    with _readable():
        order: AnyOrder = _order.decode(text)
        return order


def read_letter(line: bytes) -> Letter:
    """Read an order and its sender, or refuse it."""
    with _readable():
        return _letter.decode(line)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise OrderRefused(f"not an order: {error}") from None


def reply_text(result: OrderReply | Exception) -> str:
    """Return a reply, or an error, as JSON."""
    reply = result if isinstance(result, OrderReply) else OrderReply(str(result))
    return msgspec.json.encode(reply).decode()


def care_of_order(order: AnyOrder, by: str, at: int) -> Care | None:
    """Return the record of an order, or None if it only reads."""
    match order:
        case Close(table):
            return Care("close", at, by=by, what=table)
        case Say(text):
            return Care("say", at, by=by, what=text)
        case Drain():
            return Care("drain", at, by=by)
        case _:
            return None


def check_notice(text: str) -> None:
    """Refuse a notice that can't be shown or read out. A blank one ends the last one."""
    if len(text) > LONGEST_NOTICE or not is_printable(text):
        allowed = f"one line of at most {LONGEST_NOTICE} printable characters"
        raise OrderRefused(f"{shown(text)!r} is not {allowed}")


def find_room(rooms: Mapping[str, Room], damaged: Collection[str], table: str) -> Room:
    """Return an open table, or refuse with the names of those that are open."""
    if room := rooms.get(table):
        return room
    if table in damaged:
        raise OrderRefused(f"table {table} is damaged: stop the hall and run `repair`")
    named = ", ".join(list(rooms)[:MOST_NAMED])
    more = f" and {len(rooms) - MOST_NAMED} more" if len(rooms) > MOST_NAMED else ""
    which = f"open are {named}{more}" if rooms else "none is open"
    raise OrderRefused(f"no table {shown(table)!r}; {which}")


def table_lines(rooms: Iterable[Room]) -> list[TableLine]:
    """List the open tables."""
    return [
        TableLine(
            table=room.id,
            house=room.state.house.name,
            host=room.value.host,
            private=room.value.private,
            dealing=room.value.dealing,
            phase=room.state.phase,
            shoe=room.state.shoe,
            coups=len(room.state.coups),
            guests=len(room.state.seats),
            here=len(room.here),
            staked=_staked(room.state),
            currency=room.state.house.currency,
            opened=room.value.opened,
        )
        for room in rooms
    ]


def _staked(state: State) -> int:
    return sum(stake for seat in state.seats.values() for stake in seat.stakes.values())


def guest_lines(rooms: Iterable[Room]) -> list[GuestLine]:
    """List the guests with a seat at any table, then the spectators who are connected here."""
    return [line for room in rooms for line in (*_seated(room), *_spectators(room))]


def _seated(room: Room) -> list[GuestLine]:
    return [
        GuestLine(
            room.value.seats.get(number, ""),
            seat.name,
            room.id,
            room.state.house.currency,
            number,
            room.value.seats.get(number) in room.here,
            seat.bankroll,
            sum(seat.stakes.values()),
        )
        for number, seat in sorted(room.state.seats.items())
    ]


def _spectators(room: Room) -> list[GuestLine]:
    names = {each.guest.id: each.guest.name for each in room.audience.all}
    return [
        GuestLine(guest, name, room.id, currency=room.state.house.currency)
        for guest, name in names.items()
        if room.value.seat_of(guest) is None
    ]


@dataclass(frozen=True, slots=True)
class Draining:
    """A draining hall: the coups that it still lets finish."""

    latest: int
    """When it stops at the latest, by the server's own clock."""
    coups: Mapping[str, int]
    """The coups dealt at each table with bets, when draining began."""

    @classmethod
    def of(cls, rooms: Iterable[Room], latest: int) -> Draining:
        """Start to drain these tables."""
        waiting = (room for room in rooms if has_new_bets(room.state))
        return cls(latest, {room.id: room.state.coups_dealt for room in waiting})

    def takes_bets(self, state: State) -> bool:
        """Return whether the coup in which draining began is still to come at a table."""
        return self.coups.get(state.table) == state.coups_dealt and has_new_bets(state)

    def allows(self, state: State, request: Request) -> bool:
        """Return whether a guest may still do this. Nobody sits down, and no new coup starts."""
        return not isinstance(request.command, REFUSED_LATE) and (
            self.takes_bets(state) or not isinstance(request.command, NEW_BETS)
        )

    def is_over(self, rooms: Iterable[Room], elapsed: int, now: int) -> bool:
        """Return whether every coup is dealt and shown. Don't wait for tables whose guests left."""
        return elapsed >= self.latest or not any(
            self.takes_bets(room.state) or (self._is_last(room.state) and room.value.opens > now)
            for room in rooms
            if not room.value.is_stopped
        )

    def _is_last(self, state: State) -> bool:
        """Return whether the coup in which draining began was the last one dealt."""
        return state.coups_dealt - 1 == self.coups.get(state.table)


def has_new_bets(state: State) -> bool:
    """Return whether a bet waits for the next coup. A standing one may wait for many."""
    return any(not wager.standing for seat in state.seats.values() for wager in seat.wagers)
