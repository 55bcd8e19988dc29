"""The link that invites to a table: how far it reaches, and who hands it on."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from puntobanco.web.room import views
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest
from puntobanco.wire.answers import Invitation, Reach


class Entrance(NamedTuple):
    """What the page's address starts with for guests from elsewhere, and who can come by it."""

    origin: str
    reach: Reach


def invitation(
    room: Room, entrance: Entrance, *, inviter: Guest | None, mark: str | None
) -> Invitation:
    """The link that a guest hands on, and the guest whose mark is in the link that was opened."""
    handed_on = f"?from={mark_of(room.id, _known_as(room, inviter))}" if inviter else ""
    link = f"{entrance.origin}/t/{room.id}{handed_on}"
    return Invitation(
        link=link,
        reach=entrance.reach,
        qr=list(_code(link)),
        by=_guest_of(room, mark),
        host=room.setup.host,
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


def mark_of(table: str, name: str) -> str:
    """What stands for a guest in a link: nobody can write another name into it.

    >>> mark_of("xyz", "Ada")
    '4e00d3d1'
    """
    return sha256(f"{table}\0{name}".encode()).hexdigest()[:8]


def _known_as(room: Room, guest: Guest) -> str:
    """A guest's name at a table: a seat keeps the name under which it was taken."""
    seat = room.state.seats.get(room.setup.seat_of(guest.id) or 0)
    return seat.name if seat else guest.name


def _guest_of(room: Room, mark: str | None) -> str | None:
    """The guest of a mark: one who sits there, or who has opened the table."""
    names = (room.setup.host, *(seat.name for seat in room.state.seats.values()))
    return next((name for name in names if name and mark_of(room.id, name) == mark), None)
