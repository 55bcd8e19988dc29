"""The tables of the lobby, their invitation links, and their houses and odds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from puntobanco.announcer import refusal
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.status import refusal_message
from puntobanco.errors import AnalysisError, HouseError, NotationError
from puntobanco.house import HOUSES, House, Limits, named_house, parse_house
from puntobanco.settlement import Chips
from puntobanco.table import MAX_SEATS, Phase, State
from puntobanco.web.hall.names import MAX_NAME_LENGTH, alike, cleaned, mixed_alphabets
from puntobanco.web.hall.tables import DamagedTable
from puntobanco.web.http.requests import MAX_LIMIT, NewLimits, NewTable, Problem
from puntobanco.web.room import views
from puntobanco.web.room.audience import HouseNotice
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest, RoomValue
from puntobanco.wire.answers import (
    BetOdds,
    DamagedEntry,
    Invitation,
    LobbyEntry,
    NoOdds,
    Odds,
    OutcomeOrders,
    Reach,
    Tables,
)
from puntobanco.wire.parts import wire_message
from puntobanco.words import Message, message

MAX_PAY_TO_ONE = 1_000
"""The highest pay, to 1. With the limits it keeps winnings far inside 53 bits."""


def requested_house(body: NewTable) -> House:
    """Return the house that a request asks for, with its limits."""
    house = _own_house(body.house_text) if body.house_text is not None else _named_house(body.house)
    if body.limits is None:
        return house
    if house.limits is None:
        raise Problem(409, "limits", message("refused.no_limits"))
    try:
        return replace(house, limits=_limits(body.limits, house.limits))
    except HouseError as error:
        raise Problem(409, "limits", _why(error)) from None


def _why(error: HouseError) -> Message | str:
    return refusal_message(error) or refusal(error)


def _limits(wanted: NewLimits, usual: Limits) -> Limits:
    """Return the limits that a request asks for; the house supplies the rest."""
    low, high = Chips(wanted.minimum), Chips(wanted.maximum)
    return Limits(
        minimum=low,
        maximum=high,
        side_maximum=Chips(wanted.side_maximum or max(low, min(high, usual.side_maximum))),
        step=Chips(wanted.step or min(usual.step, low)),
    )


def _named_house(name: str) -> House:
    try:
        return named_house(name)
    except NotationError as error:
        raise Problem(422, "invalid", refusal(error)) from None


def _own_house(text: str) -> House:
    try:
        house = parse_house(text)
        _check_own_house(house)
    except HouseError as error:
        raise Problem(409, "house", _why(error)) from None
    return house


def _check_own_house(house: House) -> None:
    """Refuse a misleading name, and limits or pays that are too high."""
    if cleaned(house.name) != house.name:
        raise _unseen("name")
    if mixed := mixed_alphabets(house.name):
        raise HouseError("name", code="house_alike", alphabets=list(mixed))
    known = {alike(each.name): each for each in HOUSES.values()}
    if known.get(alike(house.name), house) != house:
        raise HouseError("name", code="house_taken", typed=house.name)
    if house.limits and max(house.limits.maximum, house.limits.side_maximum) > MAX_LIMIT:
        raise _above("limits")
    own_keys = {own.bet.key for own in house.own_bets}
    for bet in (*house.bets, *(own.bet for own in house.own_bets)):
        if max(bet.pay_table) > MAX_PAY_TO_ONE:
            field = f"bets.{bet.key}.lines" if bet.key in own_keys else f"pays.{bet.key}"
            raise HouseError(field, code="house_pays_most", most=MAX_PAY_TO_ONE)
    for own in house.own_bets:
        if cleaned(own.bet.name) != own.bet.name:
            raise _unseen(f"bets.{own.bet.key}.name")
        if own.limits and own.limits.maximum > MAX_LIMIT:
            raise _above(f"bets.{own.bet.key}.limits")


def _unseen(field: str) -> HouseError:
    return HouseError(field, code="house_unseen", most=MAX_NAME_LENGTH)


def _above(field: str) -> HouseError:
    return HouseError(field, code="house_above", high=MAX_LIMIT)


SECONDS = 1.0
"""About how long the odds of one coup may occupy a core. Slower bets get no odds."""


def odds(state: State) -> Odds | NoOdds:
    """Return exact odds of the unseen cards, or the reason why there are none."""
    try:
        from puntobanco.analysis.composition import Composition  # noqa: PLC0415 - an extra
        from puntobanco.analysis.odds import counts, prices, quick_bets  # noqa: PLC0415 - an extra
        from puntobanco.analysis.output.tables import price_facts  # noqa: PLC0415 - an extra
    except ImportError:
        return _no_odds(message("page.odds.missing"))
    if state.phase is not Phase.BETTING:
        return _no_odds(message("page.odds.no_shoe"))
    house = state.house
    unseen = Composition.of_decks(house.decks).without(state.seen)
    try:
        exact_counts = counts(unseen)
        bets = quick_bets(house.bets, unseen, seconds=SECONDS, naturals=house.naturals)
        priced = prices(bets, unseen, naturals=house.naturals)
    except AnalysisError as error:
        return _no_odds(str(error))
    outcomes = exact_counts.outcomes(house.naturals)
    return Odds(
        available=True,
        shoe=state.shoe,
        coups=len(state.coups),
        cards=unseen.size,
        orders=str(exact_counts.orders),
        outcomes=OutcomeOrders(**{each.value: str(orders) for each, orders in outcomes.items()}),
        bets=[msgspec.convert(price_facts(price), BetOdds) for price in priced],
    )


def _no_odds(why: Message | str) -> NoOdds:
    if isinstance(why, str):
        return NoOdds(available=False, reason=why, said=None)
    return NoOdds(available=False, reason=catalogue("en").render(why), said=wire_message(why))


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
