"""The tables of the lobby, and the links that invite to one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from puntobanco.table import MAX_SEATS, State
from puntobanco.web.hall.tables import DamagedTable
from puntobanco.web.room import views
from puntobanco.web.room.audience import HouseNotice
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest, RoomValue
from puntobanco.wire.answers import DamagedEntry, Invitation, LobbyEntry, Reach, Tables
from puntobanco.wire.parts import wire_message


def table_entry(room: Room) -> LobbyEntry:
    """Return a table's entry in the lobby."""
    state, roads = room.state, room.board.lobby_roads
    return LobbyEntry(
        table=room.id,
        house=state.house.name,
        decks=state.house.decks,
        currency=views.currency_view(state.house.currency),
        limits=views.limits_view(state.house.limits),
        private=room.value.private,
        dealing=room.value.dealing,
        guests=[seat.name for seat in state.seats.values()],
        seats=MAX_SEATS,
        free=MAX_SEATS - len(state.seats),
        watching=room.watching,
        phase=state.phase,
        shoe=state.shoe,
        coups=len(state.coups),
        left=state.left,
        opened=room.value.opened,
        big_road=roads.big_road,
        good_road=roads.good_road,
        decisions=roads.of.decisions,
        said=roads.said,
    )


class _Encoded(NamedTuple):
    """An entry as JSON, and the values it was made from."""

    state: State
    watching: int
    entry: msgspec.Raw


class Lobby:
    """The entries of all tables as JSON, encoded again only after a change."""

    def __init__(self) -> None:
        self._entries: dict[Room, _Encoded] = {}

    def tables(
        self, rooms: Iterable[Room], damaged: list[DamagedEntry], notice: HouseNotice | None
    ) -> Tables:
        """List these tables, and the damaged ones, which stay closed, with a notice to everyone."""
        entries = {room: self._encoded(room) for room in rooms}
        self._entries = {**self._kept(), **entries}
        raws: list[LobbyEntry] = [each.entry for each in entries.values()]  # type: ignore[misc] # encoded already
        return Tables(raws, damaged, wire_message(notice.said) if notice else None)

    def _kept(self) -> dict[Room, _Encoded]:
        return {room: each for room, each in self._entries.items() if not room.is_closed}

    def _encoded(self, room: Room) -> _Encoded:
        state, watching = room.state, room.watching
        known = self._entries.get(room)
        if known and known.state is state and known.watching == watching:
            return known
        return _Encoded(state, watching, msgspec.Raw(msgspec.json.encode(table_entry(room))))


def damaged_entry(table: DamagedTable) -> DamagedEntry:
    """Return the entry of a damaged table."""
    return DamagedEntry(table.table, table.value.host if table.value else "")


def is_listed(value: RoomValue | None, guest: Guest | None) -> bool:
    """Return whether the lobby lists a table for a guest: a public one, or the guest's own."""
    if value is None or not value.private:
        return value is not None
    return guest is not None and (value.owner == guest.id or value.seat_of(guest.id) is not None)


class Entrance(NamedTuple):
    """The base address of the page for other machines, and how far it reaches."""

    origin: str
    reach: Reach
    secret: bytes
    """The key of the inviters' marks in links."""

    def mark_of(self, table: str, name: str) -> str:
        """Return a guest's mark for a link. Only this hall can make it."""
        text = f"{table}\0{name}".encode()
        return blake2b(text, key=self.secret, digest_size=8).hexdigest()


def invitation(
    room: Room, entrance: Entrance, *, inviter: Guest | None, mark: str | None
) -> Invitation:
    """Return the guest's link to a table, and the inviter in the link that was opened."""
    handed_on = f"?from={entrance.mark_of(room.id, _known_as(room, inviter))}" if inviter else ""
    link = f"{entrance.origin}/t/{room.id}{handed_on}"
    return Invitation(
        link=link,
        reach=entrance.reach,
        qr=list(_code(link)),
        by=_guest_of(room, entrance, mark),
        host=room.value.host,
        house=room.state.house.name,
        currency=views.currency_view(room.state.house.currency),
        limits=views.limits_view(room.state.house.limits),
    )


@lru_cache(maxsize=256)
def _code(link: str) -> tuple[str, ...]:
    """Return the rows of a link's QR code, 1 for a dark module."""
    import segno  # noqa: PLC0415 - most guests ask for no code

    code = segno.make_qr(link, error="m", boost_error=False)
    return tuple("".join(map(str, row)) for row in code.matrix)


def _known_as(room: Room, guest: Guest) -> str:
    """Return a guest's name at a table. A seat keeps the name under which it was taken."""
    seat = room.state.seats.get(room.value.seat_of(guest.id) or 0)
    return seat.name if seat else guest.name


def _guest_of(room: Room, entrance: Entrance, mark: str | None) -> str | None:
    """Return the guest of a mark, if that guest sits there or opened the table."""
    names = (room.value.host, *(seat.name for seat in room.state.seats.values()))
    return next((name for name in names if name and entrance.mark_of(room.id, name) == mark), None)
