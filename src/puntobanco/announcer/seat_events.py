"""Guests who come, bet and leave, in messages."""

from __future__ import annotations

from typing import assert_never

from puntobanco.announcer.audience import EYE, FULL, GUEST, OTHERS, UP_TO_NORMAL, about_guest
from puntobanco.announcer.names import bet_fact, guest_fact
from puntobanco.bets import Odds
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Fate,
    GuestLeft,
    GuestSat,
)
from puntobanco.table.state import State
from puntobanco.words import GuestFact, Message, message

StakeEvent = BetPlaced | BetTakenBack | BoughtIn
"""Events that only move chips; there are thousands of them."""

OWN_CHIPS = EYE | GUEST | FULL
"""Everyone reads of chips that move, and hears of those of others in full only."""

SeatEvent = GuestSat | StakeEvent | BetSettled | GuestLeft


def seat_messages(event: SeatEvent, state: State) -> list[Message]:
    """A guest sits down, leaves, or moves chips."""
    match event:
        case GuestSat(seat, name):
            return [message("guest.sat", OTHERS | FULL, new_guest=name, seat=seat)]
        case BoughtIn() | BetPlaced() | BetTakenBack():
            return _stake(event, state)
        case BetSettled():
            return _settled(event, state)
        case GuestLeft():
            return _left(event, state)
        case _:
            assert_never(event)


def _stake(event: StakeEvent, state: State) -> list[Message]:
    guest = guest_fact(event.seat, state.seats)
    match event:
        case BetPlaced():
            return _placed(event, state, guest)
        case BetTakenBack(_, key, stake):
            bet = bet_fact(key, state.house)
            return about_guest("stake.taken_back", guest, OWN_CHIPS, stake=stake, bet=bet)
        case BoughtIn(_, chips):
            return about_guest("guest.bought", guest, OWN_CHIPS, chips=chips)
        case _:
            assert_never(event)


def _placed(event: BetPlaced, state: State, guest: GuestFact) -> list[Message]:
    stake, seat = event.stake, state.seats[event.seat]
    bet, total = bet_fact(event.key, state.house), seat.stake_on(event.key) + stake
    if total == stake:
        placed = about_guest("stake.placed", guest, OWN_CHIPS, stake=stake, bet=bet)
    else:
        placed = about_guest("stake.added", guest, OWN_CHIPS, stake=stake, bet=bet, total=total)
    return [*placed, *about_guest("stake.left", guest, FULL, available=seat.available - stake)]


def _settled(event: BetSettled, state: State) -> list[Message]:
    """What a stake won, lost or was returned, to read; it is heard with the whole coup."""
    guest, stake = guest_fact(event.seat, state.seats), event.stake
    bet = bet_fact(event.key, state.house)
    match event.fate:
        case Fate.LOST:
            return about_guest("settled.lost", guest, EYE, stake=stake, bet=bet)
        case Fate.WON:
            return _won(event, state, guest)
        case Fate.RETURNED:
            return about_guest("settled.returned", guest, EYE, stake=stake, bet=bet)
        case Fate.STANDS:
            return about_guest("settled.stands", guest, EYE, stake=stake, bet=bet)
        case _:
            assert_never(event.fate)


def _won(event: BetSettled, state: State, guest: GuestFact) -> list[Message]:
    earned, bet = event.earned, bet_fact(event.key, state.house)
    if not state.coups:
        return about_guest("settled.won", guest, EYE, earned=earned, bet=bet)
    stake, pays = event.stake, odds_of(event, state)
    at_odds = about_guest(
        "settled.won_at", guest, EYE & FULL, earned=earned, bet=bet, stake=stake, pays=pays
    )
    return [
        *about_guest("settled.won", guest, EYE & UP_TO_NORMAL, earned=earned, bet=bet),
        *at_odds,
    ]


def odds_of(event: BetSettled, state: State) -> Odds:
    """What a bet paid on the last coup."""
    house = state.house
    return house.bet(event.key).decide(state.coups[-1], house.naturals)


def _left(event: GuestLeft, state: State) -> list[Message]:
    guest = guest_fact(event.seat, state.seats)
    if state.house.limits is None:
        return [message("guest.left", OTHERS, name=guest)]
    seat, chips = state.seats.get(event.seat), event.chips
    messages = [
        message("guest.cashed_out", GUEST, chips=chips),
        message("guest.left.with", OTHERS, name=guest, chips=chips),
    ]
    if seat:
        messages += about_guest("guest.result", guest, GUEST | FULL, balance=chips - seat.bought)
    return messages
